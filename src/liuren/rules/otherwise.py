"""How a clause is read under other options: by the lines of its own fence, and by the phrases that it uses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from liuren.rules import tree
from liuren.rules.rulebook import Book, book, rulebook
from liuren.terms.convention import registry


def options_read(clause: str) -> tuple[str, ...]:
    """The options of the rules that decide about a clause, in the order of the registry.

    Those of its own lines and of the definitions that it calls, by itself or through another.
    """
    source = book(clause.partition(":")[0])
    found: set[str] = set()
    for rule in _rules(source.work).get(clause, ()):
        found |= {option for reading in rule.readings for option, _ in reading.options}
        for name in _reached(source, _called(rule)):
            readings = source.definitions[name].readings
            found |= {option for reading in readings for option, _ in reading.options}
    return tuple(option for option in registry() if option in found)


def other_readings(clause: str) -> list[dict[str, Any]]:
    """The lines of a clause for options that are not at their default, in the order of the book.

    Each has ``options`` (option → value), ``silent``, ``condition`` in four languages, None where the line leaves
    it as it is, and ``concludes``, the labels of what it says instead, empty where it says the same.
    """
    rules = rulebook(clause.partition(":")[0])
    source, printer = rules.source, rules.printer
    return [
        {
            "options": dict(reading.options),
            "silent": not reading.active,
            "condition": None if reading.condition is None else printer.words(reading.condition),
            "concludes": [dict(source.concepts[value][1]) for value in _values(reading)],
        }
        for rule in _rules(source.work).get(clause, ())
        for reading in rule.readings
        if any(registry()[option]["default"] != value for option, value in reading.options)
    ]


def _values(reading: tree.Reading) -> Iterator[str]:
    for conclusion in reading.conclusions or ():
        if isinstance(conclusion.value, str):
            yield conclusion.value


@lru_cache(maxsize=8)
def _rules(work: str) -> dict[str, list[tree.Rule]]:
    found: dict[str, list[tree.Rule]] = {}
    for clauses, _, rule, _ in book(work).rules:
        for clause in clauses:
            found.setdefault(clause, []).append(rule)
    return found


def _called(rule: tree.Rule) -> set[str]:
    conditions = [rule.condition, *(reading.condition for reading in rule.readings)]
    conditions += [refinement.condition for refinement in rule.refinements]
    conditions += [exemption.condition for exemption in rule.exemptions]
    return tree.called(conditions)


def _reached(source: Book, names: set[str]) -> set[str]:
    """Names of definitions and of those that they call in turn."""
    reached, new = set(names), set(names)
    while new:
        readings = [reading for name in new for reading in source.definitions[name].readings]
        new = tree.called(reading.condition for reading in readings) - reached
        reached |= new
    return reached
