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
from liuren.terms.labels import message
from liuren.web.languages import negotiate

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


def problem_reply(problem: Mapping[str, Any], status: int, language: str) -> Json:
    """A refusal in its one shape; the header says in which language its words are."""
    headers = {"content-language": language, "vary": "accept-language, cookie"}
    return Json({"error": problem}, status_code=status, headers=headers)


def problem_of(error: LiurenError, language: str) -> dict[str, Any]:
    """An error of the domain as data, its words in ``language``."""
    said, hint = error.localized(language)
    return {**error.to_dict(), "message": said, "hint": hint}


def error_reply(error: LiurenError, language: str) -> Json:
    """The answer to a request that Liuren refused."""
    return problem_reply(problem_of(error, language), _STATUS.get(error.code, 422), language)


def _malformed(error: RequestValidationError, language: str) -> Json:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    said = f"{place}: {first['msg']}.".lstrip(": ")
    too_many = first["type"] == "too_long" and place == "charts"
    problem = {
        "code": "bad_request",
        "message": said if language == "en" else f"{message('web.error.422', language)} {said}",
        "hint": message("web.api.batch" if too_many else "web.api.names", language),
    }
    return problem_reply(problem, 422, language)


class ApiRoute(APIRoute):
    """A route whose refusals have the documented shape, and whose 405 names all methods of its path."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handler(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                return _malformed(error, negotiate(request))
            except LiurenError as error:
                return error_reply(error, negotiate(request))

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
