"""``liuren chart``: a 大六壬 chart without a reading."""

from __future__ import annotations

from typing import Any

import click

from liuren.charts.casting import cast
from liuren.cli.casting import casting_options
from liuren.cli.language import echo_json, json_option, language_option


@click.command("chart")
@casting_options
@click.option("--age-branch", metavar="申", help="Annual branch (行年).")
@click.option("--svg", type=click.Path(dir_okay=False), help="Also write the chart as a picture.")
@language_option
@json_option
def chart(svg: str | None, language: str, as_json: bool, **options: Any) -> None:
    """Cast a 大六壬 chart: pillars, three transmissions, four lessons, plates, and where schools differ."""
    from liuren.drawing.text import chart_text

    data = cast("liuren", options).to_dict()
    if svg:
        from pathlib import Path

        from liuren.drawing.svg import chart_svg

        Path(svg).write_text(chart_svg(data, language), encoding="utf-8")
    if as_json:
        echo_json(data)
    else:
        click.echo(chart_text(data, language))
        click.echo(f"\n{data['notation']}")
