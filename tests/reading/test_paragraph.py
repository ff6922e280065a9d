"""The explanation paragraph in four languages."""

import re

import pytest

import liuren
from liuren.reading import vocabulary
from liuren.reading.paragraph import fill
from liuren.reading.readings import Reading
from liuren.reading.topics import on_topic, parse_topic
from liuren.rules import tree
from liuren.terms.errors import InputError
from liuren.terms.particles import particle

from .standin import DAY_STEM, StandIn, attribute, branch, thing
from .test_candidates import KEY, reading
from .test_profile import CHART as TOPICAL
from .test_profile import reading as topical

LANGUAGES = vocabulary.LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_tells_what_is_there_and_what_agrees(language: str) -> None:
    read = reading(*KEY, thing("shefu:b.1", "瓶"), attribute("shefu:a.9", "alive", "no"))
    told = read.paragraph(language)
    best = read.candidates(1)[0].thing.labels[language]
    assert best in told
    assert vocabulary.values("kind")["hardware"][language] in told
    assert not re.search(r"[{}]", told)
    assert "shefu:" in told


def test_english_and_korean_read_as_sentences() -> None:
    read = reading(*KEY)
    assert "By kind it belongs with metal goods." in read.paragraph("en")
    assert "Its shape is long and thin, its size small and its texture hard." in read.paragraph(
        "en"
    )
    korean = read.paragraph("ko")
    assert "부류로 보면 쇠붙이(五金)입니다." in korean
    assert "생김새는 가늘고 긴 모양, 크기는 작은 것, 질감은 단단한 것입니다." in korean


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_topics_and_silence(language: str) -> None:
    assert "老婦" in topical(thing("shefu:a.2", "老婦", "person"), topic="person").paragraph(
        language
    )
    silent = topical(topic="weather").paragraph(language)
    assert vocabulary.topics()["weather"][language] in silent


@pytest.mark.parametrize("language", LANGUAGES)
def test_spirits_in_play_are_told_before_those_elsewhere(language: str) -> None:
    def person(name: str, spirit: int) -> StandIn:
        return thing(
            f"shefu:a.{spirit + 1}", name, "person", condition=tree.Over(branch(spirit), DAY_STEM)
        )

    played = {TOPICAL.on_stem, TOPICAL.on_branch, *TOPICAL.transmissions}
    away = next(spirit for spirit in range(12) if spirit not in played)
    near, far = person("A-near", TOPICAL.on_stem), person("B-far", away)
    both = topical(far, near, topic="person").paragraph(language)
    assert 0 < both.index("A-near") < both.index("B-far")
    words = vocabulary.explanation()
    only_far = topical(far, topic="person").paragraph(language)
    assert only_far.startswith(
        words["topic.far.only"][language]
        .replace("{topic}", vocabulary.topics()["person"][language])
        .replace("{things}", "B-far")
    )
    assert words["evidence.one"][language].replace("{clauses}", far.clause) in only_far
    only_near = topical(near, topic="person").paragraph(language)
    assert "A-near" in only_near
    assert only_near.startswith(words["topic"][language].split("{")[0])


def test_of_a_value_and_a_wider_one_the_narrower_is_told() -> None:
    both = reading(
        attribute("shefu:a.1", "number", "several"), attribute("shefu:a.2", "number", "four")
    )
    assert "Its number is four." in both.paragraph("en")
    metal = reading(
        attribute("shefu:a.1", "kind", "metal"), attribute("shefu:a.2", "kind", "silverware")
    )
    assert "By kind it belongs with silverware." in metal.paragraph("en")


def test_words_of_a_topic_and_those_it_excepts() -> None:
    def asked(topic: str, name: str, facet: str = "event") -> bool:
        return on_topic(facet, {"zh-Hant": name}, topic)

    assert asked("letters", "文書喜信")
    assert not asked("letters", "文繡", "object")
    assert asked("lawsuit", "獄訟")
    assert not asked("lawsuit", "遷官")
    assert not asked("lawsuit", "相刑")
    assert asked("lost", "失物走逸")
    assert not asked("lost", "骨肉死亡")
    assert asked("grave", "墳墓損壞")
    assert not asked("grave", "奴婢逃亡")
    assert asked("travel", "出行不吉")
    assert not asked("travel", "驢馬死亡")


def test_particles() -> None:
    assert [particle(word, "은") for word in ("빛깔", "크기", "맛")] == ["은", "는", "은"]
    assert particle("물(水)", "으로") == "로"
    assert particle("속이 찬 것(實)", "으로") == "으로"
    assert particle("나무", "이") == "가"
    assert fill("{a:은} {b}", {"a": "책", "b": 3}) == "책은 3"


def test_topic_names() -> None:
    assert parse_topic("疾病") == parse_topic("illness") == parse_topic("질병") == "illness"
    with pytest.raises(InputError) as error:
        parse_topic("wether")
    assert "weather" in error.value.hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_jinkoujue_reads_a_hidden_thing_by_its_positions(language: str) -> None:
    chart = liuren.jinkoujue_chart(day="甲寅", hour="巳", general="亥", seat="酉")
    read = Reading(chart, ("jinkoujue",), "object", "base", ())
    kinds = [value.statement.value for value in read.profile.facets["kind"].values]
    assert kinds == ["wood"]  # the use line is the general 卯
    assert {v.statement.value for v in read.profile.facets["colour"].values} == {
        "leaf-green",
        "crimson",
    }
    assert all(v.statement.custom for f in read.profile.facets.values() for v in f.values)
    assert read.paragraph(language)
    assert read.ranking.terms
