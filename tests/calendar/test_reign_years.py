"""Reign names and years of China, Korea and Japan as input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from liuren.calendar import moment
from liuren.calendar.days import civil_date
from liuren.calendar.historical import eras
from liuren.terms.errors import InputError

DATES = json.loads(
    (Path(__file__).parent / "cases" / "lunar_dates.json").read_text(encoding="utf-8")
)["dates"]


@pytest.mark.parametrize(
    ("text", "date", "hour"),
    [
        ("嘉祐七年三月十七日午時", (1062, 4, 28), "午"),
        ("宋嘉祐七年三月十七日午时", (1062, 4, 28), "午"),
        ("宋仁宗嘉祐七年三月甲子日午時", (1062, 4, 28), "午"),
        ("嘉佑壬寅年三月十七日午時", (1062, 4, 28), "午"),
        ("建炎二年六月丁巳日戌時", (1128, 7, 3), "戌"),
        ("万历十五年正月初一卯時", (1587, 2, 7), "卯"),
        ("光緒二十六年閏八月十五日子時", (1900, 10, 8), "子"),
        ("漢昭帝始元元年閏十月初六", (-85, 12, 1), "午"),
        ("慶長五年九月十五日辰時", (1600, 10, 21), "辰"),
        ("貞観元年四月十五日", (859, 5, 20), "午"),
        ("明治5年12月2日", (1872, 12, 31), "午"),
        ("令和8年11月30日10時", (2026, 11, 30), "巳"),
        ("세종 25년 12월 30일 자시", (1444, 1, 19), "子"),
        ("조선 세종 25년 12월 30일", (1444, 1, 19), "午"),
        ("朝鮮世宗二十五年十二月三十日", (1444, 1, 19), "午"),
        ("단기 4359년 11월 30일 10시", (2026, 11, 30), "巳"),
        ("民國115年11月30日10時", (2026, 11, 30), "巳"),
        ("光武元年10月12日", (1897, 10, 12), "午"),
    ],
)
def test_well_known_dates(text: str, date: tuple[int, int, int], hour: str) -> None:
    m = moment(text)
    assert civil_date(m.jdn) == date
    assert m.pillars["hour"][1] == hour


def test_reign_years_of_the_official_dates() -> None:
    """Every dated row of the cases, written with its reign year, but for the reforms of 690–762."""
    read = 0
    for row in DATES:
        if row["era"] == "NA" or row["ly"] > 1911 or 689 <= row["ly"] <= 762:
            continue
        for reign in row["era"].split("/"):
            leap = "閏" if row["leap"] else ""
            m = moment(f"{reign}{leap}{row['lm']}月{row['ld']}日", zone="+08:00")
            assert m.jdn == row["jdn"], (reign, row["date"])
            read += 1
    assert read > 60


def test_a_name_used_more_than_once_is_told() -> None:
    m = moment("建元二年三月初三")
    (warning,) = [w for w in m.warnings if w["code"] == "several_eras"]
    assert warning["taken"].startswith("晉建元")
    assert "齊建元" in warning["others"]
    korea = moment("高宗四十年三月初三", convention={"lunar_calendar": "korea"})
    assert civil_date(korea.jdn)[0] in (1253, 1903)


def test_the_zone_follows_the_country() -> None:
    zones = [moment(t).zone for t in ("嘉祐七年三月一日", "세종 25년 3월 1일", "慶長五年九月一日")]
    assert zones == ["Asia/Shanghai", "Asia/Seoul", "Asia/Tokyo"]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("嘉祐二十年三月一日", "no_such_date", "1 to 8"),
        ("嘉祐七年十三月一日", "no_such_date", "1 to 12"),
        ("嘉祐七年閏三月一日", "no_such_date", "no 閏三月"),
        ("嘉祐七年三月三十一日", "no_such_date", "days"),
        ("嘉祐七年三月癸未日", "no_such_date", "it runs from"),
        ("無名七年三月一日", "unknown_era", "known reign"),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        moment(text)
    assert caught.value.code == code
    assert said in caught.value.message


def test_the_table_is_sound() -> None:
    names = eras()
    assert len(names) > 800
    for found in names.values():
        for era in found:
            assert era.country in ("china", "korea", "japan")
            assert -2400 < era.first < 2030
            assert era.last >= 0
