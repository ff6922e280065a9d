"""The 金口訣 chart: documented example, charts of the seed, guests, annual pillar, options."""

from __future__ import annotations

import json
from typing import Any

import pytest

from liuren.calendar import moment, nominal_age
from liuren.charts.annual import annual_branch
from liuren.charts.jinkoujue import (
    JinkoujueChart,
    guest_general,
    guest_stem,
    jinkoujue_chart,
    positions_chart,
)
from liuren.charts.killers import head_cover_star, spirit_table
from liuren.terms import branches, elements, generals, pillars, stems
from liuren.terms.errors import LiurenError

B, G, S = branches.NAMES, generals.NAMES, stems.NAMES


def positions(chart: JinkoujueChart) -> str:
    return f"{S[chart.stem]} {G[chart.noble]} {B[chart.general]} {B[chart.seat]}"


def states(chart: JinkoujueChart) -> str:
    return "".join(elements.STATES[s] for s in chart.strength)


def test_documented_example() -> None:
    chart = jinkoujue_chart(day="甲寅", hour="巳", general="亥", seat="酉")
    data = chart.to_dict()
    expected = {
        "method": "jinkoujue", "day": "甲寅", "hour": "巳", "general_of_month": "亥",
        "daytime": True, "stem": "癸", "noble": "太常", "general": "卯", "seat": "酉",
        "noble_stem": "辛", "noble_branch": "未", "general_stem": "丁", "use": "general",
        "elements": {"stem": "水", "noble": "土", "general": "木", "seat": "金"}, "guest": 1,
    }  # fmt: skip
    assert {key: data[key] for key in expected} == expected
    assert data["spirits"]["劫煞"] == "申"
    assert data["killer"] == "災煞"
    assert set(data["strength"]) == {"stem", "noble", "general", "seat"}
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("day", "hour", "general", "seat", "stated"),
    [
        ("甲寅", "己巳", "亥", "酉", "癸 太常 卯 酉"),
        ("壬申", "乙巳", "丑", "未", "丁 太陰 卯 未"),
        ("辛酉", "癸巳", "亥", "午", "甲 貴人 子 午"),
    ],
)
def test_dated_charts_of_the_seed(
    day: str, hour: str, general: str, seat: str, stated: str
) -> None:
    assert positions(jinkoujue_chart(day, hour, general, seat)) == stated


def test_fifth_chart_of_the_seed_is_a_night_chart_of_a_jia_day() -> None:
    found = jinkoujue_chart("甲子", "亥", "酉", "子", daytime=False)
    assert positions(found) == "甲 白虎 戌 子"
    assert elements.STATES[found.strength[1]] == "旺"
    assert [elements.STATES[s] for s in found.strength].count("旺") == 1


def test_charts_given_by_their_positions() -> None:
    second = positions_chart("甲", "玄武", "傳送", "午")
    assert positions(second) == "甲 玄武 申 午"
    assert second.day is None
    assert second.noble_stem is None
    assert second.use == "general" or all(second.yang)
    assert (second.void, second.great_void, second.disputes) == (None, None, ())
    # example 2: only noble and stem are with strength
    assert [i for i, s in enumerate(second.strength) if s in (0, 1)] == [0, 1]
    assert second.to_dict()["notation"] == "甲人元 玄武神 申將 午位"


def test_strength_claims_of_the_seed() -> None:
    third = positions_chart("丁", "太陰", "太沖", "未")
    assert elements.STATES[third.strength[1]] in "休囚死"
    fourth = positions_chart("甲", "天乙", "神后", "午")
    assert elements.STATES[fourth.strength[0]] in "旺相"
    assert elements.STATES[fourth.strength[1]] in "休囚死"
    first = jinkoujue_chart("甲寅", "巳", "亥", "酉", month="卯")
    assert first.season_strength is not None
    assert elements.STATES[first.season_strength[0]] == "休"


def test_guests_of_the_seed() -> None:
    found = [jinkoujue_chart("壬寅", "午", "子", "申", guest=n, month="丑") for n in range(1, 15)]
    assert [positions(chart) for chart in found[:3]] == [
        "戊 玄武 寅 申", "庚 玄武 亥 申", "甲 玄武 辰 申",
    ]  # fmt: skip
    assert len({chart.general for chart in found[:12]}) == 12
    assert positions(found[12]) == positions(found[0])
    assert positions(found[13]) == positions(found[1])


