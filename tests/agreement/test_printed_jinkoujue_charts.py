"""Published 金口訣 charts, each under the variant it needs, with the cause named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from liuren.calendar import moment
from liuren.charts.jinkoujue import JinkoujueChart, jinkoujue_chart
from liuren.terms import branches, elements, generals, parse, pillars, stems

CASES = json.loads(
    (Path(__file__).parent.parent / "cases" / "jinkoujue_charts.json").read_text(encoding="utf-8")
)["cases"]

#: What a chart that disagrees with the default needs, by the cause of the disagreement.
VARIANTS: dict[str, dict[str, Any]] = {
    "wuhu_at_zi_chou": {"convention": {"stem_count": "five_tiger"}},
    "day_noble_at_night_hour": {"daytime": True},
    "day_noble_at_yin_hour": {"daytime": True},
    "you_hour_as_day": {"convention": {"day_night": "yin_you"}},
    "direction_variant": {"convention": {"noble_direction": "day_night"}},
    "incomplete_input": {"hour": "戌"},
}
#: Misprints of single inputs, with what the chart shows them to have been.
MISPRINTS: dict[str, dict[str, Any]] = {
    "jkj64-35": {"day": "丁未"},
    "jkj64-60": {"general": "寅", "day": "乙巳"},
    "jkj64-64": {"day": "己卯", "general": "午"},
}
#: Charts that no rule can cast: built to show a pattern, or the source counts wrongly.
UNCASTABLE = {"jkj64-05", "jkj64-58", "ssj-04", "mod-08"}
#: Pillars of noble or general that a print has otherwise than the count from the day stem: ours, theirs.
PILLAR_SLIPS: list[tuple[str, str, str]] = []
USES = {"renyuan": "stem", "guishen": "noble", "jiangshen": "general", "difen": "seat"}


def cast(case: dict[str, Any], **variant: Any) -> JinkoujueChart:
    given = case["input"]
    night = given["night_forced"]
    facts: dict[str, Any] = {
        "day": given["day_ganzhi"].replace("甲?", "甲子").replace("乙?", "乙丑"),
        "hour": given["hour_branch"],
        "general": given["month_general"],
        "seat": given["difen"],
        "daytime": None if night is None else not night,
    }
    return jinkoujue_chart(**(facts | variant))


def variant_of(case: dict[str, Any]) -> dict[str, Any]:
    if case["agrees"]:
        return {}
    return MISPRINTS.get(case["id"]) or VARIANTS[case["disagreement_class"]]


def positions(chart: JinkoujueChart) -> dict[str, str]:
    return {
        "renyuan": stems.NAMES[chart.stem],
        "guishen": generals.NAMES[chart.noble],
        "jiangshen": branches.NAMES[chart.general],
        "difen": branches.NAMES[chart.seat],
    }


def stated_positions(case: dict[str, Any]) -> dict[str, str]:
    stated = case["stated"]
    names = {key: stated[key] for key in ("renyuan", "jiangshen", "difen") if stated.get(key)}
    if stated.get("guishen"):
        names["guishen"] = generals.NAMES[parse.parse_general(stated["guishen"])]
    return names


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["id"] not in UNCASTABLE], ids=lambda case: case["id"]
)
def test_stated_positions(case: dict[str, Any]) -> None:
    found = positions(cast(case, **variant_of(case)))
    stated = stated_positions(case)
    assert stated
    assert {key: found[key] for key in stated} == stated


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if c["agrees"] is False and c["id"] not in UNCASTABLE],
    ids=lambda case: case["id"],
)
def test_the_default_differs_just_where_it_is_said_to(case: dict[str, Any]) -> None:
    found, stated = positions(cast(case)), stated_positions(case)
    assert [key for key in ("renyuan", "guishen", "jiangshen") if key in stated and
            found[key] != stated[key]] == case["differs_in"]  # fmt: skip


def test_the_uncastable_ones_are_out_of_reach_of_every_option() -> None:
    for case in CASES:
        if case["id"] not in UNCASTABLE:
            continue
        found = [
            positions(cast(case, daytime=light, convention={"stem_count": c, "noble_plate": p}))
            for light in (True, False)
            for c in ("five_rat", "five_tiger")
            for p in ("earth", "heaven")
        ]
        stated = stated_positions(case)
        assert not any({key: f[key] for key in stated} == stated for f in found), case["id"]


def test_pillars_of_noble_and_general() -> None:
    slips = []
    for case in CASES:
        stated = case["stated"]
        if case["id"] in UNCASTABLE or not stated.get("guishen_ganzhi"):
            continue
        chart = cast(case, **variant_of(case))
        assert chart.noble_stem is not None
        found = stems.NAMES[chart.noble_stem] + branches.NAMES[chart.noble_branch]
        if found != stated["guishen_ganzhi"]:
            slips.append((case["id"], found, stated["guishen_ganzhi"]))
        if stated.get("jiangshen_ganzhi"):
            assert chart.general_stem is not None
            found = stems.NAMES[chart.general_stem] + branches.NAMES[chart.general]
            if found != stated["jiangshen_ganzhi"]:
                slips.append((case["id"], found, stated["jiangshen_ganzhi"]))
    assert slips == PILLAR_SLIPS


DATED = [case for case in CASES if case["input"]["solar"]]


@pytest.mark.parametrize("case", DATED, ids=lambda case: case["id"])
def test_dated_charts_from_their_date(case: dict[str, Any]) -> None:
    """The site that made them changes the general with the month, at the node."""
    given = case["input"]
    at = moment(given["solar"], zone="Asia/Shanghai", convention={"month_general": "jie"})
    night = given["night_forced"]
    chart = jinkoujue_chart(
        moment=at, seat=given["difen"], daytime=None if night is None else not night
    )
    assert pillars.NAMES[chart.day or 0] == given["day_ganzhi"]
    assert branches.NAMES[chart.general_of_month or 0] == given["month_general"]
    assert {k: positions(chart)[k] for k in stated_positions(case)} == stated_positions(case)


def test_use_lines() -> None:
    marked = [c for c in CASES if c["id"] not in UNCASTABLE and c["stated"].get("yongyao")]
    wrong = [
        c["id"] for c in marked if cast(c, **variant_of(c)).use != USES[c["stated"]["yongyao"]]
    ]
    assert len(marked) == 30
    assert wrong == []


@pytest.mark.parametrize(
    "case",
    [c for c in CASES if c["agrees"] and (c["computed_default"] or {}).get("in_chart_states")],
    ids=lambda case: case["id"],
)
def test_strength_in_the_chart(case: dict[str, Any]) -> None:
    chart = cast(case)
    found = [elements.STATES[s] for s in chart.strength]
    assert found == case["computed_default"]["in_chart_states"]
    assert found == case["stated"].get("states", found)


@pytest.mark.parametrize(
    "case", [c for c in CASES if c["stated"].get("day_void")], ids=lambda case: case["id"]
)
def test_voids(case: dict[str, Any]) -> None:
    data = cast(case, **variant_of(case)).to_dict()
    assert "".join(data["void"]) == case["stated"]["day_void"]
    if "four_void" in case["stated"]:
        assert data["great_void"] == case["stated"]["four_void"]


def test_the_chart_of_the_year_1600_from_its_lunar_date() -> None:
    """庚子年七月十三日甲寅: its general 巳 goes by the lunar month; the true middle term fell two days later."""
    (case,) = (each for each in CASES if each["id"] == "ssj-01")
    given = case["input"]
    at = moment("1600-08-21T16:00", zone="+08:00")
    data = at.to_dict()
    assert (data["lunar"]["month"], data["lunar"]["day"]) == (7, 13)
    pillar = data["pillars"]
    assert (pillar["year"], pillar["day"], pillar["hour"][1]) == (
        given["year_ganzhi"],
        given["day_ganzhi"],
        given["hour_branch"],
    )
    assert data["general"] == "午"
    printed = jinkoujue_chart(moment=at, seat=given["difen"], general=given["month_general"])
    assert positions(printed) == stated_positions(case)


def test_moves_of_the_reference_pages() -> None:
    stated = {"贼动": "賊動", "官动": "官動", "子孙动": "子孫動", "父母动": "父母動"}
    for case in CASES:
        if "moves" in case["stated"]:
            expected = {stated[m] for m in case["stated"]["moves"]}
            assert expected == set(cast(case).moves)
    assert pillars.NAMES[0] == "甲子"
