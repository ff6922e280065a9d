"""The 720 lessons: census, printed lists, counted examples, the dispute table."""

from __future__ import annotations

from collections import Counter

import pytest

from liuren.charts.nine_methods import decide, lessons
from liuren.charts.patterns import patterns
from liuren.terms import branches, pillars
from liuren.terms.convention import load_convention

B = branches.NAMES
DEFAULT = load_convention(None)
DEPTH = load_convention({"shehai": "depth"})
WITH_SEAT = load_convention({"shehai": "depth_with_seat"})
ALL = [(day, offset) for day in range(60) for offset in range(12)]


def three(day: str, offset: int, convention: object = DEFAULT) -> str:
    found = decide(pillars.NAMES.index(day), offset, convention)  # type: ignore[arg-type]
    return "".join(B[b] for b in found.transmissions)


def test_census_of_methods() -> None:
    forms = Counter(decide(*lesson, DEFAULT).form for lesson in ALL)
    assert forms == {
        "伏吟": 60, "返吟": 60, "重審": 218, "元首": 119, "知一": 81, "涉害": 76,
        "蒿矢": 40, "彈射": 25, "昴星": 16, "別責": 9, "八專": 16,
    }  # fmt: skip
    names = Counter(name for lesson in ALL for name in decide(*lesson, DEFAULT).names)
    assert names["井欄射"] == 6
    assert (names["虎視"], names["冬蛇掩目"]) == (4, 12)
    assert (names["自任"], names["自信"], names["不虞"]) == (30, 18, 12)
    assert names["獨足"] == 1
    opposed = Counter(n for day in range(60) for n in decide(day, 6, DEFAULT).names)
    assert [opposed[n] for n in ("重審", "元首", "知一", "涉害")] == [30, 2, 16, 6]


def test_endings_of_shehai() -> None:
    # 粹言: 53 by 孟, 26 by 仲, 3 by 復等 of 82; where a tie of two on 孟 is settled by the side met
    # first we head it 綴瑕 only when neither 孟 nor 仲 alone decides.
    ends = Counter(
        decide(*lesson, DEFAULT).names[-1]
        for lesson in ALL
        if {"見機", "察微", "綴瑕"} & set(decide(*lesson, DEFAULT).names)
    )
    assert sum(ends.values()) == 82
    assert ends["綴瑕"] == 3
    tied = [lesson for lesson in ALL if "綴瑕" in decide(*lesson, DEFAULT).names]
    assert [(pillars.NAMES[d], o) for d, o in tied] == [("戊辰", 6), ("戊辰", 7), ("戊戌", 6)]
    assert three("戊辰", 7) == "子未寅"
    assert three("戊辰", 6) == three("戊戌", 6) == "亥巳亥"
    texts = load_convention({"fanyin_fudeng": "sihaisi"})
    assert three("戊辰", 6, texts) == three("戊戌", 6, texts) == "巳亥巳"


#: 六壬大全 line 3990 and 六壬經緯 line 37.
FUYIN = {
    "甲": "寅巳申", "丙": "巳申寅", "戊": "巳申寅", "庚": "申寅巳", "癸": "丑戌未",
    "壬申": "亥申寅", "壬午": "亥午子", "壬辰": "亥辰戌", "壬寅": "亥寅巳", "壬子": "亥子卯",
    "壬戌": "亥戌未", "丁卯": "卯子午", "己卯": "卯子午", "辛卯": "卯子午", "丁巳": "巳申寅",
    "己巳": "巳申寅", "辛巳": "巳申寅", "丁酉": "酉未丑", "己酉": "酉未丑", "丁亥": "亥未丑",
    "己亥": "亥未丑", "丁未": "未丑戌", "己未": "未丑戌", "辛未": "未丑戌", "丁丑": "丑戌未",
    "己丑": "丑戌未", "辛丑": "丑戌未", "辛亥": "亥戌未", "辛酉": "酉戌未", "乙丑": "辰丑戌",
    "乙亥": "辰亥巳", "乙酉": "辰酉卯", "乙未": "辰未丑", "乙巳": "辰巳申", "乙卯": "辰卯子",
}  # fmt: skip


@pytest.mark.parametrize("day", pillars.NAMES)
def test_printed_list_of_fuyin(day: str) -> None:
    assert three(day, 0) == (FUYIN.get(day) or FUYIN[day[0]])


