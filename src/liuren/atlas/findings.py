"""Packed truths of many charts by look-up: which clauses fire, which values are stated.

A chart of the 17,280 states is a row of the truth matrix. A chart cast otherwise (another general, another
month, night by the sun) is a row of a slice that is worked out when the first such chart comes: all days,
hours, generals, by day and by night, for one month and one solar term. Clauses that read facts from outside
the plate (year, annual branch, querent …) are decided on the charts themselves where such a fact is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from liuren.atlas.casts import Casts
from liuren.charts.positions import JinkoujueStates
from liuren.charts.states import LiurenStates, daylight
from liuren.rules import tables as truth
from liuren.rules import tree
from liuren.rules.arrays import ArrayEvaluator
from liuren.rules.axes import PLATE
from liuren.rules.facts import topic
from liuren.rules.jinkoujue_columns import JinkoujueColumns
from liuren.rules.liuren_columns import LiurenColumns
from liuren.rules.rulebook import Rulebook
from liuren.terms.convention import Convention

Bits = NDArray[np.uint8]

#: Axis of the truth tables → part of the casts.
_LIUREN_AXES: Final = {
    "year": "year", "annual": "age_branch", "natal": "birth", "direction": "direction",
    "querent": "querent", "sex": "sex", "topic": "topic", "season": "season",
}  # fmt: skip
_JINKOUJUE_AXES: Final = {
    "month": "month", "year": "year", "annual": "age_branch", "annual-pillar": "age_pillar",
    "natal": "birth", "natal-pillar": "birth_pillar", "great-run": "great_run", "sex": "sex", "topic": "topic",
    "hour": "hour", "month-general": "general", "guest": "guest", "day": "day", "term": "term",
}  # fmt: skip
#: Months, terms and seasons, each with one more for what is not known.
_DATES: Final = (13, 25, 5)
#: One slice: days, hours, generals, night and day.
_SLICE: Final = (60, 12, 12, 2)
_PLAIN: Final = ("stem-of-day", "daytime", "general", "seat")
_PLAIN_SHAPE: Final = (10, 2, 12, 12)


@lru_cache(maxsize=64)
def _octet_lists(width: int) -> pa.Array:
    """For every place of an octet and every octet the numbers of the names whose bits are set in it."""
    bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1)
    octets, within = np.nonzero(np.tile(bits, (width, 1)))
    values = (octets // 256 * 8 + within).astype(np.int16)
    counts = np.bincount(octets, minlength=width * 256)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values))


class Findings:
    """Packed truths of many charts: ``packed`` (charts, bytes), bit i the clause (or value) ``names[i]``."""

    def __init__(self, packed: Bits, names: tuple[str, ...]) -> None:
        self.packed, self.names = packed, names

    def __len__(self) -> int:
        return len(self.packed)

    @property
    def truth(self) -> NDArray[np.bool_]:
        """The truths unpacked, (charts, names)."""
        bits = np.unpackbits(self.packed, axis=1, count=len(self.names))
        return bits.astype(np.bool_)

    def counts(self) -> NDArray[np.int16]:
        """How many names hold on each chart."""
        found: NDArray[np.int16] = np.bitwise_count(self.packed).sum(axis=1, dtype=np.int16)
        return found

    def binary(self) -> pa.Array:
        """The packed bits as one binary value a chart."""
        width = self.packed.shape[1]
        buffer = pa.py_buffer(np.ascontiguousarray(self.packed))
        return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(self), [None, buffer])

    def lists(self) -> pa.Array:
        """The names that hold on each chart, in their order."""
        filled = np.flatnonzero(self.packed)
        places = (filled % self.packed.shape[1]).astype(np.int32)
        octets = self.packed.ravel()[filled]
        lists = _octet_lists(self.packed.shape[1]).take(pa.array(places * 256 + octets))
        ends = np.cumsum(self.counts(), dtype=np.int32)
        offsets = np.concatenate([np.zeros(1, dtype=np.int32), ends])
        values = pa.DictionaryArray.from_arrays(lists.flatten(), pa.array(self.names, pa.string()))
        return pa.ListArray.from_arrays(pa.array(offsets), values)


class LookUp:
    """Named conditions of a work under a convention, with their truth tables, ready for arrays of casts."""

    def __init__(
        self,
        book: Rulebook,
        conditions: Mapping[str, tree.Condition],
        tables: Mapping[str, truth.Table],
    ) -> None:
        self.book, self.conditions, self.tables = book, conditions, tables
        self.names = tuple(conditions)
        self.width = (len(self.names) + 7) // 8
        self.convention = book.convention
        self._slices: dict[tuple[int, int, int], Bits] = {}

    @property
    def method(self) -> str:
        """The art of the work."""
        return self.book.source.method

    @cached_property
    def matrix(self) -> Bits:
        """Packed bits on each of the 17,280 states, nothing known from outside; (17280, bytes)."""
        return truth.matrix(self.tables[name] for name in self.names)

    def states(self, index: NDArray[Any], out: Bits | None = None) -> Bits:
        """Packed bits of states by their number (day · 24 + term) · 12 + hour."""
        return self.matrix.take(index, axis=0, out=out, mode="clip" if out is not None else "raise")

    def of(self, casts: Casts) -> Findings:
        """Packed bits of casts."""
        if not len(casts):
            return Findings(np.zeros((0, self.width), dtype=np.uint8), self.names)
        if self.convention["earth_season"] == "last_18_days":
            casts = casts.with_earth_days()
        packed = self._liuren(casts) if self.method == "liuren" else self._jinkoujue(casts)
        return Findings(packed, self.names)

    # -------------------------------------------------------------- 大六壬

    def _liuren(self, casts: Casts) -> Bits:
        whole = self._is_state(casts)
        index = (casts["day"].astype(np.int32) * 24 + casts["term"]) * 12 + casts["hour"]
        if whole.all():
            packed = self.states(index)
        else:
            packed = np.empty((len(casts), self.width), dtype=np.uint8)
            packed[whole] = self.states(index[whole])
            self._by_slices(packed, casts, ~whole)
        self._overlay(packed, casts, _LIUREN_AXES)
        return packed

    def _is_state(self, casts: Casts) -> NDArray[np.bool_]:
        """Which casts are one of the 17,280 states: month, general, day or night as the term and hour say."""
        term = casts["term"].astype(np.int32)
        general = (
            (11 - term // 2) % 12
            if self.convention["month_general"] in ("jie", "lunar_month")
            else (11 - (term - 1) // 2) % 12
        )
        found: NDArray[np.bool_] = (
            (term >= 0)
            & (casts["month"] == (2 + term // 2) % 12)
            & (casts["general"] == general)
            & ((casts["daytime"] == 1) == daylight(casts["hour"], self.convention))
        )
        return found

    def _by_slices(self, packed: Bits, casts: Casts, rows: NDArray[np.bool_]) -> None:
        index = np.ravel_multi_index(
            tuple(np.maximum(casts[n], 0) for n in ("day", "hour", "general", "daytime")), _SLICE
        )
        parts = [casts[name].astype(np.int32) + 1 for name in ("month", "term", "season")]
        keys = np.ravel_multi_index(tuple(parts), _DATES)
        for key in np.unique(keys[rows]).tolist():
            here = np.flatnonzero(rows & (keys == key))
            month, term, season = (int(part) - 1 for part in np.unravel_index(key, _DATES))
            packed[here] = self._slice(month, term, season).take(index[here], axis=0)

    def _slice(self, month: int, term: int, season: int) -> Bits:
        known = self._slices.get((month, term, season))
        if known is None:
            day, hour, general, light = np.ogrid[:60, :12, :12, :2]
            states = LiurenStates(
                day,
                hour,
                general,
                None if month < 0 else month,
                light > 0,
                self.convention,
                None if term < 0 else term,
            )
            told = {"season": np.asarray(season, dtype=np.int16)}
            decide = ArrayEvaluator(LiurenColumns(states, told))
            every = [
                np.broadcast_to(decide.decide(condition), _SLICE).ravel()
                for condition in self.conditions.values()
            ]
            known = self._slices[month, term, season] = np.packbits(np.stack(every, axis=1), axis=1)
        return known

    # -------------------------------------------------------------- facts from outside

    def _overlay(self, packed: Bits, casts: Casts, axes: dict[str, str]) -> None:
        """Decide the clauses that read a given fact from outside on the charts themselves."""
        given = {axis: casts[part] for axis, part in axes.items() if (casts[part] >= 0).any()}
        if "topic" in given:
            given["topic"] = self._topics(casts)
        wanted = [
            (place, name)
            for place, name in enumerate(self.names)
            if any(axis in given for axis in self._outside[name])
        ]
        if not wanted:
            return
        dated = casts["term"] >= 0
        for rows in (np.flatnonzero(dated), np.flatnonzero(~dated)):
            if len(rows) == len(casts):
                self._decide(packed, wanted, self._evaluator(casts, given))
            elif len(rows):
                part = packed[rows]
                some = {axis: values[rows] for axis, values in given.items()}
                self._decide(part, wanted, self._evaluator(casts.take(rows), some))
                packed[rows] = part

    def _decide(self, packed: Bits, wanted: list[tuple[int, str]], decide: ArrayEvaluator) -> None:
        for place, name in wanted:
            holds = np.broadcast_to(decide.decide(self.conditions[name]), len(packed))
            mask = np.uint8(128 >> place % 8)
            column = packed[:, place // 8]
            packed[:, place // 8] = (column & ~mask) | np.where(holds, mask, np.uint8(0))

    def _evaluator(self, casts: Casts, given: dict[str, Any]) -> ArrayEvaluator:
        c = casts
        if self.method == "jinkoujue":
            states = JinkoujueStates(
                c["day"],
                c["hour"],
                c["general"],
                c["seat"],
                c["daytime"] == 1,
                c["guest"],
                None,
                self.convention,
            )
            return ArrayEvaluator(JinkoujueColumns(states, given))
        small = {n: c[n].astype(np.uint8) for n in ("day", "hour", "general")}
        month = c["month"] if (c["month"] >= 0).all() else None
        term = c["term"] if (c["term"] >= 0).all() else None
        plate = LiurenStates(
            **small,
            month=month,
            daytime=c["daytime"] == 1,
            convention=self.convention,
            term=term,
        )
        columns = LiurenColumns(plate, given)
        if month is None:
            columns.month = c["month"]
        return ArrayEvaluator(columns)

    def _topics(self, casts: Casts) -> NDArray[np.int16]:
        """The topics of the casts as the rules number them, −1 for one that no rule reads."""
        masks = [topic(name) for name in casts.topics]
        numbers = np.array([mask.bit_length() - 1 for mask in masks] + [-1], dtype=np.int16)
        return numbers[casts["topic"]]

    @cached_property
    def _outside(self) -> dict[str, tuple[str, ...]]:
        """Name → the axes it reads that no matrix holds."""
        held = PLATE if self.method == "liuren" else _PLAIN
        return {
            name: tuple(axis for axis in self.tables[name].axes if axis not in held)
            for name in self.names
        }

    # -------------------------------------------------------------- 金口訣

    def _jinkoujue(self, casts: Casts) -> Bits:
        states = JinkoujueStates(
            casts["day"],
            casts["hour"],
            casts["general"],
            casts["seat"],
            casts["daytime"] == 1,
            1,
            None,
            self.convention,
        )
        index = np.ravel_multi_index(
            (casts["day"] % 10, 1 - casts["daytime"], states.general, casts["seat"]), _PLAIN_SHAPE
        )
        packed = self._positions.take(index, axis=0)
        later = np.flatnonzero(casts["guest"] != 1)
        self._overlay(packed, casts, _JINKOUJUE_AXES)
        if len(later):
            self._every(packed, casts, later)
        return packed

    def _every(self, packed: Bits, casts: Casts, rows: NDArray[np.int64]) -> None:
        """Charts of later guests, whose stem does not follow from the day: every clause on the chart."""
        some = casts.take(rows)
        given = {a: some[p] for a, p in _JINKOUJUE_AXES.items() if (some[p] >= 0).any()}
        if "topic" in given:
            given["topic"] = self._topics(some)
        part = np.zeros((len(rows), self.width), dtype=np.uint8)
        self._decide(part, list(enumerate(self.names)), self._evaluator(some, given))
        packed[rows] = part

    @cached_property
    def _positions(self) -> Bits:
        """Bits on each combination of day stem, day or night, 將神 and seat, nothing else known."""
        found = np.zeros((*_PLAIN_SHAPE, len(self.names)), dtype=np.bool_)
        for place, name in enumerate(self.names):
            table = self.tables[name]
            held = [axis in _PLAIN for axis in table.axes]
            values = table.truth[tuple(slice(None) if h else -1 for h in held)]
            sizes = dict(zip(table.axes, table.shape, strict=True))
            shape = tuple(sizes.get(axis, 1) for axis in _PLAIN)
            found[..., place] = values.reshape(shape)
        return np.packbits(found.reshape(-1, len(self.names)), axis=1)


@lru_cache(maxsize=truth.KEPT)
def findings(work: str, convention: Convention) -> LookUp:
    """The look-up of the clauses of a work under a convention, made once."""
    found = truth.tables(work, convention)
    return LookUp(found.book, truth.conditions(found.book), found.tables)
