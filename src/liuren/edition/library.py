"""The clauses of a work with everything the edition knows of them.

A work is compiled once (``datafiles`` keeps the result); every clause is packed for itself and made anew when
asked for, so that nobody can change it for another.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from liuren.edition.works import chapter_files, work_folder
from liuren.terms.datafiles import fingerprint, load_compiled, read_toml, save_compiled
from liuren.terms.errors import InputError
from liuren.terms.labels import LANGUAGES
from liuren.terms.resources import files_below
from liuren.terms.search import in_any

#: What a clause is, the strongest first: a clause with a rule and a table counts as a rule.
STATUSES = (
    "rule", "variant", "definition", "table", "method", "example", "not-encoded", "open",
)  # fmt: skip


#: Headings of chapters by section, and reasons by their words in the chapter, in four languages.
_HEADINGS, _REASONS = "headings.toml", "reasons.toml"


class Clause:
    """One clause of a work.

    ``text`` is by script (zh-Hant, zh-Hans), ``translations`` by language (ko, en), ``notes`` by language.
    ``status`` is one of :data:`STATUSES`; ``reason`` says why it is not encoded. ``heading`` and ``reason``
    are as the chapter has them, ``headings`` and ``reasons`` by language. ``apparatus`` are its emendations, ``contradictions`` the ids of the contradictions it takes part in.
    """

    __slots__ = (
        "apparatus", "chapter", "contradictions", "heading", "headings", "id", "notes", "reason",
        "reasons", "status", "text", "translations", "work",
    )  # fmt: skip

    id: str
    work: str
    chapter: str
    heading: str
    headings: dict[str, str]
    text: dict[str, str]
    translations: dict[str, str]
    notes: dict[str, str]
    status: str
    reason: str
    reasons: dict[str, str]
    apparatus: list[dict[str, Any]]
    contradictions: list[str]

    def __init__(self, row: Mapping[str, Any]) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, row[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a clause is frozen")

    def __repr__(self) -> str:
        return f"<Clause {self.id} {self.text['zh-Hant']}>"

    def to_dict(self) -> dict[str, Any]:
        """The clause as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


