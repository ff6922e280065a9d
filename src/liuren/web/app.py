"""The application: safety around, pages and API inside, errors as pages a person understands."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

import liuren
from liuren.drawing.canvas import stylesheet
from liuren.terms.errors import LiurenError
from liuren.terms.labels import LANGUAGES
from liuren.web.languages import negotiate
from liuren.web.safety import Safety
from liuren.web.settings import Settings
from liuren.web.templating import page


def create_app(settings: Settings | None = None) -> FastAPI:
    """The web application for ``settings`` (default: this machine only, the user's own casebook)."""
    settings = settings or Settings()
    app = FastAPI(
        title="Liuren",
        version=liuren.__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        middleware=[Middleware(Safety, settings=settings)],
    )
    app.state.settings = settings
    _include_rooms(app)

    @app.get("/static/chart.css", include_in_schema=False)
    def _chart_style() -> Response:
        return Response(stylesheet(), media_type="text/css")

    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    app.add_exception_handler(LiurenError, _domain_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _fault)

    @app.get("/", include_in_schema=False)
    def _home(request: Request) -> Response:
        return RedirectResponse(f"/{negotiate(request)}/", status_code=303)

    return app


def _include_rooms(app: FastAPI) -> None:
    from liuren.web import book, pages, pictures

    for room in (pages, book, pictures):
        app.include_router(room.router, include_in_schema=False)


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _language(request: Request) -> str:
    first = request.url.path.split("/", 2)[1]
    return first if first in LANGUAGES else negotiate(request)


async def _domain_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LiurenError)
    if _wants_json(request):
        return JSONResponse({"error": error.to_dict()}, status_code=422)
    language = _language(request)
    said, hint = error.localized(language)
    return page(
        request,
        "error",
        language,
        status=422,
        error={"code": error.code, "message": said, "hint": hint},
        form=dict(request.query_params),
    )


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    found = {"code": f"http_{error.status_code}", "message": str(error.detail), "hint": ""}
    if _wants_json(request):
        return JSONResponse({"error": found}, status_code=error.status_code, headers=error.headers)
    return page(
        request, "error", _language(request), status=error.status_code, error=found, form={}
    )


async def _fault(request: Request, error: Exception) -> Response:  # noqa: ARG001
    found = {
        "code": "fault",
        "message": "Liuren failed unexpectedly. This is a fault in Liuren.",
        "hint": "",
    }
    if _wants_json(request):
        return JSONResponse({"error": found}, status_code=500)
    return page(request, "error", _language(request), status=500, error=found, form={})
