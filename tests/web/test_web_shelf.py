"""Pages kept ready: the newest stay, within their number and size."""

from __future__ import annotations

from starlette.testclient import TestClient

from liuren.web import readings
from liuren.web.shelf import Shelf


def test_the_oldest_goes_first() -> None:
    shelf = Shelf(pages=2)
    shelf.put("a", b"1")
    shelf.put("b", b"2")
    assert shelf.get("a") == b"1"
    shelf.put("c", b"3")
    assert shelf.get("b") is None
    assert shelf.get("a") == b"1"
    assert len(shelf) == 2


def test_size_is_bounded() -> None:
    shelf = Shelf(pages=100, size=1000)
    for number in range(50):
        shelf.put(number, bytes(100))
    assert len(shelf) == 10
    shelf.put(49, bytes(500))
    assert len(shelf) == 6
    shelf.put("huge", bytes(2000))
    assert len(shelf) == 0
    shelf.put("small", b"x")
    assert shelf.get("small") == b"x"


def test_a_kept_page_is_the_same_page(client: TestClient, stranger: TestClient) -> None:
    path = "/en/reading?chart=乙丑日 亥將 卯時 寅月"
    first = client.get(path)
    kept = len(readings._SHELF)
    again = client.get(path)
    assert again.text == first.text
    assert len(readings._SHELF) == kept
    assert "Keep in the casebook" in again.text
    assert "Keep in the casebook" not in stranger.get(path).text
