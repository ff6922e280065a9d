"""Tables of the terms against the lists that the books print."""

from __future__ import annotations

import pytest

from liuren.terms import (
    branches,
    elements,
    generals,
    kin,
    pillars,
    relations,
    seasons,
    spirits,
    stages,
    stems,
)

B = branches.NAMES


def test_pillars_count_by_stem_and_branch() -> None:
    for p in range(60):
        assert pillars.pillar(p % 10, p % 12) == p
    with pytest.raises(ValueError, match="甲丑"):
        pillars.pillar(0, 1)


@pytest.mark.parametrize(
    ("first", "void"),
    [
        ("甲子", "戌亥"),
        ("甲戌", "申酉"),
        ("甲申", "午未"),
        ("甲午", "辰巳"),
        ("甲辰", "寅卯"),
        ("甲寅", "子丑"),
    ],
)
def test_void_of_the_six_decades(first: str, void: str) -> None:
    start = pillars.NAMES.index(first)
    for p in range(start, start + 10):
        assert "".join(B[b] for b in pillars.void(p)) == void
        hidden = [pillars.hidden_stem(p, b) for b in range(12)]
        assert sorted(s for s in hidden if s is not None) == list(range(10))
        assert {b for b in range(12) if hidden[b] is None} == set(pillars.void(p))


def test_lodging_and_lodgers_say_the_same() -> None:
    for stem in range(10):
        assert stem in branches.LODGERS[stems.LODGING[stem]]
    assert sum(map(len, branches.LODGERS)) == 10


def test_own_pillars_of_the_generals_stand_on_their_own_branches() -> None:
    assert tuple(p % 12 for p in generals.PILLARS) == generals.BRANCHES
    assert tuple(branches.ELEMENTS[b] for b in generals.BRANCHES) == generals.ELEMENTS
    assert sorted(generals.JINKOUJUE_BRANCHES) == list(range(12))
    assert [pillars.NAMES[p] for p in generals.PILLARS[:3]] == ["己丑", "丁巳", "丙午"]


def test_relations_are_the_symmetric_tables_they_should_be() -> None:
    for table in (relations.HARMS, relations.COMBINES, relations.BREAKS):
        assert all(table[table[b]] == b != table[b] for b in range(12))
    assert sorted(relations.PUNISHES) == list(range(12))
    assert [B[b] for b in range(12) if relations.PUNISHES[b] == b] == ["辰", "午", "酉", "亥"]
    assert [B[relations.post_horse(b)] for b in range(4)] == ["寅", "亥", "申", "巳"]
    assert "".join(B[b] for b in relations.frame(4)) == "申子辰"


def test_sound_elements() -> None:
    known = {"甲子": "金", "丙寅": "火", "戊辰": "木", "庚午": "土", "壬申": "金", "甲午": "金",
             "癸亥": "水", "癸巳": "水"}  # fmt: skip
    for name, element in known.items():
        p = pillars.NAMES.index(name)
        assert elements.NAMES[pillars.sound(p)] == element
        assert pillars.SOUND_NAMES[p // 2].endswith(element)
    assert all(
        elements.NAMES[pillars.sound(p)] == pillars.SOUND_NAMES[p // 2][-1] for p in range(60)
    )


def test_five_states_of_the_seasons_as_senji_ryakketsu_lists_them() -> None:
    rows = {"春": "木火土金水", "夏": "火土金水木", "季夏": "土金水木火", "秋": "金水木火土",
            "冬": "水木火土金"}  # fmt: skip
    order = ("旺", "相", "死", "囚", "休")
    for row in rows.values():
        ruler = elements.NAMES.index(row[0])
        for name, state in zip(row, order, strict=True):
            found = elements.state(elements.NAMES.index(name), ruler)
            assert elements.STATES[found] == state


@pytest.mark.parametrize(
    ("rule", "rulers"),
    [
        ("whole_months", "水土木木土火火土金金土水"),
        ("wei_only", "水水木木木火火土金金金水"),
        ("last_18_days", "水水木木木火火火金金金水"),
    ],
)
def test_ruler_by_month(rule: str, rulers: str) -> None:
    assert "".join(elements.NAMES[seasons.ruler(m, rule)] for m in range(12)) == rulers
    if rule == "last_18_days":
        late = "".join(elements.NAMES[seasons.ruler(m, rule, True)] for m in range(12))
        assert late == "水土木木土火火土金金土水"


def test_terms_months_and_generals() -> None:
    generals_of = "".join(B[seasons.general_of_term(t)] for t in range(1, 24, 2))
    assert generals_of == "亥戌酉申未午巳辰卯寅丑子"
    assert B[seasons.general_of_term(0)] == "子"
    assert (
        "".join(B[seasons.month_of_term(t)] for t in range(0, 24, 2)) == "寅卯辰巳午未申酉戌亥子丑"
    )
    assert "".join("春夏秋冬"[seasons.season(m)] for m in (2, 4, 5, 8, 11, 1)) == "春春夏秋冬冬"


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("生氣", "子丑寅卯辰巳午未申酉戌亥"),
        ("死氣", "午未申酉戌亥子丑寅卯辰巳"),
        ("死神", "巳午未申酉戌亥子丑寅卯辰"),
        ("月厭", "戌酉申未午巳辰卯寅丑子亥"),
        ("天馬", "午申戌子寅辰午申戌子寅辰"),
        ("月破", "申酉戌亥子丑寅卯辰巳午未"),
        ("血支", "丑寅卯辰巳午未申酉戌亥子"),
        ("血忌", "丑未寅申卯酉辰戌巳亥午子"),
        ("天喜", "戌戌戌丑丑丑辰辰辰未未未"),
        ("天目", "辰辰辰未未未戌戌戌丑丑丑"),
        ("皇恩", "戌丑辰未卯酉子午亥寅巳申"),
        ("成神", "巳申亥寅巳申亥寅巳申亥寅"),
        ("飛廉", "戌巳午未申酉辰亥子丑寅卯"),
    ],
)
def test_monthly_spirits_from_the_first_month(name: str, row: str) -> None:
    assert "".join(B[spirits.monthly_spirit(name, (m + 2) % 12)] for m in range(12)) == row


