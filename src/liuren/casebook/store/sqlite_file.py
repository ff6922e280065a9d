"""A casebook as an SQLite file: made whole or not at all, and looked at before it is opened.

A file that is not ours, is damaged or is newer than this program is refused without a byte of it
being changed: the header is read as plain bytes first, then SQLite checks it read-only.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path

from liuren.casebook.errors import (
    DamagedDatabaseError,
    ForeignDatabaseError,
    UnreachableDatabaseError,
)

APPLICATION_ID = 0x4C69_7552  # "LiuR"
_MAGIC = b"SQLite format 3\x00"
_HEADER = 100
# Larger files are not read through at every start; damage then shows when the page is read.
_CHECKED_AT_START = 64 * 1024 * 1024


def check_file(path: Path) -> None:
    """Refuse a file that is not a sound casebook.

    Raises ``ForeignDatabaseError`` or ``DamagedDatabaseError``; the file is left as it is.
    """
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise UnreachableDatabaseError(
            f"{path} cannot be read: {error.strerror}.", hint="Check the path and its permissions."
        ) from None
    if not header.startswith(_MAGIC) or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise ForeignDatabaseError(
            f"{path} is not a Liuren casebook; it was left untouched.",
            hint="Name another file with --database, or move this one away.",
        )
    page = int.from_bytes(header[16:18], "big")
    if page == 1:
        page = 65536
    if len(header) < _HEADER or page < 512 or size % page:
        raise damaged(path, f"its length, {size} bytes, is not a whole number of pages")
    if size <= _CHECKED_AT_START:
        _check_pages(path)


def damaged(path: Path | str, why: str) -> DamagedDatabaseError:
    return DamagedDatabaseError(
        f"The casebook {path} is damaged: {why}. It was left untouched.",
        hint="Restore a copy, or import the last export into a new casebook.",
    )


def _check_pages(path: Path) -> None:
    wal = path.with_name(path.name + "-wal")
    if not wal.exists() and _quick_check(path, "mode=ro&immutable=1") == "ok":
        return
    # With a log beside it, or after a bad answer that a writer at work may have caused: look again
    # under SQLite's own locks.
    answer = _quick_check(path, "mode=ro")
    if answer != "ok":
        raise damaged(path, answer)


def _quick_check(path: Path, mode: str) -> str:
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=30)
        try:
            answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return str(error)
    return (
        "ok" if answer == "ok" else " ".join(answer.replace("*** in database main ***", "").split())
    )


def create_file(path: Path, fill: Callable[[Path], None]) -> None:
    """Make the file at ``path``, unless another process is quicker.

    ``fill`` builds the database under a temporary name; the finished file then gets its name in one step, so
    a half-made casebook never exists under it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The name keeps the file out of the way of lists and tells what it is if we are killed.
        draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.new")
        try:
            fill(draft)
            _name_once(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except OSError as error:
        raise UnreachableDatabaseError(
            f"No casebook can be made at {path}: {error.strerror}.",
            hint="Name a file in a folder you may write to with --database.",
        ) from None


def _name_once(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:
        # A file system without hard links; rename replaces, so look first.
        if not path.exists():
            draft.rename(path)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
