"""The chart on its own: SVG, PNG, text and JSON to keep or to send."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

import liuren
from liuren.drawing.svg import chart_svg
from liuren.drawing.text import chart_text
from liuren.terms.errors import InputError, LiurenError
from liuren.terms.installing import install_command
from liuren.web.languages import checked
from liuren.web.moments import with_moment

router = APIRouter()


def _chart(request: Request) -> dict[str, object]:
    notation = request.query_params.get("chart")
    if not notation:
        raise InputError("No chart was named.", hint="?chart=NOTATION", code="no_chart")
    return with_moment(request.query_params, liuren.parse_notation(notation).to_dict())


def _download(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


@router.get("/{language}/chart.svg")
async def svg(request: Request, language: str) -> Response:
    """The chart as a picture that stands alone."""
    drawn = chart_svg(_chart(request), checked(language))
    return Response(drawn, media_type="image/svg+xml", headers=_download("chart.svg"))


@router.get("/{language}/chart.png")
async def png(request: Request, language: str) -> Response:
    """The chart as PNG at double density, by the fonts of this machine."""
    drawn = chart_svg(_chart(request), checked(language))
    picture = await run_in_threadpool(_rasterise, drawn)
    return Response(picture, media_type="image/png", headers=_download("chart.png"))


def _rasterise(drawn: str) -> bytes:
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise LiurenError(
            "A bitmap needs a package that is not installed (resvg-py).",
            hint=install_command("web"),
            code="extra_missing",
        ) from error

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=2))


@router.get("/{language}/chart.txt")
async def text(request: Request, language: str) -> Response:
    """The chart as text in the old layout."""
    return Response(
        chart_text(_chart(request), checked(language)),
        media_type="text/plain",
        headers=_download("chart.txt"),
    )


@router.get("/{language}/chart.json")
async def json(request: Request, language: str) -> Response:
    """The chart as data."""
    checked(language)
    return JSONResponse(_chart(request), headers=_download("chart.json"))
