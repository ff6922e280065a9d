"""Lunar dates and reign years as input: 農曆2026年閏六月初一, 嘉祐七年三月十七日, 세종 25년 12월 30일.

A reign name is looked up in ``data/eras.tsv`` (built by ``tools/build_eras.py``). Dynasty and ruler
may stand before it; where a name was used more than once and nothing before it decides, the main
line of dynasties comes first and the others are named in a warning. Japan from 1873, Korea from
1896 and China from 1912 count in the Gregorian calendar.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from liuren.calendar import days, lunar
from liuren.calendar.delta_t import rows
from liuren.calendar.reading import Written, read_pillar, reign_splits
from liuren.terms.convention import Convention
from liuren.terms.errors import InputError
from liuren.terms.records import record

Note = tuple[str, dict[str, Any]]

#: The dynasties that histories count as the main line, for names used more than once.
_MAIN: Final = frozenset(
    [
        "漢",
        "新",
        "魏",
        "晉",
        "宋",
        "齊",
        "梁",
        "陳",
        "隋",
        "唐",
        "周",
        "後梁",
        "後唐",
        "後晉",
        "後漢",
        "後周",
        "元",
        "明",
        "清",
        "中華民國",
    ]
)
_SOLAR_FROM: Final = {"japan": 1873, "korea": 1896, "china": 1912, "vietnam": 9999}
#: The zone in which a reign date is meant if none is given.
ZONES: Final = {
    "china": "Asia/Shanghai", "korea": "Asia/Seoul", "japan": "Asia/Tokyo",
    "vietnam": "Asia/Ho_Chi_Minh",
}  # fmt: skip
_ALIASES: Final = {
    "조선": "朝鮮", "朝鲜": "朝鮮", "고려": "高麗", "高丽": "高麗", "대한": "大韓", "日本": "日本",
    "北宋": "宋", "南宋": "宋", "西漢": "漢", "東漢": "漢", "西汉": "漢", "东汉": "漢", "汉": "漢",
    "晋": "晉", "西晉": "晉", "東晉": "晉", "後梁": "後梁", "大宋": "宋", "大明": "明", "大清": "清",
    "大唐": "唐", "武周": "周", "齐": "齊", "陈": "陳", "辽": "遼", "曹魏": "魏", "蜀漢": "蜀",
    "大元": "元", "劉宋": "宋", "后晋": "後晉", "後晋": "後晉", "后晉": "後晉", "后汉": "後漢", "后周": "後周",
}  # fmt: skip
_SIMPLIFIED: Final = str.maketrans(
    "佑贞观绍兴熙宁庆历顺国泰祯乐万历启丰统圣兴农盛义丽韩鲜汉晋齐陈辽",
    "祐貞觀紹興熙寧慶曆順國泰禎樂萬曆啟豐統聖興農盛義麗韓鮮漢晉齊陳遼",
)


#: Words that say only that a date is lunar.
_LUNAR_WORDS: Final = ("", "農曆", "农历", "陰曆", "阴历", "舊曆", "旧历", "旧暦", "음력")


@record
class Era:
    """A reign name: ``first`` is the civil year of its year 1, ``last`` its last year."""

    name: str
    short: str
    dynasty: str
    ruler: str
    country: str
    first: int
    last: int

    @property
    def title(self) -> str:
        """``宋嘉祐 (1056–1063)``."""
        end = "" if self.last == 9999 else str(self.first + self.last - 1)
        return f"{self.dynasty}{self.name} ({self.first}–{end})"


@cache
def eras() -> dict[str, tuple[Era, ...]]:
    """Every reign name, and its simplified or Hangul form → the eras it names."""
    found: dict[str, list[Era]] = {}
    for name, short, dynasty, ruler, country, first, last in rows("eras.tsv"):
        era = Era(name, short, dynasty, ruler, country, int(first), int(last))
        for key in {name, short} - {""}:
            found.setdefault(key, []).append(era)
    return {key: tuple(value) for key, value in found.items()}


def resolve(written: Written, convention: Convention) -> tuple[int, int, list[Note], str]:
    """The day number a lunar or reign date means.

    Returns (day number, civil year, notes, country).

    Raises:
        InputError: unknown reign, a year it did not have, or a lunar date that does not exist.
    """
    if not written.era:
        country = convention["lunar_calendar"]
        if country == "china":
            country = written.country or country
        jdn = lunar.day_number(
            written.year, written.month, written.day, leap=written.leap, country=country
        )
        notes = _disputed(jdn, country) + _other_country(jdn, country, convention)
        return jdn, written.year, notes, country
    choices = _choices(written.era)
    order = sorted(choices, key=lambda c: _rank(c[0], convention))
    problem: InputError | None = None
    for era, year in order:
        try:
            jdn = _day(era, year, written)
        except InputError as error:
            problem = problem or error
            continue
        notes = _disputed(jdn, era.country)
        others = [e.title for e, _ in order if e is not era]
        if others:
            facts = {"era": era.name, "taken": era.title, "others": "、".join(others[:4])}
            notes.append(("several_eras", facts))
        return jdn, year, notes, era.country
    assert problem is not None
    raise problem


def _other_country(jdn: int, country: str, convention: Convention) -> list[Note]:
    """That the word for the date decided whose calendar it is of, where the calendars differ."""
    usual = lunar.lunar_date(jdn, convention["lunar_calendar"])
    taken = lunar.lunar_date(jdn, country)
    if usual is None or taken is None or usual.text == taken.text:
        return []
    return [(f"lunar_of_{country}", {"date": usual.text})]


def _rank(era: Era, convention: Convention) -> tuple[int, int]:
    """Main line of China and the convention's own country first, then Korea and Japan, then others."""
    if era.country == convention["lunar_calendar"] != "china":
        return 0, era.first
    if era.country == "china":
        return (1 if era.dynasty in _MAIN else 3), era.first
    return 2, era.first


