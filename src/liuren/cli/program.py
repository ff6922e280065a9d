"""How a command line is run, and what happens when something goes wrong."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any

from liuren.cli.commands import COMMANDS
from liuren.cli.language import language_of
from liuren.terms.errors import LiurenError
from liuren.terms.labels import message


def _prepare_streams() -> None:
    """A character that the terminal's encoding lacks must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def report_error(error: LiurenError, language: str) -> None:
    """Print an error the way every command does: what was read and expected, then the hint."""
    try:
        said, hint = error.localized(language)
    except Exception:  # the words themselves cannot be read
        said, hint = error.message, error.hint
    said, hint = _as_options(said), _as_options(hint)
    colon = message("colon", language)
    _complain(f"{message('error.prefix', language)}{colon}{said}")
    if hint:
        _complain(f"{message('error.try', language)}{colon}{hint}")


def _as_options(text: str) -> str:
    """Arguments of functions as the options that they are here: ``seat=酉`` as ``--seat 酉``."""
    if "=" not in text:
        return text
    import re

    from liuren.cli import jinkoujue, shefu

    options = (*shefu.OPTIONS, *jinkoujue.OPTIONS)
    known = {option.argument: option.flag for option in options if option.kind != "switch"}
    known["moment"] = "--at"  # a function takes a moment, the command line the words for one

    def option(match: re.Match[str]) -> str:
        name, value = match.groups()
        if name not in known:
            return match[0]
        return known[name] + (f" {value}" if value else "")

    return re.sub(r"(?<![\w“「‘'\"/:-])([a-z_]+)=((?:[^\W가-힣]|[./:+-])*(?<![.:,]))", option, text)


def _complain(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def run(arguments: list[str]) -> int:
    """Run the program; no traceback reaches a user."""
    _prepare_streams()
    words = [_decoded(word) for word in arguments]
    try:
        _check(words)
        status = _invoke(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except LiurenError as error:
        report_error(error, language_of(words))
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO) or error.filename:
            return _fault(error, language_of(words))
        _drop_output()
        refused = LiurenError(f"The output cannot be written: {error.strerror}.")
        report_error(refused, language_of(words))
        return 2
    except ModuleNotFoundError as error:
        from liuren.cli.extras import extra_missing

        missing = extra_missing(error)
        if missing is None:
            return _fault(error, language_of(words))
        report_error(missing, language_of(words))
        return 2
    except Exception as error:
        return _fault(error, language_of(words))
    return status


def _invoke(words: list[str]) -> int:
    """Run a plain command line at once, and any other through click."""
    name = words[0] if words else ""
    if name in COMMANDS and "_LIUREN_COMPLETE" not in os.environ:
        module = import_module(COMMANDS[name][0])
        if hasattr(module, "OPTIONS"):
            from liuren.cli.quick import read

            given = read(module.OPTIONS, getattr(module, "ARGUMENT", None), words[1:])
            if given is not None:
                getattr(module, name)(**given)
                return 0
    from liuren.cli.group import invoke

    return invoke(words)


def _decoded(word: str) -> str:
    """A word in UTF-8 although the locale has another encoding, as Python could not know."""
    if word.isascii() or word.isprintable():
        return word
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def _check(words: list[str]) -> None:
    """Refuse what is no text: half a character, or the character that ends texts in other programs."""
    for word in words:
        if "\0" in word or not _is_text(word):
            from liuren.terms.errors import InputError
            from liuren.terms.parse import excerpt

            raise InputError(
                f"“{excerpt(word)}” is not text in UTF-8.",
                hint="Type it anew; it usually comes from a broken copy.",
                code="not_text",
            )


def _is_text(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _fault(error: Exception, language: str) -> int:
    if os.environ.get("LIUREN_DEBUG"):
        raise error
    kind, text = type(error).__name__, str(error)[:200]
    try:
        _complain(message("error.fault", language, kind=kind, text=text))
    except Exception:  # the words themselves cannot be read
        _complain(f"Liuren failed unexpectedly ({kind}: {text}).")
    return 1


def _drop_output() -> None:
    """The reader of our output has gone: send the rest nowhere, so that closing it fails no more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
