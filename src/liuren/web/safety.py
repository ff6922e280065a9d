"""What every request and response goes through: size, host, origin, and the headers that keep a page to itself.

Plain ASGI, so that a streamed body is counted while it comes in, and so that a fault of ours still
leaves the house as a page with these headers.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from liuren.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
#: Makes the answer to a refused or failed request: request, status, key of the sentence.
Answer = Callable[[Request, int, str], Response]

MAX_BODY = 4 * 1024 * 1024
MAX_QUERY = 16 * 1024

_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"geolocation=(), camera=(), microphone=()"),
)
# A picture that is opened on its own carries its stylesheet inside.
_PICTURE_POLICY = b"default-src 'none'; style-src 'unsafe-inline'"

_log = logging.getLogger("liuren.web")


class BodyTooLargeError(HTTPException):
    """More was sent than the server takes."""

    def __init__(self) -> None:
        super().__init__(413, "web.error.413")


class Safety:
    """ASGI middleware with the checks named in the module."""

    def __init__(self, application: Application, settings: Settings, answer: Answer) -> None:
        self._application = application
        self._settings = settings
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        asks_for_head = scope["method"] == "HEAD"
        if asks_for_head:  # whatever can be got can be asked for its headers
            scope = {**scope, "method": "GET"}
        seen = 0
        started = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:
                raise BodyTooLargeError
            return message

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_response_headers(message["headers"])]
            elif asks_for_head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        refusal = self._refuse(scope, headers)
        if refusal is not None:
            status, key = refusal
            response = self._answer(Request(scope), status, key)
            response.headers["connection"] = "close"
            await response(scope, receive, guarded)
            return
        try:
            await self._application(scope, counted, guarded)
        except Exception as error:
            if started:
                raise
            too_large = isinstance(error, BodyTooLargeError)
            status, key = (413, "web.error.413") if too_large else (500, "web.error.500")
            if not too_large:
                _log.exception("fault in %s", scope["path"])
            await self._answer(Request(scope), status, key)(scope, receive, guarded)

    def _refuse(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        if len(scope.get("query_string", b"")) > MAX_QUERY:
            return 414, "web.error.414"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > MAX_BODY:
            return 413, "web.error.413"
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._answers_to(host):
            return 421, "web.error.421"
        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and _is_foreign(headers, host):
            return 403, "web.error.origin"
        return None

    def _answers_to(self, host: str) -> bool:
        """Names it was told, and plain numbers: only a name can be pointed here by somebody else."""
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if name in self._settings.hosts:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


def _is_foreign(headers: dict[bytes, bytes], host: str) -> bool:
    """Whether a page of another origin sent this; programs that are no browser send no origin."""
    if headers.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return True
    origin = headers.get(b"origin")
    return origin is not None and urlsplit(origin.decode("latin-1")).netloc.lower() != host


def _response_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    kind = next((value for name, value in headers if name.lower() == b"content-type"), b"")
    if kind.startswith(b"image/svg"):
        return [(b"content-security-policy", _PICTURE_POLICY), *_HEADERS[1:]]
    return list(_HEADERS)
