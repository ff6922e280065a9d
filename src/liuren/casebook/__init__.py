"""Cases and blind trials: storage, sealing, scoring.

Knows charts and readings as plain data; the adapter that casts and reads is ``program.ReadingProgram``.
Must not know how anything is shown. SQL is in ``store`` only.
Names: ``open_casebook``, ``Case``, ``Cast``, ``difference``, ``Ledger``, ``Plan``, ``Pool``, ``load_pool``,
``lexicon_pool``, ``ReadingProgram``, ``verify``, ``report``, ``statements``, ``Database``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.casebook.case import Case, Cast
    from liuren.casebook.differences import difference
    from liuren.casebook.ledger import Ledger
    from liuren.casebook.plan import Plan
    from liuren.casebook.pool import Pool, load_pool
    from liuren.casebook.program import ReadingProgram, lexicon_pool
    from liuren.casebook.reports import report
    from liuren.casebook.store import Casebook, Database, open_casebook
    from liuren.casebook.verification import verify
    from liuren.casebook.words import statements

__all__ = [
    "Case",
    "Casebook",
    "Cast",
    "Database",
    "Ledger",
    "Plan",
    "Pool",
    "ReadingProgram",
    "difference",
    "lexicon_pool",
    "load_pool",
    "open_casebook",
    "report",
    "statements",
    "verify",
]

_HOMES = {
    "Case": "case",
    "Cast": "case",
    "Casebook": "store",
    "Database": "store",
    "Ledger": "ledger",
    "Plan": "plan",
    "Pool": "pool",
    "ReadingProgram": "program",
    "difference": "differences",
    "lexicon_pool": "program",
    "load_pool": "pool",
    "open_casebook": "store",
    "report": "reports",
    "statements": "words",
    "verify": "verification",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liuren.casebook' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
