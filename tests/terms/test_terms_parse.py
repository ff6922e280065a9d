"""What users write: every accepted spelling, and errors that help."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

import liuren
from liuren.terms import branches, generals, parse, pillars, seasons, stems
from liuren.terms.errors import InputError
from liuren.terms.resources import data_path


@pytest.mark.parametrize("pillar", range(60))
def test_every_pillar_reads_back(pillar: int) -> None:
    assert parse.parse_pillar(pillars.NAMES[pillar]) == pillar


def test_every_branch_stem_general_and_term_reads_back() -> None:
    assert [parse.parse_branch(n) for n in branches.NAMES] == list(range(12))
    assert [parse.parse_branch(n) for n in branches.SPIRITS] == list(range(12))
    assert [parse.parse_stem(n) for n in stems.NAMES] == list(range(10))
    assert [parse.parse_general(n) for n in generals.NAMES] == list(range(12))
    assert [parse.parse_term(n) for n in seasons.TERMS] == list(range(24))


@pytest.mark.parametrize(
    ("reader", "text", "value"),
    [
        (parse.parse_branch, "太冲", 3),
        (parse.parse_branch, "太衝", 3),
        (parse.parse_branch, "胜光", 6),
        (parse.parse_branch, "徵明", 11),
        (parse.parse_branch, "征明", 11),
        (parse.parse_branch, "从魁", 9),
        (parse.parse_branch, "醜", 1),
        (parse.parse_branch, " 亥 ", 11),
        (parse.parse_branch, "해", 11),
        (parse.parse_branch, "ＨＡＩ", 11),
        (parse.parse_branch, "신", 8),
        (parse.parse_stem, "신", 7),
        (parse.parse_general, "螣蛇", 1),
        (parse.parse_general, "腾蛇", 1),
        (parse.parse_general, "騰蛇", 1),
        (parse.parse_general, "天乙", 0),
        (parse.parse_general, "贵人", 0),
        (parse.parse_general, "青龙", 5),
        (parse.parse_general, "勾陳", 4),
        (parse.parse_general, "太阴", 10),
        (parse.parse_general, "天后", 11),
        (parse.parse_pillar, "갑자", 0),
        (parse.parse_pillar, "Jia-Zi", 0),
        (parse.parse_pillar, "gengwu", 6),
        (parse.parse_term, "惊蛰", 2),
        (parse.parse_term, "驚蟄", 2),
        (parse.parse_term, "경칩", 2),
        (parse.parse_term, "谷雨", 5),
        (parse.parse_term, "穀雨", 5),
        (parse.parse_term, "곡우", 5),
        (parse.parse_direction, "东", 3),
        (parse.parse_direction, "north", 0),
        (parse.parse_direction, "酉", 9),
        (parse.parse_direction, "西方", 9),
        (parse.parse_direction, "东边", 3),
        (parse.parse_direction, "서쪽", 9),
        (parse.parse_direction, "정남", 6),
    ],
)
def test_spellings(reader: Callable[[object], int], text: str, value: int) -> None:
    assert reader(text) == value


@pytest.mark.parametrize(
    ("reader", "text", "code", "nearest"),
    [
        (parse.parse_pillar, "甲丑", "no_such_pillar", "甲子"),
        (parse.parse_pillar, "甲丑", "no_such_pillar", "乙丑"),
        (parse.parse_pillar, "己午", "no_such_pillar", "己未"),
        (parse.parse_pillar, "己午", "no_such_pillar", "戊午"),
        (parse.parse_pillar, "已未", "bad_input", "己未"),
        (parse.parse_pillar, "甲", "bad_input", "甲子"),
        (parse.parse_branch, "甲", "stem_for_branch", "寅"),
        (parse.parse_stem, "寅", "branch_for_stem", "甲"),
        (parse.parse_branch, "甲子", "pillar_for_branch", "子"),
        (parse.parse_branch, "戍", "bad_input", "戌"),
        (parse.parse_general, "貴入", "bad_input", "貴人"),
        (parse.parse_branch, "", "empty", ""),
        (parse.parse_pillar, "   ", "empty", ""),
        (parse.parse_branch, 12, "bad_input", ""),
        (parse.parse_branch, None, "bad_input", ""),
        (parse.parse_branch, True, "bad_input", ""),
        (parse.parse_sex, "x", "bad_input", ""),
        (parse.parse_querent, "大人", "bad_input", ""),
        (parse.parse_daytime, "noon", "bad_input", ""),
    ],
)
def test_refusals_name_the_nearest_value(
    reader: Callable[[object], object], text: object, code: str, nearest: str
) -> None:
    with pytest.raises(InputError) as caught:
        reader(text)
    assert caught.value.code == code
    assert nearest in caught.value.hint
    assert caught.value.message
    assert set(caught.value.to_dict()) == {"code", "message", "hint"}


@pytest.mark.parametrize(
    "reader",
    [
        parse.parse_branch,
        parse.parse_stem,
        parse.parse_pillar,
        parse.parse_general,
        parse.parse_term,
        parse.parse_direction,
        parse.parse_branch_or_pillar,
        parse.parse_sex,
        parse.parse_topic,
    ],
)
@pytest.mark.parametrize("noise", ["\x00\x1b[31m", "子" * 5_000_000, "x" * 10_000_000])
def test_noise_fails_fast_and_is_not_echoed(reader: Callable[[object], object], noise: str) -> None:
    if reader is parse.parse_topic and len(noise) < 40:
        assert parse.parse_topic(noise) is None
        return
    start = time.perf_counter()
    with pytest.raises(InputError) as caught:
        reader(noise)
    assert time.perf_counter() - start < 0.5
    assert len(str(caught.value)) < 400
    assert "\x1b" not in str(caught.value)


def test_branch_or_pillar() -> None:
    assert parse.parse_branch_or_pillar("午") == (6, None)
    assert parse.parse_branch_or_pillar("甲午") == (6, 30)
    with pytest.raises(InputError, match="甲未"):
        parse.parse_branch_or_pillar("甲未")


@pytest.mark.parametrize(
    ("facts", "notation"),
    [
        ({"day": "甲子日", "hour": "午時", "general": "未將"}, "甲子日 未將 午時"),
        ({"day": "갑자일", "hour": "오시", "general": "미장"}, "甲子日 未將 午時"),
        ({"hour": "庚午时", "month": "壬午月"}, "甲子日 亥將 午時 壬午月"),
        ({"year": "丙午年", "birth": "庚午命"}, "甲子日 亥將 卯時 丙午年 庚午命"),
        ({"birth": "경오년", "general": "登明將"}, "甲子日 亥將 卯時 庚午命"),
    ],
)
def test_a_value_may_say_itself_what_it_is(facts: dict[str, str], notation: str) -> None:
    given = {"day": "甲子", "hour": "卯", "general": "亥"} | facts
    assert liuren.liuren_chart(**given).notation == notation  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fact", "value", "nearest"),
    [
        ("hour", "午月", "午"),  # of another kind: asked back, not taken
        ("month", "午時", "午"),
        ("hour", "12:00", "午"),
        ("hour", "23", "子"),
        ("hour", "0:30", "子"),
        ("month", "正月", "寅"),
        ("month", "五月", "午"),
        ("month", "閏五月", "午"),
        ("month", "12월", "丑"),
        ("general", "夏至", "未"),
        ("general", "立冬", "卯"),  # a 節 does not change the general: still that of 霜降
        ("general", "소설", "寅"),
    ],
)
def test_what_is_meant_is_named(fact: str, value: str, nearest: str) -> None:
    given = {"day": "甲子", "hour": "卯", "general": "亥"} | {fact: value}
    with pytest.raises(InputError) as caught:
        liuren.liuren_chart(**given)  # type: ignore[arg-type]
    assert caught.value.details["nearest"] == nearest
    assert nearest in caught.value.hint


@pytest.mark.parametrize(
    "value", ["馬", "马", "말띠", "屬馬", "属马", "horse", "馬年", "午", "庚午年"]
)
def test_a_birth_by_its_animal(value: str) -> None:
    chart = liuren.liuren_chart(day="甲子", hour="卯", general="亥", birth=value)
    assert chart.to_dict()["birth"] == "午"
    if "庚" not in value and value != "午":  # no animal stands for a day
        with pytest.raises(InputError):
            liuren.liuren_chart(day=value, hour="卯", general="亥")


@pytest.mark.parametrize(
    ("fact", "words", "read"),
    [
        ("daytime", ["白天", "晝占", "낮 점", "주간", "Daytime", "旦"], True),
        ("daytime", ["黑夜", "夜占", "밤 점", "야간", "nighttime", "暮"], False),
        ("sex", ["乾造", "건명", "男", "Man"], "male"),
        ("sex", ["坤造", "곤명", "女", "Woman"], "female"),
        ("term", ["霜降", "상강", "shuang jiang", "Frost Descends"], "霜降"),
        ("term", ["谷雨", "穀雨", "곡우", "guyu", "Grain Rain"], "穀雨"),
    ],
)
def test_the_same_in_other_words(fact: str, words: list[str], read: object) -> None:
    for word in words:
        facts: dict[str, Any] = {"day": "甲子", "hour": "卯", "general": "亥", fact: word}
        assert liuren.liuren_chart(**facts).to_dict()[fact] == read


def test_every_printed_name_of_a_solar_term_is_read() -> None:
    words = tomllib.loads((data_path("vocabulary") / "terms.toml").read_text(encoding="utf-8"))
    for number, name in enumerate(seasons.TERMS):
        for language in ("zh-Hant", "zh-Hans", "en"):
            assert parse.parse_term(words["solar_term"][name][language]) == number
        hangul = words["solar_term"][name]["ko"].partition("(")[0]
        assert parse.parse_term(hangul) == number
