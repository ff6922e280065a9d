"""What the linter looks at, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from liuren.edition.library import Work
from liuren.edition.library import work as edition_work
from liuren.edition.works import work_folder
from liuren.rules import vocabulary
from liuren.rules.rulebook import Rulebook, rulebook
from liuren.rules.source import Source, read_source
from liuren.terms.datafiles import read_toml

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")


@dataclass(frozen=True, slots=True)
class Complaint:
    """One finding of the linter: where, a stable code, what, and what to do."""

    place: str
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.code} {self.message}"


class Subject:
    """A work as the linter sees it."""

    def __init__(self, work: str, words: vocabulary.Vocabulary) -> None:
        self.work = work
        self.words = words
        self.source: Source = read_source(work, words=words)
        self.edition: Work = edition_work(work)
        self.book: Rulebook = rulebook(work)
        path = work_folder(work) / "accepted.toml"
        self.accepted: dict[str, dict[str, Any]] = read_toml(path) if path.exists() else {}

    @cached_property
    def tables(self) -> Any:
        """Truth tables of the clauses under the default convention."""
        from liuren.rules.tables import tables

        return tables(self.work)

    def place(self, clause: str) -> str:
        """file:line:column of the quote of a clause."""
        return self._places.get(clause, self.work)

    @cached_property
    def _places(self) -> dict[str, str]:
        return {
            quote.id: f"{chapter.file}:{quote.line}:1"
            for chapter in self.source.chapters
            for quote in chapter.quotes
        }
