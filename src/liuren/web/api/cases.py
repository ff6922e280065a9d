"""The casebook: the owner's questions, charts and outcomes. Nobody else may look into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from liuren.schemas import casebook as kept
from liuren.web.api import requests
from liuren.web.api.replies import ApiRoute, Json, refusals
from liuren.web.owners import require_owner
from liuren.web.store import casebook_of

if TYPE_CHECKING:
    from liuren.casebook import Case, Casebook

router = APIRouter(
    prefix="/cases", route_class=ApiRoute, tags=["cases"], responses=refusals(403, 414, 422, 503)
)
_Id = Annotated[str, Path(max_length=100, description="The id of a case, or its first characters")]


def _casebook(request: Request) -> Casebook:
    require_owner(request)
    return casebook_of(request)


@router.get("", response_model=kept.CaseList)
def list_cases(request: Request, asked: Annotated[requests.CasesRequest, Query()]) -> Response:
    """Cases, newest first."""
    found = _casebook(request).search(**asked.model_dump())
    return Json({"cases": [case.to_dict() for case in found]})


@router.post("", response_model=kept.Case, status_code=201, responses=refusals(400, 413))
def add_case(request: Request, asked: requests.NewCase) -> Response:
    """Keep a question, with a chart cast now or as told, and what was found in it."""
    from liuren.casebook import Case

    casebook = _casebook(request)
    case = Case(question=asked.question, notes=asked.notes, tags=tuple(asked.tags))
    if asked.with_chart:
        case = _with_chart(case, asked)
    return Json(casebook.add(case).to_dict(), status_code=201)


def _with_chart(case: Case, asked: requests.NewCase) -> Case:
    from dataclasses import replace

    import liuren
    from liuren.casebook import Cast
    from liuren.charts.casting import cast

    casting = asked.casting.casting() if asked.casting else {}
    chart = cast(asked.method, casting)
    data = chart.to_dict()
    findings = liuren.read(chart).to_dict()["findings"] if asked.with_reading else []
    moment = data["moment"] or {}
    return replace(
        case,
        cast=Cast.of(data),
        findings=tuple(findings),
        moment=str(casting.get("at") or moment.get("instant") or ""),
        zone=str(casting.get("zone") or moment.get("clock", {}).get("zone") or ""),
    )


@router.get("/{case}", response_model=kept.Case, responses=refusals(404))
def get_case(request: Request, case: _Id) -> Response:
    """A case as it is now, its chart as it was cast."""
    return Json(_casebook(request).get(case).to_dict())


@router.patch("/{case}", response_model=kept.Case, responses=refusals(400, 413, 404, 409))
def edit_case(request: Request, case: _Id, asked: requests.CaseChanges) -> Response:
    """Change question, notes, tags or outcome. The state before stays in the history."""
    changes = asked.model_dump(exclude_none=True)
    return Json(_casebook(request).edit(case, **changes).to_dict())


@router.delete("/{case}", status_code=204, responses=refusals(404))
def erase_case(request: Request, case: _Id) -> Response:
    """Remove a case and its history for good."""
    _casebook(request).erase(case)
    return Response(status_code=204)


@router.get("/{case}/history", response_model=kept.CaseList, responses=refusals(404))
def case_history(request: Request, case: _Id) -> Response:
    """All states of a case, oldest first."""
    states = _casebook(request).history(case)
    return Json({"cases": [state.to_dict() for state in states]})
