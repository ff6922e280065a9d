"""Where the casebook is: the user's data folder, a path, or a URL."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from liuren.casebook.errors import UnreachableDatabaseError

FILE_NAME = "cases.sqlite"


def data_folder() -> Path:
    """The user's data folder of Liuren (``LIUREN_DATA`` overrides the system's custom)."""
    chosen = os.environ.get("LIUREN_DATA")
    if chosen:
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "liuren"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "liuren"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "liuren"


def default_url() -> str:
    """``LIUREN_DATABASE``, or the SQLite file in the user's data folder."""
    return os.environ.get("LIUREN_DATABASE") or f"sqlite:///{data_folder() / FILE_NAME}"


def database_location(given: str | os.PathLike[str] | None) -> Path | str:
    """The path of an SQLite file, or the URL of a PostgreSQL database, from a URL, a path or nothing.

    Raises ``UnreachableDatabaseError`` for a kind of database that is not supported.
    """
    text = os.fspath(given) if given else default_url()
    scheme, sign, rest = text.partition("://")
    if not sign:
        return _file(text)
    kind = scheme.split("+")[0].lower()
    if kind in ("postgresql", "postgres"):
        return f"postgresql+psycopg://{rest}"
    if kind != "sqlite":
        raise UnreachableDatabaseError(
            f"A database of the kind {scheme[:40]!r} is not supported.",
            hint="Use a file path, sqlite:///PATH or postgresql://USER@HOST/NAME.",
        )
    if rest.strip("/") in ("", ":memory:"):
        raise UnreachableDatabaseError(
            f"{text} names no file; a casebook has to outlive the program.",
            hint="sqlite:////home/me/cases.sqlite",
        )
    return _file(rest.removeprefix("/"))


def _file(text: str) -> Path:
    """The path that a text names, refused where no file could have that name."""
    try:
        path = Path(text).expanduser().absolute()
        path.exists()
    except (OSError, ValueError, RuntimeError) as error:
        raise UnreachableDatabaseError(
            f"{text[:80]} cannot be read: {getattr(error, 'strerror', None) or error}.",
            hint="Check the path and its permissions.",
        ) from None
    return path
