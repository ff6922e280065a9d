"""One clause: its words, translation, apparatus and condition; on a chart, why it holds or why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

import liuren
from liuren.drawing.svg import chart_svg
from liuren.rules.otherwise import options_read, other_readings
from liuren.terms.convention import option_texts
from liuren.web.book import BOOKS, clauses_by_id
from liuren.web.casting import READING_PATHS
from liuren.web.languages import checked
from liuren.web.moments import carried, with_moment
from liuren.web.requests import address, query_text
from liuren.web.templating import page

router = APIRouter()

#: Neighbours shown on either side of a clause.
_AROUND = 4


@router.get("/{language}/clause/{clause}")
async def clause_page(request: Request, language: str, clause: str) -> Response:
    """A clause; with ``?chart=NOTATION`` its trace on that chart."""
    checked(language)
    work = clause.partition(":")[0]
    known = clauses_by_id(work) if work in BOOKS else {}
    if clause not in known:
        raise HTTPException(404, "web.error.no_clause")
    row = known[clause]
    ids = list(known)
    place = ids.index(clause)
    context: dict[str, Any] = {
        "clause": row,
        "work": work,
        "around": [known[name] for name in ids[max(0, place - _AROUND) : place + _AROUND + 1]],
        "before": ids[place - 1] if place else None,
        "after": ids[place + 1] if place + 1 < len(ids) else None,
        "example": _example(row, language),
        "contradictions": contradictions(work, row["contradictions"]),
        "options": [(key, option_texts()[key]["label"][language]) for key in options_read(clause)],
        "otherwise": other_readings(clause),
        "trace": None,
    }
    notation = request.query_params.get("chart")
    if notation:
        context |= _on_chart(request, notation, clause, language)
    return page(request, "clause", language, **context)


def _example(row: dict[str, Any], language: str) -> str | None:
    if not row["example"]:
        return None
    return address(f"/{language}/clause/{row['id']}", {"chart": row["example"]})


def _on_chart(request: Request, notation: str, clause: str, language: str) -> dict[str, Any]:
    chart = liuren.parse_notation(notation)
    trace = liuren.explain(chart, clause).to_dict()
    data = with_moment(request.query_params, chart.to_dict())
    named = {"chart": data["notation"], **carried(request.query_params, data)}
    lit = frozenset(cells_of(trace))
    path = f"/{language}/{READING_PATHS[data['method']]}"
    return {
        "chart": data,
        "trace": trace,
        "svg": chart_svg(data, language, standalone=False, lit=lit),
        "on": query_text(named),
        "reading": address(path, named),
    }


def cells_of(trace: dict[str, Any]) -> Iterator[str]:
    """The parts of the chart that the leaves of a trace speak of."""
    for leaf in trace["leaves"]:
        yield from _cells(leaf)


def _cells(node: dict[str, Any]) -> Iterator[str]:
    yield from node["cells"]
    for child in node["children"]:
        yield from _cells(child)


def contradictions(work: str, ids: list[str]) -> list[dict[str, Any]]:
    """The contradictions of a work with these ids: what it is and how it was resolved."""
    if not ids:
        return []
    from liuren.edition import work as edition_work

    return [row for row in edition_work(work).contradictions if row["id"] in ids]
