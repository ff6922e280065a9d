"""Candidates: the objects of the lexicon ranked by agreement with the profile.

A statement with stake t on a facet says of a thing that answers to it by m (0 … 1)

    points = temper · log2((1 - t) + t · m / l)        l: the thing's luck on the facet

The luck is the part of all that the book says of the facet, over all charts, to which the thing answers; so
a thing to which much of what the book says applies does not come to the top on every chart. A facet on which a thing is not coded says nothing about it. What the book calls by name (things and
animals) counts as one facet more. Points add up, so that every point of the ranking can be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2
from typing import Any

from liuren.reading import vocabulary
from liuren.reading.evidence import Statement
from liuren.reading.likeness import answers
from liuren.reading.objects import LexiconObject, index_of, lexicon, named_by
from liuren.reading.profile import FacetProfile, Profile, Value, facet_profile
from liuren.terms.records import record

#: Facets whose concepts are things, which the lexicon may hold under that name.
_NAMED = ("object", "animal")
#: Facets that say nothing about which thing it is.
_SILENT = ("existence", "time", "distance")
#: The facet of what is called by name.
_BY_NAME = "named"
#: From this likeness on a value is told among the reasons.
_AGREES = 0.5


@record
class Term:
    """What one facet adds, by coding: points, and how much of its statements' trust is met.

    ``own`` is the coding of each object; ``best`` the most that any coding meets; ``luck`` is by coding.
    """

    profile: FacetProfile
    own: Sequence[int]
    points: Sequence[float]
    met: Mapping[int, float]
    best: float
    silent: int | None
    luck: Sequence[float]

    def points_of(self, codes: Iterable[str], index: int | None = None) -> float:
        """Points for a thing coded with ``codes`` on this facet; ``index`` if the lexicon has it."""
        if self.profile.facet == _BY_NAME:
            return self.points[-1 if index is None else index]
        coding = tuple(codes)
        if not coding:
            return 0.0
        facet = self.profile.facet
        known, luck = (
            vocabulary.relations(facet),
            vocabulary.luck_of(facet, coding, self.profile.told),
        )
        return sum(
            _points(value.statement.stake, answers(value.statement.value, coding, known), luck)
            for value in self.profile.values
        )


@record
class Candidate:
    """An object with its points (if the reading is heeded, one more makes it twice as likely).

    ``share`` is its probability among the lexicon, ``times`` how many times that of a thing taken at random, ``fit`` (0 … 1) how much of what could be met of the
    profile it meets.
    """

    thing: LexiconObject
    points: float
    share: float
    fit: float
    terms: tuple[tuple[Term, float], ...]

    @property
    def times(self) -> float:
        """How many times likelier than by chance the reading makes it."""
        return self.share * len(vocabulary.object_rows())

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
            "times": round(self.times, 2),
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
        facet = term.profile.facet
        index = index_of()[self.thing.id]
        if facet == _BY_NAME:
            return [value for value in term.profile.values if index in _matches(value)]
        place = term.own[index]
        return [
            value
            for value in term.profile.values
            if vocabulary.answers_of(facet, value.statement.value).get(place, 0.0) >= _AGREES
        ]


@record
class Ranking:
    """All objects ranked; ``fits`` says whether the best one fits well."""

    terms: tuple[Term, ...]
    points: tuple[float, ...]
    order: tuple[int, ...]

    def nearest(self, count: int) -> list[Candidate]:
        """The best ``count`` objects, whether they fit well or not."""
        shares = chances(self.points)
        return [self._candidate(index, shares[index]) for index in self.order[:count]]

    @property
    def fits(self) -> bool:
        """Whether the best object meets enough of the profile to be called a fit."""
        if not self.terms:
            return False
        least = float(vocabulary.weighing()["fit"])
        return self.points[self.order[0]] > 0 and self._fit(self.order[0]) >= least

    def _candidate(self, index: int, share: float) -> Candidate:
        explained = [(term, term.points[term.own[index]]) for term in self.terms]
        explained.sort(key=lambda pair: -pair[1])
        return Candidate(
            lexicon()[index], self.points[index], share, self._fit(index), tuple(explained)
        )

    def _fit(self, index: int) -> float:
        asked = met = 0.0
        for term in self.terms:
            place = term.own[index]
            if term.best and place != term.silent:
                asked += term.profile.weight
                met += term.profile.weight * term.met.get(place, 0.0) / term.best
        return met / asked if asked else 0.0


def chances(points: Sequence[float]) -> list[float]:
    """Probabilities of things with these points, summing to 1; equal where all points are equal.

    With ``heed`` of the weighing the reading is heeded, and a thing of one more point is twice as likely;
    otherwise every thing is as likely as the others.
    """
    heed, top = float(vocabulary.weighing()["heed"]), max(points, default=0.0)
    odds = [2.0 ** (point - top) for point in points]
    if not odds:
        return []
    stake, rest = heed / sum(odds), (1 - heed) / len(odds)
    return [rest + stake * one for one in odds]


def rank(profile: Profile, named: list[Statement]) -> Ranking:
    """Rank the lexicon by a profile and by the statements on things and animals by name."""
    terms = terms_of(profile, named)
    columns = [list(map(term.points.__getitem__, term.own)) for term in terms]
    count = len(vocabulary.object_rows())
    totals = list(map(sum, zip(*columns, strict=True))) if columns else [0.0] * count
    order = sorted(range(count), key=totals.__getitem__, reverse=True)
    return Ranking(terms, tuple(totals), tuple(order))


def terms_of(profile: Profile, named: list[Statement]) -> tuple[Term, ...]:
    """The terms of the formula: one for each facet of the profile, one for what is named."""
    found = [_facet_term(facet) for name, facet in profile.facets.items() if name not in _SILENT]
    known = [one for one in named if one.facet in _NAMED and named_by(one.labels["zh-Hant"])]
    if known:
        found.append(_name_term(facet_profile(_BY_NAME, known)))
    return tuple(found)


def _facet_term(facet: FacetProfile) -> Term:
    codings, own = vocabulary.codings(facet.facet)
    answered = [vocabulary.answers_of(facet.facet, v.statement.value) for v in facet.values]
    silent = codings.index(()) if () in codings else None
    luck = vocabulary.luck(facet.facet, facet.told)
    return _term(facet, own, answered, luck, len(codings), silent)


def _name_term(facet: FacetProfile) -> Term:
    # Every object is a coding of its own; one more stands for things that the lexicon does not have.
    count = len(vocabulary.object_rows())
    answered = [_matches(value) for value in facet.values]
    luck = vocabulary.luck_by_name()
    return _term(facet, range(count), answered, luck, count + 1, None)


def _term(
    facet: FacetProfile,
    own: Sequence[int],
    answered: Sequence[Mapping[int, float]],
    luck: Sequence[float],
    size: int,
    silent: int | None,
) -> Term:
    temper = float(vocabulary.weighing()["temper"])
    missed = 0.0
    gains: dict[int, float] = {}
    met: dict[int, float] = {}
    for value, found in zip(facet.values, answered, strict=True):
        trust = value.statement.stake
        doubt = 1 - trust
        missed += temper * log2(doubt)
        # (1 - t + t · m / l) / (1 - t)
        odds = trust / doubt
        for place, match in found.items():
            gain = temper * log2(1 + odds * match / luck[place])
            gains[place] = gains.get(place, 0.0) + gain
            met[place] = met.get(place, 0.0) + trust * match
    points = [missed] * size
    for place, more in gains.items():
        points[place] += more
    if silent is not None:
        points[silent] = 0.0
    return Term(facet, own, points, met, max(met.values(), default=0.0), silent, luck)


def _points(trust: float, match: float, luck: float) -> float:
    return float(vocabulary.weighing()["temper"]) * log2(1 - trust + trust * match / luck)


def _matches(value: Value) -> Mapping[int, float]:
    return named_by(value.statement.labels["zh-Hant"])