def test_twelve_guests_of_senji_ryakketsu() -> None:
    order = "子酉寅亥辰丑午卯申巳戌未"
    assert "".join(B[guest_general(0, n)] for n in range(1, 13)) == order
    assert "".join(B[guest_general(11, n)] for n in (1, 2, 3)) == "亥寅酉"


def test_guest_cycles_close_for_every_general_seat_and_stem() -> None:
    for first in range(12):
        assert len({guest_general(first, n) for n in range(1, 13)}) == 12
        assert guest_general(first, 13) == first
    lengths = []
    for day_stem in range(10):
        for seat in range(12):
            found = [guest_stem(day_stem, seat, n) for n in range(1, 14)]
            assert found[12] == found[0]
            lengths.append(len(set(found[:12])))
    assert (lengths.count(4), lengths.count(1)) == (96, 24)


@pytest.mark.parametrize("guest", [0, 145, "x", None, True, "9" * 10_000_000])
def test_bad_guests(guest: object) -> None:
    with pytest.raises(LiurenError) as caught:
        jinkoujue_chart("壬寅", "午", "子", "申", guest=guest)
    assert caught.value.code == "bad_guest"
    assert "13th" in caught.value.hint


AGES = {1: "丙申", 2: "丁酉", 10: "乙巳", 20: "乙卯", 30: "乙丑", 40: "乙亥", 50: "乙酉", 60: "乙未",
        61: "丙申", 62: "丁酉", 63: "戊戌", 64: "己亥", 65: "庚子", 66: "辛丑"}  # fmt: skip


@pytest.mark.parametrize("age", AGES)
def test_annual_pillars_of_the_man_born_in_jiawu(age: int) -> None:
    assert annual_branch(birth="甲午", sex="male", age=age) == AGES[age]


@pytest.mark.parametrize(
    ("decade", "man", "woman", "ten"),
    [("甲子", "丙寅", "壬申", "亥"), ("甲戌", "丙子", "壬午", "酉"), ("甲申", "丙戌", "壬辰", "未"),
     ("甲午", "丙申", "壬寅", "巳"), ("甲辰", "丙午", "壬子", "卯"), ("甲寅", "丙辰", "壬戌", "丑")],
)  # fmt: skip
def test_six_decades(decade: str, man: str, woman: str, ten: str) -> None:
    first = pillars.NAMES.index(decade)
    for birth in pillars.NAMES[first : first + 10]:
        assert annual_branch(birth, "男", 1) == man
        assert annual_branch(birth, "女", 1) == woman
        assert annual_branch(birth, "m", "10")[1] == ten
        assert annual_branch(birth, "f", 10)[1] == ten


@pytest.mark.parametrize(
    ("birth", "sex", "age"),
    [("甲未", "male", 3), ("甲午", "?", 3), ("甲午", "male", 0), ("甲午", "male", 151),
     ("甲午", "male", 2.5), ("午", "male", 3)],
)  # fmt: skip
def test_annual_pillar_errors(birth: str, sex: str, age: object) -> None:
    with pytest.raises(LiurenError):
        annual_branch(birth, sex, age)


@pytest.mark.parametrize(
    ("born", "now", "start", "age", "pillar"),
    [
        ("1991-10-08T12:00", "2024-10-12T10:00", "lichun", 34, "己亥"),
        ("1990-02-01T12:00", "2026-03-01T10:00", "lichun", 38, "癸卯"),
        ("1990-02-01T12:00", "2026-03-01T10:00", "lunar_new_year", 37, "壬寅"),
        ("2026-03-01T10:00", "2026-03-01T10:00", "lichun", 1, "丙午"),
        ("1920-06-01T12:00", "2026-03-01T10:00", "lichun", 107, "壬寅"),
    ],
)
def test_nominal_age_by_birth_date(born: str, now: str, start: str, age: int, pillar: str) -> None:
    rules = {"year_start": start}
    birth, cast = (moment(t, zone="Asia/Seoul", convention=rules) for t in (born, now))
    assert nominal_age(birth, cast) == age
    assert annual_branch(pillars.NAMES[birth.year], "male", age) == pillar


def test_nobody_is_born_after_the_cast() -> None:
    late, early = (moment(f"{y}-03-01T10:00", zone="Asia/Seoul") for y in (2026, 1990))
    with pytest.raises(LiurenError, match="is after"):
        nominal_age(late, early)


