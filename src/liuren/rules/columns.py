"""Columns of values of many charts, and what can be asked of them.

An account of the language that is independent of ``facts`` and ``evaluate``: values are integers in
columns (−1: not known), a quantity with several values is a list of columns, a set is a list of numbers.
Columns broadcast; nothing here knows how many charts there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liuren.rules import lexicon
from liuren.terms import elements

Column = NDArray[np.int16]
Truth = NDArray[np.bool_]
Columns = list[Column]


def column(values: Any) -> Column:
    """An array of values as a column."""
    return np.asarray(values, dtype=np.int16)


def take(table: Any, index: Column) -> Column:
    """Rows of a table by a column; what is not known stays so."""
    return np.append(column(table), np.int16(-1))[index]


UNKNOWN = column(-1)
_STATE_BY_DISTANCE = [elements.state(e, 0) for e in range(5)]


def state_under(element: Column, ruler: Column) -> Column:
    """State of an element while ``ruler`` rules, not known if either is not."""
    found = take(_STATE_BY_DISTANCE, (element - ruler) % 5)
    return np.where((element < 0) | (ruler < 0), np.int16(-1), found).astype(np.int16)


def any_of(truths: list[Truth]) -> Truth:
    """Where any of the truths holds; they broadcast."""
    found = truths[0]
    for truth in truths[1:]:
        found = found | truth
    return np.asarray(found)


def all_of(truths: list[Truth]) -> Truth:
    """Where all of the truths hold; they broadcast."""
    found = truths[0]
    for truth in truths[1:]:
        found = found & truth
    return np.asarray(found)


def is_in(values: Column, wanted: set[int]) -> Truth:
    """Membership by a look-up; −1 is in nothing."""
    inside = np.zeros(62, dtype=np.bool_)
    inside[list(wanted)] = True
    inside[-1] = False
    return np.asarray(inside[values])


class Operand:
    """The value of an operand on all charts: columns of which any may be the value, or a set."""

    __slots__ = ("columns", "constant", "kind")

    def __init__(
        self, kind: str, columns: Columns, constant: tuple[int, ...] | None = None
    ) -> None:
        self.kind, self.columns, self.constant = kind, columns, constant

    def values(self) -> tuple[int, ...]:
        """The values of a set written in the rule."""
        assert self.constant is not None
        return self.constant

    def names(self, kind: str) -> list[str]:
        return [lexicon.kinds()[kind][value] for value in self.values()]

    def all_columns(self) -> Columns:
        if self.constant is not None:
            return [column(value) for value in self.constant]
        return self.columns

    def single(self) -> Column:
        (only,) = self.all_columns()
        return only

    def some(self, holds: Callable[[Column], Truth]) -> Truth:
        return any_of([holds(c) for c in self.all_columns()])

    def meets(self, other: Operand) -> Truth:
        """Whether some value of the one is a value of the other."""
        if self.constant is not None and other.constant is not None:
            return np.asarray(bool(set(self.constant) & set(other.constant)))
        if self.constant is not None:
            return other.meets(self)
        if other.constant is not None:
            wanted = set(other.constant)
            return any_of([is_in(c, wanted) for c in self.columns])
        return any_of([(a == b) & (a >= 0) for a in self.columns for b in other.columns])

    def mapped(self, kind: str, function: Callable[[Column], Column]) -> Operand:
        return Operand(kind, [function(c) for c in self.all_columns()])
