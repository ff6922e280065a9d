"""The edition of 大六壬金口訣 and of the clauses beyond it is complete in four languages."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from liuren.edition.works import read_chapters
from liuren.terms.resources import data_path

WORKS = ("jinkoujue",)
LANGUAGES = {"zh-Hant", "zh-Hans", "ko", "en"}
HANGUL = re.compile("[가-힣]")


def _merged(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("work", WORKS)
def test_every_clause_has_text_and_translations(work: str) -> None:
    folder = data_path("texts") / work
    clauses = {quote.id: quote.text for chapter in read_chapters(work) for quote in chapter.quotes}
    expected = (folder / "clauses.txt").read_text(encoding="utf-8").split()
    assert list(clauses) == expected
    english = _merged(folder / "translations/en")
    korean = _merged(folder / "translations/ko")
    simplified = _merged(folder / "scripts")
    assert set(english) == set(korean) == set(simplified) == set(clauses)
    assert all(re.search("[A-Za-z]", text) for text in english.values())
    assert all(HANGUL.search(text) for text in korean.values())
    assert all(len(simplified[clause]) == len(text) for clause, text in clauses.items())


def test_simplified_text_keeps_protected_characters() -> None:
    simplified = _merged(data_path("texts") / "jinkoujue/scripts")
    assert "神后" in simplified["jinkoujue:373"]
    assert "后妇" in simplified["jinkoujue:376"]
    assert "天后" in simplified["jinkoujue:150"]
    assert "干合" in simplified["jinkoujue:54"]
    assert simplified["jinkoujue:171"].startswith("孙膑云")


def test_apparatus_speaks_four_languages_and_names_printed_words() -> None:
    folder = data_path("texts") / "jinkoujue/apparatus"
    clauses = {
        quote.id: quote.text for chapter in read_chapters("jinkoujue") for quote in chapter.quotes
    }
    for entry in json.loads((folder / "emendations.json").read_text(encoding="utf-8")):
        assert set(entry["basis"]) == LANGUAGES
        text = clauses[entry["clause"]]
        assert entry["printed"] in text or entry["read"] in text, entry["clause"]
    contradictions = json.loads((folder / "contradictions.json").read_text(encoding="utf-8"))
    assert len(contradictions) == 14
    for entry in contradictions:
        assert set(entry["what"]) == set(entry["resolution"]) == LANGUAGES
        assert set(entry["clauses"]) <= set(clauses)


def test_reading_options_are_complete_and_name_real_clauses() -> None:
    path = data_path("conventions") / "options/jinkoujue.toml"
    options = tomllib.loads(path.read_text(encoding="utf-8"))
    assert list(options) == [f"J{number:02}" for number in range(1, 47)]
    for name, option in options.items():
        assert option["default"] == option["values"][0], name
        assert set(option["label"]) == LANGUAGES
        assert list(option["value"]) == option["values"]
        assert all(set(labels) == LANGUAGES for labels in option["value"].values())
        numbers = [int(clause.split(":")[1]) for clause in option["source"].split(", ")]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] <= 380


def test_every_value_that_a_clause_can_be_read_by_is_an_option() -> None:
    options = tomllib.loads(
        (data_path("conventions") / "options/jinkoujue.toml").read_text(encoding="utf-8")
    )
    used = {
        (key, value)
        for chapter in read_chapters("jinkoujue")
        for fence in chapter.fences
        for key, value in re.findall(r"(J\d\d)=(\w+)", fence.body)
    }
    assert len(used) > 60
    assert all(value in options[key]["values"] for key, value in used)
