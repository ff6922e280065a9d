"""Words of this room in four languages: sentences and headings (``vocabulary/atlas.toml``), names of what is counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from liuren.reading import vocabulary
from liuren.terms.convention import option_texts
from liuren.terms.datafiles import read_toml
from liuren.terms.labels import LANGUAGES
from liuren.terms.resources import data_path


def word(key: str, language: str) -> str:
    """One sentence or heading."""
    found: str = words(key)[language]
    return found


def words(key: str) -> Mapping[str, str]:
    """One sentence or heading in four languages."""
    found: Mapping[str, str] = read_toml(data_path("vocabulary") / "atlas.toml")[key]
    return found


@cache
def _concepts() -> Mapping[str, Mapping[str, str]]:
    from liuren.edition.works import works
    from liuren.rules.rulebook import book

    return {name: labels for work in works() for name, (_, labels) in book(work).concepts.items()}


def value_words(name: str) -> dict[str, str]:
    """The label of a value ``facet=concept`` in four languages."""
    _, _, concept = name.partition("=")
    labels = _concepts().get(concept, {})
    return {tongue: labels.get(tongue, concept) for tongue in LANGUAGES}


def in_language(words: Mapping[str, str], language: str) -> str:
    """The text of one language; texts that need none stand under the empty name."""
    return words.get(language) or words.get("") or words.get("zh-Hant", "")


def clause_words(work: str, clause: str) -> dict[str, str]:
    """The text of a clause in both scripts, and its translations."""
    from liuren.edition.library import work as edition_work

    found = edition_work(work)[clause]
    return {**found.text, **found.translations}


def option_words(option: str) -> dict[str, str]:
    """``A07=earth`` with the label of the option, in four languages."""
    key, _, value = option.partition("=")
    labels: Any = option_texts()[key].get("label", {})
    return {tongue: f"{labels.get(tongue, key)} ({key}={value})" for tongue in labels} or {
        "": option
    }


def facet_words(facet: str) -> dict[str, str]:
    """The label of a facet in four languages."""
    row = vocabulary.facets()[facet]
    return {tongue: row[tongue] for tongue in LANGUAGES}
