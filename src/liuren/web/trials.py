"""Blind trials on one device or by a link: seal, answer, reveal, score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from liuren.drawing.svg import chart_svg
from liuren.reading import vocabulary
from liuren.terms.errors import InputError, LiurenError
from liuren.web.casting import READING_PATHS, error_words
from liuren.web.languages import checked
from liuren.web.owners import is_owner, require_owner, settings_of
from liuren.web.requests import address, form_of, request_of
from liuren.web.store import ledger_of
from liuren.web.templating import page

router = APIRouter()

Form = Annotated[dict[str, str], Depends(form_of)]

#: Cookies of somebody who came by a link: what the link opens, and the key of the name taken.
_INVITATION, _KEY = "invitation", "reader"
_MONTH = 2_592_000


# ---------------------------------------------------------------- who is asking


def _role(request: Request, subject: str) -> str:
    """``host`` or ``join`` for a series or trial. Refuses whoever has no business with it."""
    if is_owner(request):
        return "host"
    token = request.cookies.get(_INVITATION, "")
    try:
        bearer = ledger_of(request).bearer(token) if token else {}
    except LiurenError:
        bearer = {}
    opened = bearer.get("subject", "")
    if opened and (subject == opened or subject.startswith(f"{opened}.")):
        return bearer["role"]
    raise HTTPException(403, "web.error.invitation")


def _require_host(request: Request, subject: str) -> None:
    if _role(request, subject) != "host":
        raise HTTPException(403, "web.error.owner")


# ---------------------------------------------------------------- series


@router.get("/{language}/trials", dependencies=[Depends(require_owner)])
def list_page(request: Request, language: str) -> Response:
    """Every series, and a form to begin one."""
    return _list(request, checked(language))


def _list(request: Request, language: str, error: LiurenError | None = None) -> Response:
    return page(
        request,
        "trials",
        language,
        status=422 if error else 200,
        error=error_words(error, language) if error else None,
        form=getattr(request.state, "form", {}) if error else {},
        series=list(reversed(ledger_of(request).series())),
    )


@router.post("/{language}/trials", dependencies=[Depends(require_owner)])
def begin(request: Request, language: str, form: Form) -> Response:
    """Write a plan into the chain, then go to the series."""
    from liuren.casebook import Plan, lexicon_pool

    checked(language)
    try:
        plan = Plan(
            trials=_number(form, "trials", 20),
            options=_number(form, "options", 5),
            mode=form.get("mode") or "choice",
            draw=form.get("draw") or "program",
            group=form.get("group") == "yes",
        )
        begun = ledger_of(request).begin(plan, lexicon_pool(), form.get("title", "")[:200].strip())
    except LiurenError as error:
        return _list(request, language, error)
    return RedirectResponse(f"/{language}/trials/{begun['series']}", 303)


def _number(form: Mapping[str, str], name: str, usual: int) -> int:
    text = form.get(name, "").strip()
    try:
        return int(text) if text else usual
    except ValueError:
        raise InputError(
            f"{name} {text[:20]!r} is not a number.", hint=f"{name}={usual}", code="not_a_number"
        ) from None


@router.get("/{language}/trials/{subject}")
def subject_page(request: Request, language: str, subject: str) -> Response:
    """A series (``a1b2c3d4``) or one of its trials (``a1b2c3d4.3``)."""
    checked(language)
    role = _role(request, subject)
    if "." in subject:
        return _trial(request, language, subject, role)
    return _series(request, language, subject, role)


def _series(
    request: Request, language: str, series: str, role: str, error: LiurenError | None = None
) -> Response:
    from liuren.casebook import report, statements
    from liuren.casebook.words import number, percent, say

    ledger = ledger_of(request)
    known = next((one for one in ledger.series() if one["series"] == series), None)
    if known is None:
        raise HTTPException(404, "web.error.no_series")
    table = report(ledger.export(), series, ledger.names())
    return page(
        request,
        "series",
        language,
        status=422 if error else 200,
        error=error_words(error, language) if error else None,
        known=known,
        table=table,
        words=statements(table, language),
        role=role,
        say=lambda key, **values: say(key, language, **values),
        number=number,
        percent=percent,
    )


@router.get("/{language}/trials/{series}/chain.json")
def chain_file(request: Request, language: str, series: str) -> Response:
    """The whole chain of links, for anybody who wants to check it. It holds no secret."""
    checked(language)
    _role(request, series)
    headers = {"content-disposition": 'attachment; filename="chain.json"'}
    return JSONResponse(ledger_of(request).export(), headers=headers)


@router.post("/{language}/trials/{series}/invite")
def invite(request: Request, language: str, series: str) -> Response:
    """A link by which others on the network come in; it is shown once."""
    checked(language)
    _require_host(request, series)
    token = ledger_of(request).invite(series)
    reached = settings_of(request).address
    base = reached or str(request.base_url).rstrip("/")
    link = address(f"{base}/{language}/join", {"token": token})
    alone = reached is None and request.base_url.hostname in ("127.0.0.1", "localhost", "::1")
    return page(request, "invitation", language, link=link, series=series, alone=alone)


# ---------------------------------------------------------------- one trial


@router.post("/{language}/trials/{subject}/seal")
def seal(request: Request, language: str, subject: str, form: Form) -> Response:
    """Draw, cast, forecast and seal: the next trial of a series, or the one dealt before a die was rolled."""
    from liuren.casebook import ReadingProgram

    checked(language)
    _require_host(request, subject)
    series, _, place = subject.partition(".")
    die = form.get("die", "").strip()
    try:
        view = ledger_of(request).seal(
            series,
            ReadingProgram(),
            request_of(form),
            trial=subject if place else None,
            die=_number(form, "die", 0) if die else None,
        )
    except LiurenError as error:
        if place:
            return _trial(request, language, subject, "host", error)
        return _series(request, language, series, "host", error)
    return RedirectResponse(_receipt_address(language, view), 303)


@router.post("/{language}/trials/{series}/deal")
def deal(request: Request, language: str, series: str) -> Response:
    """Show the things among which the hider rolls a die."""
    checked(language)
    _require_host(request, series)
    try:
        view = ledger_of(request).deal(series)
    except LiurenError as error:
        if error.code == "not_found":
            raise
        return _series(request, language, series, "host", error)
    return RedirectResponse(_receipt_address(language, view), 303)


@router.post("/{language}/trials/{trial}/answer")
def answer(request: Request, language: str, trial: str, form: Form) -> Response:
    """Seal a reader's answer: one thing, points for several, or a description."""
    checked(language)
    role = _role(request, trial)
    ledger = ledger_of(request)
    try:
        view = ledger.view(trial)
        reader = _reader(request, form)
        done = ledger.answer(trial, reader, _given(view, form))
    except LiurenError as error:
        if error.code == "not_found":
            raise
        return _trial(request, language, trial, role, error)
    return RedirectResponse(_receipt_address(language, done), 303)


