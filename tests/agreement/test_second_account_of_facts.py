"""What a chart says of itself once more, in characters and verses: patterns, kin, hidden stems, void,
stages, seasons, spirits, and what other schools would give. Nothing is shared with the engine."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest

import liuren
from liuren.terms import branches, generals, pillars
from liuren.terms.convention import registry

from . import test_second_account as second
from .test_second_account import GAN, JI, MENG, XING, ZHI, ZHONG, Plate, ke, step, yang

SEASONS = {"寅": "木木土", "巳": "火火土", "申": "金金土", "亥": "水水土"}
FRAMES = {"申子辰": "潤下", "亥卯未": "曲直", "寅午戌": "炎上", "巳酉丑": "從革"}
GAPS = {
    "子寅辰": "向三陽", "丑卯巳": "出戶", "寅辰午": "出三陽", "卯巳未": "盈陽", "辰午申": "登三天",
    "巳未酉": "變盈", "午申戌": "出三天", "未酉亥": "入冥", "申戌子": "涉三淵", "酉亥丑": "凝陰",
    "戌子寅": "入三淵", "亥丑卯": "溟濛", "子戌申": "偃蹇", "丑亥酉": "極陰", "寅子戌": "冥陽",
    "卯丑亥": "斷澗", "辰寅子": "涉疑", "巳卯丑": "轉悖", "午辰寅": "顧祖", "未巳卯": "回明",
    "申午辰": "凝陽", "酉未巳": "勵明", "戌申午": "悖戾", "亥酉未": "時遁",
}  # fmt: skip
DECADES = {
    "甲子": "戌亥", "甲戌": "申酉", "甲申": "午未", "甲午": "辰巳", "甲辰": "寅卯", "甲寅": "子丑",
}  # fmt: skip


@cache
def decade(day: str) -> dict[str, str]:
    """Branch → stem of the ten days from the last 甲 day on."""
    number = pillars.NAMES.index(day)
    first = number - GAN.index(day[0])
    return {pillars.NAMES[n][1]: pillars.NAMES[n][0] for n in range(first, first + 10)}


@cache
def chart(day: str, offset: int, **facts: Any) -> Any:
    month = facts.get("month", "寅")
    hour = facts.get("hour", 0)
    return liuren.liuren_chart(
        day, hour, (hour + offset) % 12, month=month, daytime=facts.get("daytime", True),
        year=facts.get("year"),
    )  # fmt: skip


@cache
def data(day: str, offset: int, **facts: Any) -> dict[str, Any]:
    found: dict[str, Any] = chart(day, offset, **facts).to_dict()
    return found


LESSONS = [(day, offset) for day in pillars.NAMES for offset in range(12)]


def patterns(day: str, offset: int, riders: dict[str, str], month: str) -> set[str]:
    """Every named pattern by its definition in the books."""
    gan, zhi = day
    plate = Plate(offset)
    three = second.transmissions(day, offset, "mengzhong")
    first, middle, _ = three
    lessons = second.four(day, plate)
    uppers = [upper for upper, _, _ in lessons]
    on_gan, on_zhi = uppers[0], uppers[2]
    found = {name for frame, name in FRAMES.items() if set(three) == set(frame)}
    for ranks, name in ((MENG, "玄胎"), (ZHONG, "三交"), ("辰戌丑未", "稼穡")):
        if all(branch in ranks for branch in three):
            found.add(name)
    round_ = ZHI + ZHI[:2]
    if three in round_:
        found |= {"連茹", "進茹"}
    if three in round_[::-1]:
        found |= {"連茹", "退茹"}
    if three in GAPS:
        found |= {"間傳", "進間" if middle == step(first, 2) else "退間", GAPS[three]}
    # lessons
    if len(set(uppers)) == 3:
        found.add("不備")
        order = [0, 1, 2, 3] if yang(gan) else [2, 3, 0, 1]
        struck = next(i for n, i in enumerate(order) if uppers[i] in [uppers[j] for j in order[:n]])
        found.add("陽不備" if struck in (0, 2) else "陰不備")
    if ke(on_gan, zhi) and ke(on_zhi, gan):
        found.add("蕪淫")
    if ke(gan, on_zhi) and ke(zhi, on_gan):
        found.add("解離")
    above = sum(ke(upper, lower) for upper, lower, _ in lessons)
    below = sum(ke(lower, upper) for upper, lower, _ in lessons)
    if above == 4:
        found.add("無祿")
    if below == 4:
        found.add("絕嗣")
    if 3 in (above, below):
        found.add("度厄")
    if first in "辰戌" and (on_gan in "辰戌" or on_zhi in "辰戌"):
        found.add("斬關")
    if len({yang(branch) for branch in [*uppers, *three]}) == 1:
        found.add("六陽" if yang(first) else "六陰")
    # decade, generals, month
    head = day[1] if gan == "甲" else step(zhi, -GAN.index(gan))
    tail = step(head, 9)
    seat = plate.under[first]
    if (first == tail and seat == head) or (first == head and riders[seat] == "玄武"):
        found.add("閉口")
    two = JI[gan] == zhi and not above and not below and offset not in (0, 6)
    on_three = {riders[plate.under[branch]] for branch in three}
    if two and on_three & {"天后", "六合", "玄武"}:
        found.add("帷薄不修")
    horse = dict(zip("寅卯辰巳午未申酉戌亥子丑", "午申戌子寅辰" * 2, strict=True))[month]
    ding = next(branch for branch, stem in decade(day).items() if stem == "丁")
    if "稼穡" in found and {horse, ding} & set(three):
        found.add("遊子")
    if len(set(three)) == 1:
        found.add("獨足")
    return found


#: Names that say how the transmissions were found; the other account of the lessons tests those.
METHODS = {
    "伏吟", "返吟", "比用", "涉害", "遙剋", "別責", "昴星", "八專", "賊剋", "見機", "察微", "綴瑕",
    "復等", "自任", "自信", "杜傳", "無依", "無親", "井欄射", "虎視", "冬蛇掩目", "知一", "重審",
    "元首", "蒿矢", "彈射", "始入", "不虞",
}  # fmt: skip


@pytest.mark.parametrize("daytime", [True, False])
def test_every_pattern_of_every_lesson(daytime: bool) -> None:
    for number, (day, offset) in enumerate(LESSONS):
        month = ZHI[number % 12]
        found = data(day, offset, daytime=daytime, month=month)
        named = {name for name in found["patterns"] if name not in METHODS}
        assert named == patterns(day, offset, found["riders"], month), (day, offset)


def test_kin_void_and_hidden_stems() -> None:
    kin = {"同": "兄弟", "子": "子孫", "財": "妻財", "鬼": "官鬼", "父": "父母"}
    children = dict(zip("木火土金水", "火土金水木", strict=True))
    for day, offset in LESSONS:
        found = data(day, offset)
        own = XING[day[0]]
        for branch, name in zip(
            (t["branch"] for t in found["transmissions"]), found["kin"], strict=True
        ):
            other = XING[branch]
            seen = (
                "同" if other == own
                else "子" if children[own] == other
                else "父" if children[other] == own
                else "財" if ke(day[0], branch)
                else "鬼"
            )  # fmt: skip
            assert name == kin[seen]
        first = next(pillar for pillar in DECADES if decade(pillar) == decade(day))
        assert "".join(found["void"]) == DECADES[first]
        assert {b: s for b, s in found["hidden_stems"].items() if s} == decade(day)
        for one in found["transmissions"]:
            assert one["void"] == (one["branch"] in DECADES[first])
            assert one["stem"] == decade(day).get(one["branch"])


#: 五鼠遁: the stem of 子 for each pair of stems.
RATS = {"甲己": "甲", "乙庚": "丙", "丙辛": "戊", "丁壬": "庚", "戊癸": "壬"}


def rat(stem: str, branch: str) -> str:
    first = next(start for pair, start in RATS.items() if stem in pair)
    return GAN[(GAN.index(first) + ZHI.index(branch)) % 10]


@pytest.mark.parametrize("rule", ["day_five_rat", "hour_five_rat"])
def test_hidden_stems_by_the_five_rats(rule: str) -> None:
    for day, hour in product(pillars.NAMES, range(0, 12, 5)):
        found = liuren.liuren_chart(day, hour, 3, convention={"hidden_stem": rule}).to_dict()
        base = day[0] if rule == "day_five_rat" else rat(day[0], ZHI[hour])
        assert found["pillars"]["hour"] == rat(day[0], ZHI[hour]) + ZHI[hour]
        assert found["hidden_stems"] == {branch: rat(base, branch) for branch in ZHI}


STAGES = ["長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死", "墓", "絕", "胎", "養"]


@pytest.mark.parametrize(
    ("rule", "births"),
    [
        ("element_earth_water", "木亥火寅金巳水申土申"),
        ("element_earth_fire", "木亥火寅金巳水申土寅"),
        ("yin_reversed", "木亥火寅金巳水申土寅"),
    ],
)
def test_stage_of_every_spirit_at_every_seat(rule: str, births: str) -> None:
    birth = dict(zip(births[::2], births[1::2], strict=True))
    for offset in range(12):
        found = liuren.liuren_chart("甲子", 0, offset, convention={"life_stages": rule}).to_dict()
        for seat in ZHI:
            spirit = found["plate"][seat]
            way = ZHI.index(seat) - ZHI.index(birth[XING[spirit]])
            assert found["stages"][spirit] == STAGES[way % 12]


@pytest.mark.parametrize(
    ("rule", "rulers"),
    [
        ("whole_months", "木木土火火土金金土水水土"),
        ("wei_only", "木木木火火土金金金水水水"),
        ("last_18_days", "木木木火火火金金金水水水"),
    ],
)
def test_states_of_the_twelve_months(rule: str, rulers: str) -> None:
    """當令者旺，令生者相，生令者休，克令者囚，令克者死; with its 中氣 an earth month is earth's."""
    states = {
        "木": "木火水金土", "火": "火土木水金", "土": "土金火木水", "金": "金水土火木", "水": "水木金土火",
    }  # fmt: skip
    terms = [
        "立春",
        "驚蟄",
        "清明",
        "立夏",
        "芒種",
        "小暑",
        "立秋",
        "白露",
        "寒露",
        "立冬",
        "大雪",
        "小寒",
    ]
    middles = [
        "雨水",
        "春分",
        "穀雨",
        "小滿",
        "夏至",
        "大暑",
        "處暑",
        "秋分",
        "霜降",
        "小雪",
        "冬至",
        "大寒",
    ]
    for number, ruler in enumerate(rulers):
        for late, names in enumerate((terms, middles)):
            earth = rule == "last_18_days" and late and number % 3 == 2
            row = states["土" if earth else ruler]
            found = liuren.liuren_chart(
                "甲子", "子", term=names[number], convention={"earth_season": rule}
            ).to_dict()
            assert found["month"] == step("寅", number)
            assert found["states"] == dict(zip(row, "旺相休囚死", strict=True)), names[number]


