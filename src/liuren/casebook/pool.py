"""The pool: the things a target may be, coded beforehand on the same facets.

The object lexicon is the usual pool; a household may bring its own list in the same form.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from liuren.casebook.errors import ImportFileError, TrialError
from liuren.casebook.seal import digest

RECOMMENDED_SIZE = 100


@dataclass(frozen=True, slots=True)
class PoolObject:
    """One thing: id, labels by language, and for each facet the value ids that are true of it."""

    id: str
    labels: Mapping[str, str]
    attributes: Mapping[str, tuple[str, ...]]

    def label(self, language: str) -> str:
        return self.labels.get(language) or self.labels.get("en") or self.id

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "labels": dict(self.labels),
            "attributes": {facet: list(values) for facet, values in self.attributes.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PoolObject:
        attributes = {
            facet: (values,) if isinstance(values, str) else tuple(values)
            for facet, values in data.get("attributes", {}).items()
        }
        return cls(str(data["id"]), dict(data.get("labels", {})), attributes)


@dataclass(frozen=True)
class Pool:
    """A named, versioned list of things. ``digest`` names exactly this content."""

    name: str
    objects: tuple[PoolObject, ...]

    def __post_init__(self) -> None:
        ids = [thing.id for thing in self.objects]
        twice = {one for one in ids if ids.count(one) > 1} if len(set(ids)) < len(ids) else set()
        if twice:
            raise TrialError(
                f"The pool lists {', '.join(sorted(twice))} twice.",
                hint="Give each thing an id of its own.",
            )
        if len(ids) < 2:
            raise TrialError(
                f"The pool has {len(ids)} thing(s); a draw needs at least 2.",
                hint=f"{RECOMMENDED_SIZE} or more are recommended.",
            )

    @cached_property
    def digest(self) -> str:
        return digest(self.to_dict())

    @cached_property
    def by_id(self) -> Mapping[str, PoolObject]:
        return {thing.id: thing for thing in self.objects}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(thing.id for thing in self.objects)

    def pick(self, ids: Iterable[str]) -> list[PoolObject]:
        return [self.by_id[one] for one in ids]

    @cached_property
    def base_rates(self) -> Mapping[str, Mapping[str, float]]:
        """Facet -> value -> share of the pool.

        A thing with m values of a facet gives 1/m to each; things not coded on a facet are left
        out of that facet's total. Each facet sums to 1.
        """
        rates: dict[str, dict[str, float]] = {}
        for thing in self.objects:
            for facet, values in thing.attributes.items():
                for value in values:
                    of_facet = rates.setdefault(facet, {})
                    of_facet[value] = of_facet.get(value, 0.0) + 1 / len(values)
        return {
            facet: {value: share / sum(shares.values()) for value, share in sorted(shares.items())}
            for facet, shares in sorted(rates.items())
        }

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "objects": [thing.to_dict() for thing in self.objects]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Pool:
        return cls(str(data["name"]), tuple(PoolObject.from_dict(one) for one in data["objects"]))


def load_pool(path: str | Path) -> Pool:
    """Read a pool from a JSON or TOML file: ``name`` and ``objects`` (``id``, ``labels``, ``attributes``).

    Raises ``ImportFileError`` when the file is missing or not of that form.
    """
    source = Path(path)
    try:
        text = source.read_text(encoding="utf-8")
        data = tomllib.loads(text) if source.suffix == ".toml" else json.loads(text)
        return Pool.from_dict(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ImportFileError(
            f"{source} cannot be read as a pool: {getattr(error, 'strerror', None) or error}.",
            hint='Expected {"name": …, "objects": [{"id": …, "labels": {…}, "attributes": {…}}]}.',
        ) from None
