"""What clauses ask when an option of the convention is not at its default, each as a predicate of its own.

Derived from the text and from the account of the option; nothing here knows the rules. ``test_option_readings.py``
compares.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .readers import (
    BRANCHES,
    ELEMENT,
    FRAMES,
    GENERALS,
    GENERATES,
    HARMS,
    KILLER,
    LAST,
    LUCKY,
    OVERCOMES,
    PILLARS,
    SOUND,
    STAGES,
    STEMS,
    UNIONS,
    YANG,
    Plate,
    Positions,
    generates,
)

# ------------------------------------------------------------------ she fu


def _standing(c: Plate, place: str) -> str:
    """The general over an earth place."""
    return c.carries[c.plate[place]]


def _hidden(c: Plate, spirit: str) -> str | None:
    """The stem a spirit carries by the decade of the day."""
    start = (BRANCHES.index(c.branch) - STEMS.index(c.stem)) % 12
    place = (BRANCHES.index(spirit) - start) % 12
    return STEMS[place] if place < 10 else None


def _overcomes(one: str, other: str) -> bool:
    return OVERCOMES[ELEMENT[one]] == ELEMENT[other]


def _season(c: Plate) -> str | None:
    """The element of the season of the month."""
    return dict(zip(BRANCHES, "水水木木木火火火金金金水", strict=True)).get(c.month or "")


def _rat(stem: str, branch: str) -> int:
    """Number of the stem of an hour, by the five rats: 甲己還加甲."""
    return (STEMS.index(stem) % 5 * 2 + BRANCHES.index(branch)) % 10


def _seat_state(c: Plate) -> str:
    return c.state(c.use_seat)


def _ghosts_general(c: Plate) -> str:
    """Own branch of the general on the first transmission."""
    return "丑巳午卯辰寅戌申未子酉亥"[GENERALS.index(c.carries[c.use])]


SHEFU: Final[list[tuple[dict[str, str], str, Callable[[Plate], object]]]] = [
    # 加日, 剋日: the branch of the day too; both parts of 日辰.
    ({"A01": "either"}, "zi.5", lambda c: c.on_day("子") and c.rides("子", "天后")),
    ({"A01": "either"}, "wei.21", lambda c: c.on_day("未") and c.month_star("子", 1) == "未"),
    ({"A01": "either"}, "youwu.4", lambda c: c.use in c.void and c.on_day(c.use)),
    ({"A01": "either"}, "zi.30", lambda c: c.rides("子", "白虎") and c.overcomes_day("子")),
    ({"A02": "both"}, "chou.7", lambda c: c.seat[c.lodging] == c.seat[c.branch] == "丑"),
    ({"A02": "both"}, "tianjiang.5", lambda c: (
        c.carries[c.on_stem] == c.carries[c.on_branch] == "騰蛇"
    )),
    ({"A02": "both"}, "wei.7", lambda c: (
        c.in_play("未") and c.stem == "戊" and c.branch in "辰戌"
    )),
    ({"A02": "both"}, "wanbuwan.2", lambda c: (
        c.use_is("旺相") and c.state(c.on_stem) in "旺相" and c.state(c.on_branch) in "旺相"
        and len(c.uppers) == 4
    )),
    ({"A02": "both"}, "keshi.2", lambda c: (
        generates(c.use, c.stem) and generates(c.use, c.branch) and c.carries[c.use] in LUCKY
    )),
    # 子加太常: over its home 未, or the general over the earth place.
    ({"A03": "home"}, "zi.15", lambda c: c.over("子", "未")),
    ({"A03": "home"}, "wu.10", lambda c: c.over("午", "未卯")),
    ({"A03": "seat"}, "yin.8", lambda c: _standing(c, "寅") == "勾陳"),
    ({"A03": "seat"}, "xu.24", lambda c: c.rides("戌", "玄武") or _standing(c, "戌") == "天空"),
    # 亥加丙丁日, 卯加乙, 庚加未.
    ({"A04": "lodging"}, "hai.13", lambda c: c.over("亥", "巳未")),
    ({"A04": "lodging"}, "wei.11", lambda c: c.over("申", "未")),
    ({"A04": "dun"}, "mao.5", lambda c: _hidden(c, "卯") == "乙"),
    ({"A04": "dun"}, "wei.11", lambda c: _hidden(c, c.plate["未"]) == "庚"),
    ({"A04": "dayonly"}, "wu.16", lambda c: c.stem in "庚辛"),
    ({"A04": "dayonly"}, "wei.12", lambda c: c.stem == "庚"),
    # Clauses that name no place.
    ({"A05": "bare"}, "chou.8", lambda c: c.branch == "丑"),
    ({"A05": "bare"}, "si.9", lambda c: c.overcomes_day("巳")),
    ({"A05": "bare"}, "guiren.5", lambda c: c.querent != "小人"),
    ({"A05": "gate-all"}, "zi.12", lambda c: c.over("酉", "子") and c.in_play("子")),
    ({"A05": "gate-all"}, "guiren.12", lambda c: (
        c.rides("巳", "貴人") and c.general_in_play("貴人")
    )),
    ({"A05": "gate-all"}, "yin.9", lambda c: c.over("寅", "巳丑") and c.in_play("寅")),
    # Lists and joins.
    ({"A06": "all-and"}, "hai.9", lambda c: c.over("亥", "辰戌") and c.on_day("亥")),
    ({"A06": "all-and"}, "wu.9", lambda c: c.on_day("午") and c.seat["午"] == c.annual),
    ({"A06": "all-and"}, "mao.22", lambda c: c.rides("卯", "青龍") and c.on_day("卯")),
    ({"A06": "all-and"}, "sihuo.6", lambda c: c.use == "寅" and c.rides("寅", "白虎")),
    ({"A06": "all-or"}, "zi.9", lambda c: c.over("丑", "子") or c.on_day("丑")),
    ({"A06": "all-or"}, "chen.11", lambda c: c.on_stem == "辰" or c.over("辰", "子午")),
    ({"A06": "all-or"}, "wu.19", lambda c: (
        c.over("午", "申酉") or (c.stem in "庚辛" and c.on_stem == "午")
    )),
    ({"A06": "all-or"}, "zi.30", lambda c: (
        c.rides("子", "白虎") or (c.in_play("子") and c.overcomes_stem("子"))
    )),
    ({"A06": "all-or"}, "shen.13", lambda c: c.on_stem == "申" or c.use == "申"),
    ({"A06": "all-or"}, "youwu.2", lambda c: c.rides(c.use, "天空") or c.use in c.void),
    ({"A06": "all-or"}, "xushi.8", lambda c: c.use_is("囚") or c.afflicted(c.use)),
    ({"A06": "all-or"}, "yongchuan.4", lambda c: c.on_stem == c.use or c.use_is("旺相")),
    # The general chapters: the earth plate, and only for the pairs that the heaven plate cannot show.
    ({"A07": "earth"}, "taichang.14", lambda c: _standing(c, "酉") == "太常"),
    ({"A07": "earth"}, "tianhou.8", lambda c: _standing(c, "卯") == "天后"),
    ({"A07": "mixed"}, "guiren.11", lambda c: _standing(c, "辰") == "貴人"),
    ({"A07": "mixed"}, "liuhe.14", lambda c: _standing(c, "未") == "六合"),
    ({"A07": "mixed"}, "xuanwu.20", lambda c: _standing(c, "丑") == "玄武"),
    ({"A07": "mixed"}, "tiankong.16", lambda c: _standing(c, "戌") == "天空"),
    # Void.
    ({"A08": "literal", "A03": "rides"}, "yin.12", lambda c: c.rides("寅", "天空")),
    ({"A09": "seat"}, "chou.18", lambda c: c.seat["丑"] in c.void and c.on_day("丑")),
    ({"A09": "seat"}, "youwu.6", lambda c: c.came_from in c.void),
    ({"A09": "either"}, "yin.12", lambda c: "寅" in c.void or c.seat["寅"] in c.void),
    # 剋日辰, the year, the last branches, days of certain branches.
    ({"A10": "both"}, "hai.10", lambda c: (
        c.in_play("亥") and _overcomes("亥", c.stem) and _overcomes("亥", c.branch)
    )),
    ({"A10": "stem"}, "si.9", lambda c: c.in_play("巳") and c.overcomes_stem("巳")),
    ({"A11": "taisui"}, "wu.9", lambda c: c.on_day("午") or c.seat["午"] == c.year),
    ({"A11": "xingnian"}, "chou.9", lambda c: c.seat["丑"] == c.annual),
    ({"A11": "xingnian"}, "hai.28", lambda c: c.seat["亥"] == c.annual),
    ({"A12": "month"}, "xu.17", lambda c: c.on_day("戌") and c.month in tuple(LAST)),
    ({"A13": "seat-list"}, "zi.38", lambda c: (
        _standing(c, "子") == "太陰" and c.rides("子", "玄武", "青龍")
    )),
    ({"A13": "seat-list"}, "shen.12", lambda c: c.over("申", "巳午子")),
    ({"A13": "seat-list"}, "hai.16", lambda c: c.over("亥", "寅午戌")),
    # The stars of the month.
    ({"A14": "other"}, "si.16", lambda c: (
        c.month_star("戌", -1) is not None and c.seat[str(c.month_star("戌", -1))] == "巳"
    )),
    ({"A14": "other"}, "shenjia.7", lambda c: c.on_day(c.month_star("子", 1) or "?")),
    ({"A14": "other"}, "wei.21", lambda c: (
        c.on_branch == "未" and c.branch == c.month_star("子", 1)
    )),
    ({"A14": "other", "A06": "all-and"}, "sihuo.2", lambda c: (
        c.month is not None
        and c.on_day(str(c.month_star("子", 1))) and c.on_day(str(c.month_star("戌", -1)))
    )),
    ({"A15": "topic"}, "zi.37", lambda c: c.over("子", "酉") and c.topic == "天時"),
    ({"A15": "topic"}, "qinglong.16", lambda c: c.rides("酉", "青龍") and c.topic == "天時"),
    # Strength, stages, colours, time, kinds.
    ({"A18": "both"}, "keyong.3", lambda c: c.use_is("旺相") and _seat_state(c) in "旺相"),
    ({"A18": "both"}, "keyong.4", lambda c: c.use_is("休囚") and _seat_state(c) in "休囚"),
    ({"A19": "daystem"}, "xinjiu.4", lambda c: (
        (BRANCHES.index(c.use) - BRANCHES.index("亥寅申巳申"["木火土金水".index(ELEMENT[c.stem])]))
        % 12 == STAGES.index("沐浴")
    )),
    ({"A20": "table"}, "wuse.5", lambda c: c.use_is("休")),
    ({"A20": "table"}, "wstable.7", lambda c: ELEMENT[c.use] == "木" and c.use_is("囚")),
    ({"A20": "both"}, "wstable.6", lambda c: ELEMENT[c.use] == "木" and c.use_is("休囚")),
    ({"A21": "spirit"}, "guoshi.2", lambda c: (
        c.month is not None
        and (BRANCHES.index(c.use) - BRANCHES.index(c.month)) % 12 in range(7, 12)
    )),
    ({"A25": "dun"}, "shigan.2", lambda c: _hidden(c, c.use) == "甲"),
    ({"A26": "use"}, "jishi.4", lambda c: ELEMENT[c.use] == "金"),
    ({"A27": "all"}, "keshi.2", lambda c: (
        (generates(c.use, c.stem) or generates(c.use, c.branch))
        and all(c.carries[each] in LUCKY for each in c.transmissions)
    )),
    ({"A27": "any"}, "keshi.2", lambda c: (
        (generates(c.use, c.stem) or generates(c.use, c.branch))
        and any(c.carries[each] in LUCKY for each in c.transmissions)
    )),
    ({"A28": "stage"}, "si.19", lambda c: c.over("巳", "午")),
    ({"A29": "general-too"}, "xinjiu.2", lambda c: (
        c.use_is("死囚") and (c.overcomes_stem(c.use) or _overcomes(_ghosts_general(c), c.stem))
    )),
    ({"A31": "polarity"}, "wanbuwan.3", lambda c: (
        c.use_is("旺相")
        and (c.state(c.on_stem) in "旺相" or c.state(c.on_branch) in "旺相")
        and len({BRANCHES.index(x) % 2 for x in (c.use, c.on_stem, c.on_branch)}) == 2
    )),
    ({"A32": "spirit"}, "shenjia.11", lambda c: c.use in "子寅辰午申戌"),
    # The words as printed.
    ({"text": "printed"}, "mzj.5", lambda c: c.use in "寅申"),
    ({"text": "printed"}, "guoshi.5", lambda c: c.month == "寅" and c.use_seat in "丑巳"),
    ({"text": "printed"}, "wei.29", lambda c: c.over("未", "辰") and c.on_day("未")),
    # Options of the chart that a clause feels: who rules, where earth is born, day or night.
    ({"shefu_strength": "day_stem"}, "keyong.3", lambda c: (
        ELEMENT[c.use] in (ELEMENT[c.stem], GENERATES[ELEMENT[c.stem]])
    )),
    ({"earth_season": "wei_only"}, "wuse.2", lambda c: (
        ELEMENT[c.use] == dict(zip(BRANCHES, "水水木木木火火土金金金水", strict=True)).get(c.month)
    )),
    ({"life_stages": "element_earth_fire"}, "xinjiu.3", lambda c: (
        c.use_seat == {"木": "亥", "火": "寅", "土": "寅", "金": "巳", "水": "申"}[ELEMENT[c.use]]
    )),
    ({"life_stages": "yin_reversed", "A19": "daystem"}, "xinjiu.3", lambda c: (
        c.use == dict(zip(STEMS, "亥午寅酉寅酉巳子申卯", strict=True))[c.stem]
    )),
    # 丑 carries 貴人: 甲 by night and 戊 庚 by day; and 寅 to 酉 by day.
    ({"noble_table": "jia_sheep"}, "chou.28", lambda c: (
        c.stem in ("戊庚" if c.hour in "卯辰巳午未申" else "甲")
    )),
    # 庚 has 寅 by night; 午, four places on, carries the ninth general when they run backward.
    ({"noble_table": "geng_horse"}, "wu.17", lambda c: (
        c.day in ("庚午", "庚申") and c.hour in "酉戌亥子丑寅" and c.seat["寅"] in "巳午未申酉戌"
    )),
    # 卯 carries 貴人: 壬 癸 by night; 壬 by day under the one table, both by day under the other.
    ({"noble_table": "ren_swapped"}, "guiren.9", lambda c: (
        c.stem == ("壬" if c.hour in "卯辰巳午未申" else "癸")
    )),
    ({"noble_table": "ren_gui_swapped"}, "guiren.9", lambda c: (
        c.stem in "壬癸" and c.hour in "卯辰巳午未申"
    )),
    # Of the last eighteen days before a season fifteen are of the last term of its month.
    ({"earth_season": "last_18_days"}, "wuse.2", lambda c: (
        ELEMENT[c.use] == ("土" if c.term in ("穀雨", "大暑", "霜降", "大寒") else _season(c))
    )),
    ({"day_night": "yin_you"}, "chou.28", lambda c: (
        c.stem in "甲戊庚" and c.hour in "寅卯辰巳午未申酉"
    )),
    ({"hidden_stem": "day_five_rat", "A25": "dun"}, "shigan.2", lambda c: (
        STEMS[(STEMS.index(c.stem) % 5 * 2 + BRANCHES.index(c.use)) % 10] == "甲"
    )),
    ({"hidden_stem": "hour_five_rat", "A25": "dun"}, "shigan.2", lambda c: (
        STEMS[(_rat(c.stem, c.hour) % 5 * 2 + BRANCHES.index(c.use)) % 10] == "甲"
    )),
    # The lines of the chapters that the cases above leave out, option by option.
    ({"A02": "both"}, "wei.8", lambda c: c.in_play("未") and c.stem == "己" and c.branch in "丑未"),
    ({"A02": "both"}, "wanbuwan.3", lambda c: (
        c.use_is("旺相") and c.state(c.on_stem) in "旺相" and c.state(c.on_branch) in "旺相"
        and len(c.uppers) == 4
    )),
    ({"A02": "both"}, "xinjiu.1", lambda c: (
        ELEMENT[c.use] == ELEMENT[c.stem] == ELEMENT[c.branch] and c.use_is("旺相")
    )),
    ({"A04": "dayonly"}, "wei.11", lambda c: c.stem == "庚"),
    ({"A04": "lodging"}, "wei.12", lambda c: c.over("申", "未")),
    ({"A04": "dun"}, "wei.12", lambda c: _hidden(c, c.plate["未"]) == "庚"),
    ({"A06": "all-or"}, "zi.25", lambda c: c.on_day("子辰")),
    ({"A06": "all-or"}, "chou.14", lambda c: (
        c.over("丑", "戌") or (c.on_branch == "丑" and c.branch == "巳")
    )),
    ({"A06": "all-or"}, "chou.18", lambda c: "丑" in c.void or c.on_day("丑")),
    ({"A06": "all-or"}, "yin.7", lambda c: (
        (c.on_day("巳") or c.general_on_day("太常")) and c.stem in "戊己"
    )),
    ({"A06": "all-or"}, "mao.10", lambda c: c.rides("卯", "六合") or c.on_day("卯")),
    ({"A06": "all-or"}, "mao.16", lambda c: c.rides("卯", "天空") or "卯" in c.void),
    ({"A06": "all-or"}, "chen.7", lambda c: (
        c.over("辰", "巳午") or (c.in_play("辰") and c.overcomes_day("辰"))
    )),
    ({"A06": "all-or"}, "wei.28", lambda c: "未" in c.void or c.on_day("未")),
    *(
        ({"A06": "all-or"}, clause, lambda c: (
            c.over("申", "午") or (c.on_branch == "申" and c.branch == "戌")
        ))
        for clause in ("shen.21", "shen.22")
    ),
    ({"A06": "all-or"}, "you.25", lambda c: (
        c.over("酉", "卯子") or (c.stem == "癸" and c.on_stem == "酉")
    )),
    ({"A06": "all-or"}, "hai.8", lambda c: (
        c.rides("亥", "六合") or (c.on_day("亥") and c.stem in "壬癸")
    )),
    ({"A06": "all-or"}, "hai.12", lambda c: (
        c.over("亥", "辰") or (c.stem in "壬癸" and c.on_stem == "亥")
    )),
    ({"A06": "all-or"}, "xinjiu.2", lambda c: c.use_is("死囚") or c.overcomes_stem(c.use)),
    ({"A06": "all-or"}, "zalei.3", lambda c: (
        c.steps() in ({1}, {11}) or ELEMENT[c.stem] == ELEMENT[c.branch] or c.use in LAST
    )),
    ({"A06": "all-or"}, "sihuo.7", lambda c: (
        c.use == "巳" or c.carries[c.use] in ("青龍", "騰蛇", "六合")
    )),
    ({"A06": "all-and"}, "zi.35", lambda c: c.day == "丙子" and c.on_branch == "子"),
    ({"A06": "all-and"}, "mao.17", lambda c: (
        c.rides("卯", "天空") and "卯" in c.void and c.on_day("卯")
    )),
    ({"A06": "all-and"}, "chen.11", lambda c: (
        c.on_stem == "辰" and {"子", "午"} <= c.uppers | set(c.transmissions)
    )),
    ({"A06": "all-and"}, "si.6", lambda c: c.day == "戊戌" and c.on_day("巳")),
    *(
        ({"A06": "all-and"}, clause, lambda c: c.seat["亥"] == c.year == c.annual)
        for clause in ("hai.28", "hai.30")
    ),
    ({"A06": "all-and"}, "hai.31", lambda c: (
        c.seat["亥"] == c.year == c.annual and c.topic == "疾病"
    )),
    ({"A06": "all-and"}, "hai.36", lambda c: c.stem in "壬癸" and c.over("亥", "子")),
    ({"A06": "all-and"}, "hai.37", lambda c: (
        c.stem == "癸" and c.over("亥", "子") and "亥" in c.transmissions
    )),
    ({"A06": "all-and"}, "sihuo.5", lambda c: c.use == "酉" and c.rides("酉", "朱雀")),
    ({"A09": "either"}, "youwu.6", lambda c: c.came_from and (
        c.came_from in c.void or c.plate[c.came_from] in c.void
    )),
    ({"A11": "xingnian"}, "yin.15", lambda c: c.annual == "寅" and c.over("寅", "寅")),
    ({"A12": "month"}, "zi.24", lambda c: c.in_play("子") and c.month in tuple(LAST)),
    ({"A13": "seat-list"}, "chou.14", lambda c: c.over("丑", "戌巳")),
    ({"A13": "seat-list"}, "chou.22", lambda c: c.over("丑", "卯酉")),
    *(
        ({"A13": "seat-list"}, clause, lambda c: c.over("申", "午戌"))
        for clause in ("shen.21", "shen.22")
    ),
    ({"A14": "other"}, "zi.29", lambda c: (
        c.rides("子", "玄武") and c.over("子", "亥") and c.plate["子"] == c.month_star("子", 1)
    )),
    ({"A14": "other"}, "shenjia.8", lambda c: c.on_day(c.month_star("午", 1) or "?")),
    ({"A14": "other"}, "shenjia.13", lambda c: c.on_day(c.month_star("戌", -1) or "?")),
    *(
        ({"A20": value}, f"wstable.{5 * row + 6 + late}", lambda c, e=element, s=states: (
            ELEMENT[c.use] == e and c.use_is(s)
        ))
        for row, element in enumerate("木火土金水")
        for late in (0, 1)
        for value, states in (("table", "囚" if late else "休"), ("both", "休囚"))
    ),
    ({"A20": "both"}, "wuse.5", lambda c: c.use_is("休囚")),
    ({"A21": "spirit"}, "guoshi.3", lambda c: (
        c.month is not None
        and (BRANCHES.index(c.use) - BRANCHES.index(c.month)) % 12 in range(1, 6)
    )),
    *(
        ({"A21": "spirit"}, clause, lambda c, u=use: c.month == "寅" and c.use == u)
        for clause, use in (("guoshi.5", "丑"), ("guoshi.6", "寅"), ("guoshi.7", "卯"))
    ),
    ({"A21": "spirit", "text": "printed"}, "guoshi.5", lambda c: c.month == "寅" and c.use in "丑巳"),
    *(
        ({"A25": "dun"}, f"shigan.{number + 2}", lambda c, s=stem: _hidden(c, c.use) == s)
        for number, stem in enumerate(STEMS)
        if number
    ),
    ({"A26": "use"}, "jishi.5", lambda c: ELEMENT[c.use] == "木"),
    ({"A27": "any"}, "xushi.5", lambda c: any(each in c.void for each in c.transmissions)),
    ({"A32": "spirit"}, "shenjia.12", lambda c: c.use in "丑卯巳未酉亥"),
    ({"text": "printed"}, "wuse.5", lambda c: c.use_is("休")),
    # And the definitions that share an option with another.
    ({"A02": "both"}, "zi.27", lambda c: c.on_stem == c.on_branch == "子"),
    ({"A15": "topic"}, "hai.26", lambda c: (
        c.on_branch == "亥" and c.branch == "巳" and c.topic == "行人"
    )),
    ({"A29": "general-too"}, "sihuo.3", lambda c: c.use_is("死囚") and any(
        _overcomes(by, c.use) for by in (c.stem, c.branch, c.use_seat, _ghosts_general(c))
    )),
    ({"A29": "general-too"}, "xushi.8", lambda c: c.use_is("囚") and (
        c.afflicted(c.use) or _overcomes(_ghosts_general(c), c.use)
    )),
]  # fmt: skip

#: Clauses that an option silences.
SILENT: Final[list[tuple[dict[str, str], tuple[str, ...]]]] = [
    ({"A06": "all-and"}, ("yin.5", "yin.9", "yin.19", "yin.20", "you.24", "wei.30", "zalei.2")),
    ({"A20": "table"}, ("wuse.6", "wuse.15", "wuse.16")),
    ({"A22": "element"}, ("shiwei.3", "shiwei.4", "shiwei.5")),
    ({"A22": "class"}, ("shiwei.7", "shiwei.8", "shiwei.11")),
    ({"A23": "first"}, ("xingzhuang2.2", "xingzhuang2.3", "xingzhuang2.6")),
    ({"A23": "second"}, ("xingzhuang.5", "xingzhuang.6", "xingzhuang.9")),
    # No chart has three void transmissions.
    ({"A27": "all"}, ("xushi.5",)),
    ({"A30": "off"}, ("jishi.3", "shen.11", "xushi.9", "xushi.14", "tianjiang.29")),
    ({"text": "printed"}, ("jishi.3", "shen.11", "you.9", "zi.38")),
    (
        {"A06": "all-and"},
        (
            "chen.10",
            "chen.20",
            "wu.10",
            "wei.13",
            "shen.11",
            "shen.16",
            "you.12",
            "you.16",
            "you.17",
            "you.23",
            "you.25",
            "xu.6",
            "xu.13",
            "xu.24",
        ),
    ),
    ({"A22": "class"}, ("shiwei.9", "shiwei.10")),
    ({"A23": "first"}, ("xingzhuang2.4",)),
    ({"A30": "off"}, ("youwu.9",)),
    ({"text": "printed"}, ("youwu.9",)),
]


# ------------------------------------------------------------------ 金口訣


def _killers(branch: str) -> str:
    """Places of 劫煞 and 災煞 counted from the three-combination of a branch."""
    first = BRANCHES.index(KILLER[branch])
    return BRANCHES[first] + BRANCHES[(first + 1) % 12]


def _near(c: Positions, place: int) -> bool:
    """Whether a neighbour overcomes a position."""
    return any(c.overcomes(by, place) for by in (place - 1, place + 1) if 0 <= by < 4)


def _weak(c: Positions, place: int) -> bool:
    return c.strength[place] in "休囚死"


def _rescued_near(c: Positions, place: int) -> bool:
    return any(c.generates(by, place) for by in (place - 1, place + 1) if 0 <= by < 4)


def _countered(c: Positions, place: int) -> bool:
    return any(
        c.overcomes(by, place) and any(c.overcomes(third, by) for third in range(4))
        for by in range(4)
    )


def _all_yang(c: Positions, noble: bool) -> bool:
    """Whether stem, general and seat are yang, and the noble, of which the caller says."""
    return noble and all(letter in YANG for letter in (c.stem, c.general, c.seat))


def _doors(c: Positions) -> bool:
    """The gate of men and what is inside it."""
    return (c.sees("卯") or c.sees("酉")) and (c.sees("亥") or c.stem == "癸")


def _harms_birth(c: Positions) -> bool:
    return bool(c.birth and c.year) and frozenset((c.birth[-1], str(c.year))) in HARMS


JINKOUJUE: Final[list[tuple[dict[str, str], str, Callable[[Positions], object]]]] = [
    ({"J01": "both_sexes"}, "63", lambda c: c.year == "寅"),
    ({"J02": "when_current"}, "152", lambda c: c.year == "丑" and c.month in ("丑", "未")),
    ({"J03": "equal"}, "150", lambda c: c.year == "丑" and (c.noble == "天后" or c.general == "亥")),
    ({"J04": "woman"}, "151", lambda c: c.year == "丑" and c.sex == "female"),
    ({"J05": "seat"}, "51", lambda c: (
        c.seat == c.year
        and any(c.neighbours(c.overcomes)) and not any(c.neighbours(c.generates))
    )),
    ({"J05": "any_chart"}, "50", lambda c: (
        any(c.neighbours(c.generates)) and not any(c.neighbours(c.overcomes))
    )),
    ({"J06": "renyuan"}, "49", lambda c: (
        c.annual and {c.stem, c.annual[0]} in [set(p) for p in ("甲己", "乙庚", "丙辛", "丁壬", "戊癸")]
    )),
    ({"J07": "general"}, "54", lambda c: (
        c.annual and c.general != c.year
        and any({c.year, c.general} <= frame for frame in FRAMES) and not c.stem_union()
    )),
    ({"J07": "free"}, "56", lambda c: c.annual and c.six()),
    ({"J08": "all_three"}, "50", lambda c: c.annual and all(c.neighbours(c.generates))),
    ({"J10": "annual"}, "43", lambda c: c.birth and c.birth[-1] == c.year),
    ({"J10": "chou_wu"}, "44", lambda c: c.birth and c.birth[-1] == "午" and c.year == "丑"),
    ({"J11": "sees"}, "253", lambda c: c.sees("卯")),
    ({"J11": "general"}, "297", lambda c: c.general in "子午"),
    ({"J12": "seat"}, "185", lambda c: c.noble == "太常" and c.seat == "卯"),
    ({"J12": "seat"}, "202", lambda c: (
        (c.noble == "白虎" or c.general == "申") and ELEMENT[c.seat] in "木火"
    )),
    ({"J13": "equal"}, "211", lambda c: c.noble == "玄武" or c.general == "子"),
    ({"J13": "noble"}, "193", lambda c: c.noble == "白虎" and c.overcome(1)),
    ({"J13": "noble"}, "230", lambda c: c.noble == "青龍"),
    ({"J13": "noble_general"}, "230", lambda c: c.noble == "青龍" or c.general == "寅"),
    ({"J14": "neighbour"}, "254", lambda c: c.general == "卯" and _near(c, 2)),
    ({"J14": "distance"}, "246", lambda c: any(
        c.elements[at] == "金" and c.overcome(at) for at in range(4)
    )),
    ({"J14": "stem"}, "264", lambda c: c.noble == "太陰" and c.overcomes(0, 1)),
    ({"J15": "state"}, "195", lambda c: ELEMENT[c.seat] == "火" and (
        (c.noble == "白虎" and _weak(c, 1)) or (c.general == "申" and _weak(c, 2))
    )),
    ({"J16": "chart"}, "177", lambda c: c.strength[0] == "休"),
    ({"J17": "day"}, "168", lambda c: (
        c.noble == "太常" and c.day and c.seat in _killers(c.day[-1])
    )),
    ({"J17": "any_killer"}, "300", lambda c: (
        c.noble == "貴人"
        and c.seat != BRANCHES[(BRANCHES.index(KILLER[c.general]) + 4) % 12]
    )),
    ({"J18": "seen", "J11": "as_named"}, "172", lambda c: c.general == "卯" and c.overcomes(1, 0)),
    ({"J19": "any"}, "175", lambda c: c.overcome(0)),
    ({"J20": "seat"}, "181", lambda c: c.overcomes(3, 2)),
    ({"J20": "robber"}, "182", lambda c: c.general == "卯" and c.overcomes(3, 2)),
    ({"J22": "neighbour"}, "203", lambda c: (
        ELEMENT[c.general] == "金" and ELEMENT[c.seat] == "火" and not _rescued_near(c, 2)
    )),
    ({"J22": "counter"}, "259", lambda c: (
        c.noble == "太陰" and c.overcomes(0, 1) and not _countered(c, 1)
    )),
    ({"J23": "shen"}, "204", lambda c: (
        c.general == "申" and ELEMENT[c.seat] == "火"
        and not c.rescued(2)
    )),
    ({"J24": "noble_too"}, "251", lambda c: (
        (c.overcomes(1, 3) or c.overcomes(2, 3)) and c.seat in "丑卯巳未酉亥"
    )),
    ({"J25": "literal"}, "226", lambda c: (
        (c.elements[1], c.elements[0], c.elements[3]) == ("水", "木", "火")
    )),
    ({"J27": "kept"}, "239", lambda c: c.elements[:2] == ["木", "水"]),
    ({"J28": "ruler"}, "243", lambda c: c.topic == "墓" and all(
        letter in YANG
        for letter, state in zip(c.letters, c.strength, strict=True) if state == "旺"
    )),
    ({"J28": "tiger"}, "324", lambda c: (
        c.topic == "墓" and c.noble == "白虎"
        and c.strength[1] == "旺" and c.strength.count("旺") == 1
    )),
    ({"J29": "only"}, "246", lambda c: c.hurt_by_neighbours() == {"金"}),
    ({"J30": "both"}, "320", lambda c: c.overcomes(1, 3) and c.overcomes(2, 3)),
    ({"J30": "any"}, "252", lambda c: c.overcome(3)),
    ({"J31": "noble"}, "255", lambda c: c.general == "卯" and c.overcomes(1, 2)),
    ({"J31": "wood"}, "257", lambda c: c.noble == "太陰" and ELEMENT[c.general] == "木"),
    ({"J32": "sees"}, "261", lambda c: c.general in "子午卯酉" or c.seat in "子午卯酉"),
    ({"J33": "seen"}, "265", lambda c: c.noble == "太陰"),
    ({"J34": "any_order"}, "285", lambda c: any(
        {c.elements[at], c.elements[at + 1]} == {"土", "水"} for at in range(3)
    )),
    ({"J34": "distance"}, "286", lambda c: any(
        c.elements[up] == "木" and c.elements[low] == "土" for low in range(4) for up in range(low)
    )),
    ({"J35": "seat"}, "289", lambda c: c.general == "子" and ELEMENT[c.seat] == "土"),
    ({"J36": "overcome"}, "290", lambda c: c.overcomes(0, 1)),
    ({"J37": "some"}, "279", lambda c: (
        any(c.neighbours(c.overcomes)) and not any(c.neighbours(c.generates))
    )),
    ({"J38": "without_noble"}, "294", lambda c: c.topic == "墓" and all(
        letter in YANG for letter in (c.stem, c.general, c.seat)
    )),
    ({"J39": "seen"}, "297", lambda c: c.sees("子") or c.sees("午")),
    ({"J40": "killer", "J17": "general_seat"}, "302", lambda c: (
        c.noble == "貴人" and c.overcomes(2, 1) and c.seat in c.killer_places
    )),
    ({"J41": "annual_seat"}, "329", lambda c: (
        c.noble == "白虎" and c.seat in c.killer_places and c.seat == c.year
    )),
    ({"J42": "place"}, "355", lambda c: c.general == "未" and c.seat in "申酉午"),
    ({"J44": "hurt", "J14": "mixed"}, "213", lambda c: c.noble == "玄武" and c.overcome(1)),
    ({"J45": "star"}, "161", lambda c: c.general == "卯" and c.seat == "申"),
    ({"J46": "majority"}, "292", lambda c: c.strength[0] in "旺相" and _weak(c, 1)),
    # The values not met above.
    ({"J03": "no_chart"}, "150", lambda c: c.year == "丑"),
    ({"J04": "first_four", "J17": "general_seat"}, "151", lambda c: c.year == "丑" and (
        (BRANCHES.index(c.seat) - BRANCHES.index(KILLER[c.general])) % 12 < 4
    )),
    ({"J10": "metal"}, "41", lambda c: (
        c.year and c.annual_tomb() and SOUND[PILLARS.index(str(c.birth)) // 2] == "金"
    )),
    ({"J10": "run"}, "44", lambda c: _harms_birth(c) or (
        c.year and c.run and frozenset((c.year, c.run)) in HARMS
    )),
    ({"J10": "geng"}, "45", lambda c: c.stem == "庚" and c.birth and c.birth[0] == "甲"),
    ({"J10": "without_run"}, "46", lambda c: (
        c.year and c.annual_tomb() and _harms_birth(c)
        and OVERCOMES[ELEMENT[c.stem]] == ELEMENT[str(c.birth)[0]]
    )),
    ({"J14": "seen"}, "192", lambda c: c.tiger),
    ({"J15": "overcome", "J17": "general_seat"}, "166", lambda c: (
        c.noble == "太常" and c.seat in c.killer_places and c.overcome(1)
    )),
    ({"J16": "weak"}, "177", lambda c: c.season_state(0) in "休囚死"),
    ({"J16": "suit"}, "177", lambda c: c.season_state(0) == "休" and c.overcomes(1, 0)),
    ({"J17": "jie"}, "326", lambda c: c.noble == "白虎" and c.seat == KILLER[c.general]),
    ({"J21": "season"}, "179", lambda c: (
        c.overcomes(1, 0) and _doors(c) and c.season_state(0) == "休"
    )),
    ({"J22": "ignored"}, "203", lambda c: ELEMENT[c.general] == "金" and ELEMENT[c.seat] == "火"),
    ({"J24": "literal"}, "208", lambda c: c.noble == "玄武" and c.seat == "午"),
    ({"J24": "general"}, "296", lambda c: c.overcomes(2, 3)),
    ({"J24": "grave"}, "296", lambda c: c.topic == "墓" and (
        _all_yang(c, c.yang(1) or (c.noble == "貴人" and c.by_day))
        or not any(letter in YANG for letter in c.letters)
    )),
    ({"J25": "any_bad"}, "225", lambda c: (
        c.noble not in LUCKY and c.generates(1, 0) and c.generates(0, 3)
    )),
    ({"J26": "topic"}, "228", lambda c: (
        c.topic == "來意" and c.stem == "甲" and c.generates(1, 0)
    )),
    ({"J28": "strong"}, "324", lambda c: c.topic == "墓" and all(
        letter in YANG for letter, state in zip(c.letters, c.strength, strict=True) if state in "旺相"
    )),
    ({"J29": "grave"}, "245", lambda c: c.topic == "墓" and c.hurt_by_neighbours() == {"金"}),
    ({"J30": "noble_too"}, "252", lambda c: c.overcomes(1, 3) or c.overcomes(2, 3)),
    ({"J30": "general"}, "320", lambda c: c.overcomes(2, 3)),
    ({"J31": "seen"}, "254", lambda c: c.general == "卯"),
    ({"J32": "alone"}, "260", lambda c: c.general in "子午卯酉"),
    ({"J32": "topic"}, "261", lambda c: c.general in "子午卯酉" and c.topic == "疾病"),
    ({"J33": "both", "J15": "chart", "J22": "free"}, "270", lambda c: (
        c.noble == "太陰" and c.overcomes(0, 1) and not c.rescued(1)
    )),
    ({"J34": "book"}, "285", lambda c: (
        (c.general in "辰戌丑未" and c.seat in "亥子")
        or (c.noble == "勾陳" and c.general in "亥子")
        or (c.noble == "玄武" and c.general == "丑")
    )),
    ({"J34": "book"}, "286", lambda c: (
        c.noble in ("青龍", "六合") and c.general in "辰戌" and c.seat in "巳亥"
    )),
    ({"J35": "noble"}, "289", lambda c: c.general == "子" and c.elements[1] == "土"),
    ({"J36": "strict"}, "290", lambda c: c.strength[0] == "旺" and _weak(c, 1)),
    ({"J37": "down"}, "279", lambda c: all(c.overcomes(at, at + 1) for at in range(3))),
    ({"J38": "strict"}, "294", lambda c: (
        c.topic == "墓" and _all_yang(c, c.yang(1))
    )),
    ({"J38": "always"}, "294", lambda c: (
        c.topic == "墓" and _all_yang(c, c.yang(1) or c.noble == "貴人")
    )),
    ({"J39": "hurt_gate"}, "297", lambda c: c.general in "子午" and c.overcome(2)),
    ({"J40": "tianyi"}, "302", lambda c: c.noble == "貴人" and c.overcomes(2, 1)),
    ({"J41": "killer", "J12": "beneath", "J17": "general_seat"}, "331", lambda c: (
        c.noble == "白虎" and c.strength[1] == "旺" and c.general in "辰戌"
        and c.elements[0] == "木" and c.seat in c.killer_places
    )),
    ({"J42": "season"}, "355", lambda c: (
        c.general == "未" and c.seat in "申酉午" and c.season_state(2) in "旺相"
    )),
    ({"J42": "both"}, "355", lambda c: c.general == "未" and c.seat in "申酉午" and (
        c.strength[2] in "旺相" or c.season_state(2) in "旺相"
    )),
    # The lines of the chapters that the cases above leave out.
    ({"J01": "both_sexes"}, "69", lambda c: c.year == "卯"),
    *(
        ({"J02": "when_current"}, clause, lambda c, y=year, n=named, d=days: c.year == y and (
            c.month in tuple(n) or (d and c.day is not None and c.day[-1] in n)
        ))
        for year, named, days, clauses in (
            ("酉", "卯酉", False, ("120", "121")),
            ("亥", "巳亥", True, ("136", "137")),
            ("子", "子午卯酉", True, ("144", "145")),
            ("丑", "丑未", False, ("153",)),
        )
        for clause in clauses
    ),
    ({"J05": "any_chart"}, "51", lambda c: (
        any(c.neighbours(c.overcomes)) and not any(c.neighbours(c.generates))
    )),
    ({"J05": "any_chart", "J08": "all_three"}, "50", lambda c: all(c.neighbours(c.generates))),
    ({"J05": "any_chart", "J08": "all_three"}, "51", lambda c: all(c.neighbours(c.overcomes))),
    ({"J07": "free"}, "54", lambda c: c.annual and c.three()),
    ({"J08": "all_three"}, "51", lambda c: c.annual and all(c.neighbours(c.overcomes))),
    ({"J12": "seat"}, "330", lambda c: (
        c.noble == "白虎" and c.strength[1] == "旺" and c.seat in "辰戌"
    )),
    ({"J12": "seat"}, "331", lambda c: (
        c.noble == "白虎" and c.strength[1] == "旺" and c.seat in "辰戌" and c.elements[0] == "木"
    )),
    ({"J13": "equal"}, "180", lambda c: c.sees("卯") or c.noble == "六合"),
    ({"J14": "seen"}, "193", lambda c: c.tiger),
    ({"J14": "seen"}, "198", lambda c: c.tiger),
    ({"J15": "state"}, "163", lambda c: c.noble == "太常" and c.general == "卯" and _weak(c, 1)),
    ({"J17": "any_killer"}, "301", lambda c: (
        c.noble == "貴人"
        and c.seat != BRANCHES[(BRANCHES.index(KILLER[c.general]) + 4) % 12]
    )),
    ({"J17": "day"}, "305", lambda c: c.day and c.seat == _killers(c.day[-1])[1]),
    ({"J17": "day", "J04": "first_four"}, "151", lambda c: c.year == "丑" and c.day and (
        (BRANCHES.index(c.seat) - BRANCHES.index(KILLER[c.day[-1]])) % 12 < 4
    )),
    ({"J17": "day", "J45": "star"}, "161", lambda c: (
        c.general == "卯" and c.day and c.seat == KILLER[c.day[-1]]
    )),
    ({"J23": "shen"}, "203", lambda c: (
        c.general == "申" and ELEMENT[c.seat] == "火" and not c.rescued(2)
    )),
    ({"J28": "strong"}, "325", lambda c: c.topic == "墓" and all(
        letter in YANG for letter, state in zip(c.letters, c.strength, strict=True) if state in "旺相"
    )),
    ({"J28": "tiger"}, "325", lambda c: (
        c.topic == "墓" and c.noble == "白虎"
        and c.strength[1] == "旺" and c.strength.count("旺") == 1
    )),
    *(
        ({"J31": "noble"}, clause, lambda c: c.general == "卯" and c.overcomes(1, 2))
        for clause in ("254", "256")
    ),
    *(({"J31": "seen"}, clause, lambda c: c.general == "卯") for clause in ("255", "256")),
    ({"J40": "tianyi"}, "303", lambda c: c.noble == "貴人" and c.overcomes(1, 2)),
    ({"J40": "killer", "J17": "general_seat"}, "303", lambda c: (
        c.noble == "貴人" and c.overcomes(1, 2) and c.seat in c.killer_places
    )),
    ({"J41": "annual_seat"}, "328", lambda c: (
        c.noble == "白虎" and c.seat in c.killer_places and c.seat == c.year
    )),
    *(
        ({"J44": "hurt", "J14": "mixed"}, clause, lambda c: (
            (c.noble == "白虎" and c.overcome(1)) or (c.general == "申" and c.overcome(2))
        ))
        for clause in ("199", "200")
    ),
    *(
        ({"J44": "hurt", "J14": "mixed"}, clause, lambda c: c.noble == "玄武" and c.overcome(1))
        for clause in ("214", "215", "216")
    ),
    # And the definitions that share an option with another.
    ({"J07": "general"}, "56", lambda c: (
        c.annual and frozenset((str(c.year), c.general)) in UNIONS and not c.stem_union()
    )),
    ({"J12": "seat"}, "312", lambda c: c.tiger and c.seat == "戌"),
    ({"J13": "equal"}, "162", lambda c: c.noble == "太常" or c.general == "未"),
    ({"J13": "equal"}, "262", lambda c: c.noble == "太陰" or c.general == "酉"),
    ({"J13": "equal", "J44": "hurt", "J14": "mixed"}, "213", lambda c: (
        (c.noble == "玄武" and c.overcome(1)) or (c.general == "子" and c.overcome(2))
    )),
    ({"J14": "distance"}, "245", lambda c: (
        c.topic in ("墓", "疾病") and {c.elements[at] for at in range(4) if c.overcome(at)} == {"金"}
    )),
    ({"J14": "distance"}, "276", lambda c: not any(
        c.generates(one, other) for one in range(4) for other in range(4)
    )),
    ({"J15": "state", "J22": "free"}, "259", lambda c: (
        c.noble == "太陰" and c.overcomes(0, 1) and not c.rescued(1) and _weak(c, 1)
    )),
    ({"J34": "any_order"}, "286", lambda c: any(
        {c.elements[at], c.elements[at + 1]} == {"木", "土"} for at in range(3)
    )),
    ({"J34": "distance"}, "285", lambda c: any(
        c.elements[up] == "土" and c.elements[low] == "水" for low in range(4) for up in range(low)
    )),
]  # fmt: skip
