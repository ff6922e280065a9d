"""The moment that a date and time mean: what was written, in its calendar, at its place, by its clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from liuren.calendar import zones
from liuren.calendar.days import (
    DAY,
    check_calendar,
    civil_date,
    clock_text,
    date_text,
    day_number,
)
from liuren.calendar.delta_t import leap_seconds
from liuren.calendar.ephemeris import FIRST_MOMENT, LAST_MOMENT
from liuren.calendar.reading import Written, read
from liuren.calendar.reckoning import Moment, reckoned
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError
from liuren.terms.parse import parse_text
from liuren.terms.records import replace

if TYPE_CHECKING:
    from datetime import datetime

SOLAR_TIMES: Final = ("clock", "mean", "true", "half_hour")
_SOLAR_ALIASES: Final = {
    "standard": "clock",
    "mean_solar": "mean",
    "true_solar": "true",
    "apparent": "true",
    "korea_half_hour": "half_hour",
}
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
        mean = _mean_of_place(here, frame)
        period = mean if mean is not None and _before_zones(ut, here) else here.at(ut)
        return frame.moment(ut, period, here.name, text, notes)
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


def _mean_of_place(here: zones.Zone, frame: Frame) -> zones.Period | None:
    """The local mean time of a longitude that is not that of the zone's city; None without one."""
    if not here.local_mean or here.fixed or frame.longitude is None:
        return None
    from liuren.calendar.sun import meridian_offset

    first = here.periods[0]
    of_place = round(meridian_offset(frame.longitude, first.offset))
    if abs(of_place - first.offset) <= _SAME_CITY:
        return None
    return zones.Period(first.start, of_place, of_place, "LMT")


def _before_zones(ut: float, here: zones.Zone) -> bool:
    """Whether the zone was still on the local mean time that it began with."""
    return len(here.periods) == 1 or ut < here.periods[1].start


def _in_zone(
    local: float, here: zones.Zone, fold: int | None, frame: Frame, text: str, notes: Any
) -> Moment:
    """The moment at which clocks of a zone showed ``local``."""
    mean = _mean_of_place(here, frame)
    if mean is not None and _before_zones(local - here.periods[0].offset, here):
        return frame.moment(local - mean.offset, mean, here.name, text, notes)
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
