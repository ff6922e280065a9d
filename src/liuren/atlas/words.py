"""Sentences and headings of this room in four languages, from ``vocabulary/atlas.toml``."""

from __future__ import annotations

from collections.abc import Mapping

from liuren.terms.datafiles import read_toml
from liuren.terms.resources import data_path


def word(key: str, language: str) -> str:
    """One sentence or heading."""
    found: str = words(key)[language]
    return found


def words(key: str) -> Mapping[str, str]:
    """One sentence or heading in four languages."""
    found: Mapping[str, str] = read_toml(data_path("vocabulary") / "atlas.toml")[key]
    return found
