"""One moment: the instant, the local time that counts, and the pillars.

The instant (UT and TT) decides year, month, solar term and month general; local time (clock time
without summer time, or mean or true solar time) decides day and hour. All times are seconds since
the midnight before day 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from liuren.calendar import pillars
from liuren.calendar.days import (
    DAY,
    civil_date,
    clock_text,
    date_text,
    is_gregorian,
)
from liuren.calendar.delta_t import to_tt, to_ut
from liuren.calendar.ephemeris import FIRST_YEAR, solar_terms
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.convention import Convention
from liuren.terms.errors import InputError
from liuren.terms.pillars import NAMES as PILLARS
from liuren.terms.pillars import void
from liuren.terms.records import field, record, replace
from liuren.terms.seasons import TERMS

if TYPE_CHECKING:
    from liuren.calendar.places import Place

#: Korean half-hour custom: the double hours of the meridian 127.5° E, that is UT + 8:30.
_HALF_HOUR: Final = 30600


@record
class Moment:
    """A moment as the charts read it.

    ``year``, ``month``, ``day`` and ``hour`` are pillars 0…59 (their branch is the value mod 12),
    ``general`` a branch 0…11, ``term`` the last solar term 0…23 (0 = 立春).
    """

    ut: float
    local: float
    offset: int
    standard: int
    zone: str
    solar_time: str
    longitude: float | None
    latitude: float | None
    convention: Convention
    year: int
    month: int
    day: int
    hour: int
    general: int
    term: int
    daytime: bool
    calendar: str = "auto"
    elevation: float = 0.0
    written: str = ""
    notes: tuple[tuple[str, dict[str, Any]], ...] = field(default=(), compare=False)
    #: The place that was named, and how.
    place: tuple[Place, str] | None = field(default=None, compare=False)

    @property
    def tt(self) -> float:
        """The instant in Terrestrial Time."""
        return to_tt(self.ut)

    @property
    def clock(self) -> float:
        """The clock on the wall, summer time included."""
        return self.ut + self.offset

    @property
    def month_branch(self) -> int:
        """Branch of the month (節 to 節)."""
        return self.month % 12

    @property
    def hour_branch(self) -> int:
        """Branch of the double hour."""
        return self.hour % 12

    @property
    def year_branch(self) -> int:
        """Branch of the year (太歲)."""
        return self.year % 12

    @property
    def year_number(self) -> int:
        """Civil year in which the year in force (by 立春 or lunar new year) began."""
        return year_number(self, solar_terms().last_before(self.tt), self.local)

    @property
    def void(self) -> tuple[int, int]:
        """The two void branches of the day."""
        return void(self.day)

    @property
    def jdn(self) -> int:
        """Day number of the civil day of the local time."""
        return int(self.local // DAY)

    @property
    def instant(self) -> str:
        """``2026-11-30T01:00:00Z``; in the calendar of the time."""
        return self.text_of(self.ut) + "Z"

    @property
    def noted_instant(self) -> str:
        """The instant as charts and notations keep it, which name no calendar: always that of ``auto``."""
        return self.text_of(self.ut, calendar="auto") + "Z"

    @property
    def pillars(self) -> dict[str, str]:
        """The four pillars by name."""
        return {name: PILLARS[getattr(self, name)] for name in ("year", "month", "day", "hour")}

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """What a careful reader should know: boundaries nearby with both candidates, customs."""
        from liuren.calendar.boundaries import warnings

        return warnings(self)

    def text_of(self, seconds: float, places: int = 0, calendar: str | None = None) -> str:
        """A time as ``2026-11-30T10:00:00`` in ``calendar``, by default that of this moment."""
        jdn, second = divmod(seconds, DAY)
        date = civil_date(int(jdn), calendar or self.calendar, self.convention["calendar_switch"])
        return f"{date_text(*date)}T{clock_text(second, places)}"

    def replace(self, **options: Any) -> Moment:
        """The same instant under other options of the convention."""
        return self.under(self.convention.replace(**options))

    def under(self, convention: Convention) -> Moment:
        """The same instant under another convention."""
        if convention == self.convention and convention.name == self.convention.name:
            return self
        return reckoned(replace(self, convention=convention))

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, shaped as ``docs/reference/calendar.md`` says."""
        from liuren.calendar.report import moment_data

        return moment_data(self)


