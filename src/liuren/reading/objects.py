"""The object lexicon: things a cover may hide, coded on the facets (``vocabulary/objects/*.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from liuren.reading import vocabulary
from liuren.terms.records import record


@record
class LexiconObject:
    """One thing: id, labels in four languages, facet → values that are true of it.

    A facet that is left out is not known of it. ``named`` are wordings of the book that name it.
    """

    id: str
    labels: Mapping[str, str]
    attributes: Mapping[str, tuple[str, ...]]
    named: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "labels": dict(self.labels),
            "attributes": {facet: list(codes) for facet, codes in self.attributes.items()},
        }


@cache
def lexicon() -> tuple[LexiconObject, ...]:
    """Every object of the lexicon, in the order of the files."""
    return tuple(LexiconObject(*row) for row in vocabulary.object_rows())


@cache
def index_of() -> Mapping[str, int]:
    """Object id → its place in the lexicon."""
    return {row[0]: index for index, row in enumerate(vocabulary.object_rows())}


@cache
def named_by(wording: str) -> Mapping[int, float]:
    """Index of an object → how far a thing or animal that the book names (``瓶``) is that object.

    1 for an object of that name, ``kindred`` of the weighing at most for one that shares its kinds.
    """
    return vocabulary.called(wording)
