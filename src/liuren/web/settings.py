"""How the server is set up: where it listens, where cases are kept, who may change them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """``database`` is a URL or None for the user's own casebook; ``public`` makes the server read-only
    for everyone without ``token``; ``hosts`` are the host names it answers to."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    public: bool = False
    token: str | None = None
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]", "testserver")
