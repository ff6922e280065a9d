"""Time zones with their whole history, read from the tz database of the ``tzdata`` package.

One table for the command line, the library and the web: the package comes first, the system's copy
only where it is missing. Unlike ``zoneinfo`` this reader has no year limits, gives the local mean
time before the first standard time to the second, tells summer time from standard time, and offers
its transitions as rows for arrays. Local and UT times are seconds since the midnight before day 0.
Source of the format: RFC 9636 (TZif) and POSIX TZ strings.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from liuren.calendar.days import DAY, gregorian_date, gregorian_day
from liuren.calendar.delta_t import rows
from liuren.terms.errors import InputError

EPOCH: Final = int(gregorian_day(1970, 1, 1)) * DAY
_LAST_RULE_YEAR: Final = 2203
_OFFSET: Final = r"(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?"


class Period(NamedTuple):
    """A stretch of UT with one offset: ``offset`` in force, ``standard`` without summer time (s)."""

    start: float
    offset: int
    standard: int
    name: str

    @property
    def summer(self) -> bool:
        """Whether summer time is in force."""
        return self.offset != self.standard


class Zone(NamedTuple):
    """A zone: its name and its periods, first to last; the first starts at −∞."""

    name: str
    periods: tuple[Period, ...]
    fixed: bool = False

    @property
    def local_mean(self) -> bool:
        """Whether the first period is the local mean time of the zone's city."""
        return self.periods[0].name == "LMT"

    def at(self, ut: float) -> Period:
        """The period in force at a moment of UT."""
        return self.periods[self._number(ut)]

    def _number(self, ut: float) -> int:
        return bisect_right(self.periods, ut, key=lambda period: period.start) - 1

    def readings(self, local: float) -> list[Period]:
        """The periods in which clocks showed ``local``: one; two if repeated; none if skipped."""
        found = []
        first = max(self._number(local - 2 * DAY), 0)
        for number in range(first, len(self.periods)):
            period = self.periods[number]
            if period.start > local + 2 * DAY:
                break
            ut = local - period.offset
            end = self.periods[number + 1].start if number + 1 < len(self.periods) else float("inf")
            if period.start <= ut < end:
                found.append(period)
        return found

    def gap(self, local: float) -> tuple[Period, Period]:
        """The periods before and after the leap of the clocks over a skipped ``local``."""
        for before, after in zip(self.periods, self.periods[1:], strict=False):
            if after.start + before.offset <= local < after.start + after.offset:
                return before, after
        raise ValueError("this local time was not skipped")


def fixed_zone(offset: int, name: str = "") -> Zone:
    """A zone that always has ``offset`` (s)."""
    return Zone(
        name or offset_text(offset), (Period(float("-inf"), offset, offset, ""),), fixed=True
    )


def offset_text(seconds: float) -> str:
    """``+08:00``, ``+08:05:43``."""
    whole = round(abs(seconds))
    text = f"{'-' if seconds < 0 else '+'}{whole // 3600:02d}:{whole // 60 % 60:02d}"
    return f"{text}:{whole % 60:02d}" if whole % 60 else text


def parse_offset(text: str) -> int | None:
    """Seconds east of ``Z``, ``+08:00``, ``UTC+8``, ``-0530``; None if it is no offset.

    Raises InputError for an offset beyond ±15:59:59.
    """
    shown = text.strip()
    if shown.lower() in {"z", "utc", "gmt", "ut"}:
        return 0
    if not any(sign in shown for sign in "+-−"):
        return None
    match = re.fullmatch(_OFFSET, shown, re.IGNORECASE)
    if match is None:
        return None
    sign, hours, minutes, seconds = match.groups()
    value = int(hours) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    if value >= 16 * 3600 or int(minutes or 0) > 59 or int(seconds or 0) > 59:
        raise InputError(
            f"“{shown[:16]}” is not an offset from UTC; expected ±hh:mm up to ±15:59.",
            hint="For example +09:00.",
            code="bad_offset",
        )
    return value if sign == "+" else -value


@cache
def zone(name: str) -> Zone:
    """The zone of an IANA name, an offset, a Windows zone name or a common abbreviation.

    Raises:
        InputError: unknown or ambiguous; the hint names the nearest zones.
    """
    text = name.strip() if len(name) <= 80 else ""
    if not text:
        said = f"“{name[:16]}…” is not a time zone"
        raise InputError(
            f"{said if name.strip() else 'Nothing was given for the time zone'}; "
            "expected an IANA name or an offset.",
            hint="For example Asia/Seoul or +09:00.",
            code="unknown_zone",
        )
    offset = parse_offset(text)
    if offset is not None:
        return fixed_zone(offset)
    found = _file(text)
    if found is None:
        alias = aliases().get(text.lower())
        if alias is None:
            raise _unknown(text)
        if len(alias) > 1:
            raise InputError(
                f"“{text}” names several time zones: {', '.join(alias)}.",
                hint=f"Write one of them, for example {alias[0]}.",
                code="ambiguous_zone",
            )
        text = alias[0]
        found = _file(text)
        if found is None:
            raise _unknown(text)
    name, data = found
    return Zone(name, _periods(data))


