"""Probabilities over a given pool of things, for trials that are scored against chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from liuren.reading import vocabulary
from liuren.reading.candidates import Ranking, chances
from liuren.reading.objects import index_of, lexicon
from liuren.reading.profile import base_rates


class Thing(Protocol):
    """A thing of a pool: an id, and the values that are true of it by facet."""

    @property
    def id(self) -> str: ...
    @property
    def attributes(self) -> Mapping[str, tuple[str, ...]]: ...


def forecast(reading: Any, objects: Sequence[Thing]) -> list[float]:
    """The reading's probability for each of ``objects``, in their order; they sum to 1.

    Every thing starts equal; the formula is that of the candidates. A chart of which no clause speaks
    gives equal probabilities.
    """
    return chances([_points(reading.ranking, thing) for thing in objects])


def _points(ranking: Ranking, thing: Thing) -> float:
    index = index_of().get(thing.id)
    if index is not None and lexicon()[index].attributes == thing.attributes:
        return ranking.points[index]
    return sum(
        term.points_of(thing.attributes.get(term.profile.facet, ()), index)
        for term in ranking.terms
    )


def base_forecast(objects: Sequence[Thing]) -> list[float]:
    """What a reader without a chart says: every thing equally likely."""
    return [1 / len(objects)] * len(objects) if objects else []


def attribute_forecast(reading: Any, facet: str) -> dict[str, float]:
    """The reading's probability of each value of an attribute facet; base rates where it says nothing."""
    bases = base_rates(facet)
    found = reading.profile.facets.get(facet)
    if found is None:
        return dict(bases)
    heed = float(vocabulary.weighing()["heed"])
    return {
        value: (1 - heed) * bases.get(value, 0.0) + heed * chance
        for value, chance in found.probabilities().items()
    }
