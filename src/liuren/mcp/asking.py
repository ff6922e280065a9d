"""When it is not clear which moment is meant: the question, with the candidates and the charts they would cast.

A model that is given a default uses it without a word; so a missing or ambiguous time is never filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from liuren.charts.casting import cast, moment_of
from liuren.mcp.answers import Candidate, Question
from liuren.terms.errors import LiurenError
from liuren.terms.labels import message

#: Zones offered for a time without one, after this machine's.
_ZONES = ("Asia/Shanghai", "Asia/Seoul", "Asia/Tokyo", "Etc/UTC")
#: The two clocks of Xinjiang.
_XINJIANG = ("Asia/Shanghai", "Asia/Urumqi")
_PLACES = ("zone", "place", "longitude")
#: A minute inside each double hour, 子 to 亥.
_DOUBLE_HOURS = tuple(f"{(2 * hour) % 24:02d}:00" for hour in range(12))


def question_about_time(method: str, request: Mapping[str, Any], language: str) -> Question | None:
    """The question to be asked before ``request`` can be cast, or None when it is clear.

    Raises:
        LiurenError: the request cannot be read at all.
    """
    if any(request.get(name) for name in ("chart", "day", "hour", "general")):
        return None
    unclear = _unclear_place(method, request, language)
    if unclear:
        return unclear
    if not request.get("at"):
        return _missing(method, request, language)
    try:
        warned = {one["code"] for one in moment_of(request).to_dict()["warnings"]}
    except LiurenError as error:
        return _uncertain(method, request, error, language)
    if "zone_assumed" in warned:
        return _without_zone(method, request, language)
    if "no_time" in warned:
        return _without_hour(method, request, language)
    return None


def _missing(method: str, request: Mapping[str, Any], language: str) -> Question:
    """Now, at the place that was given, or by the clocks of several zones."""
    placed = any(request.get(name) for name in _PLACES)
    places = [{}] if placed else [{"zone": zone} for zone in _zones()]
    candidates = []
    for place in places:
        now = moment_of({**request, **place}).to_dict()["clock"]
        changed = {"at": f"{now['time']}{now['offset']}", **place}
        meaning = message("web.mcp.now", language, zone=now["zone"])
        candidates.append(_candidate(method, request, changed, meaning))
    return Question(
        code="time_missing",
        question=message("web.mcp.ask.moment", language),
        candidates=candidates,
    )


def _zones() -> list[str]:
    """This machine's zone and those of most users."""
    from liuren.calendar.zones import local_zone

    return list(dict.fromkeys((local_zone().name, *_ZONES)))


def _without_zone(method: str, request: Mapping[str, Any], language: str) -> Question:
    return Question(
        code="zone_missing",
        question=message("web.mcp.ask.zone", language, at=request["at"]),
        candidates=[_candidate(method, request, {"zone": zone}, zone) for zone in _zones()],
    )


def _without_hour(method: str, request: Mapping[str, Any], language: str) -> Question:
    from liuren.terms.branches import NAMES

    date = str(request["at"]).strip()
    return Question(
        code="hour_missing",
        question=message("web.mcp.ask.hour", language, date=date),
        candidates=[
            _candidate(method, request, {"at": f"{date}T{clock}"}, f"{branch} ({clock})")
            for branch, clock in zip(NAMES, _DOUBLE_HOURS, strict=True)
        ],
    )


def _unclear_place(method: str, request: Mapping[str, Any], language: str) -> Question | None:
    from liuren.calendar.places import find_places
    from liuren.calendar.zones import aliases

    zones = aliases().get(str(request.get("zone") or "").lower(), ())
    if len(zones) > 1:
        return Question(
            code="ambiguous_zone",
            question=message("web.mcp.ask.which", language, name=request["zone"]),
            candidates=[_candidate(method, request, {"zone": zone}, zone) for zone in zones],
        )
    if not request.get("place") or request.get("zone"):
        return None
    try:
        moment_of(request)
    except LiurenError as error:
        if error.code == "which_clock":
            return Question(
                code=error.code,
                question=error.localized(language)[0],
                candidates=[
                    _candidate(method, request, {"zone": zone}, zone) for zone in _XINJIANG
                ],
            )
        if error.code != "ambiguous_place":
            return None
        places = find_places(str(request["place"]))[:8]
        return Question(
            code="ambiguous_place",
            question=message("web.mcp.ask.which", language, name=request["place"]),
            candidates=[
                _candidate(
                    method,
                    request,
                    {
                        "place": None,
                        "zone": one.zone,
                        "longitude": one.longitude,
                        "latitude": one.latitude,
                    },
                    f"{one.name}, {one.country} ({one.latitude:.2f}, {one.longitude:.2f})",
                )
                for one in places
            ],
        )
    return None


def _uncertain(
    method: str, request: Mapping[str, Any], error: LiurenError, language: str
) -> Question:
    from liuren.calendar.zones import offset_text

    moments = getattr(error, "candidates", ())
    if not moments:
        raise error
    return Question(
        code=error.code,
        question=error.localized(language)[0],
        candidates=[
            _candidate(
                method, request, {"at": one.instant, "zone": one.zone}, offset_text(one.offset)
            )
            for one in moments
        ],
    )


def _candidate(
    method: str, request: Mapping[str, Any], changed: Mapping[str, Any], meaning: str
) -> Candidate:
    given = {name: value for name, value in {**request, **changed}.items() if value is not None}
    arguments = {name: value for name, value in given.items() if value not in ("", (), [])}
    return Candidate(
        arguments=arguments, meaning=meaning, chart=_quietly(lambda: cast(method, arguments))
    )


def _quietly(make: Callable[[], Any]) -> str | None:
    """Notation of the chart, or None where it cannot be cast."""
    try:
        return str(make().notation)
    except LiurenError:
        return None
