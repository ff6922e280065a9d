"""Every document has the shape that its JSON Schema describes, and no field that it does not."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import liuren
from liuren.schemas import DOCUMENTS, json_schema, shipped
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.pillars import NAMES as PILLARS

Problems = Callable[[str, Any], list[str]]
MOMENTS: tuple[dict[str, Any], ...] = (
    {"text": "2026-11-30T10:00", "zone": "Asia/Seoul"},
    {"text": "2026-12-07T10:53", "zone": "Asia/Shanghai"},
    {"text": "1500-01-01T10:00", "longitude": 120.0, "latitude": 30.0, "solar_time": "true"},
    {"text": "-0100-01-01T10:00Z"},
    {
        "text": "2026-06-30T19:40",
        "zone": "Asia/Seoul",
        "longitude": 127.0,
        "latitude": 37.0,
        "convention": {"day_night": "sunrise"},
    },
)


def plain(document: Any) -> Any:
    """The document as a client gets it."""
    return json.loads(json.dumps(document, ensure_ascii=False, allow_nan=False))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_schema_files_are_those_of_the_models(name: str) -> None:
    assert shipped(name) == plain(json_schema(name)), "run python -m liuren.schemas"
    Draft202012Validator.check_schema(shipped(name))


@pytest.mark.parametrize("given", MOMENTS)
def test_moments(given: dict[str, Any], problems: Problems) -> None:
    moment = liuren.moment(**given)
    assert problems("moment", plain(moment.to_dict())) == []
    chart = liuren.liuren_chart(moment=moment, birth="甲午", sex="male", querent="君子")
    assert problems("liuren-chart", plain(chart.to_dict())) == []
    other = liuren.jinkoujue_chart(moment=moment, seat="酉", birth="甲午", sex="male", age=33)
    assert problems("jinkoujue-chart", plain(other.to_dict())) == []


def test_charts(problems: Problems) -> None:
    draw = random.Random(9)
    for _ in range(60):
        cast = {
            "day": draw.choice(PILLARS),
            "hour": draw.choice(BRANCHES),
            "general": draw.choice(BRANCHES),
            "month": draw.choice((None, *BRANCHES)),
            "year": draw.choice((None, *BRANCHES)),
        }
        assert problems("liuren-chart", plain(liuren.liuren_chart(**cast).to_dict())) == []
        chart = liuren.jinkoujue_chart(
            **cast, seat=draw.choice(BRANCHES), guest=draw.randint(1, 12)
        )
        assert problems("jinkoujue-chart", plain(chart.to_dict())) == []


def test_readings_and_traces(problems: Problems) -> None:
    draw = random.Random(10)
    for _ in range(2):
        day, hour, general = draw.choice(PILLARS), draw.choice(BRANCHES), draw.choice(BRANCHES)
        chart = liuren.liuren_chart(day=day, hour=hour, general=general, month="寅")
        assert problems("reading", plain(liuren.read(chart).to_dict(paragraphs=True))) == []
        assert problems("trace", plain(liuren.explain(chart, "shefu:zi.5").to_dict())) == []
        other = liuren.jinkoujue_chart(day=day, hour=hour, general=general, seat="酉")
        assert problems("reading", plain(liuren.read(other).to_dict(traces=False))) == []


@pytest.mark.parametrize("work", ["shefu", "jinkoujue"])
def test_clauses(work: str, problems: Problems) -> None:
    for clause in liuren.clauses(work):
        assert problems("clause", plain(clause)) == [], clause["id"]


def test_error(problems: Problems) -> None:
    with pytest.raises(liuren.LiurenError) as caught:
        liuren.liuren_chart(day="甲丑", hour="卯", general="亥")
    assert problems("error", {"error": caught.value.to_dict()}) == []


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("reading", ["shefu", "--day", "甲子", "--hour", "卯", "--general", "亥"]),
        (
            "reading",
            ["jinkoujue", "--at", "2026-11-30T10:00", "--zone", "Asia/Seoul", "--seat", "酉"],
        ),
        ("liuren-chart", ["chart", "--at", "2026-11-30T10:00", "--zone", "Asia/Seoul"]),
        ("moment", ["moment", "--at", "2026-11-30T10:00", "--zone", "Asia/Seoul"]),
        ("trace", ["shefu", "--day", "甲子", "--hour", "卯", "--general", "亥", "--why", "zi.5"]),
        ("annual-branch", ["annual", "--birth", "甲午", "--sex", "male"]),
    ],
)
def test_the_command_line_prints_the_same_documents(
    name: str, command: list[str], problems: Problems
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "liuren", *command, "--json"],
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert problems(name, json.loads(done.stdout)) == []
