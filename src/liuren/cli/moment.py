"""``liuren moment``: what a moment is in the calendar, and when given pillars occur."""

from __future__ import annotations

from typing import Any

from liuren.charts.casting import convention_of, moment_of
from liuren.cli.language import echo_json
from liuren.cli.options import CONVENTION, MOMENT, PRINTING, Option
from liuren.terms.errors import InputError

_SOUGHT = ("year_pillar", "month_pillar", "day", "hour", "general")


OPTIONS = (
    *MOMENT,
    *CONVENTION,
    Option("--from", "YEAR", "Find pillars: first year or date.", name="start"),
    Option("--to", "YEAR", "Find pillars: last year or date.", name="end"),
    Option("--year-pillar", "丙午", "Year pillar or branch to find."),
    Option("--month-pillar", "己亥", "Month pillar or branch to find."),
    Option("--day", "甲子", "Day pillar to find."),
    Option("--hour", "卯", "Hour pillar or branch to find."),
    Option("--general", "寅", "Month general to find."),
    Option("--limit", "NUMBER", "At most so many.", "whole", default=200, low=1),
    *PRINTING,
)


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
        print(moment_table(data, language))


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
        print(f"{row['from']} – {row['to'][11:]}  {pillars}  {row['general']}  {terms}".rstrip())
    print(message("moment.found", language, count=len(rows), zone=_zone(rows)))


def _zone(rows: list[dict[str, Any]]) -> str:
    return f"{rows[0]['zone']} {rows[0]['offset']}" if rows else "—"


def _year(text: str) -> str | int:
    """A bare year as a number; a date stays as it is."""
    return int(text) if text.lstrip("-").isdecimal() else text
