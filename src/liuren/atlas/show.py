"""Cells of reports as text in four languages; the data themselves are ids and canonical characters."""

from __future__ import annotations

from typing import Any

from liuren.atlas.words import facet_words, in_language, option_words, value_words
from liuren.terms.labels import term


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
            return facet_words(value)[language]
        case "value":
            return in_language(value_words(value), language)
        case "options":
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
