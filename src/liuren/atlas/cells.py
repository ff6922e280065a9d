"""Columns of text or numbers to arrays of small integers.

A cell is read by the same parser as a single call, once for each different value of a column, so that a
million rows cost a few milliseconds and one bad spelling gives one message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from liuren.atlas.faults import FaultSheet
from liuren.charts.seats import seat_of
from liuren.terms import parse
from liuren.terms.errors import InputError, LiurenError

Ints = NDArray[np.int16]
Floats = NDArray[np.float64]

#: Stands for "not given" in arrays of integers.
UNKNOWN: Final = -1

#: Names that an input column may have, beside the field's own.
ALIASES: Final[Mapping[str, tuple[str, ...]]] = {
    "at": ("instant", "time", "datetime", "timestamp", "moment"),
    "chart": ("notation",),
    "general": ("general_of_month", "month_general"),
    "age_branch": ("annual",),
    "birth": ("natal",),
    "zone": ("timezone", "tz"),
    "longitude": ("lon", "lng"),
    "latitude": ("lat",),
}
FIELDS: Final = (
    "at", "chart", "day", "hour", "general", "term", "month", "season", "year", "daytime", "birth", "age_branch",
    "age", "great_run", "sex", "querent", "direction", "topic", "seat", "guest", "zone", "longitude", "latitude",
    "place",
)  # fmt: skip
_FIELD_OF: Final = {alias: field for field, names in ALIASES.items() for alias in names} | {
    field: field for field in FIELDS
}


def recognised(names: Iterable[str]) -> dict[str, str]:
    """Field → name of the input column that holds it; a field's own name goes before its aliases."""
    found: dict[str, str] = {}
    for name in names:
        plain = name.strip().lower()
        field = _FIELD_OF.get(plain)
        if field is not None and (field not in found or plain == field):
            found[field] = name
    return found


def one_array(column: Any) -> pa.Array:
    """A column in one piece and without a dictionary."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if isinstance(column, pa.ChunkedArray):  # too long for one
        column = pa.concat_arrays(column.chunks)
    if pa.types.is_dictionary(column.type):
        if pa.types.is_string_view(column.type.value_type):
            column = pa.DictionaryArray.from_arrays(
                column.indices, column.dictionary.cast(pa.string())
            )
        column = column.dictionary_decode()
    return column


def plain_array(column: Any) -> pa.Array:
    """A column without chunks, dictionaries or views, and with empty texts as nulls."""
    column = one_array(column)
    if pa.types.is_string_view(column.type) or pa.types.is_large_string(column.type):
        column = column.cast(pa.string())
    if pa.types.is_binary(column.type):
        column = column.cast(pa.string())
    if pa.types.is_floating(column.type):
        column = pc.if_else(pc.is_nan(column), None, column)
    if pa.types.is_string(column.type):
        empty = pc.equal(pc.utf8_trim_whitespace(column), "")
        column = pc.if_else(empty, pa.scalar(None, pa.string()), column)
    return column


def different(column: pa.Array) -> tuple[list[Any], NDArray[np.int64]]:
    """The different values of a column, and for each row the place of its value, −1 for null."""
    if pa.types.is_null(column.type):
        return [], np.full(len(column), -1, dtype=np.int64)
    encoded = column.dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.combine_chunks()
    places = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    values = [_whole(value) for value in encoded.dictionary.to_pylist()]
    return values, places


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def decode(
    column: pa.Array,
    name: str,
    read: Callable[[Any], tuple[float, ...]],
    sheet: FaultSheet,
    width: int = 1,
) -> list[Floats]:
    """``width`` arrays of what ``read`` makes of each value; NaN where the cell is empty or bad."""
    values, places = different(plain_array(column))
    table = np.full((len(values) + 1, width), np.nan)
    for index, value in enumerate(values):
        try:
            table[index] = read(value)
        except LiurenError as error:
            sheet.add(np.flatnonzero(places == index).tolist(), name, value, error)
    return [table[places, k] for k in range(width)]


def integers(values: Floats) -> Ints:
    """Whole numbers with −1 for NaN."""
    return np.where(np.isnan(values), UNKNOWN, values).astype(np.int16)


# ------------------------------------------------------------------ readers of single cells


def _pair(what: str) -> Callable[[Any], tuple[float, ...]]:
    def read(value: Any) -> tuple[float, ...]:
        branch, pillar = parse.parse_branch_or_pillar(value, what)
        return branch, np.nan if pillar is None else pillar

    return read


def _one(reader: Callable[..., Any], *what: str) -> Callable[[Any], tuple[float, ...]]:
    return lambda value: (float(reader(value, *what)),)


def _age(value: Any) -> int:
    from liuren.charts.annual import parse_age

    return parse_age(value)


def _guest(value: Any) -> int:
    from liuren.charts.jinkoujue import parse_guest

    return parse_guest(value)


def _degrees(name: str, limit: int) -> Callable[[Any], tuple[float, ...]]:
    def read(value: Any) -> tuple[float, ...]:
        try:
            found = float(value)
        except (TypeError, ValueError):
            found = np.nan
        if not -limit <= found <= limit:
            raise InputError(
                f"{name} {str(value)[:16]} does not exist; expected −{limit} to {limit} degrees.",
                hint="East and north are positive.",
                code=f"bad_{name}",
            )
        return (found,)

    return read


#: Field → (how a cell is read, names of the arrays it gives).
READERS: Final[Mapping[str, tuple[Callable[[Any], tuple[float, ...]], tuple[str, ...]]]] = {
    "day": (_one(parse.parse_pillar, "the day pillar"), ("day",)),
    "hour": (_pair("the hour"), ("hour", "hour_pillar")),
    "general": (_one(parse.parse_branch, "the month general"), ("general",)),
    "term": (_one(parse.parse_term, "the solar term"), ("term",)),
    "month": (_pair("the month"), ("month", "month_pillar")),
    "season": (_one(parse.parse_season), ("season",)),
    "year": (_pair("the year"), ("year", "year_pillar")),
    "daytime": (_one(parse.parse_daytime), ("daytime",)),
    "birth": (_pair("the year of birth"), ("birth", "birth_pillar")),
    "age_branch": (_pair("the annual branch"), ("age_branch", "age_pillar")),
    "age": (_one(_age), ("age",)),
    "great_run": (
        lambda v: (float(parse.parse_branch_or_pillar(v, "the great run")[0]),),
        ("great_run",),
    ),
    "sex": (lambda v: (float(parse.parse_sex(v) == "female"),), ("sex",)),
    "querent": (lambda v: (float(parse.parse_querent(v) == "小人"),), ("querent",)),
    "direction": (_one(parse.parse_direction), ("direction",)),
    "seat": (lambda v: (float(seat_of("any", v)[0]),), ("seat",)),
    "guest": (_one(_guest), ("guest",)),
    "longitude": (_degrees("longitude", 180), ("longitude",)),
    "latitude": (_degrees("latitude", 90), ("latitude",)),
}
