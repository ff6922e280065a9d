"""A client of the pages, without a network: the owner's, and a stranger's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from liuren.web import Settings, create_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    """The application with a casebook of its own."""
    made = create_app(Settings(database=str(tmp_path / "cases.sqlite")))
    yield made
    if made.state.database is not None:
        made.state.database.close()


@pytest.fixture
def client(app: FastAPI) -> TestClient:
    """The person at this machine."""
    return TestClient(app, follow_redirects=False)


@pytest.fixture
def stranger(app: FastAPI) -> TestClient:
    """Somebody elsewhere on the network."""
    return TestClient(app, follow_redirects=False, client=("192.0.2.7", 4711))
