"""How the server is set up: where it listens, where cases are kept, who may change them."""

from __future__ import annotations

from dataclasses import dataclass

#: Host names that always mean this machine.
OWN_HOSTS = ("127.0.0.1", "localhost", "[::1]", "testserver")


@dataclass(frozen=True, slots=True)
class Settings:
    """``database`` is a path or URL, None for the user's own casebook. Whoever has ``token`` may write; a
    ``public`` server is read-only for everyone else, even at its own machine. ``hosts`` are the host
    names it answers to; ``address`` is how others on the network reach it, None where they cannot.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    public: bool = False
    token: str | None = None
    hosts: tuple[str, ...] = OWN_HOSTS
    address: str | None = None
