"""Reading the TOML files that scholars edit, with a compiled copy kept for the next start.

The copies live in the user's cache folder, named by path, size and modification time, so that an
edited file is read anew. A cache that cannot be written or read, or whose checksum is wrong, is
simply not used.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from liuren.terms.engine import ENGINE
from liuren.terms.resources import added_books, added_files

try:  # hashlib would load OpenSSL, several milliseconds of every start
    from _blake2 import blake2b
except ImportError:  # pragma: no cover
    from hashlib import blake2b

#: Stands before every compiled copy, with a checksum after it.
_MARK: Final = f"{ENGINE} {sys.implementation.cache_tag}\n".encode()
_HEAD: Final = len(_MARK) + 4


def cache_folder() -> Path:
    """The folder of compiled copies (``LIUREN_CACHE``, or ``liuren`` in the user's cache folder)."""
    chosen = os.environ.get("LIUREN_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(chosen) if chosen else Path(base) / "liuren"
    if not added_books():
        return folder
    together = repr(added_books()).encode()
    return folder / f"books-{blake2b(together, digest_size=6).hexdigest()}"


def fingerprint(paths: Iterable[str | Path]) -> str:
    """A cheap name for the present state of files: their paths, sizes and modification times."""
    state = [
        (str(path), (stat := os.stat(path)).st_size, stat.st_mtime_ns)
        for path in (*paths, *added_files())
    ]
    return blake2b(repr(state).encode(), digest_size=16).hexdigest()


def load_compiled(name: str, key: str) -> Any | None:
    """What :func:`save_compiled` kept under ``name`` and ``key``, or None.

    A file that was damaged, or that another version of Liuren or Python wrote, counts as not there.
    """
    try:
        content = (cache_folder() / f"{name}-{key}.bin").read_bytes()
        head, sum_, body = content[: len(_MARK)], content[len(_MARK) : _HEAD], content[_HEAD:]
        if head != _MARK or sum_ != _checksum(body):
            return None
        return marshal.loads(body)
    except (OSError, EOFError, ValueError, TypeError):
        return None


def save_compiled(name: str, key: str, value: Any, at_most: int = 0) -> None:
    """Keep plain data (dicts, lists, tuples, strings, numbers, bytes) for the next start.

    Where names differ after their last dot only, ``at_most`` of them are kept (0: all), the last made.
    """
    folder = cache_folder()
    body = marshal.dumps(value)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{name}-*.bin"):
            if old.stem.rpartition("-")[0] == name:
                old.unlink(missing_ok=True)
        part = folder / f".{name}-{os.getpid()}.part"
        part.write_bytes(_MARK + _checksum(body) + body)
        part.replace(folder / f"{name}-{key}.bin")
        if at_most:
            _drop_oldest(folder, f"{name.rpartition('.')[0]}.*.bin", at_most)
    except (OSError, ValueError):
        return


def _drop_oldest(folder: Path, pattern: str, at_most: int) -> None:
    by_age = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime_ns)
    for path in by_age[:-at_most]:
        path.unlink(missing_ok=True)


def _checksum(body: bytes) -> bytes:
    return crc32(body).to_bytes(4, "little")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of one TOML file.

    Raises:
        DataError: the file is not valid TOML; the message names file, line and column.
    """
    name, key = f"toml-{path.parent.name}-{path.stem}", fingerprint([path])
    kept = load_compiled(name, key)
    if isinstance(kept, dict):
        return kept
    tables = _parsed(path)
    if added_books():
        from liuren.terms.additions import files_over, with_additions

        over = [read_toml(other) for other in files_over(path)]
        tables = with_additions(tables, over, added_languages())
    save_compiled(name, key, tables)
    return tables


def _parsed(path: Path) -> dict[str, Any]:
    import tomllib

    from liuren.terms.errors import DataError

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: {error}", code="bad_toml") from error


@cache
def added_languages() -> tuple[str, ...]:
    """Ids of the languages that added books bring (the tables of their ``vocabulary/languages.toml``)."""
    paths = [book / "vocabulary" / "languages.toml" for book in added_books()]
    return tuple(dict.fromkeys(name for path in paths if path.is_file() for name in _parsed(path)))
