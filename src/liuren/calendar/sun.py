"""Where the sun stands over a place: equation of time, true solar time, sunrise and sunset.

Low-precision Sun (Meeus, Astronomical Algorithms, chapter 25; the same series as the NOAA solar
calculator): equation of time within 2.5 s, sunrise within 40 s of published minutes between the
polar circles. Longitudes and latitudes are degrees, east and north positive; times are seconds
since the midnight before day 0, UT.
"""

from __future__ import annotations

import math
from math import acos, cos, degrees, pi, radians, sin
from typing import Any, Final

from liuren.calendar.days import DAY
from liuren.calendar.delta_t import to_tt

#: Altitude of the sun's centre at rising and setting: 34′ of refraction and 16′ of radius.
HORIZON: Final = -50 / 60
#: Farther than this (s) from the clock no sun time is: the place is across the date line.
_OTHER_DATE: Final = 20 * 3600
_J2000: Final = 2451545.5 * DAY  # 2000-01-01 12:00, counted from midnight before day 0


def position(tt: Any, functions: Any = math) -> tuple[Any, Any, Any]:
    """(right ascension, declination, equation of time) of the sun: radians, radians, seconds.

    ``functions`` is ``math``, or ``numpy`` for arrays of TT: one formula serves both.
    """
    f = functions
    t = (tt - _J2000) / (36525.0 * DAY)
    mean = 280.46646 + t * (36000.76983 + t * 0.0003032)
    anomaly = f.radians(357.52911 + t * (35999.05029 - t * 0.0001537))
    centre = (
        f.sin(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014))
        + f.sin(2 * anomaly) * (0.019993 - t * 0.000101)
        + f.sin(3 * anomaly) * 0.000289
    )
    node = f.radians(125.04 - 1934.136 * t)
    longitude = f.radians(mean + centre - 0.00569 - 0.00478 * f.sin(node))
    obliquity = f.radians(23.43929111 - t * 0.013004167 + 0.00256 * f.cos(node))
    ascension = f.atan2(f.cos(obliquity) * f.sin(longitude), f.cos(longitude))
    declination = f.asin(f.sin(obliquity) * f.sin(longitude))
    nutation = -0.00478 * f.sin(node) * f.cos(obliquity)
    gap = f.radians(mean - 0.0057183 + nutation) - ascension
    return ascension, declination, ((gap + pi) % (2 * pi) - pi) / (2 * pi) * DAY


def equation_of_time(ut: float) -> float:
    """Apparent minus mean solar time (s)."""
    return float(position(to_tt(ut))[2])


def meridian_offset(longitude: Any, standard: Any) -> Any:
    """Seconds by which mean solar time at a longitude is ahead of UT, on the date of the clock.

    Where the date line has been drawn around a place (Samoa, Tonga, the Line Islands; Manila and
    Alaska long ago) its clocks, ``standard`` seconds ahead of UT, keep a date of the other side.
    """
    east = longitude * 240.0
    ahead = east - standard
    return east + (ahead < -_OTHER_DATE) * DAY - (ahead > _OTHER_DATE) * DAY


def mean_solar_time(ut: float, longitude: float, standard: float) -> float:
    """Local mean solar time, where clocks are ``standard`` seconds ahead of UT."""
    return float(ut + meridian_offset(longitude, standard))


def true_solar_time(ut: float, longitude: float, standard: float) -> float:
    """Local apparent solar time: what a sundial shows."""
    return mean_solar_time(ut, longitude, standard) + equation_of_time(ut)


def sunrise_sunset(
    jdn: int, longitude: float, latitude: float, elevation: float = 0.0
) -> tuple[float | None, float | None, str]:
    """Sunrise and sunset (UT) of the local solar day ``jdn``, and ``""``, ``"polar_day"`` or
    ``"polar_night"``.

    ``elevation`` is metres above a level horizon. A missing event is None.
    """
    rising = radians(horizon(elevation))
    noon = (jdn + 0.5) * DAY - longitude * 240.0
    found: list[float | None] = []
    state = ""
    for side in (-1, 1):
        moment = noon + side * DAY / 4
        for _ in range(5):
            _, declination, equation = position(to_tt(moment))
            cosine = (sin(rising) - sin(radians(latitude)) * sin(declination)) / (
                cos(radians(latitude)) * cos(declination)
            )
            if not -1.0 <= cosine <= 1.0:
                state = "polar_day" if cosine < -1.0 else "polar_night"
                found.append(None)
                break
            moment = noon - equation + side * degrees(acos(cosine)) * 240.0
        else:
            found.append(moment)
    return found[0], found[1], state if None in found else ""


def horizon(elevation: float) -> float:
    """Altitude (degrees) of the sun's centre at rising, seen from ``elevation`` metres."""
    return float(HORIZON - 0.0353 * max(elevation, 0.0) ** 0.5)


def altitude(ut: Any, tt: Any, longitude: Any, latitude: Any, functions: Any = math) -> Any:
    """Altitude of the sun's centre above the horizon, degrees, without refraction.

    ``functions`` is ``math``, or ``numpy`` for arrays.
    """
    f = functions
    _, declination, equation = position(tt, f)
    angle = ((ut + longitude * 240.0 + equation) / DAY % 1.0 - 0.5) * 2 * pi
    place = f.radians(latitude)
    sine = f.sin(place) * f.sin(declination) + f.cos(place) * f.cos(declination) * f.cos(angle)
    return f.degrees(f.atan2(sine, (abs(1.0 - sine * sine)) ** 0.5))


def is_up(ut: float, longitude: float, latitude: float, elevation: float = 0.0) -> bool:
    """Whether the sun is up; between the polar circles the same as from sunrise to sunset."""
    return bool(altitude(ut, to_tt(ut), longitude, latitude) >= horizon(elevation))