def test_parity_of_stem_and_seat_and_year_run() -> None:
    for day in range(60):
        for seat in range(12):
            chart = jinkoujue_chart(day, 0, 0, seat)
            assert (chart.stem - seat) % 2 == 0
    # Hence a year-run stem never combines with the stem over the year-run branch.
    unions = sum(
        stems.partner(run % 10) == stems.five_rat(day_stem, run % 12)
        for run in range(60)
        for day_stem in range(10)
    )
    assert unions == 0


NEVER = {
    "子申": "朱雀 六合 勾陳", "丑未": "六合 玄武", "寅午": "太常 玄武 太陰",
    "卯巳": "白虎 太常 玄武 太陰 天后", "酉亥": "騰蛇 朱雀 六合 勾陳 青龍",
}  # fmt: skip
ONLY = {"辰": "騰蛇 朱雀 六合 勾陳 青龍", "戌": "白虎 太常 玄武 太陰 天后"}


def test_nobles_that_can_never_stand_on_a_seat() -> None:
    found: dict[str, set[str]] = {b: set() for b in B}
    for day in range(10):
        for seat in range(12):
            for light in (True, False):
                chart = jinkoujue_chart(day, 0, 0, seat, daytime=light)
                found[B[seat]].add(G[chart.noble])
    for seats, absent in NEVER.items():
        for seat in seats:
            assert set(G) - found[seat] == set(absent.split())
    for seat, present in ONLY.items():
        assert found[seat] == set(present.split())


#: One chart of each kind: elements from top to bottom, and who rules by the rule of 貴神休旺所主.
RULERS = [
    ("木木木木", "木"), ("木木木火", "木"), ("木土木土", "木"), ("火土火土", "土"), ("木水木水", "木"),
    ("木土金木", "金"), ("木火土木", "木"), ("木火土金", "火"), ("火土金水", "土"), ("水木火土", "木"),
    ("金水木火", "水"), ("土金水木", "金"),
]  # fmt: skip


@pytest.mark.parametrize(("four", "ruler"), RULERS)
def test_ruler_by_number_of_elements(four: str, ruler: str) -> None:
    from liuren.charts.strength import ruler as find

    a, b, c, d = (elements.NAMES.index(e) for e in four)
    assert elements.NAMES[find((a, b, c, d))] == ruler


def test_the_ruler_is_never_overcome_except_by_a_minority() -> None:
    from itertools import product

    from liuren.charts.strength import ruler as find

    for four in product(range(5), repeat=4):
        found = find(four)
        assert found in four
        overcome = any(elements.overcomes(e, found) for e in four)
        assert not overcome or four.count(found) == 3


def test_tie_of_two_free_elements_is_an_option() -> None:
    # 木 火 土 with 火 twice: 木 overcomes 土 and is free; 火 is repeated and free.
    chart: dict[str, Any] = {"stem": "甲", "noble": "朱雀", "general": "巳", "seat": "辰"}
    assert elements.STATES[positions_chart(**chart).strength[0]] == "旺"
    other = positions_chart(**chart, convention={"J46": "majority"})
    assert elements.STATES[other.strength[1]] == "旺"


@pytest.mark.parametrize(
    ("stem", "noble", "general", "seat", "use"),
    [
        ("甲", "朱雀", "午", "申", "noble"),
        ("癸", "太常", "卯", "酉", "general"),
        ("甲", "太常", "卯", "酉", "stem"),
        ("癸", "朱雀", "卯", "酉", "noble"),
        ("癸", "太常", "卯", "子", "seat"),
        ("甲", "朱雀", "卯", "子", "general"),
        ("甲", "太常", "卯", "子", "general"),
    ],
)
def test_use_line(stem: str, noble: str, general: str, seat: str, use: str) -> None:
    assert positions_chart(stem, noble, general, seat).use == use


def test_use_line_of_other_programs() -> None:
    two = ("甲", "太常", "卯", "子")
    assert positions_chart(*two, convention={"use_line": "two_two_noble"}).use == "noble"
    yin = ("癸", "太常", "卯", "酉")
    assert positions_chart(*yin, convention={"use_line": "all_yin_stem"}).use == "stem"


