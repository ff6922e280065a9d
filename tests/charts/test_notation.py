"""One line names a chart and parses back to it."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from liuren.calendar import moment
from liuren.charts.jinkoujue import jinkoujue_chart, positions_chart
from liuren.charts.liuren import liuren_chart
from liuren.charts.notation import parse_notation
from liuren.terms import pillars
from liuren.terms.convention import registry
from liuren.terms.errors import LiurenError

BRANCH = st.integers(0, 11)
PILLAR = st.sampled_from(pillars.NAMES)
OPTIONS = st.dictionaries(st.sampled_from(sorted(registry())), st.integers(0, 9), max_size=4).map(
    lambda picked: {
        name: registry()[name]["values"][i % len(registry()[name]["values"])]
        for name, i in picked.items()
    }
)
SCHOOL = st.sampled_from(["default", "daquan", "zhanshi", "xieji", "bifa", "yuding"])


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def either() -> st.SearchStrategy[Any]:
    return maybe(BRANCH.map(lambda b: "子丑寅卯辰巳午未申酉戌亥"[b]) | PILLAR)


@settings(max_examples=300, deadline=None)
@given(
    day=PILLAR, hour=BRANCH, general=BRANCH, daytime=maybe(st.booleans()), month=either(),
    year=either(), birth=either(), age_branch=either(), term=maybe(st.integers(0, 23)),
    querent=maybe(st.sampled_from(["君子", "小人"])), direction=maybe(BRANCH),
    topic=maybe(st.sampled_from(["疾病", "lost-thing", "出門"])),
    sex=maybe(st.sampled_from(["male", "female"])), options=OPTIONS, school=SCHOOL,
)  # fmt: skip
def test_liuren_round_trip(options: dict[str, str], school: str, **facts: Any) -> None:
    chart = liuren_chart(**facts, convention={"name": school, **options})
    line = chart.notation
    assert "\n" not in line
    assert parse_notation(line) == chart
    assert parse_notation(line).notation == line
    assert parse_notation(line).to_dict() == chart.to_dict()


@settings(max_examples=300, deadline=None)
@given(
    day=PILLAR, hour=BRANCH, general=BRANCH, seat=BRANCH, daytime=maybe(st.booleans()),
    month=either(), year=either(), birth=either(), annual=either(), great_run=maybe(BRANCH),
    guest=st.integers(1, 24), topic=maybe(st.just("墓")), term=maybe(st.integers(0, 23)),
    sex=maybe(st.sampled_from(["male", "female"])), options=OPTIONS,
)  # fmt: skip
def test_jinkoujue_round_trip(options: dict[str, str], **facts: Any) -> None:
    chart = jinkoujue_chart(**facts, convention=options)
    assert parse_notation(chart.notation) == chart
    assert parse_notation(chart.notation).to_dict() == chart.to_dict()


@settings(max_examples=100, deadline=None)
@given(
    stem=st.integers(0, 9), noble=BRANCH, general=BRANCH, seat=BRANCH, day=maybe(PILLAR),
    daytime=st.booleans(), month=either(), annual=either(),
)  # fmt: skip
def test_positions_round_trip(**facts: Any) -> None:
    chart = positions_chart(**facts)
    assert parse_notation(chart.notation) == chart


def test_charts_of_a_moment_keep_the_instant() -> None:
    at = moment("2026-11-30T23:30", zone="Asia/Seoul", convention={"day_boundary": "00:00"})
    for chart in (liuren_chart(moment=at), jinkoujue_chart(moment=at, seat=15, seat_by="number")):
        read = parse_notation(chart.notation)
        assert read == chart
        assert read.instant == at.instant


def test_what_the_editions_write_in_their_examples() -> None:
    chart = parse_notation("甲子日 午将 申时 寅月 子年 卯岁 午命 夜占 君子问 卯来 所问疾病")
    same = liuren_chart(
        "甲子", "申", "午", month="寅", year="子", age_branch="卯", birth="午", daytime=False,
        querent="君子", direction="卯", topic="疾病",
    )  # fmt: skip
    assert chart == same
    guest = parse_notation("壬寅日 子將 午時 申位 客2 女 辛丑歲 甲午命")
    assert guest == jinkoujue_chart(
        "壬寅", "午", "子", "申", guest=2, sex="女", annual="辛丑", birth="甲午"
    )
    assert parse_notation("甲子日 登明將 卯時") == liuren_chart("甲子", "卯", "亥")


@pytest.mark.parametrize(
    "line",
    [
        "", " ", "甲子日", "甲子日 亥將", "甲丑日 亥將 卯時", "甲子日 亥將 卯時 卯時", "甲子日 亥將 卯時 什麼",
        "甲子日 亥將 卯時 shehai=deep", "甲子日 亥將 卯時 school=nobody", "日 將 時", "甲子日 亥將 卯時 客2",
        "甲人元 玄武神 申將", "甲子日 亥將 卯時 酉位 客0", "甲子日 亥將 卯時 金日", "x" * 10_000_000, None, 5,
        "甲子日 亥將 卯時 shehai=depth shehai=depth", "甲子日\x00 亥將 卯時", "甲人元 玄武神 申將 午位 君子問",
    ],
)  # fmt: skip
def test_bad_lines(line: Any) -> None:
    with pytest.raises(LiurenError) as caught:
        parse_notation(line)
    assert len(str(caught.value)) < 600


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="甲乙子丑寅日將時月位客神人元問所來=@: shehai1男", max_size=40))
def test_noise_never_breaks_anything_but_the_line(line: str) -> None:
    chart = None
    with contextlib.suppress(LiurenError):
        chart = parse_notation(line)
    assert chart is None or parse_notation(chart.notation) == chart


LIUREN = "甲子日 亥將 卯時 寅月 子年 午命 申歲 男 夜占 君子問 卯來 所問疾病 雨水 shehai=depth"
JINKOUJUE = "甲寅日 亥將 巳時 酉位 丁丑月 甲午命 辛丑歲 男 客2"
POSITIONS = "甲人元 玄武神 申將 午位"


@pytest.mark.parametrize(
    ("canonical", "line"),
    [
        (LIUREN, "甲子日，亥将，卯时，寅月，子年，午命，申岁，男，夜占，君子问，卯来，所问疾病，雨水，shehai=depth"),
        (LIUREN, "甲子日、亥月將、卯時、寅月、子太歲、午本命、申行年、男、夜占、君子問、卯來、所問疾病、雨水 shehai=depth"),
        (LIUREN, "갑자일 해장 묘시 인월 자년 오명 신세 남 야점 군자문 묘래 소문疾病 우수 shehai=depth"),
        (LIUREN, "갑자일, 등명월장, 묘시, 인월, 자태세, 오본명, 신행년, 남자, 밤점, 군자문, 묘래, 소문疾病, 우수, shehai=depth"),
        (LIUREN, "jiazi day, hai general, mao hour, yin month, zi year, wu birth, shen annual, male, by night, gentleman querent, from mao, about 疾病, 雨水, shehai=depth"),
        (LIUREN, "Day jia-zi, general hai, hour mao, month yin, year zi, birth wu, annual shen, male, by night, querent gentleman, from mao, about 疾病 雨水 shehai=depth"),
        (JINKOUJUE, "갑인일 해장 사시 유위 정축월 갑오명 신축세 남 객2"),
        (JINKOUJUE, "갑인일 해장 사시 유지분 정축월 갑오본명 신축행년 남자 객2"),
        (JINKOUJUE, "jiayin day, hai general, si hour, you seat, dingchou month, jiawu birth, xinchou annual, male, guest 2"),
        (JINKOUJUE, "甲寅日 亥将 巳时 酉地分 丁丑月 甲午命 辛丑岁 男 客2"),
        (POSITIONS, "갑인원 현무신 전송장 오위"),
        (POSITIONS, "jia stem, dark-warrior noble, shen general, wu seat"),
        (POSITIONS, "甲人元 玄武神 传送将 午位"),
        ("壬申日 申將 午時 巳月", "임신일 신장 오시 사월"),
        ("壬申日 申將 午時 巳月 清明", "임신일 신장 오시 사월 청명"),
    ],
)  # fmt: skip
def test_a_notation_is_read_in_every_language(canonical: str, line: str) -> None:
    chart = parse_notation(line)
    assert chart == parse_notation(canonical)
    assert chart.notation == canonical


@pytest.mark.parametrize("line", ["day", "갑자일 day", "from", "by", "night", "jiazi day from"])
def test_words_without_their_values_are_refused(line: str) -> None:
    with pytest.raises(LiurenError):
        parse_notation(line)
