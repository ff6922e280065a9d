"""Cells of reports as text in four languages; the data themselves are ids and canonical characters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from liuren.terms.labels import LANGUAGES, term


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


def cell(kind: str, value: Any, language: str) -> str:
    """A cell of a report as text."""
    if value is None:
        return ""
    match kind:
        case "number":
            return f"{value:,}"
        case "share":
            return _share(value)
        case "bits" | "decimal":
            return f"{value:.2f}"
        case "words":
            return in_language(value, language)
        case "facet":
            from liuren.atlas.reports.facets import facet_words

            return facet_words(value)[language]
        case "value":
            return in_language(value_words(value), language)
        case "options":
            from liuren.atlas.reports.dead import option_words

            return _listed((in_language(option_words(v), language) for v in value), language)
        case "general":
            return term("general", value, language)
        case "term":
            return term("solar_term", value, language)
        case "clauses" | "branches":
            return " ".join(value)
    return str(value)


def _share(value: float) -> str:
    if 0 < value < 0.001:
        return f"1/{round(1 / value):,}"
    return f"{value:.1%}"


def _listed(texts: Any, language: str) -> str:
    return ("; " if language in ("en", "ko") else "；").join(texts)
