"""Earth's last eighteen days (六壬大全): by the instant where it is known, else from the 中氣 of the month."""

from __future__ import annotations

from typing import Any

import pytest

import liuren
from liuren.charts.notation import parse_notation
from liuren.rules import explain, fired
from liuren.terms import elements
from liuren.terms.convention import convention_names
from liuren.terms.labels import LANGUAGES

#: 四立 of 2026 in UT, to about a minute, and the element of the season that ends.
SEASONS = [
    ("2026-01-16", "2026-02-03", "20:02", "水"),
    ("2026-04-17", "2026-05-05", "11:49", "木"),
    ("2026-07-20", "2026-08-07", "11:43", "火"),
    ("2026-10-20", "2026-11-07", "09:52", "金"),
]


def both(at: str, **facts: Any) -> list[Any]:
    """A chart of each art for an instant."""
    one = liuren.moment(at, convention="daquan")
    return [
        liuren.liuren_chart(moment=one, **facts),
        liuren.jinkoujue_chart(moment=one, seat="酉", **facts),
    ]


def ruler(chart: Any) -> str:
    return elements.NAMES[chart.ruler]


def first_second(day: str, minute: str) -> int:
    """Seconds from midnight at which a 四立 has come, sought about a minute."""
    hours, minutes = map(int, minute.split(":"))
    for second in range((hours * 60 + minutes - 2) * 60, (hours * 60 + minutes + 2) * 60):
        if liuren.moment(f"{day}T{clock(second)}Z").term % 6 == 0:
            return second
    raise AssertionError(day)


def clock(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


@pytest.mark.parametrize(("first", "season", "minute", "before"), SEASONS)
def test_earth_rules_from_eighteen_days_before_to_the_second(
    first: str, season: str, minute: str, before: str
) -> None:
    second = first_second(season, minute)
    for chart in both(f"{first}T{clock(second - 1)}Z"):
        assert ruler(chart) == before
    for at in (f"{first}T{clock(second)}Z", f"{season}T{clock(second - 1)}Z"):
        for chart in both(at):
            assert ruler(chart) == "土"
    after = dict(zip("水木火金", "木火金水", strict=True))[before]
    for chart in both(f"{season}T{clock(second)}Z"):
        assert ruler(chart) == after


def test_three_days_before_the_mid_month_term_earth_rules_in_all_that_is_said() -> None:
    """辰 month, 穀雨 on 20 April: the states of both arts, and the ruler that a trace names."""
    liuren_chart, jinkoujue_chart = both("2026-04-18T04:00Z")
    assert (liuren_chart.term, jinkoujue_chart.term) == (4, 4)
    assert liuren_chart.to_dict()["states"] == dict(zip("土金火木水", "旺相休囚死", strict=True))
    four = jinkoujue_chart.to_dict()
    states = dict(zip("土金火木水", "旺相休囚死", strict=True))
    for place, element in four["elements"].items():
        assert four["season_strength"][place] == states[element]
    assert "土當令" in said(liuren_chart, "shefu:wuse.4")
    assert "土當令" in said(jinkoujue_chart, "jinkoujue:177")


def said(chart: Any, clause: str, language: str = "zh-Hant") -> str:
    """What a trace gives as evidence."""
    leaves = [leaf for node in explain(chart, clause).leaves for leaf in node.leaves()]
    return " / ".join(evidence[language] for leaf in leaves for evidence in leaf.evidence)


@pytest.mark.parametrize("at", ["2026-04-16T04:00Z", "2026-04-18T04:00Z", "2026-04-22T04:00Z"])
def test_a_notation_keeps_the_ruler_with_the_instant(at: str) -> None:
    for chart in both(at):
        again = parse_notation(chart.notation)
        assert again == chart
        assert again.ruler == chart.ruler
        assert again.notation == chart.notation
        assert fired(again) == fired(chart)
        # The instant alone says it too, where the notation leaves the term out.
        without = parse_notation(chart.notation.replace(" 清明", "").replace(" 穀雨", ""))
        assert without.term is None
        assert without.ruler == chart.ruler


def test_without_an_instant_the_mid_month_term_begins_it_and_the_trace_says_so() -> None:
    for term, element in (("清明", "木"), ("穀雨", "土")):
        charts = [
            liuren.liuren_chart("壬戌", "子", term=term, convention="daquan"),
            liuren.jinkoujue_chart("壬戌", "子", seat="酉", term=term, convention="daquan"),
        ]
        for chart, clause in zip(charts, ("shefu:wuse.4", "jinkoujue:177"), strict=True):
            assert ruler(chart) == element
            assert f"{element}當令" in said(chart, clause)
            assert "時刻未知，自季月中氣起計" in said(chart, clause)
            words = {said(chart, clause, language) for language in LANGUAGES}
            assert len(words) == len(LANGUAGES)
    for chart in both("2026-04-18T04:00Z"):
        clause = "jinkoujue:177" if hasattr(chart, "noble") else "shefu:wuse.4"
        assert "時刻未知" not in said(chart, clause)
    plain = liuren.liuren_chart("壬戌", "子", term="清明")
    assert "時刻未知" not in said(plain, "shefu:wuse.4")


def test_a_month_or_a_term_given_over_the_moment_goes_before_its_instant() -> None:
    for chart in both("2026-04-18T04:00Z", month="未", term="大暑"):
        assert ruler(chart) == "土"
    for chart in both("2026-04-22T04:00Z", month="未", term="小暑"):
        assert ruler(chart) == "火"
        assert ruler(parse_notation(chart.notation)) == "火"


@pytest.mark.parametrize("instant", ["2026-04-31T00:00:00Z", "9999-04-18T00:00:00Z"])
def test_an_instant_that_never_was_counts_as_none(instant: str) -> None:
    line = f"壬戌日 戌將 子時 辰月 清明 school=daquan @{instant}"
    assert ruler(parse_notation(line)) == "木"
    assert ruler(parse_notation(line.replace("清明", "穀雨"))) == "土"


def test_other_schools_count_as_before() -> None:
    for name in convention_names():
        at = liuren.moment("2026-04-18T04:00Z", convention=name)
        rule = at.convention["earth_season"]
        expected = {"whole_months": "土", "wei_only": "木", "last_18_days": "土"}[rule]
        assert ruler(liuren.liuren_chart(moment=at)) == expected
        assert ruler(liuren.jinkoujue_chart(moment=at, seat="酉")) == expected


@pytest.mark.parametrize(
    ("at", "calendar"), [("1500-04-20", "gregorian"), ("1700-04-09", "julian")]
)
def test_an_instant_of_any_calendar_is_read_back_as_it_was(at: str, calendar: str) -> None:
    one = liuren.moment(f"{at}T04:00Z", calendar=calendar, convention="daquan")
    for chart in (liuren.liuren_chart(moment=one), liuren.jinkoujue_chart(moment=one, seat="酉")):
        again = parse_notation(chart.notation, convention="daquan")
        assert again.instant == chart.instant == one.noted_instant != one.instant
        assert (ruler(again), ruler(chart)) == ("土", "土")
