"""Which language a page is in: by its address, else by what the browser asks for."""

from __future__ import annotations

from fastapi import HTTPException
from starlette.requests import Request

from liuren.terms.errors import InputError
from liuren.terms.labels import LANGUAGES, parse_language

COOKIE = "language"

#: What the language calls itself, for the switch.
OWN_NAMES = {"zh-Hant": "繁體", "zh-Hans": "简体", "ko": "한국어", "en": "English"}


def checked(language: str) -> str:
    """The language of an address, or a page that says there is no such page."""
    if language not in LANGUAGES:
        raise HTTPException(404, "web.error.404")
    return language


def language_of(request: Request) -> str:
    """The language of an address, else the visitor's."""
    first = request.url.path.split("/", 2)[1]
    return first if first in LANGUAGES else negotiate(request)


def negotiate(request: Request) -> str:
    """The language of a visitor who has not chosen one: cookie, then Accept-Language, then English."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return chosen
    wanted = []
    for position, part in enumerate(request.headers.get("accept-language", "")[:400].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        wanted.append((-weight, position, tag))
    for _, _, tag in sorted(wanted):
        try:
            return parse_language(tag)
        except InputError:
            continue
    return "en"
