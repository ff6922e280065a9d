"""Charts printed in books, each under the school it needs; departures are named one by one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from liuren.calendar import moment
from liuren.charts.liuren import LiurenChart, liuren_chart
from liuren.terms import branches, generals, parse, pillars, stems
from liuren.terms.convention import load_convention

CASES = Path(__file__).parent.parent / "cases"
CHARTS = json.loads((CASES / "liuren_charts.json").read_text(encoding="utf-8"))["charts"]
SHEFU = json.loads((CASES / "liuren_charts.json").read_text(encoding="utf-8"))["shefu"]
TRIALS = json.loads((CASES / "shefu_trials.json").read_text(encoding="utf-8"))

#: The school each chart follows where it is not the default in everything.
SCHOOL = {
    "hx-2349": {"fuyin_mao": "maozimao"},
    "zn-1327": {"fanyin_fudeng": "sihaisi"},
    "jxg-11663": {"fanyin_fudeng": "sihaisi"},
    "jxg-11703": {"fanyin_fudeng": "sihaisi"},
}
#: Printed generals that no table gives in all places (slips of the prints).
SLIPS = {"hx-2871", "hx-4503", "zn-2115", "zn-2232", "dq07-008"}
#: Generals on the transmissions that contradict the generals which the same print has on the lessons.
TRANSMISSION_SLIPS = {
    "hx-4268": ["中 白虎 for 太常"],
    "hx-4662": ["末 太陰 for 玄武"],
    "zn-2300": ["初 貴人 for 青龍", "末 天空 for 玄武"],
}


def cast(case: dict[str, Any], **options: Any) -> LiurenChart:
    """The chart of a case; where no hour is printed the offset alone decides everything."""
    hour = case["hour"] or "子"
    general = case["month_general"]
    if case["hour"] is None or general is None:
        general = branches.NAMES[(parse.parse_branch(hour) + case["offset"]) % 12]
    return liuren_chart(day=case["day"], hour=hour, general=general, **options)


def names(indexes: Any) -> list[str]:
    return [branches.NAMES[b] for b in indexes]


@pytest.mark.parametrize("case", CHARTS, ids=lambda case: case["id"])
def test_plate_lessons_and_transmissions(case: dict[str, Any]) -> None:
    chart = cast(case, convention=SCHOOL.get(case["id"]))
    assert chart.offset == case["offset"]
    lowers = [stems.NAMES[chart.stem], *names(seat for _, seat in chart.lessons[1:])]
    assert [names([upper])[0] for upper, _ in chart.lessons] == [u for u, _ in case["lessons"]]
    assert lowers == [lower for _, lower in case["lessons"]]
    assert names(chart.transmissions) == case["transmissions"]


@pytest.mark.parametrize(
    "case", [c for c in CHARTS if c["rule"] != "all"], ids=lambda case: case["id"]
)
def test_disputed_prints_are_named_in_the_dispute_list(case: dict[str, Any]) -> None:
    school = load_convention(SCHOOL.get(case["id"]))
    other = school.replace(shehai="depth") if case["rule"] == "mengzhong" else load_convention(None)
    chart = cast(case, convention=other)
    assert names(chart.transmissions) != case["transmissions"]
    assert case["transmissions"] in [d.get("transmissions") for d in chart.disputes]


def riders(case: dict[str, Any], chart: LiurenChart) -> tuple[list[int], list[int]]:
    """Generals on the lessons (or, where only those are printed, the transmissions): ours, theirs."""
    if case["lesson_generals"]:
        spirits, printed = [upper for upper, _ in chart.lessons], case["lesson_generals"]
    else:
        spirits, printed = list(chart.transmissions), case["transmission_generals"]
    return [chart.rider_of(s) for s in spirits], [parse.parse_general(g) for g in printed]


@pytest.mark.parametrize(
    "case", [c for c in CHARTS if c["id"] not in SLIPS], ids=lambda case: case["id"]
)
def test_generals_by_the_default_table(case: dict[str, Any]) -> None:
    fit = case["generals_fit"]
    lights = (True, False) if fit is None else (fit == "day",)
    school = SCHOOL.get(case["id"])
    pairs = [riders(case, cast(case, daytime=light, convention=school)) for light in lights]
    assert any(found == printed for found, printed in pairs)


def test_slips_fit_neither_day_nor_night() -> None:
    for case in CHARTS:
        if case["id"] in SLIPS:
            pairs = [riders(case, cast(case, daytime=light)) for light in (True, False)]
            assert all(found != printed for found, printed in pairs), case["id"]


def transmission_slips() -> dict[str, list[str]]:
    """Charts whose transmissions are printed with generals that fit neither day nor night beside the
    lessons: which of the three, what is printed and what stands there."""
    found = {}
    for case in CHARTS:
        if case["id"] in SLIPS or not case["transmission_generals"]:
            continue
        fit = case["generals_fit"]
        lights = (True, False) if fit is None else (fit == "day",)
        printed = [parse.parse_general(g) for g in case["transmission_generals"]]
        charts = [cast(case, daytime=x, convention=SCHOOL.get(case["id"])) for x in lights]
        ours = [[chart.rider_of(b) for b in chart.transmissions] for chart in charts]
        if printed not in ours:
            found[case["id"]] = [
                f"{place} {generals.NAMES[theirs]} for {generals.NAMES[own]}"
                for place, theirs, own in zip("初中末", printed, ours[0], strict=True)
                if theirs != own
            ]
    return found


def test_transmission_generals_but_for_slips_of_the_print() -> None:
    """Where a print's transmissions disagree with ours, they disagree with its own lessons or plate."""
    assert transmission_slips() == TRANSMISSION_SLIPS


