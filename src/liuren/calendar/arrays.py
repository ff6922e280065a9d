"""The calendar for arrays: the same rules as for one moment, a million at a time.

Times are float64 seconds since the midnight before day 0 (see :mod:`liuren.calendar.days`); every
function takes and returns arrays of one shape. :func:`moments` is the array form of
:func:`liuren.calendar.moment`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from liuren.calendar import delta_t as scalar_delta_t
from liuren.calendar import instants, lunar, pillars, sun, zones
from liuren.calendar.days import DAY, SWITCHES, gregorian_date, gregorian_day, julian_date
from liuren.calendar.days import julian_day as julian_day_number
from liuren.calendar.ephemeris import FIRST_MOMENT, LAST_MOMENT, Instants, solar_terms
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError
from liuren.terms.parse import parse_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

EPOCH_1970: Final = int(gregorian_day(1970, 1, 1)) * DAY
_STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Moments:
    """Columns of one length: pillars 0…59, general 0…11, term 0…23, void (n, 2) and the times.

    ``uncertain`` marks moments nearer to a solar term than 60 s or the standard error of ΔT.
    """

    ut: Floats
    local: Floats
    year: Ints
    month: Ints
    day: Ints
    hour: Ints
    general: Ints
    term: Ints
    daytime: Bools
    void: Ints
    uncertain: Bools

    def __len__(self) -> int:
        return len(self.ut)


def events(table: Instants) -> Floats:
    """The instants of a shipped table as an array, TT."""
    offsets = np.frombuffer(table.data, dtype="<i4", offset=table.offset)
    return table.first + np.arange(table.count) * table.step + offsets / 100.0


@cache
def terms_ut() -> Floats:
    """Every solar term in clock time (UT1 before 1972, UTC after)."""
    return to_ut(events(solar_terms()))


def earth_days(ut: Floats) -> tuple[Ints, Bools]:
    """Solar terms 0…23 at clock times, and whether no more than eighteen days are left of the season;
    see :func:`liuren.calendar.instants.earth_days`.
    """
    table, whole = terms_ut(), np.floor(ut + 1e-6)
    k = np.searchsorted(table, whole, side="right") - 1
    return k % 24, whole >= table[instants.season_after(k)] - instants.EARTH_DAYS


def from_datetime64(times: ArrayLike) -> Floats:
    """Seconds of ``numpy.datetime64`` (proleptic Gregorian)."""
    stamps = np.asarray(times).astype("datetime64[us]").astype(np.int64)
    return stamps / 1e6 + EPOCH_1970


def from_civil(
    year: ArrayLike,
    month: ArrayLike,
    day: ArrayLike,
    seconds: ArrayLike = 0.0,
    *,
    calendar: str = "auto",
    switch: str = "1582-10-15",
) -> Floats:
    """Seconds of civil dates; dates that do not exist run on into the next month."""
    y, m, d = (np.asarray(part, dtype=np.int64) for part in (year, month, day))
    new = gregorian_day(y, m, d)
    if calendar != "gregorian":
        old = julian_day_number(y, m, d)
        new = old if calendar == "julian" else np.where(new >= SWITCHES[switch], new, old)
    return np.asarray(new * DAY + np.asarray(seconds, dtype=np.float64))


def civil_dates(
    jdn: Ints, *, calendar: str = "auto", switch: str = "1582-10-15"
) -> tuple[Ints, Ints, Ints]:
    """(years, months, days) of day numbers."""
    new, old = gregorian_date(jdn), julian_date(jdn)
    if calendar == "gregorian":
        return new
    if calendar == "julian":
        return old
    after = jdn >= SWITCHES[switch]
    year, month, day = (np.where(after, n, o) for n, o in zip(new, old, strict=True))
    return year, month, day


def delta_t(ut: Floats) -> Floats:
    """TT − clock time (s)."""
    years = 2000.0 + (ut - int(gregorian_day(2000, 1, 1)) * DAY) / (365.2425 * DAY)
    found = earth_delta_t(years)
    leaps, values = scalar_delta_t.leap_seconds()
    clock = (ut >= leaps[0]) & (ut < scalar_delta_t.ANNOUNCED)
    steps = np.asarray(values)[np.searchsorted(np.asarray(leaps), ut[clock], side="right") - 1]
    found[clock] = steps
    return found


def earth_delta_t(years: Floats) -> Floats:
    """TT − UT1 (s) by year; see :func:`liuren.calendar.delta_t.earth_delta_t`."""
    table = np.asarray(scalar_delta_t.splines())
    row = np.clip(np.searchsorted(table[:, 0], years, side="right") - 1, 0, len(table) - 1)
    start, end, a3, a2, a1, a0 = table[row].T
    u = (years - start) / (end - start)
    found: Floats = ((a3 * u + a2) * u + a1) * u + a0
    outside = (years < table[0, 0]) | (years >= table[-1, 1])
    if outside.any():
        found[outside] = _long_term(years[outside])
    return found


def _long_term(years: Floats) -> Floats:
    century = (years - 1825.0) / 100.0
    curve = 31.4115 * century**2 + scalar_delta_t.WAVE * np.cos(2 * np.pi / 14 * (century + 0.75))
    return np.asarray(curve + np.where(years < 0, scalar_delta_t.BEFORE, scalar_delta_t.AFTER))


def to_tt(ut: Floats) -> Floats:
    """Terrestrial Time of clock times."""
    return ut + delta_t(ut)


def to_ut(tt: Floats) -> Floats:
    """Clock times of Terrestrial Time."""
    return tt - delta_t(tt - delta_t(tt))


def sigma(ut: Floats) -> Floats:
    """Standard error of ΔT (s)."""
    years, values = scalar_delta_t.errors()
    at = 2000.0 + (ut - int(gregorian_day(2000, 1, 1)) * DAY) / (365.2425 * DAY)
    return np.maximum(0.05, np.interp(at, years, values))


def zone_offsets(ut: Floats, zone: str) -> tuple[Ints, Ints]:
    """(offset in force, offset without summer time) at clock times UT, seconds."""
    starts, offsets, standards = _zone_columns(zone)
    row = np.searchsorted(starts, ut, side="right") - 1
    return offsets[row], standards[row]


@cache
def _zone_columns(zone: str) -> tuple[Floats, Ints, Ints]:
    periods = zones.zone(zone).periods
    return (
        np.array([p.start for p in periods]),
        np.array([p.offset for p in periods], dtype=np.int64),
        np.array([p.standard for p in periods], dtype=np.int64),
    )


def from_local(local: Floats, zone: str, fold: int = 0) -> tuple[Floats, Bools, Bools]:
    """UT of civil times of a zone: (ut, repeated, skipped).

    A repeated time is read by ``fold`` (0 the first); a skipped one with the offset before the leap.
    """
    starts, offsets, _ = _zone_columns(zone)
    before, after = offsets[:-1], offsets[1:]
    early = starts[1:] + np.minimum(before, after)
    late = starts[1:] + np.maximum(before, after)
    first = offsets[np.searchsorted(late, local, side="right")]
    second = offsets[np.searchsorted(early, local, side="right")]
    differ = first != second
    skipped = differ & (first < second)
    repeated = differ & (first > second)
    chosen = np.where(repeated & (fold == 1), second, first)
    return local - chosen, repeated, skipped


def equation_of_time(ut: Floats) -> Floats:
    """Apparent minus mean solar time (s)."""
    return np.asarray(sun.position(to_tt(ut), np)[2])


def sunrise_sunset(
    jdn: ArrayLike, longitude: ArrayLike, latitude: ArrayLike, elevation: ArrayLike = 0.0
) -> tuple[Floats, Floats, Ints]:
    """Sunrise and sunset (UT) of local solar days, and the state of the day.

    The state is 0, or 1 where the sun does not set, −1 where it does not rise; the times are NaN
    there. Arguments broadcast.
    """
    days, east, north, metres = np.broadcast_arrays(
        *(np.asarray(a, dtype=np.float64) for a in (jdn, longitude, latitude, elevation))
    )
    place = np.radians(north)
    horizon = np.sin(np.radians(sun.HORIZON - 0.0353 * np.sqrt(np.maximum(metres, 0.0))))
    noon = (days + 0.5) * DAY - east * 240.0
    to_terrestrial = delta_t(noon)  # it does not change within a day
    state = np.zeros(noon.shape, dtype=np.int64)
    found: list[Floats] = []
    for side in (-1, 1):
        moment = noon + side * DAY / 4
        for _ in range(_STEPS):
            _, declination, equation = sun.position(moment + to_terrestrial, np)
            cosine = (horizon - np.sin(place) * np.sin(declination)) / (
                np.cos(place) * np.cos(declination)
            )
            state = np.where(cosine < -1.0, 1, np.where(cosine > 1.0, -1, state))
            angle = np.degrees(np.acos(np.clip(cosine, -1.0, 1.0)))
            moment = noon - equation + side * angle * 240.0
        found.append(moment)
    rise, fall = (np.where(state == 0, times, np.nan) for times in found)
    return rise, fall, state


@cache
def _month_columns(country: str) -> tuple[Ints, Ints, Ints, Bools]:
    rows = [
        (m.first, year, m.month, m.leap)
        for year in range(lunar.FIRST_YEAR, lunar.LAST_YEAR + 1)
        for m in lunar.lunar_year(year, country)
    ]
    first, year, month, leap = zip(*rows, strict=True)
    return np.array(first), np.array(year), np.array(month), np.array(leap, dtype=bool)


def lunar_dates(jdn: Ints, country: str = "china") -> tuple[Ints, Ints, Bools, Ints]:
    """(years, months, leap, days) of day numbers; day 0 before the tables begin."""
    first, year, month, leap = _month_columns(country)
    row = np.searchsorted(first, jdn, side="right") - 1
    inside = row >= 0
    row = np.maximum(row, 0)
    return year[row], month[row], leap[row], np.where(inside, jdn - first[row] + 1, 0)


def _numbers(values: ArrayLike, what: str) -> NDArray[Any]:
    """An array of numbers, or of datetime64 as it is."""
    try:
        found = np.asarray(values)
    except ValueError:  # rows of unequal length
        found = np.empty(0, dtype=object)
    if found.dtype.kind in "iuf":
        return found.astype(np.float64)
    if found.dtype.kind == "M":
        return found
    raise InputError(
        f"{what} are numbers, or an array of them; these cannot be read.",
        hint="For times datetime64 too.",
        code="not_numbers",
    )


def moments(
    times: ArrayLike,
    *,
    zone: str = "UTC",
    local: bool = False,
    fold: int = 0,
    longitude: ArrayLike | None = None,
    latitude: ArrayLike | None = None,
    solar_time: str = "clock",
    convention: Convention | str | Mapping[str, str] | None = None,
) -> Moments:
    """Pillars, month general, term, day or night and void of many moments.

    Args:
        times: ``datetime64``, or seconds since the midnight before day 0.
        zone: IANA zone or offset whose clock counts.
        local: whether ``times`` are civil times of the zone; else they are UT.
        fold: which of two repeated civil times is meant.
        longitude, latitude: degrees, one value or one for each moment.
        solar_time: ``clock``, ``mean``, ``true`` or ``half_hour``.
        convention: as for :func:`liuren.calendar.moment`.

    Raises:
        InputError: a time outside −721…2201, a skipped civil time (the message gives its index), or
            longitude or latitude missing where the convention needs them.
    """
    options = load_convention(convention)
    stamps = _numbers(times, "times")
    seconds = from_datetime64(stamps) if stamps.dtype.kind == "M" else stamps
    longitude = None if longitude is None else _numbers(longitude, "longitude")
    latitude = None if latitude is None else _numbers(latitude, "latitude")
    parse_text(solar_time, "solar_time", "clock")
    parse_text(zone, "zone", "Asia/Seoul")
    ut = seconds
    if local:
        ut, _, skipped = from_local(seconds, zone, fold)
        if skipped.any():
            raise InputError(
                f"The time at index {int(np.argmax(skipped))} never came in {zone}: clocks were put "
                "forward over it.",
                hint="Give times in UT, or leave it out.",
                code="missing_time",
            )
    outside = ~((ut >= FIRST_MOMENT) & (ut < LAST_MOMENT))
    if outside.any():
        raise InputError(
            f"The time at index {int(np.argmax(outside))} is outside the calendar; expected "
            "-0721-01-01 to 2201-12-31.",
            hint="Leave it out.",
            code="out_of_range",
        )
    offset, standard = zone_offsets(ut, zone)
    own = _local(ut, offset, standard, solar_time, longitude, options)
    return _reckoned(ut, own, standard, longitude, latitude, options)


def _local(
    ut: Floats, offset: Ints, standard: Ints, solar: str, longitude: Any, options: Convention
) -> Floats:
    if solar == "half_hour":
        return ut + 30600.0
    if solar in ("mean", "true"):
        if longitude is None:
            raise InputError(
                f"solar_time={solar} needs a longitude; none was given.",
                hint="One value, or one for each moment.",
                code="longitude_needed",
            )
        mean: Floats = ut + sun.meridian_offset(np.asarray(longitude, dtype=np.float64), standard)
        return mean + equation_of_time(ut) if solar == "true" else mean
    if solar != "clock":
        raise InputError(
            f"“{solar[:16]}” is not a solar time; expected clock, mean, true or half_hour.",
            hint="clock is the clock on the wall without summer time.",
            code="bad_solar_time",
        )
    return ut + (offset if options["summer_time"] == "kept" else standard)


def _reckoned(
    ut: Floats, own: Floats, standard: Ints, longitude: Any, latitude: Any, options: Convention
) -> Moments:
    table = terms_ut()
    k = np.searchsorted(table, ut, side="right") - 1
    whole = np.floor(own).astype(np.int64)
    boundary = options["day_boundary"]
    day = pillars.day_pillar(whole, boundary)
    hour = pillars.hour_pillar(whole, boundary)
    first = (day % 12 - day % 10) % 12
    near = np.minimum(ut - table[k], table[k + 1] - ut)
    return Moments(
        ut=ut,
        local=own,
        year=_year(k, whole, options),
        month=pillars.month_pillar(k),
        day=day,
        hour=hour,
        general=_general(ut, k, standard, options["month_general"]),
        term=k % 24,
        daytime=_daytime(ut, hour % 12, longitude, latitude, options["day_night"]),
        void=np.stack([(first - 2) % 12, (first - 1) % 12], axis=-1),
        uncertain=near <= np.maximum(60.0, sigma(ut)),
    )


def _year(k: Ints, whole: Ints, options: Convention) -> Ints:
    year: Ints = pillars.year_pillar(k)
    if options["year_start"] == "lunar_new_year":
        days = pillars.day_in_force(whole, options["day_boundary"])
        lunar_year, _, _, day = lunar_dates(days, options["lunar_calendar"])
        return np.where(day > 0, (lunar_year - 4) % 60, year)
    return year


def _general(ut: Floats, k: Ints, standard: Ints, rule: str) -> Ints:
    if rule == "jie":
        return np.asarray(pillars.general_of_month(k))
    if rule == "zhongqi_day":
        day_end = ut - (ut + standard) % DAY + DAY - 0.001
        k = np.searchsorted(terms_ut(), day_end, side="right") - 1
    found: Ints = np.asarray(pillars.general_at_zhongqi(k))
    if rule == "pingqi":
        from liuren.calendar.mean_terms import mean_general

        local = ut + standard
        days, index = np.unique(local // DAY, return_inverse=True)
        values = [mean_general(d * DAY) for d in days.tolist()]
        mean = np.array([-1 if v is None else v for v in values])[index]
        found = np.where(mean >= 0, mean, found)
    return found


def _daytime(ut: Floats, hour: Ints, longitude: Any, latitude: Any, rule: str) -> Bools:
    if rule != "sunrise":
        return np.asarray(pillars.daytime_by_hour(hour, rule))
    if longitude is None or latitude is None:
        raise InputError(
            "day_night=sunrise needs longitude and latitude; they were not given.",
            hint="One value each, or one for each moment.",
            code="place_needed",
        )
    east, north = (np.asarray(a, dtype=np.float64) for a in (longitude, latitude))
    return np.asarray(sun.altitude(ut, to_tt(ut), east, north, np) >= sun.HORIZON)
