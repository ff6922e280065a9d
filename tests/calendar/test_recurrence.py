"""From pillars back to moments."""

from __future__ import annotations

import pytest

from liuren.calendar import moment, occurrences
from liuren.calendar.days import day_number
from liuren.terms.errors import InputError, LiurenError


def test_four_pillars() -> None:
    found = occurrences(start=1900, end=2100, year="丙午", month="己亥", day="戊申", hour="丁巳")
    starts = [o.to_dict()["from"] for o in found]
    assert starts == ["2026-11-30T09:00:00", "2086-11-15T09:00:00"]


@pytest.mark.parametrize(
    "convention", [{}, {"day_boundary": "00:00"}, {"day_boundary": "00:00_next_hour_stem"}]
)
@pytest.mark.parametrize(
    "text", ["2026-11-30T10:00", "1988-06-15T23:30", "1988-06-15T00:30", "2025-02-03T22:05"]
)
@pytest.mark.parametrize("solar_time", ["clock", "true", "half_hour"])
def test_there_and_back(text: str, solar_time: str, convention: dict[str, str]) -> None:
    m = moment(
        text, zone="Asia/Seoul", longitude=126.98, solar_time=solar_time, convention=convention
    )
    year = int(text[:4])
    found = occurrences(
        start=year - 1, end=year + 1, zone="Asia/Seoul", longitude=126.98,
        solar_time=solar_time, convention=convention, **m.pillars,
    )  # fmt: skip
    assert any(o.first.ut - 1 <= m.ut < o.end for o in found)
    for o in found:
        for ut in (o.first.ut, (o.first.ut + o.end) / 2, o.end - 0.01):
            inside = moment(
                o.first.text_of(ut, 3) + "Z", zone="Asia/Seoul", longitude=126.98,
                solar_time=solar_time, convention=convention,
            )  # fmt: skip
            assert inside.pillars == m.pillars


def test_a_term_inside_the_hour_cuts_it() -> None:
    found = occurrences(start="2025-02-03", end="2025-02-03", hour="亥")
    shown = [o.to_dict() for o in found]
    assert [s["pillars"]["year"] for s in shown] == ["甲辰", "乙巳"]
    assert shown[0]["to"] == shown[1]["from"][:19]
    assert shown[0]["terms"] == ["立春"]
    (only,) = occurrences(start="2025-02-03", end="2025-02-03", hour="亥", year="甲辰")
    assert only.to_dict()["from"] == "2025-02-03T21:00:00"


def test_day_hour_and_general() -> None:
    found = occurrences(start=2020, end=2026, day="甲子", hour="卯", general="登明")
    assert len(found) == 6
    for o in found:
        assert o.to_dict()["general"] == "亥"
        assert (o.first.jdn - day_number(1984, 1, 31)) % 60 == 0


def test_the_list_can_be_cut() -> None:
    assert len(occurrences(start=1900, end=2100, hour="子", limit=7)) == 7


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({}, "Nothing to look for"),
        ({"day": "甲子", "hour": "丙子"}, "no hour 丙子"),
        ({"year": "甲子", "month": "甲寅"}, "no month 甲寅"),
        ({"day": "甲丑"}, "甲丑"),
        ({"day": "甲子", "start": -900}, "outside the calendar"),
        ({"general": "甲"}, "stem"),
    ],
)
def test_what_cannot_be_is_said(wanted: dict[str, object], said: str) -> None:
    with pytest.raises(LiurenError, match=said) as caught:
        occurrences(**{"start": 2026, "end": 2026, **wanted})  # type: ignore[arg-type]
    assert isinstance(caught.value, InputError)
