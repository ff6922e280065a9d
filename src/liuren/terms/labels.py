"""Words of the field and of the program in four languages, from ``vocabulary/``.

Only printers use these: data always carries ids or the canonical characters.
"""

from __future__ import annotations

from functools import cache

from liuren.terms.datafiles import added_languages, read_toml
from liuren.terms.errors import InputError
from liuren.terms.resources import data_path

#: The four of the house, and those of added books (``vocabulary/languages.toml``).
LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en", *added_languages())

# What people and browsers write for the four languages.
_LANGUAGE_ALIASES = {
    "zh": "zh-Hans",
    "zh-cn": "zh-Hans",
    "zh-sg": "zh-Hans",
    "zh-hans": "zh-Hans",
    "zh-tw": "zh-Hant",
    "zh-hk": "zh-Hant",
    "zh-mo": "zh-Hant",
    "zh-hant": "zh-Hant",
    "cn": "zh-Hans",
    "tw": "zh-Hant",
    "ko": "ko",
    "ko-kr": "ko",
    "kr": "ko",
    "en": "en",
    "en-us": "en",
    "en-gb": "en",
}


def parse_language(text: str) -> str:
    """The language id meant by ``text``.

    Raises:
        InputError: none of the four.
    """
    if text in LANGUAGES:
        return text
    tag = text.strip().lower().replace("_", "-").split(".")[0]
    found = _LANGUAGE_ALIASES.get(tag)
    if found is None and tag.startswith("zh-hant"):
        found = "zh-Hant"
    elif found is None:
        found = _LANGUAGE_ALIASES.get(tag.split("-")[0])
    if found is None:
        raise InputError(
            f"Language {text[:40]!r} is not one of {', '.join(LANGUAGES)}.",
            hint="Use zh-Hant, zh-Hans, ko or en.",
            code="unknown_language",
        )
    return found


@cache
def _terms() -> dict[str, dict[str, dict[str, str]]]:
    return read_toml(data_path("vocabulary") / "terms.toml")


@cache
def _messages(file: str) -> dict[str, dict[str, str]]:
    return read_toml(data_path("vocabulary") / f"{file}.toml")


def term(kind: str, name: str, language: str) -> str:
    """The label of a term: ``term("general", "貴人", "ko")`` is 귀인(貴人). Unknown names stay as they are."""
    row = _terms().get(kind, {}).get(name)
    return row[language] if row else name


def has_message(key: str) -> bool:
    """Whether the program has words for a key."""
    return key in _messages("web" if key.startswith("web.") else "interface")


def message(key: str, language: str, **values: object) -> str:
    """A sentence or heading of the program, with ``{name}`` places filled in."""
    file = "web" if key.startswith("web.") else "interface"
    text = _messages(file)[key][language]
    return text.format(**values) if values else text
