"""The words of the program: each Chinese script by itself, and all four languages wherever there is one."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from liuren.terms.labels import LANGUAGES
from liuren.terms.resources import data_path

ROOMS = ("vocabulary", "conventions")
OF_BOOKS = ("headings.toml", "reasons.toml", "work.toml")
FILES = [
    *(path for room in ROOMS for path in sorted(data_path(room).rglob("*.toml"))),
    *(path for name in OF_BOOKS for path in sorted(data_path("texts").glob(f"*/{name}"))),
]
NOTES = sorted(data_path("texts").glob("*/notes/*/*.json"))
RULES = Path(data_path("texts").parent, "src", "liuren", "rules")
PHRASES = [
    *sorted(data_path("texts").glob("*/phrases.toml")),
    *(path for name in ("lexicon", "evidence") if (path := RULES / f"{name}.toml").is_file()),
]
# Reasons may name a character of the other script.
REASONS = sorted(data_path("texts").glob("*/accepted.toml"))
# Sentences of errors are English where they are raised; this file holds the other three languages.
ENGLISH_ELSEWHERE = ("errors.toml",)
#: Notes that speak of a character of the other seed.
TRADITIONAL_IN_NOTES: frozenset[str] = frozenset()


def tables(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table that has a text in some language, with its place in the file."""
    if isinstance(node, list):
        for number, value in enumerate(node):
            yield from tables(value, (*path, str(number)))
    if not isinstance(node, dict):
        return
    if any(language in node for language in LANGUAGES):
        yield "/".join(path), node
    for key, value in node.items():
        yield from tables(value, (*path, key))


def texts(file: Path, language: str) -> Iterator[tuple[str, str]]:
    for place, table in tables(tomllib.loads(file.read_text(encoding="utf-8"))):
        found = table.get(language, ())
        for text in [found] if isinstance(found, str) else found:
            yield place, text


def rule_names(node: Any) -> Iterator[tuple[str, str]]:
    """Traditional and simplified name of every entry of the rule language."""
    if isinstance(node, dict):
        if len(node.get("names", ())) == 3:
            yield node["names"][0], node["names"][1]
        for value in node.values():
            yield from rule_names(value)


def only(script: str) -> frozenset[str]:
    path = Path(__file__).with_name("scripts.toml")
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8"))[script])


@pytest.mark.parametrize(
    ("language", "foreign"), [("zh-Hans", "traditional"), ("zh-Hant", "simplified")]
)
def test_no_text_mixes_scripts(language: str, foreign: str) -> None:
    strange = only(foreign)
    mixed = [
        f"{file.name} {place}: {character} in {text}"
        for file in [*FILES, *PHRASES]
        for place, text in texts(file, language)
        for character in sorted(strange & set(text))
    ]
    assert not mixed


@pytest.mark.parametrize("file", NOTES, ids=lambda path: "/".join(path.parts[-4:]))
def test_every_note_is_in_four_languages(file: Path) -> None:
    own = json.loads(file.read_text(encoding="utf-8"))
    for language in LANGUAGES:
        other = file.parent.parent / language / file.name
        assert set(json.loads(other.read_text(encoding="utf-8"))) == set(own)
    if file.parent.name == "zh-Hant":
        return  # a note may name a character of the seed in the other script
    if file.parent.name == "zh-Hans":
        unquoted = {key: re.sub("“.*?”", "", text) for key, text in own.items()}
        mixed = {key for key, text in unquoted.items() if set(text) & only("traditional")}
        assert not mixed - TRADITIONAL_IN_NOTES


def test_rule_names_are_in_their_scripts() -> None:
    lexicon = next(path for path in PHRASES if path.name == "lexicon.toml")
    names = list(rule_names(tomllib.loads(lexicon.read_text(encoding="utf-8"))))
    assert len(names) > 50
    assert not [name for name, _ in names if set(name) & only("simplified")]
    assert not [name for _, name in names if set(name) & only("traditional")]


def test_the_lists_know_both_scripts_and_what_they_share() -> None:
    traditional, simplified = only("traditional"), only("simplified")
    assert traditional >= set("審貴傳課陰陽龍無於")
    assert simplified >= set("审贵传课阴阳龙说这")
    assert not (traditional | simplified) & set("后干丑云占凶台里面斗神子甲")


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_what_is_in_one_language_is_in_all_four(file: Path) -> None:
    wanted = [x for x in LANGUAGES if not (x == "en" and file.name in ENGLISH_ELSEWHERE)]
    missing = [
        f"{place}: {language}"
        for place, table in tables(tomllib.loads(file.read_text(encoding="utf-8")))
        for language in wanted
        if language not in table
    ]
    assert not missing


def test_simplified_text_quotes_in_the_mainland_way() -> None:
    quoted = [
        f"{file.name} {place}"
        for file in [*FILES, *PHRASES, *REASONS]
        for place, text in texts(file, "zh-Hans")
        if set(text) & set("「」『』")
    ]
    assert not quoted


def test_korean_tells_stems_and_branches_apart() -> None:
    terms = tomllib.loads((data_path("vocabulary") / "terms.toml").read_text(encoding="utf-8"))
    labels = [row["ko"] for kind in ("stem", "branch") for row in terms[kind].values()]
    assert len(set(labels)) == 22
