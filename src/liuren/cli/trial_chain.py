"""The chain of all trials outside the casebook: export, verify, replay, and how many trials would be enough."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from liuren.cli.cases import database_option, opened, say
from liuren.cli.clicked import json_option, language_option
from liuren.cli.files import json_file, read_text, write_text
from liuren.cli.help import Command
from liuren.cli.language import echo_json
from liuren.cli.trial_series import ledger_of

_Called = TypeVar("_Called", bound=Callable[..., Any])


@click.command("export", cls=Command)
@click.argument(
    "path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), default="-"
)
@database_option
@language_option
def export(path: str, database: str | None, language: str) -> None:
    """Write the chain of all trials. It holds no secret; give it to whoever wants to check."""
    with opened(database) as found:
        chain = ledger_of(found).export()
    text = json.dumps(chain, ensure_ascii=False, indent=1) + "\n"
    if path == "-":
        click.echo(text, nl=False)
        return
    write_text(path, text)
    click.echo(say("trial.head", language, head=_head(chain)), err=True)


@click.command("verify", cls=Command)
@click.argument(
    "path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), required=False
)
@click.option(
    "--receipt", "receipts", multiple=True, metavar="NUMBER-HASH", help="A receipt you kept."
)
@database_option
@language_option
@json_option
@click.pass_context
def verify(
    context: click.Context,
    path: str | None,
    receipts: tuple[str, ...],
    database: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Check a chain with no other knowledge. Exit status 1 when it has a fault."""
    from liuren.casebook.verification import verify as check

    if path:
        chain = json_file(path)
    else:
        with opened(database) as found:
            chain = ledger_of(found).export()
    report = check(chain, receipts)
    if as_json:
        echo_json(report.to_dict())
    elif report.valid:
        click.echo(say("trial.verified", language, **report.counts))
        click.echo(say("trial.head", language, head=report.head))
    else:
        click.echo(say("trial.faults", language, number=len(report.problems)))
        for one in report.problems:
            click.echo(
                say(
                    "trial.fault",
                    language,
                    link="–" if one.number is None else one.number,
                    trial=one.trial,
                    code=one.code,
                    message=_told(one.message, language),
                )
            )
    if not report.valid:
        context.exit(1)


def _told(message: str, language: str) -> str:
    """What is wrong with a link, in the language."""
    from liuren.terms.sentences import translated

    return message if language == "en" else translated(message, language) or message


def _things_option(default: int) -> Callable[[_Called], _Called]:
    """Add ``--options`` to a command that asks no plan how many things are shown."""
    return click.option(
        "--options",
        type=click.IntRange(2, 1000),
        default=default,
        show_default=True,
        help="Things shown in each.",
    )


@click.command("power", cls=Command)
@_things_option(5)
@click.option(
    "--rate", type=click.FloatRange(0, 1), required=True, help="The hit rate you want to see."
)
@click.option(
    "--alpha",
    type=click.FloatRange(1e-6, 0.5),
    default=0.05,
    show_default=True,
    help="Chance of a false alarm that you allow.",
)
@click.option(
    "--power",
    "wanted",
    type=click.FloatRange(0.01, 0.999),
    default=0.8,
    show_default=True,
    help="Chance of seeing the effect that you want.",
)
@language_option
@json_option
def power(
    options: int, rate: float, alpha: float, wanted: float, language: str, as_json: bool
) -> None:
    """How many trials it takes to see an effect of a given size."""
    from liuren.casebook.scoring import betting_trials, trials_needed
    from liuren.casebook.words import number, percent

    needed = trials_needed(options, rate, alpha, wanted)
    betting = betting_trials(options, rate, alpha=alpha)
    if as_json:
        asked = {"options": options, "chance": 1 / options, "rate": rate, "alpha": alpha}
        echo_json({**asked, "power": wanted, "trials": needed, "betting_trials": betting})
        return
    chance = percent(1 / options)
    if needed is None:
        click.echo(say("trial.power.none", language, chance=chance))
        return
    click.echo(
        say(
            "trial.power",
            language,
            options=options,
            chance=chance,
            rate=percent(rate),
            trials=needed,
            power=percent(wanted),
            alpha=f"{alpha:g}",
        )
    )
    if betting is not None:
        limit = number(1 / alpha)
        click.echo(say("trial.power.betting", language, trials=round(betting), limit=limit))


@click.command("replay", cls=Command)
@click.argument("path", metavar="TRIALS.json")
@click.argument("coding", metavar="CODING.toml")
@_things_option(10)
@language_option
@json_option
def replay(path: str, coding: str, options: int, language: str, as_json: bool) -> None:
    """Replay published trials: where does the actual thing rank? (They were selected: no evidence.)"""
    import tomllib

    from liuren.casebook.program import ReadingProgram, lexicon_pool
    from liuren.casebook.replay import replay as play_again
    from liuren.cli.trial_text import replay_table

    trials = json_file(path)["trials"]
    coded = tomllib.loads(read_text(coding))
    found = play_again(trials, coded, ReadingProgram(), lexicon_pool(), options)
    if as_json:
        echo_json(found)
    else:
        click.echo(replay_table(found, language))


def _head(chain: dict[str, Any]) -> str:
    from liuren.casebook.chain import receipt

    return receipt(chain["links"][-1]) if chain["links"] else "–"
