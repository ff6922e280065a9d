"""Columns of a terminal: how wide a text is, how it is padded, and where a line of it may be broken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import east_asian_width

_OPENING = "（「『“‘《〈〔【"
_CLOSING = "，。、；：？！）」』”’》〉〕】…"
#: A Chinese character with the punctuation that may not leave it, or a word between spaces.
_PIECES = re.compile(
    rf"\s+|[{_OPENING}]*(?:[\u3400-\u9fff]|[^\s\u3400-\u9fff{_OPENING}{_CLOSING}]+)[{_CLOSING}]*"
    rf"|[{_OPENING}{_CLOSING}]+"
)


def width(text: str) -> int:
    """Terminal columns: a Chinese character or a syllable of Hangul takes two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, columns: int) -> str:
    """The text with spaces up to so many columns."""
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """The text in exactly so many columns, with … where some of it was left out."""
    if width(text) <= columns:
        return padded(text, columns)
    kept = ""
    for character in text:
        if width(kept) + width(character) > columns - 1:
            break
        kept += character
    return padded(kept + "…", columns)


def wrapped(text: str, columns: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces and between Chinese characters."""
    lines = [""]
    for piece in _pieces(text):
        line = lines[-1]
        if not piece.strip():
            lines[-1] = line + " " if line else line
        elif line and width(line) + width(piece) > columns:
            lines[-1] = line.rstrip()
            lines.append(piece)
        else:
            lines[-1] = line + piece
    return [line.rstrip() for line in lines]


def _pieces(text: str) -> Iterator[str]:
    return (match[0] for match in _PIECES.finditer(text))
