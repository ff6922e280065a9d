"""A witness of everything that the pages of a context do."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage

#: Pictures of the pages, to be looked at.
ARTEFACTS = Path(__file__).parents[2] / "test-artefacts"


class Witness:
    """What the pages of a context did that they should not: messages, faults, requests elsewhere."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self._home = urlsplit(site).netloc
        self.requests = 0
        self.faults: list[str] = []
        context.on("request", lambda request: self._requested(request.url))
        context.on("console", self._said)
        context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))

    def _requested(self, url: str) -> None:
        self.requests += 1
        if urlsplit(url).netloc != self._home:
            self.faults.append(f"request off the machine: {url}")

    def _said(self, message: ConsoleMessage) -> None:
        # Chromium reports an answer of 404 or 422 as an error; those pages are asked for on purpose.
        refused = "Failed to load resource" in message.text and message.page is not None
        if message.type in ("error", "warning") and not (
            refused and message.location["url"] == message.page.url  # type: ignore[union-attr]
        ):
            self.faults.append(f"console {message.type}: {message.text}")
