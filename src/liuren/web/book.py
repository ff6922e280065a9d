"""The two books to read: chapters, search, permanent links to clauses."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

import liuren
from liuren.web.pages import checked
from liuren.web.templating import page

router = APIRouter()

BOOKS = {"shefu": "da-liu-ren", "jinkoujue": "jin-kou-jue"}


def _chapters(work: str) -> list[dict[str, Any]]:
    chapters: dict[str, dict[str, Any]] = {}
    for clause in liuren.clauses(work):
        chapter = chapters.setdefault(
            clause["chapter"],
            {"section": clause["chapter"], "heading": clause["heading"], "clauses": []},
        )
        chapter["clauses"].append(clause)
    return list(chapters.values())


@router.get("/{language}/book")
def contents_page(request: Request, language: str) -> Response:
    """The tables of contents."""
    books = [(work, name, _chapters(work)) for work, name in BOOKS.items()]
    return page(request, "book", checked(language), books=books)


@router.get("/{language}/book/{work}/{section}")
def chapter_page(request: Request, language: str, work: str, section: str) -> Response:
    """A chapter in parallel columns."""
    checked(language)
    if work not in BOOKS:
        raise HTTPException(404, f"There is no book {work[:40]!r}.")
    chapters = _chapters(work)
    sections = [chapter["section"] for chapter in chapters]
    if section not in sections:
        raise HTTPException(404, f"There is no chapter {section[:40]!r} in this book.")
    position = sections.index(section)
    return page(
        request,
        "chapter",
        language,
        work=work,
        chapter=chapters[position],
        before=chapters[position - 1] if position else None,
        after=chapters[position + 1] if position + 1 < len(chapters) else None,
    )


@router.get("/{language}/search")
def search_page(request: Request, language: str) -> Response:
    """Clauses that contain every word asked for, in any of the four languages."""
    checked(language)
    wanted = request.query_params.get("q", "")[:200].strip()
    found = search(wanted) if wanted else []
    return page(request, "search", language, wanted=wanted, found=found[:200], count=len(found))


def search(wanted: str) -> list[dict[str, Any]]:
    """Clauses of both books that hold all words of ``wanted`` in one of their texts; no index needed
    for 1,214 clauses, so two-character words and Korean are found like any other."""
    words = wanted.casefold().split()
    found = []
    for work in BOOKS:
        for clause in liuren.clauses(work):
            texts = [*clause["text"].values(), *clause["translations"].values(), clause["id"]]
            if any(all(word in text.casefold() for word in words) for text in texts if text):
                found.append(clause)
    return found
