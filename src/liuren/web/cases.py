"""The casebook: questions with their charts as cast, what came of them, and what today's engine draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import RedirectResponse, Response

import liuren
from liuren.charts.casting import cast
from liuren.drawing.svg import chart_svg
from liuren.terms.errors import LiurenError
from liuren.web.casting import READING_PATHS, error_words
from liuren.web.convention_form import convention_words
from liuren.web.languages import checked
from liuren.web.moments import with_moment
from liuren.web.owners import require_owner
from liuren.web.requests import address, form_of, request_of
from liuren.web.store import casebook_of, database_of
from liuren.web.templating import page

router = APIRouter(dependencies=[Depends(require_owner)])

Form = Annotated[dict[str, str], Depends(form_of)]

_PAGE = 50
# What drawing raises for a "chart" that something else wrote into an imported case.
_NO_CHART_OF_OURS = (LiurenError, LookupError, ValueError, TypeError, AttributeError)
_EXPORTS = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
}


@router.get("/{language}/cases")
def list_page(request: Request, language: str) -> Response:
    """Cases, newest first, with a form for a new one."""
    return _list(request, checked(language))


def _list(request: Request, language: str, error: LiurenError | None = None) -> Response:
    from liuren.casebook.case import OUTCOMES

    query = request.query_params
    book = casebook_of(request)
    start = int(query["from"]) if query.get("from", "").isdecimal() else 0
    found = book.search(
        query.get("q", "")[:200],
        tag=query.get("tag") or None,
        status=query.get("outcome") or None,
        limit=_PAGE + 1,
        offset=min(start, 1_000_000),
    )
    more = address(request.url.path, {**query, "from": start + _PAGE})
    return page(
        request,
        "cases",
        language,
        status=422 if error else 200,
        error=error_words(error, language) if error else None,
        form=getattr(request.state, "form", {}) if error else {},
        query=query,
        found=[_row(case, language) for case in found[:_PAGE]],
        more=more if len(found) > _PAGE else None,
        tags=book.tags(),
        counts=book.counts(),
        outcomes=OUTCOMES,
        exports=_EXPORTS,
    )


def _row(case: Any, language: str) -> dict[str, Any]:
    return {
        "href": f"/{language}/cases/{case.id}",
        "question": case.question,
        "outcome": case.outcome.status,
        "chart": case.cast.notation.partition(" @")[0] if case.cast else "",
        "created": case.created[:10],
        "tags": case.tags,
    }


@router.post("/{language}/cases")
def add_case(request: Request, language: str, form: Form) -> Response:
    """Keep a question with the chart named in the form (``chart``), or one cast for now."""
    checked(language)
    try:
        case = casebook_of(request).add(_new_case(form))
    except LiurenError as error:
        return _list(request, language, error)
    return RedirectResponse(f"/{language}/cases/{case.id}", 303)


def _new_case(form: Mapping[str, str]) -> Any:
    from liuren.casebook import Case, Cast
    from liuren.terms.errors import InputError

    question = form.get("question", "").strip()
    if not question:
        raise InputError(
            "The question is empty.",
            hint="Write what was asked.",
            code="no_question",
            details={"read": "", "nearest": ""},
        )
    chart = _named_chart(form)
    reading = liuren.read(chart).to_dict()
    data = with_moment(form, reading["chart"])
    clock = (data["moment"] or {}).get("clock") or {}
    return replace(
        Case(question=question, notes=form.get("notes", ""), tags=(form.get("tags", ""),)),
        cast=Cast.of(data),
        findings=tuple(reading["findings"]),
        moment=str(clock.get("time") or data["instant"] or ""),
        zone=str(clock.get("zone") or ""),
    )


def _named_chart(form: Mapping[str, str]) -> Any:
    """The chart of a notation of either method, or one of now."""
    if form.get("chart", "").strip():
        return liuren.parse_notation(form["chart"])
    return cast("liuren", request_of({"zone": form.get("zone", "")}))


@router.get("/{language}/cases/export.{form}")
def export(request: Request, language: str, form: str) -> Response:
    """All cases in one file: JSON lines with their histories, a table, or Markdown."""
    from liuren.casebook import exchange
    from liuren.casebook.words import say

    checked(language)
    if form not in _EXPORTS:
        raise HTTPException(404, "web.error.404")
    histories = casebook_of(request).histories()
    if form == "csv":
        text = exchange.to_csv(histories)
    elif form == "md":
        text = exchange.to_markdown(histories, language, say)
    else:
        text = exchange.to_json_lines(histories)
    headers = {"content-disposition": f'attachment; filename="cases.{form}"'}
    return Response(text, media_type=_EXPORTS[form], headers=headers)


@router.get("/{language}/cases/{case_id}")
def case_page(request: Request, language: str, case_id: str) -> Response:
    """A case: its chart as it was cast, and whether today's engine draws another."""
    return _case(request, checked(language), case_id)


