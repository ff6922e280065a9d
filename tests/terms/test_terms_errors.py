"""Errors in four languages."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from liuren.charts.jinkoujue import annual_branch, jinkoujue_chart
from liuren.charts.liuren import liuren_chart
from liuren.charts.notation import parse_notation
from liuren.terms import parse
from liuren.terms.convention import load_convention, parse_settings
from liuren.terms.errors import InputError, LiurenError
from liuren.terms.resources import data_path

ASIAN = ("zh-Hant", "zh-Hans", "ko")


def faults() -> list[tuple[str, Callable[[], Any]]]:
    day = {"day": "甲子", "hour": "卯"}
    return [
        ("甲丑", lambda: parse.parse_pillar("甲丑")),
        ("甲", lambda: parse.parse_branch("甲")),
        ("子", lambda: parse.parse_stem("子")),
        ("月", lambda: liuren_chart(**day, general="月")),
        ("己卯", lambda: liuren_chart(day="甲子", hour="己卯", general="亥")),
        ("?", lambda: parse.parse_sex("?")),
        ("200", lambda: annual_branch("甲子", "男", 200)),
        ("99999", lambda: jinkoujue_chart(**day, general="亥", seat="酉", guest=99999)),
        ("sky", lambda: jinkoujue_chart(**day, general="亥", seat="酉", seat_by="sky")),
        ("zero", lambda: jinkoujue_chart(**day, general="亥", seat="zero", seat_by="number")),
        ("nobody", lambda: load_convention("nobody")),
        ("shehi", lambda: load_convention({"shehi": "depth"})),
        ("deep", lambda: load_convention({"shehai": "deep"})),
        ("shehai", lambda: parse_settings(["shehai"])),
        ("卯時", lambda: parse_notation("甲子日 亥將 卯時 卯時")),
        ("月將", lambda: liuren_chart(**day)),
    ]


@pytest.mark.parametrize(("read", "act"), faults(), ids=lambda v: v if isinstance(v, str) else "")
def test_every_fault_is_told_in_every_language(read: str, act: Callable[[], Any]) -> None:
    with pytest.raises(LiurenError) as caught:
        act()
    error = caught.value
    assert error.localized("en") == (error.message, error.hint)
    for language in ASIAN:
        message, hint = error.localized(language)
        assert message != error.message
        assert "{" not in message + hint
        assert read in message or error.code == "missing"
        if error.details.get("nearest"):
            between = ", " if language == "ko" else "、"
            assert between.join(error.details["nearest"].split(", ")) in hint


def test_sentences_exist_in_all_three_languages() -> None:
    words = tomllib.loads((data_path("vocabulary") / "errors.toml").read_text(encoding="utf-8"))
    for table in (*words["message"].values(), *words["what"].values(), words["hint"]):
        assert set(table) == set(ASIAN)
        assert all(text.strip() for text in table.values())


def test_an_error_without_facts_stays_english() -> None:
    error = LiurenError("No.", hint="Yes.")
    assert error.localized("ko") == ("No.", "Yes.")


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko"])
@pytest.mark.parametrize("value", ["zz", 99])
@pytest.mark.parametrize(
    "parse",
    [
        parse.parse_branch, parse.parse_stem, parse.parse_pillar, parse.parse_general,
        parse.parse_term, parse.parse_direction, parse.parse_sex, parse.parse_querent,
        parse.parse_daytime,
    ],
)  # fmt: skip
def test_what_was_expected_is_told_in_every_language(
    parse: Callable[[object], object], value: object, language: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse(value)
    message, _ = caught.value.localized(language)
    assert {"ko": "쓸 수 있는 값: "}.get(
        language, "为" if language == "zh-Hans" else "為"
    ) in message
    assert "one of" not in message
    assert " or " not in message


def test_a_year_is_told_its_pillar() -> None:
    with pytest.raises(InputError) as caught:
        parse.parse_pillar("1990", "the birth pillar")
    assert caught.value.code == "year_for_pillar"
    assert caught.value.localized("ko")[0].endswith("그해는 입춘부터 庚午입니다.")
    assert "庚午" in caught.value.hint
    with pytest.raises(InputError) as caught:
        parse.parse_pillar("1990", "the day pillar")
    assert caught.value.code == "bad_input"
