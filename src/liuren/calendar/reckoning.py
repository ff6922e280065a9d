"""One moment: what was written, the instant, the local time that counts, and the pillars.

The instant (UT and TT) decides year, month, solar term and month general; local time (clock time
without summer time, or mean or true solar time) decides day and hour. All times are seconds since
the midnight before day 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from liuren.calendar import pillars, zones
from liuren.calendar.days import (
    DAY,
    check_calendar,
    civil_date,
    clock_text,
    date_text,
    day_number,
    is_gregorian,
)
from liuren.calendar.delta_t import leap_seconds, to_tt, to_ut
from liuren.calendar.ephemeris import FIRST_MOMENT, FIRST_YEAR, LAST_MOMENT, solar_terms
from liuren.calendar.reading import Written, read
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError
from liuren.terms.parse import parse_text
from liuren.terms.pillars import NAMES as PILLARS
from liuren.terms.pillars import void
from liuren.terms.records import field, record, replace
from liuren.terms.seasons import TERMS

if TYPE_CHECKING:
    from datetime import datetime

    from liuren.calendar.places import Place

SOLAR_TIMES: Final = ("clock", "mean", "true", "half_hour")
_SOLAR_ALIASES: Final = {
    "standard": "clock",
    "mean_solar": "mean",
    "true_solar": "true",
    "apparent": "true",
    "korea_half_hour": "half_hour",
}
#: Korean half-hour custom: the double hours of the meridian 127.5° E, that is UT + 8:30.
_HALF_HOUR: Final = 30600
_NOON: Final = 43200.0
#: A place this near (s of longitude) to the city of its zone keeps the zone's local mean time.
_SAME_CITY: Final = 60
#: Before this there was no standard time in East Asia and few elsewhere.
_BEFORE_ZONES: Final = 1900


class UncertainTimeError(InputError):
    """A civil time that clocks showed twice or never; ``candidates`` are the moments it may mean."""

    def __init__(
        self, message: str, *, hint: str, code: str, candidates: tuple[Moment, ...]
    ) -> None:
        super().__init__(message, hint=hint, code=code)
        self.candidates = candidates

    def to_dict(self) -> dict[str, Any]:
        """The error with its candidates as data."""
        found = [
            {"instant": m.instant, "offset": zones.offset_text(m.offset), "pillars": m.pillars}
            for m in self.candidates
        ]
        return {**super().to_dict(), "candidates": found}


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
    def pillars(self) -> dict[str, str]:
        """The four pillars by name."""
        return {name: PILLARS[getattr(self, name)] for name in ("year", "month", "day", "hour")}

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """What a careful reader should know: boundaries nearby with both candidates, customs."""
        from liuren.calendar.boundaries import warnings

        return warnings(self)

    def text_of(self, seconds: float, places: int = 0) -> str:
        """A time as ``2026-11-30T10:00:00`` in the calendar of this moment."""
        jdn, second = divmod(seconds, DAY)
        date = civil_date(int(jdn), self.calendar, self.convention["calendar_switch"])
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


def moment(
    text: str | datetime | None = None,
    *,
    zone: str | None = None,
    place: str | None = None,
    longitude: float | None = None,
    latitude: float | None = None,
    elevation: float = 0.0,
    solar_time: str = "clock",
    calendar: str = "auto",
    convention: Convention | str | Mapping[str, str] | None = None,
    fold: int | None = None,
) -> Moment:
    """The moment that a date and time mean at a place.

    Args:
        text: a date and time (see :mod:`liuren.calendar.reading`), a ``datetime``, or None for now.
        zone: IANA zone, offset or Windows name; default the place's, the text's, this machine's.
        place: a city in any script (needs the extra ``geo``).
        longitude: degrees east.
        latitude: degrees north.
        elevation: metres above the horizon, for sunrise.
        solar_time: ``clock``, ``mean``, ``true``, or ``half_hour`` (the Korean custom).
        calendar: ``auto`` (Julian before the change of calendars), ``gregorian`` or ``julian``.
        convention: a convention, its name, or single options.
        fold: of a repeated civil time, 0 takes the first, 1 the second.

    Raises:
        InputError: unreadable or non-existent date, time, zone or place; the hint names what is
            nearest. :class:`UncertainTimeError` for a repeated or skipped civil time.

    Examples:
        >>> import liuren
        >>> found = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul").to_dict()
        >>> found["pillars"]
        {'year': '丙午', 'month': '己亥', 'day': '戊申', 'hour': '丁巳'}
        >>> found["general"], found["instant"]
        ('寅', '2026-11-30T01:00:00Z')
    """
    chosen = load_convention(convention)
    zone = _name_of_zone(zone) or zone
    for value, what, example in ((zone, "zone", "Asia/Seoul"), (place, "place", "Seoul")):
        if value is not None:
            parse_text(value, what, example)
    named = None
    if place is not None:
        from liuren.calendar.places import find_place

        found = find_place(place, zone=zone)
        longitude = found.longitude if longitude is None else longitude
        latitude = found.latitude if latitude is None else latitude
        zone = zone or found.zone
        named = (found, place)
    frame = frame_of(chosen, solar_time, calendar, longitude, latitude, elevation)
    if text is None or not isinstance(text, str):
        meant = _from_clock(text, zone, frame)
    else:
        meant = _from_text(text, zone, fold, frame)
    return meant if named is None else replace(meant, place=named)


class Frame(NamedTuple):
    """What is the same for every candidate of one request."""

    convention: Convention
    solar_time: str
    calendar: str
    longitude: float | None
    latitude: float | None
    elevation: float

    def moment(
        self, ut: float, period: zones.Period, name: str, written: str, notes: Any = ()
    ) -> Moment:
        """The moment at ``ut`` in a zone's period."""
        if not FIRST_MOMENT <= ut < LAST_MOMENT:
            date = civil_date(int(ut // DAY), self.calendar)
            raise InputError(
                f"{date_text(*date)} UT is outside the calendar; expected -0721-01-01 to 2201-12-31.",
                hint=f"Nearest: {'-0721-01-01' if ut < FIRST_MOMENT else '2201-12-31'}.",
                code="out_of_range",
            )
        return reckoned(
            Moment(
                ut, 0.0, period.offset, period.standard, name, self.solar_time,
                self.longitude, self.latitude, self.convention,
                0, 0, 0, 0, 0, 0, True, self.calendar, self.elevation, written, tuple(notes),
            )
        )  # fmt: skip


def frame_of(
    convention: Convention,
    solar_time: str,
    calendar: str,
    longitude: float | None,
    latitude: float | None,
    elevation: float = 0.0,
) -> Frame:
    """What the moments of one request share, checked."""
    solar = _checked_solar_time(parse_text(solar_time, "solar_time", "clock"))
    check_calendar(parse_text(calendar, "calendar", "auto"))
    _check_coordinates(longitude, latitude, elevation)
    if solar in ("mean", "true") and longitude is None:
        raise InputError(
            f"solar_time={solar} needs a longitude or a place; none was given.",
            hint="For example longitude=126.98, or place=Seoul.",
            code="longitude_needed",
        )
    return Frame(convention, solar, calendar, longitude, latitude, elevation)


def _checked_solar_time(value: str) -> str:
    solar = _SOLAR_ALIASES.get(value, value)
    if solar not in SOLAR_TIMES:
        raise InputError(
            f"“{str(value)[:16]}” is not a solar time; expected one of {', '.join(SOLAR_TIMES)}.",
            hint="clock is the clock on the wall without summer time.",
            code="bad_solar_time",
        )
    return solar


def _check_coordinates(longitude: float | None, latitude: float | None, elevation: float) -> None:
    for name, value, limit in (("longitude", longitude, 180), ("latitude", latitude, 90)):
        if value is None:
            continue
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not -limit <= value <= limit
        ):
            raise InputError(
                f"{name} {str(value)[:16]} does not exist; expected −{limit} to {limit} degrees.",
                hint="East and north are positive.",
                code=f"bad_{name}",
            )
    if (
        isinstance(elevation, bool)
        or not isinstance(elevation, int | float)
        or not -500 <= elevation <= 9000
    ):
        raise InputError(
            f"“{str(elevation)[:16]}” is not an elevation; expected −500 to 9000 metres.",
            hint="0 is a level horizon.",
            code="bad_elevation",
        )


def _zone_of(zone: str | None) -> zones.Zone:
    return zones.zone(zone) if zone is not None else zones.local_zone()


def _from_clock(when: datetime | None, zone: str | None, frame: Frame) -> Moment:
    """Now, or a ``datetime``; one without zone is read in ``zone``."""
    if when is None:
        import time

        ut = float(int(time.time())) + zones.EPOCH
        here = _zone_of(zone)
        return frame.moment(ut, here.at(ut), here.name, "now", [] if zone else _zone_note(here))
    stamp = getattr(when, "isoformat", None)
    if stamp is None:
        raise InputError(
            f"A date and time is a text or a datetime, not {type(when).__name__}.",
            hint="For example 2026-11-30T10:00.",
            code="bad_time",
        )
    text = str(stamp())
    fold = getattr(when, "fold", 0)
    zone = zone or _name_of_zone(getattr(when, "tzinfo", None))
    return _from_text(text, zone, fold, frame._replace(calendar="gregorian"))


def _name_of_zone(zone: object) -> str | None:
    """The name that a ZoneInfo (``key``) or a zone of pytz (``zone``) says."""
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)
    return name if isinstance(name, str) else None


