"""Casting a chart and reading it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import RedirectResponse, Response

import liuren
from liuren.charts.casting import cast
from liuren.drawing.svg import chart_svg
from liuren.drawing.text import chart_text
from liuren.terms.errors import LiurenError
from liuren.terms.labels import LANGUAGES
from liuren.web.convention_form import convention_options, convention_words, schools
from liuren.web.languages import COOKIE
from liuren.web.requests import address, request_of
from liuren.web.templating import page

router = APIRouter()


def checked(language: str) -> str:
    """The language of an address, or a page that says there is no such page."""
    if language not in LANGUAGES:
        raise HTTPException(404, "There is no page at this address.")
    return language


@router.get("/{language}/")
def cast_page(request: Request, language: str) -> Response:
    """The form for a 大六壬 chart."""
    return _form(request, checked(language), "liuren")


@router.get("/{language}/jinkoujue")
def jinkoujue_page(request: Request, language: str) -> Response:
    """The form for a 金口訣 chart."""
    return _form(request, checked(language), "jinkoujue")


def _form(
    request: Request,
    language: str,
    method: str,
    *,
    error: LiurenError | None = None,
    status: int = 200,
) -> Response:
    answer = page(
        request,
        "cast",
        language,
        status=status,
        method=method,
        form=dict(request.query_params),
        error=error_words(error, language) if error else None,
        options=convention_options(language, method),
        schools=schools(language),
    )
    answer.set_cookie(COOKIE, language, samesite="strict", httponly=True)
    return answer


def error_words(error: LiurenError, language: str) -> dict[str, str]:
    """An error for a page, in the reader's language."""
    said, hint = error.localized(language)
    return {"code": error.code, "message": said, "hint": hint}


@router.get("/{language}/reading")
def reading_page(request: Request, language: str) -> Response:
    """A she fu reading."""
    return _reading(request, checked(language), "liuren")


@router.get("/{language}/jinkoujue-reading")
def jinkoujue_reading_page(request: Request, language: str) -> Response:
    """A 金口訣 reading."""
    return _reading(request, checked(language), "jinkoujue")


def _reading(request: Request, language: str, method: str) -> Response:
    try:
        wanted = request_of(request.query_params)
        chart = cast(method, wanted)
        if not {"chart", "at", "day"} & wanted.keys():
            return RedirectResponse(address(request.url.path, _fixed(request, chart)), 303)
        topic = request.query_params.get("topic") or None
        profile = request.query_params.get("profile") or "base"
        reading = liuren.read(chart, profile=profile, **({"topic": topic} if topic else {}))
    except LiurenError as error:
        return _form(request, language, method, error=error, status=422)
    data = reading.to_dict()
    return page(request, "reading", language, **_reading_context(request, language, reading, data))


def _fixed(request: Request, chart: Any) -> dict[str, str]:
    """The address of "now" with the moment written out, so that it shows the same chart tomorrow."""
    clock = chart.to_dict()["moment"]["clock"]
    return {**request.query_params, "at": clock["time"], "zone": clock["zone"]}


def _reading_context(
    request: Request, language: str, reading: Any, data: dict[str, Any]
) -> dict[str, Any]:
    chart = data["chart"]
    clauses = _clauses_of(data["findings"])
    on_topic = [row for row in data["findings"] if row.get("on_topic", True)]
    others = [row for row in data["findings"] if not row.get("on_topic", True)]
    return {
        "chart": chart,
        "svg": picture(chart, language),
        "text": chart_text(chart, language),
        "paragraph": reading.paragraph(language),
        "profile": data["profile"],
        "candidates": data["candidates"],
        "groups": _by_facet(on_topic),
        "other_groups": _by_facet(others),
        "clauses": clauses,
        "convention_words": convention_words(chart["convention"], language),
        "steps": _steps(request, chart),
        "share": address(request.url.path, {"chart": chart["notation"]}),
        "profile_used": data["profile_used"],
        "disputed": _disputed(chart, language),
        "query": str(request.url.query),
    }


