"""Nothing a user sees is left in another language: no English words, no characters of the other script.

Ids, flags, names of programs and zones, and the canonical notation are what they are in every language.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from liuren.calendar.meaning import SOLAR_TIMES

from .conftest import Run

CAST = ("--day", "甲子", "--hour", "卯", "--general", "亥", "--month", "寅")
AT = ("--at", "2026-11-22T16:20", "--place", "Seoul")
PERSON = ("--birth", "甲午", "--sex", "male", "--age", "33")
SHOWN: list[tuple[str, ...]] = [
    ("shefu", *CAST, "--all"),
    ("shefu", *AT, "--all"),
    ("shefu", *CAST, "--why", "zi.5"),
    ("shefu", *CAST, "--set", "shehai=depth", "--convention", "xieji"),
    ("chart", "--chart", "乙巳日 子將 丑時"),
    ("chart", "--at", "1987-05-10T01:20", "--place", "北京", "--solar-time", "true"),
    ("jinkoujue", *CAST, *PERSON, "--seat", "酉", "--all"),
    ("jinkoujue", *AT, "--seat", "15", "--guest", "3"),
    ("jinkoujue", *CAST, "--seat", "酉", "--why", "250"),
    ("annual", *PERSON),
    *(("moment", *AT, "--solar-time", one) for one in SOLAR_TIMES),
    ("moment", "--at", "1582-10-20T16:20", "--zone", "Asia/Seoul"),
    ("moment", "--day", "甲子", "--hour", "卯", "--from", "2020", "--to", "2021", "--zone", "UTC"),
    ("text",),
    ("text", "jinkoujue:annual-song-zi"),
    ("coverage", "--list", "not-encoded"),
    ("cases", "add", "?", *CAST),
    ("cases", "list"),
    ("cases", "where"),
    ("trial", "begin", "--trials", "3"),
    ("trial", "list"),
    ("trial", "verify"),
    ("trial", "power", "--rate", "0.4"),
    ("doctor",),
]
REFUSED: list[tuple[str, ...]] = [
    ("shefo",),
    ("shefu", "--day"),
    ("shefu", *CAST, "--sex", "?"),
    ("shefu", *CAST, "--querent", "?"),
    ("shefu", *CAST, "--direction", "?"),
    ("shefu", *CAST, "--topic", "?"),
    ("shefu", "--day", "甲丑", *CAST[2:]),
    ("shefu", "--day", "甲子", "--hour", "甲", "--general", "亥"),
    ("shefu", "--chart", "甲子日 亥將 卯時 卯時"),
    ("shefu", "--chart", "?"),
    ("jinkoujue", "--chart", "甲子日 亥將 卯時"),
    ("jinkoujue", *CAST),
    ("jinkoujue", *CAST, "--seat", "?"),
    ("annual", "--birth", "甲午"),
    ("annual", "--birth", "1990", "--sex", "male"),
    ("moment", "--at", "?"),
    ("moment", "--at", "2026-02-30", "--zone", "UTC"),
    ("moment", "--day", "甲子", "--hour", "乙卯", "--from", "2020", "--to", "2021"),
    ("moment", "--day", "甲子", "--from", "2020"),
    ("text", "?"),
    ("coverage", "--work", "?"),
    ("cases", "add"),
    ("cases", "list", "--method", "?"),
    ("cases", "import", "none.json"),
    ("cases", "show", "?"),
    ("trial", "begin", "--trials", "?"),
    ("trial", "reveal", "?"),
    ("batch", "none.csv", "out.csv"),
]
#: Not words of English: ids of works and reports, schools and options, methods and values of options.
NAMES = frozenset({
    "shefu", "jinkoujue", "beyond", "liuren", "seat", "number", "rule", "variant", "definition",
    "method", "not", "encoded", "example", "web", "mcp", "batch", "cases", "atlas", "cluster",
    "geo", "LIUREN", "JSON", "IANA", "UTC", "Brier", "Horosa", "resvg", "default", "help", "lot",
    "format", "bifa", "daquan", "xieji", "yuding", "zhanshi", "object", "person", "place",
    "illness", "weather", "event", "letters", "lawsuit", "wealth", "travel", "lost", "grave",
    "door", "purpose", "omen", "fortune", "male", "female",
})  # fmt: skip
#: Lines that are notation, or name the parts of an installation.
_VERBATIM = re.compile(
    r"^\S+日 \S+將|^ *(?:校勘|교감)|日 .將 .時|^  [✓–] (Python|liuren|web|mcp|cases|batch|atlas|cluster|geo)"
)
_IDS = re.compile(
    r"liuren( [a-z]{3,})*|\w+\.(?:csv|json)|\S*[/\\@=_]\S*|\b\w+:[\w.-]+|\[[\w\s.:-]*\]|--[\w-]+|\b[0-9a-f]{6,}\b|\S*\d\S*|“.*?”|「.*?」|‘.*?’"
)


@cache
def only(script: str) -> frozenset[str]:
    path = Path(__file__).parents[1] / "vocabulary" / "scripts.toml"
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))[script])


def prose(run: Run, words: tuple[str, ...], language: str) -> list[str]:
    """The lines of what is printed, without what is no prose."""
    ended = run("--lang", language, *words)
    assert ended.status in (0, 2) or words == (
        "trial",
        "verify",
    )  # a chain without links has a fault
    assert "LIUREN_DEBUG" not in ended.err
    lines = (ended.out + ended.err).splitlines()
    return [_IDS.sub(" ", line) for line in lines if not _VERBATIM.search(line)]


def check_chinese(line: str, foreign: frozenset[str]) -> None:
    """One script, and punctuation of full width."""
    assert not set(line) & foreign, line
    assert not re.search(r"[一-鿿][,:;!?](?!\S*=)|[一-鿿] ?\.$", line), line


def check_korean(line: str) -> None:
    """A particle is chosen wherever the word before it is Hangul."""
    assert not re.search(r"[가-힣](은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\)라)", line), (
        line
    )


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko"])
@pytest.mark.parametrize("words", [*SHOWN, *REFUSED], ids=lambda words: " ".join(words)[:50])
def test_what_is_shown_is_in_the_language(run: Run, words: tuple[str, ...], language: str) -> None:
    foreign = {"zh-Hant": only("simplified"), "zh-Hans": only("traditional")}.get(language)
    for line in prose(run, words, language):
        assert not set(re.findall(r"[A-Za-z]{3,}", line)) - NAMES, line
        if foreign is None:
            check_korean(line)
        else:
            check_chinese(line, foreign)


def test_the_language_before_the_command_holds_for_its_errors(run: Run) -> None:
    for words in REFUSED:
        if words[-1] != "--day":
            assert run("--lang", "ko", *words).err == run(*words, "--lang", "ko").err
