"""``liuren cases``: the casebook."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from liuren.cli.asking import confirmed
from liuren.cli.casting import casting_options
from liuren.cli.clicked import json_option, language_option
from liuren.cli.files import read_text, write_text
from liuren.cli.help import Group, spoken
from liuren.cli.language import echo_json
from liuren.terms.labels import message

if TYPE_CHECKING:
    from liuren.casebook.case import Case
    from liuren.casebook.store import Casebook, Database

Command = TypeVar("Command", bound=Callable[..., Any])
FORMS = ("jsonl", "csv", "markdown", "whole")
_ENDINGS = {
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".md": "markdown",
    ".markdown": "markdown",
    ".json": "whole",
}


def database_option(command: Command) -> Command:
    """Add ``--database``."""
    return click.option(
        "--database",
        metavar="URL|FILE",
        help="Casebook: a file, or postgresql://… (default: LIUREN_DATABASE, or your data folder).",
    )(command)


@contextmanager
def opened(database: str | None) -> Iterator[Database]:
    """The database named by a command, its group, or the default."""
    from liuren.casebook.store import Database

    context = click.get_current_context()
    parent = context.parent.params.get("database") if context.parent else None
    with Database(database or parent) as found:
        yield found


@contextmanager
def _casebook(database: str | None) -> Iterator[Casebook]:
    from liuren.casebook.store import Casebook

    with opened(database) as found:
        yield Casebook(found)


def say(key: str, language: str, **values: object) -> str:
    from liuren.casebook.words import say as spoken

    return spoken(key, language, **values)


@click.group("cases", cls=Group, invoke_without_command=True)
@database_option
@click.pass_context
def cases(context: click.Context, database: str | None) -> None:  # noqa: ARG001
    """The casebook: questions, charts as cast, notes, outcomes. Alone, it lists the newest cases."""
    if context.invoked_subcommand is None:
        context.invoke(list_, language=spoken(context), as_json=False)


@cases.command("list")
@click.argument("text", required=False, default="")
@click.option("--tag", help="Only cases with this tag.")
@click.option(
    "--outcome", "status", metavar="open|hit|partial|miss|unknown", help="Only this outcome."
)
@click.option("--method", metavar="liuren|jinkoujue", help="Only charts of this method.")
@click.option("--since", metavar="TIME", help="Kept at or after this time (ISO 8601, UTC).")
@click.option("--until", metavar="TIME", help="Kept before this time.")
@click.option(
    "--limit", type=click.IntRange(1), default=50, show_default=True, help="At most so many."
)
@database_option
@language_option
@json_option
def list_(database: str | None, language: str, as_json: bool, **search: Any) -> None:
    """List cases, newest first; with TEXT only those that contain its words."""
    from liuren.casebook.store.cases import check_search

    check_search(*(search[name] for name in ("status", "method", "since", "until")))
    with _casebook(database) as casebook:
        found = casebook.search(**search)
    if as_json:
        echo_json([one.to_dict() for one in found])
    elif not found:
        click.echo(say("cases.none", language))
    for case in () if as_json else found:
        click.echo(_line(case, language))


@cases.command("add")
@click.argument("question")
@click.option("--tag", "tags", multiple=True, help="A tag (may be given more than once).")
@click.option("--notes", default="", help="Notes.")
@click.option(
    "--person", "people", multiple=True, metavar="NAME", help="Somebody to be named in it."
)
@click.option("--place-name", default="", help="Where it was asked, as you call it.")
@click.option(
    "--method",
    type=click.Choice(["liuren", "jinkoujue"]),
    default="liuren",
    show_default=True,
    help="Art of the chart.",
)
@click.option("--seat", metavar="酉", help="Seat (地分) of a 金口訣 chart.")
@click.option("--no-chart", is_flag=True, help="Keep the question without a chart.")
@click.option("--no-reading", is_flag=True, help="Keep the chart without its findings.")
@casting_options
@database_option
@language_option
@json_option
def add(
    question: str,
    tags: tuple[str, ...],
    notes: str,
    people: tuple[str, ...],
    place_name: str,
    method: str,
    no_chart: bool,
    no_reading: bool,
    database: str | None,
    language: str,
    as_json: bool,
    **casting: Any,
) -> None:
    """Cast a chart (now, unless told otherwise) and keep it with QUESTION and the findings."""
    from dataclasses import replace

    from liuren.casebook.case import Case, Person, Place

    case = Case(
        question=question, notes=notes, tags=tags, people=tuple(Person(one) for one in people)
    )
    if not no_chart:
        case = _with_chart(case, method, casting, with_reading=not no_reading)
    if place_name or casting.get("place"):
        place = Place(
            place_name or casting["place"], casting.get("latitude"), casting.get("longitude")
        )
        case = replace(case, place=place)
    with _casebook(database) as casebook:
        kept = casebook.add(case)
    if as_json:
        echo_json(kept.to_dict())
    else:
        click.echo(say("cases.added", language, id=kept.id))
        click.echo(_line(kept, language))


def _with_chart(case: Case, method: str, casting: dict[str, Any], *, with_reading: bool) -> Case:
    from dataclasses import replace

    from liuren.casebook.case import Cast
    from liuren.charts.casting import cast

    chart = cast(method, casting)
    data = chart.to_dict()
    findings: tuple[dict[str, Any], ...] = ()
    if with_reading:
        import liuren

        findings = tuple(liuren.read(chart).to_dict()["findings"])
    clock = (data.get("moment") or {}).get("clock") or {}
    return replace(
        case,
        cast=Cast.of(data),
        findings=findings,
        moment=f"{clock.get('time', '')}{clock.get('offset', '')}",
        zone=str(clock.get("zone") or ""),
    )


@cases.command("show")
@click.argument("case_id", metavar="ID")
@database_option
@language_option
@json_option
def show(case_id: str, database: str | None, language: str, as_json: bool) -> None:
    """Show one case (the beginning of its id is enough)."""
    with _casebook(database) as casebook:
        case = casebook.get(case_id)
    if as_json:
        echo_json(case.to_dict())
    else:
        click.echo("\n".join(_page(case, language)))


@cases.command("edit")
@click.argument("case_id", metavar="ID")
@click.option("--question", help="The question.")
@click.option("--notes", help="Notes, instead of those there.")
@click.option("--add-note", help="A line after the notes there.")
@click.option("--tag", "tags", multiple=True, help="Tags, instead of those there.")
@click.option("--outcome", metavar="open|hit|partial|miss|unknown", help="What came of it.")
@click.option("--outcome-text", help="What came of it, in words.")
@click.option("--outcome-at", help="When.")
@click.option(
    "--person", "people", multiple=True, metavar="NAME", help="People, instead of those there."
)
@click.option("--no-people", is_flag=True, help="Name nobody.")
@database_option
@language_option
@json_option
def edit(
    case_id: str,
    question: str | None,
    notes: str | None,
    add_note: str | None,
    tags: tuple[str, ...],
    outcome: str | None,
    outcome_text: str | None,
    outcome_at: str | None,
    people: tuple[str, ...],
    no_people: bool,
    database: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Change a case. The chart and the findings stay as they were cast; earlier states are kept."""
    with _casebook(database) as casebook:
        before = casebook.get(case_id)
        changes: dict[str, Any] = {}
        if question is not None:
            changes["question"] = question
        if notes is not None or add_note is not None:
            base = before.notes if notes is None else notes
            changes["notes"] = "\n".join(part for part in (base, add_note) if part)
        if tags:
            changes["tags"] = list(tags)
        told = {"status": outcome, "text": outcome_text, "at": outcome_at}
        if any(value is not None for value in told.values()):
            given = {name: value for name, value in told.items() if value is not None}
            changes["outcome"] = {**before.outcome.to_dict(), **given}
        if people or no_people:
            changes["people"] = [{"name": one} for one in people]
        case = casebook.edit(before.id, **changes)
    if as_json:
        echo_json(case.to_dict())
    else:
        click.echo(say("cases.edited", language, id=case.id, revision=case.revision))


