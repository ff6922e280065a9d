"""``liuren text``: read and search the two editions."""

from __future__ import annotations

from typing import Any

from liuren.cli.language import echo_json
from liuren.cli.options import PRINTING, Option
from liuren.cli.remarks import remarks
from liuren.terms.errors import InputError
from liuren.terms.labels import message

ARGUMENT = "what"
OPTIONS = (
    Option(
        "--search", "WORDS", "Clauses that contain all the words, in any language.", name="wanted"
    ),
    *PRINTING,
)


def text(what: str | None, wanted: str | None, language: str, as_json: bool) -> None:
    """Read the books. WHAT is a work (shefu), a chapter (shefu:zi) or a clause (shefu:zi.5);
    without it the chapters are listed."""
    import liuren
    from liuren.edition.library import work as edition_work
    from liuren.rules import works

    clauses = [clause for work in works() for clause in liuren.clauses(work)]
    if wanted:
        ids = {clause.id for name in works() for clause in edition_work(name).search(wanted)}
        found = [clause for clause in clauses if clause["id"] in ids]
    elif what:
        found = _named(clauses, what)
    else:
        _contents(clauses, language, as_json)
        return
    if as_json:
        echo_json(found)
    elif not found:
        print(message("text.none", language))
    else:
        print("\n".join(line for clause in found for line in clause_lines(clause, language)))


def _named(clauses: list[dict[str, Any]], what: str) -> list[dict[str, Any]]:
    """A clause, or all clauses of a chapter or a work.

    Raises:
        InputError: nothing has that name; the nearest ids are in the hint.
    """
    work, _, rest = what.partition(":")
    found = [
        clause
        for clause in clauses
        if clause["id"] == what
        or (not rest and clause["id"].startswith(work + ":"))
        or (clause["id"].startswith(work + ":") and clause["chapter"] == rest)
    ]
    if found:
        return found
    import difflib

    names = [clause["id"] for clause in clauses] + [
        f"{c['id'].split(':')[0]}:{c['chapter']}" for c in clauses
    ]
    near = difflib.get_close_matches(what[:60], names, n=3)
    raise InputError(
        f"There is no work, chapter or clause {what[:60]!r}.",
        hint=", ".join(near) or "liuren text lists the chapters.",
        code="unknown_clause",
    )


def _contents(clauses: list[dict[str, Any]], language: str, as_json: bool) -> None:
    chapters: dict[str, dict[str, Any]] = {}
    for clause in clauses:
        work = clause["id"].split(":")[0]
        row = chapters.setdefault(
            f"{work}:{clause['chapter']}",
            {"heading": clause["heading"], "headings": clause["headings"], "clauses": 0},
        )
        row["clauses"] += 1
    if as_json:
        echo_json(chapters)
        return
    for name, row in chapters.items():
        print(f"{name:<30} {row['headings'][language]}  ({row['clauses']})")


def clause_lines(clause: dict[str, Any], language: str) -> list[str]:
    """A clause for the terminal: id and status, the source's words, the translation, remarks."""
    script = "zh-Hans" if language == "zh-Hans" else "zh-Hant"
    status = message("text.status." + clause["status"], language)
    reason = (
        f"{message('colon', language)}{clause['reasons'][language]}" if clause["reasons"] else ""
    )
    lines = [f"[{clause['id']}] {status}{reason}", f"  {clause['text'][script]}"]
    meaning = clause["translations"].get(language)
    if meaning:
        lines.append(f"  {meaning}")
    return [*lines, *remarks(clause, language)]
