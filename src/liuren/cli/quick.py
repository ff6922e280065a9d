"""Reading a well-formed command line without click, which takes longer to load than a chart to cast.

Whatever is not plainly right — ``--help``, an unknown option, a missing value, a word too many — is
left to click, so that there is one place that explains and refuses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from liuren.cli.language import default_language
from liuren.cli.options import Option
from liuren.terms.labels import parse_language


def read(
    options: Sequence[Option], argument: str | None, words: Sequence[str]
) -> dict[str, Any] | None:
    """The arguments of a command's function, or None if click has to look at the words.

    Raises:
        InputError: the language is unknown.
    """
    found = _defaults(options, argument)
    known = {flag: option for option in options for flag in option.flag.split("/")}
    given: set[str] = set()
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") and argument is not None and argument not in given:
            found[argument] = word
            given.add(argument)
            continue
        flag, sign, value = word.partition("=")
        option = known.get(flag)
        if option is None or not flag.startswith("--"):
            return None
        given.add(option.argument)
        if option.kind in ("flag", "switch"):
            if sign:
                return None
            found[option.argument] = flag == option.flag.split("/")[0]
            continue
        text = value if sign else next(rest, None)
        if text is None or (not sign and text.startswith("--")) or not _put(found, option, text):
            return None
    if any(option.required and option.argument not in given for option in options):
        return None
    return found


def _defaults(options: Sequence[Option], argument: str | None) -> dict[str, Any]:
    found: dict[str, Any] = {} if argument is None else {argument: None}
    empty = {"flag": False, "many": ()}
    for option in options:
        found[option.argument] = empty.get(option.kind, option.default)
        if option.kind == "language":
            found[option.argument] = default_language()
    return found


def _put(found: dict[str, Any], option: Option, text: str) -> bool:
    """Keep the value of an option; False if it is not of its kind."""
    value: Any = text
    if option.kind == "language":
        value = parse_language(text)
    elif option.kind == "many":
        value = (*found[option.argument], text)
    elif option.kind in ("number", "whole"):
        try:
            value = float(text) if option.kind == "number" else int(text)
        except ValueError:
            return False
        low, high = option.low, option.high
        if (low is not None and value < low) or (high is not None and value > high):
            return False
    found[option.argument] = value
    return True
