"""Which program and which texts made a result; both are stamped on every chart and reading."""

from __future__ import annotations

from functools import cache

from liuren.terms.datafiles import fingerprint, load_compiled, save_compiled
from liuren.terms.engine import ENGINE
from liuren.terms.resources import data_files

__all__ = ["ENGINE", "rulebook_digest"]


@cache
def rulebook_digest() -> str:
    """``sha256:…`` over the chapters of all works, in the order of their paths."""
    paths = data_files("texts", "*/chapters/*.md")
    key = fingerprint(paths)
    kept = load_compiled("digest", key)
    if isinstance(kept, str):
        return kept
    import hashlib

    digest = hashlib.sha256()
    for path in paths:
        digest.update("/".join(path.parts[-3:]).encode())
        digest.update(path.read_bytes())
    found = f"sha256:{digest.hexdigest()}"
    save_compiled("digest", key, found)
    return found
