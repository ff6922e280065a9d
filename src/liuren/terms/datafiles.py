"""Reading the TOML files that scholars edit, with a compiled copy kept for the next start.

The copies live in the user's cache folder, named by path, size and modification time, so that an
edited file is read anew. A cache that cannot be written or read is simply not used.
"""

from __future__ import annotations

import marshal
import os
from pathlib import Path
from typing import Any


def cache_folder() -> Path:
    """The folder of compiled copies (``LIUREN_CACHE``, or ``liuren`` in the user's cache folder)."""
    chosen = os.environ.get("LIUREN_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "liuren"


def fingerprint(paths: list[Path]) -> str:
    """A cheap name for the present state of files: their paths, sizes and modification times."""
    import hashlib

    state = [(str(path), (stat := path.stat()).st_size, stat.st_mtime_ns) for path in paths]
    return hashlib.blake2b(repr(state).encode(), digest_size=16).hexdigest()


def load_compiled(name: str, key: str) -> Any | None:
    """What :func:`save_compiled` kept under ``name`` and ``key``, or None."""
    try:
        return marshal.loads((cache_folder() / f"{name}-{key}.bin").read_bytes())
    except (OSError, EOFError, ValueError, TypeError):
        return None


def save_compiled(name: str, key: str, value: Any) -> None:
    """Keep plain data (dicts, lists, tuples, strings, numbers, bytes) for the next start."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{name}-*.bin"):
            old.unlink(missing_ok=True)
        part = folder / f".{name}-{os.getpid()}.part"
        part.write_bytes(marshal.dumps(value))
        part.replace(folder / f"{name}-{key}.bin")
    except OSError:
        return


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of one TOML file.

    Raises:
        DataError: the file is not valid TOML; the message names file, line and column.
    """
    name, key = f"toml-{path.parent.name}-{path.stem}", fingerprint([path])
    kept = load_compiled(name, key)
    if isinstance(kept, dict):
        return kept
    import tomllib

    from liuren.terms.errors import DataError

    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: {error}", code="bad_toml") from error
    save_compiled(name, key, tables)
    return tables
