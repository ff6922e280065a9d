"""``liuren shefu``: cast a 大六壬 chart and read it by the she fu book."""

from __future__ import annotations

from typing import Any

from liuren.cli.casting import chart_of
from liuren.cli.language import echo_json
from liuren.cli.options import CASTING, PRINTING, READING, Option
from liuren.cli.reading_text import reading_text, trace_text

OPTIONS = (
    *CASTING,
    Option("--season", "春|夏|秋|冬", "Season, where the month is not known."),
    Option("--age-branch", "申", "Annual branch (行年)."),
    Option("--sex", "male|female", "Sex of the person asked about."),
    Option("--querent", "君子|小人", "Standing of the person who asks."),
    Option("--direction", "卯", "Direction from which the thing came."),
    Option("--topic", "TOPIC", "What is asked (default: the hidden object)."),
    *READING,
    *PRINTING,
)


def shefu(
    topic: str | None,
    profile: str,
    why: str | None,
    everything: bool,
    language: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Cast a 大六壬 chart and read what is under the cover, each word with the clause that said it."""
    import liuren

    chart = chart_of("liuren", options)
    if why:
        trace = liuren.explain(chart, why if ":" in why else f"shefu:{why}")
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