def reckoned(m: Moment) -> Moment:
    """The moment with its local time and all that follows from it and from its instant."""
    local = local_time(m)
    reckoning = reckon(m, m.tt, local)
    return replace(m, local=local, **reckoning)


def local_time(m: Moment) -> float:
    """The local time that decides day and hour."""
    if m.solar_time == "half_hour":
        return m.ut + _HALF_HOUR
    if m.solar_time in ("mean", "true"):
        from liuren.calendar import sun

        assert m.longitude is not None
        reading = sun.true_solar_time if m.solar_time == "true" else sun.mean_solar_time
        return reading(m.ut, m.longitude, m.standard)
    if m.convention["summer_time"] == "kept":
        return m.ut + m.offset
    return m.ut + m.standard


def reckon(m: Moment, tt: float, local: float) -> dict[str, Any]:
    """Pillars, month general, term and daytime at an instant and a local time near ``m``."""
    options = m.convention
    k = solar_terms().last_before(tt)
    boundary = options["day_boundary"]
    hour = pillars.hour_pillar(int(local // 1), boundary)
    return {
        "year": (year_number(m, k, local) - 4) % 60,
        "month": pillars.month_pillar(k),
        "day": pillars.day_pillar(int(local // 1), boundary),
        "hour": hour,
        "general": general(m, k, tt, options["month_general"]),
        "term": k % 24,
        "daytime": daytime(m, tt, hour % 12),
    }


def year_number(m: Moment, k: int, local: float) -> int:
    """Civil year in which the year in force began, under ``year_start``."""
    if m.convention["year_start"] == "lunar_new_year":
        from liuren.calendar.lunar import lunar_date

        jdn = pillars.day_in_force(int(local // 1), m.convention["day_boundary"])
        date = lunar_date(jdn, m.convention["lunar_calendar"])
        if date is not None:
            return date.year
    return FIRST_YEAR + k // 24


def general(m: Moment, k: int, tt: float, rule: str) -> int:
    """Month general under one of the rules of ``month_general``."""
    if rule == "jie":
        return int(pillars.general_of_month(k))
    if rule == "zhongqi_day":
        ut = to_ut(tt)
        into = (ut + m.standard) % DAY
        k = solar_terms().last_before(to_tt(ut - into + DAY - 0.001))
    elif rule == "pingqi":
        from liuren.calendar.mean_terms import mean_general

        found = mean_general(to_ut(tt) + m.standard)
        if found is not None:
            return found
    return int(pillars.general_at_zhongqi(k))


def daytime(m: Moment, tt: float, hour: int) -> bool:
    """Day or night under ``day_night``."""
    rule = m.convention["day_night"]
    if rule != "sunrise":
        return bool(pillars.daytime_by_hour(hour, rule))
    if m.longitude is None or m.latitude is None:
        raise InputError(
            "day_night=sunrise needs a longitude and a latitude, or a place; they were not given.",
            hint="For example longitude=126.98, latitude=37.57.",
            code="place_needed",
        )
    from liuren.calendar import sun

    return sun.is_up(to_ut(tt), m.longitude, m.latitude, m.elevation)


def names_of(reckoning: Mapping[str, Any]) -> dict[str, Any]:
    """A reckoning with names instead of numbers."""
    named: dict[str, Any] = {n: PILLARS[reckoning[n]] for n in ("year", "month", "day", "hour")}
    return {
        "pillars": named,
        "general": BRANCHES[reckoning["general"]],
        "term": TERMS[reckoning["term"]],
        "daytime": reckoning["daytime"],
    }


def gregorian(m: Moment) -> bool:
    """Whether the civil date of the moment is Gregorian."""
    return is_gregorian(int(m.clock // DAY), m.calendar, m.convention["calendar_switch"])
