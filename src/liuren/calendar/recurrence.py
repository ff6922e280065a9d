"""The other way round: from pillars, or day, hour and general, to the moments when they occur.

An occurrence is a stretch of one double hour. Where a solar term falls inside the hour, the hour is
cut there, and only the part in which everything given holds is returned.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from liuren.calendar import days, zones
from liuren.calendar.days import DAY
from liuren.calendar.delta_t import to_tt, to_ut
from liuren.calendar.ephemeris import FIRST_MOMENT, LAST_MOMENT, solar_terms
from liuren.calendar.meaning import Frame, frame_of
from liuren.calendar.reckoning import Moment, local_time
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError
from liuren.terms.parse import excerpt, parse_branch, parse_pillar, parse_text
from liuren.terms.pillars import NAMES as PILLARS
from liuren.terms.records import record
from liuren.terms.seasons import TERMS

DEFAULT_LIMIT: Final = 1000
_HOUR: Final = 7200


@record
class Occurrence:
    """A stretch of time in which the given pillars hold: from ``first`` to before ``end`` (UT s).

    ``terms`` are the solar terms (0…23) that fall inside its double hour.
    """

    first: Moment
    end: float
    terms: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data: clock times of the zone, instants, pillars and the terms inside."""
        m = self.first
        return {
            "from": m.text_of(m.clock),
            "to": m.text_of(self.end + m.offset),
            "zone": m.zone,
            "offset": zones.offset_text(m.offset),
            "instant": m.instant,
            "pillars": m.pillars,
            "general": BRANCHES[m.general],
            "terms": [TERMS[t] for t in self.terms],
        }


def occurrences(
    *,
    start: str | int,
    end: str | int,
    year: str | int | None = None,
    month: str | int | None = None,
    day: str | int | None = None,
    hour: str | int | None = None,
    general: str | int | None = None,
    zone: str = "Asia/Shanghai",
    longitude: float | None = None,
    latitude: float | None = None,
    solar_time: str = "clock",
    convention: Convention | str | Mapping[str, str] | None = None,
    limit: int = DEFAULT_LIMIT,
) -> list[Occurrence]:
    """The stretches between two years, or dates, in which everything given holds, in order.

    Args:
        start, end: first and last civil year, or dates such as ``1900-01-01`` (both included).
        year, month, hour: pillar (甲子) or branch (子).
        day: day pillar.
        general: month general, a branch.
        zone, longitude, latitude, solar_time, convention: as for :func:`liuren.calendar.moment`.
        limit: at most so many are returned.

    Raises:
        InputError: nothing given, pillars that cannot stand together, or a span outside −721…2201.
    """
    options = load_convention(convention)
    wanted = _Wanted(
        _either(year, "a year"),
        _either(month, "a month"),
        None if day is None else parse_pillar(day, "a day pillar"),
        _either(hour, "an hour"),
        None if general is None else parse_branch(general, "a month general"),
    )
    wanted.check(options)
    frame = frame_of(options, solar_time, "auto", longitude, latitude)
    where = zones.zone(parse_text(zone, "zone", "Asia/Seoul"))
    first, last = _date(start, options, first=True), _date(end, options, first=False)
    if last < first:
        raise InputError(
            f"The span from {start} ends before it begins, with {end}.",
            hint="Exchange the two.",
            code="bad_span",
        )
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise InputError(
            f"“{excerpt(limit)}” is not a limit; expected a whole number from 1 on.",
            hint=f"Leave it out for {DEFAULT_LIMIT}.",
            code="bad_limit",
        )
    found: list[Occurrence] = []
    for occurrence in _search(wanted, first, last, where, frame):
        found.append(occurrence)
        if len(found) >= limit:
            break
    return found


@record
class _Either:
    """A pillar 0…59, or only its branch."""

    pillar: int | None
    branch: int

    def holds(self, value: int) -> bool:
        return value == self.pillar if self.pillar is not None else value % 12 == self.branch


@record
class _Wanted:
    year: _Either | None
    month: _Either | None
    day: int | None
    hour: _Either | None
    general: int | None

    def holds(self, m: Moment) -> bool:
        return (
            (self.year is None or self.year.holds(m.year))
            and (self.month is None or self.month.holds(m.month))
            and (self.day is None or self.day == m.day)
            and (self.hour is None or self.hour.holds(m.hour))
            and (self.general is None or self.general == m.general)
        )

    def check(self, options: Convention) -> None:
        """Refuse what can never be: nothing, or stems that do not follow from each other."""
        if (self.year, self.month, self.day, self.hour, self.general) == (None,) * 5:
            raise InputError(
                "Nothing to look for was given; expected pillars, or day, hour and general.",
                hint="For example day=甲子, hour=卯, general=亥.",
                code="empty",
            )
        if self.year and self.month and None not in (self.year.pillar, self.month.pillar):
            assert self.year.pillar is not None
            rows = [(self.year.pillar * 12 + 2 + m) % 60 for m in range(12)]
            _agree(self.month.pillar, rows, f"a year {PILLARS[self.year.pillar]}", "month")
        if self.day is not None and self.hour and self.hour.pillar is not None:
            rows = [(self.day * 12 + b) % 60 for b in range(12)]
            if options["day_boundary"] == "00:00_next_hour_stem":
                rows.append((self.day * 12 + 12) % 60)
            _agree(self.hour.pillar, rows, f"a day {PILLARS[self.day]}", "hour")


