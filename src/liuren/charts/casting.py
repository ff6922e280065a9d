"""From what a person entered to a chart: the one way that every door casts.

A request is a mapping of names to strings (or numbers, booleans, None for "not given"): a chart in
notation; or day, hour and general; or a moment. Doors only collect the names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from liuren.terms.errors import InputError

if TYPE_CHECKING:
    from liuren.calendar import Moment
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart
    from liuren.terms.convention import Convention

#: What names a moment; ``at`` missing means now.
MOMENT_FIELDS = ("zone", "place", "longitude", "latitude", "solar_time", "calendar", "fold")
#: Facts that may be added to a chart however it is cast.
FACT_FIELDS = {
    "liuren": (
        "month",
        "season",
        "year",
        "birth",
        "daytime",
        "age_branch",
        "sex",
        "querent",
        "direction",
        "topic",
    ),
    "jinkoujue": (
        "month",
        "year",
        "birth",
        "daytime",
        "annual",
        "great_run",
        "seat",
        "guest",
        "sex",
        "age",
        "topic",
    ),
}

_EXAMPLE = "day=甲子, hour=卯, general=亥"


def convention_of(request: Mapping[str, Any]) -> Convention:
    """The convention named in a request (``convention``), its single options (``settings``) laid over it."""
    from liuren.terms.convention import load_convention, parse_settings

    convention = load_convention(request.get("convention"))
    settings = request.get("settings") or ()
    return convention.replace(**parse_settings(tuple(settings))) if settings else convention


def moment_of(request: Mapping[str, Any]) -> Moment:
    """The moment named in a request: ``at`` with its zone or place, or now."""
    from liuren.calendar import moment

    given = {name: request[name] for name in MOMENT_FIELDS if _is_given(request.get(name))}
    return moment(request.get("at") or None, convention=convention_of(request), **given)


def _is_given(value: object) -> bool:
    return value is not None and value != ""


def method_of(request: Mapping[str, Any]) -> str:
    """The method that a request names: a seat, or 位 in a notation, is of 金口訣 only."""
    seated = any(_is_given(request.get(name)) for name in ("seat", "seat_by"))
    return "jinkoujue" if seated or "位" in str(request.get("chart") or "") else "liuren"


def cast(method: str, request: Mapping[str, Any]) -> LiurenChart | JinkoujueChart:
    """The chart that a request names; ``method`` is ``liuren`` or ``jinkoujue``.

    Facts and a convention given besides a chart in notation are laid over what it says.

    Raises:
        InputError: the request names no chart, names two, or one of the other method, or a value
            cannot be read.
    """
    facts = {name: request[name] for name in FACT_FIELDS[method] if _is_given(request.get(name))}
    if method == "jinkoujue" and not isinstance(facts.get("seat"), int):
        facts["seat_by"] = request.get("seat_by") or ("any" if "seat" in facts else "branch")
    if request.get("chart") is not None:  # an empty notation is refused, not taken for "now"
        return _from_notation(method, request, facts)
    make = _maker(method)
    chart: LiurenChart | JinkoujueChart
    if any(_is_given(request.get(name)) for name in ("day", "general", "hour")):
        chart = make(**_pillars(request), **facts, convention=convention_of(request))
    else:
        moment = moment_of(request)
        chart = make(moment=moment, **facts, convention=moment.convention)
    return chart


def _from_notation(
    method: str, request: Mapping[str, Any], facts: dict[str, Any]
) -> LiurenChart | JinkoujueChart:
    from liuren.charts.notation import parse_notation

    twice = [name for name in ("at", "day", "hour", "general") if _is_given(request.get(name))]
    if twice:
        raise InputError(
            f"A chart in notation stands alone; not with it: {', '.join(twice)}.",
            hint="Write it into the notation, or leave it out.",
            code="two_casts",
        )
    way = facts.pop("seat_by", None)
    if "seat" in facts:
        from liuren.charts.seats import seat_of

        facts["seat"] = seat_of(way or "branch", facts["seat"])[0]
    named, settings = request.get("convention"), request.get("settings")
    convention = convention_of(request) if _is_given(named) else None
    chart = parse_notation(request["chart"], convention=convention, settings=settings, **facts)
    if hasattr(chart, "noble") != (method == "jinkoujue"):
        arts = ("金口訣", "大六壬") if hasattr(chart, "noble") else ("大六壬", "金口訣")
        raise InputError(
            f"The notation is that of a {arts[0]} chart; {arts[1]} was asked for.",
            hint="A token with 位 (the seat) makes it a 金口訣 chart, none a 大六壬 chart.",
            code="wrong_method",
        )
    return chart


def _maker(method: str) -> Any:
    if method == "jinkoujue":
        from liuren.charts.jinkoujue import jinkoujue_chart

        return jinkoujue_chart
    from liuren.charts.liuren import liuren_chart

    return liuren_chart


def _pillars(request: Mapping[str, Any]) -> dict[str, Any]:
    missing = [name for name in ("day", "hour", "general") if not _is_given(request.get(name))]
    if missing:
        raise InputError(
            f"Casting by pillars needs day, hour and general; not given: {', '.join(missing)}.",
            hint=_EXAMPLE,
            code="incomplete_cast",
        )
    if _is_given(request.get("at")):
        raise InputError(
            "Both a moment (at) and day, hour and general were given; a chart is cast from one of them.",
            hint="Leave out the moment, or leave out day, hour and general.",
            code="two_casts",
        )
    return {name: request[name] for name in ("day", "hour", "general")}
