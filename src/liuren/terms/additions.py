"""What added books lay over the vocabulary: files of the same name, and languages.

A file ``vocabulary/terms.toml`` of an added book is laid over ours, table by table; it may hold nothing but a
new language. Where that language has no word, the English one stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from liuren.terms.resources import added_books, data_path


def with_additions(
    tables: dict[str, Any], over: Sequence[Mapping[str, Any]], languages: Sequence[str]
) -> dict[str, Any]:
    """The tables of a file with those of files of its name laid over them, in every language."""
    for other in over:
        tables = laid_over(tables, other)
    return completed(tables, languages) if languages else tables


def files_over(path: Path) -> list[Path]:
    """The files of added books that are laid over a file of our vocabulary."""
    shipped = data_path("vocabulary")
    if not path.is_relative_to(shipped):
        return []
    places = [book / "vocabulary" / path.relative_to(shipped) for book in added_books()]
    return [place for place in places if place.is_file() and place != path]


def laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """``below`` with the values of ``above``; tables are laid over tables."""
    merged = dict(below)
    for key, value in above.items():
        known = merged.get(key)
        both = isinstance(known, Mapping) and isinstance(value, Mapping)
        merged[key] = laid_over(known, value) if both else value  # type: ignore[arg-type]
    return merged


def completed(value: Any, languages: Sequence[str]) -> Any:
    """The same data; wherever there is English and Korean, every language of ``languages`` too."""
    if isinstance(value, list):
        return [completed(item, languages) for item in value]
    if not isinstance(value, Mapping):
        return value
    made = {key: completed(item, languages) for key, item in value.items()}
    if "en" in made and "ko" in made:
        for language in languages:
            made.setdefault(language, made["en"])
    return made
