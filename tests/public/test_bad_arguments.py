"""Whatever is handed to the public face, it answers or refuses politely; nothing else is raised."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

import liuren
from liuren.calendar import moments, nominal_age, occurrences

JUNK: list[Any] = [
    None, "", "　", 0, -1, 5, 12, 60, 10**30, 1.5, float("nan"), float("inf"), True, b"x",
    "甲".encode(), [], {}, (), set(), object(), "甲子", "甲丑", "己午", "\ud800", "\0", "{0}", "%s",
    "\u202e甲子", "甲\u200f子", "\u1100\u1161\u11b8\u110c\u1161", complex(1, 1), -0.0,
    "１", "甲" * 9, ["甲子"], {"shehai": "depth"}, {"shehai": 5}, {5: 5}, {"name": "nobody"},
    Exception("x"), int, datetime.date(2026, 1, 1), datetime.datetime.max, datetime.datetime.min,
]  # fmt: skip
CAST: dict[str, Any] = {"day": "甲子", "hour": "卯", "general": "亥"}
LIUREN = (
    "day", "hour", "general", "daytime", "month", "year", "birth", "age_branch", "age", "term", "season",
    "querent", "direction", "topic", "sex", "convention", "moment",
)  # fmt: skip
JINKOUJUE = (
    "day", "hour", "general", "seat", "seat_by", "guest", "daytime", "month", "year", "birth",
    "annual", "age", "great_run", "term", "sex", "topic", "convention", "moment",
)  # fmt: skip
MOMENT = (
    "zone", "place", "longitude", "latitude", "elevation", "solar_time", "calendar", "fold",
    "convention",
)  # fmt: skip


def polite(act: Callable[[], object]) -> None:
    """Run something that may only end well or with an error of Liuren that says what to do."""
    refused: liuren.LiurenError | None = None
    try:
        act()
    except liuren.LiurenError as error:
        refused = error
    if refused is not None:
        assert refused.code
        assert refused.message
        for language in ("zh-Hant", "zh-Hans", "ko", "en"):
            message, hint = refused.localized(language)
            assert message
            assert len(message) + len(hint) < 2500
            assert (message + hint).encode()  # no half of a surrogate pair
            assert all(c.isprintable() or c in " \n　" for c in message + hint)


@pytest.mark.parametrize("name", LIUREN)
def test_liuren_chart(name: str) -> None:
    for junk in JUNK:
        polite(lambda j=junk: liuren.liuren_chart(**{**CAST, name: j}).to_dict())  # type: ignore[misc]


@pytest.mark.parametrize("name", JINKOUJUE)
def test_jinkoujue_chart(name: str) -> None:
    facts = {**CAST, "seat": "酉"}
    for junk in JUNK:
        polite(lambda j=junk: liuren.jinkoujue_chart(**{**facts, name: j}).to_dict())  # type: ignore[misc]


@pytest.mark.parametrize(
    "way", ["number", "strokes", "lot", "direction", "animal", "hour", "annual", "natal", "any"]
)
def test_seats(way: str) -> None:
    for junk in JUNK:
        polite(lambda j=junk: liuren.jinkoujue_chart(**CAST, seat=j, seat_by=way))  # type: ignore[misc]


@pytest.mark.parametrize("name", MOMENT)
def test_moment(name: str) -> None:
    for junk in JUNK:
        facts: dict[str, Any] = {"zone": "Asia/Seoul", name: junk}
        polite(lambda f=facts: liuren.moment("2026-11-30T10:00", **f).to_dict())  # type: ignore[misc]
        polite(lambda j=junk: liuren.moment(j, zone="UTC").to_dict())  # type: ignore[misc]


@pytest.mark.parametrize(
    "name",
    ["start", "end", "year", "month", "day", "hour", "general", "zone", "longitude", "latitude",
     "solar_time", "convention", "limit"],
)  # fmt: skip
def test_occurrences(name: str) -> None:
    facts: dict[str, Any] = {"start": 2026, "end": 2026, "day": "甲子", "hour": "子"}
    for junk in [*JUNK, "true", "mean", 2020, "2020-02-30", "農曆2026年閏六月初一"]:
        polite(lambda j=junk: occurrences(**{**facts, name: j}))  # type: ignore[misc]


def test_a_span_that_ends_before_it_begins() -> None:
    with pytest.raises(liuren.LiurenError) as caught:
        occurrences(start=2030, end=2020, day="甲子")
    assert caught.value.code == "bad_span"
    first = occurrences(start="農曆2020年正月初一", end=2020, day="甲子", hour="子")[0]
    assert first.to_dict()["from"] == "2020-03-21T23:00:00"


def test_many_moments_and_ages() -> None:
    times = np.array(["2026-06-21T10:00"], dtype="datetime64[s]")
    now = liuren.moment("2026-06-21T10:00", zone="UTC")
    for junk in JUNK:
        for name in ("times", "zone", "longitude", "latitude", "solar_time", "convention"):
            facts: dict[str, Any] = {"times": times, name: junk}
            polite(lambda f=facts: moments(f.pop("times"), **f))  # type: ignore[misc]
        polite(lambda j=junk: nominal_age(j, now))  # type: ignore[misc]
        polite(lambda j=junk: nominal_age(now, j))  # type: ignore[misc]


def test_readings_and_rules() -> None:
    chart = liuren.parse_notation("甲子日 亥將 卯時")
    for one in JUNK:
        junk = cast(Any, one)
        for act in (
            lambda j=junk: liuren.read(j),
            lambda j=junk: liuren.read(chart, topic=j),
            lambda j=junk: liuren.read(chart, profile=j),
            lambda j=junk: liuren.read(chart, work=j),
            lambda j=junk: liuren.fired(j),
            lambda j=junk: liuren.fired(chart, work=j),
            lambda j=junk: liuren.explain(j, "shefu:zi.5"),
            lambda j=junk: liuren.explain(chart, j),
            lambda j=junk: liuren.clauses(j),
            lambda j=junk: liuren.load_convention(j),
            lambda j=junk: liuren.load_convention()[j],
            lambda j=junk: liuren.load_convention().replace(shehai=j),
            lambda j=junk: liuren.parse_notation(j),
            lambda j=junk: liuren.annual_branch(j, "male", 5),
            lambda j=junk: liuren.annual_branch("甲午", j, 5),
            lambda j=junk: liuren.annual_branch("甲午", "male", j),
        ):
            polite(cast(Callable[[], object], act))


@pytest.mark.parametrize("unit", ["甲", "x", "子時 ", "0", " ", "=", "\n", "位", "@", "🀀"])
def test_ten_megabytes_are_refused_at_once(unit: str) -> None:
    noise = unit * (10_000_000 // len(unit.encode()))
    chart = liuren.parse_notation("甲子日 亥將 卯時")
    start = time.process_time()
    for act in (
        lambda: liuren.liuren_chart(day=noise, hour="卯", general="亥"),
        lambda: liuren.liuren_chart(**CAST, month=noise),
        lambda: liuren.liuren_chart(**CAST, convention=noise),
        lambda: liuren.liuren_chart(**CAST, topic=noise),
        lambda: liuren.parse_notation(noise),
        lambda: liuren.moment(noise, zone="UTC"),
        lambda: liuren.moment("2026-11-30", zone=noise),
        lambda: liuren.moment("2026-11-30", zone="UTC", place=noise),
        lambda: liuren.explain(chart, noise),
        lambda: liuren.read(chart, topic=noise),
        lambda: liuren.clauses(noise),
    ):
        with pytest.raises(liuren.LiurenError):
            cast(Callable[[], object], act)()
    assert time.process_time() - start < 5


def test_the_wrong_book_for_a_chart() -> None:
    chart = liuren.parse_notation("甲寅日 亥將 巳時 酉位")
    for act in (
        lambda: liuren.fired(chart, work="shefu"),
        lambda: liuren.read(chart, work="shefu"),
        lambda: liuren.explain(chart, "shefu:zi.5"),
    ):
        with pytest.raises(liuren.LiurenError, match="金口訣"):
            cast(Callable[[], object], act)()
