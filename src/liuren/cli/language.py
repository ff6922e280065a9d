"""The language of the terminal, and JSON for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from liuren.terms.errors import InputError
from liuren.terms.labels import parse_language


def default_language() -> str:
    """LIUREN_LANG, else the locale of the terminal, else English."""
    for name in ("LIUREN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            try:
                return parse_language(value)
            except InputError:
                continue
    return "en"


def language_of(arguments: Sequence[str]) -> str:
    """The language of a command line, known before it is read, so that its errors are in it too."""
    for position, word in enumerate(arguments):
        value = word[7:] if word.startswith("--lang=") else None
        if word == "--lang" and position + 1 < len(arguments):
            value = arguments[position + 1]
        if value:
            try:
                return parse_language(value)
            except InputError:
                break
    return default_language()


def echo_json(data: Any) -> None:
    """Print JSON in UTF-8, or with escapes where standard output is in another encoding."""
    import json
    import sys

    encoding = getattr(sys.stdout, "encoding", None) or ""
    plain = encoding.lower().replace("-", "") != "utf8"
    print(json.dumps(data, ensure_ascii=plain, indent=1))


def brackets(words: str, language: str) -> str:
    """Words in brackets after others, with the brackets and the space of the language."""
    return f"（{words}）" if language.startswith("zh") else f" ({words})"
