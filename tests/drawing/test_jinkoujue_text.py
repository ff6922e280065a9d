"""A 金口訣 chart as text: everything that the books set beside the four positions."""

from __future__ import annotations

import re

import pytest

import liuren
from liuren.drawing.text import chart_text
from liuren.terms.labels import LANGUAGES


def written(language: str = "zh-Hant", **facts: object) -> str:
    at = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")
    chart = liuren.jinkoujue_chart(moment=at, seat="寅", **facts)  # type: ignore[arg-type]
    return chart_text(chart.to_dict(), language)


def test_positions_with_states_void_and_use() -> None:
    assert (
        "四位（○ 空亡）\n"
        "　人元　甲　　　木　相（月相）\n"
        "　貴神　丁巳　　火　死（月死）　騰蛇\n"
        "　將神　癸亥　　水　旺（月旺）　登明　← 用爻\n"
        "　地分　寅　○　木　相（月相）\n"
    ) in written()


def test_who_and_which_guest() -> None:
    text = written(guest=2, birth="甲午", sex="female", age=33, great_run="午")
    assert "空亡 寅卯　　月將 寅 功曹　　晝占　　本命 甲午　　行年 庚午　　大運 午　　女\n" in text
    # 寅 is yang: three back, 亥.
    assert "\n第2客　亥將加時\n" in text


def test_moves_combinations_and_timing() -> None:
    text = written()
    assert (
        "\n動  財動 · 兄弟動\n\n合沖\n　進合：將神、地分\n　沖：貴神、將神\n　刑：地分、貴神\n"
        in text
    )
    assert "\n神煞\n　人元：月德\n　貴神：驛馬 · " in text
    assert "\n　天地合　戊寅　時 2026-12-02 03:00　日 2026-12-30　月 2030-02-04　年 2058\n" in text
    assert "\n　六合　寅　時 2026-12-01 03:00　日 2026-12-06　月 2027-02-04　年 2034\n" in text


def test_what_other_schools_have_instead() -> None:
    chart = liuren.parse_notation("甲寅日 亥將 巳時 酉位").to_dict()
    text = chart_text(chart, "zh-Hant")
    assert "  →  貴神 太陰" in text
    assert "  →  用爻 人元" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chart_given_by_its_positions_shows_nothing_that_is_not_known(language: str) -> None:
    """Neither a month general, nor stems, nor an empty first line."""
    text = chart_text(liuren.parse_notation("甲人元 玄武神 申將 午位").to_dict(), language)
    assert "None" not in text
    assert text.strip() == text
    heading = text.splitlines()[0]
    assert not re.search("[子丑寅卯辰巳午未申酉戌亥]", heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_in_the_language(language: str) -> None:
    text = written(language, guest=2, birth="甲午", sex="male", age=33)
    body = text.split("\n\n")
    assert len(body) >= 6
    if language == "en":
        plain = re.sub(
            r"\([^)]*\)|[甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥金木水火土]", "", text
        )
        first = plain.partition("Where schools")[0]
        assert not re.search("[\u4e00-\u9fff]", first), first
    if language == "ko":
        assert "귀신 " not in text.replace("귀신(貴神)", "")