def test_other_rules_of_fuyin() -> None:
    mao = load_convention({"fuyin_mao": "maozimao"})
    changed = [day for day in pillars.NAMES if three(day, 0, mao) != three(day, 0)]
    assert changed == ["丁卯", "己卯", "辛卯"]
    assert three("辛卯", 0, mao) == "卯子卯"
    old = load_convention("zhanshi")
    assert all(
        (decide(d, 0, old).transmissions[0] + 6) % 12 == decide(d, 0, old).transmissions[2]
        for d in range(60)
    )


@pytest.mark.parametrize(
    ("days", "transmissions"),
    [("丁丑己丑", "亥未丑"), ("辛丑", "亥未辰"), ("丁未己未", "巳丑丑"), ("辛未", "巳丑辰")],
)
def test_well_curb(days: str, transmissions: str) -> None:
    for i in range(0, len(days), 2):
        found = decide(pillars.NAMES.index(days[i : i + 2]), 6, DEFAULT)
        assert "".join(B[b] for b in found.transmissions) == transmissions
        assert found.form == "返吟"
        assert "井欄射" in found.names


def test_the_nine_bieze() -> None:
    found = {
        (pillars.NAMES[d], B[lessons(d, o)[0][0]]): three(pillars.NAMES[d], o)
        for d, o in ALL
        if decide(d, o, DEFAULT).form == "別責"
    }
    assert found == {
        ("戊辰", "午"): "寅午午", ("戊午", "午"): "寅午午", ("丙辰", "午"): "亥午午",
        ("辛丑", "丑"): "巳丑丑", ("辛丑", "未"): "巳未未", ("辛未", "丑"): "亥丑丑",
        ("辛未", "未"): "亥未未", ("丁酉", "巳"): "丑巳巳", ("辛酉", "酉"): "丑酉酉",
    }  # fmt: skip
    old = load_convention("zhanshi")
    assert Counter(decide(*lesson, old).form for lesson in ALL)["昴星"] == 25


def test_bazhuan_days_and_the_single_foot() -> None:
    found = [(d, o) for d, o in ALL if decide(d, o, DEFAULT).form == "八專"]
    assert {pillars.NAMES[d] for d, _ in found} == {"甲寅", "丁未", "己未", "庚申"}
    assert Counter(d % 2 for d, _ in found) == {0: 6, 1: 10}
    single = [(pillars.NAMES[d], o) for d, o in found if "獨足" in decide(d, o, DEFAULT).names]
    assert single == [("己未", 2)]
    assert three("己未", 2) == "酉酉酉"


@pytest.mark.parametrize(
    ("day", "offset", "counts"),
    [
        ("丁卯", 10, {"亥": 5, "丑": 1}),
        ("庚子", 10, {"午": 2, "戌": 1}),
        ("甲午", 2, {"辰": 1, "申": 1}),
        ("甲辰", 8, {"戌": 2, "子": 4}),
    ],
)
def test_counted_examples_of_daquan(day: str, offset: int, counts: dict[str, int]) -> None:
    found = decide(pillars.NAMES.index(day), offset, DEPTH)
    assert {B[b]: n for b, n in zip(found.candidates, found.counts, strict=True)} == counts


