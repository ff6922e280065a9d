"""Files that commands read and write, UTF-8, and what is said when they cannot be."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def write_text(path: str, text: str) -> None:
    """Write a file whole; a casebook is never written over.

    Raises:
        InputError: it cannot be written.
    """
    from liuren.terms.errors import InputError

    if beginning(path).startswith(b"SQLite format 3"):
        raise InputError(
            f"{path[:80]} is a database; it was not touched.",
            hint="Name another file.",
            code="file_exists",
        )
    try:
        Path(path).write_bytes(text.encode("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{path[:80]} cannot be written: {_why(error)}.",
            hint="Name a file in a folder of yours.",
            code="cannot_write",
        ) from None


def read_text(path: str) -> str:
    """The text of a file (``-``: standard input).

    Raises:
        ImportFileError: it cannot be read, or is not UTF-8.
    """
    from liuren.casebook.errors import ImportFileError

    try:
        content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ImportFileError(
            f"{path[:80]} is not UTF-8 (byte {error.start}).",
            hint="Save it as UTF-8 and try again.",
        ) from None
    except (OSError, ValueError, AttributeError) as error:  # no standard input: None has no buffer
        raise ImportFileError(f"{path[:80]} cannot be read: {_why(error)}.") from None


def json_file(path: str) -> Any:
    """What a file of JSON holds (``-``: standard input).

    Raises:
        ImportFileError: it cannot be read, or is not JSON.
    """
    from liuren.casebook.errors import not_json

    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise not_json(path, error) from None


def beginning(path: str) -> bytes:
    """The first bytes of a file, b"" if there is none that can be read."""
    try:
        with open(path, "rb") as file:
            return file.read(1000)
    except (OSError, ValueError):
        return b""


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