def _reader(request: Request, form: Mapping[str, str]) -> str:
    """Who answers: the guest by the key of the name taken, or a name that the owner vouches for."""
    key = request.cookies.get(_KEY, "")
    ledger = ledger_of(request)
    if key and not is_owner(request):
        return ledger.authenticate(key)
    if not is_owner(request):
        raise HTTPException(403, "web.error.invitation")
    return ledger.local_reader(form.get("reader", ""))


def _given(view: Mapping[str, Any], form: Mapping[str, str]) -> Any:
    if view["mode"] == "description":
        return {
            name[6:]: {value: 1.0}
            for name, value in form.items()
            if name.startswith("facet.") and value
        }
    points = {
        name[7:]: float(_number(form, name, 0))
        for name, value in form.items()
        if name.startswith("points.") and value.strip()
    }
    if not points and not form.get("thing"):
        raise InputError(
            "No thing was chosen.",
            hint="Choose one of them, or give points to several.",
            code="no_answer",
        )
    return points or form["thing"]


@router.post("/{language}/trials/{trial}/reveal")
def reveal(request: Request, language: str, trial: str) -> Response:
    """Lift the cover."""
    checked(language)
    _require_host(request, trial)
    view = ledger_of(request).reveal(trial)
    return RedirectResponse(_receipt_address(language, view), 303)


