"""Words for searching text without spaces.

Chinese has two-character words and no spaces, Korean glues particles to words, so an index of words or
of trigrams misses both. Here a text is indexed by its single characters and its pairs of neighbours, and
a query asks for all of its pairs; the few false positives are removed by looking at the text itself.
"""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """The form in which texts are compared: NFKC, no case, runs of space as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def grams(text: str) -> set[str]:
    """Single characters and pairs of neighbours of the folded text; pairs across a space are left out."""
    found: set[str] = set()
    for word in fold(text).split():
        found.update(word)
        found.update(word[place : place + 2] for place in range(len(word) - 1))
    return found


def query_grams(text: str) -> set[str]:
    """What a text must contain for ``text`` to occur in it: pairs, and words of one character."""
    wanted: set[str] = set()
    for word in fold(text).split():
        if len(word) == 1:
            wanted.add(word)
        wanted.update(word[place : place + 2] for place in range(len(word) - 1))
    return wanted


def contains(text: str, query: str) -> bool:
    """Whether every word of ``query`` occurs in ``text``."""
    folded = fold(text)
    return all(word in folded for word in fold(query).split())
