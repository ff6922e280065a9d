"""``liuren jinkoujue``: cast a 金口訣 chart and read it."""

from __future__ import annotations

from typing import Any

import click

from liuren.cli.casting import casting_options, chart_of
from liuren.cli.language import echo_json, json_option, language_option
from liuren.cli.reading_text import reading_text, trace_text


@click.command("jinkoujue")
@casting_options
@click.option("--seat", metavar="酉", help="Seat (地分): a branch, direction, number or animal.")
@click.option(
    "--seat-by",
    metavar="WAY",
    help="What --seat is: branch, direction, number, strokes, animal; or lot, hour, annual, natal.",
)
@click.option("--guest", type=int, metavar="1..12", help="Which guest within the hour (次客法).")
@click.option("--sex", metavar="male|female", help="Sex of the person asked about.")
@click.option("--age", type=int, metavar="YEARS", help="Nominal age, for the annual branch.")
@click.option("--topic", default=None, metavar="TOPIC", help="What is asked.")
@click.option(
    "--profile", default="base", metavar="base|all|SIGLUM", help="Which variants to admit."
)
@click.option("--why", metavar="CLAUSE", help="The trace of one clause, whether it holds or not.")
@click.option("--all", "everything", is_flag=True, help="List every finding, other topics too.")
@language_option
@json_option
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
            click.echo(trace_text(data, language))
        return
    chosen = {} if topic is None else {"topic": topic}
    reading = liuren.read(chart, profile=profile, **chosen)
    if as_json:
        echo_json(reading.to_dict())
    else:
        click.echo(reading_text(reading, language, everything=everything))
