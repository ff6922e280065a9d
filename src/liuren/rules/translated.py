"""Which text of a clause its translations were made from.

``texts/<work>/translated.json`` notes for each language and clause a digest of the text that was translated.
After a translation has been brought up to an amended text::

    python -m liuren.rules.translated shefu:zi.5 …

notes the present text; without ids, of every clause that has no note yet.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from liuren.edition.library import Clause
from liuren.edition.library import work as edition_work
from liuren.edition.works import work_folder, works

TRANSLATIONS = ("ko", "en")

Notes = dict[str, dict[str, str]]


def digest(clause: Clause) -> str:
    """A short name for the text of a clause."""
    return hashlib.sha256(clause.text["zh-Hant"].strip().encode()).hexdigest()[:8]


def notes_file(work: str) -> Path:
    """Where it is noted what was translated."""
    return work_folder(work) / "translated.json"


def read_notes(work: str) -> Notes:
    """Language → clause → digest of the text that was translated; empty for a book that keeps no notes."""
    path = notes_file(work)
    found: Notes = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def note(work: str, clauses: set[str]) -> None:
    """Note the present text of some clauses, and of all that have no note, as what was translated."""
    notes = read_notes(work)
    now: Notes = {tongue: {} for tongue in TRANSLATIONS}
    for clause in edition_work(work):
        for tongue in TRANSLATIONS:
            if clause.translations.get(tongue):
                before = notes.get(tongue, {}).get(clause.id)
                fresh = before is None or clause.id in clauses
                now[tongue][clause.id] = digest(clause) if fresh else before or ""
    text = json.dumps(now, ensure_ascii=False, indent=1)
    notes_file(work).write_text(f"{text}\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    """Entry point; see the module."""
    given = set(sys.argv[1:] if arguments is None else arguments)
    for name in works():
        note(name, {edition_work(name)[one].id for one in given if one.startswith(f"{name}:")})


if __name__ == "__main__":
    main()
