"""The 大六壬 chart as a whole: the documented example, generals, facts, errors, disputes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from liuren.calendar import moment
from liuren.charts.liuren import liuren_chart
from liuren.charts.riders import noble_branch, riders
from liuren.terms import branches, elements, generals, kin, pillars, stems
from liuren.terms.convention import load_convention
from liuren.terms.errors import LiurenError

B, G = branches.NAMES, generals.NAMES


def test_documented_example() -> None:
    data = liuren_chart(day="甲子", hour="卯", general="亥", month="寅").to_dict()
    assert data["method"] == "liuren"
    assert (data["day"], data["hour"], data["general"], data["month"]) == ("甲子", "卯", "亥", "寅")
    assert data["daytime"] is True
    assert [data[k] for k in ("year", "birth", "age_branch")] == [None] * 3
    assert (data["plate"]["子"], data["plate"]["丑"]) == ("申", "酉")
    assert (data["riders"]["子"], data["riders"]["寅"]) == ("青龍", "六合")
    assert list(data["plate"]) == list(data["riders"]) == list(B)
    assert data["lessons"][0] == {"upper": "戌", "lower": "甲", "rider": "六合"}
    assert len(data["lessons"]) == 4
    assert data["transmissions"] == [
        {"branch": "戌", "rider": "六合", "stem": None, "void": True},
        {"branch": "午", "rider": "白虎", "stem": "庚", "void": False},
        {"branch": "寅", "rider": "天后", "stem": "丙", "void": False},
    ]
    assert data["lesson_form"] == "重審"
    assert data["patterns"][0] == "炎上"
    assert data["void"] == ["戌", "亥"]
    assert data["convention"]["shehai"] == "mengzhong"
    assert data["warnings"] == []
    assert data["engine"].startswith("liuren ")
    assert data["rulebook"].startswith("sha256:")
    assert json.loads(json.dumps(data)) == data


def test_absolute_hour_and_month_change_nothing_but_the_generals() -> None:
    for day in range(60):
        for offset in range(12):
            casts = [
                liuren_chart(day=day, hour=hour, general=(hour + offset) % 12, daytime=True)
                for hour in range(12)
            ]
            seen = {
                (c.lessons, c.transmissions, c.riders, c.patterns, c.lesson_form) for c in casts
            }
            assert len(seen) == 1


@pytest.mark.parametrize(
    "table", ["jia_ox", "jia_sheep", "ren_swapped", "ren_gui_swapped", "geng_horse"]
)
def test_noble_tables(table: str) -> None:
    rows = {
        "jia_ox": ("丑子亥亥丑子丑午巳巳", "未申酉酉未申未寅卯卯"),
        "jia_sheep": ("未申酉亥丑子丑寅卯巳", "丑子亥酉未申未午巳卯"),
        "ren_swapped": ("丑子亥亥丑子丑午卯巳", "未申酉酉未申未寅巳卯"),
        "ren_gui_swapped": ("丑子亥亥丑子丑午卯卯", "未申酉酉未申未寅巳巳"),
        # 甲戊兼牛羊，乙己鼠猴鄉，丙丁豬雞位，壬癸兔蛇藏，庚辛逢馬虎.
        "geng_horse": ("丑子亥亥丑子午午卯卯", "未申酉酉未申寅寅巳巳"),
    }
    day, night = rows[table]
    assert "".join(B[noble_branch(s, True, table)] for s in range(10)) == day
    assert "".join(B[noble_branch(s, False, table)] for s in range(10)) == night


def test_generals_run_forward_from_hai_to_chen_and_backward_from_si_to_xu() -> None:
    for stem in range(10):
        for offset in range(12):
            for light in (True, False):
                on = riders(stem, offset, light, "jia_ox")
                seat = on.index(0)
                assert (seat + offset) % 12 == noble_branch(stem, light, "jia_ox")
                assert on[(seat + (1 if B[seat] in "亥子丑寅卯辰" else -1)) % 12] == 1
                assert sorted(on) == list(range(12))


def test_oldest_generals_on_record() -> None:
    # 吳越春秋 辛亥平旦: 白虎 on the stem, 太常 on the branch with 丑 and 寅; 晉書 戴洋 丁亥夜半.
    found = [
        c
        for offset in range(12)
        for c in [liuren_chart(day="辛亥", hour="寅", general=(2 + offset) % 12, daytime=True)]
        if (B[c.on_stem], B[c.on_branch]) == ("丑", "寅")
    ]
    assert [(G[c.rider_of(c.on_stem)], G[c.rider_of(c.on_branch)]) for c in found] == [
        ("白虎", "太常")
    ]
    night = liuren_chart(day="丁亥", hour="子", general="亥")
    assert not night.daytime
    assert G[night.rider_of(B.index("酉"))] == "貴人"


def test_nobles_of_old_and_new_at_the_edge_hours() -> None:
    def noble(**facts: Any) -> str:
        chart = liuren_chart(**facts)
        return B[chart.carrier(generals.NOBLE)]

    assert noble(day="丙寅", hour="酉", general="未") == "酉"
    assert noble(day="丙寅", hour="酉", general="未", daytime="day") == "亥"
    assert noble(day="丙寅", hour="酉", general="未", convention={"day_night": "yin_you"}) == "亥"
    assert noble(day="壬午", hour="酉", general="酉") == "卯"
    assert noble(day="壬午", hour="酉", general="酉", convention="xieji") == "巳"


def test_facts_are_read_from_branches_or_pillars() -> None:
    chart = liuren_chart(
        day="甲子", hour="丁卯", general="登明", month="丙寅", year="丙午", birth="午",
        age_branch="申", querent="소인", direction="east", sex="男", topic=" 疾 病 ", term="雨水",
    )  # fmt: skip
    assert (chart.month, chart.month_pillar) == (2, 2)
    assert (chart.year, chart.year_pillar, chart.birth, chart.birth_pillar) == (6, 42, 6, None)
    assert (chart.querent, chart.direction, chart.sex, chart.topic) == ("小人", 3, "male", "疾-病")
    assert chart.to_dict()["pillars"]["hour"] == "丁卯"
    aged = liuren_chart(day="甲子", hour="卯", general="亥", sex="female", age=3)
    assert pillars.NAMES[aged.age_pillar or 0] == "庚午"


def test_the_term_gives_month_and_general() -> None:
    chart = liuren_chart(day="甲子", hour="卯", term="驚蟄")
    assert (B[chart.month or 0], B[chart.general]) == ("卯", "亥")
    assert chart.warnings == ()
    odd = liuren_chart(day="甲子", hour="卯", general="午", month="寅")
    assert [w["code"] for w in odd.warnings] == ["general_of_other_month"]
    assert set(odd.warnings[0]["labels"]) == {"zh-Hant", "zh-Hans", "ko", "en"}
    sun = liuren_chart(day="甲子", hour="卯", general="亥", convention={"day_night": "sunrise"})
    assert [w["code"] for w in sun.warnings] == ["sunrise_unknown"]


@pytest.mark.parametrize(
    ("facts", "code", "names"),
    [
        ({"day": "甲丑", "hour": "卯", "general": "亥"}, "no_such_pillar", "甲子"),
        ({"day": "甲子", "hour": "甲", "general": "亥"}, "stem_for_branch", "寅"),
        ({"day": "甲子", "hour": "卯", "general": "月"}, "bad_input", ""),
        ({"day": "甲子", "hour": "卯"}, "missing", "general="),
        ({"day": "甲子", "hour": "卯", "month": "寅"}, "missing", "雨水"),
        ({"hour": "卯", "general": "亥"}, "missing", "day="),
        ({"day": "甲子", "general": "亥"}, "missing", "hour="),
        ({"day": "甲子", "hour": "己卯", "general": "亥"}, "no_such_hour", "丁卯"),
        ({"day": "甲子", "hour": "卯", "general": "亥", "age": 0, "sex": "男"}, "bad_age", "虛歲"),
        (
            {"day": "甲子", "hour": "卯", "general": "亥", "convention": "x"},
            "unknown_convention",
            "",
        ),
        ({"day": "甲" * 10_000_000, "hour": "卯", "general": "亥"}, "bad_input", ""),
    ],
)
def test_bad_input(facts: dict[str, Any], code: str, names: str) -> None:
    with pytest.raises(LiurenError) as caught:
        liuren_chart(**facts)
    assert caught.value.code == code
    assert names in caught.value.hint
    assert len(str(caught.value)) < 500


def test_the_late_zi_hour_may_have_the_stem_of_the_coming_day() -> None:
    assert pillars.NAMES[liuren_chart(day="壬午", hour="子", general="子").hour_pillar] == "庚子"
    assert pillars.NAMES[liuren_chart(day="壬午", hour="壬子", general="子").hour_pillar] == "壬子"


def test_hidden_stems_by_three_rules() -> None:
    facts = {"day": "辛亥", "hour": "酉", "general": "午"}
    chart = liuren_chart(**facts)
    assert (chart.hidden_stem(5), chart.hidden_stem(2)) == (1, None)
    by_day = liuren_chart(**facts, convention={"hidden_stem": "day_five_rat"})
    # 苗公: 辛亥日 發用巳 → 癸巳, sound water, hence one.
    found = by_day.hidden_stem(5)
    assert found is not None
    assert stems.NAMES[found] == "癸"
    assert elements.NAMES[pillars.sound(pillars.pillar(found, 5))] == "水"
    by_hour = liuren_chart(**facts, convention={"hidden_stem": "hour_five_rat"})
    assert by_hour.hidden_stem(5) == stems.five_rat(by_hour.hour_pillar % 10, 5)


def test_strength_by_season_and_by_day_stem() -> None:
    plain = liuren_chart(day="甲子", hour="卯", general="亥", month="申")
    assert plain.state(elements.METAL) == elements.STRONG
    by_stem = liuren_chart(
        day="甲子", hour="卯", general="亥", month="申", convention={"shefu_strength": "day_stem"}
    )
    assert by_stem.state(elements.WOOD) == elements.STRONG
    assert liuren_chart(day="甲子", hour="卯", general="亥").state(0) is None
    late = load_convention({"earth_season": "last_18_days"})
    before = liuren_chart(day="甲子", hour="卯", general="丑", month="丑", convention=late)
    after = liuren_chart(day="甲子", hour="卯", general="子", month="丑", convention=late)
    assert (before.ruler, after.ruler) == (elements.WATER, elements.EARTH)


def test_a_chart_from_a_moment() -> None:
    at = moment("2026-11-30T10:00", zone="Asia/Seoul")
    chart = liuren_chart(moment=at)
    data = chart.to_dict()
    assert data["pillars"]["year"] == "丙午"
    assert data["pillars"]["month"] == "己亥"
    assert (data["general"], data["hour"], data["daytime"]) == ("寅", "巳", True)
    assert data["moment"] == at.to_dict()
    assert data["instant"] == at.instant
    over = liuren_chart(moment=at, general="亥", daytime=False)
    assert (over.general, over.daytime, over.day) == (11, False, chart.day)


def test_kin_of_the_bug_report() -> None:
    chart = liuren_chart(day="乙丑", hour="辰", general="亥")
    assert [B[b] for b in chart.transmissions] == ["卯", "戌", "巳"]
    assert [kin.NAMES[chart.kin(b)] for b in chart.transmissions] == ["兄弟", "妻財", "子孫"]


class TestDisputes:
    def test_shehai(self) -> None:
        found = liuren_chart(day="庚午", hour="子", general="申").disputes
        assert [
            (d["value"], "".join(d["transmissions"])) for d in found if d["option"] == "shehai"
        ] == [
            ("depth", "子申辰"),
            ("depth_with_seat", "子申辰"),
        ]
        assert all(d["source"] for d in found)

    def test_under_the_other_school_the_first_is_the_dispute(self) -> None:
        found = liuren_chart(day="庚午", hour="子", general="申", convention="daquan").disputes
        assert {
            (d["value"], "".join(d["transmissions"])) for d in found if d["option"] == "shehai"
        } == {("mengzhong", "戌午寅")}

    def test_texts(self) -> None:
        found = liuren_chart(day="乙巳", hour="子", general="亥").disputes
        assert [
            ("".join(d["transmissions"]), d["level"]) for d in found if d["option"] == "text"
        ] == [("辰卯寅", "text")]

    @pytest.mark.parametrize(
        ("day", "offset", "option", "transmissions"),
        [
            ("辛卯", 0, "fuyin_mao", "卯子卯"),
            ("戊戌", 6, "fanyin_fudeng", "巳亥巳"),
            ("庚子", 10, "zebi", "戌申午"),
            ("丙辰", 1, "bieze", "戌巳午"),
        ],
    )
    def test_single_lessons(self, day: str, offset: int, option: str, transmissions: str) -> None:
        found = liuren_chart(day=day, hour=0, general=offset).disputes
        entry = next(d for d in found if d["option"] == option)
        assert "".join(entry["transmissions"]) == transmissions
        assert entry["level"] == ("text" if option in ("fanyin_fudeng", "zebi") else "option")

    def test_generals(self) -> None:
        found = liuren_chart(day="甲子", hour="酉", general="亥").disputes
        tables = {d["value"]: d["noble"] for d in found if d["option"] == "noble_table"}
        assert tables == {"jia_sheep": "丑"}
        assert [(d["value"], d["noble"]) for d in found if d["option"] == "day_night"] == [
            ("yin_you", "丑")
        ]

    def test_a_table_that_no_school_uses_is_not_listed(self) -> None:
        usual = liuren_chart(day="庚午", hour="酉", general="亥")
        other = liuren_chart(
            day="庚午", hour="酉", general="亥", convention={"noble_table": "geng_horse"}
        )
        assert usual.riders != other.riders
        assert "geng_horse" not in {d["value"] for d in usual.disputes}
        back = {d["value"]: d["noble"] for d in other.disputes if d["option"] == "noble_table"}
        assert back["jia_ox"] == "未"

    def test_an_undisputed_chart(self) -> None:
        assert liuren_chart(day="丁亥", hour="午", general="未").disputes == ()
