"""Findings, traces and phrases: what the reader is told, and on what grounds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from liuren.charts.jinkoujue import jinkoujue_chart, positions_chart
from liuren.charts.liuren import liuren_chart
from liuren.edition.works import works
from liuren.rules import clauses, coverage, explain, findings, fired, rulebook_digest, tree
from liuren.rules.phrases import LANGUAGES, korean_denied, korean_linked
from liuren.rules.rulebook import rulebook
from liuren.rules.traces import TraceNode
from liuren.terms.errors import InputError
from liuren.terms.particles import particle


def chart() -> Any:
    """甲子日 亥將 卯時 寅月: 戌 on the day and first transmission, void, carrying 六合."""
    return liuren_chart("甲子", "卯", "亥", month="寅")


def test_the_clauses_that_hold_are_named_in_the_order_of_the_book() -> None:
    held = fired(chart())
    assert {"shefu:youwu.4", "shefu:tianjiang.11", "shefu:xu.8", "shefu:shigan.2"} <= set(held)
    assert "shefu:zi.5" not in held
    order = [row["id"] for row in clauses("shefu")]
    assert held == sorted(held, key=order.index)


def test_findings_are_the_conclusions_of_exactly_those_clauses() -> None:
    found = findings(chart())
    assert {f.clause for f in found} == set(fired(chart()))
    for one in found:
        assert set(one.labels) == set(LANGUAGES)
        assert (one.facet == "attribute") == (one.attribute is not None)
        assert one.mode in ("states", "leans")
        assert one.rarity is None or 0 < one.rarity["fires"] <= one.rarity["states"]
    json.dumps([one.to_dict(trace=False) for one in found])


def test_variants_carry_their_siglum() -> None:
    by_clause = {f.clause: f for f in findings(liuren_chart("癸巳", "寅", "酉", month="辰"))}
    for clause, one in by_clause.items():
        status = {row["id"]: row["status"] for row in clauses("shefu")}[clause]
        assert (one.variant is not None) == (status == "variant")


def leaves(node: dict[str, Any]) -> list[dict[str, Any]]:
    children = node["children"]
    return [leaf for child in children for leaf in leaves(child)] if children else [node]


def test_a_trace_says_why_and_why_not_with_a_source_for_every_fact() -> None:
    data = explain(chart(), "shefu:zi.5").to_dict()
    assert data["holds"] is False
    assert data["condition"]["zh-Hant"] == "子加日干，且子乘天后"
    over, carries = data["leaves"]
    assert [over["holds"], carries["holds"]] == [False, False]
    assert over["definition"]["name"] == "加日"
    assert over["definition"]["options"] == {"A01": "stem"}
    said = [evidence["zh-Hant"] for evidence in over["evidence"]]
    assert any(text.startswith("甲寄寅") for text in said)
    assert any(text.startswith("寅上得戌") and "月將亥加占時卯" in text for text in said)
    assert carries["evidence"][0]["source"] == {"kind": "convention", "name": "generals"}
    assert over["cells"] == ["cell:寅"]
    json.dumps(data)


def test_a_trace_says_what_the_clause_means_or_would_mean() -> None:
    held = explain(chart(), "shefu:wuse.4").to_dict()
    assert held["holds"]
    assert [(one["facet"], one["labels"]["en"]) for one in held["says"]] == [("colour", "black")]
    failed = explain(chart(), "shefu:zi.5").to_dict()
    assert not failed["holds"]
    assert [(one["facet"], one["concept"]) for one in failed["says"]] == [("person", "young-girl")]
    assert explain(chart(), "shefu:youwu.1").to_dict()["says"] == []


def test_a_trace_says_what_was_not_given_and_what_the_month_is() -> None:
    def told(clause: str, given: Any, language: str = "en") -> str:
        return " / ".join(
            evidence[language]
            for leaf in explain(given, clause).leaves
            for node in leaf.leaves()
            for evidence in node.evidence
        )

    assert "is not known — not given when the chart was cast" in told("shefu:hai.31", chart())
    monthless = told("shefu:wuse.20", liuren_chart("甲子", "卯", "亥"))
    assert monthless.count("is not known — the month was not given") == 2
    assert "— prosperous" not in monthless
    # Nobody said who asks: what is said of either is told, so the atom holds.
    assert "so what is said of either is told" in told("shefu:liuhe.5", chart())
    past = liuren_chart("乙丑", "酉", "午", month="申")
    assert "the branch of the month is Shen (申)" in told("shefu:guoshi.2", past)
    frame = told("shefu:xushi.12", chart(), "ko")
    assert frame.startswith("삼전(三傳)은 ")
    condition = explain(chart(), "shefu:xushi.12").condition["ko"]
    assert condition == "삼전이 신(申)·자(子)·진(辰)으로 이루어짐"


@pytest.mark.parametrize("work", works())
def test_traces_agree_with_what_fires_and_every_leaf_has_evidence(work: str) -> None:
    rng = random.Random(work)
    made = some_charts(work, rng)
    for one in made:
        held = set(fired(one, work))
        for clause in rng.sample([row["id"] for row in clauses(work)], 40):
            trace = explain(one, clause)
            assert trace.holds == (clause in held), clause
            for rule in trace.rules:
                assert_sound(rule.root)
            data = trace.to_dict()
            json.dumps(data)
            for node in data["leaves"]:
                for leaf in leaves(node):
                    assert set(leaf["text"]) == set(LANGUAGES)
                    for evidence in leaf["evidence"]:
                        assert evidence["source"]["kind"] in (
                            "input", "calendar", "table", "rule", "convention", "definition",
                        )  # fmt: skip


def said_of(chart: Any, clause: str) -> list[list[str]]:
    """The English evidence of every leaf of a clause that has no parts."""
    nodes = [leaf for node in explain(chart, clause).to_dict()["leaves"] for leaf in leaves(node)]
    return [[one["en"] for one in leaf["evidence"]] for leaf in nodes if not leaf["children"]]


def test_what_was_not_given_is_told_instead_of_no() -> None:
    bare = jinkoujue_chart("甲寅", "巳", "亥", "酉")
    missing = " — not given when the chart was cast"
    assert [f"no{missing}"] in said_of(bare, "jinkoujue:49")
    assert f"the annual stem is not known{missing}" in said_of(bare, "jinkoujue:49")[1]
    tomb, run, harm = said_of(bare, "jinkoujue:46")[:3]
    annual = f"the annual branch (行年) is not known{missing}"
    assert tomb == [annual, f"the birth pillar is not known{missing}"]
    assert run[-1] == f"the great run is not known{missing}"
    assert harm[-1] == annual


def test_what_an_annual_chart_rests_on_is_named() -> None:
    given = " — given when the chart was cast"
    person = {"birth": "甲午", "sex": "male", "age": 66, "great_run": "午"}
    cast = jinkoujue_chart("甲寅", "巳", "亥", "酉", **person)
    tomb, run, harm = said_of(cast, "jinkoujue:46")[:3]
    assert tomb[:2] == [
        f"the annual branch (行年) is Chou (丑){given}",
        f"the birth pillar is Jia-Wu (甲午){given}",
    ]
    assert tomb[2].startswith("yes — sound elements")
    assert run[-1] == f"the great run is Wu (午){given}"
    assert harm[1] == tomb[0]
    assert said_of(cast, "jinkoujue:49")[1][1:] == [
        f"the annual stem is Xin (辛){given}",
        "the five pairs of stems: 甲己, 乙庚, 丙辛, 丁壬, 戊癸",
    ]


def test_what_is_looked_among_is_shown() -> None:
    cast = jinkoujue_chart("甲寅", "巳", "亥", "酉")
    assert said_of(cast, "jinkoujue:297")[0] == [
        "what is seen: Mao (卯) and You (酉) — how a 金口訣 chart is cast"
    ]
    assert said_of(cast, "jinkoujue:172")[0] == [
        "the effective line (用爻) is the general spirit (將神) — how a 金口訣 chart is cast"
    ]
    strengths = said_of(cast, "jinkoujue:324")[1]
    assert len(strengths) == 4
    assert strengths[3].startswith("the strength of the seat (地分) inside the chart is prosperous")
    elements = said_of(chart(), "shefu:zi.6")
    assert any(one.startswith("what is seen: ") for leaf in elements for one in leaf)


def some_charts(work: str, rng: random.Random) -> list[Any]:
    if work == "shefu":
        return [
            liuren_chart(rng.randrange(60), rng.randrange(12), term=rng.randrange(24), year="子",
                         birth="午", age_branch="申", querent="君子")
            for _ in range(4)
        ]  # fmt: skip
    return [
        jinkoujue_chart(rng.randrange(60), rng.randrange(12), rng.randrange(12), rng.randrange(12),
                        month="卯", birth="甲午", annual="辛丑", sex="male")
        for _ in range(4)
    ]  # fmt: skip


def assert_sound(node: TraceNode) -> None:
    """A node holds as its children say; an atom has evidence."""
    if node.children:
        held = [child.holds for child in node.children]
        body = node.condition
        while isinstance(body, tree.Call) and body.body is not None:
            body = body.body
        if isinstance(body, tree.Not):
            assert node.holds != held[0]
        else:
            assert node.holds == (any(held) if node.joined == "any" else all(held))
    else:
        body = node.condition
        while isinstance(body, tree.Call) and body.body is not None:
            body = body.body
        constant = isinstance(body, tree.Within) and not any(
            isinstance(o, tree.Quantity) for o in tree.operands(body)
        )
        assert node.evidence or isinstance(body, tree.Always) or constant, node.text
    for child in node.children:
        assert_sound(child)


def test_what_is_not_known_makes_its_atom_false_but_either_querent_may_be_meant() -> None:
    held = set(fired(liuren_chart("甲子", "卯", "亥", month="寅")))
    without_month = set(fired(liuren_chart("甲子", "卯", "亥")))
    assert "shefu:xingzhuang.7" in held
    assert "shefu:xingzhuang.7" not in without_month
    assert {"shefu:liuhe.5", "shefu:liuhe.6"} <= held
    lord = set(fired(liuren_chart("甲子", "卯", "亥", month="寅", querent="君子")))
    assert "shefu:liuhe.5" in lord
    assert "shefu:liuhe.6" not in lord


def test_an_option_of_the_convention_changes_what_fires() -> None:
    plain = fired(chart())
    bare = fired(liuren_chart("甲子", "卯", "亥", month="寅", convention={"A05": "bare"}))
    assert set(plain) < set(bare)
    assert "shefu:zi.2" in bare
    assert "shefu:zi.2" not in plain


def test_the_worked_chart_of_the_golden_mouth_book() -> None:
    given = positions_chart("癸", "太常", "卯", "酉")
    held = fired(given)
    assert {"jinkoujue:160", "jinkoujue:175"} <= set(held)
    assert explain(given, "jinkoujue:175").holds


@pytest.mark.parametrize(
    ("clause", "said"),
    [("shefu:zi.999", "zi."), ("nowhere:1", "work"), ("zi.5", "clause id"), ("", "clause id")],
)
def test_an_unknown_clause_is_refused_politely(clause: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        explain(chart(), clause)
    assert said in str(caught.value)


def test_a_work_is_not_read_on_a_chart_of_the_other_art() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        fired(chart(), "jinkoujue")
    with pytest.raises(InputError, match="cannot be read"):
        fired(positions_chart("癸", "太常", "卯", "酉"), "shefu")


@pytest.mark.parametrize("work", works())
def test_every_clause_is_listed_with_its_condition_in_four_languages(work: str) -> None:
    rows = clauses(work)
    assert sum(coverage(work).values()) == len(rows)
    in_force = rulebook(work).by_clause
    for row in rows:
        assert set(row["text"]) == {"zh-Hant", "zh-Hans"}
        if row["id"] in in_force:
            assert set(row["condition"]) == set(LANGUAGES)
            assert all(row["condition"].values())
            assert row["rarity"] is not None
        if row["status"] == "not-encoded":
            assert row["reason"]
    json.dumps(rows)


def test_simplified_phrases_hold_no_traditional_forms() -> None:
    traditional = set("傳將臨剋屬陰陽歲馬龍貴勾陳騰時課體沖長發後過來見鄰東書") - set("陳")
    for row in clauses("shefu"):
        if row["condition"]:
            left = traditional & set(row["condition"]["zh-Hans"]) - set("勾見")
            assert not left, (row["id"], row["condition"]["zh-Hans"])


@pytest.mark.parametrize(
    ("word", "kind", "expected"),
    [
        ("자(子)", "이", "가"), ("술(戌)", "이", "이"), ("천후(天后)", "을", "를"),
        ("등사(騰蛇)", "은", "는"), ("월장(月將)", "과", "과"), ("술(戌)", "으로", "로"),
        ("인(寅)", "으로", "으로"),
    ],
)  # fmt: skip
def test_korean_particles_follow_the_spoken_word(word: str, kind: str, expected: str) -> None:
    assert particle(word, kind) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("자(子)가 일간 위에 있음(加日)", "자(子)가 일간 위에 있고(加日)"),
        ("자(子)가 천후를 태움(乘)", "자(子)가 천후를 태우고(乘)"),
        ("초전이 공망(空亡)", "초전이 공망(空亡)이고"),
        ("손님이 2 이상임", "손님이 2 이상이고"),
        ("삼전에 듦", "삼전에 들고"),
    ],
)
def test_korean_clauses_are_linked_by_their_verb(said: str, expected: str) -> None:
    assert korean_linked(said, "고") == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("이웃한 자리 사이에 극(剋)이 있음", "이웃한 자리 사이에 극(剋)이 없음"),
        ("자(子)가 일간(日干) 위에 있음(加日)", "자(子)가 일간(日干) 위에 있지 않음(加日)"),
        ("행년의 지지가 과와 삼합함(三合)", "행년의 지지가 과와 삼합하지 않음(三合)"),
        ("인문(人門: 묘나 유)이 보임", "인문(人門: 묘나 유)이 보이지 않음"),
        ("일지(日支)가 축(丑)임", "일지(日支)가 축(丑)이지 않음"),
    ],
)
def test_korean_is_denied_by_its_verb(said: str, expected: str) -> None:
    assert korean_denied(said) == expected
    assert korean_linked(expected, "고").replace("고", "음") == expected


def test_the_digest_names_the_state_of_all_works() -> None:
    assert rulebook_digest() == rulebook_digest()
    assert rulebook_digest().startswith("sha256:")
    assert len({rulebook(work).source.digest for work in works()}) == len(works())
