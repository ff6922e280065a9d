"""The calendar: instant, place and convention → solar term, month general, pillars, day or night.

The only room that knows time zones and astronomy. :func:`moment` reads one moment,
:func:`moments` does the same for arrays of millions, and :func:`occurrences` goes the other way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.calendar.ages import nominal_age
    from liuren.calendar.arrays import Moments, moments
    from liuren.calendar.meaning import UncertainTimeError, moment
    from liuren.calendar.reckoning import Moment
    from liuren.calendar.recurrence import occurrences

__all__ = [
    "Moment",
    "Moments",
    "UncertainTimeError",
    "moment",
    "moments",
    "nominal_age",
    "occurrences",
]

_HOMES = {
    "Moment": "reckoning",
    "Moments": "arrays",
    "UncertainTimeError": "meaning",
    "moment": "meaning",
    "moments": "arrays",
    "nominal_age": "ages",
    "occurrences": "recurrence",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'liuren.calendar' has no attribute {name!r}")
    from importlib import import_module

    home = import_module(f"liuren.calendar.{_HOMES[name]}")
    value = getattr(home, name)
    globals()[name] = value
    return value
