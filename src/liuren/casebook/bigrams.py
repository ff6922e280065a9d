"""Words for searching text without spaces.

Chinese has two-character words and no spaces, Korean glues particles to words, so an index of words or
of trigrams misses both. Here a text is indexed by its single characters and its pairs of neighbours, and
a query asks for all of its pairs, in either script; the few false positives are removed by looking at the
text itself (``liuren.terms.search.contains``).
"""

from __future__ import annotations

from itertools import product

from liuren.terms.search import plain, spellings, writings

#: Pairs of a word that the index is asked for; more would only make the question longer.
_MOST = 24

Gram = tuple[str, ...]


def grams(text: str) -> set[str]:
    """Single characters and pairs of neighbours of the plain text; pairs across a space are left out."""
    found: set[str] = set()
    for word in plain(text).split():
        found.update(word)
        found.update(_pairs(word))
    return found


def query_grams(text: str) -> list[list[list[Gram]]]:
    """What a text must contain for ``text`` to occur in it.

    For every word its spellings, for every spelling its pairs (a word of one character is its own),
    for every pair the ways to write it, of which one must be there.
    """
    return [[_written(spelling) for spelling in spellings(word)] for word in plain(text).split()]


def _pairs(word: str) -> list[str]:
    return [word[place : place + 2] for place in range(len(word) - 1)]


def _written(word: str) -> list[Gram]:
    pairs = list(dict.fromkeys(_pairs(word)))[:_MOST] if len(word) > 1 else [word]
    return [
        tuple("".join(one) for one in product(*(writings(character) for character in pair)))
        for pair in pairs
    ]
