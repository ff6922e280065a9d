"""The calendar: instant, place and convention → solar term, month general, pillars, day or night.

The only room that knows time zones and astronomy. :func:`moment` reads one moment;
:mod:`liuren.calendar.arrays` does the same for millions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.calendar.moments import Moment, UncertainTimeError, moment

__all__ = ["Moment", "UncertainTimeError", "moment"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'liuren.calendar' has no attribute {name!r}")
    from liuren.calendar import moments as home

    value = getattr(home, name)
    globals()[name] = value
    return value
