"""``liuren moment``: what a moment is in the calendar."""

from __future__ import annotations

from typing import Any

import click

from liuren.charts.casting import moment_of
from liuren.cli.casting import moment_options
from liuren.cli.language import echo_json, json_option, language_option


@click.command("moment")
@moment_options
@language_option
@json_option
def moment(language: str, as_json: bool, **options: Any) -> None:
    """Pillars, month general, void, solar terms, lunar date and warnings of a moment."""
    from liuren.cli.tables import moment_table

    data = moment_of(options).to_dict()
    if as_json:
        echo_json(data)
    else:
        click.echo(moment_table(data, language))
