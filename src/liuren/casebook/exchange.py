"""Cases as text: JSON lines, CSV, Markdown. (The one file that holds everything: ``store.whole``.)

JSON lines carry the whole history of each case; CSV and Markdown its present state. All three can be
read again without loss of what they carry.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from liuren.casebook.case import Case
from liuren.casebook.errors import ImportFileError, not_json
from liuren.casebook.seal import canonical
from liuren.terms.errors import InputError

History = Sequence[Case]

# ---------------------------------------------------------------- JSON lines


def to_json_lines(histories: Iterable[History]) -> str:
    """One line a case: ``{"case": present state, "history": [all states]}``."""
    lines = (
        canonical(
            {"case": one[-1].to_dict(), "history": [state.to_dict() for state in one]}
        ).decode()
        for one in histories
    )
    return "".join(f"{line}\n" for line in lines)


def from_json_lines(text: str) -> list[list[Case]]:
    """Read ``to_json_lines``. Raises ``ImportFileError`` naming the line."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            data = _json(line, f"line {number}")
            states = data.get("history") if isinstance(data, Mapping) else None
            if not isinstance(states, list) or not states:
                raise ImportFileError(
                    f"Line {number} has no history of a case.",
                    hint='{"case": {…}, "history": [{…}]}',
                )
            found.append(read_history(states, f"line {number}"))
    return found


def read_history(states: Sequence[Any], where: str) -> list[Case]:
    """All states of one case from plain data, checked to be one case with revisions 1, 2, …"""
    cases = [_case(state, where) for state in states]
    numbers = [case.revision for case in cases]
    if len({case.id for case in cases}) != 1 or not cases[0].id:
        raise ImportFileError(f"{where}: the history is not of one case.")
    if numbers != list(range(1, len(cases) + 1)):
        raise ImportFileError(f"{where}: the revisions are {numbers}, not 1 to {len(cases)}.")
    return cases


# ---------------------------------------------------------------- CSV

_COLUMNS = (
    "id",
    "created",
    "updated",
    "question",
    "moment",
    "zone",
    "place",
    "latitude",
    "longitude",
    "notation",
    "outcome",
    "outcome_text",
    "outcome_at",
    "tags",
    "notes",
    "people",
    "trial",
    "cast",
    "findings",
)
# What a spreadsheet would take for a formula is written as text.
_FORMULA = re.compile("['=+\\-@\t\r]")


def to_csv(histories: Iterable[History]) -> str:
    """Present states as CSV with a header; people, chart and findings as JSON in their cells.

    Starts with a byte-order mark, so that spreadsheets take it for UTF-8.
    """
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, _COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for history in histories:
        case = history[-1]
        row = {
            "id": case.id,
            "created": case.created,
            "updated": case.updated,
            "question": case.question,
            "moment": case.moment,
            "zone": case.zone,
            "place": case.place.name,
            "latitude": case.place.latitude,
            "longitude": case.place.longitude,
            "notation": case.cast.notation if case.cast else "",
            "outcome": case.outcome.status,
            "outcome_text": case.outcome.text,
            "outcome_at": case.outcome.at,
            "tags": "; ".join(case.tags),
            "notes": case.notes,
            "people": _cell([one.to_dict() for one in case.people]),
            "trial": case.trial,
            "cast": _cell(case.cast.to_dict() if case.cast else None),
            "findings": _cell([dict(one) for one in case.findings]),
        }
        writer.writerow({name: _guard(value) for name, value in row.items()})
    return "\ufeff" + sheet.getvalue()


def from_csv(text: str) -> list[Case]:
    """Read ``to_csv``, or any CSV with a column ``question``. Raises ``ImportFileError`` naming the row."""
    csv.field_size_limit(10_000_000)
    try:
        rows = list(
            csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
        )
    except csv.Error as error:
        raise ImportFileError(
            f"This is not CSV: {error}.", hint="Export one to see the form."
        ) from None
    if rows and "question" not in rows[0]:
        raise ImportFileError(
            f"The CSV has no column 'question' (it has {', '.join(map(str, rows[0]))[:80]}).",
            hint=f"Columns: {', '.join(_COLUMNS)}.",
        )
    return [_row(row, number) for number, row in enumerate(rows, 2)]


