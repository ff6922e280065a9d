"""``liuren shefu``: cast a 大六壬 chart and read it by the she fu book."""

from __future__ import annotations

from typing import Any

import click

from liuren.cli.casting import casting_options, chart_of
from liuren.cli.language import echo_json, json_option, language_option
from liuren.cli.reading_text import reading_text, trace_text


@click.command("shefu")
@casting_options
@click.option("--age-branch", metavar="申", help="Annual branch (行年).")
@click.option("--sex", metavar="male|female", help="Sex of the person asked about.")
@click.option("--querent", metavar="君子|小人", help="Standing of the person who asks.")
@click.option("--direction", metavar="卯", help="Direction from which the thing came.")
@click.option(
    "--topic", default=None, metavar="TOPIC", help="What is asked (default: the hidden object)."
)
@click.option(
    "--profile", default="base", metavar="base|all|SIGLUM", help="Which variants to admit."
)
@click.option("--why", metavar="CLAUSE", help="The trace of one clause, whether it holds or not.")
@click.option("--all", "everything", is_flag=True, help="List every finding, other topics too.")
@language_option
@json_option
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
            click.echo(trace_text(data, language))
        return
    chosen = {} if topic is None else {"topic": topic}
    reading = liuren.read(chart, profile=profile, **chosen)
    if as_json:
        echo_json(reading.to_dict())
    else:
        click.echo(reading_text(reading, language, everything=everything))
