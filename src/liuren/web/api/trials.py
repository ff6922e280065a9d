"""Blind trials: begin a series, seal, answer, reveal, score.

The owner of the server may do everything. On a public server the links of a series or a trial do: its ``join``
token lets its bearer look and answer, its ``host`` token also seal and reveal (``Authorization: Bearer …``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from starlette.responses import Response

from liuren.schemas import casebook as kept
from liuren.web.api import requests
from liuren.web.api.replies import ApiRoute, Json, refusals
from liuren.web.owners import is_owner, require_owner
from liuren.web.store import ledger_of

if TYPE_CHECKING:
    from liuren.casebook import Ledger

router = APIRouter(
    prefix="/trials", route_class=ApiRoute, tags=["trials"], responses=refusals(403, 414, 422, 503)
)
_Series = Annotated[str, Path(max_length=100, description="The id of a series")]
_Trial = Annotated[str, Path(max_length=100, description="The id of a trial, SERIES.NUMBER")]


def _permit(request: Request, ledger: Ledger, subject: str, role: str) -> None:
    """Refuse with 403 whoever is neither the owner nor the bearer of a link for ``subject``."""
    if is_owner(request):
        return
    token = request.headers.get("authorization", "")[7:]
    if token:
        held = ledger.bearer(token)
        if held["subject"] in (subject, subject.partition(".")[0]) and held["role"] in (
            role,
            "host",
        ):
            return
    raise HTTPException(403, "web.error.owner")


@router.get("/series", response_model=kept.SeriesList)
def list_series(request: Request) -> Response:
    """Every series and how far it has come."""
    require_owner(request)
    return Json({"series": ledger_of(request).series()})


@router.post(
    "/series", response_model=kept.SeriesBegun, status_code=201, responses=refusals(400, 413, 409)
)
def begin_series(request: Request, asked: requests.NewSeries) -> Response:
    """Write down a plan, before the first trial. The things are those of the object lexicon."""
    from liuren.casebook import Plan, lexicon_pool

    require_owner(request)
    plan = asked.model_dump()
    title = plan.pop("title")
    begun = ledger_of(request).begin(Plan(**plan), lexicon_pool(), title)
    return Json(begun, status_code=201)


@router.get("/series/{series}/score", response_model=kept.Score, responses=refusals(404, 409))
def score_series(
    request: Request, series: _Series, asked: Annotated[requests.ScoreRequest, Query()]
) -> Response:
    """The table of a series beside chance, and what it does and does not show."""
    from liuren.casebook import report, statements

    ledger = ledger_of(request)
    _permit(request, ledger, series, "join")
    _known(ledger, series)
    table = report(ledger.export(), series, ledger.names())
    readers = {row["name"]: row["reader"] for row in table["rows"]}
    said = statements(table, asked.lang, readers.get(asked.reader, asked.reader))
    return Json({**table, "statements": said})


def _known(ledger: Ledger, series: str) -> None:
    from liuren.casebook.errors import NotFoundError

    if series not in {row["series"] for row in ledger.series()}:
        raise NotFoundError(
            f"There is no series {series[:40]!r}.", hint="GET /api/v1/trials/series"
        )


@router.post(
    "/series/{series}/trials",
    response_model=kept.Trial,
    status_code=201,
    responses=refusals(400, 413, 404, 409),
)
def seal_trial(request: Request, series: _Series, asked: requests.Sealing) -> Response:
    """Draw a target, cast a chart, forecast, and seal it all. Give the receipt to everyone."""
    from liuren.casebook import ReadingProgram

    ledger = ledger_of(request)
    _permit(request, ledger, series, "host")
    casting = asked.casting.casting() if asked.casting else {}
    view = ledger.seal(series, ReadingProgram(), casting, trial=asked.trial, die=asked.die)
    hidden = {} if asked.show_target else {"target": None}
    return Json({**view, **hidden}, status_code=201)


@router.post(
    "/series/{series}/deal",
    response_model=kept.Trial,
    status_code=201,
    responses=refusals(404, 409),
)
def deal_trial(request: Request, series: _Series) -> Response:
    """Show the things among which a hider rolls a die (series with ``draw`` die)."""
    ledger = ledger_of(request)
    _permit(request, ledger, series, "host")
    return Json(ledger.deal(series), status_code=201)


@router.get("/chain", response_model=dict[str, Any])
def chain(request: Request) -> Response:
    """The chain of all trials; it holds no secret, and whoever has it can verify and score."""
    require_owner(request)
    return Json(ledger_of(request).export())


@router.get("/{trial}", response_model=kept.Trial, responses=refusals(404))
def view_trial(
    request: Request, trial: _Trial, asked: Annotated[requests.ViewRequest, Query()]
) -> Response:
    """A trial as a reader, or its host, may see it now."""
    ledger = ledger_of(request)
    _permit(request, ledger, trial, asked.role)
    return Json(ledger.view(trial, asked.role))


@router.post(
    "/{trial}/answers",
    response_model=kept.AnswerTaken,
    status_code=201,
    responses=refusals(400, 413, 404, 409),
)
def answer_trial(request: Request, trial: _Trial, asked: requests.Answer) -> Response:
    """Seal the answer of a reader. After the reveal it is kept, marked late, and never counted."""
    ledger = ledger_of(request)
    _permit(request, ledger, trial, "join")
    ledger.view(trial)
    if is_owner(request):
        reader, key = ledger.local_reader(asked.reader), None
    else:
        known = ledger.register(asked.reader, asked.key)
        reader, key = known["reader"], known["key"]
    done = ledger.answer(trial, reader, asked.answer)
    return Json({**done, "key": key}, status_code=201)


@router.post("/{trial}/reveal", response_model=kept.Trial, responses=refusals(404, 409))
def reveal_trial(request: Request, trial: _Trial) -> Response:
    """Lift the cover."""
    ledger = ledger_of(request)
    _permit(request, ledger, trial, "host")
    return Json(ledger.reveal(trial))


@router.post("/{trial}/abandon", response_model=kept.Trial, responses=refusals(400, 413, 404, 409))
def abandon_trial(request: Request, trial: _Trial, asked: requests.Abandoning) -> Response:
    """Give a trial up. It is opened, shown, and counted all the same."""
    ledger = ledger_of(request)
    _permit(request, ledger, trial, "host")
    return Json(ledger.abandon(trial, asked.reason))