def _row(row: Mapping[str | None, Any], number: int) -> Case:
    where = f"row {number}"
    if None in row or None in row.values():
        raise ImportFileError(f"{where} has not as many cells as the header.")
    cell = {str(name): _unguard(value) for name, value in row.items()}
    return _case(
        {
            **{
                name: cell.get(name, "")
                for name in ("id", "created", "updated", "question", "moment")
            },
            **{name: cell.get(name, "") for name in ("zone", "notes", "trial")},
            "place": {
                "name": cell.get("place", ""),
                "latitude": _degrees(cell.get("latitude", ""), where),
                "longitude": _degrees(cell.get("longitude", ""), where),
            },
            "outcome": {
                "status": cell.get("outcome") or "open",
                "text": cell.get("outcome_text", ""),
                "at": cell.get("outcome_at", ""),
            },
            "tags": [cell.get("tags", "")],
            "people": _json(cell.get("people") or "[]", where),
            "cast": _json(cell.get("cast") or "null", where),
            "findings": _json(cell.get("findings") or "[]", where),
        },
        where,
    )


def _cell(value: Any) -> str:
    return canonical(value).decode() if value else ""


def _guard(value: Any) -> str:
    text = "" if value is None else str(value)
    numeric = isinstance(value, int | float)
    return f"'{text}" if _FORMULA.match(text) and not numeric else text


def _unguard(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


def _degrees(text: str, where: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError:
        raise ImportFileError(f"{where}: {text[:20]!r} is not a number of degrees.") from None


# ---------------------------------------------------------------- Markdown

_OPEN, _CLOSE = "~~~~json liuren-case", "~~~~"


def to_markdown(histories: Iterable[History], language: str, say: Callable[[str, str], str]) -> str:
    """Present states to read; each ends with a fenced block from which it can be read again.

    ``say(key, language)`` gives the headings (``liuren.casebook.words.say``).
    """
    return "\n".join(_section(history[-1], language, say) for history in histories)


def _section(case: Case, language: str, say: Callable[[str, str], str]) -> str:
    facts = [
        ("moment", f"{case.moment} {case.zone}".strip()),
        ("place", case.place.name),
        ("notation", case.cast.notation if case.cast else ""),
        ("engine", case.cast.engine if case.cast else ""),
        ("tags", ", ".join(case.tags)),
        (
            "outcome",
            f"{say(f'outcome.{case.outcome.status}', language)} {case.outcome.text}".strip(),
        ),
        ("people", ", ".join(one.name for one in case.people)),
        ("findings", ", ".join(str(one.get("clause")) for one in case.findings)),
    ]
    title = _one_line(case.question) or case.id
    lines = [f"## {title}", ""]
    lines += [
        f"* {say(f'field.{name}', language)}: {_one_line(text)}" for name, text in facts if text
    ]
    if case.notes:
        lines += ["", *(f"> {line}" for line in case.notes.splitlines())]
    return "\n".join([*lines, "", _OPEN, canonical(case.to_dict()).decode(), _CLOSE, ""])


def from_markdown(text: str) -> list[Case]:
    """Read the fenced blocks of ``to_markdown``. Raises ``ImportFileError`` when there is none."""
    lines = text.split("\n")
    found = [
        _case(_json(lines[place + 1], f"line {place + 2}"), f"line {place + 2}")
        for place, line in enumerate(lines[:-1])
        if line.rstrip() == _OPEN
    ]
    if not found:
        raise ImportFileError("The Markdown holds no case.", hint=f"A case is fenced by {_OPEN}.")
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- reading


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise not_json(where, error) from None


def _case(data: Any, where: str) -> Case:
    try:
        return Case.from_dict(data)
    except InputError as error:
        raise ImportFileError(f"{where}: {error.message}", hint=error.hint) from None
