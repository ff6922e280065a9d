"""Zones against the standard library's reading of the same database, and what it does not offer."""

from __future__ import annotations

import importlib.resources
import random
import re
import time
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from liuren.calendar import UncertainTimeError, moment, zones
from liuren.calendar.days import DAY, day_number, gregorian_day
from liuren.terms.errors import InputError

SAMPLE = (
    "Asia/Shanghai", "Asia/Seoul", "Asia/Tokyo", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Urumqi",
    "Asia/Ho_Chi_Minh", "Asia/Pyongyang", "Asia/Kolkata", "Asia/Tehran", "Europe/London",
    "Europe/Dublin", "Europe/Lisbon", "Europe/Moscow", "Africa/Casablanca", "Africa/Monrovia",
    "America/New_York", "America/St_Johns", "America/Sao_Paulo", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Kiritimati", "Antarctica/Troll", "UTC",
)  # fmt: skip


@pytest.fixture
def packaged() -> Iterator[None]:
    """The standard library reading the package tzdata, as ours does."""
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    zoneinfo.ZoneInfo.clear_cache()


@pytest.mark.usefixtures("packaged")
@pytest.mark.parametrize("name", SAMPLE)
def test_offsets_equal_the_standard_library(name: str) -> None:
    random.seed(name)
    ours, theirs = zones.zone(name), zoneinfo.ZoneInfo(name)
    for _ in range(300):
        stamp = random.randint(-4_000_000_000, 6_000_000_000)
        expected = datetime.fromtimestamp(stamp, UTC).astimezone(theirs).utcoffset()
        assert expected is not None
        assert ours.at(stamp + zones.EPOCH).offset == expected.total_seconds(), stamp


@pytest.mark.parametrize(
    ("name", "date", "offset", "standard"),
    [
        ("Asia/Shanghai", (1850, 1, 1), "+08:05:43", "+08:05:43"),
        ("Asia/Shanghai", (1919, 5, 1), "+09:00", "+08:00"),
        ("Asia/Shanghai", (1940, 8, 1), "+09:00", "+08:00"),
        ("Asia/Shanghai", (1988, 7, 1), "+09:00", "+08:00"),
        ("Asia/Shanghai", (2026, 7, 1), "+08:00", "+08:00"),
        ("Asia/Seoul", (1900, 1, 1), "+08:27:52", "+08:27:52"),
        ("Asia/Seoul", (1910, 6, 1), "+08:30", "+08:30"),
        ("Asia/Seoul", (1949, 7, 1), "+10:00", "+09:00"),
        ("Asia/Seoul", (1955, 7, 1), "+09:30", "+08:30"),
        ("Asia/Seoul", (1961, 1, 1), "+08:30", "+08:30"),
        ("Asia/Seoul", (1988, 7, 1), "+10:00", "+09:00"),
        ("Asia/Tokyo", (1950, 7, 1), "+10:00", "+09:00"),
        ("Europe/London", (1944, 7, 1), "+02:00", "+00:00"),
        ("Europe/London", (2150, 7, 1), "+01:00", "+00:00"),
        ("Europe/Dublin", (2026, 7, 1), "+01:00", "+00:00"),
        ("Europe/Dublin", (2026, 12, 1), "+00:00", "+00:00"),
        ("America/New_York", (2026, 7, 1), "-04:00", "-05:00"),
        ("Australia/Sydney", (2026, 1, 15), "+11:00", "+10:00"),
        ("Asia/Hong_Kong", (1941, 8, 1), "+09:00", "+08:00"),
        ("Asia/Hong_Kong", (1941, 11, 1), "+08:30", "+08:00"),
        ("Asia/Taipei", (1946, 6, 1), "+09:00", "+08:00"),
        ("Africa/Casablanca", (2023, 4, 1), "+00:00", "+00:00"),  # Ramadan: nothing is added
        ("Africa/Casablanca", (2023, 7, 1), "+01:00", "+01:00"),
        ("Africa/Windhoek", (2010, 7, 1), "+01:00", "+01:00"),
        ("Africa/Windhoek", (2010, 12, 1), "+02:00", "+01:00"),
        ("Africa/Windhoek", (2020, 12, 1), "+02:00", "+02:00"),
        ("Europe/Dublin", (1969, 12, 1), "+01:00", "+01:00"),  # standard by law, as in London
        ("Europe/London", (1969, 12, 1), "+01:00", "+01:00"),
        ("Europe/Prague", (1946, 12, 15), "+00:00", "+00:00"),
        ("Europe/Paris", (1941, 7, 1), "+02:00", "+01:00"),
        ("Europe/Paris", (1945, 7, 1), "+02:00", "+00:00"),
        ("America/Bahia_Banderas", (2010, 7, 1), "-05:00", "-06:00"),
    ],
)
def test_history_and_summer_time(
    name: str, date: tuple[int, int, int], offset: str, standard: str
) -> None:
    period = zones.zone(name).at(day_number(*date) * DAY)
    assert zones.offset_text(period.offset) == offset
    assert zones.offset_text(period.standard) == standard


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("asia/seoul", "Asia/Seoul"),
        ("Asia/Ho Chi Minh", "Asia/Ho_Chi_Minh"),
        ("China Standard Time", "Asia/Shanghai"),
        ("Korea Standard Time", "Asia/Seoul"),
        ("Tokyo Standard Time", "Asia/Tokyo"),
        ("Taipei Standard Time", "Asia/Taipei"),
        ("KST", "Asia/Seoul"),
        ("+0900", "+09:00"),
        ("UTC+8", "+08:00"),
        ("GMT-5", "-05:00"),
        ("−05:30", "-05:30"),
        ("Z", "+00:00"),
    ],
)
def test_names_of_zones(text: str, name: str) -> None:
    assert zones.zone(text).name == name


