"""Rows that could not be read: each with its number, the cell, and what would have been valid."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from liuren.terms.errors import LiurenError

SCHEMA = pa.schema(
    [
        ("row", pa.int64()),
        ("column", pa.string()),
        ("value", pa.string()),
        ("code", pa.string()),
        ("message", pa.string()),
        ("hint", pa.string()),
    ]
)
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Fault:
    """One row that was left out. ``row`` counts the rows of the input from 1; ``details`` are the facts of
    the error, for whoever tells it in another language.
    """

    row: int
    column: str
    value: str
    code: str
    message: str
    hint: str
    details: dict[str, str] = field(default_factory=dict)

    @property
    def error(self) -> LiurenError:
        """The error that the row makes."""
        return LiurenError(self.message, hint=self.hint, code=self.code, details=self.details)


def told_in(fault: Fault, language: str) -> Fault:
    """The fault with its message and hint in a language."""
    message, hint = fault.error.localized(language)
    return replace(fault, message=message, hint=hint)


def fault(row: int, column: str, value: object, error: LiurenError) -> Fault:
    """The fault that an error on a cell makes."""
    shown = "" if value is None else str(value)[:_SHOWN]
    return Fault(row, column, shown, error.code, error.message, error.hint, error.details)


def kept_faults(faults: Iterable[Fault]) -> pa.Table:
    """The table of faults as it is kept between pieces, with their details."""
    listed = list(faults)
    details = pa.array([json.dumps(one.details, ensure_ascii=False) for one in listed], pa.string())
    return fault_table(listed).append_column("details", details)


def faults_of(batch: pa.RecordBatch) -> Iterator[Fault]:
    """The faults that :func:`kept_faults` kept."""
    for row in batch.to_pylist():
        yield Fault(**{**row, "details": json.loads(row["details"])})


def fault_table(faults: Iterable[Fault]) -> pa.Table:
    """The side table of faults, in the order given."""
    listed = list(faults)
    arrays = [
        pa.array([getattr(one, column.name) for one in listed], type=column.type)
        for column in SCHEMA
    ]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


class FaultSheet:
    """Faults of one batch while it is read; the first fault of a row is the one kept."""

    def __init__(self, rows: NDArray[np.int64]) -> None:
        self._rows = rows
        self._found: dict[int, Fault] = {}
        self.bad = np.zeros(len(rows), dtype=np.bool_)

    def add(self, places: Iterable[int], column: str, value: object, error: LiurenError) -> None:
        """Mark rows at these places of the batch."""
        for place in places:
            if not self.bad[place]:
                self.bad[place] = True
                self._found[place] = fault(int(self._rows[place]), column, value, error)

    def faults(self) -> list[Fault]:
        """The faults in the order of the rows."""
        return [self._found[place] for place in sorted(self._found)]
