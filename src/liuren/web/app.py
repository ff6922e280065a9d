"""The application: safety around, pages and API inside, errors as pages a person understands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

import liuren
from liuren.drawing.canvas import stylesheet
from liuren.terms.errors import LiurenError
from liuren.terms.labels import message
from liuren.web.api.replies import error_reply, problem_reply
from liuren.web.casting import error_words
from liuren.web.languages import language_of, negotiate
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
        lifespan=_lifespan,
        middleware=[Middleware(Safety, settings=settings, answer=_answer)],
    )
    app.state.settings = settings
    app.state.database = None
    _include_rooms(app)

    @app.get("/static/chart.css", include_in_schema=False)
    async def _chart_style() -> Response:
        return Response(stylesheet(), media_type="text/css")

    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    app.add_exception_handler(LiurenError, _domain_error)
    app.add_exception_handler(HTTPException, _http_error)

    @app.get("/", include_in_schema=False)
    async def _home(request: Request) -> Response:
        return RedirectResponse(f"/{negotiate(request)}/", status_code=303)

    @app.get("/health", include_in_schema=False)
    async def _health() -> Response:
        return Response("ok\n", media_type="text/plain")

    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    if app.state.database is not None:
        app.state.database.close()


def _include_rooms(app: FastAPI) -> None:
    from liuren.web import (
        api,
        atlas,
        book,
        cases,
        casting,
        clauses,
        entrance,
        pictures,
        readings,
        trials,
    )

    for room in (casting, readings, clauses, book, pictures, cases, trials, atlas, entrance):
        app.include_router(room.router, include_in_schema=False)
    app.include_router(api.router)


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _answer(request: Request, status: int, key: str) -> Response:
    """The answer to a request that was refused or failed."""
    language = language_of(request)
    found = {"code": f"http_{status}", "message": message(key, language), "hint": ""}
    if _wants_json(request):
        return problem_reply(found, status, language)
    return page(
        request,
        "error",
        language,
        status=status,
        error=found,
        form={},
        enter=key == "web.error.owner",
    )


async def _domain_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LiurenError)
    language = language_of(request)
    if _wants_json(request):
        return error_reply(error, language)
    status = 404 if error.code == "not_found" else 422
    return page(
        request,
        "error",
        language,
        status=status,
        error=error_words(error, language),
        form=getattr(request.state, "form", None) or dict(request.query_params),
    )


async def _http_error(request: Request, error: Exception) -> Response:
    """Our own refusals carry the key of their sentence; the framework's are told by their status."""
    assert isinstance(error, HTTPException)
    detail = str(error.detail)
    known = (400, 403, 404, 405, 413, 414, 421, 422)
    number = error.status_code if error.status_code in known else 400
    response = _answer(
        request,
        error.status_code,
        detail if detail.startswith("web.") else f"web.error.{number}",
    )
    response.headers.update(error.headers or {})
    return response
