"""Errors of rule files, with file, line and column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from liuren.terms.errors import DataError


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file of an edition; lines and columns count from 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class RuleError(DataError):
    """A fence that cannot be read, typed or linked. ``place`` says where."""

    code = "bad_rule"

    def __init__(self, place: Place, message: str, *, hint: str = "") -> None:
        self.place = place
        self.bare = message
        super().__init__(f"{place}: {message}", hint=hint)


def nearest(word: str, candidates: Iterable[str]) -> str:
    """The candidate most like ``word``, or an empty string; characters in their place count most."""
    from difflib import SequenceMatcher

    best, found = 0.45, ""
    for candidate in candidates:
        if abs(len(candidate) - len(word)) > max(len(word), 2):
            continue
        placed = sum(a == b for a, b in zip(word, candidate, strict=False))
        score = SequenceMatcher(None, word, candidate).ratio() + 0.2 * placed / len(candidate)
        if score > best + 1e-9:
            best, found = score, candidate
    return found


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A hint that names the nearest candidate, or nothing."""
    found = nearest(word, candidates)
    return f"Did you mean {found}?" if found else ""