#: 月煞, from the first month on, as 六壬大全 volume 1 lists them (its slips corrected).
MONTHLY = {
    "生氣": "子丑寅卯辰巳午未申酉戌亥", "死氣": "午未申酉戌亥子丑寅卯辰巳",
    "死神": "巳午未申酉戌亥子丑寅卯辰", "月厭": "戌酉申未午巳辰卯寅丑子亥",
    "天馬": "午申戌子寅辰午申戌子寅辰", "月破": "申酉戌亥子丑寅卯辰巳午未",
    "血支": "丑寅卯辰巳午未申酉戌亥子", "血忌": "丑未寅申卯酉辰戌巳亥午子",
    "天喜": "戌戌戌丑丑丑辰辰辰未未未", "天目": "辰辰辰未未未戌戌戌丑丑丑",
    "皇恩": "戌丑辰未卯酉子午亥寅巳申", "天詔": "亥子丑寅卯辰巳午未申酉戌",
    "成神": "巳申亥寅巳申亥寅巳申亥寅", "飛廉": "戌巳午未申酉辰亥子丑寅卯",
    "月建": "寅卯辰巳午未申酉戌亥子丑",
}  # fmt: skip
#: 三合所起: frame, then 驛馬 劫煞 災煞 亡神 咸池 華蓋.
BY_FRAME = {
    "寅午戌": "申亥子巳卯戌",
    "申子辰": "寅巳午亥酉辰",
    "亥卯未": "巳申酉寅子未",
    "巳酉丑": "亥寅卯申午丑",
}
VIRTUE = dict(zip(GAN, "寅申巳亥巳寅申巳亥巳", strict=True))
SALARY = dict(zip(GAN, "寅卯巳午巳午申酉亥子", strict=True))


