"""A real Chromium, a server on a free port, and a witness of everything a page does.

The browser is Debian's, driven by Playwright. One browser and one server serve a module; every test has
a context of its own. Pictures are kept in ``test-artefacts/`` for somebody to look at.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browser.witness import ARTEFACTS, Witness
from liuren.web import Settings, create_app

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a casebook of its own."""
    folder = tmp_path_factory.mktemp("browser")
    application = create_app(Settings(database=str(folder / "cases.sqlite")))
    server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="critical"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + 30
        while not server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=30)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. It ends with the module, so that no event loop stays behind for other tests."""
    ARTEFACTS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor on a phone, in Seoul."""
    opened = browser.new_context(
        viewport={"width": 360, "height": 740},
        timezone_id="Asia/Seoul",
        permissions=["clipboard-read", "clipboard-write"],
    )
    opened.set_default_timeout(15_000)
    yield opened
    opened.close()


@pytest.fixture
def witness(context: BrowserContext, site: str) -> Iterator[Witness]:
    """The witness of the context; at the end there must be nothing to tell."""
    seen = Witness(context, site)
    yield seen
    assert seen.faults == []
    assert seen.requests > 0


@pytest.fixture
def page(context: BrowserContext, witness: Witness) -> Page:  # noqa: ARG001
    """A page that is watched."""
    return context.new_page()
