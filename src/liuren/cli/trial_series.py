"""Series of trials: begin one, list them, score them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from liuren.cli.cases import database_option, opened, say
from liuren.cli.clicked import json_option, language_option
from liuren.cli.help import Command
from liuren.cli.language import echo_json

if TYPE_CHECKING:
    from liuren.casebook.ledger import Ledger
    from liuren.casebook.pool import Pool
    from liuren.casebook.store import Database
from liuren.cli.files import json_file


@click.command("begin", cls=Command)
@click.option("--trials", type=int, default=20, show_default=True, help="How many are planned.")
@click.option("--options", type=int, default=5, show_default=True, help="Things shown in each.")
@click.option(
    "--mode",
    metavar="choice|description",
    default="choice",
    show_default=True,
    help="Choose among things, or describe the thing.",
)
@click.option(
    "--draw",
    metavar="program|die",
    default="program",
    show_default=True,
    help="Who draws the target: the program, or a hider with a die.",
)
@click.option("--group", is_flag=True, help="Many readers, one target.")
@click.option(
    "--primary",
    metavar="rank_sum|hits|betting|permutation",
    default="rank_sum",
    show_default=True,
    help="The test that counts at the end.",
)
@click.option("--pool", "pool_file", metavar="FILE", help="Your own list of things (JSON or TOML).")
@click.option("--title", default="", help="A name for the series.")
@database_option
@language_option
@json_option
def begin(
    pool_file: str | None,
    title: str,
    database: str | None,
    language: str,
    as_json: bool,
    **plan: Any,
) -> None:
    """Write down a plan, before the first trial."""
    with opened(database) as found:
        begun = ledger_of(found).begin(_plan(**plan), _pool(pool_file), title)
    if as_json:
        echo_json(begun)
        return
    click.echo(say("trial.begun", language, series=begun["series"], trials=plan["trials"]))
    click.echo(say("trial.head", language, head=begun["receipt"]))
    _warn_small(begun["pool"]["size"], language)


@click.command("list", cls=Command)
@database_option
@language_option
@json_option
def list_(database: str | None, language: str, as_json: bool) -> None:
    """Every series: planned, revealed, abandoned, open."""
    with opened(database) as found:
        known = ledger_of(found).series()
    if as_json:
        echo_json(known)
    elif not known:
        click.echo(say("trial.none", language))
    for one in () if as_json else known:
        click.echo(say("trial.series_line", language, trials=one["plan"]["trials"], **one))


@click.command("score", cls=Command)
@click.argument("series", required=False)
@click.option("--chain", "chain_file", metavar="FILE", help="Score an exported chain instead.")
@click.option("--reader", default="program", help="Whose numbers are put into words.")
@database_option
@language_option
@json_option
def score(
    series: str | None,
    chain_file: str | None,
    reader: str,
    database: str | None,
    language: str,
    as_json: bool,
) -> None:
    """The table of a series beside chance, and what it does and does not show."""
    from liuren.casebook.reports import report
    from liuren.casebook.words import statements

    names: dict[str, str] = {}
    if chain_file:
        chain = json_file(chain_file)
    else:
        with opened(database) as found:
            ledger = ledger_of(found)
            chain, names = ledger.export(), ledger.names()
    table = report(chain, series or _last_series(chain), names)
    known = {row["name"]: row["reader"] for row in table["rows"]}
    words = statements(table, language, known.get(reader, reader))
    if as_json:
        echo_json({**table, "statements": words})
        return
    from liuren.cli.trial_text import score_table

    click.echo(score_table(table, language))
    click.echo()
    for sentence in words:
        click.echo(sentence)


def ledger_of(database: Database) -> Ledger:
    from liuren.casebook.ledger import Ledger

    return Ledger(database)


def _plan(**items: Any) -> Any:
    from liuren.casebook.plan import Plan

    return Plan(**items)


def _pool(path: str | None) -> Pool:
    from liuren.casebook.pool import load_pool
    from liuren.casebook.program import lexicon_pool

    return load_pool(path) if path else lexicon_pool()


def plan_of(ledger: Ledger, series: str) -> dict[str, Any]:
    from liuren.casebook.chain import plan_of

    return plan_of(ledger.links(), series).to_dict()


def newest_series(ledger: Ledger) -> str:
    return _last_series(ledger.export())


def _last_series(chain: Any) -> str:
    from liuren.casebook.errors import NotFoundError

    links = chain.get("links") if isinstance(chain, dict) else None
    for link in reversed(links if isinstance(links, list) else []):
        if isinstance(link, dict) and link.get("kind") == "series":
            return str(link["series"])
    raise NotFoundError("There is no series yet.", hint="liuren trial begin")


def open_series(ledger: Ledger) -> str | None:
    """The newest series that still has trials to come."""
    for one in reversed(ledger.series()):
        if one["started"] < one["plan"]["trials"]:
            return str(one["series"])
    return None


def new_series(ledger: Ledger, pool_file: str | None, language: str) -> str:
    pool = _pool(pool_file)
    begun = ledger.begin(_plan(options=min(5, len(pool.objects))), pool)
    planned = begun["plan"]["trials"]
    click.echo(say("trial.begun", language, series=begun["series"], trials=planned))
    _warn_small(begun["pool"]["size"], language)
    return str(begun["series"])


def _warn_small(size: int, language: str) -> None:
    from liuren.casebook.pool import RECOMMENDED_SIZE

    if size < RECOMMENDED_SIZE:
        click.echo(say("trial.small_pool", language, size=size), err=True)
