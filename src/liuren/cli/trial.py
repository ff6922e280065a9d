"""``liuren trial``: blind trials in the terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from liuren.cli.asking import whole_number
from liuren.cli.cases import database_option, opened, say
from liuren.cli.casting import casting_options
from liuren.cli.files import read_text, write_text
from liuren.cli.help import Group
from liuren.cli.language import echo_json, json_option, language_option

if TYPE_CHECKING:
    from liuren.casebook.ledger import Ledger
    from liuren.casebook.pool import Pool
    from liuren.casebook.store import Database


@click.group("trial", cls=Group)
@database_option
def trial(database: str | None) -> None:
    """Blind trials: seal, answer, reveal, score, verify. `liuren trial play` is a game."""


# ---------------------------------------------------------------- series


@trial.command("begin")
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
        begun = _ledger(found).begin(_plan(**plan), _pool(pool_file), title)
    if as_json:
        echo_json(begun)
        return
    click.echo(say("trial.begun", language, series=begun["series"], trials=plan["trials"]))
    click.echo(say("trial.head", language, head=begun["receipt"]))
    _warn_small(begun["pool"]["size"], language)


@trial.command("list")
@database_option
@language_option
@json_option
def list_(database: str | None, language: str, as_json: bool) -> None:
    """Every series: planned, revealed, abandoned, open."""
    with opened(database) as found:
        known = _ledger(found).series()
    if as_json:
        echo_json(known)
    elif not known:
        click.echo(say("trial.none", language))
    for one in () if as_json else known:
        click.echo(say("trial.series_line", language, trials=one["plan"]["trials"], **one))


@trial.command("score")
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
        chain = _json_file(chain_file)
    else:
        with opened(database) as found:
            ledger = _ledger(found)
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


# ---------------------------------------------------------------- one trial


@trial.command("seal")
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
        ledger = _ledger(found)
        named = series or (dealt or "").partition(".")[0] or _newest_series(ledger)
        view = ledger.seal(named, ReadingProgram(), casting, trial=dealt, die=die)
    if as_json:
        hidden = {} if show_target else {"target": None}
        echo_json({**view, **hidden})
        return
    _tell_receipt(view["trial"], view["receipt"], language)
    _show_things(view, language)
    if show_target:
        click.echo(say("trial.hidden", language, thing=_label(view, view["target"], language)))


@trial.command("deal")
@click.argument("series", required=False)
@database_option
@language_option
@json_option
def deal(series: str | None, database: str | None, language: str, as_json: bool) -> None:
    """Show the things among which a hider rolls a die (series begun with --draw die)."""
    with opened(database) as found:
        ledger = _ledger(found)
        view = ledger.deal(series or _newest_series(ledger))
    if as_json:
        echo_json(view)
        return
    _tell_receipt(view["trial"], view["receipt"], language)
    _show_things(view, language)


@trial.command("answer")
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
        ledger = _ledger(found)
        given = _answer(ledger.view(trial_id), answer)
        done = ledger.answer(trial_id, ledger.local_reader(reader), given)
    if as_json:
        echo_json(done)
        return
    if done["late"]:
        click.echo(say("trial.late", language))
    click.echo(say("trial.answered", language, reader=reader, receipt=done["receipt"]))


@trial.command("reveal")
@click.argument("trial_id", metavar="TRIAL")
@database_option
@language_option
@json_option
def reveal(trial_id: str, database: str | None, language: str, as_json: bool) -> None:
    """Lift the cover."""
    with opened(database) as found:
        view = _ledger(found).reveal(trial_id)
    if as_json:
        echo_json(view)
    else:
        _show_end(view, language)


@trial.command("abandon")
@click.argument("trial_id", metavar="TRIAL")
@click.option("--reason", default="", help="Why, in your words.")
@database_option
@language_option
@json_option
def abandon(trial_id: str, reason: str, database: str | None, language: str, as_json: bool) -> None:
    """Give a trial up. It is opened, shown, and counted all the same."""
    with opened(database) as found:
        view = _ledger(found).abandon(trial_id, reason)
    if as_json:
        echo_json(view)
        return
    click.echo(say("trial.abandoned", language, trial=trial_id))
    if view["target"]:
        _show_end(view, language)


@trial.command("show")
@click.argument("trial_id", metavar="TRIAL")
@database_option
@language_option
@json_option
def show(trial_id: str, database: str | None, language: str, as_json: bool) -> None:
    """A trial as a reader may see it now."""
    with opened(database) as found:
        view = _ledger(found).view(trial_id)
    if as_json:
        echo_json(view)
        return
    click.echo(f"{view['trial']}  {say('state.' + view['state'], language)}")
    if view["chart"]:
        click.echo(f"{say('trial.chart', language)}: {view['chart'].get('notation', '')}")
    _show_things(view, language)
    if view["ended"] and view["target"]:
        _show_end(view, language)


@trial.command("invite")
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
        token = _ledger(found).invite(subject, role)
    if as_json:
        echo_json({"subject": subject, "role": role, "token": token})
    else:
        click.echo(token)


# ---------------------------------------------------------------- the chain


@trial.command("export")
@click.argument(
    "path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), default="-"
)
@database_option
@language_option
def export(path: str, database: str | None, language: str) -> None:
    """Write the chain of all trials. It holds no secret; give it to whoever wants to check."""
    with opened(database) as found:
        chain = _ledger(found).export()
    text = json.dumps(chain, ensure_ascii=False, indent=1) + "\n"
    if path == "-":
        click.echo(text, nl=False)
        return
    write_text(path, text)
    click.echo(say("trial.head", language, head=_head(chain)), err=True)


@trial.command("verify")
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
        chain = _json_file(path)
    else:
        with opened(database) as found:
            chain = _ledger(found).export()
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
                    message=one.message,
                )
            )
    if not report.valid:
        context.exit(1)


# ---------------------------------------------------------------- beforehand


@trial.command("power")
@click.option(
    "--options",
    type=click.IntRange(2, 1000),
    default=5,
    show_default=True,
    help="Things shown in each.",
)
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


@trial.command("replay")
@click.argument("path", metavar="TRIALS.json")
@click.argument("coding", metavar="CODING.toml")
@click.option(
    "--options",
    type=click.IntRange(2, 1000),
    default=10,
    show_default=True,
    help="Things shown in each.",
)
@language_option
@json_option
def replay(path: str, coding: str, options: int, language: str, as_json: bool) -> None:
    """Replay published trials: where does the actual thing rank? (They were selected: no evidence.)"""
    import tomllib

    from liuren.casebook.program import ReadingProgram, lexicon_pool
    from liuren.casebook.replay import replay as play_again
    from liuren.cli.trial_text import replay_table

    trials = _json_file(path)["trials"]
    coded = tomllib.loads(read_text(coding))
    found = play_again(trials, coded, ReadingProgram(), lexicon_pool(), options)
    if as_json:
        echo_json(found)
    else:
        click.echo(replay_table(found, language))


# ---------------------------------------------------------------- the game


@trial.command("play")
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
        ledger = _ledger(found)
        named = series or _open_series(ledger) or _new_series(ledger, pool_file, language)
        program = ReadingProgram()
        if _plan_of(ledger, named)["draw"] == "die":
            view = _hide_by_die(ledger, named, program, casting, language)
        else:
            view = ledger.seal(named, program, casting)
        _tell_receipt(view["trial"], view["receipt"], language)
        click.echo(f"{say('trial.chart', language)}: {view['chart'].get('notation', '')}")
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


# ---------------------------------------------------------------- inside


def _ledger(database: Database) -> Ledger:
    from liuren.casebook.ledger import Ledger

    return Ledger(database)


def _plan(**items: Any) -> Any:
    from liuren.casebook.plan import Plan

    return Plan(**items)


def _pool(path: str | None) -> Pool:
    from liuren.casebook.pool import load_pool
    from liuren.casebook.program import lexicon_pool

    return load_pool(path) if path else lexicon_pool()


def _plan_of(ledger: Ledger, series: str) -> dict[str, Any]:
    from liuren.casebook.chain import plan_of

    return plan_of(ledger.links(), series).to_dict()


def _newest_series(ledger: Ledger) -> str:
    return _last_series(ledger.export())


def _last_series(chain: Any) -> str:
    from liuren.casebook.errors import NotFoundError

    links = chain.get("links") if isinstance(chain, dict) else None
    for link in reversed(links if isinstance(links, list) else []):
        if isinstance(link, dict) and link.get("kind") == "series":
            return str(link["series"])
    raise NotFoundError("There is no series yet.", hint="liuren trial begin")


def _open_series(ledger: Ledger) -> str | None:
    """The newest series that still has trials to come."""
    for one in reversed(ledger.series()):
        if one["started"] < one["plan"]["trials"]:
            return str(one["series"])
    return None


def _new_series(ledger: Ledger, pool_file: str | None, language: str) -> str:
    pool = _pool(pool_file)
    begun = ledger.begin(_plan(options=min(5, len(pool.objects))), pool)
    planned = begun["plan"]["trials"]
    click.echo(say("trial.begun", language, series=begun["series"], trials=planned))
    _warn_small(begun["pool"]["size"], language)
    return str(begun["series"])


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
    from liuren.cli.trial_text import end_text

    click.echo(say("trial.revealed", language, thing=_label(view, view["target"], language)))
    for line in end_text(view, language):
        click.echo(line)


def _label(view: dict[str, Any], thing: str | None, language: str) -> str:
    for one in view["things"] or ():
        if one["id"] == thing:
            return str(one["labels"].get(language) or one["id"])
    return str(thing)


def _tell_receipt(trial_id: str, receipt: str, language: str) -> None:
    click.echo(say("trial.sealed", language, trial=trial_id, receipt=receipt))
    click.echo(say("trial.receipt_why", language))


def _warn_small(size: int, language: str) -> None:
    from liuren.casebook.pool import RECOMMENDED_SIZE

    if size < RECOMMENDED_SIZE:
        click.echo(say("trial.small_pool", language, size=size), err=True)


def _json_file(path: str) -> Any:
    from liuren.casebook.errors import ImportFileError

    try:
        return json.loads(read_text(path))
    except ValueError as error:
        raise ImportFileError(f"{path} is not JSON: {error}.") from None


def _head(chain: dict[str, Any]) -> str:
    from liuren.casebook.chain import receipt

    return receipt(chain["links"][-1]) if chain["links"] else "–"
