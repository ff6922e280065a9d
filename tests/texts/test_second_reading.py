"""A second reading of the she fu book, made from the classical text without looking at the chapters.

Each predicate below says in Python what a clause asks of a chart; it sees nothing but the public data of
``to_dict()`` and has tables of its own (``readers``), so that it is a second way to the value and not an echo of the first.
That of the 金口訣 is in :mod:`test_second_reading_of_jinkoujue`; how both went is told in
``docs/explanation/second-reading.md``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import pytest

import liuren

from .readers import (
    BRANCHES,
    ELEMENT,
    LAST,
    LUCKY,
    MIDDLE,
    PILLARS,
    PUNISHES,
    Plate,
    generates,
)

SHEFU: Final[dict[str, Callable[[Plate], object]]] = {
    # Spirits over places, on the day, with generals.
    "zi.5": lambda c: c.on_stem == "子" and c.rides("子", "天后"),
    "zi.6": lambda c: (
        c.over("子", "未")
        and any(ELEMENT[x] == "土" for x in (c.on_stem, c.on_branch, *c.transmissions))
    ),
    "zi.9": lambda c: c.over("丑", "子") and c.on_day("丑"),
    "zi.13": lambda c: c.over("子", "酉"),
    "zi.23": lambda c: c.on_day("子") and c.over("子", "卯"),
    "zi.24": lambda c: c.over("子", LAST),
    "zi.25": lambda c: c.on_day("子") and c.on_day("辰"),
    "zi.32": lambda c: c.use == "子" and "子" in c.void,
    "zi.33": lambda c: c.over("寅未", "子"),
    "zi.35": lambda c: (c.stem == "丙" or c.branch == "子") and c.on_branch == "子",
    "zi.36": lambda c: c.over("子", "巳午") and c.term in {"冬至", "小寒", "大寒"},
    "chou.7": lambda c: c.over(c.lodging + c.branch, "丑"),
    "chou.8": lambda c: c.branch == "丑" and c.in_play("丑"),
    "chou.9": lambda c: c.seat["丑"] == c.year,
    "chou.18": lambda c: "丑" in c.void and c.on_day("丑"),
    "chou.29": lambda c: c.over("丑", "卯") and c.season("春夏"),
    "yin.5": lambda c: c.rides("寅", "六合", "青龍"),
    "yin.12": lambda c: "寅" in c.void,
    "yin.22": lambda c: c.branch in "申子辰" and c.in_play("寅"),
    "mao.10": lambda c: c.rides("卯", "六合") and c.on_day("卯"),
    "mao.23": lambda c: c.stem in "壬癸" and c.on_stem == "卯",
    "chen.7": lambda c: c.over("辰", "巳午") and c.overcomes_day("辰"),
    "chen.11": lambda c: c.on_stem == "辰" and {"子", "午"} & {*c.uppers, *c.transmissions},
    "chen.16": lambda c: c.seat["辰"] == c.month,
    "si.6": lambda c: (c.stem == "戊" and c.on_stem == "巳") or c.over("巳", "戌"),
    "si.9": lambda c: c.in_play("巳") and c.overcomes_day("巳"),
    "si.16": lambda c: c.month_star("戌", -1) == "巳" and c.in_play("巳"),
    "si.19": lambda c: c.over("巳", "午") and c.state("巳") in "旺相",
    "wu.9": lambda c: c.on_day("午") or c.seat["午"] == c.annual,
    "wu.14": lambda c: c.over("午", "卯酉") and c.season("夏"),
    "wu.16": lambda c: c.stem in "庚辛" and c.on_stem == "午",
    "wei.7": lambda c: c.in_play("未") and (c.stem == "戊" or c.branch in "辰戌"),
    "wei.21": lambda c: c.on_stem == "未" and c.month_star("子", 1) == "未",
    "shen.13": lambda c: c.on_stem == "申" and c.use == "申",
    "shen.19": lambda c: c.rides("申", "玄武") and c.over("申", "亥子"),
    "you.19": lambda c: c.seat["酉"] in c.void,
    "you.21": lambda c: c.seat["酉"] == c.annual and c.natal == PUNISHES["酉"],
    "xu.14": lambda c: c.rides("戌", "白虎") and c.overcomes_day("戌"),
    "xu.17": lambda c: c.on_day("戌") and c.over("戌", LAST),
    "hai.16": lambda c: c.branch in "寅午戌" and c.on_branch == "亥",
    "hai.36": lambda c: (c.stem in "壬癸" and c.on_stem == "亥") or c.over("亥", "子"),
    # Generals.
    "guiren.6": lambda c: c.general_in_play("貴人") and c.querent != "君子",
    "tengshe.10": lambda c: c.rides("卯", "騰蛇"),
    "taichang.14": lambda c: c.rides("酉", "太常"),
    "tianjiang.23": lambda c: c.general_on_day("白虎"),
    # The first transmission: time, use, colour, shape, taste, age.
    "guoshi.2": lambda c: c.months_ahead() in range(7, 12),
    "guoshi.3": lambda c: c.months_ahead() in range(1, 6),
    "guoshi.4": lambda c: c.on_day(c.use),
    "keyong.4": lambda c: c.use_is("休囚"),
    "wanbuwan.2": lambda c: (
        c.use_is("旺相")
        and (c.state(c.on_stem) in "旺相" or c.state(c.on_branch) in "旺相")
        and len(c.uppers) == 4
    ),
    "wanbuwan.4": lambda c: c.use_is("休囚") and c.afflicted(c.use),
    "wuse.15": lambda c: c.use_is("囚"),
    "wuse.20": lambda c: c.season("春") and c.state(c.stem) == "囚" and ELEMENT[c.use] == "木",
    "youwu.2": lambda c: c.rides(c.use, "天空") and c.use in c.void,
    "youwu.3": lambda c: c.hour in c.void,
    "youwu.4": lambda c: c.use in c.void and c.on_stem == c.use,
    "youwu.6": lambda c: c.came_from and c.plate[c.came_from] in c.void,
    "xushi.8": lambda c: c.use_is("囚") and c.afflicted(c.use),
    "xushi.9": lambda c: {ELEMENT[c.use], ELEMENT[c.use_seat]} == {"水", "木"} and c.on_day(c.use),
    "xushi.12": lambda c: set(c.transmissions) == set("申子辰"),
    "keshi.2": lambda c: (
        (generates(c.use, c.stem) or generates(c.use, c.branch)) and c.carries[c.use] in LUCKY
    ),
    "keshi.3": lambda c: len(c.uppers) == 3 or c.names & {"昴星", "八專"},
    "shiwei.4": lambda c: c.use_seat in MIDDLE,
    "xinjiu.2": lambda c: c.use_is("死囚") and c.overcomes_stem(c.use),
    "xinjiu.4": lambda c: c.stage() == "沐浴",
    "zalei.3": lambda c: (
        c.steps() in ({1}, {11}) and ELEMENT[c.stem] == ELEMENT[c.branch] and c.use in LAST
    ),
    "sihuo.2": lambda c: c.use in {c.month_star("子", 1), c.month_star("戌", -1)},
    "biaoli.2": lambda c: {c.lodging, c.branch} <= set(c.transmissions),
    "mzj.6": lambda c: c.use in "寅申" and c.use_seat in "卯酉",
    "shenjia.11": lambda c: c.use_seat in "子寅辰午申戌",
}


def _plates() -> Iterator[Any]:
    """Every day twelve times, each offset once; all else drawn from a fixed seed."""
    draw = random.Random(20261130)
    for day in PILLARS:
        for offset in range(12):
            term = draw.randrange(24)
            hour = draw.randrange(12)
            facts: dict[str, Any] = {"querent": draw.choice([None, "君子", "小人"])}
            for name in ("year", "birth", "age_branch", "direction"):
                facts[name] = draw.choice([None, *BRANCHES])
            yield liuren.liuren_chart(
                day,
                BRANCHES[hour],
                BRANCHES[(hour + offset) % 12],
                month=BRANCHES[(term // 2 + 2) % 12],
                term=term,
                **facts,
            )


@cache
def _shefu_sample() -> list[tuple[str, Plate, set[str]]]:
    return [
        (chart.notation, Plate(chart.to_dict()), set(liuren.fired(chart, "shefu")))
        for chart in _plates()
    ]


@pytest.mark.parametrize("clause", SHEFU)
def test_second_reading_of_shefu(clause: str) -> None:
    sample = _shefu_sample()
    expected = [notation for notation, plate, _ in sample if SHEFU[clause](plate)]
    assert 0 < len(expected) < len(sample)
    assert [notation for notation, _, fired in sample if f"shefu:{clause}" in fired] == expected


# ------------------------------------------------------------------ cases that the she fu book itself gives


def _concepts(chart: Any, clause: str) -> set[tuple[str, str]]:
    """(attribute, value) of what a clause states on a chart, values in traditional script."""
    found = liuren.read(chart).to_dict()["findings"]
    return {
        (finding.get("attribute") or finding["facet"], finding["labels"]["zh-Hant"])
        for finding in found
        if clause in {finding["clause"], *finding["also"]}
    }


def test_day_jiawu_with_yin_and_wu_is_green_outside_and_red_inside() -> None:
    """甲午日寅午，外青內赤；一云外青內黑 (biaoli.3, biaoli.4)."""
    chart = liuren.liuren_chart("甲午", "子", "申", month="寅")
    assert {each["branch"] for each in chart.to_dict()["transmissions"]} == set("寅午戌")
    assert {"shefu:biaoli.2", "shefu:biaoli.3", "shefu:biaoli.4"} <= set(liuren.fired(chart))
    assert _concepts(chart, "shefu:biaoli.3") == {("surface", "青"), ("inside", "赤")}
    assert ("inside", "黑") in _concepts(chart, "shefu:biaoli.4")
    other_day = liuren.liuren_chart("甲寅", "子", "申", month="寅")
    assert "shefu:biaoli.3" not in liuren.fired(other_day)


def test_first_month_day_jiazi_hour_mao_has_its_void_direction_in_mao() -> None:
    """正月甲子日卯時，空亡在戌亥，登明加卯；從卯方來者為空方 (youwu.7 to youwu.10)."""

    def cast(direction: str) -> Any:
        return liuren.liuren_chart("甲子", "卯", "亥", month="寅", direction=direction)

    data = cast("卯").to_dict()
    assert data["void"] == ["戌", "亥"]
    assert data["plate"]["卯"] == "亥"
    assert {"shefu:youwu.6", "shefu:youwu.9", "shefu:youwu.10"} <= set(liuren.fired(cast("卯")))
    assert ("existence", "荒唐") in _concepts(cast("卯"), "shefu:youwu.10")
    assert not {"shefu:youwu.6", "shefu:youwu.10"} & set(liuren.fired(cast("子")))
    # 戌, the other void spirit, stands over 寅: that direction is void too, but is not the one of the example.
    assert "shefu:youwu.6" in liuren.fired(cast("寅"))
    assert "shefu:youwu.10" not in liuren.fired(cast("寅"))


@pytest.mark.parametrize(
    ("seat", "clause", "time", "general"),
    [
        ("丑", "guoshi.5", "過去", "guoshi.2"),
        ("寅", "guoshi.6", "目下", None),
        ("卯", "guoshi.7", "未來", "guoshi.3"),
    ],
)
def test_in_the_first_month_chou_is_past_yin_now_and_mao_ahead(
    seat: str, clause: str, time: str, general: str | None
) -> None:
    """假令正月丑已過，寅為目下卯前期 (guoshi.5 to guoshi.7): by the seat of the first transmission."""
    charts = [
        liuren.liuren_chart(day, "子", general_of_month, month="寅")
        for day in PILLARS
        for general_of_month in BRANCHES
    ]
    seated = [chart for chart in charts if Plate(chart.to_dict()).use_seat == seat]
    assert seated
    for chart in seated:
        fired = set(liuren.fired(chart, "shefu"))
        assert {"shefu:guoshi.5", "shefu:guoshi.6", "shefu:guoshi.7"} & fired == {f"shefu:{clause}"}
        assert general is None or f"shefu:{general}" in fired
    assert _concepts(seated[0], f"shefu:{clause}") == {("time", time)}
    # 巳, printed in the example, is two months ahead of 卯 and cannot be past.
    ahead = next(chart for chart in charts if Plate(chart.to_dict()).use_seat == "巳")
    assert "shefu:guoshi.3" in liuren.fired(ahead)
    assert "shefu:guoshi.5" not in liuren.fired(ahead)


@pytest.mark.parametrize(("general", "water"), [("酉", True), ("戌", True), ("亥", False)])
def test_spring_day_jiazi_with_water_on_the_stem(general: str, water: bool) -> None:
    """春占甲子水加干，木青水黑從旺求 (wuse.17)."""
    chart = liuren.liuren_chart("甲子", "子", general, month="卯")
    assert (ELEMENT[Plate(chart.to_dict()).on_stem] == "水") is water
    assert ("shefu:wuse.17" in liuren.fired(chart)) is water
    autumn = liuren.liuren_chart("甲子", "子", general, month="酉")
    assert "shefu:wuse.17" not in liuren.fired(autumn)
    if water:
        assert _concepts(chart, "shefu:wuse.17") == {("colour", "青"), ("colour", "黑")}
