"""Keeping cases and trials: SQLite in the user's data folder, or PostgreSQL by URL.

SQLAlchemy is imported here and nowhere else.
Names: ``open_casebook(url) -> Casebook``, ``Database``, ``default_url``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.casebook.store.cases import Casebook, open_casebook
    from liuren.casebook.store.database import Database
    from liuren.casebook.store.location import default_url

__all__ = ["Casebook", "Database", "default_url", "open_casebook"]

_HOMES = {
    "Casebook": "cases",
    "open_casebook": "cases",
    "Database": "database",
    "default_url": "location",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(name)
