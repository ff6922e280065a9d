"""Bigrams and differences: the pure parts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from liuren.casebook.bigrams import grams, query_grams
from liuren.casebook.case import Case, Cast
from liuren.casebook.differences import changes, difference
from liuren.terms.search import contains

CHART = {
    "notation": "甲子日 亥將 卯時",
    "transmissions": [{"branch": "戌"}, {"branch": "午"}, {"branch": "寅"}],
    "convention": {"shehai": "mengzhong"},
    "engine": "liuren 0.1.0",
    "rulebook": "sha256:a",
}


def indexed(text: str, query: str) -> bool:
    """Whether the index of a text has what a query asks of it."""
    known = grams(text)
    return all(
        any(all(known & set(gram) for gram in spelling) for spelling in word)
        for word in query_grams(query)
    )


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=30), data=st.data())
def test_the_index_finds_whatever_the_text_contains(text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    query = text[begin:end]
    if contains(text, query):
        assert indexed(text, query)


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("貴人乘青龍", "青龍", True),
        ("貴人乘青龍", "人青", False),
        ("개의 열쇠를", "열쇠", True),
        ("ＫＥＹ", "key", True),
        ("a\nb", "a b", True),
        ("", "x", False),
        ("貴人乘青龍", "贵人", True),
        ("贵人乘青龙", "貴人 青龍", True),
        ("귀인이 청룡을 탄다", "貴人", True),
        ("貴人乘青龍", "귀인", True),
        ("甲子日", "갑자", True),
        ("甲子日", "갑자일", False),
        ("四課", "사과", False),
        ("頭髮與發財", "头发", True),
    ],
)
def test_words_without_spaces(text: str, query: str, found: bool) -> None:
    assert contains(text, query) is found
    assert indexed(text, query) is found


def test_the_same_chart_has_no_difference() -> None:
    case = Case(cast=Cast.of(CHART), findings=({"clause": "a"},))
    found = difference(case, {**CHART, "engine": "liuren 9"}, [{"clause": "a"}])
    assert found["same"]
    assert found["engine"] == {"then": "liuren 0.1.0", "now": "liuren 9"}


def test_each_difference_is_told_by_its_place() -> None:
    case = Case(cast=Cast.of(CHART), findings=({"clause": "a"}, {"clause": "b"}))
    today = {
        **CHART,
        "transmissions": [{"branch": "戌"}, {"branch": "巳"}, {"branch": "寅"}],
        "convention": {"shehai": "depth"},
        "rulebook": "sha256:b",
    }
    found = difference(case, today, [{"clause": "b"}, {"clause": "c"}])
    assert not found["same"]
    assert found["chart"] == [{"path": "transmissions.1.branch", "then": "午", "now": "巳"}]
    assert found["convention"] == [{"path": "shehai", "then": "mengzhong", "now": "depth"}]
    assert found["findings"] == {"gone": ["a"], "new": ["c"]}
    assert case.cast is not None
    assert case.cast.chart == CHART


def test_lists_of_other_lengths_differ_as_a_whole() -> None:
    assert changes({"a": [1]}, {"a": [1, 2]}) == [{"path": "a", "then": [1], "now": [1, 2]}]
    assert changes({"a": 1}, {}) == [{"path": "a", "then": 1, "now": None}]
