"""Sunrise, sunset and the equation of time against an independent ephemeris (PyEphem)."""

from __future__ import annotations

from math import degrees
from typing import Any

import ephem
import numpy as np
import pytest

from liuren.calendar import arrays, moment, sun
from liuren.calendar.days import DAY, civil_date, gregorian_day
from liuren.calendar.delta_t import to_tt
from liuren.terms.errors import InputError

#: name, longitude, latitude.
PLACES = (
    ("Seoul", 126.98, 37.57),
    ("Beijing", 116.40, 39.90),
    ("Kashgar", 75.99, 39.47),
    ("Hanoi", 105.85, 21.03),
    ("Sapporo", 141.35, 43.06),
    ("London", -0.13, 51.51),
    ("Quito", -78.47, -0.18),
    ("Sydney", 151.21, -33.87),
    ("Helsinki", 24.94, 60.17),
)


def ephem_day(ut: float) -> float:
    """PyEphem's date of a time."""
    return ut / DAY - 0.5 - 2415020.0


def seconds(date: float) -> float:
    return (date + 2415020.0 + 0.5) * DAY


@pytest.mark.parametrize(("name", "longitude", "latitude"), PLACES)
def test_sunrise_and_sunset(name: str, longitude: float, latitude: float) -> None:
    observer = ephem.Observer()
    observer.lon, observer.lat = str(longitude), str(latitude)
    observer.pressure, observer.horizon = 0, "-0:34"
    for year, month, day in [
        (1750, 3, 1),
        (1949, 6, 21),
        (2019, 9, 23),
        (2020, 12, 21),
        (2026, 11, 30),
    ]:
        jdn = int(gregorian_day(year, month, day))
        rise, fall, state = sun.sunrise_sunset(jdn, longitude, latitude)
        assert rise is not None
        assert fall is not None
        assert state == ""
        noon = (jdn + 0.5) * DAY - longitude * 240
        observer.date = ephem.Date(ephem_day(noon))
        assert abs(rise - seconds(observer.previous_rising(ephem.Sun()))) < 40, (name, year)
        assert abs(fall - seconds(observer.next_setting(ephem.Sun()))) < 40, (name, year)


@pytest.mark.parametrize(
    ("place", "date", "rise", "set_"),
    [
        # Korea Astronomy and Space Science Institute; Hong Kong Observatory; USNO.
        (("Asia/Seoul", 126.98, 37.57), "2024-06-21", "05:11", "19:57"),
        (("Asia/Hong_Kong", 114.17, 22.30), "2024-12-21", "06:58", "17:44"),
        (("Europe/London", -0.13, 51.51), "2024-06-20", "04:43", "21:22"),
    ],
)
def test_printed_minutes(place: tuple[str, float, float], date: str, rise: str, set_: str) -> None:
    zone, longitude, latitude = place
    data = moment(f"{date}T12:00", zone=zone, longitude=longitude, latitude=latitude).to_dict()[
        "sun"
    ]
    for shown, expected in ((data["rise"], rise), (data["set"], set_)):
        minutes = [int(t[:2]) * 60 + int(t[3:]) for t in (shown[11:], expected)]
        assert abs(minutes[0] - minutes[1]) <= 1


def test_equation_of_time() -> None:
    for day in range(0, 3650, 61):
        ut = (gregorian_day(2020, 1, 1) + day) * DAY + 43200.0
        body = ephem.Sun(ephem.Date(ephem_day(ut)), epoch=ephem.Date(ephem_day(ut)))
        mean = (
            280.46646 + 36000.76983 * ((to_tt(ut) - (2451545.5) * DAY) / (36525 * DAY)) - 0.0057183
        )
        gap = (mean - degrees(body.g_ra) + 180) % 360 - 180
        assert sun.equation_of_time(ut) == pytest.approx(gap * 240, abs=3.0)


def test_greatest_and_least_equation_of_time() -> None:
    values = [sun.equation_of_time((gregorian_day(2026, 1, 1) + d) * DAY) / 60 for d in range(365)]
    assert max(values) == pytest.approx(16.43, abs=0.05)
    assert min(values) == pytest.approx(-14.23, abs=0.05)


@pytest.mark.parametrize(
    ("date", "state", "daytime"),
    [("2026-06-21", "polar_day", True), ("2026-12-21", "polar_night", False)],
)
def test_polar_day_and_night(date: str, state: str, daytime: bool) -> None:
    m = moment(
        f"{date}T12:00", zone="Europe/Oslo", longitude=18.96, latitude=69.65,
        convention={"day_night": "sunrise"},
    )  # fmt: skip
    assert m.daytime is daytime
    assert m.to_dict()["sun"]["state"] == state
    assert state in [w["code"] for w in m.warnings]


def test_day_and_night_by_the_sun() -> None:
    place = {"zone": "Asia/Seoul", "longitude": 126.98, "latitude": 37.57}
    by_sun = {"day_night": "sunrise"}
    assert moment("2026-06-21T05:30", convention=by_sun, **place).daytime is True  # type: ignore[arg-type]
    assert moment("2026-12-21T07:30", convention=by_sun, **place).daytime is False  # type: ignore[arg-type]
    m = moment("2026-06-21T05:11", convention=by_sun, **place)  # type: ignore[arg-type]
    (warning,) = [w for w in m.warnings if w["code"] == "near_sunrise"]
    assert [c["daytime"] for c in warning["candidates"]] == [False, True]
    wide = moment("2026-12-21T18:30", convention={"day_night": "yin_you"}, **place)  # type: ignore[arg-type]
    assert wide.daytime is True


