"""Build the tables of solar terms and new moons that `liuren.calendar` ships.

For maintainers; users never need it. Make an environment of its own and run it there:

    python -m venv /tmp/astronomy && /tmp/astronomy/bin/pip install numpy==2.4.6 pyerfa==2.0.1.5 \
        jplephem==2.24 de406==1997.1
    /tmp/astronomy/bin/python tools/build_astronomy.py

Input: the JPL ephemeris DE406 (public domain) through `jplephem`, precession, nutation and the
ecliptic of date (IAU 2006/2000A) through `pyerfa`. Output: `src/liuren/calendar/data/terms.i32`,
`newmoons.i32` and their checksums in `astronomy.json`.

Both tables hold a header (little-endian float64 ``first``, float64 ``step``, int64 count) and rows
of int32: hundredths of a second (TT) between the event and an evenly spaced line,
``t[k] = first + k * step + value[k] / 100``, in seconds since the midnight before JD 0. An even line
and fixed width make one event a single seek, and all of them one array, without decompression.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import de406
import erfa
import numpy as np
from jplephem import Ephemeris
from shipped import keep, verdict

DATA = Path(__file__).resolve().parent.parent / "src" / "liuren" / "calendar" / "data"
LIGHT_DAY_KM = 299792.458 * 86400.0
FIRST_YEAR, LAST_YEAR = -722, 2203
TROPICAL_YEAR, SYNODIC_MONTH = 365.242190, 29.530588861
# 立春 of the year 2000 and the new moon of 2000-01-06, days TT, to start the search only.
LICHUN_2000, NEW_MOON_2000 = 2451579.03, 2451550.26

EPHEMERIS = Ephemeris(de406)


def earth(jd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Barycentric position (km) and velocity (km/day) of the Earth, shape (3, n)."""
    position, velocity = EPHEMERIS.position_and_velocity("earthmoon", jd)
    moon, moon_velocity = EPHEMERIS.position_and_velocity("moon", jd)
    share = 1.0 / (1.0 + EPHEMERIS.EMRAT)
    return position - moon * share, velocity - moon_velocity * share


def ecliptic_longitude(direction: np.ndarray, jd: np.ndarray) -> np.ndarray:
    """True longitude of date, radians, of ICRS directions of shape (3, n)."""
    mean = np.einsum("nij,jn->in", erfa.ecm06(jd, 0.0), direction)
    nutation, _ = erfa.nut06a(jd, 0.0)
    return np.arctan2(mean[1], mean[0]) + nutation


def aberrated(vector: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Apparent unit direction of a light-time corrected geocentric vector."""
    unit = vector / np.linalg.norm(vector, axis=0)
    moved = unit + velocity / LIGHT_DAY_KM
    return moved / np.linalg.norm(moved, axis=0)


def apparent(body: str, jd: np.ndarray) -> np.ndarray:
    """Apparent geocentric longitude of ``sun`` or ``moon``, radians."""
    place, velocity = earth(jd)
    if body == "sun":
        vector = EPHEMERIS.position("sun", jd) - place
        delay = np.linalg.norm(vector, axis=0) / LIGHT_DAY_KM
        vector = EPHEMERIS.position("sun", jd - delay) - place
    else:
        delay = np.linalg.norm(EPHEMERIS.position("moon", jd), axis=0) / LIGHT_DAY_KM
        then, _ = earth(jd - delay)
        vector = EPHEMERIS.position("moon", jd - delay) + then - place
    return ecliptic_longitude(aberrated(vector, velocity), jd)


def wrapped(angle: np.ndarray) -> np.ndarray:
    return (angle + np.pi) % (2 * np.pi) - np.pi


def settled(angle: Callable[[np.ndarray], np.ndarray], period: float, jd: np.ndarray) -> np.ndarray:
    """The times near ``jd`` where ``angle``, which grows by a turn a ``period``, is zero."""
    for _ in range(40):
        error = wrapped(angle(jd))
        jd = jd - error / (2 * np.pi) * period
        if float(np.abs(error).max()) < 1e-10:
            return jd
    raise ArithmeticError("the search for the instants does not settle")


def solar_terms() -> np.ndarray:
    """JD (TT) of every solar term from 立春 of FIRST_YEAR up to 立春 of LAST_YEAR."""
    count = (LAST_YEAR - FIRST_YEAR) * 24 + 1
    index = np.arange(count)
    target = np.radians((315.0 + 15.0 * index) % 360.0)
    jd = LICHUN_2000 + TROPICAL_YEAR * (FIRST_YEAR - 2000 + index / 24.0)
    return settled(lambda t: apparent("sun", t) - target, TROPICAL_YEAR, jd)


def new_moons() -> np.ndarray:
    """JD (TT) of every new moon from before FIRST_YEAR to after LAST_YEAR."""
    start = round((FIRST_YEAR - 2000) * 365.25 / SYNODIC_MONTH) - 2
    stop = round((LAST_YEAR - 2000) * 365.25 / SYNODIC_MONTH) + 2
    index = np.arange(start, stop + 1)
    jd = NEW_MOON_2000 + SYNODIC_MONTH * index
    jd = settled(lambda t: apparent("moon", t) - apparent("sun", t), SYNODIC_MONTH, jd)
    assert bool((np.diff(jd) > 29.2).all() and (np.diff(jd) < 29.9).all())
    return jd


def packed(jd: np.ndarray) -> tuple[bytes, dict[str, float]]:
    """The int32 rows and the line they are measured from; seconds since midnight before JD 0."""
    seconds = (jd + 0.5) * 86400.0
    step = round((seconds[-1] - seconds[0]) / (len(jd) - 1), 3)
    first = round(float(np.mean(seconds - step * np.arange(len(jd)))))
    values = np.rint((seconds - first - step * np.arange(len(jd))) * 100.0)
    assert float(np.abs(values).max()) < 2**31
    data = struct.pack("<ddq", first, step, len(jd)) + values.astype("<i4").tobytes()
    return data, {"first": first, "step": step, "count": len(jd)}


def main() -> int:
    description: dict[str, object] = {
        "source": "JPL DE406, IAU 2006/2000A precession and nutation, TT",
        "first_year": FIRST_YEAR,
    }
    for name, jd in (("terms", solar_terms()), ("newmoons", new_moons())):
        data, line = packed(jd)
        keep(DATA / f"{name}.i32", data)
        description[name] = {**line, "sha256": hashlib.sha256(data).hexdigest()}
    text = json.dumps(description, indent=1, ensure_ascii=False) + "\n"
    keep(DATA / "astronomy.json", text)
    return verdict()


if __name__ == "__main__":
    sys.exit(main())
