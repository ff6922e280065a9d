"""The worked charts of the 金口訣, each whole: what the book prints, and all that follows from its method by hand.

Then the same method on other days, seats, guests and ages, reckoned by hand, so that nothing can be right of the
printed charts alone.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

import liuren
from liuren.charts.jinkoujue import JinkoujueChart, jinkoujue_chart, positions_chart

POSITIONS: Final = ("stem", "noble", "general", "seat")


def four(text: str) -> dict[str, str]:
    return dict(zip(POSITIONS, text, strict=True))


def relations(data: dict[str, Any]) -> set[tuple[str, ...]]:
    """Name, positions and what else is said of every combination."""
    return {
        (each["name"], *each["between"], each.get("missing") or each.get("becomes") or "")
        for each in data["combinations"]
    }


# ------------------------------------------------------------------ the five charts


def first(**facts: Any) -> JinkoujueChart:
    return jinkoujue_chart("甲寅", "己巳", "登明", "酉", month="卯", year="壬申", **facts)


def second(**facts: Any) -> JinkoujueChart:
    return positions_chart("甲", "玄武", "傳送", "午", **facts)


def third(**facts: Any) -> JinkoujueChart:
    return jinkoujue_chart("壬申", "乙巳", "丑", "未", **facts)


def fourth(**facts: Any) -> JinkoujueChart:
    return jinkoujue_chart("辛酉", "癸巳", "亥", "午", **facts)


def fifth(**facts: Any) -> JinkoujueChart:
    return positions_chart("甲", "白虎", "河魁", "子", **facts)


CHARTS: Final = {"一": first, "二": second, "三": third, "四": fourth, "五": fifth}

#: Each chart whole. 癸水、太常土、太沖木、酉金 … are printed; states, moves, killers and combinations by hand.
WHOLE: Final[dict[str, dict[str, Any]]] = {
    "一": {
        "stem": "癸", "noble": "太常", "general": "卯", "general_name": "太沖", "seat": "酉",
        "noble_stem": "辛", "noble_branch": "未", "general_stem": "丁", "use": "general",
        "elements": four("水土木金"), "strength": four("相休死旺"), "season_strength": four("休死旺囚"),
        "yang": dict.fromkeys(POSITIONS, False), "moves": ["官動", "財動", "父母動"],
        "killer": "災煞", "void": ["子", "丑"], "great_void": "金", "guest": 1, "daytime": True,
        "pillars": {"year": "壬申", "month": None, "day": "甲寅", "hour": "己巳"},
    },
    "二": {
        "stem": "甲", "noble": "玄武", "general": "申", "general_name": "傳送", "seat": "午",
        "noble_stem": None, "noble_branch": "子", "general_stem": None, "use": "noble",
        "elements": four("木水金火"), "strength": four("相旺休死"), "season_strength": None,
        "yang": dict.fromkeys(POSITIONS, True), "moves": ["子孫動"], "killer": "災煞",
        "void": None, "great_void": None,
    },
    "三": {
        "stem": "丁", "noble": "太陰", "general": "卯", "general_name": "太沖", "seat": "未",
        "noble_stem": "己", "noble_branch": "酉", "general_stem": "癸", "use": "general",
        "elements": four("火金木土"), "strength": four("旺死休相"),
        "yang": dict.fromkeys(POSITIONS, False), "moves": ["賊動", "子孫動"], "killer": "華蓋",
        "void": ["戌", "亥"], "great_void": "水",
    },
    "四": {
        "stem": "甲", "noble": "貴人", "general": "子", "general_name": "神后", "seat": "午",
        "noble_stem": "己", "noble_branch": "丑", "general_stem": "戊", "use": "noble",
        "elements": four("木土水火"), "strength": four("旺死休相"),
        "yang": {"stem": True, "noble": False, "general": True, "seat": True},
        "moves": ["賊動", "子孫動"], "killer": "災煞", "void": ["子", "丑"], "great_void": "金",
    },
    "五": {
        "stem": "甲", "noble": "白虎", "general": "戌", "general_name": "河魁", "seat": "子",
        "noble_branch": "申", "use": "noble", "elements": four("木金土水"),
        "strength": four("死旺休相"), "yang": dict.fromkeys(POSITIONS, True),
        "moves": ["官動", "父母動"], "killer": "災煞",
    },
}  # fmt: skip

COMBINED: Final = {
    "一": {("沖", "general", "seat", ""), ("虛一待用", "noble", "general", "亥")},
    "二": {
        ("虛一待用", "noble", "general", "辰"),
        ("沖", "noble", "seat", ""),
        ("四敗", "general", "seat", ""),
    },
    "三": {("沖", "noble", "general", ""), ("虛一待用", "general", "seat", "亥")},
    "四": {
        ("官合", "noble", "stem", "土"),
        ("六合", "noble", "general", ""),
        ("害", "noble", "seat", ""),
        ("沖", "general", "seat", ""),
    },
    "五": {("虛一待用", "noble", "seat", "辰")},
}

#: The twelve of the frame of the general, from 劫煞 on; the fifth has no name in the book.
KILLERS: Final = [
    "劫煞",
    "災煞",
    "歲煞",
    "天煞",
    "地煞",
    "月煞",
    "亡神",
    "將星",
    "攀鞍",
    "驛馬",
    "六厄",
    "華蓋",
]
FIRST_KILLER: Final = {"一": "申", "二": "巳", "三": "申", "四": "巳", "五": "亥"}
BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"

#: Which clauses of its section the book draws from each chart, by the question asked, and which it has only in passing.
SAID: Final[dict[tuple[str, str | None], str]] = {
    ("一", None): "159-164 166-169 172-175 177-182 184-188",
    ("二", None): "191-200 202-206 208-226 228-231 233 238 241 246",
    ("二", "出門"): "235-237",
    ("二", "墓"): "243 245",
    ("三", None): "246 250-270",
    ("四", None): "274-276 279 281 283-290 292 295-298 300 301 303 305",
    ("四", "墓"): "293 294",
    ("五", None): "311-314 318-323 326 328-331",
    ("五", "怪"): "315",
    ("五", "疾病"): "316",
    ("五", "墓"): "324 325",
}
#: 魁罡 (170), 本位 (201), suits (232), a sentence taken back (239), kin (240), the general overcoming the noble (302).
IN_PASSING: Final = {
    "一": {170},
    "二": {201, 232, 239, 240},
    "三": set[int](),
    "四": {302},
    "五": set[int](),
}
SECTIONS: Final = {
    "一": (157, 189),
    "二": (190, 247),
    "三": (248, 271),
    "四": (272, 309),
    "五": (310, 331),
}


def numbers(listed: str) -> set[int]:
    found = set[int]()
    for each in listed.split():
        begin, _, end = each.partition("-")
        found |= set(range(int(begin), int(end or begin) + 1))
    return found


def fired(chart: JinkoujueChart) -> set[int]:
    clauses = liuren.fired(chart, "jinkoujue")
    return {int(c.partition(":")[2]) for c in clauses if c.startswith("jinkoujue:")}


@pytest.mark.parametrize("name", CHARTS)
def test_the_chart_is_whole(name: str) -> None:
    data = CHARTS[name]().to_dict()
    assert {key: data[key] for key in WHOLE[name]} == WHOLE[name]
    assert relations(data) == COMBINED[name]


@pytest.mark.parametrize("name", CHARTS)
def test_its_twelve_killers(name: str) -> None:
    data = CHARTS[name]().to_dict()
    start = BRANCHES.index(FIRST_KILLER[name])
    expected = {killer: BRANCHES[(start + n) % 12] for n, killer in enumerate(KILLERS)}
    assert {killer: data["spirits"][killer] for killer in KILLERS} == expected
    assert data["killer"] in data["spirits_on"]["seat"]


@pytest.mark.parametrize("name", CHARTS)
def test_everything_that_the_book_draws_from_it(name: str) -> None:
    begin, end = SECTIONS[name]
    section = set(range(begin, end + 1))
    said = {topic: numbers(listed) for (of, topic), listed in SAID.items() if of == name}
    usual = said.pop(None)
    assert usual <= fired(CHARTS[name]())
    for topic, listed in said.items():
        assert fired(CHARTS[name](topic=topic)) >= usual | listed
        assert not listed & fired(CHARTS[name]())
    rules = {
        int(clause["id"].partition(":")[2])
        for clause in liuren.clauses("jinkoujue")
        if clause["status"] == "rule"
    }
    assert section & rules == (section & usual).union(*said.values()) | IN_PASSING[name]
    assert not IN_PASSING[name] & fired(CHARTS[name]())


def test_the_first_chart_from_its_date() -> None:
    """壬申歲二月初一甲寅日己巳時: in the year 1092, by the calendar of the time."""
    at = liuren.moment("1092-03-11T10:00", zone="+08:00")
    assert at.to_dict()["pillars"] == {
        "year": "壬申",
        "month": "癸卯",
        "day": "甲寅",
        "hour": "己巳",
    }
    data = jinkoujue_chart(moment=at, seat="酉").to_dict()
    known = {key: value for key, value in WHOLE["一"].items() if key != "pillars"}
    assert {key: data[key] for key in known} == known
    assert (data["month"], data["general_of_month"]) == ("卯", "亥")


# ------------------------------------------------------------------ 次客

#: Day, hour, seat, first general → the general over the seat for guests 1 to 12, and the stems.
GUESTS: Final = {
    # 子 酉 寅 亥 辰 丑 午 卯 申 巳 戌 未 laid on 午 and counted to 申; 戊 → 甲寅…庚申 → 戊寅…甲申 → 丙寅…壬申.
    ("壬寅", "午", "申", "子"): ("寅亥辰丑午卯申巳戌未子酉", "戊庚甲壬"),
    # 陰將前三後五: 亥 寅 酉 子 未 戌 巳 申 卯 午 丑 辰 laid on 巳 and counted to 酉.
    ("甲寅", "巳", "酉", "亥"): ("卯午丑辰亥寅酉子未戌巳申", "癸辛丁己"),
    # A seat before 寅 is counted to through 亥: 乙 → 戊寅 … 己丑 → 丙寅 … 丁丑.
    ("甲子", "子", "丑", "亥"): ("子卯戌丑申亥午酉辰未寅巳", "乙己丁癸"),
}


@pytest.mark.parametrize("cast", GUESTS)
def test_twelve_guests_of_an_hour(cast: tuple[str, str, str, str]) -> None:
    day, hour, seat, general = cast
    over, cycle = GUESTS[cast]
    found = [jinkoujue_chart(day, hour, general, seat, guest=n).to_dict() for n in range(1, 14)]
    assert "".join(each["general"] for each in found) == over + over[0]
    laid = {(BRANCHES.index(e["general_laid"]) - BRANCHES.index(e["general"])) % 12 for e in found}
    assert laid == {(BRANCHES.index(hour) - BRANCHES.index(seat)) % 12}
    assert found[0]["general_laid"] == found[12]["general_laid"] == general
    assert "".join(each["stem"] for each in found) == (cycle * 4)[:13]
    assert {each["noble"] for each in found} == {found[0]["noble"]}
    assert {each["seat"] for each in found} == {seat}
    assert found[12] | {"guest": 1, "notation": ""} == found[0] | {"notation": ""}


def test_the_three_guests_of_the_book_are_whole() -> None:
    expected = [
        ("戊", "寅", "壬", "土水木金", "noble"),
        ("庚", "亥", "辛", "金水水金", "general"),
        ("甲", "辰", "甲", "木水土金", "noble"),
    ]
    for guest, (stem, general, over, phases, use) in enumerate(expected, 1):
        data = jinkoujue_chart("壬寅", "午", "子", "申", guest=guest, month="丑").to_dict()
        assert (data["stem"], data["noble"], data["general"]) == (stem, "玄武", general)
        assert (data["noble_stem"], data["noble_branch"]) == ("庚", "子")
        assert (data["general_stem"], data["use"]) == (over, use)
        assert data["elements"] == four(phases)
        assert data["guest"] == guest


# ------------------------------------------------------------------ 行年


@pytest.mark.parametrize(
    ("birth", "sex", "age", "annual"),
    [
        # 甲午旬: the man from 丙申 forward, the woman from 壬寅 backward.
        ("甲午", "female", 1, "壬寅"), ("甲午", "female", 2, "辛丑"), ("甲午", "female", 10, "癸巳"),
        ("甲午", "female", 11, "壬辰"), ("甲午", "female", 60, "癸卯"), ("甲午", "female", 61, "壬寅"),
        ("癸卯", "male", 1, "丙申"), ("癸卯", "female", 10, "癸巳"),
        # 甲戌旬 from 丙子, 甲寅旬 from 壬戌.
        ("乙亥", "male", 33, "戊申"), ("乙亥", "male", 10, "乙酉"), ("癸亥", "female", 40, "癸未"),
        ("癸亥", "male", 1, "丙辰"), ("甲辰", "female", 5, "戊申"),
    ],
)  # fmt: skip
def test_annual_pillars_reckoned_by_hand(birth: str, sex: str, age: int, annual: str) -> None:
    assert liuren.annual_branch(birth, sex, age) == annual
    chart = jinkoujue_chart("甲寅", "巳", "亥", birth=birth, sex=sex, age=age, seat_by="annual")
    data = chart.to_dict()
    assert (data["annual"], data["seat"]) == (annual, annual[1])


def test_the_man_of_jiawu() -> None:
    """入墓, 伏吟, 相害, 庚 over his 甲: all four, and death."""
    facts = {"birth": "甲午", "sex": "male", "great_run": "午"}
    chart = positions_chart("庚", "玄武", "申", "午", age=66, **facts)
    assert chart.to_dict()["annual"] == "辛丑"
    assert {41, 43, 44, 45, 46} <= fired(chart)
    before = fired(positions_chart("庚", "玄武", "申", "午", age=65, **facts))
    assert {41, 43, 44, 45, 46} & before == {43, 45}


# ------------------------------------------------------------------ other charts by the same method


def test_a_chart_at_night_reckoned_by_hand() -> None:
    """丁酉日 子時 巳將 卯位: 亥 is the day noble, 酉 the night noble, counted backward from 酉 to 卯."""
    data = jinkoujue_chart("丁酉", "子", "巳", "卯", month="申").to_dict()
    expected = {
        "daytime": False, "stem": "癸", "noble": "天空", "noble_branch": "戌", "noble_stem": "庚",
        "general": "申", "general_stem": "戊", "seat": "卯", "use": "general",
        "elements": four("水土金木"), "strength": four("相休旺死"), "season_strength": four("相休旺死"),
        "moves": ["官動", "子孫動"], "killer": "六厄", "void": ["辰", "巳"], "great_void": "水",
    }  # fmt: skip
    assert {key: data[key] for key in expected} == expected


def test_a_chart_by_day_reckoned_by_hand() -> None:
    """癸未日 申時 午將 亥位: 巳 is the day noble, counted backward to 亥."""
    data = jinkoujue_chart("癸未", "申", "午", "亥", month="未").to_dict()
    expected = {
        "daytime": True, "stem": "癸", "noble": "天空", "noble_branch": "戌", "noble_stem": "壬",
        "general": "酉", "general_stem": "辛", "seat": "亥", "use": "noble",
        "elements": four("水土金水"), "strength": four("死旺相死"), "season_strength": four("死旺相死"),
        "moves": ["官動", "兄弟動"], "killer": "驛馬", "void": ["申", "酉"], "great_void": None,
    }  # fmt: skip
    assert {key: data[key] for key in expected} == expected
