"""``liuren moment``: what a moment is in the calendar, and when given pillars occur."""

from __future__ import annotations

from typing import Any

import click

from liuren.charts.casting import convention_of, moment_of
from liuren.cli.casting import moment_options
from liuren.cli.language import echo_json, json_option, language_option
from liuren.terms.errors import InputError

_SOUGHT = ("year_pillar", "month_pillar", "day", "hour", "general")


@click.command("moment")
@moment_options
@click.option("--from", "start", metavar="YEAR", help="Find pillars: first year or date.")
@click.option("--to", "end", metavar="YEAR", help="Find pillars: last year or date.")
@click.option("--year-pillar", metavar="丙午", help="Year pillar or branch to find.")
@click.option("--month-pillar", metavar="己亥", help="Month pillar or branch to find.")
@click.option("--day", metavar="甲子", help="Day pillar to find.")
@click.option("--hour", metavar="卯", help="Hour pillar or branch to find.")
@click.option("--general", metavar="寅", help="Month general to find.")
@click.option("--limit", default=200, show_default=True, help="At most so many.")
@language_option
@json_option
def moment(language: str, as_json: bool, **options: Any) -> None:
    """Pillars, month general, void, solar terms, lunar date and warnings of a moment.

    With --from and --to, the moments in that span at which the given pillars occur:
    liuren moment --day 甲子 --hour 卯 --general 亥 --from 2020 --to 2030
    """
    if any(options.get(name) for name in (*_SOUGHT, "start", "end")):
        _find(options, language, as_json)
        return
    from liuren.cli.tables import moment_table

    data = moment_of(options).to_dict()
    if as_json:
        echo_json(data)
    else:
        click.echo(moment_table(data, language))


def _find(options: dict[str, Any], language: str, as_json: bool) -> None:
    """Print when the given pillars occur between two years."""
    from liuren.calendar import occurrences
    from liuren.terms.labels import message, term

    if not (options["start"] and options["end"]):
        raise InputError(
            "Finding pillars needs a span: both --from and --to.",
            hint="liuren moment --day 甲子 --hour 卯 --from 2020 --to 2030",
            code="no_span",
        )
    if options.get("at"):
        raise InputError(
            "--at names one moment; --from and --to search a span.", hint="Leave out --at."
        )
    names = {"year_pillar": "year", "month_pillar": "month"}
    sought = {names.get(n, n): options[n] for n in _SOUGHT if options.get(n)}
    where = {
        n: options[n]
        for n in ("zone", "longitude", "latitude", "solar_time")
        if options.get(n) is not None
    }
    span: dict[str, Any] = {"start": _year(options["start"]), "end": _year(options["end"])}
    rows = [
        one.to_dict()
        for one in occurrences(
            **span, **sought, **where, convention=convention_of(options), limit=options["limit"]
        )
    ]
    if as_json:
        echo_json(rows)
        return
    for row in rows:
        terms = " ".join(term("solar_term", name, language) for name in row["terms"])
        pillars = " ".join(row["pillars"].values())
        click.echo(
            f"{row['from']} – {row['to'][11:]}  {pillars}  {row['general']}  {terms}".rstrip()
        )
    click.echo(message("moment.found", language, count=len(rows), zone=_zone(rows)))


def _zone(rows: list[dict[str, Any]]) -> str:
    return f"{rows[0]['zone']} {rows[0]['offset']}" if rows else "—"


def _year(text: str) -> str | int:
    """A bare year as a number; a date stays as it is."""
    return int(text) if text.lstrip("-").isdecimal() else text
