"""The rules of the books: language, rulebooks, evaluation with traces, truth tables, linter.

``fired(chart, work)`` gives the clauses that hold, ``findings`` what they say, ``explain`` why or why not;
``clauses(work)`` lists a work with its rules, ``coverage(work)`` counts them, ``rulebook_digest()`` names the state of all chapters, as charts do. Knows charts, conventions and the edition;
must not know what a finding means for a reader. The language is described in
``docs/reference/rule-language.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = [
    "Finding",
    "clauses",
    "coverage",
    "explain",
    "findings",
    "fired",
    "rows_of",
    "rulebook_digest",
    "works",
]

if TYPE_CHECKING:
    from liuren.edition.works import works
    from liuren.rules.catalogue import clauses, coverage, rows_of
    from liuren.rules.finding import Finding, explain, findings, fired
    from liuren.terms.versions import rulebook_digest

_HOMES = {
    "Finding": "liuren.rules.finding",
    "clauses": "liuren.rules.catalogue",
    "coverage": "liuren.rules.catalogue",
    "rows_of": "liuren.rules.catalogue",
    "explain": "liuren.rules.finding",
    "findings": "liuren.rules.finding",
    "fired": "liuren.rules.finding",
    "rulebook_digest": "liuren.terms.versions",
    "works": "liuren.edition.works",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liuren.rules' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
