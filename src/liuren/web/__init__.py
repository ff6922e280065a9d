"""The web door: pages and the HTTP API, rendered on the server, nothing leaves the machine.

Knows: the public face, drawing, casebook, atlas, labels. Must not know: rules, tables, SQL.
Names: ``create_app``, ``Settings``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.web.app import create_app
    from liuren.web.settings import Settings

__all__ = ["Settings", "create_app"]


def __getattr__(name: str) -> Any:
    if name == "create_app":
        from liuren.web.app import create_app

        return create_app
    if name == "Settings":
        from liuren.web.settings import Settings

        return Settings
    raise AttributeError(f"module 'liuren.web' has no attribute {name!r}")
