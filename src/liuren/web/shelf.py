"""Pages kept ready: what was asked for once is likely asked for again, and a chart never changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Shelf:
    """The pages asked for last, at most ``pages`` of them and ``size`` bytes."""

    def __init__(self, pages: int = 256, size: int = 24_000_000) -> None:
        self._pages, self._size, self._kept = pages, size, 0
        self._bodies: OrderedDict[Hashable, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._bodies)

    def get(self, key: Hashable) -> bytes | None:
        """The page kept under ``key``, now the newest."""
        body = self._bodies.get(key)
        if body is not None:
            self._bodies.move_to_end(key)
        return body

    def put(self, key: Hashable, body: bytes) -> None:
        """Keep a page and let go of the oldest until there is room."""
        self._kept += len(body) - len(self._bodies.pop(key, b""))
        self._bodies[key] = body
        while self._bodies and (len(self._bodies) > self._pages or self._kept > self._size):
            _, oldest = self._bodies.popitem(last=False)
            self._kept -= len(oldest)
