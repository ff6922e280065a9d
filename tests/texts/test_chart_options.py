"""Options of the calendar and of the charts, as a reader feels them: the chart and what the books say of it.

Each value that is not the default has a moment or a cast of its own. What the chart shows under the default and
under the value was worked out by hand from the source of the option, and so were the two clauses: the one
that speaks only under the default and the one that speaks only under the value. The last test holds the cases,
with those of the reading options beside this file, against the registry: no value without one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import pytest

import liuren
from liuren.charts.jinkoujue import positions_chart
from liuren.terms.convention import registry

from .option_cases import JINKOUJUE, SHEFU, SILENT


@dataclass(frozen=True)
class Case:
    """A value of an option, where it is felt, and what is then seen: default first, the value second."""

    option: str
    value: str
    facts: dict[str, Any]
    shown: dict[str, tuple[object, object]]
    only_usual: tuple[str, ...] = ()
    only_other: tuple[str, ...] = ()
    #: Settings that stand on both sides.
    under: dict[str, str] = field(default_factory=dict)


def _at(text: str, zone: str, **place: Any) -> dict[str, Any]:
    return {"at": text, "zone": zone, **place}


def _lesson(day: str, general: str, hour: str = "子", **more: Any) -> dict[str, Any]:
    return {"day": day, "hour": hour, "general": general, **more}


def _four(stem: str, noble: str, general: str, seat: str, **more: Any) -> dict[str, Any]:
    return {"stem": stem, "noble": noble, "general": general, "seat": seat, **more}


CALENDAR: Final = [
    # 1 January 2000 was 戊午; 30 November 2026, 9,830 days on, is 戊申. 甲己還加甲, 戊癸是壬子: the first hour of
    # 己酉 is 甲子, that of 戊申 壬子.
    Case(
        "day_boundary", "00:00", _at("2026-11-30T23:30", "Asia/Seoul"),
        {"pillars.day": ("己酉", "戊申"), "pillars.hour": ("甲子", "壬子")},
        ("shefu:shigan.7",), ("shefu:shigan.6",),
    ),
    Case(
        "day_boundary", "00:00_next_hour_stem", _at("2026-11-30T23:30", "Asia/Seoul"),
        {"pillars.day": ("己酉", "戊申"), "pillars.hour": ("甲子", "甲子")},
        ("shefu:shigan.7",), ("shefu:shigan.6",),
    ),
    # 霜降 came at 18:38 that day. With 辰 or 卯 on 巳 every spirit stands one or two places on: 酉 over 戌, 丑 over 卯.
    Case(
        "month_general", "zhongqi_day", _at("2026-10-23T09:30", "Asia/Seoul"),
        {"general": ("辰", "卯")}, ("shefu:you.26",), ("shefu:chou.6",),
    ),
    # 大雪 is past, 冬至 to come. 寅 on 子 brings 卯 over 丑; 丑 on 子 brings 子 over 亥.
    Case(
        "month_general", "jie", _at("2026-12-10T00:30", "Asia/Shanghai"),
        {"general": ("寅", "丑")}, ("shefu:mao.14",), ("shefu:zi.16",),
    ),
    # The equinox of 1100 was on 13 March, the mean one, 91.3 days after the solstice, two days later. 戌 on 午 brings
    # 卯 over 亥, 亥 on 午 brings 辰 over 亥.
    Case(
        "month_general", "pingqi", _at("1100-03-14T12:00", "UTC", longitude=114.3),
        {"general": ("戌", "亥")}, ("shefu:mao.11",), ("shefu:chen.21",),
    ),
    # The sun sets at 19:56; the hour 戌 is night by the plain rule. 乙 has 子 by day and 申 by night.
    Case(
        "day_night", "sunrise", _at("2026-06-20T19:30", "Asia/Seoul", place="Seoul"),
        {"pillars.day": ("乙丑", "乙丑"), "daytime": (False, True)},
        ("shefu:guiren.15",), ("shefu:guiren.22",),
    ),
    # Six days after 立春, a week before the new year of 丙午. 子 on 未 brings 戌 over 巳, the branch of the old year.
    Case(
        "year_start", "lunar_new_year", _at("2026-02-10T13:30", "Asia/Shanghai"),
        {"pillars.year": ("丙午", "乙巳")}, (), ("shefu:xu.15",),
    ),
    # Korea kept summer time in 1988. With 未 on 午 子 stands over 亥, with 未 on 未 all stand still.
    Case(
        "summer_time", "kept", _at("1988-07-15T13:30", "Asia/Seoul"),
        {"hour": ("午", "未")}, ("shefu:zi.16",), ("shefu:wxlei.9",),
    ),
    # Julian day 2,342,041 is 甲寅; by the Julian calendar 10 March 1700 was eleven days later.
    Case(
        "calendar_switch", "1752-09-14", _at("1700-03-10T12:00", "+00:00"),
        {"pillars.day": ("甲寅", "乙丑")}, ("shefu:shigan.2",), ("shefu:shigan.3",),
    ),
    # Julian day 2,421,609 is 壬戌; thirteen days later.
    Case(
        "calendar_switch", "1918-02-14", _at("1918-01-15T12:00", "+00:00"),
        {"pillars.day": ("壬戌", "乙亥")}, ("shefu:shigan.10",), ("shefu:shigan.3",),
    ),
    # The new year of 丁丑 was 7 February 1997 in China and the 8th in Korea and by the meridian of Japan. 子 on 卯
    # brings 戌 over 丑.
    *(
        Case(
            "lunar_calendar", country, _at("1997-02-07T05:30", "Asia/Seoul"),
            {"pillars.year": ("丁丑", "丙子")}, ("shefu:xu.15",), (), {"year_start": "lunar_new_year"},
        )
        for country in ("korea", "japan")
    ),
    # Vietnam had its new year of 乙丑 on 21 January 1985, China on 20 February.
    Case(
        "lunar_calendar", "vietnam", _at("1985-02-01T05:30", "Asia/Ho_Chi_Minh"),
        {"pillars.year": ("甲子", "乙丑")}, (), ("shefu:xu.15",), {"year_start": "lunar_new_year"},
    ),
]  # fmt: skip

LESSONS: Final = [
    # 六壬大全 volume 7: 亥 on its way home from 丑 meets 辰戊未己戌, 丑 from 卯 only 乙. Earth is sweet, water salt.
    Case(
        "shehai", "depth", _lesson("丁卯", "戌"), {"transmissions": ("丑亥酉", "亥酉未")},
        ("shefu:shiwei.9",), ("shefu:shiwei.11",),
    ),
    # On the way home 未 from 卯 meets 乙, 亥 from 未 meets 戌; at the seat 卯 against 未, and 未 and 己 against 亥.
    Case(
        "shehai", "depth_with_seat", _lesson("丁卯", "辰"), {"transmissions": ("未亥卯", "亥卯未")},
        ("shefu:shiwei.9",), ("shefu:shiwei.11",),
    ),
    # By night 丁 has 酉, backward: 卯 carries 天空, 子 玄武, 午 六合. A lucky last transmission is enough (A27).
    Case(
        "fuyin_mao", "maozimao", _lesson("丁卯", "子"), {"transmissions": ("卯子午", "卯子卯")},
        ("shefu:keshi.2",), (), {"A27": "any"},
    ),
    # 巳 punishes 申, 申 寅; the clash of 巳 is 亥. By night 丙 has 酉, backward: 巳 勾陳, 申 騰蛇, 寅 白虎, 亥 太陰.
    Case(
        "fuyin_last", "chong", _lesson("丙寅", "子"), {"transmissions": ("巳申寅", "巳申亥")},
        (), ("shefu:keshi.2",), {"A27": "any"},
    ),
    # 戊 lodges at 巳 under 亥: 亥巳亥, or as 畢法賦 has it. Water comes of water, fire is bitter.
    Case(
        "fanyin_fudeng", "sihaisi", _lesson("戊辰", "午"), {"transmissions": ("亥巳亥", "巳亥巳")},
        ("shefu:jishi.2",), ("shefu:shiwei.8",),
    ),
    # Three lessons, no overcoming near or far: 亥 over the partner's lodging, or the spirit over 酉.
    Case(
        "bieze", "maoxing", _lesson("丙辰", "丑"), {"transmissions": ("亥午午", "戌巳午")},
        ("shefu:hai.39",), ("shefu:zalei.2",),
    ),
    # 畢法賦 93.
    Case(
        "zebi", "on", _lesson("庚子", "戌"), {"transmissions": ("午辰寅", "戌申午")},
        ("shefu:shiwei.8",), ("shefu:shiwei.9",),
    ),
]  # fmt: skip

#: The worked chart of the book: 甲寅日 巳時 亥將 酉位 gives 癸, 太常, 卯.
_FIRST: Final = {"day": "甲寅", "hour": "巳", "general": "亥", "seat": "酉"}

POSITIONS: Final = [
    # 亥 on 巳 carries 丑 to 未: from there backward 酉 is the eleventh place, 太陰.
    Case(
        "noble_plate", "heaven", _FIRST, {"noble": ("太常", "太陰")},
        ("jinkoujue:159",), ("jinkoujue:257",),
    ),
    # 壬 has 巳 by day, on the backward half: 未 is the eleventh place; by day forward it is the third, 朱雀.
    Case(
        "noble_direction", "day_night",
        {"day": "壬申", "hour": "巳", "general": "丑", "seat": "未"},
        {"noble": ("太陰", "朱雀")}, ("jinkoujue:266",), (),
    ),
    # 甲, 玄武, 申, 午: all yang while 玄武 is 子; 亥 is yin, so the grave is not purely yang.
    Case(
        "xuanwu_branch", "hai", _four("甲", "玄武", "申", "午", topic="墓"),
        {"noble_branch": ("子", "亥")}, ("jinkoujue:294",), (),
    ),
    # 甲己還加甲 has 甲 over 子; counted on from 丙寅 it is 丙.
    Case(
        "stem_count", "five_tiger", {**_FIRST, "seat": "子"}, {"stem": ("甲", "丙")},
        ("jinkoujue:229",), (),
    ),
    # 壬 and 申 yang, 未 and 卯 yin: the general is the line of use, so the robber comes into play; or the noble is.
    Case(
        "use_line", "two_two_noble", _four("壬", "太常", "卯", "申"), {"use": ("general", "noble")},
        ("jinkoujue:172",), (),
    ),
    # All yin, as in the first worked chart.
    Case(
        "use_line", "all_yin_stem", _FIRST, {"use": ("general", "stem")}, ("jinkoujue:172",), (),
    ),
    # In the second month wood rules: water rests, earth dies, metal is bound. Inside the chart 酉 rules. The book's
    # clauses go by the inside either way, which the account of the option says.
    Case(
        "jinkoujue_strength", "season", {**_FIRST, "month": "卯"},
        {
            "strength.stem": ("相", "休"), "strength.noble": ("休", "死"),
            "strength.general": ("死", "旺"), "strength.seat": ("旺", "囚"),
        },
    ),
]  # fmt: skip

CASES: Final = [*CALENDAR, *LESSONS, *POSITIONS]


def _cast(case: Case, options: dict[str, str]) -> Any:
    facts = dict(case.facts)
    if "at" in facts:
        at = liuren.moment(facts.pop("at"), convention=options, **facts)
        return liuren.liuren_chart(moment=at)
    if "noble" in facts:
        return positions_chart(**facts, convention=options)
    if "seat" in facts:
        return liuren.jinkoujue_chart(**facts, convention=options)
    return liuren.liuren_chart(**facts, convention=options)


def _seen(data: dict[str, Any], path: str) -> object:
    found: Any = data
    for key in path.split("."):
        found = found[key]
    if path == "transmissions":
        return "".join(each["branch"] for each in found)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.option}={case.value}")
def test_an_option_of_the_chart_is_felt(case: Case) -> None:
    usual = _cast(case, case.under)
    other = _cast(case, {**case.under, case.option: case.value})
    assert case.shown
    for path, (before, after) in case.shown.items():
        assert (_seen(usual.to_dict(), path), _seen(other.to_dict(), path)) == (before, after)
    said, otherwise = set(liuren.fired(usual)), set(liuren.fired(other))
    for clause in case.only_usual:
        assert clause in said - otherwise
    for clause in case.only_other:
        assert clause in otherwise - said
    assert (said != otherwise) == bool(case.only_usual or case.only_other)


#: Values tested where the room that reads them is: 一云 and several readings of one condition
#: (tests/reading/test_readings.py), yin days (tests/reading/test_salience.py), the star (beside this file).
ELSEWHERE: Final = {
    ("A16", "replace"), ("A16", "off"), ("A17", "first"), ("A24", "emended"), ("J43", "minus_four"),
}  # fmt: skip


def test_no_value_of_any_option_is_without_a_case() -> None:
    tried = {(case.option, case.value) for case in CASES} | ELSEWHERE
    for options, *_ in (*SHEFU, *JINKOUJUE, *SILENT):
        tried |= set(options.items())
    every = {
        (option, value)
        for option, row in registry().items()
        for value in row["values"]
        if value != row["default"]
    }
    assert every - tried == set()
