"""A real server on a free port of this machine, and a strict judge of documents."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from jsonschema import Draft202012Validator

from liuren.schemas import json_schema
from liuren.web import Settings, create_app


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server."""
    folder: Path = tmp_path_factory.mktemp("api")
    yield from _running(Settings(database=str(folder / "cases.sqlite")))


@pytest.fixture(scope="session")
def public_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that is read-only for whoever has not the token ``secret``."""
    folder: Path = tmp_path_factory.mktemp("public")
    yield from _running(
        Settings(database=str(folder / "cases.sqlite"), public=True, token="secret")
    )


def _running(settings: Settings) -> Iterator[str]:
    config = uvicorn.Config(create_app(settings), port=0, log_level="critical")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run)
    thread.start()
    try:
        deadline = time.monotonic() + 30
        while not running.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.01)
        port = running.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        running.should_exit = True
        thread.join(timeout=30)


@pytest.fixture
def api(server: str) -> Iterator[httpx.Client]:
    """A client of the API."""
    with httpx.Client(base_url=f"{server}/api/v1", timeout=60) as client:
        yield client


@pytest.fixture(scope="session")
def problems() -> Callable[[str, Any], list[str]]:
    """What is wrong with data as a document of that name, one line each.

    The shipped schemas are open; here no field may appear that they do not name.
    """
    return _problems


@cache
def _validator(name: str) -> Draft202012Validator:
    """A validator of the document ``name`` that also refuses fields it does not document."""
    return Draft202012Validator(_closed(json_schema(name)))


def _closed(node: Any) -> Any:
    if isinstance(node, list):
        return [_closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    made = {key: _closed(value) for key, value in node.items()}
    if "properties" in node:
        # The facts of a warning depend on its code.
        made["additionalProperties"] = node.get("title") == "Warning"
    return made


def _problems(name: str, data: Any) -> list[str]:
    """What is wrong with ``data`` as a document ``name``, one line each."""
    return [
        f"{'/'.join(str(part) for part in error.absolute_path)}: {error.message[:200]}"
        for error in _validator(name).iter_errors(data)
    ]