@cases.command("history")
@click.argument("case_id", metavar="ID")
@database_option
@language_option
@json_option
def history(case_id: str, database: str | None, language: str, as_json: bool) -> None:
    """Every state a case ever had, and what changed."""
    from liuren.casebook.differences import changes

    with _casebook(database) as casebook:
        states = casebook.history(case_id)
    if as_json:
        echo_json([one.to_dict() for one in states])
        return
    before: dict[str, Any] = {}
    for case in states:
        now = case.to_dict()
        click.echo(f"{say('field.revision', language)} {case.revision}  {case.updated}")
        for change in changes(before, now) if before else ():
            if change["path"] not in ("updated", "revision"):
                click.echo(f"  {_called(change['path'], language)}{_was(change, language)}")
        before = now


@cases.command("difference")
@click.argument("case_id", metavar="ID")
@database_option
@language_option
@json_option
def difference(case_id: str, database: str | None, language: str, as_json: bool) -> None:
    """What today's engine would draw differently. The stored chart is not changed."""
    import liuren
    from liuren.casebook.differences import difference as compare
    from liuren.casebook.program import recast

    with _casebook(database) as casebook:
        case = casebook.get(case_id)
    if case.cast is None:
        click.echo(say("cases.no_chart", language))
        return
    chart = recast(case.cast.chart)
    today = liuren.read(chart).to_dict()["findings"] if case.findings else None
    found = compare(case, chart.to_dict(), today)
    if as_json:
        echo_json(found)
        return
    told = [
        f"{one['path']}: {_short(one['then'])} → {_short(one['now'])}"
        for one in (*found["chart"], *found["convention"])
    ]
    told += [f"− {clause}" for clause in found["findings"]["gone"]]
    told += [f"+ {clause}" for clause in found["findings"]["new"]]
    if found["same"]:
        click.echo(say("cases.same", language))
    else:
        click.echo(say("cases.differs", language, number=len(told)))
    click.echo(
        f"{say('field.engine', language)}{message('colon', language)}{found['engine']['then']} → {found['engine']['now']}"
    )
    for line in told:
        click.echo(f"  {line}")


