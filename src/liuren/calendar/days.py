"""Days: Julian day numbers and the Julian and Gregorian calendars, years ≤ 0 included.

A day is its Julian day number (JDN, the integer at its noon); a year is astronomical (0 = 1 BCE).
Time inside Liuren is seconds since the midnight that began day 0, so ``divmod(t, 86400)`` is the
day number and the second of the day, in whatever time scale ``t`` is meant (TT, UT or local).
The arithmetic works on integers and on integer arrays alike (Richards, in the Explanatory
Supplement to the Astronomical Almanac, 3rd edition, 15.11).
"""

from __future__ import annotations

from typing import Any, Final

from liuren.terms.errors import InputError

DAY: Final = 86400
CALENDARS: Final = ("auto", "gregorian", "julian")
WEEKDAYS: Final = "一二三四五六日"

#: First day of the Gregorian calendar by option ``calendar_switch``.
SWITCHES: Final = {"1582-10-15": 2299161, "1752-09-14": 2361222, "1918-02-14": 2421639}
DEFAULT_SWITCH: Final = "1582-10-15"

_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def gregorian_day(year: Any, month: Any, day: Any) -> Any:
    """JDN of a date of the (proleptic) Gregorian calendar."""
    a = (14 - month) // 12
    y = year + 4800 - a
    months = (153 * (month + 12 * a - 3) + 2) // 5
    return day + months + 365 * y + y // 4 - y // 100 + y // 400 - 32045


def julian_day(year: Any, month: Any, day: Any) -> Any:
    """JDN of a date of the (proleptic) Julian calendar."""
    a = (14 - month) // 12
    y = year + 4800 - a
    return day + (153 * (month + 12 * a - 3) + 2) // 5 + 365 * y + y // 4 - 32083


def gregorian_date(jdn: Any) -> tuple[Any, Any, Any]:
    """(year, month, day) of a day number in the Gregorian calendar."""
    return _date(jdn + 1401 + (4 * jdn + 274277) // 146097 * 3 // 4 - 38)


def julian_date(jdn: Any) -> tuple[Any, Any, Any]:
    """(year, month, day) of a day number in the Julian calendar."""
    return _date(jdn + 1401)


def _date(f: Any) -> tuple[Any, Any, Any]:
    e = 4 * f + 3
    h = 5 * (e % 1461 // 4) + 2
    month = (h // 153 + 2) % 12 + 1
    return e // 1461 - 4716 + (14 - month) // 12, month, h % 153 // 5 + 1


def month_length(year: int, month: int, *, gregorian: bool) -> int:
    """Days in a month."""
    if month == 2 and year % 4 == 0 and (not gregorian or year % 100 or year % 400 == 0):
        return 29
    return _LENGTHS[month - 1]


def check_calendar(calendar: str) -> None:
    """Refuse a calendar that is none; raises InputError."""
    if calendar not in CALENDARS:
        raise InputError(
            f"“{str(calendar)[:16]}” is not a calendar; expected one of {', '.join(CALENDARS)}.",
            hint="auto is Julian before the change of calendars and Gregorian after it.",
            code="bad_calendar",
        )


def day_number(
    year: int, month: int, day: int, calendar: str = "auto", switch: str = DEFAULT_SWITCH
) -> int:
    """JDN of a civil date.

    ``calendar`` is ``auto`` (Julian before ``switch``), ``gregorian`` or ``julian``.

    Raises:
        InputError: no such month or day, or a day dropped at the change of calendars; the hint
            names the nearest days that exist.
    """
    check_calendar(calendar)
    if not 1 <= month <= 12:
        raise InputError(
            f"There is no month {month}; a month is 1 to 12.",
            hint=f"Nearest: {date_text(year, min(max(month, 1), 12), 1)}.",
            code="no_such_date",
        )
    start = SWITCHES[switch]
    gregorian = calendar == "gregorian" or (
        calendar == "auto" and gregorian_day(year, month, day) >= start
    )
    length = month_length(year, month, gregorian=gregorian)
    if not 1 <= day <= length:
        near = date_text(year, month, min(max(day, 1), length))
        raise InputError(
            f"There is no day {day} in {date_text(year, month)}; it has {length} days.",
            hint=f"Nearest: {near}.",
            code="no_such_date",
        )
    if gregorian:
        return int(gregorian_day(year, month, day))
    jdn = int(julian_day(year, month, day))
    if calendar == "auto" and jdn >= start:
        last = date_text(*julian_date(start - 1))
        raise InputError(
            f"{date_text(year, month, day)} never was: {last} was followed by {switch}.",
            hint=f"Nearest: {last} or {switch}; calendar=gregorian or julian counts on past it.",
            code="no_such_date",
        )
    return jdn


def civil_date(
    jdn: int, calendar: str = "auto", switch: str = DEFAULT_SWITCH
) -> tuple[int, int, int]:
    """(year, month, day) of a day number in the calendar of that day."""
    if calendar == "gregorian" or (calendar == "auto" and jdn >= SWITCHES[switch]):
        return gregorian_date(jdn)
    return julian_date(jdn)


def is_gregorian(jdn: int, calendar: str = "auto", switch: str = DEFAULT_SWITCH) -> bool:
    """Whether :func:`civil_date` gives a Gregorian date."""
    return calendar == "gregorian" or (calendar == "auto" and jdn >= SWITCHES[switch])


def date_text(year: int, month: int | None = None, day: int | None = None) -> str:
    """``2026-11-30``, ``-0085-12-01``; shorter without day or month."""
    text = f"{year:04d}" if year >= 0 else f"-{-year:04d}"
    if month is not None:
        text += f"-{month:02d}"
    if day is not None:
        text += f"-{day:02d}"
    return text


def clock_text(seconds: float, places: int = 0) -> str:
    """``10:00:00`` of seconds since midnight; rounded down to ``places`` decimals."""
    scale = 10**places
    whole, fraction = divmod(int(seconds * scale + 1e-6), scale)
    text = f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{text}.{fraction:0{places}d}" if places and fraction else text
