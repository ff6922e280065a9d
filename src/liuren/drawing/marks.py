"""What the text of a chart is set with: spaces, marks, the names of the positions."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

WIDE_SPACE = "\u3000"
VOID_MARK = "○"

#: The four positions, and the keys of their names.
PLACES = {
    "stem": "chart.stem",
    "noble": "chart.noble",
    "general": "chart.general_spirit",
    "seat": "chart.seat",
}


def is_chinese(language: str) -> bool:
    """Whether a language is written without spaces, in the punctuation of Chinese."""
    return language.startswith("zh")
