"""All charts at once: array evaluators over the whole space, every axis along a dimension of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from liuren.charts.positions import JinkoujueStates
from liuren.charts.states import LiurenStates, all_states
from liuren.rules.arrays import ArrayEvaluator
from liuren.rules.axes import JINKOUJUE, JINKOUJUE_OUTSIDE, OUTSIDE, PLATE
from liuren.rules.columns import Column
from liuren.rules.jinkoujue_columns import JinkoujueColumns
from liuren.rules.liuren_columns import LiurenColumns
from liuren.terms.convention import Convention, registry


def evaluator(
    method: str, convention: Convention, names: tuple[str, ...] = ()
) -> tuple[ArrayEvaluator, tuple[str, ...]]:
    """The array evaluator over the whole space, and all axes in the order of its dimensions.

    ``names`` are the axes that may vary (of 金口訣). Conventions that differ only in how the books are read
    share one, with what it has decided already.
    """
    placing = placing_of(convention)
    return liuren_space(placing) if method == "liuren" else jinkoujue_space(placing, names)


@lru_cache(maxsize=64)
def placing_of(convention: Convention) -> Convention:
    """The convention with its options of reading at their defaults: no column depends on them."""
    return _with_defaults(convention, lambda room: room in ("rules", "reading"))


@lru_cache(maxsize=64)
def reading_of(convention: Convention) -> Convention:
    """The convention with only its options of reading: no condition of a rulebook depends on the others."""
    return _with_defaults(convention, lambda room: room != "rules")


def _with_defaults(convention: Convention, rooms: Callable[[str], bool]) -> Convention:
    options = registry().items()
    return convention.replace(
        **{k: row["default"] for k, row in options if rooms(row.get("room", ""))}
    )


@lru_cache(maxsize=4)
def liuren_space(convention: Convention) -> tuple[ArrayEvaluator, tuple[str, ...]]:
    base = all_states(convention)
    shape = (1,) * len(OUTSIDE)

    def lift(values: Any) -> Any:
        array = np.asarray(values)
        return array.reshape(array.shape + shape)

    states = LiurenStates(
        lift(base.day), lift(base.hour), lift(base.general), lift(base.month), lift(base.daytime),
        convention, lift(base.term),
    )  # fmt: skip
    given = {
        axis: _outside(i + len(PLATE), size, len(PLATE) + len(OUTSIDE))
        for i, (axis, size) in enumerate(OUTSIDE.items())
    }
    return ArrayEvaluator(LiurenColumns(states, given)), (*PLATE, *OUTSIDE)


def _outside(place: int, size: int, dimensions: int) -> Column:
    """Values 0 … size−1 and then −1 along one dimension."""
    values = np.append(np.arange(size, dtype=np.int16), np.int16(-1))
    return values.reshape(tuple(-1 if d == place else 1 for d in range(dimensions)))


@lru_cache(maxsize=8)
def jinkoujue_space(
    convention: Convention, names: tuple[str, ...]
) -> tuple[ArrayEvaluator, tuple[str, ...]]:
    """Only the axes named vary; the others stand at one value that no clause of these axes reads."""
    dimensions = len(names)
    values: dict[str, Any] = {}
    for place, name in enumerate(names):
        if name in JINKOUJUE:
            shape = tuple(-1 if d == place else 1 for d in range(dimensions))
            values[name] = np.arange(JINKOUJUE[name], dtype=np.int16).reshape(shape)
        else:
            values[name] = _outside(place, JINKOUJUE_OUTSIDE[name], dimensions)
    day = values.get("day", values.get("stem-of-day", np.int16(0)))
    seat = values.get("seat", np.int16(0))
    general = values.get("general", np.int16(0))
    daytime = 1 - values["daytime"] if "daytime" in values else np.int16(1)
    # 將神 = month general + seat − hour, so with the hour 子 it may be chosen freely.
    states = JinkoujueStates(
        day, np.int16(0), (general - seat) % 12, seat, daytime.astype(bool), 1, None, convention
    )
    given: dict[str, Column] = {
        name: values[name]
        for name in ("month", "year", "great-run", "sex", "topic", "hour", "month-general")
        if name in values
    }
    for name in ("annual", "natal"):
        if name in values:
            given[f"{name}-pillar"] = values[name]
    if "guest" in values:
        given["guest"] = np.where(values["guest"] < 0, 1, values["guest"] + 1).astype(np.int16)
    return ArrayEvaluator(JinkoujueColumns(states, given)), names