@cases.command("export")
@click.argument(
    "path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), default="-"
)
@click.option("--form", type=click.Choice(FORMS), help="Default: by the file's ending, else jsonl.")
@database_option
@language_option
def export(path: str, form: str | None, database: str | None, language: str) -> None:
    """Write all cases: JSON lines (with history), CSV, Markdown, or the whole casebook in one file."""
    form = form or _ENDINGS.get(Path(path).suffix.lower(), "jsonl")
    with opened(database) as found:
        text, number = _exported(found, form, language)
    if path == "-":
        click.echo(text.removeprefix("\ufeff"), nl=False)
        return
    write_text(path, text)
    click.echo(say("cases.exported", language, number=number, path=path), err=True)


def _exported(database: Database, form: str, language: str) -> tuple[str, int]:
    from liuren.casebook import exchange
    from liuren.casebook.store import Casebook
    from liuren.casebook.store.whole import export_whole

    if form == "whole":
        whole = export_whole(database)
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n", len(whole["cases"])
    histories = Casebook(database).histories()
    if form == "csv":
        return exchange.to_csv(histories), len(histories)
    if form == "markdown":
        return exchange.to_markdown(histories, language, say), len(histories)
    return exchange.to_json_lines(histories), len(histories)


@cases.command("import")
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--form", type=click.Choice(FORMS), help="Default: by the file's ending, else jsonl.")
@database_option
@language_option
@json_option
def import_(
    path: str, form: str | None, database: str | None, language: str, as_json: bool
) -> None:
    """Take in cases from a file, all or nothing; what is here is never overwritten by something older."""
    from liuren.casebook import exchange
    from liuren.casebook.errors import not_json
    from liuren.casebook.store import Casebook
    from liuren.casebook.store.whole import import_whole

    form = form or _ENDINGS.get(Path(path).suffix.lower(), "jsonl")
    text = read_text(path)
    with opened(database) as found:
        casebook = Casebook(found)
        if form == "whole":
            try:
                data = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise not_json(path, error) from None
            done = import_whole(found, data)
        elif form == "jsonl":
            done = casebook.put_history(exchange.from_json_lines(text))
        else:
            states = exchange.from_csv(text) if form == "csv" else exchange.from_markdown(text)
            done = casebook.put_states(states)
    if as_json:
        echo_json(done)
    else:
        counts = {name: len(ids) for name, ids in done.items() if name != "chain"}
        click.echo(say("cases.imported", language, **counts))
        for case_id in done["conflicting"]:
            click.echo(f"  {case_id}")


