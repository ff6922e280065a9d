"""Which options would let a clause fire that never can under a convention."""

from __future__ import annotations

from collections.abc import Sequence

from liuren.rules.rulebook import Book, Rulebook, rulebook
from liuren.rules.space import reading_of
from liuren.rules.tables import can_fire, fires
from liuren.terms.convention import registry


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
    read = options_read(book.source, clauses)
    return [
        (key, value)
        for key, row in registry().items()
        if key in read or (row.get("room") == "charts" and bears_on(book.source.work, key))
        for value in row["values"]
        if value != book.convention[key]
    ]


def options_read(source: Book, clauses: Sequence[str]) -> set[str]:
    """Options that the rules of some clauses, or the definitions of the work, read."""
    readings = [r for d in source.definitions.values() for r in d.readings]
    for cited, _, rule, _ in source.rules:
        if set(cited) & set(clauses):
            readings.extend(rule.readings)
    return {key for reading in readings for key, _ in reading.options}


def bears_on(work: str, key: str) -> bool:
    """Whether an option can bear on a work: J options on 金口訣, A options on she fu, others on both."""
    letter = key[:1] if key[1:].isdigit() else ""
    if work == "shefu":
        return letter != "J" and key not in ("noble_plate", "xuanwu_branch")
    return letter != "A"