MOVES = {
    "妻動": (0, 3), "官動": (1, 0), "賊動": (1, 2), "財動": (2, 1), "鬼動": (3, 0),
}  # fmt: skip


def test_moves_on_all_charts_of_elements() -> None:
    from itertools import product

    from liuren.charts.moves import moves

    for four in product(range(5), repeat=4):
        found = set(moves(four))
        for name, (a, b) in MOVES.items():
            assert (name in found) == elements.overcomes(four[a], four[b])
        assert ("父母動" in found) == elements.generates(four[3], four[0])
        assert ("子孫動" in found) == elements.generates(four[0], four[3])
        assert ("兄弟動" in found) == (four[0] == four[3])


def test_combinations() -> None:
    chart = jinkoujue_chart("甲寅", "巳", "亥", "酉")
    found = {(c["name"], tuple(c["between"])) for c in chart.to_dict()["combinations"]}
    assert ("沖", ("general", "seat")) in found
    assert ("虛一待用", ("noble", "general")) in found
    frame = positions_chart("壬", "青龍", "午", "戌").to_dict()["combinations"]
    # 人元為水則破.
    whole = {"name": "炎上", "between": ["noble", "general", "seat"]}
    assert frame[0] == {**whole, "broken": True}
    unspoiled = positions_chart("甲", "青龍", "午", "戌").to_dict()["combinations"]
    assert unspoiled[0] == {**whole, "broken": False}


def test_seats_from_everything() -> None:
    facts: dict[str, Any] = {"day": "甲寅", "hour": "巳", "general": "亥"}

    def seat(**how: Any) -> tuple[str, str | None]:
        chart = jinkoujue_chart(**facts, **how)
        return B[chart.seat], chart.seat_from

    assert seat(seat="酉") == ("酉", None)
    assert seat(seat=15, seat_by="number") == ("寅", "number:15")
    assert seat(seat="12", seat_by="number") == ("亥", "number:12")
    assert seat(seat="１３", seat_by="strokes") == ("子", "strokes:13")
    assert seat(seat="西", seat_by="direction") == ("酉", "direction:酉")
    assert seat(seat="닭", seat_by="animal") == ("酉", "animal:酉")
    assert seat(seat="龙", seat_by="animal") == ("辰", "animal:辰")
    assert seat(seat_by="hour") == ("巳", "hour:巳")
    assert seat(seat_by="natal", birth="甲午") == ("午", "natal:午")
    assert seat(seat_by="annual", birth="甲午", sex="男", age=66) == ("丑", "annual:丑")
    for given, way in (("西", "direction"), ("15", "number"), ("닭", "animal")):
        with pytest.raises(LiurenError, match=given) as caught:
            seat(seat=given)
        assert f"seat_by={way}" in caught.value.hint
        assert seat(seat=given, seat_by="any")[1] == seat(seat=given, seat_by=way)[1]
    drawn, origin = seat(seat_by="lot")
    assert origin is not None
    assert seat(seat=origin.partition(":")[2], seat_by="lot") == (drawn, origin)


@pytest.mark.parametrize(
    "facts",
    [
        {"seat": None}, {"seat": "x"}, {"seat": 0, "seat_by": "number"}, {"seat_by": "annual"},
        {"seat": "酉", "seat_by": "colour"}, {"seat": "-3", "seat_by": "number"},
        {"seat": "酉", "age": 30}, {"seat": "酉", "age": 30, "birth": "午", "sex": "男"},
        {"seat": "酉", "day": "甲丑"}, {"seat": "酉", "hour": "己午"}, {"seat": "9" * 10_000_000},
    ],
)  # fmt: skip
def test_bad_input(facts: dict[str, Any]) -> None:
    with pytest.raises(LiurenError) as caught:
        jinkoujue_chart(**({"day": "甲寅", "hour": "巳", "general": "亥"} | facts))
    assert caught.value.hint or caught.value.message
    assert len(str(caught.value)) < 500


def test_head_cover_star_in_both_readings() -> None:
    four_minus = "辰卯寅丑子亥戌酉申未午巳"
    assert "".join(B[head_cover_star(b)] for b in range(12)) == four_minus
    assert B[head_cover_star(4, "minus_four")] == "子"
    assert B[head_cover_star(6, "minus_four")] == "寅"
    chart = jinkoujue_chart("甲寅", "巳", "亥", "酉", year="午")
    assert spirit_table(chart)["被頭"] == "戌"


