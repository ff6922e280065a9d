"""How near a moment is to what would change it: solar terms, hours, days, sunrise.

A boundary nearer than 60 s, or than the standard error of ΔT where that is larger, gets a warning
that carries both candidates as data. Messages are kept in four languages in ``data/warnings.tsv``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from liuren.calendar.days import DAY
from liuren.calendar.delta_t import rows, sigma, to_ut
from liuren.calendar.ephemeris import solar_terms
from liuren.calendar.pillars import DOUBLE_HOUR
from liuren.calendar.reckoning import Moment, general, local_time, names_of, reckon
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.convention import registry
from liuren.terms.labels import term
from liuren.terms.particles import particles_chosen
from liuren.terms.records import replace
from liuren.terms.seasons import TERMS

#: Nearer than this (s) a boundary is reported: civil times are rarely written more exactly.
NEAR: Final = 60.0
#: Sunrise depends on refraction; nearer than this (s) it is not certain.
NEAR_SUN: Final = 180.0


@cache
def messages() -> dict[str, dict[str, str]]:
    """Warning texts: code → language → sentence with named places."""
    languages = ("zh-Hant", "zh-Hans", "ko", "en")
    return {row[0]: dict(zip(languages, row[1:], strict=True)) for row in rows("warnings.tsv")}


def warning(
    code: str, candidates: list[dict[str, Any]] | None = None, **facts: Any
) -> dict[str, Any]:
    """A warning: code, sentences in four languages, facts, and the candidates if there are any."""
    told = dict(facts)
    if "seconds" in told:  # a distance in words, whichever side the moment is on
        told["seconds"] = f"{abs(told['seconds']):g}"
    labels = {
        language: particles_chosen(text.format(**told, **_named(facts, language)))
        for language, text in messages()[code].items()
    }
    found: dict[str, Any] = {"code": code, "message": labels["en"], "labels": labels, **facts}
    if candidates:
        found["candidates"] = candidates
    return found


def _named(facts: Mapping[str, Any], language: str) -> dict[str, str]:
    """The solar term of a warning by its name in a language; the fact itself stays in Chinese."""
    return {"named": term("solar_term", facts["term"], language)} if "term" in facts else {}


def term_around(m: Moment) -> tuple[dict[str, Any], dict[str, Any]]:
    """The last and the next solar term with their instants and distances in seconds."""
    tt, table = m.tt, solar_terms()
    k = table.last_before(tt)
    return tuple(  # type: ignore[return-value]
        {
            "name": TERMS[number % 24],
            "number": number % 24,
            "instant": m.text_of(round(to_ut(table[number])), 0) + "Z",
            "local": m.text_of(round((to_ut(table[number]) + m.offset) / 60) * 60)[:-3],
            "seconds": round(abs(tt - table[number]), 1),
        }
        for number in (k, k + 1)
    )


def report(m: Moment) -> dict[str, Any]:
    """Seconds to the nearest term, hour edge, day edge and sunrise or sunset, with the uncertainty."""
    before, after = term_around(m)
    into_hour = (m.local + 3600) % DOUBLE_HOUR
    edge = 3600 if m.convention["day_boundary"] == "23:00" else 0
    into_day = (m.local + edge) % DAY
    found: dict[str, Any] = {
        "uncertainty": round(sigma(m.ut), 2),
        "term": min(before["seconds"], after["seconds"]),
        "hour": round(min(into_hour, DOUBLE_HOUR - into_hour), 1),
        "day": round(min(into_day, DAY - into_day), 1),
    }
    if m.longitude is not None and m.latitude is not None:
        times = [t for t in sun_times(m)[:2] if t is not None]
        found["sun"] = round(min(abs(m.ut - t) for t in times), 1) if times else None
    return found


def sun_times(m: Moment) -> tuple[float | None, float | None, str]:
    """Sunrise and sunset (UT) of the solar day of the moment."""
    from liuren.calendar.sun import sunrise_sunset

    assert m.longitude is not None
    assert m.latitude is not None
    jdn = int((m.ut + m.longitude * 240) // DAY)
    return sunrise_sunset(jdn, m.longitude, m.latitude, m.elevation)


def candidates_at(m: Moment, tt: float) -> list[dict[str, Any]]:
    """What the moment would be just before and just after an instant nearby."""
    local = local_time(m)
    return [
        {"side": side, **names_of(reckon(m, tt + step, local))}
        for side, step in (("before", -0.01), ("after", 0.01))
    ]


def hour_candidates(m: Moment, edge: float) -> list[dict[str, Any]]:
    """What the moment would be just before and just after an edge of local time."""
    return [
        {"side": side, **names_of(reckon(m, m.tt, edge + step))}
        for side, step in (("before", -1.0), ("after", 0.0))
    ]


def warnings(m: Moment) -> list[dict[str, Any]]:
    """Every warning for a moment."""
    found = [warning(code, **facts) for code, facts in m.notes]
    found += _near_term(m)
    found += _almanac(m)
    found += _near_hour(m)
    found += _near_sunrise(m)
    found += _customs(m)
    return found


@cache
def almanac_terms() -> dict[tuple[int, str], str]:
    """Terms that old almanacs print on another day: (day number at UTC+8, term) → printed date."""
    return {(int(row[0]), row[1]): row[2] for row in rows("almanac_terms.tsv")}


def _almanac(m: Moment) -> list[dict[str, Any]]:
    """A printed almanac that puts the term of these days elsewhere."""
    tt, table = m.tt, solar_terms()
    k = table.last_before(tt)
    found = []
    for number in (k, k + 1):
        jdn = int((to_ut(table[number]) + 8 * 3600) // DAY)
        printed = almanac_terms().get((jdn, TERMS[number % 24]))
        if printed and abs(tt - table[number]) <= DAY:
            found.append(warning("almanac_differs", term=TERMS[number % 24], date=printed))
    return found


def _near_term(m: Moment) -> list[dict[str, Any]]:
    tt, table = m.tt, solar_terms()
    k = table.last_before(tt)
    number = k if tt - table[k] < table[k + 1] - tt else k + 1
    distance = tt - table[number]
    limit = max(NEAR, sigma(m.ut))
    if abs(distance) > limit:
        return []
    return [
        warning(
            "near_term",
            candidates_at(m, table[number]),
            term=TERMS[number % 24],
            seconds=round(distance, 1),
            uncertainty=round(sigma(m.ut), 2),
        )
    ]


def _near_hour(m: Moment) -> list[dict[str, Any]]:
    into = (m.local + 3600) % DOUBLE_HOUR
    distance = into if into < DOUBLE_HOUR / 2 else into - DOUBLE_HOUR
    edge = round(m.local - distance)
    found = []
    if abs(distance) <= NEAR:
        found.append(warning("near_hour", hour_candidates(m, edge), seconds=round(distance, 1)))
    midnight = round(m.local / DAY) * DAY
    if m.convention["day_boundary"] != "23:00" and abs(m.local - midnight) <= NEAR:
        seconds = round(m.local - midnight, 1)
        found.append(warning("near_midnight", hour_candidates(m, midnight), seconds=seconds))
    return found


def _near_sunrise(m: Moment) -> list[dict[str, Any]]:
    if m.convention["day_night"] != "sunrise":
        return []
    found = []
    rise, fall, state = sun_times(m)
    for event, time in (("sunrise", rise), ("sunset", fall)):
        if time is not None and abs(m.ut - time) <= NEAR_SUN:
            sides: list[dict[str, Any]] = [
                {"side": "before", "daytime": event == "sunset"},
                {"side": "after", "daytime": event == "sunrise"},
            ]
            found.append(warning("near_sunrise", sides, seconds=round(m.ut - time, 1)))
    if state:
        found.append(warning(state))
    return found


def _customs(m: Moment) -> list[dict[str, Any]]:
    """Differences between customs that touch this very moment."""
    found = []
    if m.offset != m.standard:
        clock = (m.clock + 3600) // DOUBLE_HOUR % 12
        code = (
            "summer_time_removed"
            if m.convention["summer_time"] == "removed"
            else "summer_time_kept"
        )
        if m.solar_time != "clock":
            code = "summer_time_removed"
        by_clock = names_of(reckon(m, m.tt, m.clock))
        standard = names_of(reckon(m, m.tt, m.ut + m.standard))
        sides = [{"side": "clock", **by_clock}, {"side": "standard", **standard}]
        minutes = (m.offset - m.standard) // 60
        found.append(warning(code, sides, minutes=minutes, clock_hour=BRANCHES[int(clock)]))
    if m.local // DAY != (m.ut + m.standard) // DAY:
        found.append(warning("date_changed", local=m.text_of(m.local)[:16]))
    found += _late_rat(m)
    found += _other_generals(m)
    return found


def _late_rat(m: Moment) -> list[dict[str, Any]]:
    """From 23:00 to midnight: day and hour under each custom of ``day_boundary``."""
    if m.local % DAY < DAY - 3600:
        return []
    sides = []
    for rule in registry()["day_boundary"]["values"]:
        other = m.convention.replace(day_boundary=rule)
        found = names_of(reckon(replace(m, convention=other), m.tt, m.local))
        sides.append({"side": rule, **found})
    return [warning("late_rat", sides)]


def _other_generals(m: Moment) -> list[dict[str, Any]]:
    """Where another custom of the month general differs on the very day, or in old almanacs."""
    tt = m.tt
    k = solar_terms().last_before(tt)
    found = []
    rule = m.convention["month_general"]
    for code, other in (("general_by_day", "zhongqi_day"), ("general_by_pingqi", "pingqi")):
        if rule == other or (rule != "zhongqi_instant" and other == "zhongqi_day"):
            continue
        value = general(m, k, tt, other)
        if value != m.general and rule != "jie":
            sides = [
                {"side": rule, "general": BRANCHES[m.general]},
                {"side": other, "general": BRANCHES[value]},
            ]
            found.append(warning(code, sides, general=BRANCHES[m.general], other=BRANCHES[value]))
    return found
