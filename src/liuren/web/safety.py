"""What every request and response goes through: size, host, origin, and the headers that keep a page to itself.

Plain ASGI, so that a streamed body is counted while it comes in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from liuren.web.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_BODY = 4 * 1024 * 1024
MAX_QUERY = 16 * 1024

_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"geolocation=(), camera=(), microphone=()"),
)
# A picture that is opened on its own carries its stylesheet inside.
_PICTURE_POLICY = b"default-src 'none'; style-src 'unsafe-inline'"


class _BodyTooLargeError(Exception):
    pass


class Safety:
    """ASGI middleware with the checks named in the module."""

    def __init__(self, application: Application, settings: Settings) -> None:
        self._application = application
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        refusal = self._refuse(scope, headers)
        if refusal is not None:
            await _answer(send, *refusal)
            return
        seen = 0
        started = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:
                raise _BodyTooLargeError
            return message

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_response_headers(message["headers"])]
            await send(message)

        try:
            await self._application(scope, counted, guarded)
        except _BodyTooLargeError:
            if not started:
                await _answer(send, 413, f"The request is larger than {MAX_BODY} bytes.")

    def _refuse(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        if len(scope.get("query_string", b"")) > MAX_QUERY:
            return 414, f"The address is longer than {MAX_QUERY} bytes."
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return 413, f"The request is larger than {MAX_BODY} bytes."
        host = headers.get(b"host", b"").decode("latin-1")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name not in self._settings.hosts:
            return 421, "This server does not answer to that host name."
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            return self._refuse_change(headers, host)
        return None

    def _refuse_change(self, headers: dict[bytes, bytes], host: str) -> tuple[int, str] | None:
        origin = headers.get(b"origin")
        fetch_site = headers.get(b"sec-fetch-site", b"same-origin")
        if fetch_site not in (b"same-origin", b"none"):
            return 403, "Changes are taken from pages of this server only."
        if origin is not None and urlsplit(origin.decode("latin-1")).netloc != host:
            return 403, "Changes are taken from pages of this server only."
        return None


def _response_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    kind = next((value for name, value in headers if name.lower() == b"content-type"), b"")
    if kind.startswith(b"image/svg"):
        return [(b"content-security-policy", _PICTURE_POLICY), *_HEADERS[1:]]
    return list(_HEADERS)


async def _answer(send: Send, status: int, text: str) -> None:
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *_HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
