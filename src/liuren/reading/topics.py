"""Topics: what a reader asks of a chart, and which findings answer (``topics.toml``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from liuren.reading import vocabulary
from liuren.rules.facts import question_id
from liuren.terms.errors import InputError
from liuren.terms.labels import LANGUAGES
from liuren.terms.parse import parse_text


def parse_topic(text: str) -> str:
    """The topic meant by an id, by its label in any of the four languages, or by the word of the books (墓, 出門).

    Raises:
        InputError: there is no such topic; the hint lists them.
    """
    rows = vocabulary.topics()
    wanted = parse_text(text, "topic", "person").strip()
    for name, row in rows.items():
        if wanted.lower() == name or wanted in (row[lang] for lang in LANGUAGES):
            return name
    if (asked := question_id(wanted)) in rows:
        return str(asked)
    raise InputError(
        f"“{text[:40]}” is not a topic.",
        hint=f"{_nearest(wanted, rows)}Topics: {', '.join(rows)}.",
        code="unknown_topic",
    )


def default_topic(chart: Any) -> str:
    """The hidden thing for a 大六壬 chart, events for 金口訣; the chart's own question if it is a topic."""
    asked = getattr(chart, "topic", None)
    if asked:
        try:
            return parse_topic(asked)
        except InputError:
            pass  # a question in somebody's own words
    return "event" if hasattr(chart, "noble") else "object"


def on_topic(facet: str, labels: Mapping[str, str], topic: str) -> bool:
    """Whether a statement on ``facet`` (an attribute by its own id) answers ``topic``."""
    row = vocabulary.topics()[topic]
    if facet not in row["facets"]:
        return False
    words, label = row["words"], labels["zh-Hant"]
    if not words:
        return True
    return any(w in label for w in words) and not any(w in label for w in row.get("except", ()))


def _nearest(text: str, rows: Mapping[str, Any]) -> str:
    import difflib

    close = difflib.get_close_matches(text[:60].lower(), rows, n=1, cutoff=0.5)
    return f"Did you mean {close[0]}? " if close else ""
