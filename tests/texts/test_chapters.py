"""Everything that executes inside the chapters: examples of clauses, and what the books work out."""

from __future__ import annotations

from functools import cache

import pytest

from liuren.edition.works import chapter_files, works
from liuren.rules.examples import cast, read_example
from liuren.rules.rulebook import rulebook
from liuren.rules.source import ClauseExample, Source, chapter_problems, read_source
from liuren.rules.worked import outcome, statements

CHAPTERS = [(work, path.name) for work in works() for path in chapter_files(work)]


@cache
def source(work: str) -> Source:
    return read_source(work)


def in_chapter(work: str, name: str) -> list[ClauseExample]:
    return [e for e in source(work).examples if e.place.file.endswith("/" + name)]


@pytest.mark.parametrize(("work", "name"), CHAPTERS)
def test_the_chapter_reads_and_its_examples_come_out(work: str, name: str) -> None:
    known = source(work)
    assert [str(p) for p in known.problems if p.place.file.endswith("/" + name)] == []
    (chapter,) = [c for c in known.chapters if c.file.endswith("/" + name)]
    assert [str(problem) for problem in chapter_problems(chapter)] == []
    for item in in_chapter(work, name):
        chart = cast(
            read_example(item.example.chart, known.method, item.place), known.method, item.place
        )
        book = rulebook(work, chart.convention)
        facts = book.facts(chart)
        fires = any(
            rule.fires(facts) for clause in item.clauses for rule in book.by_clause.get(clause, [])
        )
        assert fires == item.example.holds, f"{item.place}: {item.clauses} {item.example.chart}"


@pytest.mark.parametrize("work", works())
def test_what_the_book_works_out_comes_out(work: str) -> None:
    known = source(work)
    for place, line in statements(known):
        said, found = outcome(known, line, place)
        assert said == found, f"{place}: {line}"


def test_the_golden_mouth_book_works_out_its_charts() -> None:
    assert len(list(statements(source("jinkoujue")))) > 80
