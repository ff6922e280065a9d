"""Lunar dates of China, Korea, Vietnam and Japan.

From 1645 one rule (GB/T 33661-2017) with the meridian of the country: a month begins on the day of
the new moon, the month of the winter solstice is the eleventh, and in a year of thirteen months the
first month without a 中氣 is the leap month. Before that, and in the years when the official
calendar departed from the rule, tables (``data/months_*.tsv``; see ``tools/build_months.py``).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Final

from liuren.calendar.days import DAY, gregorian_day
from liuren.calendar.delta_t import DATA, rows, sigma, to_tt, to_ut
from liuren.calendar.ephemeris import new_moons, solar_terms, term_number
from liuren.terms.errors import InputError
from liuren.terms.records import record

COUNTRIES: Final = ("china", "korea", "vietnam", "japan")
#: First lunar year of the tables of China.
FIRST_YEAR: Final = -104
LAST_YEAR: Final = 2201
#: First lunar year reckoned by each country's own rule; before it, its table or China's.
_OWN_RULE: Final = {"china": 1645, "korea": 1896, "vietnam": 1967, "japan": 1873}
#: Seconds east of Greenwich that decide the day of a new moon; China used the mean time of Beijing
#: (116°23′) until the end of 1928.
_MERIDIANS: Final = {"china": 28800, "korea": 32400, "vietnam": 25200, "japan": 32400}
_BEIJING: Final = 27932
_CHINA_120: Final = int(gregorian_day(1929, 1, 1)) * DAY

_MONTHS: Final = (
    "正月",
    "二月",
    "三月",
    "四月",
    "五月",
    "六月",
    "七月",
    "八月",
    "九月",
    "十月",
    "十一月",
    "十二月",
)
_LENGTHS: Final = {".": 29, ",": 28, ":": 31}
_DIGITS: Final = "〇一二三四五六七八九"


@record
class Month:
    """A lunar month: its first day (JDN), its length, number and whether it is a leap month."""

    first: int
    length: int
    month: int
    leap: bool


@record
class LunarDate:
    """A lunar date. ``year`` is the civil year in which its first month falls."""

    country: str
    year: int
    month: int
    leap: bool
    day: int
    length: int
    disputed: bool = False

    @property
    def text(self) -> str:
        """``閏六月初一``."""
        return ("閏" if self.leap else "") + _MONTHS[self.month - 1] + day_name(self.day)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "calendar": self.country,
            "year": self.year,
            "month": self.month,
            "leap": self.leap,
            "day": self.day,
            "days_in_month": self.length,
            "text": self.text,
            "disputed": self.disputed,
        }


def day_name(day: int) -> str:
    """``初一``, ``十七``, ``廿三``, ``三十``."""
    if day <= 10:
        return "初" + ("十" if day == 10 else _DIGITS[day])
    if day in (20, 30):
        return _DIGITS[day // 10] + "十"
    return {1: "十", 2: "廿", 3: "卅"}[day // 10] + _DIGITS[day % 10]


def lunar_date(jdn: int, country: str = "china") -> LunarDate | None:
    """The lunar date of a day number; None before the tables begin (−104) or after 2201."""
    guess = int((jdn - 1721060) // 365.2425)
    for year in (guess + 1, guess, guess - 1):
        months = lunar_year(year, country)
        if not months or jdn < months[0].first:
            continue
        number = bisect_right(months, jdn, key=lambda m: m.first) - 1
        month = months[number]
        if jdn >= month.first + month.length:
            return None
        following = month.first + month.length
        disputed = is_disputed(month.first, country) or (
            jdn == following - 1 and is_disputed(following, country)
        )
        return LunarDate(
            country, year, month.month, month.leap, jdn - month.first + 1, month.length, disputed
        )
    return None


def first_day(year: int, month: int, *, leap: bool = False, country: str = "china") -> Month:
    """The month of that number in a lunar year.

    Raises:
        InputError: no such year or month; the hint names the leap month of the year.
    """
    months = lunar_year(year, country)
    if not months:
        raise InputError(
            f"There is no lunar year {year} in the calendar of {country.title()}; expected −104 to 2201.",
            hint="Give the date in the Julian or Gregorian calendar.",
            code="out_of_range",
        )
    found = [m for m in months if m.month == month and m.leap == leap]
    if found:
        return found[0] if len(found) == 1 else found[-1] if month != 1 else found[0]
    if not 1 <= month <= 12:
        raise InputError(
            f"There is no lunar month {month}; expected 1 to 12.",
            hint=f"Nearest: {_MONTHS[0 if month < 1 else 11]}.",
            code="no_such_date",
        )
    leaps = [m.month for m in months if m.leap]
    has = f"its leap month is 閏{_MONTHS[leaps[0] - 1]}" if leaps else "it has no leap month"
    wanted = ("閏" if leap else "") + _MONTHS[month - 1]
    raise InputError(
        f"The lunar year {year} of {country.title()} has no {wanted}; {has}.",
        hint=f"Nearest: {_MONTHS[month - 1] if leap else wanted}.",
        code="no_such_date",
    )


def day_number(
    year: int, month: int, day: int, *, leap: bool = False, country: str = "china"
) -> int:
    """JDN of a lunar date.

    Raises:
        InputError: no such month, or the month has no such day.
    """
    found = first_day(year, month, leap=leap, country=country)
    if not 1 <= day <= found.length:
        name = ("閏" if leap else "") + _MONTHS[month - 1]
        raise InputError(
            f"There is no day {day} in {name} of {year}; it has {found.length} days.",
            hint=f"Nearest: {name}{day_name(min(max(day, 1), found.length))}.",
            code="no_such_date",
        )
    return found.first + day - 1


def lunar_year(year: int, country: str = "china") -> tuple[Month, ...]:
    """The months of a lunar year in order, empty outside the tables."""
    row = tabulated(country, year)
    if row is not None:
        return _decoded(*row)
    if country != "china" and year < _OWN_RULE[country]:
        return lunar_year(year, "china")
    if year < _OWN_RULE["china"] or year > LAST_YEAR:
        return ()
    return rule_year(year, country)


def tabulated(country: str, year: int) -> tuple[int, str] | None:
    """A tabulated lunar year of a country, (first day, months as text), or None: only its line is read."""
    text = _table_text(country)
    start = text.find(f"\n{year}\t")
    if start < 0:
        return None
    _, first, months = text[start + 1 : text.index("\n", start + 1)].split("\t")
    return int(first), months


@cache
def _table_text(country: str) -> str:
    """The table of a country, begun and ended by a line break; empty where there is none."""
    path = DATA / f"months_{country}.tsv"
    return f"\n{path.read_text(encoding='utf-8')}\n" if path.is_file() else ""


@cache
def _decoded(first: int, text: str) -> tuple[Month, ...]:
    found = []
    leap = False
    for place, mark in enumerate(text):
        if mark == "'":
            leap = True
        elif mark not in _LENGTHS:
            length = _LENGTHS.get(text[place + 1 : place + 2], 30)
            found.append(Month(first, length, int(mark, 16), leap))
            first += length
            leap = False
    return tuple(found)


@cache
def rule_year(year: int, country: str) -> tuple[Month, ...]:
    """The months of a lunar year by the rule, without the tables."""
    both = _solstice_year(year, country) + _solstice_year(year + 1, country)
    firsts = [i for i, m in enumerate(both) if m.month == 1 and not m.leap]
    return both[firsts[0] : firsts[1]]


@cache
def _solstice_year(year: int, country: str) -> tuple[Month, ...]:
    """Months from the eleventh of ``year`` − 1 up to before the eleventh of ``year``."""
    moons, terms = new_moons(), solar_terms()
    solstices = [term_number(y, 21) for y in (year - 1, year)]
    days = [_day(terms[k], country) for k in solstices]
    first = moons.last_before(terms[solstices[0]]) + 1
    while _day(moons[first], country) > days[0]:
        first -= 1
    starts = [_day(moons[first], country)]
    while starts[-1] <= days[1]:
        first += 1
        starts.append(_day(moons[first], country))
    # The last start is after the second solstice; the one before it begins the next eleventh.
    starts.pop()
    centres = [_day(terms[k], country) for k in range(solstices[0], solstices[1] + 1, 2)]
    months: list[Month] = []
    number, leap_due = 10, len(starts) == 14
    for start, following in pairwise(starts):
        empty = not any(start <= centre < following for centre in centres)
        leap = leap_due and empty
        if leap:
            leap_due = False
        else:
            number += 1
        months.append(Month(start, following - start, (number - 1) % 12 + 1, leap))
    return tuple(months)


def meridian(ut: float, country: str) -> int:
    """Seconds east of Greenwich of the civil day of a country's calendar."""
    if country == "china" and ut < _CHINA_120 - _BEIJING:
        return _BEIJING
    return _MERIDIANS[country]


@lru_cache(maxsize=1024)
def _ut(tt: float) -> float:
    """Every country asks about the same moons and terms."""
    return to_ut(tt)


def _day(tt: float, country: str) -> int:
    ut = _ut(tt)
    return int((ut + meridian(ut, country)) // DAY)


@cache
def disputed_months() -> dict[int, str]:
    """Months whose first day authorities give differently: first day → what they say."""
    return {int(row[0]): row[1] for row in rows("disputed_months.tsv")}


def is_disputed(first: int, country: str = "china") -> bool:
    """Whether the first day of a month is given differently, or is too near midnight to be sure.

    A new moon counts as near within 60 s, or three standard errors of ΔT where that is more.
    """
    if country == "china" and first in disputed_months():
        return True
    ut = first * DAY - meridian(first * DAY, country)
    if ut < _CHINA_120:
        return False
    tt = to_tt(ut)
    moon = new_moons()[new_moons().last_before(tt + 1.5 * DAY)]
    return min(abs(moon - tt), abs(moon - tt - DAY)) < max(3 * sigma(ut), 60.0)
