"""Where the owner of a server elsewhere shows the token; a cookie remembers it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.responses import RedirectResponse, Response

from liuren.web.languages import checked
from liuren.web.owners import COOKIE, holds_token, is_owner
from liuren.web.requests import form_of
from liuren.web.templating import page

router = APIRouter()


@router.get("/{language}/enter")
async def enter_form(request: Request, language: str) -> Response:
    """The form for the token."""
    return page(request, "enter", checked(language), owner=is_owner(request))


@router.post("/{language}/enter")
async def enter(
    request: Request, language: str, form: Annotated[dict[str, str], Depends(form_of)]
) -> Response:
    """Take the token and remember it in this browser."""
    token = form.get("token", "").strip()
    if not holds_token(request, token):
        raise HTTPException(403, "web.error.token")
    answer = RedirectResponse(f"/{checked(language)}/cases", 303)
    answer.set_cookie(COOKIE, token, samesite="strict", httponly=True, max_age=31_536_000)
    return answer
