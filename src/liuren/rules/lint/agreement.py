"""Clauses that say the same, or what cannot both be true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from liuren.rules.lint.subject import Complaint, Subject

#: Facets on which a thing has one value only.
SINGLE_VALUED = ("existence", "alive", "edible")


def redundancy(subject: Subject) -> Iterator[Complaint]:
    """Two clauses that fire on the same charts and conclude the same."""
    groups: dict[Any, list[str]] = {}
    for clause, rules in subject.book.by_clause.items():
        if not subject.tables[clause].fires:
            continue
        table = subject.tables[clause]
        concluded = frozenset((c.facet, c.value) for rule in rules for c in rule.conclusions)
        groups.setdefault((table.axes, table.packed, concluded), []).append(clause)
    accepted = {frozenset(row["clauses"]) for row in subject.accepted.get("same", {}).values()}
    met: set[frozenset[str]] = set()
    for group in groups.values():
        if len(group) > 1:
            met.add(frozenset(group))
            if frozenset(group) not in accepted:
                yield Complaint(
                    subject.place(group[1]),
                    "same",
                    f"{', '.join(group)} say the same of the same charts",
                )
    for row in accepted - met:
        yield Complaint(
            subject.work, "same-not", f"{', '.join(sorted(row))} are accepted as the same"
        )


def contradictions(subject: Subject) -> Iterator[Complaint]:
    """Clauses that fire together and state different values of a facet that has but one."""
    if subject.source.method != "liuren":
        return
    listed = [set(row["clauses"]) for row in subject.edition.contradictions if "clauses" in row]
    listed += [set(row["clauses"]) for row in subject.accepted.get("contradiction", {}).values()]
    speaking: dict[str, list[tuple[str, str]]] = {facet: [] for facet in SINGLE_VALUED}
    for clause, rules in subject.book.by_clause.items():
        for rule in rules:
            for c in rule.conclusions:
                if c.facet in SINGLE_VALUED and c.mode == "states" and isinstance(c.value, str):
                    speaking[c.facet].append((clause, c.value))
    tables = subject.tables
    for facet, said in speaking.items():
        for i, (one, value) in enumerate(said):
            for other, another in said[:i]:
                if value == another or one == other:
                    continue
                if any(one in group and other in group for group in listed):
                    continue
                together = _together(tables[one], tables[other])
                if together:
                    yield Complaint(
                        subject.place(one),
                        "contradiction",
                        f"{other} ({another}) and {one} ({value}) on {facet} in {together} states",
                    )


def _together(one: Any, other: Any) -> int:
    from liuren.rules.axes import PLATE

    if one.axes != PLATE or other.axes != PLATE:
        return 0
    import numpy as np

    a = np.frombuffer(one.packed, dtype=np.uint8)
    b = np.frombuffer(other.packed, dtype=np.uint8)
    return int(np.unpackbits(a & b).sum())