def _zone_note(here: zones.Zone) -> list[tuple[str, dict[str, Any]]]:
    return [("zone_assumed", {"zone": here.name})]


def _from_text(text: str, zone: str | None, fold: int | None, frame: Frame) -> Moment:
    written = read(text)
    found = _placed(written, text, zone, fold, frame)
    if written.leap_second and round(found.ut) not in leap_seconds()[0][1:]:
        minute = clock_text(written.seconds or 0.0)[:-3]
        raise InputError(
            f"There is no time {minute}:60; a day runs from 00:00:00 to 23:59:59.",
            hint=f"Nearest: {minute}:59.",
            code="no_such_time",
        )
    return found


def _placed(
    written: Written, text: str, zone: str | None, fold: int | None, frame: Frame
) -> Moment:
    """The moment of what was written, in its zone or the one given."""
    switch = frame.convention["calendar_switch"]
    notes: list[tuple[str, dict[str, Any]]] = []
    if written.lunar or written.era:
        from liuren.calendar.historical import ZONES, resolve

        jdn, year, notes, country = resolve(written, frame.convention)
        if written.era and zone is None and not written.zone and frame.longitude is None:
            zone = ZONES[country]
            notes.append(("zone_assumed", {"zone": zone}))
    else:
        jdn = day_number(written.year, written.month, written.day, frame.calendar, switch)
        year = written.year
    if written.seconds is None:
        notes.append(("no_time", {}))
    local = jdn * DAY + (_NOON if written.seconds is None else written.seconds)
    offset = zones.parse_offset(written.zone) if written.zone else None
    if offset is not None:
        here = zones.zone(zone) if zone is not None else zones.fixed_zone(offset)
        ut = local - offset
        return frame.moment(ut, here.at(ut), here.name, text, notes)
    if written.zone:
        zone = written.zone
    if zone is None and frame.longitude is not None and year < _BEFORE_ZONES:
        zone_found = _mean_zone(frame.longitude)
    elif zone is None and frame.longitude is not None:
        raise InputError(
            "A longitude was given but no zone; the clock of which zone?",
            hint=f"Add zone={_nearby_zone(frame)}, or an offset to the time.",
            code="zone_needed",
        )
    else:
        zone_found = _zone_of(zone)
        if zone is None:
            notes += _zone_note(zone_found)
    return _in_zone(local, zone_found, fold, frame, text, notes)


