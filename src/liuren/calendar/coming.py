"""The next double hour, day, month and year after a moment that have a given stem, branch or both."""

from __future__ import annotations

from collections.abc import Callable

from liuren.calendar.days import DAY, civil_date, clock_text, date_text
from liuren.calendar.delta_t import to_ut
from liuren.calendar.ephemeris import solar_terms
from liuren.calendar.pillars import DOUBLE_HOUR, hour_pillar, month_pillar
from liuren.calendar.reckoning import Moment
from liuren.terms.pillars import NAMES as PILLARS

Found = dict[str, str] | None


def coming(
    m: Moment, *, stem: int | None = None, branch: int | None = None
) -> dict[str, dict[str, str] | None]:
    """For each unit when the next one begins after the present one, and its pillar.

    An hour begins at a local time (``2026-12-01T19:00``) and a day on a date; a month begins with its 節 on a date,
    a year is the civil year in which it begins. A pillar that no sixty units hold (甲丑), or one after the end of the
    calendar, is None.

    Examples:
        >>> import liuren
        >>> found = coming(liuren.moment("2026-11-30T10:00", zone="Asia/Seoul"), branch=10)
        >>> found["hour"], found["day"]
        ({'begins': '2026-11-30T19:00', 'pillar': '壬戌'}, {'begins': '2026-12-02', 'pillar': '庚戌'})
    """

    def wanted(pillar: int) -> bool:
        return (stem is None or pillar % 10 == stem) and (branch is None or pillar % 12 == branch)

    return {
        "hour": _hour(m, wanted),
        "day": _day(m, wanted),
        "month": _month(m, wanted),
        "year": _year(m, wanted),
    }


_Wanted = Callable[[int], bool]


def _entry(begins: str, pillar: int) -> dict[str, str]:
    return {"begins": begins, "pillar": PILLARS[pillar]}


def _date(m: Moment, jdn: int) -> str:
    return date_text(*civil_date(jdn, m.calendar, m.convention["calendar_switch"]))


def _hour(m: Moment, wanted: _Wanted) -> Found:
    rule = m.convention["day_boundary"]
    now = m.hour
    half = int((m.local + 3600) // DOUBLE_HOUR * DOUBLE_HOUR) - 3600
    for step in range(1, 122):
        # At midnight the stem of the 子 hour may change too, by option.
        begins = half + step * 3600
        pillar = int(hour_pillar(begins, rule))
        if pillar != now and wanted(pillar):
            jdn, seconds = divmod(begins, DAY)
            return _entry(f"{_date(m, jdn)}T{clock_text(seconds)[:5]}", pillar)
        now = pillar
    return None


def _day(m: Moment, wanted: _Wanted) -> Found:
    today = int((m.local + (3600 if m.convention["day_boundary"] == "23:00" else 0)) // DAY)
    for step in range(1, 61):
        pillar = (m.day + step) % 60
        if wanted(pillar):
            return _entry(_date(m, today + step), pillar)
    return None


def _month(m: Moment, wanted: _Wanted) -> Found:
    table = solar_terms()
    present = table.last_before(m.tt) // 2 * 2
    for term in range(present + 2, min(present + 122, len(table)), 2):
        pillar = int(month_pillar(term))
        if wanted(pillar):
            return _entry(_date(m, int((to_ut(table[term]) + m.standard) // DAY)), pillar)
    return None


def _year(m: Moment, wanted: _Wanted) -> Found:
    for step in range(1, 61):
        pillar = (m.year + step) % 60
        if wanted(pillar):
            return _entry(date_text(m.year_number + step), pillar)
    return None