def test_the_sun_is_up_from_sunrise_to_sunset() -> None:
    for _, longitude, latitude in PLACES:
        for jdn in range(2461000, 2461365, 73):
            rise, fall, _ = sun.sunrise_sunset(jdn, longitude, latitude)
            assert rise is not None
            assert fall is not None
            for event, into_day in ((rise, 1), (fall, -1)):
                assert sun.is_up(event + 2 * into_day, longitude, latitude)
                assert not sun.is_up(event - 2 * into_day, longitude, latitude)


@pytest.mark.parametrize(("latitude", "month"), [(65.9, 6), (66.6, 5), (69.65, 5), (69.65, 7)])
def test_around_the_midnight_sun(latitude: float, month: int) -> None:
    """Days on which the sun rises and does not set, or sets after the solar midnight of its day."""
    observer = ephem.Observer()
    observer.lat, observer.lon, observer.pressure = str(latitude), "18.96", 0
    both = set()
    for hour in range(24 * 31):
        ut = gregorian_day(2026, month, 1) * DAY + hour * 3600
        observer.date = ephem_day(ut)
        disc = ephem.Sun(observer)
        height = degrees(disc.alt) - sun.HORIZON
        if abs(height) > 0.02:
            assert sun.is_up(ut, 18.96, latitude) is (height > 0), (month, hour)
            both.add(height > 0)
    assert both == {True, False}


def test_a_higher_place_sees_the_sun_earlier() -> None:
    jdn = int(gregorian_day(2026, 3, 20))
    low, high = (sun.sunrise_sunset(jdn, 116.4, 39.9, metres)[0] for metres in (0.0, 2000.0))
    assert low is not None
    assert high is not None
    assert 300 < low - high < 700


@pytest.mark.parametrize("metres", [float("nan"), "high", None, True, 1e9])
def test_elevations_that_cannot_be(metres: Any) -> None:
    with pytest.raises(InputError) as caught:
        moment("2026-06-21T05:30", zone="UTC", longitude=0.0, latitude=50.0, elevation=metres)
    assert caught.value.code == "bad_elevation"


@pytest.mark.parametrize(
    ("zone", "longitude", "date", "hour"),
    [
        ("Pacific/Kiritimati", -157.4, "2026-06-21", "12:00"),  # +14:00 on the western side
        ("Pacific/Apia", -171.8, "2026-06-21", "12:00"),
        ("Pacific/Tongatapu", -175.2, "2026-06-21", "12:00"),
        ("Pacific/Chatham", -176.5, "2026-06-21", "12:00"),
        ("America/Adak", 173.2, "2026-06-21", "12:00"),  # Attu, on the eastern side
        ("Pacific/Apia", -171.8, "1880-06-21", "12:00"),  # before 1892 on Asia's date
        ("Asia/Manila", 121.0, "1840-06-21", "12:00"),  # before 1845 on America's
        ("America/Juneau", -134.4, "1860-06-21", "12:00"),  # before 1867 on Asia's
        ("Asia/Shanghai", 75.99, "2026-06-21", "12:00"),
    ],
)
@pytest.mark.parametrize("solar_time", ["mean", "true"])
def test_the_date_is_that_of_the_clock_on_either_side_of_the_date_line(
    zone: str, longitude: float, date: str, hour: str, solar_time: str
) -> None:
    facts: dict[str, Any] = {"zone": zone, "longitude": longitude, "latitude": 0.0}
    clock = moment(f"{date}T{hour}", zone=zone)
    m = moment(f"{date}T{hour}", solar_time=solar_time, **facts)
    assert m.pillars["day"] == clock.pillars["day"]
    assert m.to_dict()["local"]["time"][:10] == date
    assert m.to_dict()["local"][solar_time] == m.to_dict()["local"]["time"]
    assert abs(m.to_dict()["local"]["longitude_minutes"]) < 4 * 60
    many = arrays.moments([m.ut], zone=zone, longitude=longitude, solar_time=solar_time)
    assert many.day.tolist() == [m.day]
    assert many.hour.tolist() == [m.hour]


def test_a_far_clock_keeps_the_date_of_the_place() -> None:
    """Ten in the morning at New York is eleven in the evening at Tokyo, of the same day."""
    m = moment("2026-06-21T10:00", zone="America/New_York", longitude=139.7, solar_time="mean")
    assert m.to_dict()["local"]["time"] == "2026-06-21T23:18:48"


def test_arrays_give_the_same() -> None:
    days = np.arange(2455000, 2462000, 211)
    for _, longitude, latitude in PLACES:
        rise, fall, state = arrays.sunrise_sunset(days, longitude, latitude)
        assert not state.any()
        for i, jdn in enumerate(days.tolist()):
            one = sun.sunrise_sunset(jdn, longitude, latitude)
            assert one[0] == pytest.approx(rise[i], abs=0.5)
            assert one[1] == pytest.approx(fall[i], abs=0.5)
    _, _, state = arrays.sunrise_sunset([2461213, 2461396], 18.96, 69.65)
    assert state.tolist() == [1, -1]
    assert civil_date(2461213)[:2] == (2026, 6)
