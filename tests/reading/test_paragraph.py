"""The explanation paragraph in four languages."""

import re

import pytest

import liuren
from liuren.reading import vocabulary
from liuren.reading.paragraph import fill, particle
from liuren.reading.readings import Reading
from liuren.reading.topics import parse_topic
from liuren.terms.errors import InputError

from .standin import attribute, thing
from .test_candidates import KEY, reading
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
