"""Agreement with lunar_python 1.4.8, and the written list of where it is wrong or differs."""

from __future__ import annotations

import random
from importlib.metadata import version
from typing import Any

import pytest
from lunar_python import Solar

from liuren.calendar import lunar, moment
from liuren.calendar.days import DAY, civil_date, day_number
from liuren.calendar.delta_t import to_ut
from liuren.calendar.ephemeris import solar_terms

#: Months whose first day it puts a day off (civil date of the first day here). −103, 278, 314, 430,
#: 1462–1609 are errors of its tables; of the rest 2057 follows the Hong Kong Observatory here, and
#: 2133–2172 lie within a minute of midnight, where its ΔT is minutes off.
OTHER_STARTS = {
    (-103, 3, 24), (-103, 4, 23), (-103, 5, 22), (278, 4, 10), (314, 2, 1), (314, 4, 1),
    (430, 3, 11), (1462, 11, 21), (1581, 10, 27), (1588, 3, 27), (1588, 4, 26), (1589, 1, 16),
    (1600, 2, 15), (1609, 2, 5), (2057, 9, 28), (2133, 9, 29), (2165, 12, 4), (2172, 10, 18),
}  # fmt: skip
#: Leap months it does not know ("wrong lunar year") or calls the twelfth month or the first.
OTHER_LABELS = {(-95, 1, 25), (-77, 12, 27), (-57, 1, 25), (-38, 1, 25), (-19, 1, 25), (-1, 12, 27),
                (725, 1, 19), (725, 2, 18)}  # fmt: skip
#: Years in which a reign began the year with another month, which it ignores or counts otherwise.
REFORMS = {*range(8, 25), 237, 238, 239, *range(689, 702), 761, 762}


def theirs(date: tuple[int, int, int]) -> tuple[Any, ...]:
    try:
        found = Solar.fromYmd(*date).getLunar()
    except Exception as error:
        return ("raised", str(error))
    return found.getYear(), abs(found.getMonth()), found.getMonth() < 0, found.getDay()


def differs(month: lunar.Month, year: int) -> bool:
    return theirs(civil_date(month.first)) != (year, month.month, month.leap, 1)


def test_the_list_is_for_the_version_in_use() -> None:
    assert version("lunar_python") >= "1.4.8"


def test_month_starts_agree_but_for_the_list() -> None:
    months = [(m, y) for y in range(-103, 2201) if y not in REFORMS for m in lunar.lunar_year(y)]
    sample = [pair for i, pair in enumerate(months) if i % 23 == 0 or (pair[0].leap and i % 3 == 0)]
    assert len(sample) > 800
    listed = OTHER_STARTS | OTHER_LABELS
    assert [
        civil_date(m.first)
        for m, y in sample
        if civil_date(m.first) not in listed and differs(m, y)
    ] == []


@pytest.mark.parametrize("date", sorted(OTHER_STARTS | OTHER_LABELS))
def test_each_entry_of_the_list_is_a_difference(date: tuple[int, int, int]) -> None:
    found = lunar.lunar_date(day_number(*date))
    assert found is not None
    assert found.day == 1
    assert theirs(date) != (found.year, found.month, found.leap, 1)


def test_pillars_agree_away_from_solar_terms() -> None:
    """Year and month by instant, day under both customs, 1600–2100 at UTC+8."""
    random.seed(20261130)
    table, compared = solar_terms(), 0
    for _ in range(400):
        t = random.randint(day_number(1645, 1, 1), day_number(2100, 1, 1)) * DAY
        t += random.randint(0, DAY - 1)
        jdn, second = divmod(t, DAY)
        date = civil_date(jdn)
        text = "{:04d}-{:02d}-{:02d}T".format(*date)
        text += f"{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
        late = moment(text, zone="+08:00")
        k = table.last_before(late.tt)
        if min(late.ut - to_ut(table[k]), to_ut(table[k + 1]) - late.ut) < 300:
            continue
        clock = (second // 3600, second // 60 % 60, second % 60)
        for sect, m in ((1, late), (2, late.replace(day_boundary="00:00_next_hour_stem"))):
            eight = Solar.fromYmdHms(*date, *clock).getLunar().getEightChar()
            eight.setSect(sect)
            assert list(m.pillars.values()) == [
                eight.getYear(), eight.getMonth(), eight.getDay(), eight.getTime()
            ], (text, sect)  # fmt: skip
        compared += 1
    assert compared > 350