def _choices(head: str) -> list[tuple[Era, int]]:
    """The eras and civil years that a reign year such as ``宋嘉祐七`` may mean."""
    known: tuple[str, int | None, list[Era]] | None = None
    for name, number, pillar in reign_splits(head):
        found = _named(name)
        if not found:
            continue
        known = known or (name, number, found)
        choices = [(era, year) for era in found for year in _years(era, number, pillar)]
        if choices:
            return choices
    if known is None:
        raise _cyclic_year(head) or _unknown(head)
    name, _, found = known
    spans = "; ".join(f"{era.title} has years 1 to {era.last}" for era in found[:3])
    raise InputError(
        f"There is no year {head[:16]}: {spans}.",
        hint=f"Nearest: {name}{found[0].last}年.",
        code="no_such_date",
    )


def _cyclic_year(head: str) -> InputError | None:
    """The refusal of a year given by its pillar alone, which comes every sixty years."""
    pillar = read_pillar(head[-2:])
    if pillar is None or head[:-2].strip() not in _LUNAR_WORDS:
        return None
    import time

    latest = 2044 + pillar
    while latest > time.gmtime().tm_year:
        latest -= 60
    return InputError(
        f"A year {head[-2:]} comes every sixty years; which one is meant?",
        hint=f"For example 農曆{latest}年, or 農曆{latest - 60}年.",
        code="ambiguous_year",
    )


def _unknown(head: str) -> InputError:
    from difflib import get_close_matches

    near = list(
        dict.fromkeys(
            match
            for name, _, _ in (reign_splits(head) or [(head, None, None)])
            for part in (name, name[-2:])
            for match in get_close_matches(part, eras(), 2, 0.5)
        )
    )
    return InputError(
        f"“{head[:12]}” is not a year of a known reign of China, Korea or Japan.",
        hint=f"Nearest: {'、'.join(near[:4])}." if near else "For example 嘉祐七年三月十七日.",
        code="unknown_era",
    )


def _named(text: str) -> list[Era]:
    """The eras whose name ends the text, with a dynasty or ruler before it that may be theirs."""
    for shown in dict.fromkeys((text, text.translate(_SIMPLIFIED))):
        for start in range(len(shown)):
            found = eras().get(shown[start:])
            if not found:
                continue
            before = shown[:start].strip()
            scored = [(_fit(era, before), era) for era in found]
            best = max(score for score, _ in scored)
            if best:
                return [era for score, era in scored if score == best]
    return []


def _fit(era: Era, before: str) -> int:
    """How well the words before a reign name suit it: 0 not at all, 1 by dynasty, 2 wholly."""
    if not before:
        return 2
    for name, dynasty in [*_ALIASES.items(), (era.dynasty, era.dynasty)]:
        if before.startswith(name) and dynasty == era.dynasty:
            rest = before[len(name) :].strip()
            if not rest or _ruler_fits(era, rest):
                return 2
            if rest[-1] in "帝宗祖王皇公":
                return 1
    return 2 if _ruler_fits(era, before) else 0


def _ruler_fits(era: Era, name: str) -> bool:
    bare = name.removesuffix("皇帝").removesuffix("帝")
    return len(bare) > 0 and bare in era.ruler


def _years(era: Era, number: int | None, pillar: int | None) -> list[int]:
    if pillar is not None:
        last = min(era.last, 2201 - era.first + 1)
        return [y for y in range(era.first, era.first + last) if (y - 4) % 60 == pillar]
    return [era.first + number - 1] if number and 1 <= number <= era.last + 1 else []


def _day(era: Era, year: int, written: Written) -> int:
    if year >= _SOLAR_FROM[era.country] and written.cyclic_day is None and not written.leap:
        return days.day_number(year, written.month, written.day, "gregorian")
    if written.cyclic_day is None:
        return lunar.day_number(
            year, written.month, written.day, leap=written.leap, country=era.country
        )
    month = lunar.first_day(year, written.month, leap=written.leap, country=era.country)
    into = (written.cyclic_day - (month.first - 11)) % 60
    if into >= month.length:
        from liuren.terms.pillars import NAMES

        first = (month.first - 11) % 60
        raise InputError(
            f"There is no day {NAMES[written.cyclic_day]} in that month of {era.name}; "
            f"it runs from {NAMES[first]} to {NAMES[(first + month.length - 1) % 60]}.",
            hint="Give the number of the day, or the month before or after.",
            code="no_such_date",
        )
    return month.first + into


def _disputed(jdn: int, country: str) -> list[Note]:
    date = lunar.lunar_date(jdn, country)
    if date is None:
        return []
    first = jdn - date.day + 1
    if not lunar.is_disputed(first, country):
        return []
    dates = lunar.disputed_months().get(first)
    shown = dates or days.date_text(*days.civil_date(first))
    return [("disputed_month", {"date": shown})]
