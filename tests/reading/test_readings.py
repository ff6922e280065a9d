"""Whole readings of charts by the rules of the works."""

import json
import math
import random
import re

import pytest

import liuren
from liuren.reading import forecast, lexicon, vocabulary
from liuren.reading.census import census_file, main
from liuren.reading.profile import KEYS
from liuren.terms.errors import InputError
from liuren.terms.pillars import NAMES as PILLARS

CHART = liuren.liuren_chart(day="甲子", hour="卯", general="亥", month="寅")
KIM = liuren.jinkoujue_chart(day="甲寅", hour="巳", general="亥", seat="酉", month="卯")


def some_charts(count: int) -> list:
    lots = random.Random(11)
    return [
        liuren.liuren_chart(
            day=PILLARS[lots.randrange(60)], hour=lots.randrange(12), term=lots.randrange(24)
        )
        for _ in range(count)
    ]


def test_the_documented_shape() -> None:
    data = liuren.read(CHART).to_dict()
    assert {
        "chart", "findings", "profile", "candidates", "convention", "profile_used",
    } <= set(data)  # fmt: skip
    assert set(data["profile"]) == set(KEYS)
    for finding in data["findings"]:
        assert {"clause", "also", "facet", "concept", "labels", "mode", "variant"} <= set(finding)
        assert {"salience", "rarity", "trace"} <= set(finding)
        assert ("attribute" in finding) == (finding["facet"] == "attribute")
        assert set(finding["labels"]) == set(vocabulary.LANGUAGES)
        assert 1 <= finding["salience"] <= 5
        assert finding["trace"]["holds"] is True
    json.dumps(data, ensure_ascii=False)


def test_findings_are_those_of_the_rules_in_order_of_salience() -> None:
    reading = liuren.read(CHART)
    named = {clause for one in reading.evidence for clause in one.clauses}
    assert named <= set(liuren.fired(CHART))
    ranks = [one.standing.rank for one in reading.evidence]
    assert ranks == sorted(ranks)


def test_void_on_the_day_stem_is_an_empty_cover() -> None:
    """甲子 day, 戌 is void, first transmission and over the day stem: 用起空亡加日上，其中無物 (youwu.4)."""
    reading = liuren.read(CHART)
    assert reading.empty
    assert "shefu:youwu.4" in reading.profile.facets["existence"].values[0].statement.clauses
    assert reading.candidates() == []
    assert len(reading.to_dict(traces=False)["nearest"]) == 5


@pytest.mark.parametrize("language", vocabulary.LANGUAGES)
def test_every_reading_can_be_told(language: str) -> None:
    for chart in [*some_charts(25), KIM]:
        told = liuren.read(chart).paragraph(language)
        assert told
        assert not re.search("[{}]", told)


def test_forecasts_are_probabilities_and_not_too_sure() -> None:
    surest = []
    for chart in some_charts(60):
        chances = forecast(liuren.read(chart), lexicon())
        assert math.isclose(sum(chances), 1.0)
        surest.append(max(chances))
    assert sum(surest) / len(surest) < 0.15


def test_profile_chooses_the_variants() -> None:
    chart = next(c for c in some_charts(60) if any(f.variant for f in liuren.read(c).findings))
    everything = liuren.read(chart, profile="all").findings
    assert len(liuren.read(chart).findings) == len(everything)
    assert [f for f in everything if f.variant]
    with pytest.raises(InputError, match="another authorit"):
        liuren.read(chart, profile="another authority")


def test_a16_adds_replaces_or_drops_the_variants() -> None:
    day = {"day": "甲子", "hour": "卯", "month": "寅"}
    for general in range(12):
        found = {
            value: liuren.read(
                liuren.liuren_chart(general=general, convention={"A16": value}, **day)
            ).findings
            for value in ("add", "replace", "off")
        }
        assert not any(f.variant for f in found["off"])
        variants = [f.clause for f in found["add"] if f.variant]
        assert [f.clause for f in found["replace"] if f.variant] == variants
        assert len(found["replace"]) <= len(found["add"])


@pytest.mark.parametrize(
    ("chart", "variant", "gone", "kept"),
    [
        # 日辰之上見天乙: the variant is about the colours, not about the line before them.
        (
            {"day": "甲子", "hour": "子", "general": "巳"},
            "tianjiang.3",
            "tianjiang.2",
            "tianjiang.1",
        ),
        # 亥加歲行年: the line between (亥作太常) has a condition of its own.
        (
            {"day": "甲子", "hour": "子", "general": "丑", "year": "戌"},
            "hai.30",
            "hai.28",
            "hai.29",
        ),
        # 寅加亥亦為橋 adds a condition and stands for no other line; 卯加子 has its own 一云.
        ({"day": "甲子", "hour": "亥", "general": "寅"}, "chou.11", "mao.11", "yin.18"),
    ],
)
def test_a16_replace_puts_a_variant_for_the_line_of_the_same_condition(
    chart: dict, variant: str, gone: str, kept: str
) -> None:
    def clauses(value: str) -> set[str]:
        cast = liuren.liuren_chart(convention={"A16": value}, **chart)
        return {
            one.clause.removeprefix("shefu:") for one in liuren.read(cast, work="shefu").findings
        }

    added, replaced = clauses("add"), clauses("replace")
    assert variant in replaced
    assert gone in added - replaced
    assert kept in replaced


