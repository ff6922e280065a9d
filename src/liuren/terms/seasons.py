"""Solar terms, months, seasons, and the element that rules.

Term 0 is 立春: terms 2m and 2m+1 belong to month branch 寅 + m. The month general changes at the
odd terms (中氣): 雨水 亥, 春分 戌 … 大寒 子 (經緯 line 32: at the instant of the 中氣).
"""

from __future__ import annotations

from typing import Final

from liuren.terms import elements

TERMS: Final = (
    "立春", "雨水", "驚蟄", "春分", "清明", "穀雨", "立夏", "小滿", "芒種", "夏至", "小暑", "大暑",
    "立秋", "處暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至", "小寒", "大寒",
)  # fmt: skip

#: The four seasons by number.
SEASONS: Final = ("春", "夏", "秋", "冬")

#: 季月: 丑 辰 未 戌, the last month of each season.
EARTH_MONTHS: Final = (1, 4, 7, 10)

#: The ruler by month branch, whole 辰未戌丑 months to earth (as the 射覆 book counts).
_WHOLE: Final = (4, 2, 0, 0, 2, 1, 1, 2, 3, 3, 2, 4)
#: Season's element only: 辰 to wood, 未 to fire, 戌 to metal, 丑 to water.
_PLAIN: Final = (4, 4, 0, 0, 0, 1, 1, 1, 3, 3, 3, 4)
#: 略決 §9: earth only in 季夏 (未).
_WEI: Final = (4, 4, 0, 0, 0, 1, 1, 2, 3, 3, 3, 4)


def month_of_term(term: int) -> int:
    """Month branch of solar term 0…23."""
    return (2 + term // 2) % 12


def general_of_term(term: int) -> int:
    """Month general (月將) in force from solar term 0…23 by the rule of the 中氣."""
    return (11 - (term - 1) // 2) % 12


def season(month: int) -> int:
    """Season 0…3 (春 夏 秋 冬) of a month branch, 寅卯辰 = 春."""
    return (month - 2) % 12 // 3


def months(season: int) -> tuple[int, int, int]:
    """The month branches of season 0…3: 寅卯辰 of 春."""
    first = 2 + 3 * season
    return first % 12, (first + 1) % 12, (first + 2) % 12


def season_ruler(season: int) -> int:
    """Element of season 0…3 where its month is not known: 春木 夏火 秋金 冬水.

    Whether it is a month of earth, no season by itself tells.
    """
    return _PLAIN[months(season)[0]]


def ruler(month: int, rule: str = "whole_months", last_days: bool | None = None) -> int:
    """Element that rules in month branch ``month`` under the option ``earth_season``.

    ``whole_months``: earth in all of 辰未戌丑. ``wei_only``: earth in 未 only. ``last_18_days``:
    earth in the last eighteen days before 立春 立夏 立秋 立冬; ``last_days`` says whether the
    moment is within them; None counts as not within.
    """
    if rule == "whole_months":
        return _WHOLE[month]
    if rule == "wei_only":
        return _WEI[month]
    if last_days and month in EARTH_MONTHS:
        return elements.EARTH
    return _PLAIN[month]