@cache
def aliases() -> dict[str, tuple[str, ...]]:
    """Lower-case Windows names and abbreviations → the IANA zones they may mean."""
    return {row[0].lower(): tuple(row[1].split()) for row in rows("zone_aliases.tsv")}


def _folders() -> list[Path]:
    found = [Path(entry) / "tzdata" / "zoneinfo" for entry in sys.path if entry]
    found += [Path(p) for p in ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo")]
    return [folder for folder in found if folder.is_dir()]


@cache
def _root() -> Path:
    folders = _folders()
    if not folders:
        raise InputError(
            "No time zone database was found.",
            hint="Install the package tzdata, or give an offset such as +08:00.",
            code="no_zones",
        )
    return folders[0]


@cache
def names() -> tuple[str, ...]:
    """Every IANA name of the database, sorted."""
    root = _root()
    listing = root.parent / "zones"
    if listing.is_file():
        return tuple(sorted(listing.read_text(encoding="utf-8").split()))
    found = (p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    return tuple(sorted(n for n in found if n[0].isupper() and "." not in n and n[:6] != "posix/"))


def _file(text: str) -> tuple[str, bytes] | None:
    if not text.isascii() or not all(c.isalnum() or c in "/_+- " for c in text) or "//" in text:
        return None
    text = text.strip("/")
    path = _root() / text
    if not path.is_file() or text not in (text.title(), text):
        return _file_any_case(text)
    data = path.read_bytes()
    return (text, data) if data[:4] == b"TZif" else None


def _file_any_case(text: str) -> tuple[str, bytes] | None:
    wanted = text.lower().replace(" ", "_")
    for name in names():
        if name.lower() == wanted:
            return name, (_root() / name).read_bytes()
    return None


def _unknown(text: str) -> InputError:
    from difflib import get_close_matches

    from liuren.calendar.places import find_places

    places = find_places(text)
    candidates = {name.lower(): name for name in names()}
    candidates.update({name.rsplit("/", 1)[-1].lower(): name for name in names() if "/" in name})
    wanted = text.lower().replace(" ", "_")
    near = get_close_matches(wanted, candidates, 4, 0.6)
    near += get_close_matches(wanted.rsplit("/", 1)[-1], candidates, 3, 0.7)
    found = dict.fromkeys([p.zone for p in places[:1]] or [candidates[n] for n in near])
    shown = ", ".join(found) or "Asia/Seoul, Asia/Shanghai"
    return InputError(
        f"“{text[:40]}” is not a time zone; expected an IANA name or an offset such as +09:00.",
        hint=f"Nearest: {shown}.",
        code="unknown_zone",
    )


def local_zone() -> Zone:
    """The zone of this machine: TZ, /etc/localtime, or its present offset."""
    wanted = os.environ.get("TZ", "").lstrip(":")
    if not wanted:
        target = os.path.realpath("/etc/localtime")
        wanted = target.rsplit("zoneinfo/", 1)[1] if "zoneinfo/" in target else ""
    # POSIX writes UTC-9 for nine hours east; only the machine itself reads such a TZ rightly.
    if wanted:
        try:
            if parse_offset(wanted) in (None, 0):
                return zone(wanted)
        except InputError:
            pass
    import time

    return fixed_zone(time.localtime().tm_gmtoff)


def _periods(data: bytes) -> tuple[Period, ...]:
    """Decode a TZif file, version 2 or later."""
    head = struct.Struct(">4sc15x6l")
    _, _, isut, isstd, leap, times, types, chars = head.unpack_from(data)
    at = head.size + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    _, _, isut, isstd, leap, times, types, chars = head.unpack_from(data, at)
    at += head.size
    moments = struct.unpack_from(f">{times}q", data, at)
    kinds = data[at + 8 * times : at + 9 * times]
    at += 9 * times
    infos = [struct.unpack_from(">lbB", data, at + 6 * i) for i in range(types)]
    at += 6 * types
    labels = data[at : at + chars]
    at += chars + 12 * leap + isstd + isut

    def label(index: int) -> str:
        return labels[index : labels.index(b"\0", index)].decode("ascii")

    raw = [(float("-inf"), *infos[0])]
    for moment, kind in zip(moments, kinds, strict=True):
        if moment + EPOCH > 0:
            raw.append((float(moment + EPOCH), *infos[kind]))
    spans = [(start, offset, bool(dst), label(index)) for start, offset, dst, index in raw]
    footer = data[at:].strip().decode("ascii")
    spans += _rule_spans(footer, spans[-1][0])
    return _with_standard(spans)


Span = tuple[float, int, bool, str]

#: Longer than this (s), time that the law calls standard is not summer time between two winters.
_A_SUMMER: Final = 300 * DAY
#: Summer times of half an hour that began on a day on which standard time moved half an hour too
#: (Uruguay 1923 and 1942, Cook Islands 1978): their beginnings, Unix time.
_HALF_HOURS: Final = frozenset({-1459627200, -853621200, 279714600})


def _with_standard(spans: list[Span]) -> tuple[Period, ...]:
    """Attach to each span its offset without summer time, which the files do not tell.

    The flag says only that the law departs from its standard. Where it departs in winter (Ireland
    since 1971, Namibia 1994–2017, Morocco in Ramadan) nothing is added to the sun's time in those
    spans; a summer between two such winters is summer time.
    """
    found: list[Period] = []
    standard = spans[0][1]
    for number, (start, offset, flagged, name) in enumerate(spans):
        if flagged and not _in_winter(spans, number):
            standard = _standard_of(spans, number, standard)
        elif _between_winters(spans, number):
            standard = spans[number - 1][1]
        else:
            standard = offset
        found.append(Period(start, offset, standard, name))
    return tuple(found)


def _next_unflagged(spans: list[Span], number: int) -> int | None:
    return next((offset for _, offset, flagged, _ in spans[number + 1 :] if not flagged), None)


def _in_winter(spans: list[Span], number: int) -> bool:
    """Whether a flagged span is behind the times before and after it."""
    before = next((s[1] for s in reversed(spans[:number]) if not s[2]), None)
    after = _next_unflagged(spans, number)
    offset = spans[number][1]
    return offset < (before if before is not None else offset) and (after is None or offset < after)


def _between_winters(spans: list[Span], number: int) -> bool:
    if not 0 < number < len(spans) - 1 or spans[number][2]:
        return False
    return (
        spans[number + 1][0] - spans[number][0] < _A_SUMMER
        and all(spans[i][2] and _in_winter(spans, i) for i in (number - 1, number + 1))
        and spans[number - 1][1] == spans[number + 1][1]
    )


def _standard_of(spans: list[Span], number: int, standard: int) -> int:
    """The offset to which a flagged span adds its summer time: that in force before it or the next
    one, an hour of difference before any other.
    """
    start, offset, _, name = spans[number]
    if name == "WEMT":  # double summer time of France, 1944–45
        return offset - 7200
    if start - EPOCH in _HALF_HOURS:
        return offset - 1800
    following = _next_unflagged(spans, number)
    near = [standard] if following is None else [standard, following]
    by_an_hour = [candidate for candidate in near if offset - candidate == 3600]
    otherwise = [candidate for candidate in near if 0 < offset - candidate <= 7200]
    return [*by_an_hour, *otherwise, offset - 3600][0]


_RULE: Final = (
    r"(?P<std><[^>]+>|[A-Za-z]+)(?P<off>[+-]?[\d:]+)"
    r"(?:(?P<dst><[^>]+>|[A-Za-z]+)(?P<doff>[+-]?[\d:]+)?,(?P<start>[^,]+),(?P<end>[^,]+))"
)


def _rule_spans(footer: str, after: float) -> list[Span]:
    """The spans that the POSIX rule at the end of a file gives after the last listed one."""
    match = re.fullmatch(_RULE, footer) if "," in footer else None
    if match is None:
        return []
    standard = -_clock(match["off"])
    summer = -_clock(match["doff"]) if match["doff"] else standard + 3600
    first_year = 1970
    if after > 0:
        first_year = int(gregorian_date(int(after // DAY))[0])
    spans: list[Span] = []
    for year in range(first_year, _LAST_RULE_YEAR + 1):
        start = _rule_moment(match["start"], year) - standard
        end = _rule_moment(match["end"], year) - summer
        spans.append((start, summer, True, match["dst"].strip("<>")))
        spans.append((end, standard, False, match["std"].strip("<>")))
    return sorted(span for span in spans if span[0] > after)


def _clock(text: str) -> int:
    sign = -1 if text[0] == "-" else 1
    parts = [int(p) for p in text.lstrip("+-").split(":")]
    return sign * sum(part * unit for part, unit in zip(parts, (3600, 60, 1), strict=False))


def _rule_moment(rule: str, year: int) -> float:
    """Local wall time of a rule such as ``M3.5.0/1`` or ``J60`` in a year."""
    day, _, clock = rule.partition("/")
    seconds = _clock(clock) if clock else 7200
    if day[0] == "M":
        month, week, weekday = map(int, day[1:].split("."))
        first = int(gregorian_day(year, month, 1))
        jdn = first + (weekday - (first + 1)) % 7 + 7 * (week - 1)
        following = int(gregorian_day(year + month // 12, month % 12 + 1, 1))
        while jdn >= following:
            jdn -= 7
    else:
        start = int(gregorian_day(year, 1, 1))
        number = int(day.lstrip("J"))
        jdn = start + number
        if day[0] == "J":
            leap = gregorian_day(year, 3, 1) - start == 60
            jdn = start + number - 1 + (1 if leap and number >= 60 else 0)
    return float(jdn * DAY + seconds)
