"""The forms by which charts are cast: now, by date and place, by pillars; conventions in a drawer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from liuren.terms.errors import LiurenError
from liuren.terms.labels import message, term
from liuren.terms.seasons import SEASONS
from liuren.web.convention_form import convention_groups, schools
from liuren.web.languages import COOKIE, checked
from liuren.web.moments import places_named
from liuren.web.requests import address
from liuren.web.templating import page

router = APIRouter()

READING_PATHS = {"liuren": "reading", "jinkoujue": "jinkoujue-reading"}
OTHER = {"liuren": "jinkoujue", "jinkoujue": "liuren"}


@router.get("/{language}/")
async def liuren_form(request: Request, language: str) -> Response:
    """The form for a 大六壬 chart."""
    return casting_form(request, checked(language), "liuren")


@router.get("/{language}/jinkoujue")
async def jinkoujue_form(request: Request, language: str) -> Response:
    """The form for a 金口訣 chart."""
    return casting_form(request, checked(language), "jinkoujue")


def casting_form(
    request: Request, language: str, method: str, error: LiurenError | None = None
) -> Response:
    """The form of a method with what the address holds; with an error, what was wrong (422)."""
    form = dict(request.query_params)
    answer = page(
        request,
        "cast",
        language,
        status=422 if error else 200,
        method=method,
        target=READING_PATHS[method],
        form=form,
        error=error_words(error, language) if error else None,
        choices=_choices(request, language, method, error) if error else [],
        groups=convention_groups(language, method, form),
        schools=schools(language),
        seasons=[(name, term("season", name, language)) for name in SEASONS],
        seats="子丑寅卯辰巳午未申酉戌亥",
    )
    answer.set_cookie(COOKIE, language, samesite="strict", httponly=True, max_age=31_536_000)
    return answer


def error_words(error: LiurenError, language: str) -> dict[str, str]:
    """An error for a page, in the reader's language."""
    said, hint = error.localized(language)
    if language == "en" or said != error.message:
        return {"code": error.code, "message": said, "hint": hint}
    general = message("web.problem", language)
    return {"code": error.code, "message": general, "hint": hint, "detail": said}


def _choices(
    request: Request, language: str, method: str, error: LiurenError
) -> list[dict[str, Any]]:
    """What an unclear time, zone or place may mean, each as the address of its chart."""
    query = dict(request.query_params)
    path = f"/{language}/{READING_PATHS[method]}"
    if error.code == "ambiguous_place":
        return places_named(path, query, language)
    if error.code in ("ambiguous_zone", "which_clock"):
        return [
            {"text": zone, "href": address(path, {**query, "zone": zone})} for zone in _zones(query)
        ]
    rest = {name: value for name, value in query.items() if name not in ("date", "time", "fold")}
    return [
        {
            "text": _clock(one["instant"], one["offset"]),
            "pillars": one["pillars"],
            "href": address(path, {**rest, "at": one["instant"]}),
        }
        for one in _candidates(error)
    ]


def _zones(query: Mapping[str, str]) -> tuple[str, ...]:
    """The zones that an abbreviation may mean, or the two clocks of Xinjiang."""
    from liuren.calendar.zones import aliases

    return aliases().get(query.get("zone", "").strip().lower(), ("Asia/Shanghai", "Asia/Urumqi"))


def _clock(instant: str, offset: str) -> str:
    """What a clock of that offset from Greenwich shows at an instant, and the offset."""
    zone = datetime.strptime(offset[:6].replace(":", ""), "%z").tzinfo
    local = datetime.fromisoformat(instant).astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} ({offset})"


def _candidates(error: LiurenError) -> list[dict[str, Any]]:
    found: Any = error.to_dict()
    listed: list[dict[str, Any]] = found.get("candidates", [])
    return listed