def test_spirits_by_month_year_and_birth() -> None:
    chart = jinkoujue_chart("甲寅", "巳", "亥", "酉", month="卯", year="子", birth="甲午")
    table = spirit_table(chart)
    assert (table["天德"], table["月德"], table["月合"], table["天赦"]) == (
        "申",
        "甲",
        "己",
        "戊寅",
    )
    assert (table["天喜"], table["喪門"], table["弔客"], table["病符"]) == ("亥", "寅", "戌", "亥")
    assert (table["祿倒"], table["馬倒"], table["遊都"], table["魯都"]) == ("卯", "卯", "丑", "未")
    assert table["截命災殺"] == "申酉"
    assert "日劫煞" in table
    assert "災煞" in chart.to_dict()["spirits_on"]["seat"]


def test_spirits_stand_by_branch_by_stem_or_by_both() -> None:
    """Month 寅: 天德 is 丁, 月德 丙, 月合 辛, 天赦 戊寅 in spring."""
    data = jinkoujue_chart("丙寅", "巳", "亥", "戌", month="寅").to_dict()
    on = data["spirits_on"]
    letters = {
        "stem": data["stem"],
        "noble": data["noble_stem"] + data["noble_branch"],
        "general": data["general_stem"] + data["general"],
        "seat": data["seat"],
    }
    for name, where in data["spirits"].items():
        for position, own in letters.items():
            if name == "天赦":
                held = own == where or (position == "seat" and data["stem"] + own == where)
            else:
                held = bool(set(own) & set(where))
            assert (name in on[position]) == held, (name, position)
    assert any("月德" in on[position] or "天德" in on[position] for position in on) == bool(
        {"丙", "丁"} & set("".join(letters.values()))
    )
    # 乙 and 庚 days have 戊 over the seat 寅, 甲 and 己 days 丙.
    pardoned = jinkoujue_chart("乙丑", "巳", "亥", "寅", month="寅").to_dict()
    assert (pardoned["stem"], pardoned["seat"]) == ("戊", "寅")
    assert "天赦" in pardoned["spirits_on"]["seat"]
    other = jinkoujue_chart("甲子", "巳", "亥", "寅", month="寅").to_dict()
    assert "天赦" not in other["spirits_on"]["seat"]


def test_great_void() -> None:
    wanting = {"甲子": "水", "甲午": "水", "甲寅": "金", "甲申": "金", "甲戌": None, "甲辰": None}
    for decade, element in wanting.items():
        found = jinkoujue_chart(decade, "巳", "亥", "酉").great_void
        assert (None if found is None else elements.NAMES[found]) == element


def test_disputes_name_the_other_answers() -> None:
    found = jinkoujue_chart("壬子", "酉", "未", "子").disputes
    options = {(d["option"], d["value"]): d for d in found}
    assert options["stem_count", "five_tiger"]["stem"] == "壬"
    assert "noble" in options["day_night", "yin_you"]
    assert all(d["source"] for d in found)
    assert not any(d["value"] == "sunrise" for d in found)


def test_all_1440_agree_with_a_second_account() -> None:
    """Day stem × hour × seat against a count done step by step on a ring."""
    ring = list(B)
    order = ["丑未", "子申", "亥酉", "亥酉", "丑未", "子申", "丑未", "午寅", "巳卯", "巳卯"]
    for day_stem in range(10):
        for hour in range(12):
            for seat in range(12):
                day = pillars.NAMES[day_stem]
                chart = jinkoujue_chart(day, B[hour], "亥", B[seat])
                general, place = "亥", ring[hour]
                while place != ring[seat]:
                    general = ring[(ring.index(general) + 1) % 12]
                    place = ring[(ring.index(place) + 1) % 12]
                start = order[day_stem][0 if ring[hour] in "卯辰巳午未申" else 1]
                step = 1 if start in "亥子丑寅卯辰" else -1
                place, noble = start, 0
                while place != ring[seat]:
                    place = ring[(ring.index(place) + step) % 12]
                    noble += 1
                stem = "甲丙戊庚壬"[day_stem % 5]
                for _ in range(seat):
                    stem = S[(S.index(stem) + 1) % 10]
                assert positions(chart) == f"{stem} {G[noble]} {general} {ring[seat]}"
