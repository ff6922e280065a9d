"""ΔT: from Terrestrial Time, in which the sun and moon are computed, to the time of clocks.

Until 1972 clocks follow the turning of the Earth (UT1): the splines of Stephenson, Morrison and
Hohenkerk 2016 with the 2020 addendum. From 1972 they follow UTC with its leap seconds, as announced
(:data:`ANNOUNCED`). After that the same authors' integrated length of day is a forecast, and its
standard error grows; :func:`sigma` gives it. Times are seconds since the midnight before day 0.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import cos, pi
from pathlib import Path
from typing import Final

from liuren.calendar.days import DAY, gregorian_day

DATA: Final = Path(__file__).resolve().parent / "data"

#: Leap seconds are known up to this moment (IERS Bulletin C announces six months ahead).
ANNOUNCED: Final = int(gregorian_day(2027, 1, 1)) * DAY
_Y2000: Final = int(gregorian_day(2000, 1, 1)) * DAY
_YEAR: Final = 365.2425 * DAY
_TT_MINUS_TAI: Final = 32.184
#: Makes the long-term curve meet the splines' end at 2025 and their start at -720.
AFTER: Final = -150.56787057979514
BEFORE: Final = 1.007739546148514
#: Amplitude (s) of the long wave in the curve.
WAVE: Final = 1789.725 / (2 * pi)


def rows(name: str) -> list[list[str]]:
    """The rows of a tab-separated table of this room; lines that start with # are its source."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and line[0] != "#"]


@cache
def splines() -> tuple[tuple[float, ...], ...]:
    """(year from, year to, a3, a2, a1, a0) of each spline."""
    return tuple(tuple(map(float, row)) for row in rows("delta_t.tsv"))


@cache
def leap_seconds() -> tuple[tuple[int, ...], tuple[float, ...]]:
    """UTC moments from which TT − UTC has a value, and the values (s)."""
    moments, values = [], []
    for day, offset in rows("leap_seconds.tsv"):
        year, month, date = map(int, day.split("-"))
        moments.append(int(gregorian_day(year, month, date)) * DAY)
        values.append(int(offset) + _TT_MINUS_TAI)
    return tuple(moments), tuple(values)


@cache
def errors() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Years and the standard error of ΔT (s) in them."""
    pairs = [tuple(map(float, row)) for row in rows("delta_t_error.tsv")]
    return tuple(p[0] for p in pairs), tuple(p[1] for p in pairs)


def decimal_year(t: float) -> float:
    """Year with its fraction, for the curves of ΔT."""
    return 2000.0 + (t - _Y2000) / _YEAR


def earth_delta_t(year: float) -> float:
    """TT − UT1 (s) from the splines, or the long-term curve outside them."""
    table = splines()
    if table[0][0] <= year < table[-1][1]:
        start, end, a3, a2, a1, a0 = table[bisect_right(table, (year, 9999.0)) - 1]
        u = (year - start) / (end - start)
        return ((a3 * u + a2) * u + a1) * u + a0
    century = (year - 1825.0) / 100.0
    curve = 31.4115 * century**2 + WAVE * cos(2 * pi / 14 * (century + 0.75))
    return curve + (BEFORE if year < 0 else AFTER)


def delta_t(ut: float) -> float:
    """TT − clock time (s) at clock time ``ut`` (UT1 before 1972, UTC after)."""
    moments, values = leap_seconds()
    if moments[0] <= ut < ANNOUNCED:
        return values[bisect_right(moments, ut) - 1]
    return earth_delta_t(decimal_year(ut))


def to_tt(ut: float) -> float:
    """Terrestrial Time of a moment of clock time."""
    return ut + delta_t(ut)


def to_ut(tt: float) -> float:
    """Clock time (UT1 before 1972, UTC after) of a moment of Terrestrial Time."""
    ut = tt - delta_t(tt)
    return tt - delta_t(ut)


def sigma(ut: float) -> float:
    """Standard error of ΔT (s) at a moment: 180 s at −720, 0.05 s now, 20 s in 2200."""
    years, values = errors()
    year = decimal_year(ut)
    k = min(max(bisect_right(years, year), 1), len(years) - 1)
    share = (year - years[k - 1]) / (years[k] - years[k - 1])
    return max(0.05, values[k - 1] + share * (values[k] - values[k - 1]))
