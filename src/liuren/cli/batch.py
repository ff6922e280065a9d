"""``liuren batch``: a table of moments or charts in, a table of readings out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from liuren.cli.clicked import json_option, language_option
from liuren.cli.help import Command
from liuren.cli.language import echo_json
from liuren.terms.errors import InputError

if TYPE_CHECKING:
    from liuren.atlas.faults import Fault
    from liuren.atlas.job import Progress, Summary
    from liuren.atlas.runners import Runner

_FORMATS = "csv|jsonl|parquet|arrow"


@click.command("batch", cls=Command)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--columns", metavar="NAMES", help="Columns wanted, with commas; “help” lists them.")
@click.option("--keep", metavar="NAMES|all", default="", help="Input columns to pass through.")
@click.option(
    "--method", metavar="liuren|jinkoujue", help="Art (default: 金口訣 if there is a seat)."
)
@click.option("--work", metavar="NAME", help="Work to read by.")
@click.option("--zone", metavar="ZONE", help="Time zone of rows that name none.")
@click.option(
    "--solar-time",
    metavar="clock|mean|true",
    default="clock",
    help="Which time the hour is taken from.",
)
@click.option(
    "--calendar", metavar="auto|gregorian|julian", default="auto", help="Calendar of the date."
)
@click.option("--longitude", type=float, metavar="DEG", help="Degrees east, for rows without.")
@click.option("--latitude", type=float, metavar="DEG", help="Degrees north, for rows without.")
@click.option(
    "--fold",
    type=click.IntRange(0, 1),
    help="Which of two repeated clock times: 0 first, 1 second.",
)
@click.option("--convention", metavar="NAME", help="A named convention (school).")
@click.option("--set", "options", metavar="OPTION=VALUE", multiple=True, help="One option of it.")
@click.option("--from", "source_format", metavar=_FORMATS, help="Format of IN (default: by name).")
@click.option("--to", "target_format", metavar=_FORMATS, help="Format of OUT (default: by name).")
@click.option("--errors", metavar="FILE", help="Table of the rows that could not be read.")
@click.option("--resume", is_flag=True, help="Go on with a run that stopped.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes on this machine.")
@click.option("--cluster", metavar="local|tcp://…", help="Two workers here, or a Dask scheduler.")
@click.option("--piece", "rows", type=click.IntRange(1, 1 << 20), help="Rows read together.")
@click.option("--quiet", is_flag=True, help="No progress and no summary.")
@language_option
@json_option
def batch(
    source: str,
    target: str,
    columns: str | None,
    options: tuple[str, ...],
    convention: str | None,
    source_format: str | None,
    target_format: str | None,
    errors: str | None,
    resume: bool,
    workers: int | None,
    cluster: str | None,
    rows: int | None,
    quiet: bool,
    language: str,
    as_json: bool,
    **settings: Any,
) -> None:
    """A table of moments or charts in, a table of readings out.

    IN and OUT are CSV, JSON lines, Parquet or Arrow files, or - for standard input and output. Rows have the
    columns at (with zone), or chart, or day, hour and general. Rows that cannot be read are left out, counted,
    and listed in --errors.
    """
    from liuren.atlas.job import Job, run

    if columns == "help":
        _list_columns(settings["method"])
        return
    settings |= {"columns": columns, "convention": _convention(convention, options)}
    job = Job(
        source=source,
        target=target,
        source_format=source_format,
        target_format=target_format,
        errors=errors,
        language=language,
        resume=resume,
        runner=_runner(workers, cluster),
        settings=settings,
        **({} if rows is None else {"rows": rows}),
    )
    with _progress(quiet, language) as progress:
        summary = run(job, progress, (lambda _: None) if quiet else partial(_tell, language))
    _report(summary, job.errors, target, quiet, language, as_json)


def _tell(language: str, fault: Fault) -> None:
    """Name the first row that cannot be read, while the others are at work."""
    from liuren.atlas.words import word

    between = "" if language.startswith("zh") else " "
    said = between.join(part for part in fault.error.localized(language) if part)
    text = word("batch.first_fault", language)
    click.echo(text.format(row=fault.row, line=fault.row + 1, said=said), err=True)


def _convention(name: str | None, options: tuple[str, ...]) -> Any:
    from liuren.terms.convention import load_convention, parse_settings

    found = load_convention(name)
    return found.replace(**parse_settings(options)) if options else found


def _runner(workers: int | None, cluster: str | None) -> Runner:
    from liuren.atlas import runners

    if cluster is not None:
        if cluster != "local" and "://" not in cluster:
            raise InputError(
                f"“{cluster[:60]}” is neither local nor the address of a scheduler.",
                hint="For example --cluster local or --cluster tcp://10.0.0.5:8786.",
                code="bad_cluster",
            )
        return runners.Cluster(cluster, workers or 2)
    return runners.ProcessPool(workers) if workers and workers > 1 else runners.InProcess()


def _list_columns(method: str | None) -> None:
    from liuren.atlas.columns import names

    art = method or "liuren"
    for name in names(art, "shefu" if art == "liuren" else "jinkoujue"):
        click.echo(name)


@contextmanager
def _progress(quiet: bool, language: str) -> Iterator[Progress]:
    """A bar on standard error where that is a terminal; nothing elsewhere."""
    import sys

    if quiet or not sys.stderr.isatty():
        yield lambda _given, _faults, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from liuren.atlas.words import word

    shown = [word(f"batch.{name}", language) for name in ("rows", "reported")]
    text = f"{{task.fields[rows]:,}} {shown[0]}  {{task.fields[bad]:,}} {shown[1]}  {{task.fields[speed]:,.0f}}/s"
    with Bar(
        BarColumn(), TextColumn(text), TimeRemainingColumn(), console=Console(stderr=True)
    ) as bar:
        task = bar.add_task("", total=None, rows=0, bad=0, speed=0.0)
        bad = 0

        def advance(given: int, faults: int, total: int | None) -> None:
            nonlocal bad
            bad += faults
            done = int(bar.tasks[0].completed) + given
            elapsed = bar.tasks[0].elapsed or 1e-9
            bar.update(task, total=total, completed=done, rows=done, bad=bad, speed=done / elapsed)

        yield advance


def _report(
    summary: Summary, errors: str | None, target: str, quiet: bool, language: str, as_json: bool
) -> None:
    if as_json and target != "-":
        echo_json(summary.to_dict())
        return
    if quiet:
        return
    from liuren.atlas.words import word

    line = word("batch.summary", language).format(
        given=f"{summary.given:,}", rows=f"{summary.rows:,}", faults=f"{summary.faults:,}"
    )
    click.echo(line, err=True)
    if summary.faults and not errors:
        click.echo(word("batch.see_errors", language), err=True)
    if summary.digest:
        click.echo(summary.digest, err=True)
