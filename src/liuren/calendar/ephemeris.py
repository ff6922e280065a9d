"""The shipped instants of solar terms and new moons, −721…2201, in Terrestrial Time.

Built from JPL DE406 by ``tools/build_astronomy.py``: within 0.6 s of DE431/DE441 for 1600–2200,
3 s back to 800. Solar term ``k`` has the number ``k % 24`` (0 = 立春) of the year ``FIRST_YEAR +
k // 24``; its solar longitude is ``315° + 15° k``. Times are seconds since the midnight before day 0.
"""

from __future__ import annotations

import struct
import sys
from functools import cache
from typing import Final

from liuren.calendar.days import DAY, gregorian_day, julian_day
from liuren.calendar.delta_t import DATA

#: Gregorian-like year whose 立春 is term 0.
FIRST_YEAR: Final = -722
#: Moments (seconds) between which everything in this room is defined.
FIRST_MOMENT: Final = int(julian_day(-721, 1, 1)) * DAY
LAST_MOMENT: Final = int(gregorian_day(2202, 1, 1)) * DAY

_HEADER: Final = struct.Struct("<ddq")


class Instants:
    """A row of instants, sorted: ``instants[k]`` is the TT second of event ``k``."""

    __slots__ = ("count", "data", "first", "step", "values")

    first: float
    step: float
    count: int
    values: memoryview[int]

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.first, self.step, self.count = _HEADER.unpack_from(data)
        rows: memoryview = memoryview(data)[_HEADER.size :]
        if sys.byteorder == "big":
            from array import array

            swapped = array("i", rows.tobytes())
            swapped.byteswap()
            rows = memoryview(swapped)
        self.values = rows.cast("B").cast("i")

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, k: int) -> float:
        return self.first + k * self.step + self.values[k] / 100.0

    def last_before(self, tt: float) -> int:
        """Number of the last event at or before ``tt``."""
        k = min(max(int((tt - self.first) // self.step), 0), self.count - 2)
        while k > 0 and self[k] > tt:
            k -= 1
        while k < self.count - 2 and self[k + 1] <= tt:
            k += 1
        return k

    @property
    def offset(self) -> int:
        """Where the rows begin in ``data`` (bytes)."""
        return _HEADER.size


@cache
def solar_terms() -> Instants:
    """Every solar term; see the module."""
    return Instants((DATA / "terms.i32").read_bytes())


@cache
def new_moons() -> Instants:
    """Every new moon."""
    return Instants((DATA / "newmoons.i32").read_bytes())


def term_number(year: int, term: int) -> int:
    """Index in :func:`solar_terms` of term 0…23 (0 = 立春 … 23 = 大寒) of a year from 立春 on.

    小寒 and 大寒 (22, 23) of "2026" are those of January 2027.
    """
    return (year - FIRST_YEAR) * 24 + term
