"""The door for language models: a few tools over MCP, on standard input and output or HTTP.

Knows: the public face, drawing, the trials. Must not know: rules, tables, schools.
Names: ``create_server``. Nothing but protocol is written to standard output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.mcp.server import create_server

__all__ = ["create_server"]


def __getattr__(name: str) -> Any:
    if name == "create_server":
        from liuren.mcp.server import create_server

        return create_server
    raise AttributeError(f"module 'liuren.mcp' has no attribute {name!r}")
