"""Findings as evidence: each with its standing, its trust by the formula, and whether it is on topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from liuren.reading import vocabulary
from liuren.reading.salience import Definitions, Standing
from liuren.rules import tree
from liuren.terms.records import field, record, replace


class Finding(Protocol):
    """What the rules found: one conclusion of one clause that holds on the chart."""

    @property
    def clause(self) -> str: ...
    @property
    def facet(self) -> str: ...
    @property
    def attribute(self) -> str | None: ...
    @property
    def concept(self) -> str: ...
    @property
    def labels(self) -> Mapping[str, str]: ...
    @property
    def mode(self) -> str: ...
    @property
    def variant(self) -> Any: ...
    @property
    def rarity(self) -> Any: ...
    @property
    def also(self) -> tuple[str, ...]: ...
    @property
    def condition(self) -> tree.Condition: ...
    @property
    def definitions(self) -> Definitions: ...
    @property
    def trace(self) -> Any: ...


@record
class Evidence:
    """A finding with the judgement of this room.

    ``trust`` is the probability that the statement points to the truth (0 … 1), before statements on
    the same facet are put together; ``agrees`` are the other clauses that say the same here.
    """

    finding: Finding
    standing: Standing
    trust: float
    prosperous: bool
    on_topic: bool
    agrees: tuple[str, ...] = ()

    @property
    def facet(self) -> str:
        """The facet, and for an attribute the attribute (colour, shape …)."""
        return self.finding.attribute or self.finding.facet

    @property
    def pointer(self) -> int | str:
        """What points on the chart: the spirit that the clause stands on, else its place."""
        standing = self.standing
        return standing.place if standing.spirit is None else standing.spirit

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the finding executes."""
        return (self.finding.clause, *self.finding.also)

    @property
    def value(self) -> str:
        """The concept without its facet."""
        return vocabulary.short(self.facet, self.finding.concept)


@record
class Statement:
    """What the evidence says of one facet: a value, how far it is trusted, and by which clauses.

    ``stake`` is the trust that candidates gain or lose by: that of a pointer which says several things of one
    facet (角全, 四角 and 方 of one spirit) is divided among them. ``overruled`` tells by what some of the clauses
    are overruled, ``set_aside`` that all of them are.
    """

    facet: str
    value: str
    labels: Mapping[str, str]
    trust: float
    stake: float
    clauses: tuple[str, ...]
    overruled: tuple[tuple[str, str], ...] = ()
    custom: bool = field(default=False)
    set_aside: bool = field(default=False)


def trust(finding: Finding, standing: Standing, prosperous: bool) -> float:
    """Trust of one finding by the formula of ``weighing.toml``."""
    numbers = vocabulary.weighing()
    found: float = numbers["trust"] * numbers["salience"][standing.rank - 1] * numbers[finding.mode]
    if finding.variant:
        found *= numbers["variant"]
    share = _share(finding.rarity)
    if share is not None:
        found *= 1 - numbers["common"] * share
    if prosperous:
        found *= numbers["prosperous"]
    return min(found, float(numbers["ceiling"]))


def _share(rarity: Any) -> float | None:
    if not rarity:
        return None
    states = rarity["states"]
    return rarity["fires"] / states if states else None


def overruled(evidence: Iterable[Evidence]) -> dict[int, tuple[str, str]]:
    """Place in ``evidence`` → (contradiction, clause) by which a statement is overruled."""
    by_facet: dict[str, list[tuple[int, Evidence]]] = {}
    for place, one in enumerate(evidence):
        by_facet.setdefault(one.facet, []).append((place, one))
    found: dict[int, tuple[str, str]] = {}
    for rule in vocabulary.weighing()["priority"]:
        speaking = by_facet.get(rule["facet"], [])
        if len(speaking) < 2:
            continue
        stronger: list[Evidence] = []
        for group in rule["order"]:
            members = [(i, e) for i, e in speaking if _listed(e.finding.clause, group)]
            for index, one in members:
                if stronger and all(one.value != other.value for other in stronger):
                    found.setdefault(index, (rule["id"], stronger[0].finding.clause))
            stronger.extend(one for _, one in members)
    return found


