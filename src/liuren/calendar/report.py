"""A moment as plain data, for JSON, the command line, the web and MCP."""

from __future__ import annotations

from typing import Any

from liuren.calendar import zones
from liuren.calendar.boundaries import report, sun_times, term_around
from liuren.calendar.days import DAY, WEEKDAYS
from liuren.calendar.delta_t import delta_t, sigma
from liuren.calendar.ephemeris import solar_terms
from liuren.calendar.reckoning import Moment, general, gregorian
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.pillars import NAMES as PILLARS
from liuren.terms.pillars import void


def moment_data(m: Moment) -> dict[str, Any]:
    """Everything about a moment; see ``docs/reference/calendar.md``."""
    before, after = term_around(m)
    found: dict[str, Any] = {
        "instant": m.instant,
        "pillars": m.pillars,
        "general": BRANCHES[m.general],
        "daytime": m.daytime,
        "void": [BRANCHES[b] for b in m.void],
        "voids": {
            name: [BRANCHES[b] for b in void(getattr(m, name))]
            for name in ("year", "month", "day", "hour")
        },
        "month_branch": BRANCHES[m.month_branch],
        "hour_branch": BRANCHES[m.hour_branch],
        "generals": _generals(m),
        "term": before,
        "next_term": after,
        "clock": _clock(m),
        "local": _local(m),
        "lunar": _lunar(m, m.convention["lunar_calendar"]),
        "lunar_elsewhere": _lunar_elsewhere(m),
        "jdn": m.jdn,
        "delta_t": {"seconds": round(delta_t(m.ut), 2), "error": round(sigma(m.ut), 2)},
        "boundaries": report(m),
    }
    if m.longitude is not None:
        found["place"] = {"longitude": m.longitude, "latitude": m.latitude, **_town(m)}
    if m.longitude is not None and m.latitude is not None:
        found["sun"] = _sun(m)
    found["warnings"] = m.warnings
    found["convention"] = m.convention.to_dict()
    return found


def _generals(m: Moment) -> dict[str, str]:
    tt = m.tt
    k = solar_terms().last_before(tt)
    rules = ("zhongqi_instant", "zhongqi_day", "jie", "pingqi")
    return {rule: BRANCHES[general(m, k, tt, rule)] for rule in rules}


def _clock(m: Moment) -> dict[str, Any]:
    jdn = int(m.clock // DAY)
    return {
        "time": m.text_of(m.clock),
        "zone": m.zone,
        "offset": zones.offset_text(m.offset),
        "summer_time": m.offset != m.standard,
        "standard": m.text_of(m.ut + m.standard),
        "calendar": "gregorian" if gregorian(m) else "julian",
        "weekday": WEEKDAYS[jdn % 7],
    }


def _local(m: Moment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "time": m.text_of(m.local),
        "solar_time": m.solar_time,
        "date_changed": m.local // DAY != (m.ut + m.standard) // DAY,
    }
    if m.longitude is not None:
        from liuren.calendar.sun import equation_of_time, meridian_offset

        correction = meridian_offset(m.longitude, m.standard) - m.standard
        mean = m.ut + m.standard + correction
        found["longitude_minutes"] = round(correction / 60, 2)
        found["equation_of_time_minutes"] = round(equation_of_time(m.ut) / 60, 2)
        found["mean"] = m.text_of(mean)
        found["true"] = m.text_of(mean + equation_of_time(m.ut))
    return found


def _town(m: Moment) -> dict[str, Any]:
    """The place that was named, empty for bare coordinates."""
    if m.place is None:
        return {}
    from liuren.calendar.places import place_labels

    place, asked = m.place
    return {
        "name": place.name,
        "country": place.country,
        "zone": place.zone,
        "labels": place_labels(place, asked),
    }


def _sun(m: Moment) -> dict[str, Any]:
    rise, fall, state = sun_times(m)

    def shown(ut: float | None) -> str | None:
        return None if ut is None else m.text_of(round((ut + m.offset) / 60) * 60)[:-3]

    return {"rise": shown(rise), "set": shown(fall), "state": state}


def _lunar(m: Moment, country: str) -> dict[str, Any] | None:
    from liuren.calendar.lunar import lunar_date

    date = lunar_date(m.jdn, country)
    if date is None:
        return None
    return {**date.to_dict(), "year_pillar": PILLARS[(date.year - 4) % 60]}


def _lunar_elsewhere(m: Moment) -> dict[str, str]:
    """Countries whose lunar calendar has another date on this day."""
    from liuren.calendar.lunar import COUNTRIES, lunar_date

    dates = {country: lunar_date(m.jdn, country) for country in COUNTRIES}
    own = dates[m.convention["lunar_calendar"]]
    return {
        country: date.text
        for country, date in dates.items()
        if date is not None and own is not None and date.text != own.text
    }