def by_frame(branch: str) -> dict[str, str]:
    row = next(row for frame, row in BY_FRAME.items() if branch in frame)
    return dict(zip(("驛馬", "劫煞", "災煞", "亡神", "咸池", "華蓋"), row, strict=True))


def test_spirits_of_every_month_year_and_day() -> None:
    for number in range(12):
        month = step("寅", number)
        found = data("甲子", 1, month=month)["spirits"]["month"]
        assert {name: found[name] for name in MONTHLY} == {n: r[number] for n, r in MONTHLY.items()}
    for year in ZHI:
        names = ("太歲", "歲破", "喪門", "弔客", "病符")
        places = (year, second.opposite(year), step(year, 2), step(year, -2), step(year, -1))
        expected = {**dict(zip(names, places, strict=True)), **by_frame(year)}
        assert data("甲子", 1, year=year)["spirits"]["year"] == expected
    for day in pillars.NAMES:
        gan, zhi = day
        broken = next(
            b for ranks, b in ((MENG, "酉"), (ZHONG, "巳"), ("辰戌丑未", "丑")) if zhi in ranks
        )
        ding = next(branch for branch, stem in decade(day).items() if stem == "丁")
        assert data(day, 1)["spirits"]["day"] == {
            "日德": VIRTUE[gan], "日祿": SALARY[gan], "丁神": ding, "日沖": second.opposite(zhi),
            "破碎": broken, **by_frame(zhi),
        }  # fmt: skip