def test_a17_first_keeps_one_reading_of_a_condition_and_facet() -> None:
    day = {"day": "甲子", "hour": "卯", "general": "亥", "month": "寅"}
    first = liuren.read(liuren.liuren_chart(convention={"A17": "first"}, **day)).findings
    assert 0 < len(first) < len(liuren.read(CHART).findings)
    clauses: dict = {}
    for one in first:
        key = (one.condition, one.attribute or one.facet)
        assert clauses.setdefault(key, one.clause) == one.clause


def test_topics() -> None:
    people = liuren.read(CHART, topic="人物")
    assert people.topic == "person"
    assert all((e.facet == "person") == e.on_topic for e in people.evidence)
    ill = liuren.liuren_chart(day="甲子", hour="卯", general="亥", topic="疾病")
    assert liuren.read(ill).topic == "illness"
    with pytest.raises(InputError):
        liuren.read(CHART, topic="nonsense")
    with pytest.raises(InputError):
        liuren.read(CHART, work="nonsense")
    with pytest.raises(InputError):
        liuren.read(CHART, work="jinkoujue")


def test_jinkoujue_reads_all_works_of_its_art() -> None:
    reading = liuren.read(KIM)
    assert reading.work == "jinkoujue"
    assert set(reading.works) >= {"jinkoujue", "jinkoujue-beyond"}
    assert reading.topic == "event"
    assert any(one.on_topic for one in reading.evidence)
    hidden = liuren.read(KIM, topic="object")
    assert hidden.profile.facets["kind"].values
    data = hidden.to_dict()
    assert data["profile"]["colour"]["values"][0]["custom"] is True
    json.dumps(data, ensure_ascii=False)


def test_the_census_of_values_agrees_with_readings() -> None:
    """In a sample of all charts each value is stated about as often as the census says."""
    census = json.loads(census_file().read_text("utf-8"))
    sample, seen = 300, {}
    for chart in some_charts(sample):
        for facet, found in liuren.read(chart).profile.facets.items():
            for value in found.values:
                key = (facet, value.statement.value)
                seen[key] = seen.get(key, 0) + 1
    states = census["states"]
    for facet, values in census["values"].items():
        for value, fires in values.items():
            expected = sample * fires / states
            spread = math.sqrt(expected * (1 - fires / states)) + 1
            assert abs(seen.get((facet, value), 0) - expected) < 5 * spread, (facet, value)
    assert {facet for facet, _ in seen} <= set(census["values"])


def test_the_census_is_up_to_date() -> None:
    assert main([]) == 0


def test_what_positions_state_is_measured_by_what_positions_state() -> None:
    """Of 金口訣 charts one in three has earth as the use line; by the she fu book earth is rarely named."""
    hidden = liuren.read(KIM, topic="object")
    assert {facet.told for facet in hidden.profile.facets.values()} == {"positions"}
    kind = next(term for term in hidden.ranking.terms if term.profile.facet == "kind")
    assert kind.luck == vocabulary.luck("kind", "positions") != vocabulary.luck("kind")
    brick = next(one for one in lexicon() if one.id == "brick")
    place = [one.id for one in lexicon()].index("brick")
    assert math.isclose(
        kind.points_of(brick.attributes["kind"]), kind.points[kind.own[place]], abs_tol=1e-9
    )
    assert {facet.told for facet in liuren.read(CHART).profile.facets.values()} == {"values"}


def test_rarity_of_a_value_is_shown_under_the_default_convention_only() -> None:
    value = liuren.read(CHART).to_dict(traces=False)["profile"]["kind"]["values"][0]
    assert 0 < value["rarity"]["fires"] < value["rarity"]["states"] == 17280
    other = liuren.liuren_chart(day="甲子", hour="卯", general="亥", convention={"A20": "table"})
    value = liuren.read(other).to_dict(traces=False)["profile"]["kind"]["values"][0]
    assert value["rarity"] is None


def test_what_was_asked_before_changes_no_reading() -> None:
    from liuren.rules.tables import tables

    chart = liuren.liuren_chart(
        day="甲子", hour="卯", general="亥", month="寅", convention={"noble_table": "jia_sheep"}
    )
    before = liuren.read(chart).to_dict()
    tables("shefu", chart.convention).census()
    assert liuren.read(chart).to_dict() == before
    assert before["findings"][0]["rarity"] is None
