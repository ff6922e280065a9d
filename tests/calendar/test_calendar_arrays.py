"""Arrays of moments give what single moments give."""

from __future__ import annotations

import numpy as np
import pytest

from liuren.calendar import arrays, lunar, moment, moments, zones
from liuren.calendar.days import DAY, civil_date, day_number
from liuren.calendar.ephemeris import FIRST_MOMENT, LAST_MOMENT
from liuren.calendar.meaning import Frame
from liuren.terms.convention import load_convention
from liuren.terms.errors import InputError

RANDOM = np.random.default_rng(20261130)
TIMES = np.floor(RANDOM.uniform(FIRST_MOMENT, LAST_MOMENT, 250))
OPTIONS = (
    {},
    {"day_boundary": "00:00"},
    {"day_boundary": "00:00_next_hour_stem", "month_general": "zhongqi_day"},
    {"month_general": "pingqi", "day_night": "sunrise", "year_start": "lunar_new_year"},
    {"month_general": "jie", "summer_time": "kept", "day_night": "yin_you"},
)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("solar_time", ["clock", "mean", "true", "half_hour"])
@pytest.mark.parametrize("zone", ["Asia/Seoul", "America/New_York"])
def test_columns_equal_single_moments(zone: str, solar_time: str, options: dict[str, str]) -> None:
    found = moments(
        TIMES, zone=zone, longitude=126.98, latitude=37.5, solar_time=solar_time, convention=options
    )
    frame = Frame(load_convention(options), solar_time, "auto", 126.98, 37.5, 0.0)
    for i, ut in enumerate(TIMES.tolist()):
        m = frame.moment(ut, zones.zone(zone).at(ut), zone, "")
        columns = (found.year, found.month, found.day, found.hour, found.general, found.term)
        assert tuple(int(c[i]) for c in columns) == (
            m.year, m.month, m.day, m.hour, m.general, m.term
        ), m.instant  # fmt: skip
        assert bool(found.daytime[i]) is m.daytime
        assert tuple(found.void[i].tolist()) == m.void
        near = [w for w in m.warnings if w["code"] == "near_term"]
        assert bool(found.uncertain[i]) is bool(near)


def test_datetime64_and_local_times() -> None:
    stamps = np.array(["2026-11-30T10:00", "1986-07-17T13:30"], dtype="datetime64[s]")
    found = moments(stamps, zone="Asia/Shanghai", local=True)
    for i, text in enumerate(("2026-11-30T10:00", "1986-07-17T13:30")):
        m = moment(text, zone="Asia/Shanghai")
        assert (found.ut[i], found.day[i], found.hour[i]) == (m.ut, m.day, m.hour)
    assert len(found) == 2


def test_repeated_and_skipped_local_times() -> None:
    texts = np.array(["1989-09-17T01:30", "1986-05-04T02:30", "1989-09-17T03:30"], "datetime64[s]")
    local = arrays.from_datetime64(texts)
    first, repeated, skipped = arrays.from_local(local, "Asia/Shanghai", 0)
    second, _, _ = arrays.from_local(local, "Asia/Shanghai", 1)
    assert repeated.tolist() == [True, False, False]
    assert skipped.tolist() == [False, True, False]
    assert (second - first).tolist() == [3600.0, 0.0, 0.0]
    with pytest.raises(InputError, match="index 1") as caught:
        moments(texts, zone="Asia/Shanghai", local=True)
    assert caught.value.code == "missing_time"


def test_local_times_read_as_single_ones_do() -> None:
    zone = zones.zone("Europe/London")
    local = RANDOM.uniform(day_number(1900, 1, 1), day_number(2100, 1, 1), 3000) * DAY
    ut, repeated, skipped = arrays.from_local(local, "Europe/London")
    for i, value in enumerate(local.tolist()):
        readings = zone.readings(value)
        assert len(readings) == (0 if skipped[i] else 2 if repeated[i] else 1)
        if readings:
            assert value - readings[0].offset == ut[i]


def test_dates_both_ways() -> None:
    jdn = np.arange(1460000, 2520000, 991)
    years, months, days = arrays.civil_dates(jdn)
    back = arrays.from_civil(years, months, days) / DAY
    assert np.array_equal(back, jdn)
    for i in range(0, len(jdn), 50):
        assert civil_date(int(jdn[i])) == (years[i], months[i], days[i])


@pytest.mark.parametrize("country", lunar.COUNTRIES)
def test_lunar_dates(country: str) -> None:
    jdn = np.arange(1600000, 2525000, 1777)
    years, months, leaps, days = arrays.lunar_dates(jdn, country)
    for i, value in enumerate(jdn.tolist()):
        one = lunar.lunar_date(value, country)
        if one is None:
            assert days[i] == 0
        else:
            assert (one.year, one.month, one.leap, one.day) == (
                years[i], months[i], leaps[i], days[i]
            )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"times": [1e15]}, "out_of_range"),
        ({"times": [float("nan")]}, "out_of_range"),
        ({"times": [2.1e11], "solar_time": "true"}, "longitude_needed"),
        ({"times": [2.1e11], "solar_time": "x"}, "bad_solar_time"),
        ({"times": [2.1e11], "convention": {"day_night": "sunrise"}}, "place_needed"),
        ({"times": [2.1e11], "zone": "Asia/Soul"}, "unknown_zone"),
    ],
)
def test_what_cannot_be_is_said(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(InputError) as caught:
        moments(**arguments)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_delta_t_of_arrays_is_that_of_moments() -> None:
    from liuren.calendar import delta_t

    ut = RANDOM.uniform(FIRST_MOMENT, LAST_MOMENT, 500)
    ours, errors = arrays.delta_t(ut), arrays.sigma(ut)
    for i, value in enumerate(ut.tolist()):
        assert ours[i] == pytest.approx(delta_t.delta_t(value), abs=1e-6)
        assert errors[i] == pytest.approx(delta_t.sigma(value), abs=1e-6)
