"""The moment of a chart on a page: whose clock, which sun, which town, and the moments around it.

The one-line notation of a chart has the instant and no zone. An address therefore carries zone, place and kind of
time beside the notation, and the page reads the instant by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import liuren
from liuren.calendar.places import find_places, place_labels
from liuren.charts.timing import dated
from liuren.terms.errors import LiurenError
from liuren.terms.labels import message
from liuren.web.convention_form import convention_query
from liuren.web.requests import address, request_of

Data = dict[str, Any]

#: What stands beside a notation in an address.
CARRIED = ("zone", "place", "longitude", "latitude", "solar_time", "calendar")
_STEPS = (("day_back", -24), ("hour_back", -2), ("hour_on", 2), ("day_on", 24))
#: Facts of a chart that stay when its moment changes.
_LASTING = ("birth", "sex", "querent", "direction", "topic", "age_branch", "annual", "great_run")
#: Parts of an address that name one moment or one sight of it.
_PASSING = ("season", "chart", "at", "fold", "date", "time", "seen")
_MOST_PLACES = 8


def carried(query: Mapping[str, str], chart: Data) -> dict[str, str]:
    """What an address has to carry beside the notation of ``chart``, so that its clock can be shown there."""
    if not chart["instant"]:
        return {}
    kept = {name: query[name] for name in CARRIED if query.get(name)}
    clock = (chart["moment"] or {}).get("clock")
    return {**kept, "zone": clock["zone"]} if clock else kept


def with_moment(query: Mapping[str, str], chart: Data) -> Data:
    """A chart from notation with the moment of its instant, read by what stands beside it in the address.

    The chart as it was where nothing stands there, or where that clock would have given another chart.
    """
    beside = {name: query[name] for name in CARRIED if query.get(name)}
    if not beside or chart["moment"] or not chart["instant"]:
        return chart
    try:
        given = request_of(beside)
        moment = liuren.moment(chart["instant"], convention=chart["convention"], **given)
    except LiurenError:
        return chart
    found = moment.to_dict()
    if found["pillars"]["day"] != chart["day"] or found["hour_branch"] != chart["hour"]:
        return chart
    dates = {"timing": dated(chart["timing"], moment)} if "timing" in chart else {}
    return {**chart, "moment": found, **dates}


def moments_around(path: str, query: Mapping[str, str], chart: Data) -> list[tuple[str, str]]:
    """Addresses of the charts a double hour and a day away by the clock of the chart's moment."""
    clock = (chart["moment"] or {}).get("clock")
    if not clock:
        return []
    lasting = {name: value for name, value in query.items() if name not in _PASSING}
    if query.get("chart"):
        own = {name: _entered(chart, name) for name in _LASTING if chart.get(name)}
        lasting = {**convention_query(chart["convention"]), **own, **lasting}
    if chart["method"] == "jinkoujue":
        lasting["seat"] = chart["seat_from"] or chart["seat"]
    found = []
    for name, hours in _STEPS:
        moment = _later(clock["time"], hours, clock["calendar"])
        found.append((name, address(path, {**lasting, "at": moment, "zone": clock["zone"]})))
    return found


def _later(written: str, hours: int, calendar: str) -> str:
    """A clock time some hours later in the calendar that it is written in.

    The standard library knows the Gregorian calendar from year 1 on; so the sum is done in a year of
    our time that is as long, and the years are put back.
    """
    year, rest = int(written[:-15]), written[-14:]
    like = 2000 + year % (4 if calendar == "julian" else 400)
    moment = datetime.fromisoformat(f"{like}-{rest}") + timedelta(hours=hours)
    year += moment.year - like
    return f"{'-' if year < 0 else ''}{abs(year):04d}-{moment:%m-%dT%H:%M:%S}"


def _entered(chart: Data, fact: str) -> str:
    """A fact of a chart as it was entered: a birth or an annual branch may have been a pillar."""
    pillar = chart["pillars"].get({"age_branch": "age"}.get(fact, fact))
    return str(pillar or chart[fact])


# ---------------------------------------------------------------- shown


def moment_shown(path: str, query: Mapping[str, str], chart: Data, language: str) -> Data | None:
    """Clock, sun and place of a chart's moment, to be shown; None where no moment is known."""
    moment = chart["moment"]
    if not moment:
        return None
    clock, local = moment["clock"], moment["local"]
    solar, town = local["solar_time"], moment.get("place")
    return {
        "time": clock["time"].replace("T", " ").removesuffix(":00"),
        "offset": clock["offset"],
        "zone": clock["zone"],
        "summer": clock["summer_time"],
        "solar": None if solar == "clock" else message(f"web.cast.solar.{_KEYS[solar]}", language),
        "solar_clock": local["time"].replace("T", " "),
        "coordinates": _coordinates(town, language),
        "place": (town or {}).get("labels", {}).get(language, ""),
        "others": _others(path, query, town, language),
    }


_KEYS = {"mean": "mean", "true": "true", "half_hour": "half"}


def _coordinates(place: Mapping[str, Any] | None, language: str) -> str:
    if not place or place["longitude"] is None:
        return ""
    east, north = place["longitude"], place["latitude"]
    parts = [(east, "east" if east >= 0 else "west")]
    if north is not None:
        parts.insert(0, (north, "north" if north >= 0 else "south"))
    return message("comma", language).join(
        message(f"moment.{side}", language, degrees=f"{abs(angle):.2f}") for angle, side in parts
    )


def _others(path: str, query: Mapping[str, str], town: Data | None, language: str) -> list[Data]:
    """Places that have the name of the town which a moment was cast for."""
    if not town or not town.get("name") or not (query.get("at") or query.get("date")):
        return []
    kept = {name: value for name, value in query.items() if name not in ("seen", "chart")}
    here = _position(town)
    return [one for one in places_named(path, kept, language) if one["position"] != here]


def places_named(path: str, query: Mapping[str, str], language: str) -> list[Data]:
    """Every place of the name in an address, the largest first, each as the address of its chart.

    By name and country where that is enough, else by coordinates.
    """
    rest = {name: value for name, value in query.items() if name not in ("place", "zone")}
    found = find_places(query["place"])[:_MOST_PLACES]
    alike = Counter(place.country for place in found)
    name = query["place"].replace("，", ",").partition(",")[0].strip()
    shown = []
    for place in found:
        position = {"longitude": place.longitude, "latitude": place.latitude}
        named = {"place": f"{name}, {place.country}"}
        where = named if alike[place.country] == 1 else {**position, "zone": place.zone}
        shown.append(
            {
                "labels": place_labels(place, query["place"]),
                "coordinates": f"{_coordinates(position, language)} · {place.zone}",
                "position": _position(position),
                "href": address(path, {**rest, **where}),
            }
        )
    return shown


def _position(place: Mapping[str, Any]) -> tuple[float, float]:
    return place["longitude"], place["latitude"]
