"""The object's profile: for each facet the values stated, how far, by which clauses and against which.

``weight`` of a value is the trust of its statement, the probability that the clauses which make it point to
the truth. ``probabilities`` of a facet put all its statements and the lexicon's base rates together by
Bayes' rule; clauses that contradict each other leave them near the base rates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from liuren.reading import vocabulary
from liuren.reading.evidence import Statement
from liuren.reading.likeness import answers
from liuren.terms.records import record

#: The keys of the profile in the order shown, and the facets each gathers.
KEYS: dict[str, tuple[str, ...]] = {
    "exists": ("existence",),
    "usefulness": ("usefulness",),
    "kind": ("kind",),
    "colour": ("colour",),
    "shape": ("shape",),
    "size": ("size",),
    "texture": ("texture",),
    "taste": ("taste",),
    "edible": ("edible",),
    "hollow": ("hollow",),
    "alive": ("alive",),
    "habitat": ("habitat",),
    "age": ("age",),
    "completeness": ("completeness",),
    "number": ("number",),
    "origin": ("origin",),
    "motion": ("motion",),
    "distance": ("distance",),
    "time": ("time",),
    "surface_and_inside": ("surface", "inside"),
}

# Existence: what makes a cover empty, and what makes its content doubtful.
_EMPTY = ("nothing",)
_DOUBTFUL = ("deceit", "unreal")


@record
class Value:
    """One value of a facet with its statement, and the clauses that say something else."""

    statement: Statement
    against: tuple[str, ...]

    @property
    def weight(self) -> float:
        """Trust of the statement (0 … 1)."""
        return self.statement.trust

    def to_dict(self, *, counted: bool = False) -> dict[str, Any]:
        """Plain data; ``counted`` gives in how many charts the book states the value (else None)."""
        stated = self.statement
        rarity = vocabulary.stated_in(stated.facet, stated.value) if counted else None
        found: dict[str, Any] = {
            "value": stated.value,
            "facet": stated.facet,
            "labels": dict(stated.labels),
            "weight": round(self.weight, 4),
            "clauses": list(stated.clauses),
            "against": list(self.against),
            "rarity": rarity,
            "overruled_by": [{"rule": rule, "clause": clause} for rule, clause in stated.overruled],
            "set_aside": stated.set_aside,
        }
        if stated.custom:
            found["custom"] = True
        return found


@record
class FacetProfile:
    """The values stated of one facet, strongest first; ``told`` says by whose habits luck is reckoned."""

    facet: str
    values: tuple[Value, ...]
    told: str = "values"

    @property
    def weight(self) -> float:
        """Weight of the strongest value (0 … 1)."""
        return self.values[0].weight if self.values else 0.0

    def probabilities(self) -> dict[str, float]:
        """Probability of each value of the facet, by Bayes' rule from the lexicon's base rates.

        A statement with stake t that names u multiplies value v by (1 - t) + t · likeness(u, v) / luck(v).
        """
        chances = dict(base_rates(self.facet))
        known = vocabulary.relations(self.facet)
        for value in self.values:
            chances.setdefault(value.statement.value, 1 / len(vocabulary.object_rows()))
        for value in self.values:
            stated, stake = value.statement.value, value.statement.stake
            for other in chances:
                luck = vocabulary.luck_of(self.facet, (other,), self.told)
                chances[other] *= 1 - stake + stake * answers(stated, (other,), known) / luck
        total = sum(chances.values())
        return {value: chance / total for value, chance in chances.items()}


@record
class Profile:
    """The facets of which something is said."""

    facets: Mapping[str, FacetProfile]

    @property
    def existence(self) -> str:
        """``nothing``, ``doubtful``, ``something`` (said by a clause) or ``presumed`` (nobody says)."""
        found = self.facets.get("existence")
        if found is None:
            return "presumed"
        weights = {value.statement.value: value.weight for value in found.values}
        empty = sum(weights.get(value, 0.0) for value in _EMPTY)
        doubtful = sum(weights.get(value, 0.0) for value in _DOUBTFUL)
        there = weights.get("something", 0.0)
        if empty >= max(doubtful, there, float(vocabulary.weighing()["empty"])):
            return "nothing"
        doubtful = max(doubtful, empty)
        if doubtful > 0 and doubtful >= there:
            return "doubtful"
        return "something" if there else "presumed"

    def best(self, facet: str, least: float = 0.0) -> list[Value]:
        """The values of a facet with at least this weight, strongest first."""
        found = self.facets.get(facet)
        return [value for value in found.values if value.weight >= least] if found else []

    def to_dict(self, *, counted: bool = False) -> dict[str, Any]:
        """The documented keys; ``counted`` where the census of values speaks of this reading."""
        shown: dict[str, Any] = {}
        for key, facets in KEYS.items():
            found = [self.facets[facet] for facet in facets if facet in self.facets]
            entry: dict[str, Any] = {
                "values": [
                    value.to_dict(counted=counted) for facet in found for value in facet.values
                ],
                "weight": round(max((facet.weight for facet in found), default=0.0), 4),
            }
            if key == "exists":
                entry["verdict"] = self.existence
            shown[key] = entry
        return shown


def build_profile(stated: Iterable[Statement], told: str = "values") -> Profile:
    """The profile of statements on attribute facets; others are left out.

    ``told``: ``values`` for what the she fu book states, ``positions`` for what a 金口訣 chart does.
    """
    attributes = {facet for facet, row in vocabulary.facets().items() if row["attribute"]}
    by_facet: dict[str, list[Statement]] = {}
    for one in stated:
        if one.facet in attributes:
            by_facet.setdefault(one.facet, []).append(one)
    return Profile(
        {
            facet: facet_profile(facet, by_facet[facet], told)
            for facet in vocabulary.facets()
            if facet in by_facet
        }
    )


def facet_profile(facet: str, stated: list[Statement], told: str = "values") -> FacetProfile:
    """The statements on one facet, strongest first."""
    ordered = sorted(stated, key=lambda one: -one.trust)
    values = tuple(Value(one, _against(one, ordered)) for one in ordered)
    return FacetProfile(facet, values, told)


def _against(one: Statement, stated: list[Statement]) -> tuple[str, ...]:
    own = set(one.clauses)
    others = (clause for other in stated if other is not one for clause in other.clauses)
    return tuple(dict.fromkeys(clause for clause in others if clause not in own))


@cache
def base_rates(facet: str) -> Mapping[str, float]:
    """Share of each value in the lexicon; a thing with m values gives 1/m to each. Sums to 1."""
    shares: dict[str, float] = {}
    count = 0
    for _, _, codes, _ in vocabulary.object_rows():
        own = codes.get(facet, ())
        count += bool(own)
        for value in own:
            shares[value] = shares.get(value, 0.0) + 1 / len(own)
    return {value: share / count for value, share in shares.items()} if count else {}
