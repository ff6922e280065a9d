"""Lunar dates against official calendars, other countries' calendars, and the disputed months."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from liuren.calendar import lunar, moment
from liuren.calendar.days import civil_date, day_number, gregorian_day, julian_day
from liuren.terms import branches, pillars
from liuren.terms.errors import InputError

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "cases" / "lunar_dates.json").read_text(encoding="utf-8")
)
COUNTRIES = {"KR": "korea", "VN": "vietnam", "JP": "japan"}
DAY_CHANGE = {
    "any": ("23:00", "00:00", "00:00_next_hour_stem"),
    "23:00": ("23:00",),
    "00:00 day, hour stem of next day": ("00:00_next_hour_stem",),
}
_REMARK = " ("


def parts(text: str) -> tuple[int, int, int]:
    year, month, day = text.rsplit("-", 2)
    return int(year), int(month), int(day)


def test_official_dates() -> None:
    assert len(CASES["dates"]) > 100
    for row in CASES["dates"]:
        reckon = gregorian_day if row["cal"] == "G" else julian_day
        assert reckon(*parts(row["date"])) == row["jdn"] == day_number(*parts(row["date"]))
        date = lunar.lunar_date(row["jdn"])
        assert date is not None
        found = (date.year, date.month, date.leap, date.day)
        assert found == (row["ly"], row["lm"], row["leap"], row["ld"]), row
        assert pillars.NAMES[(row["jdn"] - 11) % 60] == row["day_gz"]
        assert pillars.NAMES[(date.year - 4) % 60] == row["lunar_year_gz"]


def test_disputed_months_are_labelled() -> None:
    for row in CASES["disputed"]:
        date = lunar.lunar_date(row["jdn"])
        assert date is not None
        assert date.disputed, row
        assert [date.year, date.month, date.day] in row["values"].values()
    m = moment("2057-09-28T12:00", zone="Asia/Shanghai")
    assert m.to_dict()["lunar"]["text"] == "九月初一"
    assert m.to_dict()["lunar"]["disputed"] is True
    written = moment("農曆2057年九月初一", zone="Asia/Shanghai")
    assert written.jdn == m.jdn
    assert "disputed_month" in [w["code"] for w in written.warnings]


@pytest.mark.parametrize(
    ("first", "text"),
    [((2133, 9, 29), "九月初一"), ((2165, 12, 4), "十一月初一"), ((2172, 10, 18), "九月初一")],
)
def test_new_moons_that_an_older_delta_t_puts_before_midnight(
    first: tuple[int, int, int], text: str
) -> None:
    """壽星 has the day before; both that day and the first are labelled, the second day is not."""
    jdn = gregorian_day(*first)
    dates = [lunar.lunar_date(jdn + i) for i in (-2, -1, 0)]
    assert [d.disputed for d in dates if d] == [False, True, True]
    assert dates[2] is not None
    assert dates[2].text == text


def test_the_day_before_a_disputed_month_is_disputed() -> None:
    assert moment("1600-02-14T12:00", zone="+08:00").to_dict()["lunar"]["disputed"] is True
    written = moment("農曆1599年十二月三十", zone="+08:00")  # a day that its own month has
    assert "disputed_month" not in [w["code"] for w in written.warnings]


def test_months_far_from_midnight_are_not_labelled() -> None:
    months = [m for year in range(1950, 2050) for m in lunar.lunar_year(year)]
    assert sum(lunar.is_disputed(m.first) for m in months) <= 2


def test_other_countries() -> None:
    for row in CASES["foreign"]:
        jdn = gregorian_day(*parts(row["date"]))
        for country, expected in (
            (COUNTRIES[row["country"]], row["lunar"]),
            ("china", row["china"]),
        ):
            date = lunar.lunar_date(jdn, country)
            assert date is not None
            signed = -date.month if date.leap else date.month
            assert [date.year, signed, date.day] == expected, row


@pytest.mark.parametrize(
    ("country", "year", "leap", "new_year"),
    [
        ("vietnam", 1968, 7, (1968, 1, 29)),
        ("vietnam", 1969, None, (1969, 2, 16)),
        ("vietnam", 1985, 2, (1985, 1, 21)),
        ("vietnam", 1987, 7, (1987, 1, 29)),
        ("vietnam", 2007, None, (2007, 2, 17)),
        ("vietnam", 2030, None, (2030, 2, 2)),
        ("vietnam", 2053, None, (2053, 2, 18)),
        ("korea", 1988, None, (1988, 2, 18)),
        ("korea", 1997, None, (1997, 2, 8)),
        ("korea", 2012, 3, (2012, 1, 23)),
        ("korea", 2017, 5, (2017, 1, 28)),
        ("korea", 2027, None, (2027, 2, 7)),
        ("china", 1985, None, (1985, 2, 20)),
        ("china", 2012, 4, (2012, 1, 23)),
        ("china", 2033, 11, (2033, 1, 31)),
        ("japan", 2033, 11, (2033, 1, 31)),
    ],
)
def test_new_years_and_leap_months(
    country: str, year: int, leap: int | None, new_year: tuple[int, int, int]
) -> None:
    months = lunar.lunar_year(year, country)
    assert civil_date(months[0].first) == new_year
    assert [m.month for m in months if m.leap] == ([] if leap is None else [leap])


@pytest.mark.parametrize("country", lunar.COUNTRIES)
def test_months_follow_each_other_without_gaps(country: str) -> None:
    end = None
    for year in range(lunar.FIRST_YEAR, lunar.LAST_YEAR + 1):
        months = lunar.lunar_year(year, country)
        assert len(months) >= 10  # 761 had ten
        for month in months:
            assert end is None or month.first == end, (country, year, month)
            assert 28 <= month.length <= 31
            end = month.first + month.length


def test_pillars_of_reported_threads() -> None:
    for row in CASES["pillars"]:
        for boundary in DAY_CHANGE[row["day_change"].split(_REMARK)[0]]:
            m = moment(row["local"], zone="+08:00", convention={"day_boundary": boundary})
            expected = {name: row[name] for name in ("year", "month", "day", "hour")}
            assert m.pillars == expected, row


def test_what_changes_at_printed_minutes() -> None:
    read = {
        "year pillar": lambda m: m.pillars["year"],
        "月将": lambda m: branches.NAMES[m.general],
        "month branch": lambda m: branches.NAMES[m.month_branch],
    }
    for row in CASES["boundaries"]:
        jdn, seconds = moment(row["local"], zone="+08:00").jdn, row["local"][11:]
        at = int(seconds[:2]) * 3600 + int(seconds[3:]) * 60
        shown = []
        for step in (-90, 90):
            total = jdn * 86400 + at + step
            date = "{:04d}-{:02d}-{:02d}".format(*civil_date(total // 86400))
            clock = total % 86400
            text = f"{date}T{clock // 3600:02d}:{clock // 60 % 60:02d}:{clock % 60:02d}"
            shown.append(read[row["what"]](moment(text, zone="+08:00")))
        assert shown == [row["before"], row["after"]], row


@pytest.mark.parametrize(
    ("year", "month", "day", "leap", "message"),
    [
        (2026, 6, 1, True, "no 閏六月"),
        (2025, 13, 1, False, "no lunar month 13"),
        (2025, 1, 31, False, "no day 31"),
        (-300, 1, 1, False, "no lunar year"),
    ],
)
def test_lunar_dates_that_do_not_exist(
    year: int, month: int, day: int, leap: bool, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        lunar.day_number(year, month, day, leap=leap)
    assert caught.value.hint


def test_there_is_no_lunar_date_before_the_tables() -> None:
    assert lunar.lunar_date(julian_day(-200, 5, 5)) is None
    assert moment("-0200-05-05T12:00", zone="+08:00").to_dict()["lunar"] is None
