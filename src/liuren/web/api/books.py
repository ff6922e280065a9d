"""The books: works, clauses, traces, search."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

import liuren
from liuren.charts.casting import cast
from liuren.schemas.readings import Clause, ClauseList, Trace, WorkSummary
from liuren.web.api import requests
from liuren.web.api.replies import ApiRoute, Json, refusals

router = APIRouter(route_class=ApiRoute, tags=["books"], responses=refusals(404, 414, 422))


@router.get("/works", response_model=list[WorkSummary])
def works() -> Response:
    """The books: their clauses counted by status, their chapters with the heading of each in four languages."""
    from liuren.edition import work as edition_work
    from liuren.edition.works import work_facts
    from liuren.rules import coverage
    from liuren.rules import works as names

    return Json(
        [
            {
                "work": name,
                "method": work_facts(name)["method"],
                "clauses": len(edition_work(name)),
                "coverage": coverage(name),
                "chapters": {row.chapter: row.headings for row in edition_work(name)},
            }
            for name in names()
        ]
    )


_Work = Annotated[str, Path(max_length=100, description="A work", examples=["shefu"])]
_Clause = Annotated[str, Path(max_length=100, description="A clause", examples=["shefu:zi.5"])]


@router.get("/works/{work}/clauses", response_model=ClauseList)
def clauses(work: _Work, asked: Annotated[requests.ClausesRequest, Query()]) -> Response:
    """The clauses of a book in their order, by chapter or status if wanted."""
    rows = [
        row
        for row in liuren.clauses(work)
        if asked.chapter in (None, row["chapter"]) and asked.status in (None, row["status"])
    ]
    return Json(_page(rows, asked.limit, asked.offset))


@router.get("/clause/{clause}", response_model=Clause)
def clause(clause: _Clause) -> Response:
    """A clause: its words, translations, notes, rule, and in how many charts it fires."""
    return Json(_clause(clause))


@router.get("/clause/{clause}/trace", response_model=Trace)
def trace(clause: _Clause, asked: Annotated[requests.AnyChartRequest, Query()]) -> Response:
    """Why a clause holds on a chart, or why not."""
    from liuren.edition.works import work_facts

    row = _clause(clause)
    method = asked.method or work_facts(row["work"])["method"]
    return Json(liuren.explain(cast(method, asked.casting()), row["id"]).to_dict())


@router.get("/search", response_model=ClauseList)
def search(asked: Annotated[requests.SearchRequest, Query()]) -> Response:
    """Clauses in which all the words occur, in any language."""
    from liuren.edition import work as edition_work
    from liuren.rules import works as names
    from liuren.rules.catalogue import rows_of

    found: list[dict[str, Any]] = []
    for name in [asked.work] if asked.work else names():
        found += rows_of(one.id for one in edition_work(name).search(asked.q)).values()
    return Json(_page(found, asked.limit, asked.offset))


def _clause(wanted: str) -> dict[str, Any]:
    from liuren.edition import work as edition_work
    from liuren.rules.catalogue import rows_of

    name, _, rest = wanted.partition(":")
    found = edition_work(name)[wanted if rest else f"{name}:"]
    return rows_of([found.id])[found.id]


def _page(rows: list[dict[str, Any]], limit: int, offset: int) -> dict[str, Any]:
    return {"total": len(rows), "clauses": rows[offset : offset + limit]}
