"""The shapes of everything that leaves Liuren as data: ``--json``, the HTTP API and MCP share them.

Knows: field names, types, units. Must not know: how anything is computed.
Names: ``DOCUMENTS`` (document name → model), ``json_schema(name)``, ``shipped(name)``. The JSON Schema files in
``json/`` are written from the models by ``python -m liuren.schemas``; a test holds the two together.

The documents are open: a later version may add fields, never remove or rename one. Requests are closed: a
misspelt name is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.schemas.documents import DOCUMENTS, json_schema, shipped

__all__ = ["DOCUMENTS", "json_schema", "shipped"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'liuren.schemas' has no attribute {name!r}")
    from liuren.schemas import documents

    return getattr(documents, name)
