"""Which program and which texts made a result; both are stamped on every chart and reading."""

from __future__ import annotations

from functools import cache
from typing import Final

from liuren.terms.resources import data_path

ENGINE: Final = "liuren 0.1.0"


@cache
def rulebook_digest() -> str:
    """``sha256:…`` over the chapters of all works, in the order of their paths."""
    import hashlib

    digest = hashlib.sha256()
    root = data_path("texts")
    for path in sorted(root.rglob("*.md")):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return f"sha256:{digest.hexdigest()}"