NOBLES = {
    "jia_ox": second.NOBLES,
    "jia_sheep": second.SHEEP,
    "ren_swapped": {**second.NOBLES, "壬": "卯巳"},
    "ren_gui_swapped": {**second.NOBLES, "壬": "卯巳", "癸": "卯巳"},
    "geng_horse": {**second.NOBLES, "庚": "午寅", "壬": "卯巳", "癸": "卯巳"},
}


def riders(day: str, offset: int, light: bool, table: str) -> dict[str, str]:
    """Earth branch → general."""
    seat = Plate(offset).under[NOBLES[table][day[0]][0 if light else 1]]
    way = 1 if seat in "亥子丑寅卯辰" else -1
    return {step(seat, way * n): name for n, name in enumerate(generals.NAMES)}


@pytest.mark.parametrize("table", NOBLES)
def test_generals_of_every_table(table: str) -> None:
    for gan, offset, light in product(range(10), range(12), (True, False)):
        found = liuren.liuren_chart(
            gan, 0, offset, daytime=light, convention={"noble_table": table}
        ).to_dict()["riders"]
        assert found == riders(pillars.NAMES[gan], offset, light, table)


LYING_MAO = {"丁卯", "己卯", "辛卯"}
SINGLE = {("甲戌", 2): "子寅辰", ("庚子", 10): "戌申午", ("甲辰", 8): "子申辰"}


def under(day: str, offset: int, options: dict[str, str]) -> str:
    """The transmissions under any choice of the options that change them."""
    if options["zebi"] == "on" and (day, offset) in SINGLE:
        return SINGLE[day, offset]
    found = second.transmissions(day, offset, options["shehai"])
    if offset == 0 and options["fuyin_last"] == "chong":
        return found[:2] + second.opposite(found[0])
    if offset == 0 and day in LYING_MAO and options["fuyin_mao"] == "maozimao":
        return "卯子卯"
    if offset == 6 and day in ("戊辰", "戊戌") and options["fanyin_fudeng"] == "sihaisi":
        return "巳亥巳"
    if options["bieze"] == "maoxing" and is_bieze(day, offset):
        plate = Plate(offset)
        on_gan, on_zhi = plate.over[JI[day[0]]], plate.over[day[1]]
        if yang(day[0]):
            return plate.over["酉"] + on_zhi + on_gan
        return plate.under["酉"] + on_gan + on_zhi
    return found


