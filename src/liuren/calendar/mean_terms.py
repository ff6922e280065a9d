"""平氣: the mean solar terms of Chinese almanacs before 1645.

The almanacs divided the year into twenty-four equal parts, so their 中氣 lies up to 2.5 days from the
sun's. Only the day is known from the almanacs; the month general changes at its midnight.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import floor

from liuren.calendar.days import DAY
from liuren.calendar.delta_t import rows, to_tt
from liuren.calendar.ephemeris import solar_terms
from liuren.calendar.pillars import general_at_zhongqi

#: Beijing lies this far (s) east of Greenwich; good enough to tell which term a mean term is.
_EAST = 27932


@cache
def lines() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """First terms (local Julian dates) and days between terms; the last first term is the end."""
    table = rows("mean_terms.tsv")
    return tuple(float(row[0]) for row in table), tuple(float(row[1]) for row in table[:-1])


def mean_term(jdn: int) -> int | None:
    """Index (as in the table of true terms) of the last mean term on or before a day.

    None outside the time of mean terms (104 BCE to 1645).
    """
    firsts, steps = lines()
    row = bisect_right(firsts, jdn + 0.5) - 1
    if not 0 <= row < len(steps):
        return None
    number = floor((jdn + 1 - firsts[row]) / steps[row])
    while floor(firsts[row] + number * steps[row] + 0.5) > jdn:
        number -= 1
    mean = firsts[row] + number * steps[row]
    table = solar_terms()
    tt = to_tt((mean + 0.5) * DAY - _EAST)
    k = table.last_before(tt)
    return k if tt - table[k] < table[k + 1] - tt else k + 1


def mean_general(local: float) -> int | None:
    """Month general by the almanac's mean 中氣 at a local time; None outside 104 BCE–1645."""
    term = mean_term(int(local // DAY))
    return None if term is None else int(general_at_zhongqi(term))
