"""Reading a chapter file: front matter, quotes with clause ids, fences, all with their positions.

The format is described in ``docs/reference/rule-language.md``. The scanner knows Markdown only as far
as that format needs it, and nothing of what a fence says.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from liuren.terms.errors import DataError
from liuren.terms.records import record

FENCE_KINDS = (
    "rule",
    "variant",
    "definition",
    "define",
    "table",
    "method",
    "example",
    "not-encoded",
)

_QUOTE = re.compile(r"^>\s*\[([a-z0-9][a-z0-9-]*(?:\.\d+[a-z]?)?)\]\s*(.*?)\s*$")
_FENCE = re.compile(r"^(`{3,}|~{3,})\s*([^\s`]*)\s*(.*?)\s*$")
_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*$")


@record
class Quote:
    """One clause as the chapter quotes it; ``line`` counts from 1."""

    id: str
    text: str
    line: int
    heading: str


@record
class Fence:
    """A fenced block: its kind, the rest of its info line, its body, and the clauses it cites.

    ``line`` is the line of the info string; the body starts on the next one.
    """

    kind: str
    info: str
    body: str
    line: int
    clauses: tuple[str, ...]
    heading: str


@record
class Chapter:
    """One chapter file. Clause ids are full (``shefu:zi.5``).

    ``gate`` is a reading laid over every rule of the chapter (``讀 A05=gate-all 當 …``), or empty.
    """

    work: str
    section: str
    heading: str
    order: int
    file: str
    quotes: tuple[Quote, ...]
    fences: tuple[Fence, ...]
    gate: str = ""


def read_chapter(path: Path, name: str | None = None) -> Chapter:
    """The chapter in ``path``.

    Raises:
        DataError: no front matter, a malformed quote or an unclosed fence; ``file:line:column``.
    """
    return scan_chapter(path.read_text(encoding="utf-8"), name or path.name)


def scan_chapter(source: str, file: str) -> Chapter:
    """The chapter whose text is ``source``; ``file`` is used in messages."""
    matter, start, lines = _front_matter(source, file)
    work = str(matter["work"])
    quotes: list[Quote] = []
    fences: list[Fence] = []
    cited: list[str] = []
    headings: list[str] = []
    beside = False  # the previous line was a quote, so the next one belongs to the same block
    number = start
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.startswith(">"):
            quote = _quote(line, number, file, work, headings)
            cited = [*cited, quote.id] if beside else [quote.id]
            quotes.append(quote)
            beside = True
            continue
        beside = False
        if match := _HEADING.match(line):
            headings = [*headings[: len(match[1]) - 1], match[2]]
            cited = []
        elif match := _FENCE.match(line):
            body, end = _fence_body(lines, number, match[1], file)
            fences.append(
                Fence(match[2], match[3], body, number, tuple(cited), " · ".join(headings))
            )
            number = end
    return Chapter(
        work,
        str(matter["section"]),
        str(matter.get("heading", "")),
        int(matter.get("order", 0)),
        file,
        tuple(quotes),
        tuple(fences),
        str(matter.get("gate", "")),
    )


def _front_matter(source: str, file: str) -> tuple[dict[str, Any], int, list[str]]:
    lines = source.split("\n")
    if not lines or lines[0].strip() != "+++":
        raise DataError(f"{file}:1:1: expected front matter between lines +++", code="bad_chapter")
    for number in range(1, len(lines)):
        if lines[number].strip() == "+++":
            break
    else:
        raise DataError(f"{file}:1:1: the front matter has no closing +++", code="bad_chapter")
    import tomllib

    try:
        matter = tomllib.loads("\n".join(lines[1:number]))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{file}:2:1: front matter: {error}", code="bad_chapter") from error
    for key in ("work", "section"):
        if not isinstance(matter.get(key), str):
            raise DataError(f'{file}:2:1: front matter needs {key} = "…"', code="bad_chapter")
    return matter, number + 1, lines


def _quote(line: str, number: int, file: str, work: str, headings: list[str]) -> Quote:
    match = _QUOTE.match(line)
    if match is None:
        raise DataError(
            f"{file}:{number}:1: read {line[:40]!r}, expected a quote '> [id] text'",
            hint="an id is a section and a number such as [zi.5]",
            code="bad_chapter",
        )
    return Quote(f"{work}:{match[1]}", match[2], number, " · ".join(headings))


def _fence_body(lines: list[str], start: int, mark: str, file: str) -> tuple[str, int]:
    for end in range(start, len(lines)):
        closing = lines[end].strip()
        if closing.startswith(mark) and not closing.strip(mark[0]):
            return "\n".join(lines[start:end]), end + 1
    raise DataError(f"{file}:{start}:1: this fence is never closed with {mark}", code="bad_chapter")
