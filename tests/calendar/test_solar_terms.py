"""The shipped solar terms against JPL DE431/DE441 and the minutes of HKO and NAOJ."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from liuren.calendar import moment
from liuren.calendar.days import DAY, day_number
from liuren.calendar.delta_t import DATA, delta_t, earth_delta_t, sigma, to_tt, to_ut
from liuren.calendar.ephemeris import new_moons, solar_terms, term_number

CASES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "cases" / "solar_terms.json").read_text(encoding="utf-8")
)
ZHONGQI_LONGITUDE = 315
#: Printed minutes that lie 31 to 34 s from DE431, which would round them the other way.
HALF_MINUTES = {("hko2025", "清明"), ("hko2025", "芒种"), ("naoj2008", "秋分")}


def nearest(tt: float) -> int:
    table = solar_terms()
    k = table.last_before(tt)
    return k if tt - table[k] < table[k + 1] - tt else k + 1


def minute(text: str) -> float:
    """Seconds of a printed minute, its own clock."""
    date, clock = text.split("T")
    year, month, day = map(int, date.split("-"))
    hours, minutes = map(int, clock[:5].split(":"))
    return day_number(year, month, day) * DAY + hours * 3600 + minutes * 60


def printed(ut: float, offset: int) -> float:
    return round((ut + offset) / 60) * 60


def test_instants_within_a_second_of_de431() -> None:
    rows = CASES["rows"]
    assert len(rows) > 200
    for row in rows:
        tt = (row["jd_tdb"] + 0.5) * DAY
        k = nearest(tt)
        assert abs(solar_terms()[k] - tt) < 1.0, row
        assert (ZHONGQI_LONGITUDE + 15 * k) % 360 == row["lon"]


@pytest.mark.parametrize("year", sorted({row["year"] for row in CASES["rows"]}))
def test_minutes_of_the_reference(year: int) -> None:
    """To the minute where ΔT is known; within its standard error (three times) elsewhere."""
    for row in CASES["rows"]:
        if row["year"] != year:
            continue
        tt = (row["jd_tdb"] + 0.5) * DAY
        ut = to_ut(solar_terms()[nearest(tt)])
        known = 1972 <= year <= 2026
        allowance = 31.0 if known else 31.0 + 3 * sigma(ut)
        assert abs(ut + 28800 - minute(row["utc8"])) <= allowance, row


@pytest.mark.parametrize(
    ("name", "offset", "key"),
    [
        (name, 28800 if name.startswith("hko") else 32400, "utc8" if "hko" in name else "utc9")
        for name in ("hko2013", "hko2025", "hko2026", "naoj2008", "naoj2009", "naoj2019")
        if name in CASES
    ],
)
def test_printed_minutes_are_exact(name: str, offset: int, key: str) -> None:
    for row in CASES[name]:
        expected = minute(row[key])
        k = nearest(to_tt(expected - offset))
        ut = to_ut(solar_terms()[k])
        if (name, row["term"]) in HALF_MINUTES:
            assert 30 < abs(ut + offset - expected) < 34
        else:
            assert printed(ut, offset) == expected, row


def test_almanacs_that_printed_another_day_are_told() -> None:
    for row in CASES["official_date_differs_from_modern"]:
        m = moment(row["modern_utc8"], zone="+08:00")
        codes = [w["code"] for w in m.warnings]
        assert "almanac_differs" in codes, row


def test_terms_and_moons_are_in_order_and_whole() -> None:
    for table, shortest, longest in (
        (solar_terms(), 14.6, 15.9),
        (new_moons(), 29.2, 29.9),
    ):
        values = [table[k] for k in range(0, len(table), 37)]
        assert values == sorted(values)
        for k in range(0, len(table) - 1, 97):
            assert shortest < (table[k + 1] - table[k]) / DAY < longest
    spring = solar_terms()[term_number(2026, 0)]
    assert moment("2026-02-04T05:00", zone="+08:00").tt - spring == pytest.approx(3500, abs=120)


def test_checksums_and_size_of_the_shipped_data() -> None:
    described = json.loads((DATA / "astronomy.json").read_text(encoding="utf-8"))
    for name in ("terms", "newmoons"):
        data = (DATA / f"{name}.i32").read_bytes()
        assert hashlib.sha256(data).hexdigest() == described[name]["sha256"]
    assert sum(path.stat().st_size for path in DATA.iterdir()) < 1_500_000


@pytest.mark.parametrize(
    ("year", "seconds", "within"),
    [(-500, 17000, 300), (1000, 1650, 80), (1600, 109, 2), (1800, 18.37, 0.1), (1900, -1.98, 0.1),
     (1950, 28.93, 0.1)],
)  # fmt: skip
def test_delta_t_by_published_values(year: int, seconds: float, within: float) -> None:
    assert earth_delta_t(year) == pytest.approx(seconds, abs=within)


def test_clock_time_has_its_leap_seconds_and_meets_the_forecast() -> None:
    assert delta_t(day_number(2017, 1, 1) * DAY) == pytest.approx(69.184)
    assert delta_t(day_number(2016, 12, 31) * DAY) == pytest.approx(68.184)
    end, beyond = (delta_t(day_number(2027, 1, 1) * DAY + s) for s in (-1, 0))
    assert abs(beyond - end) < 0.2
    assert sigma(day_number(2025, 1, 1) * DAY) < 0.2 < 15 < sigma(day_number(2200, 1, 1) * DAY)
    for year in (-700, 1200, 1700, 1990, 2100):
        ut = day_number(year, 5, 5) * DAY + 1234.5
        assert to_ut(to_tt(ut)) == pytest.approx(ut, abs=1e-3)
