"""Writing the files that generators produce, or checking that they would be produced again.

Every generator of this folder takes ``--check``: it writes nothing and exits with 1 if a file in the
tree is not what it would write.
"""

from __future__ import annotations

import sys
from pathlib import Path

CHECKING = "--check" in sys.argv[1:]
_DIFFERENT: list[str] = []


def keep(path: Path, data: bytes | str) -> None:
    """Write a generated file, or with ``--check`` compare it with the one in the tree."""
    content = data.encode("utf-8") if isinstance(data, str) else data
    if not CHECKING:
        path.write_bytes(content)
        print(f"{path.name}: {len(content)} bytes")
    elif not path.is_file() or path.read_bytes() != content:
        _DIFFERENT.append(path.name)


def verdict() -> int:
    """Exit status: 1 if a checked file differs."""
    for name in _DIFFERENT:
        print(f"{name} is not what the generator writes", file=sys.stderr)
    return 1 if _DIFFERENT else 0
