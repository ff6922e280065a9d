"""The acts of a trial: deal, seal, answer, reveal, abandon, show, invite; and all of them as a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from liuren.cli.asking import whole_number
from liuren.cli.cases import database_option, opened, say
from liuren.cli.casting import casting_options
from liuren.cli.clicked import json_option, language_option
from liuren.cli.help import Command
from liuren.cli.language import echo_json
from liuren.terms.labels import message

if TYPE_CHECKING:
    from liuren.casebook.ledger import Ledger
from liuren.cli.trial_series import ledger_of, new_series, newest_series, open_series, plan_of


@click.command("seal", cls=Command)
@click.argument("series", required=False)
@click.option("--trial", "dealt", metavar="ID", help="The trial dealt before (with a die).")
@click.option("--die", type=int, help="The number rolled.")
@click.option("--show-target", is_flag=True, help="Print what is under the cover.")
@click.option("--seat", metavar="酉", help="Seat (地分): the chart is cast by 金口訣.")
@casting_options
@database_option
@language_option
@json_option
def seal(
    series: str | None,
    dealt: str | None,
    die: int | None,
    show_target: bool,
    database: str | None,
    language: str,
    as_json: bool,
    **casting: Any,
) -> None:
    """Draw a target, cast a chart, forecast, and seal it all. The target is printed only if asked for."""
    from liuren.casebook.program import ReadingProgram

    with opened(database) as found:
        ledger = ledger_of(found)
        named = series or (dealt or "").partition(".")[0] or newest_series(ledger)
        view = ledger.seal(named, ReadingProgram(), casting, trial=dealt, die=die)
    if as_json:
        hidden = {} if show_target else {"target": None}
        echo_json({**view, **hidden})
        return
    _tell_receipt(view["trial"], view["receipt"], language)
    _show_things(view, language)
    if show_target:
        click.echo(say("trial.hidden", language, thing=_label(view, view["target"], language)))


@click.command("deal", cls=Command)
@click.argument("series", required=False)
@database_option
@language_option
@json_option
def deal(series: str | None, database: str | None, language: str, as_json: bool) -> None:
    """Show the things among which a hider rolls a die (series begun with --draw die)."""
    with opened(database) as found:
        ledger = ledger_of(found)
        view = ledger.deal(series or newest_series(ledger))
    if as_json:
        echo_json(view)
        return
    _tell_receipt(view["trial"], view["receipt"], language)
    _show_things(view, language)


@click.command("answer", cls=Command)
@click.argument("trial_id", metavar="TRIAL")
@click.argument("reader")
@click.argument("answer", nargs=-1, required=True)
@database_option
@language_option
@json_option
def answer(
    trial_id: str,
    reader: str,
    answer: tuple[str, ...],
    database: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Seal the answer of READER: one number or id; points for each thing in order (5 1 0 0 2); or
    facet=value:points (colour=red:3 colour=blue:1) for a description."""
    with opened(database) as found:
        ledger = ledger_of(found)
        given = _answer(ledger.view(trial_id), answer)
        done = ledger.answer(trial_id, ledger.local_reader(reader), given)
    if as_json:
        echo_json(done)
        return
    if done["late"]:
        click.echo(say("trial.late", language))
    click.echo(say("trial.answered", language, reader=reader, receipt=done["receipt"]))


@click.command("reveal", cls=Command)
@click.argument("trial_id", metavar="TRIAL")
@database_option
@language_option
@json_option
def reveal(trial_id: str, database: str | None, language: str, as_json: bool) -> None:
    """Lift the cover."""
    with opened(database) as found:
        view = ledger_of(found).reveal(trial_id)
    if as_json:
        echo_json(view)
    else:
        _show_end(view, language)


@click.command("abandon", cls=Command)
@click.argument("trial_id", metavar="TRIAL")
@click.option("--reason", default="", help="Why, in your words.")
@database_option
@language_option
@json_option
def abandon(trial_id: str, reason: str, database: str | None, language: str, as_json: bool) -> None:
    """Give a trial up. It is opened, shown, and counted all the same."""
    with opened(database) as found:
        view = ledger_of(found).abandon(trial_id, reason)
    if as_json:
        echo_json(view)
        return
    click.echo(say("trial.abandoned", language, trial=trial_id))
    if view["target"]:
        _show_end(view, language)


@click.command("show", cls=Command)
@click.argument("trial_id", metavar="TRIAL")
@database_option
@language_option
@json_option
def show(trial_id: str, database: str | None, language: str, as_json: bool) -> None:
    """A trial as a reader may see it now."""
    with opened(database) as found:
        view = ledger_of(found).view(trial_id)
    if as_json:
        echo_json(view)
        return
    click.echo(f"{view['trial']}  {say('state.' + view['state'], language)}")
    if view["chart"]:
        click.echo(
            f"{say('trial.chart', language)}{message('colon', language)}{view['chart'].get('notation', '')}"
        )
    _show_things(view, language)
    if view["ended"] and view["target"]:
        _show_end(view, language)


