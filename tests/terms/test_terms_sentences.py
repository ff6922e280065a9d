"""Every sentence of an error that a user may meet has its translations."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import liuren
from liuren.terms.errors import InputError
from liuren.terms.resources import data_path
from liuren.terms.sentences import translated

SOURCE = Path(liuren.__file__).parent
ASIAN = ("zh-Hant", "zh-Hans", "ko")
#: Told to those who edit the texts and tables or write programs, in the English of the rule language.
FOR_EDITORS = ("rules/", "edition/chapters.py", "schemas/", "terms/datafiles.py")
#: Made of parts elsewhere, or another error's words passed on.
COMPOSED = {
    "calendar/lunar.py": {"The lunar year X of X has no X; X."},
    "calendar/zones.py": {"X; expected an IANA name or an offset."},
    "casebook/exchange.py": {"X: X", "X"},
    "casebook/plan.py": {"X is X."},
    "cli/casting.py": {"X: X."},
    "web/api/": {"X"},
    "cli/refusals.py": {"X"},
    "terms/parse.py": {"X"},
    "terms/convention.py": {"The default of option X in X is not a value."},
    "reading/vocabulary.py": {"X: [X] X = “X” is not a value of attributes.toml."},
}
_MADE = {"LiurenError"}


def _trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
    }


def _name(node: ast.expr) -> str:
    return getattr(node, "id", getattr(node, "attr", ""))


def _error_classes(trees: dict[str, ast.Module]) -> set[str]:
    found = set(_MADE)
    classes = [n for t in trees.values() for n in ast.walk(t) if isinstance(n, ast.ClassDef)]
    while True:
        more = {c.name for c in classes if any(_name(b) in found for b in c.bases)}
        if more <= found:
            return found
        found |= more


def _texts(node: ast.expr) -> Iterator[str]:
    """What a message can be, with X in every place."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            options = [""]
            for part in parts:
                if isinstance(part, ast.FormattedValue):
                    inner = part.value
                    new = list(_texts(inner)) if isinstance(inner, ast.IfExp) else ["X"]
                else:
                    new = [str(part.value)]  # type: ignore[attr-defined]
                options = [one + text for one in options for text in new]
            yield from options
        case ast.IfExp(body=yes, orelse=no):
            yield from _texts(yes)
            yield from _texts(no)
        case ast.BinOp(left=left, right=right):
            yield from (a + b for a in _texts(left) for b in _texts(right))
        case _:
            yield "X"


def raised() -> list[tuple[str, str]]:
    """(file, message with X in every place) of every error without facts in ``details``."""
    trees = _trees()
    classes = _error_classes(trees)
    found = []
    for file, tree in trees.items():
        if file.startswith(FOR_EDITORS):
            continue
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and _name(node.func) in classes and node.args):
                continue
            if any(keyword.arg == "details" for keyword in node.keywords):
                continue
            for text in _texts(node.args[0]):
                composed = {
                    t for place, ts in COMPOSED.items() if file.startswith(place) for t in ts
                }
                if text not in composed:
                    found.append((file, text))
    return sorted(set(found))


def test_there_is_something_to_translate() -> None:
    assert len(raised()) > 150


@pytest.mark.parametrize(("file", "text"), raised())
def test_every_message_is_translated(file: str, text: str) -> None:
    for language in ASIAN:
        found = translated(text, language)
        assert found, f"{file}: {text}"
        assert re.search("[가-힣]" if language == "ko" else "[一-鿿]", found) or not found.strip(
            "X:; "
        )


FILE = tomllib.loads((data_path("vocabulary") / "sentences.toml").read_text(encoding="utf-8"))
ROWS = FILE["sentence"]


def test_no_sentence_stands_twice() -> None:
    assert len({row["en"] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["en"][:40])
def test_translations_have_the_same_places(row: dict[str, str]) -> None:
    places = set(re.findall(r"\{\d\}", row["en"]))
    assert all(set(re.findall(r"\{\d\}", row[language])) == places for language in ASIAN)
    assert not re.search("[檔資們這說還]", row["zh-Hans"])


@pytest.mark.parametrize(
    "text",
    [
        "The lunar year 2026 of china has no 閏六月; it has no leap month.",
        "The lunar year 2025 of china has no 閏三月; its leap month is 閏六月.",
        "“???…” is not a time zone; expected an IANA name or an offset.",
        "Nothing was given for the time zone; expected an IANA name or an offset.",
        "trials is 0.",
        "A chart in notation stands alone; not with it: --zone.",
        "A moment is not used where day, hour and general are given; not with them: --zone.",
    ],
)
def test_sentences_made_of_parts(text: str) -> None:
    for language in ASIAN:
        found = translated(text, language)
        assert found
        assert not re.search("[a-z]{4,}", re.sub("china|trials|zone|IANA", "", found))


def test_facts_are_carried_over() -> None:
    text = (
        "2026-03-08T02:30:00 never came in America/New_York: the clocks were put forward over it."
    )
    assert translated(text, "zh-Hant") == (
        "2026-03-08T02:30:00 在 America/New_York 並不存在：當時撥快了時鐘。"
    )
    assert "America/New_York" in (translated(text, "ko") or "")


def test_what_is_typed_cannot_reach_into_the_sentence() -> None:
    for typed in ("{0}", "{read}", "{0.__class__}", "”. is not a topic", ".*", "\\1", ""):
        error = InputError(f"“{typed}” is not a topic.", hint="Topics: object, person.")
        message, hint = error.localized("ko")
        particle = "은" if typed == "\\1" else "은(는)"  # a figure is read 일
        assert message == f"‘{typed}’{particle} 물을 수 있는 주제가 아닙니다."
        assert hint == "주제: object, person."


def test_sentences_that_nobody_knows_stay_english() -> None:
    assert translated("Nobody said this.", "ko") is None
    assert translated("x" * 5000, "ko") is None
    assert InputError("Nobody said this.", hint="Try: it.").localized("ko") == (
        "Nobody said this.",
        "Try: it.",
    )


def test_hints_are_translated_sentence_by_sentence() -> None:
    hint = "Did you mean person? Topics: object, person."
    assert translated(hint, "zh-Hans") == "是否为 person？可问：object、person。"


def test_facts_that_are_words_are_translated_too() -> None:
    for fact, row in FILE["word"].items():
        assert all(row[language].strip() for language in ASIAN), fact
    text = "x.json cannot be read: No such file or directory."
    assert translated(text, "zh-Hans") == "无法读取 x.json：没有这个文件或文件夹。"
    text = "There is no hour 乙卯 in a day 甲子."
    assert translated(text, "zh-Hant") == "甲子日沒有乙卯時。"
    assert translated(text, "ko") == "甲子 날에는 시(時) 乙卯가 없습니다."


def test_quotation_marks_and_lists_are_those_of_the_language() -> None:
    text = "Outcome 'dead' is not one of open, hit."
    assert translated(text, "zh-Hant") == "結果「dead」不在 open、hit 之中。"
    assert translated(text, "zh-Hans") == "结果“dead”不在 open、hit 之中。"
    assert "‘dead’" in (translated(text, "ko") or "")
    typed = "There is no command “a, b”."
    assert translated(typed, "zh-Hant") == "沒有「a, b」這個指令。"
