"""Where the data folders are: beside the source in a checkout, inside the package in a wheel.

Somebody else's book, school or language is a folder of the same make — ``texts/``, ``vocabulary/``,
``conventions/``, whichever it needs — named in LIUREN_BOOKS (several are separated as in PATH). See
``docs/how-to/add-a-book.md``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_CHECKOUT = _PACKAGE.parent.parent


def data_path(folder: str) -> Path:
    """Path of ``texts``, ``vocabulary`` or ``conventions`` as shipped."""
    packaged = _PACKAGE / "_data" / folder
    return packaged if packaged.is_dir() else _CHECKOUT / folder


def checkout() -> Path | None:
    """The folder of the source, None where the program is installed as a package."""
    is_source = not (_PACKAGE / "_data").is_dir() and (_CHECKOUT / "pyproject.toml").is_file()
    return _CHECKOUT if is_source else None


@cache
def added_books() -> tuple[Path, ...]:
    """The folders named in LIUREN_BOOKS."""
    named = os.environ.get("LIUREN_BOOKS", "").split(os.pathsep)
    return tuple(Path(name).expanduser().resolve() for name in named if name)


def data_paths(folder: str) -> tuple[Path, ...]:
    """``data_path(folder)``, then the folder of that name in every added book."""
    return (data_path(folder), *(book / folder for book in added_books()))


def data_files(folder: str, pattern: str) -> list[Path]:
    """The files that match ``pattern`` in ``data_paths(folder)``; those of one folder in order of name."""
    parts = pattern.split("/")
    return [path for place in data_paths(folder) for path in _matching(place, parts)]


def files_in(folder: Path, ending: str) -> list[Path]:
    """The files of a folder whose names end so, in order of name; none if there is no such folder.

    ``Path.glob`` compiles an expression for each pattern, which tells at the start of the program.
    """
    return [folder / name for name in _names(folder) if name.endswith(ending)]


def files_below(folder: Path, ending: str) -> list[Path]:
    """As :func:`files_in`, with those in folders inside it."""
    found = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in names]
    return [Path(name) for name in sorted(found) if name.endswith(ending)]


def _matching(folder: Path, parts: list[str]) -> list[Path]:
    """Paths below a folder by a pattern whose parts are names, ``*`` or ``*.ending``."""
    first, rest = parts[0], parts[1:]
    if not rest and first.startswith("*"):
        return files_in(folder, first[1:])
    if not rest:
        return [folder / first] if (folder / first).is_file() else []
    below = _names(folder) if first == "*" else [first]
    return [path for name in below for path in _matching(folder / name, rest)]


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


@cache
def added_files() -> tuple[str, ...]:
    """Every file of the added books, so that what is compiled with them is made anew when one changes."""
    return tuple(
        str(path) for book in added_books() for path in sorted(book.rglob("*")) if path.is_file()
    )
