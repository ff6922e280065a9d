"""The other ways of reading: what a clause asks when an option of the convention is not at its default.

As in the second reading each predicate is derived from the text and from the account of the option, and sees
only the public data of a chart. Which clauses an option may touch at all is held against a list made from the
text. The story is told in ``docs/explanation/second-reading.md``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import liuren
from liuren.charts.jinkoujue import JinkoujueChart, positions_chart
from liuren.charts.liuren import LiurenChart
from liuren.rules import findings, tree
from liuren.rules.rulebook import rulebook
from liuren.rules.tables import fires, tables
from liuren.terms.convention import Convention, registry

from .option_cases import JINKOUJUE, SHEFU, SILENT
from .readers import BRANCHES, GENERALS, PILLARS, STEMS, Plate, Positions

# ------------------------------------------------------------------ which clauses an option touches


Options = tuple[tuple[str, str], ...]


@cache
def conditions(work: str, options: Options) -> dict[str, tuple[tree.Condition, object]]:
    """Clause → when it fires, unfolded, and what it concludes."""
    book = rulebook(work, dict(options))
    return {
        clause: (fires(rules, book), [rule.conclusions for rule in rules])
        for clause, rules in book.by_clause.items()
    }


def _touched(work: str, option: str) -> set[str]:
    usual = conditions(work, ())
    found: set[str] = set()
    for value in registry()[option]["values"]:
        other = conditions(work, ((option, value),))
        found |= {c for c in usual.keys() | other.keys() if usual.get(c) != other.get(c)}
    return {clause.partition(":")[2] for clause in found}


def _clauses(*listed: str) -> set[str]:
    """The ids of lines such as ``zi 5 30`` (zi.5 and zi.30); ``7-12`` stands for all between."""
    found = set()
    for line in listed:
        section, *numbers = line.split()
        for number in numbers:
            first, _, last = number.partition("-")
            found |= {f"{section}.{n}" for n in range(int(first), int(last or first) + 1)}
    return found


#: Option → the clauses in which the text has the words it is about.
TOUCHED: Final[dict[str, set[str]]] = {
    "A01": _clauses(
        "zi 5 30", "chou 15", "chen 11 20", "si 7", "wei 21 23", "shen 18", "you 30", "xu 22",
        "hai 23 35", "yongchuan 4", "youwu 4",
    ),
    "A02": _clauses(
        "zi 9 23 25 27 34", "chou 7 18", "yin 7", "mao 10 17 22", "chen 13", "si 15", "wu 9 15",
        "wei 7 8 13 20 24 28 29", "shen 11 14 16 20", "you 10 11", "xu 8 9 13 16 17", "hai 8 9",
        "guoshi 4", "wanbuwan 2 3", "xushi 9", "keshi 2", "xinjiu 1", "shenjia 1-6",
        "tianjiang 1-37",
    ),
    "A03": _clauses(
        "zi 15 17", "chou 26 27", "yin 8", "mao 18", "chen 9 20", "si 5 10 20", "wu 5 10 15",
        "wei 13 20", "shen 14 15 16", "you 12 18 22", "xu 13 22 24", "hai 8 11 15 34 38",
    ),
    "A04": _clauses(
        "mao 5 6 23", "chen 15", "si 6", "wu 16", "wei 11 12", "shen 6 7 23", "you 29", "xu 23",
        "hai 13 14 36 37",
    ),
    "A06": _clauses(
        "zi 9 25 30 35", "chou 14 18", "yin 5 7 9 19 20", "mao 10 16 17 22", "chen 7 10 11 20", "si 6",
        "wu 9 10 19", "wei 13 28 30", "shen 11 13 16 21 22", "you 12 16 17 23-25", "xu 6 13 24",
        "hai 8 9 12 28 30 31 36 37", "yongchuan 4", "youwu 2", "xushi 8", "xinjiu 2",
        "zalei 2 3", "sihuo 2 5-7",
    ),
    "A07": _clauses(
        "guiren 7-23", "tengshe 8-21", "zhuque 8-20", "liuhe 8-25", "gouchen 7-20",
        "qinglong 8-21", "tianhou 7-19", "taiyin 7-20", "xuanwu 7-20", "taichang 7-18",
        "baihu 7-19", "tiankong 7-22",
    ),
    "A08": _clauses("yin 12"),
    "A09": _clauses("zi 32", "chou 18", "yin 12", "mao 16", "wei 28", "youwu 2 4-6", "xushi 5"),
    "A10": _clauses("chen 7", "si 9 10", "xu 14", "hai 10"),
    "A11": _clauses("chou 9", "yin 15", "wu 9", "you 21", "hai 28 30 31"),
    "A12": _clauses("zi 24", "xu 17"),
    "A13": _clauses("zi 38", "chou 14 22", "shen 12 21 22", "hai 16 26"),
    "A14": _clauses("zi 29", "si 16", "wei 21", "sihuo 2", "shenjia 7 8 13"),
    "A15": _clauses(
        "zi 36-38", "chou 29-31", "si 13", "wei 17", "you 25 26", "hai 26", "qinglong 16 17",
    ),
    "A18": _clauses(
        "yongchuan 4", "keyong 3 4", "wanbuwan 2-4", "xushi 7 8", "xinjiu 1 2", "sihuo 3",
        "shenjia 9 10",
    ),
    "A19": _clauses("xinjiu 3-8"),
    "A20": _clauses("wuse 5 6 15 16", "wstable 6 7 11 12 16 17 21 22 26 27"),
    "A21": _clauses("guoshi 2 3 5-7"),
    "A22": _clauses("shiwei 3-5 7-11"),
    "A23": _clauses("xingzhuang 5 6 9", "xingzhuang2 2-4 6"),
    "A25": _clauses("shigan 2-11"),
    "A26": _clauses("jishi 4 5"),
    "A27": _clauses("xushi 5", "keshi 2"),
    "A28": _clauses("si 19"),
    "A29": _clauses("wanbuwan 4", "xushi 8", "xinjiu 2", "sihuo 3"),
    "A30": _clauses("jishi 3", "shen 11", "youwu 9", "xushi 9 14", "tianjiang 29"),
    "A31": _clauses("wanbuwan 2 3"),
    "A32": _clauses("shenjia 11 12"),
}  # fmt: skip


#: Options of the other book that no condition reads: J09 has one value, J43 is the table of a star, J46 who rules
#: in the chart.
UNSEEN: Final = {"J09", "J43", "J46"}


def _listed(option: str) -> set[str]:
    """The clauses that the account of an option of the other book names."""
    return set(registry()[option]["source"].replace("jinkoujue:", "").split(", "))


def _touches(option: str, clause: str) -> bool:
    """Whether a clause may change with an option; with options of the chart every clause may."""
    if option in TOUCHED:
        return clause in TOUCHED[option]
    if option[0] == "J" and option[1:].isdigit():
        return clause in _listed(option)
    return True


def _rounds(cases: list[tuple[dict[str, str], str, Any]]) -> list[Options]:
    """The convention each case is read under: as many options at once as do not touch each other's clauses."""
    rounds: list[tuple[dict[str, str], list[int]]] = []
    for number, (options, clause, _) in enumerate(cases):
        for together, members in rounds:
            others = together.keys() - options.keys()
            if (
                all(together.get(name, value) == value for name, value in options.items())
                and not any(_touches(name, clause) for name in others)
                and not any(
                    _touches(name, cases[member][1])
                    for member in members
                    for name in options.keys() - cases[member][0].keys()
                )
            ):
                together |= options
                members.append(number)
                break
        else:
            rounds.append((dict(options), [number]))
    return [
        next(tuple(sorted(together.items())) for together, members in rounds if number in members)
        for number in range(len(cases))
    ]


