"""From the address of a page to a request for a chart, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from liuren.terms.errors import InputError

#: Fields of a request that a page may carry, as they stand in its address.
FIELDS = (
    "chart", "at", "zone", "place", "longitude", "latitude", "solar_time", "calendar", "fold",
    "day", "hour", "general", "daytime", "month", "year", "birth", "age_branch", "sex", "age",
    "querent", "direction", "topic", "seat", "guest", "convention",
)  # fmt: skip

_NUMBERS = {"longitude": float, "latitude": float, "fold": int, "guest": int, "age": int}
_DAYTIME = {"day": True, "night": False}


def request_of(query: QueryParams | Mapping[str, str]) -> dict[str, Any]:
    """The casting request in an address; options of the convention come as ``set.NAME=VALUE``.

    Raises:
        InputError: a number cannot be read.
    """
    found: dict[str, Any] = {}
    for name in FIELDS:
        value = query.get(name, "").strip()
        if not value:
            continue
        found[name] = _number(name, value) if name in _NUMBERS else value
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


def address(path: str, query: Mapping[str, Any]) -> str:
    """``path`` with a query, empty values left out."""
    kept = {name: value for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(kept)}" if kept else path
