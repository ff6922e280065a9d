"""應期, ends and barriers of a 金口訣 chart, and that the sentences on them say the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

import liuren
from liuren.charts.jinkoujue import jinkoujue_chart, positions_chart
from liuren.terms import branches, generals, pillars, stems


def signs(data: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (each["by"], (each["stem"] or "") + (each["branch"] or ""))
        for each in data["timing"]["signs"]
    ]


def test_the_signs_of_the_first_chart() -> None:
    """丁卯 over 酉: 丁 combines with 壬 and 卯 with 戌; 癸 and 辛 want 壬, 未 and 卯 want 亥."""
    data = jinkoujue_chart("甲寅", "巳", "亥", "酉").to_dict()
    assert signs(data) == [
        ("天地合", "壬戌"), ("干合", "壬"), ("三奇", "壬"), ("虛一待用", "亥"), ("六合", "戌"),
    ]  # fmt: skip
    assert all(each["next"] is None for each in data["timing"]["signs"])
    assert data["timing"]["hastened_by"] == []
    assert data["timing"]["within"] == []


def test_a_wonder_wants_its_third_stem() -> None:
    """例四: 甲 over 己 and 戊 wants 庚."""
    data = jinkoujue_chart("辛酉", "巳", "亥", "午").to_dict()
    assert ("三奇", "庚") in signs(data)
    # 壬寅日 酉將 卯時 戌位 has 甲戊庚 whole.
    whole = jinkoujue_chart("壬寅", "卯", "酉", "戌").to_dict()
    assert {each["name"] for each in whole["combinations"]} >= {"三奇"}
    assert "三奇" not in dict(signs(whole))


def test_a_chart_without_a_day_has_no_stems_to_wait_for() -> None:
    data = positions_chart("甲", "玄武", "申", "午").to_dict()
    assert signs(data) == [("虛一待用", "辰"), ("六合", "巳")]


def test_a_chart_of_a_moment_names_the_next_dates() -> None:
    at = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")  # 戊申日 丁巳時, 寅 general
    data = jinkoujue_chart(moment=at, seat="寅").to_dict()
    # 癸亥 over the seat 寅: 戊寅 is waited for.
    assert (data["general_stem"], data["general"]) == ("癸", "亥")
    (first, *_rest, last) = data["timing"]["signs"]
    assert (first["by"], first["stem"], first["branch"]) == ("天地合", "戊", "寅")
    assert first["next"]["day"] == {"begins": "2026-12-30", "pillar": "戊寅"}
    assert last["next"]["hour"] == {"begins": "2026-12-01T03:00", "pillar": "丙寅"}
    assert last["next"]["day"] == {"begins": "2026-12-06", "pillar": "甲寅"}
    assert last["next"]["month"] == {"begins": "2027-02-04", "pillar": "壬寅"}
    assert last["next"]["year"] == {"begins": "2034", "pillar": "甲寅"}


@pytest.mark.parametrize(
    ("general", "noble", "seat", "expected"),
    [
        ("寅", "貴人", "酉", [("四絕", None), ("關", False)]),
        ("酉", "白虎", "寅", [("四絕", None), ("關", True)]),
        ("卯", "貴人", "辰", [("隔", False)]),
        ("戌", "青龍", "卯", [("隔", True)]),
        ("卯", "貴人", "申", [("四絕", None), ("鎖", False)]),
        ("申", "朱雀", "卯", [("四絕", None), ("鎖", True)]),
        ("午", "貴人", "亥", [("四絕", None)]),
        ("巳", "貴人", "子", [("四絕", None)]),
        ("子", "貴人", "酉", [("四敗", None)]),
        ("戌", "貴人", "酉", [("四敗", None)]),
        ("巳", "貴人", "卯", [("四敗", None)]),
        ("寅", "玄武", "子", [("四敗", None)]),
        ("申", "貴人", "午", [("四敗", None)]),
        ("子", "貴人", "午", []),
    ],
)
def test_ends_defeats_and_barriers(
    general: str, noble: str, seat: str, expected: list[tuple[str, bool | None]]
) -> None:
    found = positions_chart("甲", noble, general, seat).to_dict()["combinations"]
    names = {"四絕", "四敗", "關", "隔", "鎖"}
    assert [(e["name"], e.get("broken")) for e in found if e["name"] in names] == expected
    assert all(e["between"] == ["general", "seat"] for e in found if e["name"] in names)


def test_all_of_one_element_and_all_at_court() -> None:
    """The chart 朝元 of the sixty-four: 己 over three 丑."""
    court = positions_chart("己", "貴人", "丑", "丑").to_dict()["combinations"]
    assert {each["name"] for each in court} == {"四位俱比", "一類朝元"}
    alike = positions_chart("戊", "貴人", "丑", "辰").to_dict()["combinations"]
    names = {each["name"] for each in alike}
    assert "四位俱比" in names
    assert "一類朝元" not in names


def test_two_stems_that_vie_for_one_become_nothing() -> None:
    """妒合: two like stems and one that combines with both."""
    found = 0
    for day in pillars.NAMES[:10]:
        for hour in branches.NAMES:
            for seat in branches.NAMES:
                data = jinkoujue_chart(day, hour, "亥", seat).to_dict()
                three = [data["stem"], data["noble_stem"], data["general_stem"]]
                names = {each["name"]: each for each in data["combinations"]}
                pairs = {frozenset(pair) for pair in ("甲己", "乙庚", "丙辛", "丁壬", "戊癸")}
                vie = len(set(three)) == 2 and frozenset(three) in pairs
                assert ("妒合" in names) == vie, data["notation"]
                unions = [names[name] for name in ("官合", "正合", "隔合") if name in names]
                assert all((each["becomes"] is None) == vie for each in unions)
                if vie:
                    found += 1
                    two = {three[POSITIONS.index(place)] for place in names["妒合"]["between"]}
                    assert len(two) == 1
                    assert len(unions) == 2
    assert found > 5


POSITIONS = ("stem", "noble", "general")
#: What the chart says and the sentence of the books beyond the seed that says it.
SENTENCES = {
    "官合": 44, "正合": 45, "隔合": 46, "進合": 47, "炎上": 48, "曲直": 49, "潤下": 50, "從革": 51,
    "四位俱比": 56, "虛一待用": 52, "三奇": (53, 54, 55), "沖": 57, "害": 58, "四絕": 65, "四敗": 66, "關": 67, "隔": 68,
    "鎖": 69,
}  # fmt: skip


def test_facts_and_sentences_agree() -> None:
    draw = random.Random(7)
    seen = set[str]()
    for number in range(3000):
        if number % 3:
            day, hour, general, seat = (
                draw.choice(pillars.NAMES),
                *draw.choices(branches.NAMES, k=3),
            )
            chart = jinkoujue_chart(day, hour, general, seat)
        else:
            stem, noble = draw.choice(stems.NAMES), draw.choice(generals.NAMES)
            chart = positions_chart(stem, noble, *draw.choices(branches.NAMES, k=2))
        data, fired = chart.to_dict(), set(liuren.fired(chart, "jinkoujue-beyond"))
        told = {e["name"] for e in data["combinations"] if not e.get("broken")}
        for name, sentence in SENTENCES.items():
            listed = sentence if isinstance(sentence, tuple) else (sentence,)
            said = any(f"jinkoujue-beyond:{each}" in fired for each in listed)
            assert said == (name in told), (name, data["notation"])
        seen |= told & SENTENCES.keys()
        bounds = {(e["position"], e["unit"]) for e in data["timing"]["within"]}
        asked = {72: bool(data["timing"]["hastened_by"])} | {
            73: ("general", "day") in bounds, 74: ("general", "hour") in bounds,
            75: ("noble", "day") in bounds, 76: ("noble", "hour") in bounds,
        }  # fmt: skip
        for clause, holds in asked.items():
            assert (f"jinkoujue-beyond:{clause}" in fired) == holds, (clause, data["notation"])
    assert seen == set(SENTENCES)