def is_bieze(day: str, offset: int) -> bool:
    """The nine: 戊辰 戊午 丙辰 with 午 on the stem, 辛丑 辛未 with 丑 or 未, 丁酉 with 巳, 辛酉 with 酉."""
    upper = Plate(offset).over[JI[day[0]]]
    return (day, upper) in {
        ("戊辰", "午"), ("戊午", "午"), ("丙辰", "午"), ("辛丑", "丑"), ("辛丑", "未"),
        ("辛未", "丑"), ("辛未", "未"), ("丁酉", "巳"), ("辛酉", "酉"),
    }  # fmt: skip


OPTIONS = ("shehai", "fuyin_mao", "fuyin_last", "fanyin_fudeng", "bieze", "zebi")
SCHOOLS = ("default", "zhanshi", "daquan", "bifa", "xieji", "yuding")


@pytest.mark.parametrize("school", SCHOOLS)
def test_the_other_answer_of_every_option_and_none_is_missing(school: str) -> None:
    rules = liuren.load_convention(school)
    chosen = {name: rules[name] for name in OPTIONS}
    others = [(n, v) for n in OPTIONS for v in registry()[n]["values"] if v != chosen[n]]
    for number, (day, offset) in enumerate(LESSONS):
        light = number % 3 != 0
        found = liuren.liuren_chart(day, 5, (5 + offset) % 12, daytime=light, convention=rules)
        own = under(day, offset, chosen)
        assert "".join(branches.NAMES[b] for b in found.transmissions) == own
        expected = {}
        for name, value in others:
            other = under(day, offset, {**chosen, name: value})
            if other != own:
                expected[name, value] = other
        if (day, offset) == ("乙巳", 11):
            expected["text", "printed"] = "辰卯寅"
        listed = {
            (d["option"], d["value"]): "".join(d["transmissions"])
            for d in found.disputes
            if "transmissions" in d
        }
        assert listed == expected, (day, offset)


@pytest.mark.parametrize("table", NOBLES)
def test_the_other_nobles_and_none_is_missing(table: str) -> None:
    for (day, offset), hour, light in zip(
        LESSONS, ZHI * 60, [True, False, None] * 240, strict=True
    ):
        number = ZHI.index(hour)
        found = liuren.liuren_chart(
            day, number, (number + offset) % 12, daytime=light, convention={"noble_table": table}
        )
        three = "".join(branches.NAMES[b] for b in found.transmissions)
        usual = hour in "卯辰巳午未申"
        by_day = usual if light is None else light
        own = riders(day, offset, by_day, table)
        candidates = {
            ("noble_table", t): riders(day, offset, by_day, t)
            for t in NOBLES
            if t != "geng_horse"  # of no school
        }
        if by_day == usual and hour in "寅酉":
            candidates["day_night", "yin_you"] = riders(day, offset, True, table)
        plate = Plate(offset)
        expected = {
            key: [other[plate.under[b]] for b in three]
            for key, other in candidates.items()
            if other != own
        }
        listed = {
            (d["option"], d["value"]): d["generals"] for d in found.disputes if "generals" in d
        }
        assert listed == expected, (day, offset, hour, light)


@pytest.mark.parametrize(("sex", "start", "way"), [("male", "丙寅", 1), ("female", "壬申", -1)])
def test_annual_pillars_of_a_long_life(sex: str, start: str, way: int) -> None:
    """男一歲丙寅順行，女一歲壬申逆行; by the decade of birth from its 丙 or 壬."""
    first = pillars.NAMES.index(start)
    for age in range(1, 121):
        pillar = pillars.NAMES[(first + way * (age - 1)) % 60]
        found = liuren.liuren_chart("甲子", 0, 1, sex=sex, age=age).to_dict()
        assert (found["age_branch"], found["pillars"]["age"]) == (pillar[1], pillar)
        for number, decade_head in enumerate(DECADES):
            at = first + 10 * number + way * (age - 1)
            for birth in (decade_head, pillars.NAMES[(10 * number + 9) % 60]):
                assert liuren.annual_branch(birth=birth, sex=sex, age=age) == pillars.NAMES[at % 60]
