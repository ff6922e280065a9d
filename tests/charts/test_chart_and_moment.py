"""Charts of a moment: the convention given to the chart, the 子 hour before midnight, day and night."""

from __future__ import annotations

from typing import Any

import pytest

import liuren
from liuren.drawing.text import chart_text

SEOUL = {"zone": "Asia/Seoul", "longitude": 127.0, "latitude": 37.5}


@pytest.mark.parametrize("at", ["2026-11-15T17:30", "2026-11-15T23:30", "2026-02-04T01:00"])
@pytest.mark.parametrize(
    "convention",
    [
        "zhanshi", "daquan", {"day_night": "yin_you"}, {"day_night": "sunrise"},
        {"month_general": "jie"}, {"day_boundary": "00:00"}, {"year_start": "lunar_new_year"},
    ],
)  # fmt: skip
def test_the_convention_of_a_chart_is_that_of_its_moment(at: str, convention: Any) -> None:
    plain = liuren.moment(at, **SEOUL)
    under = liuren.moment(at, **SEOUL, convention=convention)
    chart = liuren.liuren_chart(moment=plain, convention=convention)
    assert chart == liuren.liuren_chart(moment=under)
    assert chart.moment == under
    positions = liuren.jinkoujue_chart(moment=plain, seat="子", convention=convention)
    assert positions == liuren.jinkoujue_chart(moment=under, seat="子")


def test_a_chart_by_the_month_has_the_general_of_the_month() -> None:
    """Ten days before 小雪: by the 中氣 still 卯, by the 節 of month 亥 already 寅."""
    m = liuren.moment("2026-11-15T17:30", zone="Asia/Seoul")
    assert liuren.liuren_chart(moment=m).to_dict()["general"] == "卯"
    old = liuren.liuren_chart(moment=m, convention="zhanshi").to_dict()
    assert (old["general"], old["daytime"]) == ("寅", True)  # and 酉 is by day there


def test_from_eleven_to_midnight_every_custom_is_shown() -> None:
    m = liuren.moment("1988-08-02T23:30", zone="+08:00")
    (warning,) = m.warnings
    assert warning["code"] == "late_rat"
    found = {
        one["side"]: (one["pillars"]["day"], one["pillars"]["hour"])
        for one in warning["candidates"]
    }
    assert found == {
        "23:00": ("庚寅", "丙子"),
        "00:00": ("己丑", "甲子"),
        "00:00_next_hour_stem": ("己丑", "丙子"),
    }
    text = chart_text(liuren.liuren_chart(moment=m).to_dict(), "en")
    assert "day from 00:00  Year 戊辰" in text
    for quiet in ("1988-08-02T22:30", "1988-08-03T00:30"):
        assert liuren.moment(quiet, zone="+08:00").warnings == []


@pytest.mark.parametrize(
    ("hour", "rule", "others"),
    [
        ("19:20", "mao_shen", ["sunrise"]),  # 戌 at Beijing in June, the sun still up
        ("19:20", "sunrise", ["mao_shen", "yin_you"]),
        ("18:20", "mao_shen", ["sunrise", "yin_you"]),
        ("18:20", "sunrise", ["mao_shen"]),
        ("04:30", "mao_shen", ["yin_you"]),  # before sunrise at 04:46
        ("04:50", "mao_shen", ["sunrise", "yin_you"]),
        ("04:50", "sunrise", ["mao_shen"]),
        ("12:00", "mao_shen", []),
        ("12:00", "sunrise", []),
    ],
)
def test_other_customs_of_day_and_night(hour: str, rule: str, others: list[str]) -> None:
    m = liuren.moment(f"2026-06-21T{hour}", place="Beijing", convention={"day_night": rule})
    chart = liuren.liuren_chart(moment=m)
    found = {d["value"]: d for d in chart.disputes if d["option"] == "day_night"}
    assert sorted(found) == sorted(others)
    for value, dispute in found.items():
        other = liuren.liuren_chart(moment=m, convention={"day_night": value})
        assert other.daytime != chart.daytime
        riding = [t["rider"] for t in other.to_dict()["transmissions"]]
        assert dispute["generals"] == riding
    seat = liuren.jinkoujue_chart(moment=m, seat="子")
    values = [d["value"] for d in seat.disputes if d["option"] == "day_night"]
    assert set(values) <= set(others)


def test_a_choice_by_hand_is_not_disputed() -> None:
    m = liuren.moment("2026-06-21T18:20", place="Beijing")
    chart = liuren.liuren_chart(moment=m, daytime=True)
    assert not [d for d in chart.disputes if d["option"] == "day_night"]


def test_an_hour_given_over_a_moment_decides_day_or_night() -> None:
    m = liuren.moment("2026-11-30T23:30", zone="Asia/Seoul")
    for hour, light in (("午", True), ("子", False), ("酉", False)):
        assert liuren.liuren_chart(moment=m, hour=hour).daytime is light
        assert liuren.jinkoujue_chart(moment=m, hour=hour, seat="子").daytime is light
    assert liuren.liuren_chart(moment=m, hour="午", daytime=False).daytime is False
    by_sun = liuren.moment("2026-11-30T23:30", **SEOUL, convention={"day_night": "sunrise"})
    assert liuren.liuren_chart(moment=by_sun, hour="午").daytime is False  # the sun is down