def _case(
    request: Request, language: str, case_id: str, error: LiurenError | None = None
) -> Response:
    from liuren.casebook.case import OUTCOMES

    book = casebook_of(request)
    case = book.get(case_id)
    context: dict[str, Any] = {"svg": None, "convention_words": [], "difference": None}
    if case.cast:
        context = _chart_context(case, language)
    return page(
        request,
        "case",
        language,
        status=422 if error else 200,
        error=error_words(error, language) if error else None,
        form=getattr(request.state, "form", {}) if error else {},
        case=case,
        history=book.history(case.id),
        outcomes=OUTCOMES,
        findings=_findings(case, language),
        **context,
    )


def _chart_context(case: Any, language: str) -> dict[str, Any]:
    """The stored chart, drawn as it was cast, beside what would be cast today."""
    chart = dict(case.cast.chart)
    try:
        svg = chart_svg(chart, language, standalone=False)
        words = convention_words(chart["convention"], language)
    except _NO_CHART_OF_OURS:
        svg, words = None, []
    path = f"/{language}/{READING_PATHS.get(case.method, 'reading')}"
    return {
        "svg": svg,
        "convention_words": words,
        "difference": _difference(case),
        "reading": address(path, {"chart": case.cast.notation, "zone": case.zone}),
    }


def _difference(case: Any) -> dict[str, Any] | None:
    from liuren.casebook import difference

    try:
        today = liuren.parse_notation(case.cast.notation)
        said = liuren.read(today).to_dict(traces=False)["findings"] if case.findings else None
    except LiurenError:
        return None  # a notation that today's engine cannot read
    chart = {name: value for name, value in today.to_dict().items() if name != "moment"}
    stored = {name: value for name, value in case.cast.chart.items() if name != "moment"}
    plain = replace(case, cast=replace(case.cast, chart=stored))
    return difference(plain, chart, said)


def _findings(case: Any, language: str) -> list[dict[str, str]]:
    """What was said of the question then, each thing once with the first clause that said it."""
    shown: dict[str, str] = {}
    for row in case.findings:
        if row.get("on_topic", True) and row.get("clause"):
            label = (row.get("labels") or {}).get(language) or row.get("concept", "")
            shown.setdefault(label, row["clause"])
    return [{"clause": clause, "label": label} for label, clause in shown.items()]


@router.post("/{language}/cases/{case_id}")
def edit_case(request: Request, language: str, case_id: str, form: Form) -> Response:
    """Change question, notes, tags or outcome; the chart stays as it was cast."""
    checked(language)
    changes: dict[str, Any] = {
        name: form[name].replace("\r\n", "\n") for name in ("question", "notes") if name in form
    }
    if "tags" in form:
        changes["tags"] = [form["tags"]]
    outcome = {
        name: form[f"outcome.{name}"]
        for name in ("status", "text", "at")
        if f"outcome.{name}" in form
    }
    try:
        book = casebook_of(request)
        if outcome:
            changes["outcome"] = {**book.get(case_id).outcome.to_dict(), **outcome}
        case = book.edit(case_id, **changes)
    except LiurenError as error:
        if error.code == "not_found":
            raise
        return _case(request, language, case_id, error)
    return RedirectResponse(f"/{language}/cases/{case.id}", 303)


@router.post("/{language}/cases/{case_id}/erase")
def erase_case(request: Request, language: str, case_id: str, form: Form) -> Response:
    """Erase a case for good; the form has to say so (``sure``)."""
    checked(language)
    if form.get("sure") != "yes":
        return RedirectResponse(f"/{language}/cases/{case_id}#erase", 303)
    casebook_of(request).erase(case_id)
    return RedirectResponse(f"/{language}/cases", 303)


@router.post("/{language}/cases/import/jsonl")
async def import_cases(request: Request, language: str) -> Response:
    """Take in the JSON lines of an export, all or nothing; what is newer here stays."""
    from starlette.concurrency import run_in_threadpool
    from starlette.datastructures import UploadFile

    from liuren.casebook import Casebook, exchange

    checked(language)
    async with request.form(max_files=1, max_fields=4) as form:
        sent = form.get("file")
        if not isinstance(sent, UploadFile):
            raise HTTPException(400, "web.error.400")
        content = (await sent.read()).decode("utf-8-sig", "replace")

    def take_in() -> dict[str, list[str]]:
        return Casebook(database_of(request)).put_history(exchange.from_json_lines(content))

    done = {name: len(ids) for name, ids in (await run_in_threadpool(take_in)).items()}
    return page(request, "imported", language, done=done)