class Work:
    """A work of the edition: its clauses by id in the order of the book."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.id: str = data["work"]
        self._contradictions: bytes = data["contradictions"]
        self._rows: dict[str, bytes] = data["clauses"]

    @property
    def contradictions(self) -> list[dict[str, Any]]:
        """The contradictions of the work, with how each was resolved."""
        found: list[dict[str, Any]] = marshal.loads(self._contradictions)
        return found

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, clause: object) -> bool:
        return clause in self._rows

    def __iter__(self) -> Iterator[Clause]:
        return (Clause(marshal.loads(row)) for row in self._rows.values())

    def __getitem__(self, clause: str) -> Clause:
        """The clause of that id; the work's name may be left out.

        Raises:
            InputError: there is none; the hint names the nearest.
        """
        row = self._rows.get(clause) or self._rows.get(f"{self.id}:{clause}")
        if row is None:
            import difflib

            near = difflib.get_close_matches(clause[:60], list(self._rows), n=3)
            raise InputError(
                f"There is no clause {clause[:60]!r} in {self.id}.",
                hint=f"Nearest: {', '.join(near)}." if near else "",
                code="unknown_clause",
            )
        return Clause(marshal.loads(row))

    def search(self, wanted: str) -> list[Clause]:
        """Clauses that hold every word of ``wanted`` in one of their texts, in any language."""
        if not wanted.strip():
            return []
        return [
            clause
            for clause in self
            if in_any(
                (*clause.text.values(), *clause.translations.values(), *clause.notes.values()),
                wanted,
            )
        ]


@lru_cache(maxsize=8)
def work(name: str) -> Work:
    """A work by its id.

    Raises:
        InputError: there is no such work.
    """
    return Work(_compiled(name))


def work_files(name: str) -> list[Path]:
    """Everything the edition of a work is made from."""
    folder = work_folder(name)
    parts = [
        path
        for kind in ("scripts", "translations", "notes", "apparatus")
        for path in files_below(folder / kind, ".json")
    ]
    words = [folder / words for words in (_HEADINGS, _REASONS) if (folder / words).is_file()]
    return [*chapter_files(name), *parts, *words]


def _compiled(name: str) -> dict[str, Any]:
    """The work by name, its contradictions packed, its clauses packed by id."""
    key = fingerprint([*work_files(name), Path(__file__), Path(__file__).with_name("chapters.py")])
    kept = load_compiled(f"{name}.edition", key)
    if isinstance(kept, dict):
        return kept
    data = _read(name)
    packed = {
        "work": name,
        "contradictions": marshal.dumps(data["contradictions"]),
        "clauses": {clause: marshal.dumps(row) for clause, row in data["clauses"].items()},
    }
    save_compiled(f"{name}.edition", key, packed)
    return packed


def _read(name: str) -> dict[str, Any]:
    from liuren.edition.works import read_chapters

    folder = work_folder(name)
    simplified = _texts(folder / "scripts" / "zh-Hans.json")
    translations = {
        language: _texts(folder / "translations" / language) for language in ("ko", "en")
    }
    notes = {language: _texts(folder / "notes" / language) for language in LANGUAGES}
    headings = _toml(folder / _HEADINGS)
    reasons = {row["zh-Hant"]: row for row in _toml(folder / _REASONS).get("reason", ())}
    emendations = _lists(folder / "apparatus", "emendations")
    contradictions = _lists(folder / "apparatus", "contradictions")
    clauses: dict[str, dict[str, Any]] = {}
    for chapter in read_chapters(name):
        kinds: dict[str, list[Any]] = {}
        for fence in chapter.fences:
            for clause in fence.clauses:
                kinds.setdefault(clause, []).append(fence)
        for quote in chapter.quotes:
            status, reason = _status(kinds.get(quote.id, []))
            clauses[quote.id] = {
                "id": quote.id,
                "work": name,
                "chapter": chapter.section,
                "heading": chapter.heading,
                "headings": _in_languages(chapter.heading, headings.get(chapter.section)),
                "text": {"zh-Hant": quote.text, "zh-Hans": simplified.get(quote.id, quote.text)},
                "translations": _by_language(translations, quote.id),
                "notes": _by_language(notes, quote.id),
                "status": status,
                "reason": reason,
                "reasons": _in_languages(reason, reasons.get(reason)) if reason else {},
                "apparatus": [row for row in emendations if row.get("clause") == quote.id],
                "contradictions": [
                    row["id"] for row in contradictions if quote.id in row.get("clauses", ())
                ],
            }
    return {"work": name, "clauses": clauses, "contradictions": contradictions}


def _status(fences: list[Any]) -> tuple[str, str]:
    kinds = [fence.kind for fence in fences]
    for status in STATUSES:
        if status in kinds:
            reasons = [fence.body.strip() for fence in fences if fence.kind == "not-encoded"]
            return status, reasons[0] if status == "not-encoded" and reasons else ""
    return "open", ""


def _by_language(texts: Mapping[str, Mapping[str, str]], clause: str) -> dict[str, str]:
    return {language: known[clause] for language, known in texts.items() if clause in known}


def _in_languages(text: str, row: Mapping[str, str] | None) -> dict[str, str]:
    """A heading or a reason in four languages; as it stands where a book has no other."""
    known = row or {}
    return {language: known.get(language, known.get("en", text)) for language in LANGUAGES}


def _toml(path: Path) -> dict[str, Any]:
    return read_toml(path) if path.is_file() else {}


def _texts(path: Path) -> dict[str, str]:
    """Clause id → text, from one JSON file or all files of a folder."""
    import json

    paths = sorted(path.glob("*.json")) if path.is_dir() else [path] if path.is_file() else []
    found: dict[str, str] = {}
    for one in paths:
        found.update(json.loads(one.read_text(encoding="utf-8")))
    return found


def _lists(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The entries of every ``…kind.json`` of a folder."""
    import json

    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob(f"*{kind}.json")):
        found.extend(json.loads(path.read_text(encoding="utf-8")))
    return found