DATED = [case for case in CHARTS if case.get("date")]


@pytest.mark.parametrize("case", DATED, ids=lambda case: case["id"])
def test_dated_charts_from_their_date(case: dict[str, Any]) -> None:
    """Date and double hour in China: the four pillars, the general and the whole chart follow."""
    hour = parse.parse_branch(case["hour"])
    clocks = ["23:30", "00:30"] if hour == 0 else [f"{2 * hour:02d}:00"]
    if case["time"]:
        digits = re.findall(r"\d+", case["time"])
        clocks = [f"{int(digits[0]):02d}:{int(digits[1]):02d}"]
    found = [
        liuren_chart(
            moment=moment(f"{case['date']}T{clock}", zone="Asia/Shanghai"),
            convention=SCHOOL.get(case["id"]),
        )
        for clock in clocks
    ]
    chart = next(c for c in found if pillars.NAMES[c.day] == case["day"])
    assert chart.month_pillar is not None
    assert chart.year_pillar is not None
    four = [chart.year_pillar, chart.month_pillar, chart.day, chart.hour_pillar]
    assert [pillars.NAMES[p] for p in four] == case["pillars"]
    assert branches.NAMES[chart.general] == case["month_general"]
    assert names(chart.transmissions) == case["transmissions"]


@pytest.mark.parametrize("case", SHEFU, ids=lambda case: case["id"])
def test_she_fu_charts_of_the_books(case: dict[str, Any]) -> None:
    chart = cast(case, daytime=case["time_used"] == "day")
    assert names(chart.transmissions) == case["transmissions"]
    assert [chart.rider_of(u) for u, _ in chart.lessons] == [
        parse.parse_general(g) for g in case["lesson_generals"]
    ]
    assert [chart.rider_of(b) for b in chart.transmissions] == [
        parse.parse_general(g) for g in case["transmission_generals"]
    ]


CHECKED = [
    case
    for case in TRIALS["trials"] + TRIALS["worked_examples_without_feedback"]
    if "lessons" in (case.get("engine_check") or {})
]


#: The practitioner of these two lays the nobles by 甲羊戊庚牛.
TRIAL_SCHOOL = {"SF-17": "xieji", "SF-19": "xieji"}


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case["id"])
def test_published_trials(case: dict[str, Any]) -> None:
    check = case["engine_check"]
    chart = liuren_chart(
        day=check["day"], hour=check["hour"], general=check["month_general"],
        daytime=check["period"], convention=TRIAL_SCHOOL.get(case["id"]),
    )  # fmt: skip
    assert branches.NAMES[chart.carrier(generals.NOBLE)] == check["noble"]
    assert names(u for u, _ in chart.lessons) == [lesson[0] for lesson in check["lessons"]]
    assert "".join(names(chart.transmissions)) == check["transmissions"]
    assert set(names(chart.void)) == set(check["void"])
    for branch, detail in zip(chart.transmissions, check["transmission_detail"], strict=True):
        stem = chart.hidden_stem(branch)
        head = ("" if stem is None else stems.NAMES[stem]) + branches.NAMES[branch]
        assert detail.startswith(head)
        assert parse.parse_general(detail[len(head)]) == chart.rider_of(branch)
        kin = "兄子财官父".index(detail[len(head) + 1])
        assert chart.kin(branch) == kin
        assert detail.endswith("空") == chart.is_void(branch)
    published = case.get("published_chart") or {}
    if "transmissions" in published:
        assert "".join(names(chart.transmissions)) == published["transmissions"]


def test_the_trial_whose_first_transmission_depends_on_the_school() -> None:
    case = next(c for c in TRIALS["trials"] if c["id"] == "SF-10")
    facts = {"day": "辛卯", "hour": "午", "general": "辰"}
    check = case["engine_check"]
    assert "".join(names(liuren_chart(**facts).transmissions)) == check["meng_zhong_rule"]
    counted = liuren_chart(**facts, convention="daquan")
    assert "".join(names(counted.transmissions)) == check["count_rule"]
    assert pillars.NAMES[counted.day] == "辛卯"