def _nearby_zone(frame: Frame) -> str:
    """The zone of the nearest large city, as a suggestion."""
    if frame.longitude is None or frame.latitude is None:
        return "Asia/Shanghai"
    from liuren.calendar.places import nearest_place

    return nearest_place(frame.longitude, frame.latitude).zone


def _mean_zone(longitude: float) -> zones.Zone:
    offset = round(longitude * 240)
    return zones.Zone("LMT", (zones.Period(float("-inf"), offset, offset, "LMT"),), fixed=True)


def _in_zone(
    local: float, here: zones.Zone, fold: int | None, frame: Frame, text: str, notes: Any
) -> Moment:
    """The moment at which clocks of a zone showed ``local``."""
    if here.local_mean and not here.fixed and frame.longitude is not None:
        from liuren.calendar.sun import meridian_offset

        first = here.periods[0]
        of_place = round(meridian_offset(frame.longitude, first.offset))
        ended = len(here.periods) == 1 or local < here.periods[1].start + first.offset
        if ended and abs(of_place - first.offset) > _SAME_CITY:
            period = zones.Period(first.start, of_place, of_place, "LMT")
            return frame.moment(local - of_place, period, here.name, text, notes)
    readings = here.readings(local)
    if len(readings) == 1:
        period = readings[0]
        return frame.moment(local - period.offset, period, here.name, text, notes)
    if fold not in (None, 0, 1):
        raise InputError("fold is 0 (first) or 1 (second).", hint="Leave it out.", code="bad_fold")
    found = readings or list(here.gap(local))
    options = tuple(frame.moment(local - p.offset, p, here.name, text, notes) for p in found)
    if readings and fold is not None:
        return options[fold]
    shown = options[0].text_of(local)
    both = " or ".join(f"{shown}{zones.offset_text(p.offset)}" for p in found)
    if readings:
        raise UncertainTimeError(
            f"{shown} came twice in {here.name}, when the clocks went back.",
            hint=f"Write {both} (fold=0 is the first, fold=1 the second).",
            code="repeated_time",
            candidates=options,
        )
    after = found[1]
    nearest = options[0].text_of(after.start + after.offset)
    raise UncertainTimeError(
        f"{shown} never came in {here.name}: the clocks were put forward over it.",
        hint=f"Nearest: {nearest}; if the clock had not been changed, write {both}.",
        code="missing_time",
        candidates=options,
    )


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
