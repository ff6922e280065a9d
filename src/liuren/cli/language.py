"""The language of the terminal, and the option that chooses another."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from liuren.terms.errors import InputError
from liuren.terms.labels import parse_language

Command = TypeVar("Command", bound=Callable[..., Any])


def default_language() -> str:
    """--lang where it was given, else LIUREN_LANG, else the locale of the terminal, else English."""
    chosen = _chosen_language()
    if chosen:
        return chosen
    for name in ("LIUREN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            try:
                return parse_language(value)
            except InputError:
                continue
    return "en"


def _chosen_language() -> str | None:
    """The language of the command that is running, so that its errors are in it too."""
    import sys

    words = sys.argv
    for position, word in enumerate(words):
        value = word[7:] if word.startswith("--lang=") else None
        if word == "--lang" and position + 1 < len(words):
            value = words[position + 1]
        if value:
            try:
                return parse_language(value)
            except InputError:
                return None
    return None


def _read(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    return default_language() if value is None else parse_language(value)


def language_option(command: Command) -> Command:
    """Add ``--lang``."""
    return click.option(
        "--lang", "language", callback=_read, metavar="zh-Hant|zh-Hans|ko|en", help="Language."
    )(command)


def json_option(command: Command) -> Command:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print data instead of text.")(
        command
    )


def echo_json(data: Any) -> None:
    """Print JSON in UTF-8, or with escapes where standard output is in another encoding."""
    import json
    import sys

    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    click.echo(json.dumps(data, ensure_ascii=plain, indent=1))