# ------------------------------------------------------------------ she fu


@cache
def _plate_facts() -> list[dict[str, Any]]:
    """Every day twelve times, each offset once; terms and what comes from outside drawn from a fixed seed."""
    draw = random.Random(20261201)
    facts = []
    for number in range(720):
        term, hour = draw.randrange(24), draw.randrange(12)
        offset = number // 60
        facts.append(
            {
                "day": PILLARS[number % 60],
                "hour": BRANCHES[hour],
                "general": BRANCHES[(hour + offset) % 12],
                "month": BRANCHES[(term // 2 + 2) % 12],
                "term": term,
                "querent": draw.choice([None, "君子", "小人"]),
                "topic": draw.choice([None, "天時", "疾病"]),
                **{
                    name: draw.choice([None, *BRANCHES])
                    for name in ("year", "birth", "age_branch", "direction")
                },
            }
        )
    # The example of the book (youwu.7 to 10), and what chance seldom brings: 亥 over a year that is the year of
    # the one who asks, ill; 子 under 玄武 over 亥 with the star of the month over 子; 卯 void under 天空 on the day.
    facts.append({"day": "甲子", "hour": "卯", "general": "亥", "month": "寅"})
    facts.append({"day": "乙巳", "hour": "子", "general": "午", "topic": "行人"})
    ill = {"year": "戌", "age_branch": "戌", "topic": "疾病"}
    facts.append({"day": "甲子", "hour": "子", "general": "丑", "month": "寅", **ill})
    for day in PILLARS:
        for hour in range(0, 12, 6):
            late = {"day": day, "hour": BRANCHES[hour], "month": "卯"}
            offsets = range(12) if "卯" in _void(day) else (1,)
            facts += [{**late, "general": BRANCHES[(hour + offset) % 12]} for offset in offsets]
    return facts


def _void(day: str) -> str:
    """The two branches that the ten days of a day leave out."""
    first = (BRANCHES.index(day[1]) - STEMS.index(day[0])) % 12
    return BRANCHES[(first + 10) % 12] + BRANCHES[(first + 11) % 12]


def _of_chart(options: Options) -> bool:
    """Whether an option is one of the chart and not of the reading."""
    return any(not name[1:].isdigit() or name == "J46" for name, _ in options)


def _cast_plate(facts: dict[str, Any], convention: Convention) -> LiurenChart:
    return liuren.liuren_chart(convention=convention, **facts)


@cache
def _plates(options: Options) -> list[tuple[Plate, frozenset[str]]]:
    convention = liuren.load_convention(dict(options))
    charts = [_cast_plate(facts, convention) for facts in _plate_facts()]
    if not options or _of_chart(options):
        seen = [Plate(chart.to_dict()) for chart in charts]
    else:
        seen = [plate for plate, _ in _plates(())]
    fired = [frozenset(liuren.fired(chart, "shefu")) for chart in charts]
    return list(zip(seen, fired, strict=True))


def _named(case: tuple[dict[str, str], str, object]) -> str:
    return "-".join([*(f"{k}={v}" for k, v in case[0].items()), case[1]])


@cache
def _shefu_rounds() -> list[Options]:
    return _rounds(SHEFU)


@pytest.mark.parametrize("number", range(len(SHEFU)), ids=map(_named, SHEFU))
def test_shefu_under_an_option(number: int) -> None:
    _, clause, asks = SHEFU[number]
    name = f"shefu:{clause}"
    sample = _plates(_shefu_rounds()[number])
    expected = [at for at, (plate, _) in enumerate(sample) if asks(plate)]
    assert 0 < len(expected) < len(sample)
    assert [at for at, (_, fired) in enumerate(sample) if name in fired] == expected
    usual = [at for at, (_, fired) in enumerate(_plates(())) if name in fired]
    assert usual != expected, "the option changes nothing"


@pytest.mark.parametrize(("options", "clauses"), SILENT, ids=str)
def test_an_option_silences_a_clause(options: dict[str, str], clauses: tuple[str, ...]) -> None:
    speaking = {clause for _, fired in _plates(tuple(options.items())) for clause in fired}
    usual = {clause for _, fired in _plates(()) for clause in fired}
    for clause in clauses:
        assert f"shefu:{clause}" in usual
        assert f"shefu:{clause}" not in speaking


def test_the_mixed_plate_is_the_heaven_plate_but_for_the_pairs_it_cannot_show() -> None:
    """A07=mixed: 貴人 and 天空 over 辰 and 戌, 六合 over 未, 玄武 over 丑; nothing else changes."""
    changed: set[str] = set()
    for (_, usual), (_, mixed) in zip(_plates(()), _plates((("A07", "mixed"),)), strict=True):
        assert usual <= mixed
        changed |= mixed - usual
    assert changed == {
        f"shefu:{clause}"
        for clause in (
            "guiren.11", "guiren.18", "guiren.19", "liuhe.14", "liuhe.15",
            "tiankong.9", "tiankong.16", "tiankong.17", "xuanwu.20",
        )
    }  # fmt: skip


@pytest.mark.parametrize("option", ["A16", "A17", "A24"])
def test_options_of_the_reading_room_leave_the_rules_alone(option: str) -> None:
    for value in registry()[option]["values"]:
        assert conditions("shefu", ((option, value),)) == conditions("shefu", ())


# ------------------------------------------------------------------ 金口訣


@cache
def _position_facts() -> list[dict[str, Any]]:
    """Charts cast and charts given by their positions by turns, the spirits of the options often among them."""
    draw = random.Random(20261202)
    facts = []
    for number in range(960):
        found: dict[str, Any] = {
            "birth": draw.choice([*PILLARS, *["甲午", "丙午"] * 8]),
            "sex": draw.choice(["male", "female"]),
            "topic": draw.choice([None, "墓", "墓", "疾病", "來意"]),
            "month": draw.choice([None, *BRANCHES]),
            "general": draw.choice(BRANCHES + "卯卯卯申申子午酉未未"),
            "seat": draw.choice(BRANCHES + "卯申午未丑"),
            "day": draw.choice(PILLARS),
            "great_run": draw.choice([None, *BRANCHES]),
        }
        if number % 2:
            found |= {"hour": draw.choice(BRANCHES), "age": draw.randint(1, 80)}
        else:
            nobles = [*GENERALS, *["太常", "太陰", "白虎", "玄武", "貴人", "天后"] * 3]
            annual = draw.choice([None, *PILLARS, "辛丑", "癸丑", "丙寅", "乙丑"])
            found |= {"stem": draw.choice(STEMS), "noble": draw.choice(nobles), "annual": annual}
        facts.append(found)
    # What chance seldom brings: strong metal overcome by the stem, a strong 白虎 over 戌 under wood, 甲 fed by
    # water for a caller, four positions that generate each other in no known year, 未 strong by the month alone.
    facts.append({"stem": "丙", "noble": "太陰", "general": "酉", "seat": "申"})
    for seat in BRANCHES:
        facts.append({"stem": "甲", "noble": "天后", "general": "申", "seat": seat})
        facts.append({"stem": "甲", "noble": "六合", "general": "未", "seat": "申", "month": seat})
        facts.append({"stem": "甲", "noble": "白虎", "general": "戌", "seat": seat})
        facts.append(
            {"stem": "甲", "noble": "天后", "general": "巳", "seat": seat, "topic": "來意"}
        )
    return facts


def _cast_positions(facts: dict[str, Any], convention: Convention) -> JinkoujueChart:
    cast = liuren.jinkoujue_chart if "hour" in facts else positions_chart
    return cast(convention=convention, **facts)


@cache
def _positions(options: Options) -> list[tuple[Positions, frozenset[str]]]:
    convention = liuren.load_convention(dict(options))
    charts = [_cast_positions(facts, convention) for facts in _position_facts()]
    if not options or _of_chart(options):
        seen = [Positions(chart.to_dict()) for chart in charts]
    else:
        seen = [positions for positions, _ in _positions(())]
    fired = [frozenset(liuren.fired(chart, "jinkoujue")) for chart in charts]
    return list(zip(seen, fired, strict=True))


@cache
def _jinkoujue_rounds() -> list[Options]:
    return _rounds(JINKOUJUE)


@pytest.mark.parametrize("number", range(len(JINKOUJUE)), ids=map(_named, JINKOUJUE))
def test_jinkoujue_under_an_option(number: int) -> None:
    _, clause, asks = JINKOUJUE[number]
    name = f"jinkoujue:{clause}"
    sample = _positions(_jinkoujue_rounds()[number])
    expected = [at for at, (chart, _) in enumerate(sample) if asks(chart)]
    assert 0 < len(expected) < len(sample)
    assert [at for at, (_, fired) in enumerate(sample) if name in fired] == expected
    usual = [at for at, (_, fired) in enumerate(_positions(())) if name in fired]
    assert usual != expected, "the option changes nothing"


@pytest.mark.parametrize("option", TOUCHED)
def test_an_option_of_shefu_touches_the_clauses_that_have_its_words(option: str) -> None:
    assert _touched("shefu", option) == TOUCHED[option]


def test_all_that_is_said_of_the_weather_waits_for_the_question() -> None:
    said = {
        clause.partition(":")[2]
        for rule in rulebook("shefu").rules
        for clause in rule.clauses
        if any(conclusion.facet == "weather" for conclusion in rule.conclusions)
    }
    assert said == TOUCHED["A15"] - {"hai.26"}


def test_clauses_without_a_place_and_the_gate_of_the_chapters() -> None:
    """A05: the bare reading frees what 用事 holds back; the gate lies over every rule of 24 chapters."""
    usual = conditions("shefu", ())
    free, gated = (conditions("shefu", (("A05", value),)) for value in ("bare", "gate-all"))
    freed = {clause for clause in usual if usual[clause] != free[clause]}
    changed = {clause for clause in usual if usual[clause] != gated[clause]}
    assert len(freed) == 77
    for section in ("zi", "hai", "guiren", "tiankong"):
        own = {clause for clause in usual if clause.startswith(f"shefu:{section}.")}
        assert own - changed == own & freed
    assert not any(clause.startswith(("shefu:wuse", "shefu:tianjiang")) for clause in changed)


@pytest.mark.parametrize("option", sorted(o for o in registry() if o[0] == "J" and o[1:].isdigit()))
def test_an_option_of_jinkoujue_touches_the_clauses_it_names(option: str) -> None:
    touched = _touched("jinkoujue", option)
    assert touched == (set() if option in UNSEEN else _listed(option))


def test_who_rules_the_chart_touches_the_clauses_it_names() -> None:
    """J46 is of the chart: the conditions stay, but strength, and with it these clauses, comes out otherwise."""
    usual, other = (
        tables("jinkoujue", {"J46": value}).tables for value in ("overcomer", "majority")
    )
    changed = {clause for clause, table in usual.items() if table.packed != other[clause].packed}
    assert {clause.partition(":")[2] for clause in changed} == _listed("J46")


def test_where_the_star_stands() -> None:
    """J43: 子 on 辰 and backward, or four places back; both bring 辰 to 子, and no clause depends on it."""
    for year, four_minus, minus_four in zip(
        BRANCHES, "辰卯寅丑子亥戌酉申未午巳", "申酉戌亥子丑寅卯辰巳午未", strict=True
    ):
        for value, expected in (("four_minus", four_minus), ("minus_four", minus_four)):
            chart = liuren.jinkoujue_chart(
                "甲寅", "巳", "亥", "酉", year=year, convention={"J43": value}
            )
            assert chart.to_dict()["spirits"]["被頭"] == expected


def test_the_table_of_options_says_how_many_clauses_change() -> None:
    """The figures of ``docs/explanation/second-reading.md``, but for those of the reading room."""
    page = Path(__file__).parents[2] / "docs" / "explanation" / "second-reading.md"
    rows = re.findall(r"^\| (A\d\d) \| (\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == 32
    told = {option: int(number) for option, number in rows}
    variants = {r.clauses for r in rulebook("shefu").rules if r.kind == "variant"}
    assert told.pop("A16") == len({clause for clauses in variants for clause in clauses})
    assert told.pop("A17") == len(_together())
    assert told.pop("A24") == 2
    assert told.pop("A05") == 77
    assert told == {option: len(clauses) for option, clauses in TOUCHED.items()}


def _together() -> set[str]:
    """Clauses that say something of one kind on the condition of another."""
    speaking: dict[tuple[object, str], set[str]] = {}
    for rule in rulebook("shefu").rules:
        for conclusion in rule.conclusions:
            speaking.setdefault((rule.condition, conclusion.facet), set()).update(rule.clauses)
    return {clause for clauses in speaking.values() if len(clauses) > 1 for clause in clauses}


#: Lines that change what a clause concludes, on the first chart of the sample on which it holds.
WORDS: Final = [
    ({"A22": "class"}, "shefu:shiwei.3", ["states 酸"]),
    ({"A22": "class"}, "shefu:shiwei.4", ["states 鹹"]),
    ({"A22": "class"}, "shefu:shiwei.5", ["states 甘"]),
    ({"text": "printed"}, "shefu:xingzhuang2.3", ["states 圓", "states 長"]),
    ({"text": "printed"}, "shefu:tianjiang.24", ["leans 穀"]),
    ({"text": "printed"}, "shefu:tianjiang.29", ["states 白", "states 出水土"]),
    ({"text": "printed"}, "jinkoujue:201", ["states 重重失"]),
    ({"text": "printed"}, "jinkoujue:216", ["states 賊來三度", "states 火傷多"]),
    ({"text": "printed"}, "jinkoujue:219", ["states 色惡唇粗形醜"]),
    ({"text": "printed"}, "jinkoujue:255", ["states 改戶起移", "states 船車損"]),
    ({"text": "printed"}, "jinkoujue:267", ["states 性緩聲清藝高"]),
    ({"text": "printed"}, "jinkoujue:329", ["states 喪失兩重重"]),
]


@pytest.mark.parametrize(("options", "clause", "expected"), WORDS, ids=str)
def test_an_option_changes_what_is_said(
    options: dict[str, str], clause: str, expected: list[str]
) -> None:
    sample = _plates(()) if clause.startswith("shefu") else _positions(())
    facts = _plate_facts() if clause.startswith("shefu") else _position_facts()
    number = next(at for at, (_, fired) in enumerate(sample) if clause in fired)
    usual, other = (_said(facts[number], clause, chosen) for chosen in ({}, options))
    assert other == expected
    assert usual != expected


def _said(facts: dict[str, Any], clause: str, options: dict[str, str]) -> list[str]:
    cast = _cast_plate if clause.startswith("shefu") else _cast_positions
    found = findings(cast(facts, liuren.load_convention(options)))
    return [f"{one.mode} {one.labels['zh-Hant']}" for one in found if one.clause == clause]


def _tried() -> set[tuple[str, str, str]]:
    """Clause, option, value of every case."""
    tried: set[tuple[str, str, str]] = set()
    for work, cases in (("shefu", SHEFU), ("jinkoujue", JINKOUJUE)):
        tried |= {(f"{work}:{c}", k, v) for options, c, _ in cases for k, v in options.items()}
    for options, clauses in SILENT:
        tried |= {(f"shefu:{c}", k, v) for c in clauses for k, v in options.items()}
    return tried | {(clause, k, v) for options, clause, _ in WORDS for k, v in options.items()}


def _unusual(readings: Iterable[tree.Reading]) -> set[tuple[str, str]]:
    """Option and value of every line that is not for a default."""
    return {
        (option, value)
        for reading in readings
        for option, value in reading.options
        if value != registry()[option]["default"]
    }


def test_every_line_for_an_option_has_a_case() -> None:
    """No 讀 line of a chapter is untried: each of its values is compared at one of its clauses."""
    tried = _tried()
    for work in ("shefu", "jinkoujue"):
        for clauses, _, rule, _ in rulebook(work).source.rules:
            for option, value in _unusual(rule.readings):
                assert any((clause, option, value) in tried for clause in clauses), clauses


@pytest.mark.parametrize("work", ["shefu", "jinkoujue"])
def test_every_line_of_a_definition_has_a_case(work: str) -> None:
    """Each value that a definition reads is compared at a clause that calls it, by itself or through another."""
    tried = _tried()
    source = rulebook(work).source
    called = {
        name: tree.called(reading.condition for reading in definition.readings)
        for name, definition in source.definitions.items()
    }
    callers: dict[str, set[str]] = {name: set() for name in called}
    for clauses, _, rule, _ in source.rules:
        conditions = [rule.condition, *(reading.condition for reading in rule.readings)]
        reached = tree.called(conditions)
        while more := {deeper for name in reached for deeper in called[name]} - reached:
            reached |= more
        for name in reached:
            callers[name] |= set(clauses)
    for name, definition in source.definitions.items():
        usual = definition.readings[0].condition
        other = [reading for reading in definition.readings if reading.condition != usual]
        for option, value in _unusual(other):
            assert any((clause, option, value) in tried for clause in callers[name]), (
                name, option, value,
            )  # fmt: skip