def test_the_two_she_fu_charts_of_miao_gong_fix_the_monthly_spirits() -> None:
    # 3rd month 月厭 申, 生氣 寅; 6th month both 巳.
    assert (B[spirits.monthly_spirit("月厭", 4)], B[spirits.monthly_spirit("生氣", 4)]) == (
        "申",
        "寅",
    )
    assert (B[spirits.monthly_spirit("月厭", 7)], B[spirits.monthly_spirit("生氣", 7)]) == (
        "巳",
        "巳",
    )


def test_frame_spirits_and_the_missing_killer() -> None:
    assert {k: B[v] for k, v in spirits.by_frame(2).items()} == {
        "驛馬": "申", "劫煞": "亥", "災煞": "子", "亡神": "巳", "咸池": "卯", "華蓋": "戌",
    }  # fmt: skip
    places = {spirits.frame_killer(0, b): B[b] for b in range(12)}
    assert len(places) == 12
    assert (places["劫煞"], places["驛馬"], places["華蓋"]) == ("巳", "寅", "辰")


def test_daily_spirits_of_the_bug_reports() -> None:
    broken = [B[spirits.broken(B.index(b))] for b in "寅子辰"]
    assert broken == ["酉", "巳", "丑"]
    assert [spirits.net(B.index(b)) for b in "戌亥辰巳子"] == ["天羅", "天羅", "地網", "地網", None]
    assert B[spirits.daily(pillars.NAMES.index("癸未"))["日祿"]] == "子"


def test_twelve_stages() -> None:
    names = stages.NAMES
    assert [names[stages.stage(e, b)] for e, b in ((0, 11), (1, 2), (2, 8), (3, 5), (4, 8))] == [
        "長生"
    ] * 5
    assert all(names[stages.stage(e, stages.TOMBS[e])] == "墓" for e in range(5))
    assert names[stages.stage(2, 2, "element_earth_fire")] == "長生"
    births = {1: "午", 3: "酉", 5: "酉", 7: "子", 9: "卯"}
    for stem, branch in births.items():
        assert stages.stem_stage(stem, B.index(branch), "yin_reversed") == 0
        assert stages.stem_stage(stem, B.index(branch) - 1, "yin_reversed") == 1
    assert stages.stem_stage(0, 11, "yin_reversed") == 0


def test_kin_of_all_pairs_follow_the_elements() -> None:
    for day in range(5):
        for other in range(5):
            name = kin.NAMES[kin.kin(day, other)]
            assert (name == "父母") == elements.generates(other, day)
            assert (name == "官鬼") == elements.overcomes(other, day)
            assert (name == "妻財") == elements.overcomes(day, other)
            assert (name == "子孫") == elements.generates(day, other)
            assert (name == "兄弟") == (day == other)


def test_five_rat_and_five_tiger() -> None:
    starts = ["甲", "丙", "戊", "庚", "壬"] * 2
    assert [stems.NAMES[stems.five_rat(s, 0)] for s in range(10)] == starts
    starts = ["丙", "戊", "庚", "壬", "甲"] * 2
    assert [stems.NAMES[stems.five_tiger(s, 2)] for s in range(10)] == starts
    for stem in range(10):
        differ = {b for b in range(12) if stems.five_rat(stem, b) != stems.five_tiger(stem, b)}
        assert differ == {0, 1}


def test_mansions_are_twenty_eight() -> None:
    names = [m for group in branches.MANSIONS for m in group]
    assert len(set(names)) == 28
    assert branches.mansion_branch("房") == 3
    assert branches.mansion_branch("月") is None
