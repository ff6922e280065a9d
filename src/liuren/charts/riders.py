"""The twelve generals (天將) on the plate.

Noble tables: 占事略決 §3, 玄女經, 六壬經緯 line 42, 六壬粹言 line 97 (default); 協紀辨方書 (jia_sheep);
王牧夫 in 壬學瑣記 (ren_swapped); 淵海子平 (geng_horse). Direction: forward while the noble stands on
亥子丑寅卯辰.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from liuren.terms.convention import Convention

#: Branch of the noble for the ten day stems, by day and by night, under the values of ``noble_table``.
_NOBLES: Final = {
    "jia_ox": ((1, 0, 11, 11, 1, 0, 1, 6, 5, 5), (7, 8, 9, 9, 7, 8, 7, 2, 3, 3)),
    "jia_sheep": ((7, 8, 9, 11, 1, 0, 1, 2, 3, 5), (1, 0, 11, 9, 7, 8, 7, 6, 5, 3)),
    "ren_swapped": ((1, 0, 11, 11, 1, 0, 1, 6, 3, 5), (7, 8, 9, 9, 7, 8, 7, 2, 5, 3)),
    "ren_gui_swapped": ((1, 0, 11, 11, 1, 0, 1, 6, 3, 3), (7, 8, 9, 9, 7, 8, 7, 2, 5, 5)),
    "geng_horse": ((1, 0, 11, 11, 1, 0, 6, 6, 3, 3), (7, 8, 9, 9, 7, 8, 2, 2, 5, 5)),
}

#: Earth branches on which the noble leads forward.
FORWARD: Final = frozenset({11, 0, 1, 2, 3, 4})

#: Hours of the day by the options of ``day_night``; by sunrise only a calendar can tell, and the
#: plain rule stands in for it where nothing but the hour is known.
_DAY_HOURS: Final = {
    "mao_shen": range(3, 9),
    "yin_you": range(2, 10),
    "sunrise": range(3, 9),
}


def noble_branch(stem: int, daytime: bool, table: str) -> int:
    """Branch of the noble for a day stem, by day or by night, under option ``noble_table``."""
    by_day, by_night = _NOBLES[table]
    return (by_day if daytime else by_night)[stem]


def is_daytime(hour: int, convention: Convention) -> bool:
    """Day or night by the hour branch alone."""
    return hour in _DAY_HOURS[convention["day_night"]]


@lru_cache(maxsize=4096)
def riders(stem: int, offset: int, daytime: bool, table: str) -> tuple[int, ...]:
    """General standing on each of the twelve earth branches, indexed by earth branch."""
    seat = (noble_branch(stem, daytime, table) - offset) % 12
    step = 1 if seat in FORWARD else -1
    return tuple(step * (branch - seat) % 12 for branch in range(12))
