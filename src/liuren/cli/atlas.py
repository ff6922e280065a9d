"""``liuren atlas``: questions about a book as a whole, answered over all charts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from liuren.cli.clicked import json_option, language_option
from liuren.cli.columns import cut, width
from liuren.cli.help import Command
from liuren.cli.language import echo_json

if TYPE_CHECKING:
    from liuren.atlas.reports import Report

_WIDEST = 48


@click.command("atlas", cls=Command)
@click.argument("report", required=False, metavar="[REPORT|all]")
@click.option("--work", metavar="NAME", default="shefu", help="Work (default: shefu).")
@click.option("--convention", metavar="NAME", help="A named convention (school).")
@click.option("--set", "options", metavar="OPTION=VALUE", multiple=True, help="One option of it.")
@click.option("--rows", type=click.IntRange(0), default=40, help="Rows printed; 0 for all.")
@click.option("--out", metavar="DIR", help="Write page, pictures and tables into a folder.")
@language_option
@json_option
def atlas(
    report: str | None,
    work: str,
    convention: str | None,
    options: tuple[str, ...],
    rows: int,
    out: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Questions about all charts at once; without REPORT, the list of them."""
    from liuren.atlas.reports import report as make
    from liuren.atlas.reports import reports
    from liuren.terms.convention import load_convention, parse_settings

    school = load_convention(convention)
    school = school.replace(**parse_settings(options)) if options else school
    every = report in (None, "all")
    found = (
        reports(work=work, convention=school)
        if every
        else [make(str(report), work=work, convention=school)]
    )
    if out is not None:
        _write(found, Path(out), language)
    elif report is None:
        _list(found, language, as_json)
    elif as_json:
        data = [one.to_dict() for one in found]
        echo_json(data if every else data[0])
    else:
        for one in found:
            _print(one, language, rows)


def _list(found: list[Report], language: str, as_json: bool) -> None:
    if as_json:
        echo_json([{"id": one.id, "work": one.work, "title": dict(one.title)} for one in found])
        return
    for one in found:
        click.echo(f"{one.id:<16}{one.title[language]}")


def _write(found: list[Report], folder: Path, language: str) -> None:
    from liuren.atlas.page import write_atlas

    def told(name: str) -> None:
        click.echo(f"{name} …", err=True)

    click.echo(str(write_atlas(found, folder, language, told)))


def _print(report: Report, language: str, count: int) -> None:
    from liuren.atlas.show import cell
    from liuren.atlas.words import word, words

    click.echo(report.title[language])
    click.echo(report.explanation[language])
    click.echo()
    shown = report.rows[:count] if count else report.rows
    lines = [[words(f"column.{name}")[language] for name in report.columns]]
    lines += [
        [cell(kind, row[name], language) for name, kind in report.columns.items()] for row in shown
    ]
    _columns(lines)
    left = len(report.rows) - len(shown)
    if left:
        click.echo(word("atlas.more_rows", language).format(count=f"{left:,}"))
    changed = " ".join(f"{k}={v}" for k, v in report.book.convention.differences().items())
    click.echo()
    click.echo(f"{word('atlas.made_by', language)} {report.command}")
    click.echo(
        f"{word('atlas.convention', language)} {report.book.convention.name} {changed}".rstrip()
    )
    click.echo(report.digest)


def _columns(lines: list[list[str]]) -> None:
    last = len(lines[0]) - 1
    widths = [min(_WIDEST, max(width(line[i]) for line in lines)) for i in range(last)]
    for line in lines:
        cells = [cut(text, columns) for text, columns in zip(line, widths, strict=False)]
        click.echo("  ".join([*cells, line[last]]).rstrip())
