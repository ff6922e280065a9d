"""Candidates: the objects of the lexicon ranked by agreement with the profile.

For every facet with reach R (see ``profile``) and values v with weights w (their sum is R), a thing
that answers to v by m (0 … 1) is

    (1 - R) + Σ w · m / b        b = (Σ m over the lexicon + 1) / (number coded + 2)

times as likely as an average thing; a facet on which a thing is not coded says nothing about it. What
the book calls by name (things and animals) counts as one facet more. Points are log2 of the product:
each facet adds its own, so every point of the ranking can be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log2
from typing import Any

from liuren.reading import vocabulary
from liuren.reading.evidence import Statement
from liuren.reading.likeness import answers
from liuren.reading.objects import LexiconObject, index_of, lexicon, named_by
from liuren.reading.profile import FacetProfile, Profile, Value, facet_profile

#: Facets whose concepts are things, which the lexicon may hold under that name.
_NAMED = ("object", "animal")
#: Facets that say nothing about which thing it is.
_SILENT = ("existence", "time", "distance")


@dataclass(frozen=True, slots=True)
class Term:
    """What one facet adds. Points (log2): ``hits`` by object index, ``miss`` for one coded otherwise.

    ``answered`` is Σ w·m by object index and ``best`` its greatest value.
    """

    profile: FacetProfile
    miss: float
    hits: Mapping[int, float]
    answered: Mapping[int, float]
    best: float
    uncoded: tuple[int, ...]
    bases: tuple[float, ...]

    def points(self, index: int) -> float:
        """Points of this facet for the object at ``index``."""
        if index in self.hits:
            return self.hits[index]
        return 0.0 if index in self.uncoded else self.miss

    def points_of(self, codes: Iterable[str], index: int | None = None) -> float:
        """Points for a thing that is not in the lexicon, coded with ``codes`` on this facet."""
        if self.profile.facet == "named":
            return self.points(index) if index is not None else self.miss
        own = tuple(codes)
        if not own:
            return 0.0
        known = vocabulary.relations(self.profile.facet)
        ratio = 1 - self.profile.reach
        for value, base in zip(self.profile.values, self.bases, strict=True):
            ratio += value.weight * answers(value.statement.value, own, known) / base
        return log2(ratio)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An object with its points (log2 of how many times likelier than an average thing).

    ``share`` is its probability among the lexicon, ``fit`` (0 … 1) how much of what could be met of the
    profile it meets.
    """

    thing: LexiconObject
    points: float
    share: float
    fit: float
    terms: tuple[tuple[Term, float], ...]

    def to_dict(self) -> dict[str, Any]:
        rows = [self._row(term, points) for term, points in self.terms]
        because = dict.fromkeys(
            clause for row in rows if row["points"] > 0 for clause in row["clauses"]
        )
        return {
            "object": self.thing.id,
            "labels": dict(self.thing.labels),
            "weight": round(self.points, 3),
            "share": round(self.share, 5),
            "fit": round(self.fit, 3),
            "because": list(because),
            "points": rows,
        }

    def _row(self, term: Term, points: float) -> dict[str, Any]:
        agreeing = self._agreeing(term)
        return {
            "facet": term.profile.facet,
            "points": round(points, 3),
            "values": [value.statement.value for value in agreeing],
            "clauses": [clause for value in agreeing for clause in value.statement.clauses],
        }

    def _agreeing(self, term: Term) -> list[Value]:
        index = index_of()[self.thing.id]
        if term.profile.facet == "named":
            names = [
                (value, named_by(value.statement.labels["zh-Hant"]))
                for value in term.profile.values
            ]
            return [value for value, found in names if found.get(index, 0.0) > 0]
        facet = term.profile.facet
        return [
            value
            for value in term.profile.values
            if vocabulary.matches(facet, value.statement.value).get(index, 0.0) >= 0.5
        ]


@dataclass(frozen=True, slots=True)
class Ranking:
    """All objects ranked; ``fits`` says whether the best one fits well."""

    terms: tuple[Term, ...]
    points: tuple[float, ...]
    order: tuple[int, ...]

    def nearest(self, count: int) -> list[Candidate]:
        """The best ``count`` objects, whether they fit well or not."""
        total = sum(2.0**point for point in self.points)
        return [self._candidate(index, total) for index in self.order[:count]]

    @property
    def fits(self) -> bool:
        """Whether the best object meets enough of the profile to be called a fit."""
        if not self.terms:
            return False
        least = float(vocabulary.weighing()["fit"])
        return self.points[self.order[0]] > 0 and self._fit(self.order[0]) >= least

    def _candidate(self, index: int, total: float) -> Candidate:
        explained = [(term, term.points(index)) for term in self.terms]
        explained.sort(key=lambda pair: -pair[1])
        share = 2.0 ** self.points[index] / total
        return Candidate(
            lexicon()[index], self.points[index], share, self._fit(index), tuple(explained)
        )

    def _fit(self, index: int) -> float:
        asked = met = 0.0
        for term in self.terms:
            if term.best and index not in term.uncoded:
                asked += term.profile.reach
                met += term.profile.reach * term.answered.get(index, 0.0) / term.best
        return met / asked if asked else 0.0


def rank(profile: Profile, named: list[Statement]) -> Ranking:
    """Rank the lexicon by a profile and by the statements on things and animals by name."""
    terms = terms_of(profile, named)
    count = len(vocabulary.object_rows())
    totals = [sum(term.miss for term in terms)] * count
    for term in terms:
        miss = term.miss
        for index in term.uncoded:
            totals[index] -= miss
        for index, points in term.hits.items():
            totals[index] += points - miss
    order = sorted(range(count), key=totals.__getitem__, reverse=True)
    return Ranking(terms, tuple(totals), tuple(order))


def terms_of(profile: Profile, named: list[Statement]) -> tuple[Term, ...]:
    """The terms of the formula: one for each facet of the profile, one for what is named."""
    found = [
        _term(facet, [vocabulary.matches(name, v.statement.value) for v in facet.values], name)
        for name, facet in profile.facets.items()
        if name not in _SILENT
    ]
    known = [(one, named_by(one.labels["zh-Hant"])) for one in named if one.facet in _NAMED]
    known = [(one, matches) for one, matches in known if matches]
    if known:
        facet = facet_profile("named", [one for one, _ in known])
        by_value = {(one.facet, one.value): matches for one, matches in known}
        matches = [by_value[v.statement.facet, v.statement.value] for v in facet.values]
        found.append(_term(facet, matches, "named"))
    return tuple(found)


def _term(facet: FacetProfile, matches: list[Mapping[int, float]], name: str) -> Term:
    count = len(vocabulary.object_rows()) if name == "named" else vocabulary.coded(name)
    bases = tuple((sum(match.values()) + 1) / (count + 2) for match in matches)
    ratios: dict[int, float] = {}
    answered: dict[int, float] = {}
    for value, match, base in zip(facet.values, matches, bases, strict=True):
        weight = value.weight
        each = weight / base
        for index, likeness in match.items():
            ratios[index] = ratios.get(index, 0.0) + each * likeness
            answered[index] = answered.get(index, 0.0) + weight * likeness
    unsaid = 1 - facet.reach
    hits = {index: log2(unsaid + ratio) for index, ratio in ratios.items()}
    best = max(answered.values(), default=0.0)
    missing = () if name == "named" else vocabulary.uncoded(name)
    return Term(facet, log2(unsaid), hits, answered, best, missing, bases)
