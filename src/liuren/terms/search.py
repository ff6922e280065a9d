"""Whether a text contains what somebody looks for, in whatever script or width it is written.

Texts are compared without case and width, and with both Chinese scripts as one (``vocabulary/spellings.toml``).
A word that is the name of a general, spirit, lesson form or pillar stands for that name in every
language: 贵人 finds 貴人 and 귀인. Search of clauses and of the casebook go this one way.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from liuren.terms import branches, pillars, stems
from liuren.terms.datafiles import read_toml
from liuren.terms.parse import other_names
from liuren.terms.resources import data_path


def plain(text: str) -> str:
    """The text without case and width: NFKC, no case, runs of space as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded(text: str) -> str:
    """The plain text with both Chinese scripts as one."""
    return plain(text).translate(_scripts())


def contains(text: str, wanted: str) -> bool:
    """Whether every word of ``wanted`` occurs in ``text``, each in one of its spellings."""
    return in_any((text,), wanted)


def in_any(texts: Iterable[str], wanted: str) -> bool:
    """Whether one of the texts contains every word of ``wanted``."""
    words = _spelled(wanted)
    return any(_holds(folded(text), words) for text in texts)


@lru_cache(maxsize=64)
def _spelled(wanted: str) -> tuple[tuple[str, ...], ...]:
    return tuple(spellings(word) for word in plain(wanted).split())


def _holds(text: str, words: tuple[tuple[str, ...], ...]) -> bool:
    return all(any(one in text for one in spelled) for spelled in words)


def spellings(word: str) -> tuple[str, ...]:
    """The word, folded, and the same name in other languages."""
    own = folded(word)
    return (own, *(name for name in _names().get(own, ()) if name != own))


@cache
def writings(character: str) -> tuple[str, ...]:
    """Every character that is folded to this one, itself included."""
    return (character, *(chr(one) for one, other in _scripts().items() if chr(other) == character))


@cache
def _scripts() -> dict[int, int]:
    table = read_toml(data_path("vocabulary") / "spellings.toml")
    pairs = zip(table["traditional"], table["simplified"], strict=True)
    return {ord(traditional): ord(simplified) for traditional, simplified in pairs}


@cache
def _names() -> dict[str, tuple[str, ...]]:
    """Every name, folded, with all names of the same thing."""
    found: dict[str, dict[str, None]] = {}
    for group in _groups():
        names = dict.fromkeys(folded(name) for name in group)
        for name in names:
            found.setdefault(name, {}).update(names)
    return {name: tuple(others) for name, others in found.items()}


def _groups() -> Iterator[list[str]]:
    terms = read_toml(data_path("vocabulary") / "terms.toml")
    for kind in ("general", "spirit"):
        for row in terms[kind].values():
            own = (row["zh-Hant"], row["zh-Hans"], *_read(row["ko"]))
            yield [*own, *other_names(kind, row["zh-Hant"])]
    for row in terms["form"].values():
        reading, characters = _read(row["ko"])
        if characters.endswith(
            "課"
        ):  # 중심과(重審課); others (자신, 적극) are everyday words in Korean
            yield [row["zh-Hant"], row["zh-Hans"], reading.removesuffix("과"), reading, characters]
    for pillar in pillars.NAMES:
        stem, branch = stems.NAMES.index(pillar[0]), branches.NAMES.index(pillar[1])
        yield [pillar, stems.HANGUL[stem] + branches.HANGUL[branch]]


def _read(label: str) -> tuple[str, str]:
    """Reading and characters of a Korean label: 귀인(貴人)."""
    reading, _, characters = label.partition("(")
    return reading, characters.rstrip(")")
