"""The books to read: chapters, search, permanent links to clauses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

import liuren
from liuren.edition.works import work_facts, works
from liuren.terms.labels import LANGUAGES
from liuren.terms.search import in_any
from liuren.web.languages import checked
from liuren.web.moments import carried
from liuren.web.requests import query_text
from liuren.web.templating import page

router = APIRouter()

BOOKS = works()
_MOST_FOUND = 200


@lru_cache(maxsize=8)
def clauses_by_id(work: str) -> Mapping[str, dict[str, Any]]:
    """Every clause of a work by its id, in the order of the book."""
    return {clause["id"]: clause for clause in liuren.clauses(work)}


@lru_cache(maxsize=8)
def _chapters(work: str) -> list[dict[str, Any]]:
    chapters: dict[str, dict[str, Any]] = {}
    for clause in clauses_by_id(work).values():
        chapter = chapters.setdefault(
            clause["chapter"],
            {"section": clause["chapter"], "headings": clause["headings"], "clauses": []},
        )
        chapter["clauses"].append(clause)
    return list(chapters.values())


@router.get("/{language}/book")
async def contents_page(request: Request, language: str) -> Response:
    """The tables of contents, and how many clauses of each book are rules."""
    checked(language)
    books = [
        {
            "work": work,
            "title": work_facts(work)["title"],
            "chapters": _chapters(work),
            "coverage": _coverage(work),
        }
        for work in BOOKS
    ]
    return page(request, "book", language, books=books)


def _coverage(work: str) -> dict[str, int]:
    """How many clauses of a work have each status."""
    from liuren.rules import coverage

    return coverage(work)


@router.get("/{language}/book/{work}/{section}")
async def chapter_page(request: Request, language: str, work: str, section: str) -> Response:
    """A chapter in parallel columns; ``?columns=zh-Hant,en`` chooses them."""
    checked(language)
    if work not in BOOKS:
        raise HTTPException(404, "web.error.no_book")
    chapters = _chapters(work)
    sections = [chapter["section"] for chapter in chapters]
    if section not in sections:
        raise HTTPException(404, "web.error.no_chapter")
    place = sections.index(section)
    return page(
        request,
        "chapter",
        language,
        work=work,
        title=work_facts(work)["title"],
        chapter=chapters[place],
        columns=_columns(request, language),
        before=chapters[place - 1] if place else None,
        after=chapters[place + 1] if place + 1 < len(chapters) else None,
    )


def _columns(request: Request, language: str) -> list[str]:
    """The languages of the columns: as asked, else the old text and the reader's language."""
    asked = [name for name in request.query_params.getlist("column") if name in LANGUAGES]
    usual = {"zh-Hans": ["zh-Hans"], "zh-Hant": ["zh-Hant"]}.get(language, ["zh-Hant", language])
    return list(dict.fromkeys(asked)) or usual


@router.get("/{language}/search")
async def search_page(request: Request, language: str) -> Response:
    """Clauses that contain every word asked for, in any of the four languages; with a chart, whether
    each of them holds on it."""
    checked(language)
    wanted = request.query_params.get("q", "")[:200].strip()
    notation = request.query_params.get("chart", "")
    found = search(wanted) if wanted else []
    holding: set[str] = set()
    method, named = "", {}
    if notation:
        chart = liuren.parse_notation(notation)
        named = {"chart": notation, **carried(request.query_params, chart.to_dict())}
        method = "jinkoujue" if hasattr(chart, "noble") else "liuren"
        own = [work for work in BOOKS if work_facts(work)["method"] == method]
        found = [clause for clause in found if clause["work"] in own]
        holding = {clause for work in own for clause in liuren.fired(chart, work)}
    return page(
        request,
        "search",
        language,
        wanted=wanted,
        notation=notation,
        named=named,
        on=query_text(named),
        method=method,
        found=found[:_MOST_FOUND],
        count=len(found),
        holding=holding,
    )


def search(wanted: str) -> list[dict[str, Any]]:
    """Clauses of all books that hold all words of ``wanted`` in one of their texts; no index is needed
    for some 1,300 clauses, so two-character words and Korean are found like any other."""
    return [
        clause
        for work in BOOKS
        for clause in clauses_by_id(work).values()
        if in_any(_texts(clause), wanted)
    ]


def _texts(clause: dict[str, Any]) -> list[str]:
    return [*clause["text"].values(), *clause["translations"].values(), clause["id"]]
