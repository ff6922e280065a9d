"""What the editors say of a clause, for the terminal: slips of the print, contradictions, why it can never hold,
and how else it may be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from liuren.cli.language import brackets
from liuren.terms.labels import message


def remarks(clause: dict[str, Any], language: str) -> list[str]:
    """Lines for one row of ``liuren.clauses()``; none where the editors have nothing to say."""
    note = (clause.get("notes") or {}).get(language)
    return [
        *(
            [f"  {message('reading.note', language)}{message('colon', language)}{note}"]
            if note
            else []
        ),
        *_slips(clause, note or "", language),
        *_contradictions(clause, language),
        *_never(clause, language),
        *_otherwise(clause["id"], language),
    ]


def _slips(clause: dict[str, Any], note: str, language: str) -> Iterator[str]:
    """What is printed → what is read, the option that chooses, the ground where the note has not given it."""
    colon = message("colon", language)
    refused = brackets(message("web.clause.not_adopted", language), language)
    for entry in clause["apparatus"]:
        option = f" [{entry['option']}]" if entry["option"] else ""
        slip = f"{entry['printed']} → {entry['read'] or '?'}{option}"
        ground = entry["basis"][language]
        yield (
            f"  {message('web.clause.apparatus', language)}{colon}{slip}"
            + ("" if entry["adopted"] else refused)
            + ("" if ground in note else colon + ground)
        )


def _contradictions(clause: dict[str, Any], language: str) -> Iterator[str]:
    """What the book says otherwise elsewhere, where, and how that was settled."""
    if not clause["contradictions"]:
        return
    from liuren.edition import work as edition_work

    for row in edition_work(clause["id"].partition(":")[0]).contradictions:
        if row["id"] in clause["contradictions"]:
            said = f"{row['what'][language]}{_space(language)}{row['resolution'][language]}"
            yield f"  {row['id']}{message('colon', language)}{said}"
            others = [name for name in row["clauses"] if name != clause["id"]]
            if others:
                yield f"    {' '.join(others)}"


def _never(clause: dict[str, Any], language: str) -> Iterator[str]:
    if not clause["unreachable"]:
        return
    reason = clause["unreachable"]["reason"][language]
    yield f"  {message('web.clause.never', language)}{_space(language)}{reason}"
    revived = clause["unreachable"]["revived_by"]
    options = ", ".join(f"{key}={value}" for key, values in revived.items() for value in values)
    way = f"{message('web.clause.revived', language)}{_space(language)}{options}"
    yield f"    {way if options else message('web.clause.unrevived', language)}"


def _otherwise(clause: str, language: str) -> Iterator[str]:
    """The options that decide about the clause, and what its own lines for their other values say."""
    from liuren.rules.otherwise import options_read, other_readings
    from liuren.terms.convention import option_texts

    named = [
        key + brackets(option_texts()[key]["label"][language], language)
        for key in options_read(clause)
    ]
    if not named:
        return
    colon = message("colon", language)
    comma = message("comma", language)
    yield f"  {message('text.options', language)}{colon}{comma.join(named)}"
    for reading in other_readings(clause):
        options = " ".join(f"{key}={value}" for key, value in reading["options"].items())
        said = comma.join(labels[language] for labels in reading["concludes"])
        parts = [(reading["condition"] or {}).get(language), said]
        silent = message("text.silent", language)
        words = silent if reading["silent"] else " → ".join(part for part in parts if part)
        yield f"    {options}{colon}{words}"


def _space(language: str) -> str:
    """What stands between two sentences."""
    return "" if language.startswith("zh") else " "