@cases.command("erase")
@click.argument("case_id", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
@language_option
def erase(case_id: str, yes: bool, database: str | None, language: str) -> None:
    """Remove a case and its whole history for good."""
    with _casebook(database) as casebook:
        case = casebook.get(case_id)
        if not yes:
            click.echo(_line(case, language))
            if not confirmed(say("cases.erase_ask", language, id=case.id), language):
                raise click.Abort
        casebook.erase(case.id)
    click.echo(say("cases.erased", language, id=case.id))


@cases.command("where")
@database_option
@language_option
@json_option
def where(database: str | None, language: str, as_json: bool) -> None:
    """Where the casebook is, and how many cases are in it, open ones included."""
    with _casebook(database) as casebook:
        counts = casebook.counts()
        found = {
            "location": casebook.database.location,
            "step": casebook.database.schema_step,
            "cases": sum(counts.values()),
            "open": counts.get("open", 0),
        }
    if as_json:
        echo_json({**found, "outcomes": counts})
    else:
        click.echo(say("cases.where", language, **found))


# ---------------------------------------------------------------- text


def _line(case: Case, language: str) -> str:
    notation = case.cast.notation if case.cast else ""
    parts = [
        case.id,
        case.created[:16].replace("T", " "),
        _short(case.question),
        notation,
        " ".join(f"#{tag}" for tag in case.tags),
        say(f"outcome.{case.outcome.status}", language),
    ]
    return "  ".join(part for part in parts if part)


def _page(case: Case, language: str) -> Iterator[str]:
    yield f"{case.id}  {say('field.revision', language)} {case.revision}  {case.updated}"
    facts = {
        "question": case.question,
        "moment": f"{case.moment} {case.zone}".strip(),
        "place": case.place.name,
        "notation": case.cast.notation if case.cast else "",
        "engine": f"{case.cast.engine} {case.cast.rulebook}" if case.cast else "",
        "tags": ", ".join(case.tags),
        "people": ", ".join(f"{one.name} {one.role}".strip() for one in case.people),
        "outcome": f"{say(f'outcome.{case.outcome.status}', language)} {case.outcome.text}".strip(),
        "notes": case.notes,
    }
    for name, text in facts.items():
        if text:
            yield f"{say(f'field.{name}', language)}{message('colon', language)}{text}"
    if case.findings:
        yield f"{say('field.findings', language)}{message('colon', language)}".rstrip()
    for finding in case.findings:
        labels = finding.get("labels") or {}
        yield f"  {finding.get('clause')}  {labels.get(language) or finding.get('concept') or ''}"


def _called(path: str, language: str) -> str:
    """A part of a case by its name on the page: ``outcome.status`` as 결과."""
    if path in _PARTS:
        return say(f"field.{path}", language)
    head, _, rest = path.partition(".")
    if head not in _NAMED:
        return path
    return say(f"field.{head}", language) + ("" if rest in ("", "status") else f" {rest}")


_NAMED = ("question", "notes", "tags", "people", "place", "outcome", "moment")
_PARTS = ("outcome.text", "outcome.at")


def _was(change: dict[str, Any], language: str) -> str:
    then, now = (
        say(f"outcome.{value}", language) if change["path"] == "outcome.status" else _short(value)
        for value in (change["then"], change["now"])
    )
    return f"{message('colon', language)}{then} → {now}"


def _short(value: Any, width: int = 60) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1] + "…"
