"""Columns of dates and times to the calendar's arrays.

ISO texts of the usual lengths and typed timestamps go through arrays; every other way of writing a time,
and every time that clocks showed twice or never, goes to the calendar's reader one by one and has the same
answer, or the same error, as a single call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from liuren.atlas.cells import different, plain_array
from liuren.atlas.faults import FaultSheet
from liuren.atlas.plan import Plan
from liuren.calendar import arrays, zones
from liuren.calendar.days import DAY
from liuren.calendar.ephemeris import FIRST_MOMENT, LAST_MOMENT
from liuren.terms.errors import InputError, LiurenError

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Length of an ISO text → (seconds written, length of what follows the time).
_LENGTHS: Final = {16: (False, 0), 17: (False, 1), 19: (True, 0), 20: (True, 1), 22: (False, 6), 25: (True, 6)}  # fmt: skip
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Times:
    """What the rows say about time: local seconds, seconds of the offset written (NaN: none).

    ``ready`` are rows that arrays can finish; the rest goes to the reader of single times by ``text``.
    """

    local: Floats
    offset: Floats
    ready: Bools
    given: Bools
    text: Callable[[int], str]
    calendar: str


@dataclass(frozen=True, slots=True)
class Places:
    """Where each row is: place of its zone in ``names`` (−1: none said), degrees or NaN."""

    names: list[str]
    zone: Ints
    longitude: Floats
    latitude: Floats


def read_moments(
    column: Any, name: str, places: Places, plan: Plan, sheet: FaultSheet
) -> dict[str, NDArray[Any]]:
    """Arrays of :class:`liuren.calendar.arrays.Moments` by name, −1 where a row has no moment."""
    plain = plain_array(column)
    typed = pa.types.is_timestamp(plain.type) or pa.types.is_date(plain.type)
    times = _typed(plain) if typed else _written(plain, plan)
    out = _empty(len(plain))
    whole = _whole_rows(times, places, plan, sheet)
    for key, rows in whole.items():
        _fill(out, rows, *key, times, places, plan)
    left = times.given & ~out["done"] & ~sheet.bad
    _one_by_one(out, np.flatnonzero(left), name, times, places, plan, sheet)
    return out


def _empty(count: int) -> dict[str, NDArray[Any]]:
    out: dict[str, NDArray[Any]] = {
        field: np.full(count, -1, dtype=np.int16)
        for field in ("year", "month", "day", "hour", "general", "term", "daytime", "uncertain")
    }
    return out | {"ut": np.full(count, np.nan), "done": np.zeros(count, dtype=np.bool_)}


# ------------------------------------------------------------------ what was written


def _typed(column: pa.Array) -> Times:
    given = column.is_valid().to_numpy(zero_copy_only=False)
    dated = pa.types.is_date(column.type)
    zoned = not dated and column.type.tz is not None
    stamps = (
        column.cast(pa.timestamp("us")) if not zoned else column.cast(pa.timestamp("us", "UTC"))
    )
    ticks = stamps.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    seconds = ticks / 1e6 + arrays.EPOCH_1970
    if dated:
        seconds = seconds + DAY / 2  # as a single date without a time: noon

    def text(row: int) -> str:
        shown = str(np.datetime64(int(ticks[row]), "us")).removesuffix(".000000")
        return shown + ("Z" if zoned else "")

    offset = np.where(given & zoned, 0.0, np.nan)
    return Times(seconds, offset, given.copy(), given, text, "gregorian")


def _written(column: pa.Array, plan: Plan) -> Times:
    if not pa.types.is_string(column.type):
        column = column.cast(pa.string())
    given = column.is_valid().to_numpy(zero_copy_only=False)
    count = len(column)
    local, offset = np.zeros(count), np.full(count, np.nan)
    ready = np.zeros(count, dtype=np.bool_)
    lengths = pc.binary_length(column).fill_null(0).to_numpy(zero_copy_only=False)
    for length, (seconds, tail) in _LENGTHS.items():
        rows = np.flatnonzero(lengths == length)
        if len(rows):
            letters = _letters(column, rows, length)
            local[rows], offset[rows], ready[rows] = _iso(letters, seconds, tail, plan)
    return Times(local, offset, ready, given, lambda row: str(column[row].as_py()), plan.calendar)


def _letters(column: pa.Array, rows: Ints, length: int) -> NDArray[np.uint8]:
    """The bytes of texts of one length, a row each."""
    chosen = column if len(rows) == len(column) else column.take(pa.array(rows))
    start = np.frombuffer(chosen.buffers()[1], dtype=np.int32)[chosen.offset]
    data = np.frombuffer(chosen.buffers()[2], dtype=np.uint8)
    return data[start : start + len(rows) * length].reshape(len(rows), length)


def _iso(letters: NDArray[np.uint8], seconds: bool, tail: int, plan: Plan) -> tuple[Any, ...]:
    """Local seconds, offset and whether the text is a plain ISO time that exists."""
    number = letters.astype(np.int32) - 48
    digits = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15] + ([17, 18] if seconds else [])
    good = ((number[:, digits] >= 0) & (number[:, digits] <= 9)).all(1)
    for place, sign in ((4, b"-"), (7, b"-"), (13, b":")) + (((16, b":"),) if seconds else ()):
        good &= letters[:, place] == sign[0]
    good &= (letters[:, 10] == b"T"[0]) | (letters[:, 10] == b" "[0])

    def two(place: int) -> Any:
        return number[:, place] * 10 + number[:, place + 1]

    year = two(0) * 100 + two(2)
    month, day, hour, minute = two(5), two(8), two(11), two(14)
    second = two(17) if seconds else np.zeros_like(hour)
    good &= (
        (month >= 1) & (month <= 12) & (day >= 1) & (hour <= 23) & (minute <= 59) & (second <= 59)
    )
    switch = plan.convention["calendar_switch"]
    clock = hour * 3600 + minute * 60 + second
    safe = [np.where(good, part, 1).astype(np.int64) for part in (year, month, day)]
    local = arrays.from_civil(*safe, calendar=plan.calendar, switch=switch)
    back = arrays.civil_dates(
        (local // DAY).astype(np.int64), calendar=plan.calendar, switch=switch
    )
    good &= (back[0] == safe[0]) & (back[1] == safe[1]) & (back[2] == safe[2])
    offset, fine = _offset(letters, number, letters.shape[1] - tail, tail)
    return local + clock, offset, good & fine


def _offset(letters: Any, number: Any, start: int, tail: int) -> tuple[Floats, Bools]:
    count = len(letters)
    if tail == 0:
        return np.full(count, np.nan), np.ones(count, dtype=np.bool_)
    sign = letters[:, start]
    if tail == 1:
        return np.zeros(count), (sign == b"Z"[0]) | (sign == b"z"[0])
    places = [start + 1, start + 2, start + 4, start + 5]
    fine = ((number[:, places] >= 0) & (number[:, places] <= 9)).all(1)
    fine &= (letters[:, start + 3] == b":"[0]) & ((sign == b"+"[0]) | (sign == b"-"[0]))
    hours = number[:, places[0]] * 10 + number[:, places[1]]
    minutes = number[:, places[2]] * 10 + number[:, places[3]]
    fine &= (hours < 16) & (minutes < 60)
    found = (hours * 3600.0 + minutes * 60.0) * np.where(sign == b"-"[0], -1.0, 1.0)
    return found, fine


# ------------------------------------------------------------------ to moments


def _whole_rows(
    times: Times, places: Places, plan: Plan, sheet: FaultSheet
) -> dict[tuple[str, bool], Ints]:
    """Rows that arrays can finish, by the zone they are in and whether they wrote an offset."""
    usable = times.ready & ~sheet.bad
    written = ~np.isnan(times.offset)
    groups: dict[tuple[str, bool], list[Ints]] = {}
    for code in np.unique(places.zone[usable]).tolist():
        here = usable & (places.zone == code)
        if code >= 0:
            zone = places.names[code]
            for own in (False, True):
                groups.setdefault((zone, own), []).append(np.flatnonzero(here & (written == own)))
            continue
        for offset in np.unique(times.offset[here & written]).tolist():
            rows = np.flatnonzero(here & (times.offset == offset))
            groups.setdefault((zones.offset_text(offset), True), []).append(rows)
    del plan
    return {key: np.concatenate(parts) for key, parts in groups.items()}


def _fill(
    out: dict[str, NDArray[Any]],
    rows: Ints,
    zone: str,
    own_offset: bool,
    times: Times,
    places: Places,
    plan: Plan,
) -> None:
    """Finish rows of one zone by arrays; those that need a closer look are left alone."""
    try:
        period = zones.zone(zone).periods
    except LiurenError:
        return
    if own_offset:
        ut = times.local[rows] - times.offset[rows]
        plain = np.ones(len(rows), dtype=np.bool_)
    else:
        ut, repeated, skipped = arrays.from_local(times.local[rows], zone, plan.fold or 0)
        plain = ~skipped & (~repeated | (plan.fold is not None))
        if len(period) > 1:  # local mean time may be that of the row's own place
            early = times.local[rows] < period[1].start + period[0].offset
            plain &= ~(early & ~np.isnan(places.longitude[rows]))
    plain &= (ut >= FIRST_MOMENT) & (ut < LAST_MOMENT)
    if plan.solar_time in ("mean", "true"):
        plain &= ~np.isnan(places.longitude[rows])
    if plan.convention["day_night"] == "sunrise":
        plain &= ~np.isnan(places.longitude[rows]) & ~np.isnan(places.latitude[rows])
    rows, ut = rows[plain], ut[plain]
    for start in range(0, len(rows), _CHUNK):
        part = slice(start, start + _CHUNK)
        _store(out, rows[part], _moments(ut[part], rows[part], zone, places, plan))


def _moments(ut: Floats, rows: Ints, zone: str, places: Places, plan: Plan) -> arrays.Moments:
    placed = plan.solar_time in ("mean", "true") or plan.convention["day_night"] == "sunrise"
    return arrays.moments(
        ut,
        zone=zone,
        solar_time=plan.solar_time,
        convention=plan.convention,
        longitude=places.longitude[rows] if placed else None,
        latitude=places.latitude[rows] if placed else None,
    )


def _store(out: dict[str, NDArray[Any]], rows: Ints, found: arrays.Moments) -> None:
    names = {field.name for field in fields(found)}
    for name, column in out.items():
        if name in names:
            column[rows] = getattr(found, name)
    out["done"][rows] = True


def _one_by_one(
    out: dict[str, NDArray[Any]],
    rows: Ints,
    name: str,
    times: Times,
    places: Places,
    plan: Plan,
    sheet: FaultSheet,
) -> None:
    from liuren.calendar import moment

    for row in rows.tolist():
        text = times.text(row)
        east, north = (
            None if np.isnan(v[row]) else float(v[row]) for v in (places.longitude, places.latitude)
        )
        code = int(places.zone[row])
        try:
            _check_zone(text, code, east)
            found = moment(
                text,
                zone=places.names[code] if code >= 0 else None,
                longitude=east,
                latitude=north,
                solar_time=plan.solar_time,
                calendar=times.calendar,
                fold=plan.fold,
                convention=plan.convention,
            )
        except LiurenError as error:
            sheet.add([row], name, text, error)
            continue
        for field in ("ut", "year", "month", "day", "hour", "general", "term", "daytime"):
            out[field][row] = getattr(found, field)
        out["uncertain"][row] = False
        out["done"][row] = True


def _check_zone(text: str, zone: int, longitude: float | None) -> None:
    """A table must not mean something else on another machine: no zone is taken from this one."""
    if zone >= 0 or longitude is not None:
        return
    from liuren.calendar.reading import read

    written = read(text)
    if not written.zone and not written.era:
        raise InputError(
            f"“{text[:32]}” says no time zone, and a table has no local one.",
            hint="Add a column zone, write an offset after the time (+09:00), or give one zone for all.",
            code="zone_needed",
        )


def place_rows(
    columns: dict[str, pa.Array], names: dict[str, str], count: int, plan: Plan, sheet: FaultSheet
) -> Places:
    """Zone and degrees of each row, from columns zone, longitude, latitude, place and from the plan."""
    from liuren.atlas.cells import READERS, decode

    zone_names: list[str] = []
    zone = np.full(count, -1, dtype=np.int64)
    degrees = {
        "longitude": np.full(count, np.nan if plan.longitude is None else plan.longitude),
        "latitude": np.full(count, np.nan if plan.latitude is None else plan.latitude),
    }
    if plan.zone is not None:
        zone_names.append(zones.zone(plan.zone).name)
        zone[:] = 0
    if "place" in columns:
        _by_place(columns["place"], names["place"], zone_names, zone, degrees, sheet)
    if "zone" in columns:
        values, places = different(plain_array(columns["zone"]))
        start = len(zone_names)
        zone_names += [str(value) for value in values]
        zone = np.where(places >= 0, places + start, zone)
    for field, column in degrees.items():
        if field in columns:
            found = decode(columns[field], names[field], READERS[field][0], sheet)[0]
            degrees[field] = np.where(np.isnan(found), column, found)
    return Places(zone_names, zone, degrees["longitude"], degrees["latitude"])


def _by_place(
    column: pa.Array,
    name: str,
    zone_names: list[str],
    zone: Ints,
    degrees: dict[str, Floats],
    sheet: FaultSheet,
) -> None:
    from liuren.calendar.places import find_place

    values, places = different(plain_array(column))
    for index, value in enumerate(values):
        rows = np.flatnonzero(places == index)
        try:
            found = find_place(str(value))
        except LiurenError as error:
            sheet.add(rows.tolist(), name, value, error)
            continue
        zone[rows] = len(zone_names)
        zone_names.append(found.zone)
        degrees["longitude"][rows], degrees["latitude"][rows] = found.longitude, found.latitude