@router.post("/{language}/trials/{trial}/abandon")
def abandon(request: Request, language: str, trial: str, form: Form) -> Response:
    """Give a trial up; it is opened, shown, and counted all the same."""
    checked(language)
    _require_host(request, trial)
    view = ledger_of(request).abandon(trial, form.get("reason", "")[:400])
    return RedirectResponse(_receipt_address(language, view), 303)


def _receipt_address(language: str, done: Mapping[str, Any]) -> str:
    return address(f"/{language}/trials/{done['trial']}", {"receipt": done["receipt"]})


def _trial(
    request: Request, language: str, trial: str, role: str, error: LiurenError | None = None
) -> Response:
    from liuren.casebook.words import percent, ranks, say

    view = ledger_of(request).view(trial, role)
    chart = view["chart"]
    labels = {one["id"]: one["labels"][language] for one in view["things"] or ()}
    if view["target"] and view["target"] not in labels:
        labels[view["target"]] = _pool_label(view["target"], language)
    return page(
        request,
        "trial",
        language,
        status=422 if error else 200,
        error=error_words(error, language) if error else None,
        form=getattr(request.state, "form", {}) if error else {},
        view=view,
        role=role,
        owner=is_owner(request),
        svg=chart_svg(chart, language, standalone=False) if chart else None,
        reading=address(
            f"/{language}/{READING_PATHS[chart['method']]}", {"chart": chart["notation"]}
        )
        if chart
        else None,
        labels=labels,
        facets=_facets(view, language),
        ranks=ranks(view, language) if view["ended"] else [],
        receipt=request.query_params.get("receipt", "")[:200],
        say=lambda key, **values: say(key, language, **values),
        percent=percent,
    )


def _pool_label(thing: str, language: str) -> str:
    return next(
        (labels[language] for name, labels, *_ in vocabulary.object_rows() if name == thing), thing
    )


def _facets(view: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """For a description: each facet with the values that something in the pool has."""
    rows = []
    for facet, rates in (view["facets"] or {}).items():
        known = vocabulary.values(facet)
        values = [(value, known[value][language] if value in known else value) for value in rates]
        rows.append({"name": facet, "values": values})
    return rows


@router.get("/{language}/trials/{trial}/answered")
def answered(request: Request, language: str, trial: str) -> Response:
    """Who has answered so far: the part of the page that asks again by itself."""
    checked(language)
    _role(request, trial)
    view = ledger_of(request).view(trial)
    response = page(request, "answered", language, view=view)
    if view["ended"]:
        response.headers["HX-Refresh"] = "true"
    return response


# ---------------------------------------------------------------- coming in by a link


@router.get("/{language}/join")
def join_form(request: Request, language: str) -> Response:
    """Take a name, having come by a link."""
    checked(language)
    token = request.query_params.get("token", "")[:100]
    bearer = ledger_of(request).bearer(token)
    return page(request, "join", language, token=token, subject=bearer["subject"], form={})


@router.post("/{language}/join")
def join(request: Request, language: str, form: Form) -> Response:
    """Come in under a name; the key of the name stays in this browser."""
    checked(language)
    token = form.get("token", "")[:100]
    ledger = ledger_of(request)
    subject = ledger.bearer(token)["subject"]
    try:
        known = ledger.join(token, form.get("name", ""), request.cookies.get(_KEY))
    except LiurenError as error:
        return page(
            request, "join", language, status=422, token=token, subject=subject, form=form,
            error=error_words(error, language),
        )  # fmt: skip
    series = subject.partition(".")[0]
    newest = subject if "." in subject else ledger.newest(series)
    answer = RedirectResponse(f"/{language}/trials/{newest or series}", 303)
    for name, value in ((_INVITATION, token), (_KEY, known["key"])):
        answer.set_cookie(name, value, samesite="lax", httponly=True, max_age=_MONTH)
    return answer
