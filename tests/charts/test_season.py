"""A chart of which only the season is known: what that makes known, and what it leaves open."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import liuren
from liuren.charts.casting import cast
from liuren.cli import main
from liuren.rules import examples, fired
from liuren.rules.errors import Place, RuleError
from liuren.terms import elements, seasons
from liuren.terms.errors import InputError
from liuren.terms.labels import LANGUAGES

CAST: dict[str, Any] = {"day": "甲子", "hour": "卯", "general": "亥"}
WORDS = {
    0: ("春", "春天", "春季", "春占", "봄", "봄철", "춘", "춘계", "chun", "Spring", 0),
    1: ("夏", "夏天", "여름", "하", "하절", "xia", "summer", 1),
    2: ("秋", "秋季", "가을", "추", "qiu", "autumn", "fall", 2),
    3: ("冬", "冬季", "겨울", "동", "동계", "dong", "WINTER", 3),
}


@pytest.mark.parametrize(("season", "word"), [(s, w) for s, words in WORDS.items() for w in words])
def test_a_season_in_every_language(season: int, word: object) -> None:
    assert liuren.liuren_chart(**CAST, season=word).season == season


@pytest.mark.parametrize(
    ("read", "nearest"), [("冬至後", "冬"), ("sprng", "春"), ("가을에", "秋"), ("季夏", "夏")]
)
def test_no_season_says_the_nearest(read: str, nearest: str) -> None:
    with pytest.raises(InputError) as refused:
        liuren.liuren_chart(**CAST, season=read)
    assert refused.value.details["nearest"] == nearest
    for language in LANGUAGES:
        assert nearest in refused.value.localized(language)[1]


@pytest.mark.parametrize("rule", ["whole_months", "last_18_days", "wei_only"])
def test_the_element_of_the_season_rules(rule: str) -> None:
    """春木旺 夏火旺 秋金旺 冬水旺, whatever the months of earth."""
    for season, ruler in zip("春夏秋冬", "木火金水", strict=True):
        chart = liuren.liuren_chart(**CAST, season=season, convention={"earth_season": rule})
        found = chart.to_dict()
        assert (chart.ruler, found["season"]) == (elements.NAMES.index(ruler), season)
        assert [e for e, state in found["states"].items() if state == "旺"] == [ruler]
        assert (chart.month, found["month"], chart.month_spirit("月厭")) == (None, None, None)
        assert "month" not in found["spirits"]
    by_stem = {"shefu_strength": "day_stem"}
    chart = liuren.liuren_chart(**CAST, season="秋", convention=by_stem)
    assert chart.shefu_ruler == elements.WOOD


@pytest.mark.parametrize("month", range(12))
def test_a_month_is_only_checked_by_the_season(month: int) -> None:
    bare = liuren.liuren_chart(**CAST, month=month)
    assert bare.season is not None
    for season in range(4):
        if season == bare.season:
            assert liuren.liuren_chart(**CAST, month=month, season=season) == bare
            continue
        with pytest.raises(InputError, match=r"春|夏|秋|冬") as refused:
            liuren.liuren_chart(**CAST, month=month, season=season)
        said = refused.value.message
        assert refused.value.code == "season_of_other_month"
        assert f"season {seasons.SEASONS[season]} " in said
        assert f"month {bare.to_dict()['month']}, " in said
        for language in ("zh-Hant", "zh-Hans", "ko"):
            told, hint = refused.value.localized(language)
            assert told != said
            assert hint != refused.value.hint


def test_terms_and_moments_are_checked_too() -> None:
    moment = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")
    assert liuren.liuren_chart(moment=moment, season="冬") == liuren.liuren_chart(moment=moment)
    assert liuren.liuren_chart("甲子", "卯", term="冬至", season="冬").season == 3
    for facts in ({"moment": moment}, {"day": "甲子", "hour": "卯", "term": "冬至"}):
        with pytest.raises(InputError, match="夏"):
            liuren.liuren_chart(**facts, season="夏")


@pytest.mark.parametrize(
    "line",
    ["甲子日 亥將 卯時 春占", "甲子日，亥将，卯时，春占", "갑자일 해장 묘시 봄점", "갑자일 해장 묘시 춘점",
     "jiazi day, hai general, mao hour, in spring", "day jiazi, general hai, hour mao, in spring"],
)  # fmt: skip
def test_the_notation_of_a_season(line: str) -> None:
    chart = liuren.parse_notation(line)
    assert chart.notation == "甲子日 亥將 卯時 春占"
    assert liuren.parse_notation(chart.notation) == chart
    assert chart == liuren.liuren_chart(**CAST, season="春")
    assert chart != liuren.liuren_chart(**CAST)
    with pytest.raises(InputError, match="season"):
        liuren.parse_notation(f"{line} 酉位")


def test_what_is_laid_over_a_notation_goes_before_it() -> None:
    written = "甲子日 亥將 卯時 春占 子年"
    assert (
        cast("liuren", {"chart": written, "season": "夏"}).notation == "甲子日 亥將 卯時 夏占 子年"
    )
    assert (
        cast("liuren", {"chart": written, "month": "寅"}).notation == "甲子日 亥將 卯時 寅月 子年"
    )
    with pytest.raises(InputError, match="season 春"):
        cast("liuren", {"chart": written, "month": "午"})


def test_a_general_that_no_month_of_the_season_has_is_noted() -> None:
    for season, general in product(range(4), range(12)):
        chart = liuren.liuren_chart("甲子", "卯", general, season=season)
        of_months = {
            seasons.general_of_term(term)
            for term in range(24)
            if seasons.season(seasons.month_of_term(term)) == season
        }
        assert len(of_months) == 4
        noted = [warning["code"] for warning in chart.warnings]
        assert noted == ([] if general in of_months else ["general_of_other_month"])


def test_clauses_that_ask_the_season_hold_as_in_its_first_month() -> None:
    """In 寅 巳 申 亥 months the element of the season rules, as it does where only the season is told."""
    gained = set()
    for day, season in product(("甲子", "丙寅", "戊申", "壬午"), range(4)):
        for hour, general in product(range(12), (2, 5)):
            told = set(fired(liuren.liuren_chart(day, hour, general, season=season)))
            first = 2 + 3 * season
            by_month = set(fired(liuren.liuren_chart(day, hour, general, month=first % 12)))
            neither = set(fired(liuren.liuren_chart(day, hour, general)))
            assert told <= by_month | neither
            gained |= told - neither
    assert gained


def test_evidence_says_that_only_the_season_is_known() -> None:
    notation = "甲子日 亥將 卯時 春占"
    said = json.dumps(liuren.read(liuren.parse_notation(notation)).to_dict(), ensure_ascii=False)
    assert "states-by-season" in said
    trace = json.dumps(
        liuren.explain(liuren.parse_notation(notation), "shefu:mao.20").to_dict(),
        ensure_ascii=False,
    )
    assert "the season was given when the chart was cast, the month was not" in trace
    assert "계절만 주어지고" in trace


def test_an_example_of_a_chapter_may_tell_the_season() -> None:
    place = Place("here", 1)
    told = examples.read_example("甲子日 亥將 卯時 春占", "liuren", place)
    assert examples.cast(told, "liuren", place).notation == "甲子日 亥將 卯時 春占"
    with pytest.raises(RuleError, match="春占"):
        examples.read_example("甲子日 亥將 卯時 酉位 春占", "jinkoujue", place)


def test_the_command_line_takes_a_season(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--day", "甲子", "--hour", "卯", "--general", "亥", "--season", "가을"]
    for command in ("chart", "shefu"):
        assert main([command, *words, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found.get("chart", found)["notation"] == "甲子日 亥將 卯時 秋占"
    assert main(["chart", *words, "--lang", "ko"]) == 0
    assert "계절 가을" in capsys.readouterr().out
    assert main(["chart", *words, "--month", "寅", "--lang", "ko"]) == 2
    assert "가을" in capsys.readouterr().err
