"""What the terminal says of one clause: whether it holds, and all that its editors have to say of it."""

from __future__ import annotations

import pytest

from .conftest import Run

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")
CAST = ("--chart", "甲子日 亥將 卯時 寅月")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("command", "clause"),
    [
        ("shefu", "jishi.1"),  # not encoded
        ("shefu", "zi.1"),  # a definition
        ("shefu", "qili.2"),  # a method
        ("shefu", "youwu.7"),
        ("shefu", "zi.8"),  # a variant
        ("jinkoujue", "12"),  # an example
        ("jinkoujue", "291"),
    ],
)
def test_every_kind_of_clause_can_be_asked_for(
    run: Run, command: str, clause: str, language: str
) -> None:
    chart = CAST if command == "shefu" else ("--chart", "甲人元 玄武神 申將 午位")
    ended = run(command, *chart, "--why", clause, "--lang", language)
    assert (ended.status, ended.err) == (0, "")
    assert f"{command}:{clause}" in ended.out


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh-Hant", "依所用取法，此條不用。"),
        ("zh-Hans", "依所用取法，此条不用。"),
        ("ko", "지금 고른 규칙에서는 이 조목을 쓰지 않습니다."),
        ("en", "Under the convention in use this clause is silent."),
    ],
)
def test_a_clause_that_an_option_silences_says_so(run: Run, language: str, said: str) -> None:
    line = ("--why", "jishi.3", "--set", "text=printed", "--lang", language)
    assert said in run("shefu", *CAST, *line).out
    assert said not in run("shefu", *CAST, "--why", "jishi.3", "--lang", language).out


@pytest.mark.parametrize(
    "words", [("text", "shefu:{}"), ("shefu", *CAST, "--why", "{}")], ids=["text", "why"]
)
@pytest.mark.parametrize(
    ("clause", "said"),
    [
        # a slip with the option that chooses; one that is not adopted; one that nobody can read
        ("wei.29", "Apparatus: 天罡 → 天空 [text=emended]"),
        ("zi.22", "Apparatus: 馳 → 駝 (not adopted)"),
        ("xushi.11", "Apparatus: 石金火 → ? (not adopted)"),
        # a contradiction with its other places
        ("mzj.3", "C04: A first branch is round"),
        ("mzj.3", "shefu:xingzhuang.2 shefu:mzj.4"),
        # what can never hold, and under what it can
        ("wu.17", "It can hold under noble_table=geng_horse"),
        ("zi.14", "No option of any school lets it hold."),
        # what decides how it is read, by itself or through a phrase, and what it says otherwise
        ("zi.5", "Options: A01 (“on the day”)"),
        ("wuse.5", "A20=both: the seasonal strength of the first transmission is resting (休) or"),
        ("jishi.3", "A30=off: silent"),
        ("xingzhuang2.3", "text=printed: round, long"),
        ("guoshi.5", "A21=spirit text=printed: "),
    ],
)
def test_what_the_editors_say_is_seen(
    run: Run, words: tuple[str, ...], clause: str, said: str
) -> None:
    ended = run(*(word.format(clause) for word in words), "--lang", "en")
    assert said in ended.out
