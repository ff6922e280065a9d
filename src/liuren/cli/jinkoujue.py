"""``liuren jinkoujue``: cast a 金口訣 chart and read it."""

from __future__ import annotations

from typing import Any

from liuren.cli.casting import chart_of
from liuren.cli.language import echo_json
from liuren.cli.options import CASTING, PRINTING, READING, SEATING, Option
from liuren.cli.reading_text import reading_text, trace_text

OPTIONS = (
    *CASTING,
    *SEATING,
    Option("--sex", "male|female", "Sex of the person asked about."),
    Option("--age", "YEARS", "Nominal age, for the annual branch.", "whole"),
    Option("--annual", "丑", "Annual branch or pillar (行年), if not by the age."),
    Option("--great-run", "午", "Branch or pillar of the great run (大運)."),
    Option("--topic", "TOPIC", "What is asked."),
    *READING,
    *PRINTING,
)


def jinkoujue(
    topic: str | None,
    profile: str,
    why: str | None,
    everything: bool,
    language: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Cast a 金口訣 chart (four positions) and read it by the book."""
    import liuren

    if topic is not None:
        options["topic"] = topic
    chart = chart_of("jinkoujue", options)
    if why:
        trace = liuren.explain(chart, why if ":" in why else f"jinkoujue:{why}")
        data = trace.to_dict()
        if as_json:
            echo_json(data)
        else:
            print(trace_text(data, language))
        return
    chosen = {} if topic is None else {"topic": topic}
    reading = liuren.read(chart, profile=profile, **chosen)
    if as_json:
        echo_json(reading.to_dict())
    else:
        print(reading_text(reading, language, everything=everything))