def picture(chart: dict[str, Any], language: str, lit: frozenset[str] = frozenset()) -> str:
    """The chart as SVG for a page."""
    return chart_svg(chart, language, standalone=False, lit=lit)


def _clauses_of(findings: list[dict[str, Any]]) -> dict[str, Any]:
    works = {row["clause"].split(":", 1)[0] for row in findings}
    return {clause["id"]: clause for work in works for clause in liuren.clauses(work)}


def _by_facet(findings: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in findings:
        groups.setdefault(row.get("attribute") or row["facet"], []).append(row)
    return list(groups.items())


def _steps(request: Request, chart: dict[str, Any]) -> list[tuple[str, str]]:
    """Addresses of the charts one double hour and one day away, for a chart cast from a moment."""
    clock = (chart.get("moment") or {}).get("clock")
    if not clock:
        return []
    try:
        local = datetime.fromisoformat(clock["time"])
    except ValueError:  # a year before 1 has no neighbour that the standard library can write
        return []
    query = {k: v for k, v in request.query_params.items() if k not in ("chart", "fold")}
    query["zone"] = clock["zone"]
    shifts = (("day_back", -24), ("hour_back", -2), ("hour_on", 2), ("day_on", 24))
    return [
        (name, address(request.url.path, {**query, "at": (local + timedelta(hours=h)).isoformat()}))
        for name, h in shifts
    ]


def _disputed(chart: dict[str, Any], language: str) -> list[dict[str, Any]]:
    """The charts of the schools that differ, drawn with the differences outlined."""
    shown = []
    for dispute in chart.get("disputes") or []:
        if dispute.get("level") == "text" or len(shown) == 4:
            continue
        base = {k: v for k, v in chart["convention"].items() if k != "name"}
        try:
            other_data = _under(chart, {**base, dispute["option"]: dispute["value"]})
        except LiurenError:
            continue
        shown.append(
            {
                **dispute,
                "svg": chart_svg(other_data, language, standalone=False, compare=chart),
                "href": address("reading", {"chart": other_data["notation"]}),
            }
        )
    return shown


def _under(chart: dict[str, Any], options: dict[str, str]) -> dict[str, Any]:
    """The same cast under other options of the convention."""
    facts = {
        name: chart[name]
        for name in ("month", "year", "birth", "age_branch")
        if chart.get(name) is not None
    }
    return liuren.liuren_chart(
        day=chart["day"],
        hour=chart["hour"],
        general=chart["general"],
        daytime=chart["daytime"],
        convention=options,
        **facts,
    ).to_dict()


@router.get("/{language}/clause/{clause:path}")
def clause_page(request: Request, language: str, clause: str) -> Response:
    """One clause: its words, translation, apparatus; and with a chart, its trace."""
    checked(language)
    work = clause.split(":", 1)[0]
    known = {row["id"]: row for row in liuren.clauses(work)}
    if clause not in known:
        raise HTTPException(404, f"There is no clause {clause[:60]!r}.")
    row = known[clause]
    ids = list(known)
    position = ids.index(clause)
    around = [known[name] for name in ids[max(0, position - 3) : position + 4]]
    context: dict[str, Any] = {"clause": row, "around": around, "trace": None, "svg": None}
    notation = request.query_params.get("chart")
    if notation:
        chart = liuren.parse_notation(notation)
        trace = liuren.explain(chart, clause).to_dict()
        context["trace"] = trace
        context["chart"] = chart.to_dict()
        context["svg"] = picture(chart.to_dict(), language, frozenset(lit_parts(trace)))
    return page(request, "clause", language, **context)


def lit_parts(trace: dict[str, Any]) -> set[str]:
    """The parts of the chart that the leaves of a trace speak of."""
    found: set[str] = set()

    def walk(node: dict[str, Any]) -> None:
        found.update(node.get("cells") or [])
        for child in node.get("children") or []:
            walk(child)

    for leaf in trace["leaves"]:
        walk(leaf)
    return found