@pytest.mark.parametrize(
    ("text", "code", "nearest"),
    [
        ("CST", "ambiguous_zone", "Asia/Shanghai"),
        ("IST", "ambiguous_zone", "Asia/Kolkata"),
        ("Asia/Soul", "unknown_zone", "Asia/Seoul"),
        ("Shanghai", "unknown_zone", "Asia/Shanghai"),
        ("Europe/Lodnon", "unknown_zone", "Europe/London"),
        ("+25:00", "bad_offset", "+09:00"),
        ("Asia/", "unknown_zone", ""),
        ("/etc/passwd", "unknown_zone", ""),
        ("..", "unknown_zone", ""),
    ],
)
def test_zones_that_are_not(text: str, code: str, nearest: str) -> None:
    with pytest.raises(InputError) as caught:
        zones.zone(text)
    assert caught.value.code == code
    assert nearest in caught.value.message + caught.value.hint


@pytest.mark.parametrize(
    "name",
    [
        *SAMPLE,
        "Europe/Paris", "Europe/Berlin", "Europe/Kyiv", "Asia/Manila", "Asia/Singapore",
        "Asia/Macau", "Asia/Ulaanbaatar", "Asia/Tokyo", "Africa/Windhoek", "Pacific/Auckland",
    ],
)  # fmt: skip
def test_every_change_of_the_clocks_is_noticed(name: str) -> None:
    zone = zones.zone(name)
    for before, after in zip(zone.periods, zone.periods[1:], strict=False):
        leap = after.offset - before.offset
        middle = after.start + (before.offset + after.offset) / 2
        if abs(leap) < 600:
            continue
        assert len(zone.readings(middle)) == (0 if leap > 0 else 2)
        if leap > 0:
            assert zone.gap(middle) == (before, after)


MONTHS = {
    "Ja": 1, "F": 2, "Mar": 3, "Ap": 4, "May": 5, "Jun": 6,
    "Jul": 7, "Au": 8, "S": 9, "O": 10, "N": 11, "D": 12,
}  # fmt: skip


def seconds(clock: str) -> int:
    """``-3:30``, ``24u``, ``2s`` as seconds."""
    parts = [int(n) for n in clock.lstrip("-").rstrip("usgz").split(":")]
    value = sum(n * unit for n, unit in zip(parts, (3600, 60, 1), strict=False))
    return -value if clock[0] == "-" else value


