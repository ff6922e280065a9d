"""English sentences of errors and hints in the other languages, from ``vocabulary/sentences.toml``.

Errors are raised with English sentences. A sentence of the file with ``{0}``, ``{1}`` … matches every
text that differs from it only there, and what stands there is put into the translation. Only printers
of errors use this.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from liuren.terms.datafiles import read_toml
from liuren.terms.particles import particles_chosen
from liuren.terms.resources import data_path

#: Longer texts are not searched.
_LONGEST: Final = 2000
_END: Final = re.compile(r"(?<=[.?!]) (?=\S)")


def translated(text: str, language: str) -> str | None:
    """``text`` in zh-Hant, zh-Hans or ko: as a whole, or else sentence by sentence.

    None if a sentence is not in the file.
    """
    if not text:
        return ""
    if len(text) > _LONGEST:
        return None
    whole = _one(text, language)
    if whole is not None:
        return whole
    parts = [_one(part, language) for part in _END.split(text)]
    if len(parts) < 2 or None in parts:
        return None
    return ("" if language.startswith("zh") else " ").join(
        part for part in parts if part is not None
    )


def _one(text: str, language: str) -> str | None:
    for head, pattern, row in _sentences():
        if text.startswith(head):
            match = re.fullmatch(pattern, text, re.DOTALL)
            if match is not None:
                return _filled(row[language], _facts(match), language)
    return None


#: How each language quotes.
_QUOTES: Final = {"zh-Hant": ("「", "」"), "zh-Hans": ("“", "”"), "ko": ("‘", "’")}
_QUOTED: Final = re.compile(r"(['\"“])(.*)(['\"”])", re.DOTALL)


def _filled(template: str, facts: list[str], language: str) -> str:
    """The sentence with its facts, their quotation marks, lists and particles as the language has them."""
    shown = [_fact(fact, place, template, language) for place, fact in enumerate(facts)]
    if language.startswith("zh"):  # a quotation stands without spaces
        for place, fact in enumerate(shown):
            if fact.startswith(_QUOTES[language][0]):
                template = re.sub(rf" ?(\{{{place}\}}) ?", r"\1", template)
    said = template.format(*shown)
    return particles_chosen(said) if language == "ko" else said


def _fact(fact: str, place: int, template: str, language: str) -> str:
    opening, closing = _QUOTES.get(language, ("“", "”"))
    quoted = _QUOTED.fullmatch(fact)
    if quoted:
        return f"{opening}{quoted[2]}{closing}"
    if f"{opening}{{{place}}}" in template:  # what was typed stays as it was typed
        return fact
    word = _words().get(fact)
    if word is not None:
        return word[language]
    is_list = language.startswith("zh") and "{" not in fact  # of words, not of what JSON holds
    return fact.replace(", ", "、") if is_list else fact


def _file() -> dict[str, Any]:
    return read_toml(data_path("vocabulary") / "sentences.toml")


def _facts(match: re.Match[str]) -> list[str]:
    return [match[name] for name in sorted(match.groupdict())]


@cache
def _sentences() -> tuple[tuple[str, str, dict[str, str]], ...]:
    """Beginning, pattern and translations of every sentence; those with most words of their own first."""
    rows = sorted(_file()["sentence"], key=lambda row: -len(_PLACE.sub("", row["en"])))
    return tuple((row["en"].split("{", 1)[0], _pattern(row["en"]), row) for row in rows)


@cache
def _words() -> dict[str, dict[str, str]]:
    """English words that stand in a place of a sentence → in the other languages."""
    words: dict[str, dict[str, str]] = _file()["word"]
    return words


_PLACE: Final = re.compile(r"\{(\d)\}")


def _pattern(sentence: str) -> str:
    """The sentence as a pattern; a place that stands twice must be the same text twice."""
    seen: set[str] = set()
    pattern = ""
    for position, part in enumerate(_PLACE.split(sentence)):
        if position % 2 == 0:
            pattern += re.escape(part)
        elif part in seen:
            pattern += f"(?P=f{part})"
        else:
            seen.add(part)
            pattern += f"(?P<f{part}>.*?)"
    return pattern
