"""The four pillars, the double hours and the month general, from instants and local time.

All functions work on integers and on integer arrays alike, so the table of a million moments and a
single chart follow one rule. Local time is seconds since the midnight before day 0.

Sources: 五虎遁 and 五鼠遁 for the stems of months and hours; month general: the sun's sign, which
changes at the 中氣 (六壬經緯 "當按曆家中氣交節時刻換之"; 壬學瑣記).
"""

from __future__ import annotations

from typing import Any, Final

from liuren.calendar.days import DAY
from liuren.calendar.ephemeris import FIRST_YEAR

DOUBLE_HOUR: Final = 7200
#: 甲子 day number.
_FIRST_DAY: Final = 11


def year_pillar(term: Any) -> Any:
    """Pillar of the year that begins at 立春, from the index of the last solar term."""
    return (FIRST_YEAR + term // 24 - 4) % 60


def month_pillar(term: Any) -> Any:
    """Pillar of the month that begins at a 節, from the index of the last solar term."""
    return (year_pillar(term) * 12 + 2 + term % 24 // 2) % 60


def general_at_zhongqi(term: Any) -> Any:
    """Month general 0…11 of the last 中氣, from the index of the last solar term."""
    return (11 - (term + 23) % 24 // 2) % 12


def general_of_month(term: Any) -> Any:
    """Month general that goes with the month branch (寅月 亥, 卯月 戌 …)."""
    return (11 - term % 24 // 2) % 12


def hour_branch(local: Any) -> Any:
    """Branch of the double hour: 子 from 23:00 to before 01:00."""
    return (local + 3600) // DOUBLE_HOUR % 12


def day_pillar(local: Any, boundary: str = "23:00") -> Any:
    """Pillar of the day; with ``boundary`` 23:00 it changes with the 子 hour, else at midnight."""
    return (day_in_force(local, boundary) - _FIRST_DAY) % 60


def day_in_force(local: Any, boundary: str = "23:00") -> Any:
    """Day number of the day that counts: with ``boundary`` 23:00 the next one from then on."""
    return (local + 3600 if boundary == "23:00" else local) // DAY


def hour_pillar(local: Any, boundary: str = "23:00") -> Any:
    """Pillar of the double hour.

    From 23:00 to midnight its stem belongs to the coming day, except under ``00:00``, where the
    whole day from midnight to midnight shares one row of stems.
    """
    row_of = "00:00" if boundary == "00:00" else "23:00"
    return (day_pillar(local, row_of) * 12 + hour_branch(local)) % 60


def daytime_by_hour(branch: Any, rule: str = "mao_shen") -> Any:
    """Whether an hour branch belongs to the day: 卯–申 (``mao_shen``) or 寅–酉 (``yin_you``)."""
    if rule == "yin_you":
        return (branch >= 2) & (branch <= 9)
    return (branch >= 3) & (branch <= 8)