def standards_of_the_source() -> dict[str, list[tuple[int, float]]]:
    """(standard offset, when it ends) of every zone, from the source text of the database."""
    text = importlib.resources.files("tzdata").joinpath("zoneinfo/tzdata.zi").read_text("utf-8")
    found: dict[str, list[tuple[int, float]]] = {}
    name = ""
    for line in text.splitlines():
        row = line.split()
        if row[0] == "Z":
            name, row = row[1], row[2:]
        elif row[0] in ("R", "L", "#"):
            name = ""
        if not name:
            continue
        offset, end = seconds(row[0]), float("inf")
        if len(row) > 3:
            year, month, day, clock = [*row[3:], *("Ja", "1", "0")[len(row) - 4 :]]
            date = int(re.sub(r"\D", "", day) or 28)  # lastSun: near enough
            end = float(gregorian_day(int(year), MONTHS[month], date)) * DAY + seconds(clock)
        found.setdefault(name, []).append((offset, end - offset))
    return found


def test_standard_time_is_that_of_the_source() -> None:
    """The compiled files do not tell it. Where law calls winter the exception, ours is the winter's."""
    differing = set()
    for name, lines in standards_of_the_source().items():
        periods = zones.zone(name).periods
        ends = [p.start for p in periods[2:]] + [float("inf")]
        for period, end in zip(periods[1:], ends, strict=False):
            middle = (period.start + min(end, period.start + 200 * DAY)) / 2
            if period.standard != next(offset for offset, end in lines if middle < end):
                differing.add((name, period.offset - period.standard))
    assert differing == {
        ("Africa/Casablanca", 0), ("Africa/El_Aaiun", 0), ("Europe/Prague", 0),
        ("Africa/Windhoek", 0), ("Africa/Windhoek", 3600),
        ("Europe/Dublin", 0), ("Europe/Dublin", 3600),
    }  # fmt: skip


def test_a_zone_of_this_machine_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert zones.local_zone().name == "Asia/Tokyo"
    m = moment("2026-11-30T10:00")
    assert m.instant == "2026-11-30T01:00:00Z"
    assert [w["code"] for w in m.warnings] == ["zone_assumed"]
    assert moment("2013-08-08T09:30", zone="Asia/Shanghai").pillars["hour"] == "癸巳"


@pytest.mark.parametrize(
    ("setting", "offset"),
    [("UTC-9", 32400), ("GMT+5", -18000), ("JST-9", 32400), (":Asia/Tokyo", 32400), ("UTC", 0),
     ("Etc/GMT-9", 32400), ("EST5", -18000), ("<+0330>-3:30", 12600)],
)  # fmt: skip
def test_the_setting_of_this_machine_is_read_as_posix_has_it(
    monkeypatch: pytest.MonkeyPatch, setting: str, offset: int
) -> None:
    monkeypatch.setenv("TZ", setting)
    time.tzset()
    try:
        assert zones.local_zone().at(0.0 + zones.EPOCH + 1.5e9).offset == offset
    finally:
        monkeypatch.undo()
        time.tzset()


def test_summer_time_may_be_kept() -> None:
    removed = moment("2026-07-04T13:30", zone="Europe/London")
    kept = removed.replace(summer_time="kept")
    assert (removed.pillars["hour"][1], kept.pillars["hour"][1]) == ("午", "未")
    (warning,) = removed.warnings
    assert warning["code"] == "summer_time_removed"
    hours = {c["side"]: c["pillars"]["hour"][1] for c in warning["candidates"]}
    assert hours == {"clock": "未", "standard": "午"}
    assert [w["code"] for w in kept.warnings] == ["summer_time_kept"]


def test_the_error_of_an_uncertain_time_is_data() -> None:
    with pytest.raises(UncertainTimeError) as caught:
        moment("2026-10-25T01:30", zone="Europe/London")
    data = caught.value.to_dict()
    assert data["code"] == "repeated_time"
    assert [c["instant"] for c in data["candidates"]] == [
        "2026-10-25T00:30:00Z",
        "2026-10-25T01:30:00Z",
    ]
