"""Answers of the API: JSON, refusals in one shape, routes that keep to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import compile_path
from starlette.types import Receive, Scope, Send

from liuren.schemas.errors import ErrorReply
from liuren.terms.errors import LiurenError

#: Codes of errors that are not about the request's wording.
_STATUS = {
    "not_found": 404,
    "unknown_clause": 404,
    "unknown_work": 404,
    "trial": 409,
    "fixed": 409,
    "name_taken": 409,
    "busy_database": 503,
    "unreachable_database": 503,
}


class Json(JSONResponse):
    """UTF-8; half a character that somebody sent comes back as a question mark."""

    def render(self, content: Any) -> bytes:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "replace")


def error_reply(error: LiurenError) -> Json:
    """The answer to a request that Liuren refused."""
    return Json({"error": error.to_dict()}, status_code=_STATUS.get(error.code, 422))


def _malformed(error: RequestValidationError) -> Json:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    hint = "The names and types are in /api/v1/openapi.json."
    found = {
        "code": "bad_request",
        "message": f"{place}: {first['msg']}.".lstrip(": "),
        "hint": hint,
    }
    return Json({"error": found}, status_code=422)


class ApiRoute(APIRoute):
    """A route whose refusals have the documented shape, and whose 405 names all methods of its path."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                return _malformed(error)
            except LiurenError as error:
                return error_reply(error)

        return handler

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.methods and scope["method"] not in self.methods:
            allowed = ", ".join(_methods(scope["app"].openapi()["paths"], scope["path"]))
            raise HTTPException(405, "web.error.405", headers={"Allow": allowed})
        await super().handle(scope, receive, send)


def _methods(paths: Mapping[str, Mapping[str, Any]], path: str) -> list[str]:
    """The methods of the documented path that ``path`` is an instance of, the most literal first."""
    fitting = [known for known in paths if compile_path(known)[0].match(path)]
    best = min(fitting, key=lambda known: known.count("{"))
    return sorted(name.upper() for name in paths[best])


_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorReply, "description": "The body cannot be read"},
    403: {
        "model": ErrorReply,
        "description": "Only the owner, or a bearer of the link, may do this",
    },
    404: {"model": ErrorReply, "description": "There is nothing of that name"},
    409: {"model": ErrorReply, "description": "The state of the case or trial does not allow it"},
    413: {"model": ErrorReply, "description": "The body is too large"},
    414: {"model": ErrorReply, "description": "The address is too long"},
    422: {
        "model": ErrorReply,
        "description": "What was read, what was expected, the nearest value",
    },
    503: {"model": ErrorReply, "description": "The casebook cannot be reached now"},
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: _REFUSALS[status] for status in statuses}
