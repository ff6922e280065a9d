"""An instant as charts and notations keep it: back to seconds, and whether earth's days have come."""

from __future__ import annotations

from typing import Any, Final

from liuren.calendar.days import DAY, day_number
from liuren.calendar.delta_t import to_tt, to_ut
from liuren.calendar.ephemeris import FIRST_MOMENT, LAST_MOMENT, solar_terms
from liuren.calendar.reading import read
from liuren.terms.errors import InputError

#: Earth's days before 立春 立夏 立秋 立冬, of 24 hours each (s): option ``earth_season=last_18_days``.
EARTH_DAYS: Final = 18 * DAY


def seconds_of(instant: str, switch: str) -> float | None:
    """Seconds of ``2026-11-30T01:00:00Z``; None for a time that never was or is outside the calendar.

    ``switch`` is the option ``calendar_switch``.
    """
    try:
        written = read(instant)
        day = day_number(written.year, written.month, written.day, switch=switch)
    except InputError:
        return None
    ut = day * DAY + (written.seconds or 0.0)
    return ut if FIRST_MOMENT <= ut < LAST_MOMENT else None


def season_after(term: Any) -> Any:
    """Index of the next 立春 立夏 立秋 立冬, from that of the last solar term (an integer or an array)."""
    return (term // 6 + 1) * 6


def earth_days(ut: float) -> tuple[int, bool]:
    """Solar term 0…23 at a moment, and whether no more than eighteen days are left of the season.

    Whole seconds count, since an instant is written with no more.
    """
    ut = int(ut + 1e-6)
    table = solar_terms()
    k = table.last_before(to_tt(ut))
    return k % 24, ut >= to_ut(table[season_after(k)]) - EARTH_DAYS