#: day, offset, candidates with counts (depth / with the seat), answers of the three rules, 御定直指.
DISPUTED = """
丁卯 4 未1/2亥1/3 未亥卯 未亥卯 亥卯未 未亥卯
丁卯 10 丑1/2亥5/6 丑亥酉 亥酉未 亥酉未 亥酉未
庚午 8 子4/5戌2/4 戌午寅 子申辰 子申辰 戌午寅
庚午 10 午2/4寅5/6 午辰寅 寅子戌 寅子戌 午辰寅
癸酉 7 卯2/4亥4/5 卯戌巳 亥午丑 亥午丑 卯戌巳
己卯 4 亥1/3未1/2 未亥卯 未亥卯 亥卯未 未亥卯
己卯 10 丑1/2亥5/6 丑亥酉 亥酉未 亥酉未 丑亥酉
庚辰 10 午2/4寅5/6 午辰寅 寅子戌 寅子戌 午辰寅
癸未 8 巳1/2卯2/4 巳丑酉 卯亥未 卯亥未 巳丑酉
甲申 8 戌2/4子4/5 戌午寅 子申辰 子申辰 戌午寅
己丑 8 卯2/4巳1/2 巳丑酉 卯亥未 卯亥未 巳丑酉
庚寅 8 子4/5戌2/4 戌午寅 子申辰 子申辰 戌午寅
辛卯 4 未1/2亥1/3 未亥卯 未亥卯 亥卯未 未亥卯
辛卯 10 丑1/2亥5/6 丑亥酉 亥酉未 亥酉未 亥酉未
甲午 10 戌1/2寅5/6 戌申午 寅子戌 寅子戌 戌申午
己亥 4 亥1/3未1/2 未亥卯 未亥卯 亥卯未 未亥卯
癸卯 10 丑1/2亥5/6 丑亥酉 亥酉未 亥酉未 丑亥酉
甲辰 5 子1/3寅1/2 寅未子 寅未子 子巳戌 寅未子
甲辰 8 戌2/4子4/5 戌午寅 子申辰 子申辰 戌午寅
甲辰 10 戌1/2寅5/6 戌申午 寅子戌 寅子戌 戌申午
己酉 8 卯2/4巳1/2 巳丑酉 卯亥未 卯亥未 巳丑酉
乙卯 4 未1/2亥1/3 未亥卯 未亥卯 亥卯未 未亥卯
乙卯 10 丑1/2亥5/6 丑亥酉 亥酉未 亥酉未 丑亥酉
"""
ROWS = [line.split() for line in DISPUTED.split("\n") if line]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0] + row[1])
def test_disputed_lessons(row: list[str]) -> None:
    day, offset, candidates, by_seat, by_depth, with_seat, _ = row
    assert three(day, int(offset)) == by_seat
    assert three(day, int(offset), DEPTH) == by_depth
    assert three(day, int(offset), WITH_SEAT) == with_seat
    for convention, which in ((DEPTH, 0), (WITH_SEAT, 1)):
        found = decide(pillars.NAMES.index(day), int(offset), convention)
        printed = "".join(f"{B[b]}{n}" for b, n in zip(found.candidates, found.counts, strict=True))
        first, second = candidates[:4], candidates[4:]
        expected = {part[0] + part[1:].split("/")[which] for part in (first, second)}
        assert {printed[:2], printed[2:]} == expected


def test_no_other_lesson_is_disputed_by_shehai() -> None:
    disputed = {(row[0], int(row[1])) for row in ROWS}
    found = {
        (pillars.NAMES[d], o)
        for d, o in ALL
        if len({decide(d, o, c).transmissions for c in (DEFAULT, DEPTH, WITH_SEAT)}) > 1
    }
    assert found == disputed


def test_yuding_prints_the_seat_rule_but_for_two_lessons() -> None:
    other = [(row[0], row[1]) for row in ROWS if row[6] != row[3]]
    assert other == [("丁卯", "10"), ("辛卯", "10")]


def test_chosen_like_changes_three_lessons() -> None:
    on = load_convention({"zebi": "on"})
    changed = {
        (pillars.NAMES[d], o): three(pillars.NAMES[d], o, on)
        for d, o in ALL
        if decide(d, o, on).transmissions != decide(d, o, DEFAULT).transmissions
    }
    assert changed == {("甲戌", 2): "子寅辰", ("庚子", 10): "戌申午", ("甲辰", 8): "子申辰"}


#: Counts over 720 under the seat rule, and under the counting rule where they differ.
PATTERNS = {
    "潤下": (24, 28), "曲直": (38, 41), "炎上": (22, 18), "從革": (34, 31), "稼穡": (39, 39),
    "進茹": (50, 50), "退茹": (54, 54), "進間": (59, 59), "退間": (56, 56), "玄胎": (124, 124),
    "三交": (47, 47), "不備": (100, 100), "蕪淫": (28, 28), "解離": (32, 32), "斬關": (70, 65),
    "無祿": (5, 5), "絕嗣": (7, 7), "度厄": (40, 40), "獨足": (1, 1), "遙剋": (65, 65),
}  # fmt: skip


@pytest.mark.parametrize("name", PATTERNS)
def test_census_of_patterns(name: str) -> None:
    riders = tuple(range(12))
    counts = tuple(
        sum(name in patterns(d, o, decide(d, o, convention), riders, None) for d, o in ALL)
        for convention in (DEFAULT, DEPTH)
    )
    assert counts == PATTERNS[name]


def test_all_yang_and_all_yin_transmissions() -> None:
    parity = [[b % 2 for b in decide(*lesson, DEFAULT).transmissions] for lesson in ALL]
    assert (parity.count([0, 0, 0]), parity.count([1, 1, 1])) == (141, 178)


def test_names_of_skipping_transmissions() -> None:
    day = pillars.NAMES.index("丁未")
    found = patterns(day, 2, decide(day, 2, DEFAULT), tuple(range(12)), None)
    assert three("丁未", 2) == "酉亥丑"
    assert {"間傳", "進間", "凝陰"} <= set(found)
