"""The scanner of chapters and the library of clauses."""

from __future__ import annotations

import re

import pytest

from liuren.edition.chapters import scan_chapter
from liuren.edition.library import STATUSES, work
from liuren.edition.works import work_facts, works
from liuren.terms.errors import DataError, InputError

HEAD = '+++\nwork = "shefu"\nsection = "zi"\nheading = "神后子"\norder = 1\n+++\n'


def test_quotes_fences_headings_and_their_places() -> None:
    chapter = scan_chapter(
        HEAD + "# 神后子\n\n> [zi.1] 神后屬子，\n\nA note.\n\n~~~definition\n則 名 = 神后\n~~~\n"
        "\n> [zi.2] 其數九，\n> [zi.3] 其味鹹，\n\n```rule\n當 恒\n則 數 = 九\n```\n\n```variant\n當 恒\n則 數 = 八\n```\n",
        "01-zi.md",
    )
    assert [(q.id, q.text, q.line) for q in chapter.quotes] == [
        ("shefu:zi.1", "神后屬子，", 9), ("shefu:zi.2", "其數九，", 17), ("shefu:zi.3", "其味鹹，", 18),
    ]  # fmt: skip
    assert [(f.kind, f.clauses, f.line) for f in chapter.fences] == [
        ("definition", ("shefu:zi.1",), 13),
        ("rule", ("shefu:zi.2", "shefu:zi.3"), 20),
        ("variant", ("shefu:zi.2", "shefu:zi.3"), 25),
    ]
    assert chapter.fences[1].body == "當 恒\n則 數 = 九"
    assert chapter.fences[0].heading == "神后子"


def test_quotes_in_separate_blocks_are_not_cited_together() -> None:
    chapter = scan_chapter(HEAD + "> [zi.1] a\n\n> [zi.2] b\n\n~~~rule\n~~~\n", "x.md")
    assert chapter.fences[0].clauses == ("shefu:zi.2",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no matter", "x.md:1:1: expected front matter"),
        ("+++\nwork = 1", "x.md:1:1: the front matter has no closing"),
        ("+++\nwork = \n+++\n", "x.md:2:1: front matter"),
        ("+++\nsection = 'a'\n+++\n", 'needs work = "…"'),
        (HEAD + "> zi.1 text", "x.md:7:1: read '> zi.1 text'"),
        (HEAD + "~~~rule\n當", "x.md:7:1: this fence is never closed"),
    ],
)
def test_faults_of_form_are_named_with_their_place(text: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        scan_chapter(text, "x.md")
    assert said in str(caught.value)


def test_the_scanner_never_breaks_on_noise() -> None:
    for noise in ("", "+++", "\x00" * 1000, "> " * 5000, "~" * 10000, "+++\n+++\n" * 100):
        with pytest.raises(DataError):
            scan_chapter(noise, "x.md")


@pytest.mark.parametrize("name", works())
def test_a_work_holds_all_its_clauses_in_both_scripts_and_all_languages(name: str) -> None:
    known = work(name)
    assert len(known) == work_facts(name)["clauses"]
    for clause in known:
        assert clause.status in STATUSES
        assert clause.status != "open"
        assert clause.text["zh-Hans"]
        assert set(clause.translations) == {"ko", "en"}


def test_the_seeds_are_whole() -> None:
    assert (len(work("shefu")), len(work("jinkoujue"))) == (834, 380)


def test_a_clause_is_found_by_its_id_with_or_without_the_work() -> None:
    assert work("shefu")["zi.5"].id == work("shefu")["shefu:zi.5"].id == "shefu:zi.5"
    assert work("jinkoujue")["175"].text["zh-Hant"] == "卻被太常土克人元，故云：姓克但知官事起"


@pytest.mark.parametrize("wanted", ["zi.500", "", "x" * 10000])
def test_an_unknown_clause_or_work_is_refused(wanted: str) -> None:
    with pytest.raises(InputError) as caught:
        work("shefu")[wanted]
    assert len(str(caught.value)) < 300
    with pytest.raises(InputError):
        work(wanted)


def test_search_takes_every_language_and_all_words() -> None:
    known = work("shefu")
    assert [clause.id for clause in known.search("小女")] == ["shefu:zi.5"]
    assert "shefu:zi.5" in [clause.id for clause in known.search("young GIRL empress")]
    assert "shefu:zi.5" in [clause.id for clause in known.search("어린 여자")]
    assert known.search("") == []
    for name, others in (("騰蛇", ("腾蛇", "螣蛇", "滕蛇")), ("登明", ("徵明",))):
        found = [clause.id for clause in known.search(name)]
        assert found
        for other in others:
            assert [clause.id for clause in known.search(other)] == found
    assert known.search("no such words anywhere") == []


def test_clauses_are_frozen() -> None:
    clause = work("shefu")["zi.5"]
    with pytest.raises(AttributeError):
        clause.status = "open"


@pytest.mark.parametrize("name", ["shefu", "jinkoujue", "jinkoujue-beyond"])
def test_headings_and_reasons_are_in_four_languages(name: str) -> None:
    from liuren.edition.works import read_chapters, work_folder
    from liuren.terms.datafiles import read_toml

    headings = read_toml(work_folder(name) / "headings.toml")
    chapters = {chapter.section: chapter.heading for chapter in read_chapters(name)}
    assert {section: row["zh-Hant"] for section, row in headings.items()} == chapters
    for clause in work(name):
        assert clause.headings == headings[clause.chapter]
        assert bool(clause.reasons) == bool(clause.reason)
        if clause.reason:
            assert clause.reasons["zh-Hant"] == clause.reason
            assert len(set(clause.reasons.values())) >= 3
            assert re.search("[가-힣]", clause.reasons["ko"])
            assert re.search("[A-Za-z]", clause.reasons["en"])
