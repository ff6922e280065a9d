"""Faults that users of other programs reported, in the parts that charts are made of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from liuren.calendar import moment
from liuren.charts.annual import annual_branch
from liuren.charts.jinkoujue import jinkoujue_chart
from liuren.charts.liuren import LiurenChart, liuren_chart
from liuren.charts.notation import parse_notation
from liuren.terms import branches, generals, kin, parse, pillars, stems

ENTRIES = {
    entry["id"]: entry
    for entry in json.loads(
        (Path(__file__).parent.parent / "cases" / "bug_reports.json").read_text(encoding="utf-8")
    )["entries"]
}
OPTIONS = {
    "day_night": {"mao_you": "mao_shen", "sun": "sunrise"},
    "month_general": {"zhongqi": "zhongqi_instant", "jie": "jie"},
    "noble_table": {"jia_niu": "jia_ox", "jia_yang": "jia_sheep"},
    "shehai": {"count": "depth", "meng_zhong": "mengzhong"},
}
B = branches.NAMES


def convention(options: dict[str, Any]) -> dict[str, str]:
    found = {
        name: values[options[name]]
        for name, values in OPTIONS.items()
        if options.get(name) in values
    }
    if options.get("day_boundary") in ("23:00", "00:00"):
        found["day_boundary"] = options["day_boundary"]
    return found


def cast(facts: dict[str, Any]) -> LiurenChart:
    rules = convention(facts.get("options", {}))
    if "datetime" in facts:
        place = facts["place"]
        at = moment(
            facts["datetime"], zone=place["tz"], longitude=place["lon"], latitude=place["lat"],
            convention=rules,
        )  # fmt: skip
        return liuren_chart(moment=at)
    return liuren_chart(
        day=facts["day"], hour=facts["hour_branch"], general=facts["month_general"],
        daytime=facts.get("daytime"), convention=rules,
    )  # fmt: skip


def charts(entry: dict[str, Any]) -> list[LiurenChart]:
    shared = {k: v for k, v in entry["input"].items() if k != "cases"}
    return [cast(shared | case) for case in entry["input"].get("cases", [{}])]


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


TRANSMISSIONS = [i for i in ENTRIES if i.startswith("TR-")]


@pytest.mark.parametrize("name", TRANSMISSIONS)
def test_transmissions(name: str) -> None:
    entry = ENTRIES[name]
    expected = entry["expected"]
    found = charts(entry)
    assert ["".join(B[b] for b in c.transmissions) for c in found] == listed(
        expected["transmissions"]
    )
    if "day" in expected:
        days = [pillars.NAMES[c.day] for c in found]
        assert set(days) == set(listed(expected["day"]))
    for key, read in (
        ("month_general", lambda c: B[c.general]),
        ("hour_branch", lambda c: B[c.hour]),
    ):
        if key in expected:
            assert {read(c) for c in found} == set(listed(expected[key]))
    if "lessons" in expected:
        (chart,) = found
        assert [B[u] for u, _ in chart.lessons] == [x[0] for x in expected["lessons"]]
    if "generals" in expected:
        (chart,) = found
        printed = [parse.parse_general(g) for g in expected["generals"]]
        assert [chart.rider_of(b) for b in chart.transmissions] == printed


@pytest.mark.parametrize(
    ("name", "form"), [("TR-01", "八專"), ("TR-09", "昴星"), ("TR-10", "別責"), ("TR-11", "返吟")]
)
def test_headings(name: str, form: str) -> None:
    assert {chart.lesson_form for chart in charts(ENTRIES[name])} == {form}


def test_names_beyond_the_method() -> None:
    (chart,) = charts(ENTRIES["TR-13"])
    assert {"重審", "間傳", "凝陰"} <= chart.forms


def test_the_choice_is_explained() -> None:
    (chart,) = charts(ENTRIES["TR-08"])
    decision = chart.to_dict()["decision"]
    assert set(decision["candidates"]) == {"寅", "午"}
    assert decision["form"] == "返吟"


def test_no_exception_for_any_day_general_and_hour() -> None:
    rules = {"shehai": "depth"}
    for day in range(60):
        for hour in range(12):
            for general in range(12):
                chart = liuren_chart(day, hour, general, convention=rules)
                assert len(chart.transmissions) == 3


@pytest.mark.parametrize("name", ["GN-02", "GN-03", "GN-05"])
def test_nobles(name: str) -> None:
    entry = ENTRIES[name]
    expected, found = entry["expected"], charts(entry)
    assert [B[c.carrier(generals.NOBLE)] for c in found] == expected["noble"]
    assert {pillars.NAMES[c.day] for c in found} == {expected["day"]}
    assert {B[c.hour] for c in found} == {expected["hour_branch"]}
    if "period" in expected:
        assert ["day" if c.daytime else "night" for c in found] == expected["period"]


def detail(chart: LiurenChart) -> list[str]:
    """Transmissions in the short form of the reports: stem, branch, general, kin, void."""
    short = "贵蛇雀合勾龙空虎常玄阴后"
    return [
        ("" if (s := chart.hidden_stem(b)) is None else stems.NAMES[s])
        + B[b] + short[chart.rider_of(b)] + "兄子财官父"[chart.kin(b)]
        + ("空" if chart.is_void(b) else "")
        for b in chart.transmissions
    ]  # fmt: skip


def test_forced_day_nobles_of_old_charts() -> None:
    entry = ENTRIES["GN-04"]
    found = [cast(case | {"daytime": True}) for case in entry["input"]["cases"]]
    assert [B[c.carrier(generals.NOBLE)] for c in found] == entry["expected"]["noble"]
    assert [detail(c) for c in found] == entry["expected"]["transmissions_with_generals"]


def test_first_general_under_both_tables() -> None:
    entry = ENTRIES["GN-05"]
    assert [detail(c)[0] for c in charts(entry)] == entry["expected"]["first_general"]


def test_kin() -> None:
    (chart,) = charts(ENTRIES["RL-01"])
    simplified = {"妻财": "妻財", "子孙": "子孫"}
    expected = [simplified.get(r, r) for r in ENTRIES["RL-01"]["expected"]["relations"]]
    assert [kin.NAMES[chart.kin(b)] for b in chart.transmissions] == expected


def test_void() -> None:
    entry = ENTRIES["VO-01"]
    found = [
        "".join(B[b] for b in pillars.void(pillars.NAMES.index(d))) for d in entry["input"]["days"]
    ]
    assert found == entry["expected"]["void"]
    (chart,) = charts(ENTRIES["VO-02"])
    assert "".join(B[b] for b in chart.void) == ENTRIES["VO-02"]["expected"]["used"]


def test_spirits() -> None:
    broken = [
        liuren_chart(day, "卯", "亥").to_dict()["spirits"]["day"]["破碎"]
        for day in ENTRIES["SP-01"]["input"]["days"]
    ]
    assert broken == ENTRIES["SP-01"]["expected"]["po_sui"]
    entry = ENTRIES["SP-04"]
    place = entry["input"]["place"]
    at = moment(entry["input"]["datetime"], zone=place["tz"], convention={"month_general": "jie"})
    chart = jinkoujue_chart(moment=at, seat=entry["input"]["difen"])
    assert pillars.NAMES[at.day] == entry["expected"]["day"]
    assert chart.to_dict()["spirits"]["日祿"] == entry["expected"]["ri_lu"]


def test_annual_pillar_around_a_birthday() -> None:
    entry = ENTRIES["AG-02"]
    age = entry["expected"]["nominal_age"]
    found = [annual_branch("辛未", sex, age) for sex in entry["input"]["sex"]]
    assert found == entry["expected"]["running_year"]
    entry = ENTRIES["AG-03"]["expected"]
    found = [
        annual_branch(birth, "male", age)
        for birth, age in zip(entry["birth_year"], entry["nominal_age"], strict=True)
    ]
    assert found == entry["running_year"]


def jinkoujue_of(entry: dict[str, Any], **facts: Any) -> Any:
    rules = convention(entry["input"].get("options") or entry["input"]["cases"][0]["options"])
    at = moment(entry["input"]["datetime"], zone=entry["input"]["place"]["tz"], convention=rules)
    return jinkoujue_chart(moment=at, seat=entry["input"]["difen"], **facts)


def test_jinkoujue_night_and_day_noble() -> None:
    entry = ENTRIES["JK-01"]
    expected = entry["expected"]
    found = [jinkoujue_of(entry, daytime=light) for light in (False, True)]
    for chart, noble in zip(found, expected["gui_shen"], strict=True):
        pillar, name = noble.split()
        assert stems.NAMES[chart.noble_stem] + B[chart.noble_branch] == pillar
        assert generals.NAMES[chart.noble] == name
        assert stems.NAMES[chart.stem] == expected["ren_yuan"]
        assert stems.NAMES[chart.general_stem] + B[chart.general] == expected["jiang_shen"][:2]
        assert " ".join(chart.to_dict()["pillars"].values()) == expected["pillars"]


def test_jinkoujue_change_of_day() -> None:
    entry = ENTRIES["JK-02"]
    expected = entry["expected"]
    chart = jinkoujue_of(entry)
    assert " ".join(chart.to_dict()["pillars"].values()) == expected["pillars"]
    assert B[chart.general_of_month] == expected["month_general"]
    assert stems.NAMES[chart.stem] == expected["ren_yuan"]
    assert stems.NAMES[chart.noble_stem] + B[chart.noble_branch] == expected["gui_shen"][:2]
    assert stems.NAMES[chart.general_stem] + B[chart.general] == expected["jiang_shen"][:2]


def test_a_drawn_seat_stays_with_the_chart() -> None:
    chart = jinkoujue_chart("甲寅", "巳", "亥", seat_by="lot")
    assert chart.seat_from is not None
    assert parse_notation(chart.notation) == chart


def test_a_song_chart_by_its_date() -> None:
    at = moment("1128-06-30T20:00", zone="+07:55", calendar="julian")
    chart = liuren_chart(moment=at)
    expected = ENTRIES["HD-03"]["expected"]
    assert pillars.NAMES[chart.day] == expected["day"]
    assert (B[chart.general], B[chart.hour]) == (expected["month_general"], expected["hour_branch"])
    assert "".join(B[b] for b in chart.transmissions) == expected["transmissions"]