@click.command("invite", cls=Command)
@click.argument("subject", metavar="SERIES|TRIAL")
@click.option(
    "--role",
    metavar="join|host",
    default="join",
    show_default=True,
    help="Whether the guest answers, or hides and reveals too.",
)
@database_option
@language_option
@json_option
def invite(subject: str, role: str, database: str | None, language: str, as_json: bool) -> None:  # noqa: ARG001
    """A token by which others join a trial or a series on the web page (`liuren serve`)."""
    with opened(database) as found:
        token = ledger_of(found).invite(subject, role)
    if as_json:
        echo_json({"subject": subject, "role": role, "token": token})
    else:
        click.echo(token)


@click.command("play", cls=Command)
@click.argument("series", required=False)
@click.option(
    "--pool", "pool_file", metavar="FILE", help="Your own list of things for a new series."
)
@click.option("--name", help="Your name; asked for when not given.")
@click.option("--seat", metavar="酉", help="Seat (地分): the chart is cast by 金口訣.")
@casting_options
@database_option
@language_option
def play(
    series: str | None,
    pool_file: str | None,
    name: str | None,
    database: str | None,
    language: str,
    **casting: Any,
) -> None:
    """Play one trial on this device: the program hides a thing, you and the chart guess."""
    from liuren.casebook.program import ReadingProgram

    with opened(database) as found:
        ledger = ledger_of(found)
        named = series or open_series(ledger) or new_series(ledger, pool_file, language)
        program = ReadingProgram()
        if plan_of(ledger, named)["draw"] == "die":
            view = _hide_by_die(ledger, named, program, casting, language)
        else:
            view = ledger.seal(named, program, casting)
        _tell_receipt(view["trial"], view["receipt"], language)
        click.echo(
            f"{say('trial.chart', language)}{message('colon', language)}{view['chart'].get('notation', '')}"
        )
        _show_things(view, language)
        _ask_readers(ledger, view, name, language)
        click.prompt(say("trial.ask_reveal", language), default="", show_default=False)
        ended = ledger.reveal(view["trial"])
    _show_end(ended, language)


def _ask_readers(ledger: Ledger, view: dict[str, Any], name: str | None, language: str) -> None:
    from liuren.terms.errors import LiurenError

    asked = name
    while True:
        if asked is None:
            asked = click.prompt(
                say("trial.ask_name", language), default="", show_default=False
            ).strip()
        if not asked:
            return
        said = click.prompt(say("trial.ask_answer", language)).split()
        try:
            given = _answer(view, tuple(said))
            done = ledger.answer(view["trial"], ledger.local_reader(asked), given)
        except LiurenError as error:
            click.echo(" ".join(error.localized(language)).strip())
            continue
        click.echo(say("trial.answered", language, reader=asked, receipt=done["receipt"]))
        if name is not None:
            return
        asked = None


def _hide_by_die(
    ledger: Ledger, series: str, program: Any, casting: dict[str, Any], language: str
) -> dict[str, Any]:
    dealt = ledger.deal(series)
    _show_things(dealt, language)
    count = len(dealt["options"])
    die = whole_number(say("trial.ask_die", language, options=count), 1, count, language)
    click.prompt(say("trial.hand_over", language), default="", show_default=False)
    return ledger.seal(series, program, casting, trial=dealt["trial"], die=die)


def _answer(view: dict[str, Any], said: tuple[str, ...]) -> Any:
    """What was typed, as the ledger takes it."""
    from liuren.casebook.errors import ForecastError

    if view["mode"] == "description":
        described: dict[str, dict[str, float]] = {}
        for part in said:
            facet, _, rest = part.partition("=")
            value, _, points = rest.partition(":")
            described.setdefault(facet, {})[value] = _points(points or "1")
        return described
    options = view["options"]
    if len(said) == 1:
        if said[0].isdecimal():
            number = int(said[0])
            if not 1 <= number <= len(options):
                raise ForecastError(
                    f"{said[0]} is not a thing shown.", hint=f"1 to {len(options)}."
                )
            return options[number - 1]
        return said[0]
    if len(said) != len(options):
        raise ForecastError(
            f"{len(said)} numbers were given for {len(options)} things.",
            hint="One number for your choice, or points for each thing in order.",
        )
    return {one: _points(points) for one, points in zip(options, said, strict=True)}


def _points(text: str) -> float:
    from liuren.casebook.errors import ForecastError

    try:
        return float(text)
    except ValueError:
        raise ForecastError(f"{text[:20]!r} is not a number of points.", hint="5 1 0 0 2") from None


def _show_things(view: dict[str, Any], language: str) -> None:
    if view["things"] is None:
        return
    click.echo(say("trial.things", language))
    for number, thing in enumerate(view["things"], 1):
        click.echo(f"  {number}. {thing['labels'].get(language) or thing['id']}")


def _show_end(view: dict[str, Any], language: str) -> None:
    from liuren.casebook.words import ranks

    click.echo(say("trial.revealed", language, thing=_label(view, view["target"], language)))
    for line in ranks(view, language):
        click.echo(line)


def _label(view: dict[str, Any], thing: str | None, language: str) -> str:
    for one in view["things"] or ():
        if one["id"] == thing:
            return str(one["labels"].get(language) or one["id"])
    return str(thing)


def _tell_receipt(trial_id: str, receipt: str, language: str) -> None:
    click.echo(say("trial.sealed", language, trial=trial_id, receipt=receipt))
    click.echo(say("trial.receipt_why", language))
