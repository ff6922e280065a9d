"""Which options would let a clause fire that never can under a convention."""

from __future__ import annotations

from collections.abc import Sequence

from liuren.rules.otherwise import options_read
from liuren.rules.rulebook import Rulebook, rulebook
from liuren.rules.space import reading_of
from liuren.rules.tables import can_fire, fires
from liuren.terms.convention import bearing_on, registry


def revivals(book: Rulebook, clauses: Sequence[str]) -> dict[str, dict[str, tuple[str, ...]]]:
    """For each clause the options that, changed singly, let it fire: option → values."""
    found: dict[str, dict[str, tuple[str, ...]]] = {clause: {} for clause in clauses}
    for key, value in _changes(book, clauses):
        convention = book.convention.replace(**{key: value})
        other = rulebook(book.source.work, reading_of(convention))
        for clause in clauses:
            rules = other.by_clause.get(clause, [])
            if rules and can_fire(book.source.method, convention, fires(rules, other)):
                found[clause][key] = (*found[clause].get(key, ()), value)
    return found


def _changes(book: Rulebook, clauses: Sequence[str]) -> list[tuple[str, str]]:
    """The single changes of the convention that can bear on the clauses."""
    if not clauses:
        return []
    read = {option for clause in clauses for option in options_read(clause)}
    known = registry()
    return [
        (key, value)
        for key in bearing_on(book.source.method)
        if key in read or known[key].get("room") == "charts"
        for value in known[key]["values"]
        if value != book.convention[key]
    ]
