"""From the address of a page, or a form, to a request for a chart, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import HTTPException, Request

from liuren.terms.errors import InputError

#: Fields of a request that a page may carry, as they stand in its address.
FIELDS = (
    "chart", "at", "zone", "place", "longitude", "latitude", "solar_time", "calendar", "fold",
    "day", "hour", "general", "daytime", "month", "season", "year", "birth", "age_branch", "sex",
    "age", "annual", "great_run", "querent", "direction", "topic", "seat", "guest", "convention",
)  # fmt: skip

_NUMBERS: Mapping[str, type[float] | type[int]] = {
    "longitude": float, "latitude": float, "fold": int, "guest": int, "age": int,
}  # fmt: skip
_DAYTIME = {"day": True, "night": False}


def request_of(query: Mapping[str, str]) -> dict[str, Any]:
    """The casting request in an address or form.

    ``date`` and ``time`` are the two fields of a browser's own pickers and stand for ``at``; options
    of the convention come as ``set.NAME=VALUE``.

    Raises:
        InputError: a number cannot be read.
    """
    found: dict[str, Any] = {}
    for name in FIELDS:
        value = query.get(name, "").strip()
        if not value:
            continue
        found[name] = _number(name, value) if name in _NUMBERS else value
    if "at" not in found and (date := query.get("date", "").strip()):
        time = query.get("time", "").strip()
        found["at"] = f"{date}T{time}" if time else date
    if found.get("daytime") in _DAYTIME:
        found["daytime"] = _DAYTIME[found["daytime"]]
    elif "daytime" in found:
        raise InputError(
            f"daytime {found['daytime'][:20]!r} is neither day nor night.", hint="daytime=day"
        )
    settings = [
        f"{name[4:]}={value.strip()}"
        for name, value in query.items()
        if name.startswith("set.") and value.strip()
    ]
    if settings:
        found["settings"] = tuple(settings)
    return found


def _number(name: str, value: str) -> float | int:
    try:
        return _NUMBERS[name](value)
    except ValueError:
        raise InputError(
            f"{name} {value[:30]!r} is not a number.", hint=f"{name}=1", code="not_a_number"
        ) from None


def query_text(query: Mapping[str, Any]) -> str:
    """A query as it stands in an address, empty values left out."""
    return urlencode({name: value for name, value in query.items() if value not in (None, "")})


def address(path: str, query: Mapping[str, Any]) -> str:
    """``path`` with a query, empty values left out."""
    written = query_text(query)
    return f"{path}?{written}" if written else path


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form that was sent; a dependency of pages that change something.

    Kept in ``request.state.form``, so that an error page can give back what was entered.
    """
    try:
        sent = await request.form(max_files=0, max_fields=400)
    except HTTPException:
        raise
    except ValueError as error:  # bytes that are no text
        raise HTTPException(400, "web.error.400") from error
    form = {name: value for name, value in sent.items() if isinstance(value, str)}
    request.state.form = form
    return form
