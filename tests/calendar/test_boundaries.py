"""Near every kind of boundary both candidates are named, and they are what the moments on either side are."""

from __future__ import annotations

from typing import Any

import pytest

from liuren.calendar import Moment, moment, moments
from liuren.calendar.delta_t import sigma, to_ut
from liuren.calendar.ephemeris import solar_terms, term_number
from liuren.calendar.reckoning import names_of

FACTS = ("year", "month", "day", "hour", "general", "term", "daytime")


def at(text: str, **facts: Any) -> Moment:
    return moment(text, **{"zone": "Asia/Seoul", **facts})


def told(m: Moment) -> dict[str, Any]:
    """What a candidate says, of a moment."""
    return names_of({name: getattr(m, name) for name in FACTS})


def shifted(m: Moment, seconds: float) -> Moment:
    return moment(m.text_of(m.ut + seconds, 3) + "Z", zone=m.zone, convention=m.convention)


def sides(m: Moment, code: str) -> dict[str, dict[str, Any]]:
    (found,) = [w for w in m.warnings if w["code"] == code]
    return {
        one["side"]: {k: v for k, v in one.items() if k != "side"} for one in found["candidates"]
    }


@pytest.mark.parametrize("year", [-500, 800, 1899, 1960, 2026, 2190])
def test_every_term_of_a_year(year: int) -> None:
    for term in range(24):
        ut = to_ut(solar_terms()[term_number(year, term)])
        limit = max(60.0, sigma(ut))
        for distance in (-0.9 * limit, -0.4, 0.4, 0.9 * limit):
            m = moment(at("2000-01-01").text_of(ut + distance, 3) + "Z", zone="UTC")
            (found,) = [w for w in m.warnings if w["code"] == "near_term"]
            assert found["seconds"] == pytest.approx(distance, abs=0.15)
            before, after = shifted(m, -distance - 1), shifted(m, -distance + 1)
            assert (before.term + 1) % 24 == after.term == term
            given = sides(m, "near_term")
            for side, one in (("before", before), ("after", after)):
                for name in ("general", "term"):
                    assert given[side][name] == told(one)[name]
                for name in ("year", "month"):
                    assert given[side]["pillars"][name] == told(one)["pillars"][name]
            changed = {
                n
                for n in ("year", "month", "general")
                if given["before"].get(n) != given["after"].get(n)
                or given["before"]["pillars"].get(n) != given["after"]["pillars"].get(n)
            }
            assert changed == (
                {"year", "month"} if term == 0 else {"month"} if term % 2 == 0 else {"general"}
            )
        for distance in (-1.2 * limit, 1.2 * limit):
            m = moment(at("2000-01-01").text_of(ut + distance, 3) + "Z", zone="UTC")
            assert "near_term" not in [w["code"] for w in m.warnings]


@pytest.mark.parametrize("rule", ["23:00", "00:00", "00:00_next_hour_stem"])
@pytest.mark.parametrize("seconds", [-59, -1, 0, 1, 59])
def test_every_edge_of_the_day(rule: str, seconds: int) -> None:
    convention = {"day_boundary": rule}
    for hour in range(24):
        edge = at(f"2026-08-14T{hour:02d}:00:00", convention=convention)
        m = shifted(edge, seconds)
        codes = [w["code"] for w in m.warnings]
        assert ("near_hour" in codes) == (hour % 2 == 1)
        assert ("near_midnight" in codes) == (hour == 0 and rule != "23:00")
        for code in {"near_hour", "near_midnight"} & set(codes):
            expected = {"before": told(shifted(edge, -1)), "after": told(edge)}
            assert sides(m, code) == expected, (hour, code)
    assert not {"near_hour", "near_midnight"} & {
        w["code"] for w in at("2026-08-14T00:01:01", convention=convention).warnings
    }


@pytest.mark.parametrize("event", ["rise", "set"])
def test_sunrise_and_sunset(event: str) -> None:
    by_sun = {"day_night": "sunrise"}
    for month in range(1, 13):
        day = f"2026-{month:02d}-15"
        noon = at(f"{day}T12:00", longitude=127.0, latitude=37.5, convention=by_sun)
        time = noon.to_dict()["sun"][event]
        m = at(time, longitude=127.0, latitude=37.5, convention=by_sun)
        (found,) = [w for w in m.warnings if w["code"] == "near_sunrise"]
        assert abs(found["seconds"]) <= 31
        light = [one["daytime"] for one in found["candidates"]]
        assert light == ([False, True] if event == "rise" else [True, False])
        assert m.daytime is light[found["seconds"] >= 0]


@pytest.mark.parametrize(
    ("rule", "years"),
    [
        ("23:00", ["乙巳", "丙午", "丙午"]),
        ("00:00", ["乙巳", "乙巳", "丙午"]),
        ("00:00_next_hour_stem", ["乙巳", "乙巳", "丙午"]),
    ],
)
def test_the_lunar_year_turns_with_the_day(rule: str, years: list[str]) -> None:
    """The eve of 2026-02-17: a day that begins at 23:00 is the first of the year from then on."""
    convention = {"day_boundary": rule, "year_start": "lunar_new_year"}
    found = [
        at(f"2026-02-{time}", convention=convention)
        for time in ("16T22:59", "16T23:01", "17T00:01")
    ]
    assert [m.pillars["year"] for m in found] == years
    many = moments([m.ut for m in found], zone="Asia/Seoul", convention=convention)
    assert many.year.tolist() == [m.year for m in found]
    (late,) = [w for w in found[1].warnings if w["code"] == "late_rat"]
    by_rule = {one["side"]: one["pillars"]["year"] for one in late["candidates"]}
    assert by_rule["23:00"] == "丙午"
    assert by_rule["00:00"] == "乙巳"


def test_terms_are_named_in_the_language_of_the_warning() -> None:
    (found,) = [
        one
        for one in moment("2026-08-23T10:19", zone="Asia/Shanghai").warnings
        if one["code"] == "near_term"
    ]
    assert found["term"] == "處暑"
    assert found["labels"]["zh-Hans"].startswith("距处暑仅")
    assert found["labels"]["ko"].startswith("처서(處暑)가 드는 때와")
    assert "from End of Heat" in found["labels"]["en"]
