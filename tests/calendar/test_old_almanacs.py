"""平氣, the day of the 中氣, days and the lightness of the scalar path."""

from __future__ import annotations

import subprocess
import sys

import pytest

from liuren.calendar import moment
from liuren.calendar.days import (
    civil_date,
    day_number,
    gregorian_date,
    gregorian_day,
    julian_date,
    julian_day,
)
from liuren.calendar.mean_terms import mean_term
from liuren.terms import branches
from liuren.terms.errors import InputError


@pytest.mark.parametrize(
    ("date", "term"),
    [
        # Days of mean terms in the official calendars: 冬至 1 CE, 1051, 1281; 立春 700; 春分 1500.
        ((1281, 12, 14), 21),
        ((1500, 3, 12), 3),
        ((1051, 12, 16), 21),
    ],
)
def test_days_of_mean_terms(date: tuple[int, int, int], term: int) -> None:
    jdn = day_number(*date)
    days = [d for d in range(jdn - 3, jdn + 4) if mean_term(d) != mean_term(d - 1)]
    (start,) = days
    found = mean_term(start)
    assert found is not None
    assert found % 24 == term
    assert abs(start - jdn) <= 1


def test_the_almanac_of_the_time_may_give_another_general() -> None:
    """Two days after the true spring equinox of 1100 the mean one has not come."""
    m = moment("1100-03-15T12:00", longitude=114.3)
    assert branches.NAMES[m.general] == "戌"
    assert branches.NAMES[m.replace(month_general="pingqi").general] == "亥"
    (warning,) = [w for w in m.warnings if w["code"] == "general_by_pingqi"]
    assert [c["general"] for c in warning["candidates"]] == ["戌", "亥"]
    assert m.to_dict()["generals"]["pingqi"] == "亥"


def test_there_are_no_mean_terms_outside_their_time() -> None:
    assert mean_term(day_number(1700, 1, 1)) is None
    assert mean_term(day_number(-300, 1, 1)) is None
    modern = moment("2026-11-30T10:00", zone="Asia/Seoul")
    assert modern.replace(month_general="pingqi").general == modern.general


def test_the_four_rules_of_the_month_general() -> None:
    m = moment("2026-10-23T09:30", zone="Asia/Seoul")  # 霜降 comes at 18:38
    shown = m.to_dict()["generals"]
    assert shown == {"zhongqi_instant": "辰", "zhongqi_day": "卯", "jie": "卯", "pingqi": "辰"}
    for rule, general in shown.items():
        assert branches.NAMES[m.replace(month_general=rule).general] == general
    assert [w["code"] for w in m.warnings] == ["general_by_day"]


@pytest.mark.parametrize(
    "jdn", [0, 1, 1000000, 1460000, 1721058, 1721424, 2299160, 2299161, 2400000, 2525000]
)
def test_both_calendars_there_and_back(jdn: int) -> None:
    assert gregorian_day(*gregorian_date(jdn)) == jdn
    assert julian_day(*julian_date(jdn)) == jdn


def test_known_days() -> None:
    assert gregorian_day(2000, 1, 1) == 2451545
    assert julian_day(-4712, 1, 1) == 0
    assert civil_date(2299160) == (1582, 10, 4)
    assert civil_date(2299161) == (1582, 10, 15)


def test_the_change_of_calendars_can_be_chosen() -> None:
    britain = {"calendar_switch": "1752-09-14"}
    old = moment("1752-09-02T12:00", zone="Europe/London", convention=britain)
    new = moment("1752-09-14T12:00", zone="Europe/London", convention=britain)
    assert new.jdn == old.jdn + 1
    with pytest.raises(InputError, match="never was"):
        moment("1752-09-05T12:00", zone="Europe/London", convention=britain)
    assert old.to_dict()["clock"]["calendar"] == "julian"
    julian = moment("1900-01-01", zone="UTC", calendar="julian")
    assert julian.jdn == moment("1900-01-13", zone="UTC").jdn


def test_one_moment_needs_neither_numpy_nor_the_standard_zoneinfo() -> None:
    code = (
        "import sys\n"
        "from liuren.calendar import moment\n"
        "moment('2026-11-30T10:00', zone='Asia/Seoul').warnings\n"
        "print([m for m in ('numpy', 'zoneinfo', 'lark', 'rich', 'json') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
