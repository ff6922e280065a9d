"""A book, a school and a language of somebody else's, added without touching the package.

``qiushi/`` holds everything they need. The package learns of it by LIUREN_BOOKS, in processes of their own, because
what is read once is kept.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BOOK = Path(__file__).with_name("qiushi")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def run(cache: Path, *arguments: str, books: Path | None = BOOK) -> str:
    environment = {**os.environ, "LIUREN_CACHE": str(cache), "PYTHONIOENCODING": "utf-8"}
    environment.pop("LIUREN_BOOKS", None)
    if books:
        environment["LIUREN_BOOKS"] = str(books)
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PROGRAM = """
import json, liuren
from liuren.rules import coverage, works
chart = liuren.liuren_chart(day="庚午", hour="子", general="丑")
reading = liuren.read(chart)
trace = liuren.explain(chart, "qiushi:fruit.1")
print(json.dumps({
    "works": works(),
    "coverage": coverage("qiushi"),
    "clauses": liuren.clauses("qiushi"),
    "fired": liuren.fired(chart, work="qiushi"),
    "findings": [one for one in reading.to_dict(traces=False)["findings"] if "qiushi" in one["clause"]],
    "condition": trace.condition,
    "holds": trace.holds,
}, ensure_ascii=False))
"""


def test_a_book(cache: Path) -> None:
    found: dict[str, Any] = json.loads(run(cache, "-c", PROGRAM))
    assert found["works"][-1] == "qiushi"
    assert found["coverage"] == {"rule": 2, "not-encoded": 1}
    persimmon = {one["id"]: one for one in found["clauses"]}["qiushi:fruit.1"]
    assert persimmon["translations"]["ko"] == "유(酉)가 용사하면 그 물건은 감이다."
    assert found["clauses"][-1]["reason"].startswith("A saying about patience")
    assert found["holds"] is True
    assert "酉" in found["condition"]["zh-Hant"]
    assert "qiushi:fruit.1" in found["fired"]
    (finding,) = [one for one in found["findings"] if one["clause"] == "qiushi:fruit.1"]
    assert finding["concept"] == "ripe-persimmon"
    assert finding["labels"]["ko"] == "감"


def test_its_rules_are_linted_like_ours(cache: Path) -> None:
    run(cache, "-m", "liuren.rules.lint", "qiushi")


def test_a_school(cache: Path) -> None:
    cast = ["chart", "--day", "甲子", "--hour", "卯", "--general", "亥", "--json"]
    chart = json.loads(run(cache, "-m", "liuren", *cast, "--convention", "qiushi"))
    assert chart["convention"]["name"] == "qiushi"
    assert chart["convention"]["shehai"] == "depth"
    again = json.loads(run(cache, "-m", "liuren", "chart", "--chart", chart["notation"], "--json"))
    assert again["riders"] == chart["riders"]


def test_a_language(cache: Path) -> None:
    cast = ["--day", "甲子", "--hour", "卯", "--general", "亥", "--lang", "ja"]
    chart = run(cache, "-m", "liuren", "chart", *cast)
    assert "三伝" in chart
    assert "白虎（びゃっこ）" in chart
    assert "Three transmissions" not in chart
    reading = run(cache, "-m", "liuren", "shefu", *cast, "--why", "zi.5")
    assert "shefu:zi.5" in reading


def test_a_language_without_its_own_words_has_the_english_ones(cache: Path) -> None:
    told = run(cache, "-m", "liuren", "text", "--lang", "ja")
    assert "How to begin a guess" in told
    assert "果" in told  # a book that has its headings in one language only
    assert "A heading." in run(cache, "-m", "liuren", "text", "shefu:title.1", "--lang", "ja")
    place = run(
        cache, "-m", "liuren", "moment", "--at", "2026-11-30", "--place", "서울", "--lang", "ja"
    )
    assert "Seoul, South Korea" in place
    assert "Usage: liuren shefu" in run(cache, "-m", "liuren", "shefu", "--help", "--lang", "ja")
    program = """
from liuren.terms.errors import InputError
error = InputError("There is no command “x, y”.", hint="Did you mean shefu?")
assert error.localized("ja") == (error.message, error.hint), error.localized("ja")
"""
    run(cache, "-c", program)


def test_without_the_variable_nothing_of_it_is_left(cache: Path) -> None:
    run(cache, "-c", PROGRAM)
    works = json.loads(
        run(
            cache,
            "-c",
            "import json; from liuren.rules import works; print(json.dumps(works()))",
            books=None,
        )
    )
    assert "qiushi" not in works