def _agree(pillar: int | None, rows: list[int], whole: str, part: str) -> None:
    assert pillar is not None
    if pillar in rows:
        return
    near = next(row for row in rows if row % 12 == pillar % 12)
    raise InputError(
        f"There is no {part} {PILLARS[pillar]} in {whole}.",
        hint=f"Nearest: {PILLARS[near]}.",
        code="no_such_pillars",
    )


def _either(value: str | int | None, what: str) -> _Either | None:
    if value is None:
        return None
    if not isinstance(value, str) or len(value.strip()) > 1:
        try:
            pillar = parse_pillar(value, what)
        except InputError:
            if isinstance(value, str):
                return _Either(None, parse_branch(value, what))
            raise
        return _Either(pillar, pillar % 12)
    return _Either(None, parse_branch(value, what))


def _date(value: str | int, options: Convention, *, first: bool) -> int:
    """Day number of the beginning or end of a span."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise InputError(
            f"“{excerpt(value)}” is not the end of a span; expected a year or a date.",
            hint="For example 2026, or 2026-11-30.",
            code="bad_span",
        )
    if isinstance(value, int) or re.fullmatch(r"\s*-?\d{1,6}\s*", value, re.ASCII):
        date = (int(value), 1, 1) if first else (int(value), 12, 31)
        jdn = days.day_number(*date, "auto", options["calendar_switch"])
    else:
        jdn = _written_day(value, options)
    if not FIRST_MOMENT <= jdn * DAY < LAST_MOMENT:
        raise InputError(
            f"{str(value)[:16]} is outside the calendar; expected −721 to 2201.",
            hint=f"Nearest: {'-721' if jdn * DAY < FIRST_MOMENT else '2201'}.",
            code="out_of_range",
        )
    return jdn


def _written_day(text: str, options: Convention) -> int:
    from liuren.calendar.reading import read

    written = read(text)
    if written.lunar or written.era:
        from liuren.calendar.historical import resolve

        return resolve(written, options)[0]
    date = (written.year, written.month, written.day)
    return days.day_number(*date, "auto", options["calendar_switch"])


def _search(
    wanted: _Wanted, first: int, last: int, zone: zones.Zone, frame: Frame
) -> Iterator[Occurrence]:
    """Every matching stretch of every double hour from day ``first`` to ``last``."""
    late = frame.convention["day_boundary"] == "23:00"
    branches = range(12) if wanted.hour is None else (wanted.hour.branch,)
    for jdn in _days(wanted, first, last):
        for branch in branches:
            # The 子 hour lies across midnight; under 23:00 both halves belong to the later day.
            begin = jdn * DAY + branch * _HOUR - 3600
            halves = [(begin, begin + _HOUR)]
            if branch == 0 and not late:
                halves = [(begin + 3600, begin + _HOUR), (begin + DAY, begin + DAY + 3600)]
            for opening, closing in halves:
                yield from _pieces(wanted, opening, closing, zone, frame)


def _days(wanted: _Wanted, first: int, last: int) -> Iterator[int]:
    """The days that may match: one in sixty where the day is given, and only fitting years."""
    step = 1
    if wanted.day is not None:
        first += (wanted.day - (first - 11)) % 60
        step = 60
    for jdn in range(first, last + 1, step):
        if wanted.year is not None:
            year = days.gregorian_date(jdn)[0]
            if not any(wanted.year.holds((y - 4) % 60) for y in (year - 1, year)):
                continue
        yield jdn


def _pieces(
    wanted: _Wanted, opening: float, closing: float, zone: zones.Zone, frame: Frame
) -> Iterator[Occurrence]:
    """The parts of one stretch of local time in which everything wanted holds."""
    begin, end = _ut(opening, zone, frame), _ut(closing, zone, frame)
    begin, end = max(begin, FIRST_MOMENT), min(end, LAST_MOMENT)
    if begin >= end:
        return
    table = solar_terms()
    cuts, inside = [begin], []
    k = table.last_before(to_tt(begin)) + 1
    while (instant := to_ut(table[k])) < end:
        if instant > begin:
            cuts.append(instant)
            inside.append(k % 24)
        k += 1
    cuts.append(end)
    for left, right in itertools.pairwise(cuts):
        middle = (left + right) / 2
        if wanted.holds(frame.moment(middle, zone.at(middle), zone.name, "")):
            at = min(left + 1e-3, middle)
            yield Occurrence(frame.moment(at, zone.at(at), zone.name, ""), right, tuple(inside))


def _ut(local: float, zone: zones.Zone, frame: Frame) -> float:
    """The instant at which the local time that counts is ``local``."""
    ut = local - zone.at(local - 8 * 3600).standard
    for _ in range(3):
        inside = min(max(ut, FIRST_MOMENT), LAST_MOMENT - 1)
        m = frame.moment(inside, zone.at(inside), zone.name, "")
        ut = local - (local_time(m) - inside)
    return ut
