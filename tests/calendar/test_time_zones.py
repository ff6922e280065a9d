"""Zones against the standard library's reading of the same database, and what it does not offer."""

from __future__ import annotations

import random
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from liuren.calendar import UncertainTimeError, moment, zones
from liuren.calendar.days import DAY, day_number
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
    "name", ["Asia/Shanghai", "Europe/London", "America/New_York", "Asia/Seoul"]
)
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


def test_a_zone_of_this_machine_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert zones.local_zone().name == "Asia/Tokyo"
    m = moment("2026-11-30T10:00")
    assert m.instant == "2026-11-30T01:00:00Z"
    assert [w["code"] for w in m.warnings] == ["zone_assumed"]
    assert moment("2013-08-08T09:30", zone="Asia/Shanghai").pillars["hour"] == "癸巳"


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
