"""The editions: works, clauses in both scripts, translations, notes, apparatus; knows no rules.

Names: ``work(name) -> Work``, ``Clause``; ids of works in ``liuren.edition.works``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Clause", "Work", "work"]

if TYPE_CHECKING:
    from liuren.edition.library import Clause, Work, work

_HOMES = {
    "Clause": "liuren.edition.library",
    "Work": "liuren.edition.library",
    "work": "liuren.edition.library",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liuren.edition' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
