"""Whatever a door lets one give for a chart reaches the chart."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

import liuren
from liuren.atlas.cells import recognised
from liuren.charts.casting import FACT_FIELDS, MOMENT_FIELDS, cast
from liuren.cli import jinkoujue, main, shefu
from liuren.mcp import readings
from liuren.web.api.requests import JinkoujueRequest, LiurenRequest
from liuren.web.requests import FIELDS

#: What names the chart itself, and how; all else is a fact laid over it.
CASTING = {"chart", "at", *MOMENT_FIELDS, "day", "hour", "general", "convention", "seat_by"}
SHOWN = {"set", "settings", "profile", "why", "everything", "traces", "language", "as_json"}
METHODS = {
    "liuren": (shefu.OPTIONS, LiurenRequest, readings.cast_and_read_shefu),
    "jinkoujue": (jinkoujue.OPTIONS, JinkoujueRequest, readings.cast_and_read_jinkoujue),
}


@pytest.mark.parametrize("method", METHODS)
def test_every_fact_that_a_door_takes_is_one_that_casting_knows(method: str) -> None:
    options, request, tool = METHODS[method]
    known = CASTING | SHOWN | set(FACT_FIELDS[method])
    assert {option.argument for option in options} <= known | {"paragraph", "candidates"}
    assert set(request.model_fields) <= known
    assert set(inspect.signature(tool).parameters) <= known
    assert set(FACT_FIELDS[method]) <= set(FIELDS)
    assert [fact for fact in FACT_FIELDS[method] if not recognised([fact])] == []


@pytest.mark.parametrize(
    ("fact", "value", "expected"),
    [
        ("year", "午", "午"), ("month", "丁卯", "卯"), ("birth", "甲午", "甲午"), ("annual", "辛丑", "辛丑"),
        ("annual", "丑", "丑"), ("great_run", "午", "午"), ("sex", "女", "female"), ("guest", 3, 3),
        ("topic", "墓", "墓"), ("daytime", False, False),
    ],
)  # fmt: skip
def test_facts_of_a_jinkoujue_chart(fact: str, value: Any, expected: Any) -> None:
    request = {"day": "甲寅", "hour": "巳", "general": "亥", "seat": "酉", fact: value}
    assert cast("jinkoujue", request).to_dict()[fact] == expected
    written = {"chart": "甲寅日 亥將 巳時 酉位", fact: value}
    assert cast("jinkoujue", written).to_dict()[fact] == expected


@pytest.mark.parametrize(
    ("fact", "value", "expected"),
    [
        ("year", "午", "午"), ("month", "丁卯", "卯"), ("season", "봄", "春"), ("birth", "甲午", "午"),
        ("age_branch", "申", "申"), ("querent", "소인", "小人"), ("direction", "동", "卯"),
        ("sex", "女", "female"), ("topic", "墓", "墓"), ("daytime", False, False),
    ],
)  # fmt: skip
def test_facts_of_a_liuren_chart(fact: str, value: Any, expected: Any) -> None:
    assert (
        cast("liuren", {"day": "甲寅", "hour": "巳", "general": "亥", fact: value}).to_dict()[fact]
        == expected
    )
    assert cast("liuren", {"chart": "甲寅日 亥將 巳時", fact: value}).to_dict()[fact] == expected


def test_the_year_given_on_the_command_line_counts(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "jinkoujue",
        "--day",
        "甲寅",
        "--hour",
        "巳",
        "--general",
        "亥",
        "--seat",
        "酉",
        "--year",
        "午",
        "--json",
    ]
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["chart"]["spirits"]["被頭"] == "戌"


QUESTIONS = {
    "墓": ("grave", "墳墓", "坟墓", "무덤", "무덤(墳墓)", "graves", "墓"),
    "怪": ("omen", "怪異", "怪异", "괴이한 일", "omens", "怪"),
    "疾病": ("illness", "질병", "疾病"),
    "出門": ("door", "出門所見", "出门", "출문", "what is met at the door"),
}
SAID = {"墓": 324, "怪": 315, "疾病": 316, "出門": 236}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_understood_by_any_of_its_names(question: str) -> None:
    """The word of the book, the label of the topic and its id ask the same of rules and of the reading."""
    notation = "甲人元 玄武神 申將 午位" if question == "出門" else "甲人元 白虎神 戌將 子位"
    for name in QUESTIONS[question]:
        chart = cast("jinkoujue", {"chart": notation, "topic": name})
        assert f"jinkoujue:{SAID[question]}" in liuren.fired(chart, "jinkoujue"), name
        reading = liuren.read(chart, topic=name)
        assert reading.topic == QUESTIONS[question][0]
        told = {row["clause"] for row in reading.to_dict()["findings"] if row["on_topic"]}
        assert f"jinkoujue:{SAID[question]}" in told
    assert f"jinkoujue:{SAID[question]}" not in liuren.fired(liuren.parse_notation(notation))
