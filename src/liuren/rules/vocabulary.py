"""Concepts: what a rule may conclude, with labels in four languages.

``vocabulary/attributes.toml`` holds the values of the attribute facets, ``vocabulary/concepts/*.toml`` the
rest. Within one facet every label and alias names one concept.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from liuren.terms.datafiles import read_toml
from liuren.terms.labels import LANGUAGES
from liuren.terms.records import record
from liuren.terms.resources import data_files, data_path, files_in

Labels = dict[str, str]


@record
class Concept:
    """A concept id, its facet, its labels by language, and the file that defines it."""

    id: str
    facet: str
    labels: Labels
    file: str


@record
class Vocabulary:
    """All concepts, and the wordings that name them: facet → wording → concept id."""

    concepts: dict[str, Concept]
    wordings: dict[str, dict[str, str]]
    clashes: tuple[str, ...]

    def find(self, facet: str, wording: str) -> str | None:
        """The concept of ``facet`` that ``wording`` (a label, an alias or an id) names."""
        return self.wordings.get(facet, {}).get(wording)


def files(folder: Path | None = None) -> list[Path]:
    """The files that define concepts."""
    if folder is None:
        shipped = data_path("vocabulary") / "attributes.toml"
        return [shipped, *data_files("vocabulary", "concepts/*.toml")]
    return [folder / "attributes.toml", *files_in(folder / "concepts", ".toml")]


def load(folder: Path | None = None) -> Vocabulary:
    """The vocabulary; wordings that two concepts of a facet share are listed in ``clashes``."""
    concepts: dict[str, Concept] = {}
    wordings: dict[str, dict[str, str]] = {}
    clashes: list[str] = []
    for path in files(folder):
        if not path.exists():
            continue
        for name, row in read_toml(path).items():
            concept = _concept(name, row, path.name)
            if name in concepts:
                clashes.append(f"{path.name}: {name} is defined twice ({concepts[name].file})")
                continue
            concepts[name] = concept
            known = wordings.setdefault(concept.facet, {})
            for wording in _wordings(name, row):
                other = known.setdefault(wording, name)
                if other != name:
                    clashes.append(f"{path.name}: {wording} names both {other} and {name}")
    return Vocabulary(concepts, wordings, tuple(clashes))


def _concept(name: str, row: dict[str, Any], file: str) -> Concept:
    labels = {language: str(row[language]) for language in LANGUAGES if row.get(language)}
    return Concept(name, str(row.get("facet", "")), labels, file)


def _wordings(name: str, row: dict[str, Any]) -> list[str]:
    facet = row.get("facet", "")
    found = dict.fromkeys([name, name.removeprefix(f"{facet}-")])
    for language in ("zh-Hant", "zh-Hans"):
        if row.get(language):
            found[row[language]] = None
    found.update(dict.fromkeys(row.get("alias", ())))
    return list(found)