def _listed(clause: str, group: list[str]) -> bool:
    return any(
        clause == name or (name.endswith("*") and clause.startswith(name[:-1])) for name in group
    )


def statements(
    evidence: list[Evidence], select: Callable[[Evidence], bool] = lambda _: True
) -> list[Statement]:
    """Evidence put together by facet and value; trust of several pointers is 1 - Π(1 - trust).

    Clauses that say the same of one spirit (wuse.4, wuse.14 and wstable.15 of a 初傳 that is 死) are one
    pointer, which has the trust of the strongest of them. A clause that names several values of one facet
    (青黑黃白) divides its trust among them.
    """
    against = overruled(evidence)
    named: dict[tuple[str, str], int] = {}
    for one in evidence:
        key = (one.finding.clause, one.facet)
        named[key] = named.get(key, 0) + 1
    weakened = float(vocabulary.weighing()["overruled"])
    gathered: dict[tuple[str, str], list[tuple[Evidence, tuple[str, str] | None]]] = {}
    trusted: dict[tuple[str, str], dict[int | str, float]] = {}
    pointing = _Pointing()
    for index, one in enumerate(evidence):
        if select(one):
            key, rule = (one.facet, one.value), against.get(index)
            gathered.setdefault(key, []).append((one, rule))
            whole = one.trust * weakened if rule else one.trust
            part = whole / named[one.finding.clause, one.facet]
            of_pointers = trusted.setdefault(key, {})
            of_pointers[one.pointer] = max(part, of_pointers.get(one.pointer, 0.0))
            pointing.note(one, whole)
    pointing.add_up(trusted)
    found = []
    for (facet, value), members in gathered.items():
        parts = trusted[facet, value]
        found.append(
            Statement(
                facet,
                value,
                members[0][0].finding.labels,
                _together(parts.values()),
                _together(t * pointing.share(facet, pointer) for pointer, t in parts.items()),
                members[0][0].clauses if len(members) == 1 else _clauses(members),
                tuple(dict.fromkeys(rule for _, rule in members if rule)),
                set_aside=all(rule for _, rule in members),
            )
        )
    return found


class _Pointing:
    """What each pointer says of each facet: its own trust, and that of all its values added up."""

    def __init__(self) -> None:
        self._own: dict[tuple[str, int | str], float] = {}
        self._said: dict[tuple[str, int | str], float] = {}

    def note(self, one: Evidence, trust: float) -> None:
        key = (one.facet, one.pointer)
        self._own[key] = max(trust, self._own.get(key, 0.0))

    def add_up(self, trusted: Mapping[tuple[str, str], Mapping[int | str, float]]) -> None:
        for (facet, _), parts in trusted.items():
            for pointer, trust in parts.items():
                key = (facet, pointer)
                self._said[key] = self._said.get(key, 0.0) + trust

    def share(self, facet: str, pointer: int | str) -> float:
        """The part of each value's trust that is staked, so that they add up to the pointer's at most."""
        key = (facet, pointer)
        return min(1.0, self._own[key] / self._said[key])


def _together(trusts: Iterable[float]) -> float:
    doubt = 1.0
    for trust in trusts:
        doubt *= 1 - trust
    return min(1 - doubt, float(vocabulary.weighing()["ceiling"]))


def _clauses(members: list[tuple[Evidence, tuple[str, str] | None]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for one, _ in members for clause in one.clauses))


def taste_if_edible(stated: list[Statement]) -> list[Statement]:
    """Taste counts for little when the thing is said not to be food (shefu:shiwei.2)."""
    edible = {one.value: one.trust for one in stated if one.facet == "edible"}
    if edible.get("no", 0.0) <= edible.get("yes", 0.0):
        return stated
    part = float(vocabulary.weighing()["taste-of-no-food"])
    return [
        replace(one, trust=one.trust * part, stake=one.stake * part)
        if one.facet == "taste"
        else one
        for one in stated
    ]
