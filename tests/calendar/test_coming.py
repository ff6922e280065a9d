"""The next hour, day, month and year of a stem or branch, against a walk through the calendar."""

from __future__ import annotations

import random
from typing import Any

import pytest

import liuren
from liuren.calendar.coming import coming
from liuren.calendar.days import civil_date, date_text
from liuren.terms import branches, stems

OPTIONS: list[dict[str, str]] = [
    {},
    {"day_boundary": "00:00"},
    {"day_boundary": "00:00_next_hour_stem"},
    {"year_start": "lunar_new_year"},
]


def _holds(pillar: str, stem: int | None, branch: int | None) -> bool:
    return (stem is None or pillar[0] == stems.NAMES[stem]) and (
        branch is None or pillar[1] == branches.NAMES[branch]
    )


def _at(jdn: int, time: str, rules: dict[str, str]) -> Any:
    return liuren.moment(f"{date_text(*civil_date(jdn))}T{time}", zone="+08:00", convention=rules)


def _walked(m: Any, rules: dict[str, str], stem: int | None, branch: int | None) -> dict[str, str]:
    """The same by asking the calendar for every day at noon, and for every half hour of the next five days."""
    found: dict[str, str] = {}
    last = m.pillars["hour"]
    for half in range(1, 48 * 5 + 4):
        jdn, step = divmod(int(m.local // 1800) + half, 48)
        time = f"{step // 2:02d}:{step % 2 * 30:02d}"
        pillar = _at(jdn, time, rules).pillars["hour"]
        if pillar != last and _holds(pillar, stem, branch):
            found["hour"] = f"{date_text(*civil_date(jdn))}T{time}"
            break
        last = pillar
    late = rules.get("day_boundary", "23:00") == "23:00" and m.local % 86400 >= 82800
    for day in range(m.jdn + late + 1, m.jdn + 62):
        if _holds(_at(day, "12:00", rules).pillars["day"], stem, branch):
            found["day"] = date_text(*civil_date(day))
            break
    return found


@pytest.mark.parametrize("rules", OPTIONS, ids=str)
def test_hours_and_days_against_a_walk(rules: dict[str, str]) -> None:
    draw = random.Random(20261130)
    for _ in range(6):
        time = draw.choice(["00:10", "09:59", "22:59", "23:00", "23:45"])
        date = f"{draw.randint(1985, 2060)}-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d}"
        m = liuren.moment(f"{date}T{time}", zone="+08:00", convention=rules)
        pillar = draw.randrange(60)
        for stem, branch in ((None, pillar % 12), (pillar % 10, None)):
            found = coming(m, stem=stem, branch=branch)
            begins = {unit: found[unit]["begins"] for unit in ("hour", "day")}  # type: ignore[index]
            assert begins == _walked(m, rules, stem, branch), (date, time, stem, branch)


def test_months_and_years() -> None:
    m = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")
    found = coming(m, stem=8, branch=10)
    # 壬戌: the ninth month of a 丁 or 壬 year has 庚戌; 壬戌 months come in 戊 and 癸 years (寒露 of 2028 falls after midnight in Seoul).
    assert found["month"] == {"begins": "2028-10-08", "pillar": "壬戌"}
    assert found["year"] == {"begins": "2042", "pillar": "壬戌"}
    near = coming(m, branch=0)
    assert near["month"] == {"begins": "2026-12-07", "pillar": "庚子"}
    assert near["year"] == {"begins": "2032", "pillar": "壬子"}
    # Before 立春 the year that is coming begins in the same civil year.
    winter = liuren.moment("2027-01-20T10:00", zone="Asia/Seoul")
    assert coming(winter, branch=7)["year"] == {"begins": "2027", "pillar": "丁未"}


def test_the_present_one_is_not_the_next() -> None:
    m = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")  # 丙午 己亥 戊申 丁巳
    own = {"year": (2, 6), "month": (5, 11), "day": (4, 8), "hour": (3, 5)}
    for unit, (stem, branch) in own.items():
        found = coming(m, stem=stem, branch=branch)[unit]
        assert found is not None
        assert found["pillar"] == m.pillars[unit]
        assert found["begins"] > "2026-12"


def test_what_can_never_come_is_none() -> None:
    m = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")
    assert coming(m, stem=0, branch=1) == dict.fromkeys(("hour", "day", "month", "year"))
    late = liuren.moment("2201-12-20T10:00", zone="Asia/Seoul")
    assert coming(late, stem=0, branch=0)["month"] is None
