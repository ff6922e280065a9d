"""The vocabulary of a reading, from ``vocabulary/*.toml``, kept compiled for the next start.

Facets and their values, topics, the numbers of the weighing formula, the object lexicon, the words of
the explanation, and how far each coding of an object answers to each value.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from liuren.reading import likeness
from liuren.reading.likeness import Relations, answers
from liuren.terms.datafiles import fingerprint, load_compiled, read_toml, save_compiled
from liuren.terms.errors import DataError
from liuren.terms.labels import LANGUAGES
from liuren.terms.resources import data_path, files_in

Labels = dict[str, str]

# Likeness of a code that is wider than the statement, where a facet does not say otherwise.
_NARROWER = 0.7

# The keys of an object in the lexicon that are not facets.
_NOT_FACETS = (*LANGUAGES, "named")


def facets() -> dict[str, dict[str, Any]]:
    """Facet id → its row in ``facets.toml``, in the order in which a reading shows them."""
    found: dict[str, dict[str, Any]] = _compiled()["facets"]
    return found


def values(facet: str) -> dict[str, Labels]:
    """Value of an attribute facet → its labels; empty for a facet that has no fixed values."""
    found: dict[str, Labels] = _compiled()["values"].get(facet, {})
    return found


def topics() -> dict[str, dict[str, Any]]:
    """Topic id → facets, words and labels."""
    found: dict[str, dict[str, Any]] = _compiled()["topics"]
    return found


def weighing() -> dict[str, Any]:
    """The numbers of the formula (``weighing.toml``)."""
    found: dict[str, Any] = _compiled()["weighing"]
    return found


def explanation() -> dict[str, Labels]:
    """The sentences of the explanation paragraph by key."""
    found: dict[str, Labels] = _compiled()["explanation"]
    return found


def positions() -> dict[str, Any]:
    """What the four positions of 金口訣 say of a hidden thing."""
    found: dict[str, Any] = _compiled()["positions"]
    return found


def stated_in(facet: str, value: str) -> dict[str, int] | None:
    """In how many states of she fu the book states a value, under the default convention."""
    census = _compiled()["census"]
    fires = census["values"].get(facet, {}).get(value)
    return None if fires is None else {"fires": fires, "states": census["states"]}


def object_rows() -> list[tuple[str, Labels, dict[str, tuple[str, ...]], tuple[str, ...]]]:
    """The lexicon: (id, labels, facet → values, wordings of the book that name it)."""
    found: list[tuple[str, Labels, dict[str, tuple[str, ...]], tuple[str, ...]]]
    found = _compiled()["objects"]
    return found


def named(wording: str) -> tuple[int, ...]:
    """Indexes of the objects that a wording of the books (or their own Chinese label) names."""
    found: tuple[int, ...] = _compiled()["named"].get(wording, ())
    return found


def codings(facet: str) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    """The different codings of a facet in the lexicon, and for each object which one is its own.

    Objects that are not coded on the facet have the empty coding.
    """
    found: tuple[tuple[tuple[str, ...], ...], tuple[int, ...]] = _compiled()["codings"][facet]
    return found


def answers_of(facet: str, value: str) -> dict[int, float]:
    """Coding of a facet → how far it answers to a value (0, 1]; codings that do not are left out."""
    found: dict[int, float] = _compiled()["answers"][facet][value]
    return found


def luck(facet: str, told: str = "values") -> tuple[float, ...]:
    """For each coding of a facet, how often what is told of it answers to such a thing by chance.

    The values of the facet count as often as they are stated over all charts: ``values`` by the she fu book,
    ``positions`` by the positions of 金口訣. Smoothed.
    """
    found: tuple[float, ...] = _compiled()["luck"][told][facet]
    return found


@cache
def luck_of(facet: str, coding: tuple[str, ...], told: str = "values") -> float:
    """The same for any coding, whether the lexicon has it or not."""
    built = _compiled()
    stated, known = built["census"][told].get(facet, {}), relations(facet)
    met = sum(often * answers(value, coding, known) for value, often in stated.items())
    return _lucky(met, sum(stated.values()), built["weighing"]["unseen"])


def luck_by_name() -> tuple[float, ...]:
    """For each object, how often what the book calls by name is that object by chance; smoothed."""
    found: tuple[float, ...] = _compiled()["luck_by_name"]
    return found


def called(wording: str) -> dict[int, float]:
    """Index of an object → how far what the book calls by ``wording`` is that object (0, 1].

    1 for an object of that name, ``kindred`` of the weighing at most for one that shares its kinds.
    """
    built = _compiled()
    return _called(wording, built["objects"], built["named"], built["of_kind"], built["weighing"])


def relations(facet: str) -> Relations:
    """Wider values, likeness and opposites among the values of a facet."""
    found: Relations = _compiled()["relations"].get(facet, ({}, {}, {}, _NARROWER))
    return found


_TABLES = ("facets", "attributes", "topics", "weighing", "explanation", "positions")


def _files() -> tuple[list[Path], list[Path], Path]:
    """The tables, the files of the object lexicon, the census of values."""
    folder = data_path("vocabulary")
    tables = [folder / f"{name}.toml" for name in _TABLES]
    return tables, files_in(folder / "objects", ".toml"), folder / "value-census.json"


@cache
def _compiled() -> dict[str, Any]:
    tables, objects, census = _files()
    # The code that compiles is part of the key: what it builds changes with it.
    key = fingerprint([*tables, *objects, census, *map(Path, (__file__, likeness.__file__))])
    kept = load_compiled("reading", key)
    if isinstance(kept, dict):
        return kept
    built = _build(tables, objects, census)
    save_compiled("reading", key, built)
    return built


def _build(files: list[Path], objects: list[Path], census: Path) -> dict[str, Any]:
    import json

    tables = {path.stem: read_toml(path) for path in files}
    facet_rows = tables["facets"]
    named = {facet: _relations(row) for facet, row in facet_rows.items()}
    value_labels: dict[str, dict[str, Labels]] = {}
    for name, row in tables["attributes"].items():
        facet = row["facet"]
        value_labels.setdefault(facet, {})[short(facet, name)] = {x: row[x] for x in LANGUAGES}
    rows = _object_rows(objects, value_labels)
    built: dict[str, Any] = {
        "facets": {
            facet: {key: row[key] for key in ("rule", "attribute", *LANGUAGES)}
            for facet, row in facet_rows.items()
        },
        "values": value_labels,
        "topics": tables["topics"],
        "weighing": tables["weighing"],
        "explanation": tables["explanation"],
        "positions": tables["positions"],
        "relations": named,
        "objects": rows,
        "census": json.loads(census.read_text(encoding="utf-8")),
        "named": _places((*row[3], row[1]["zh-Hant"]) for row in rows),
        "of_kind": _places(row[2].get("kind", ()) for row in rows),
        "codings": {},
        "answers": {},
        "luck": {"values": {}, "positions": {}},
    }
    unseen = tables["weighing"]["unseen"]
    for facet, labels in value_labels.items():
        codings, own = _codings([row[2].get(facet, ()) for row in rows])
        answered = {value: _answered(value, codings, named[facet]) for value in labels}
        built["codings"][facet] = (codings, own)
        built["answers"][facet] = answered
        for told, by_facet in built["luck"].items():
            stated = built["census"][told].get(facet, {})
            met = [0.0] * len(codings)
            for value, often in stated.items():
                for place, match in answered[value].items():
                    met[place] += often * match
            total = sum(stated.values())
            by_facet[facet] = tuple(_lucky(one, total, unseen) for one in met)
    built["luck_by_name"] = _luck_by_name(built, unseen)
    return built


def _luck_by_name(built: dict[str, Any], unseen: float) -> tuple[float, ...]:
    stated = built["census"]["named"]
    met = [0.0] * len(built["objects"])
    for wording, often in stated.items():
        found = _called(
            wording, built["objects"], built["named"], built["of_kind"], built["weighing"]
        )
        for index, match in found.items():
            met[index] += often * match
    total = sum(stated.values())
    return tuple(_lucky(one, total, unseen) for one in met)


def _lucky(met: float, total: float, unseen: float) -> float:
    """Part of the statements that are met by chance, with ``unseen`` more that are; 1 if there are none."""
    return (met / total + unseen) / (1 + unseen) if total else 1.0


def _called(
    wording: str,
    rows: list[tuple[str, Labels, dict[str, tuple[str, ...]], tuple[str, ...]]],
    named: dict[str, tuple[int, ...]],
    of_kind: dict[str, tuple[int, ...]],
    numbers: dict[str, Any],
) -> dict[int, float]:
    found = dict.fromkeys(named.get(wording, ()), 1.0)
    if not found:
        return found
    kinds = [set(rows[index][2].get("kind", ())) for index in found]
    near = {other for own in kinds for kind in own for other in of_kind.get(kind, ())}
    for index in near.difference(found):
        own = set(rows[index][2]["kind"])
        likest = max(len(own & other) / len(own | other) for other in kinds)
        found[index] = float(numbers["kindred"]) * likest
    return found


def _places(words: Iterable[Iterable[str]]) -> dict[str, tuple[int, ...]]:
    found: dict[str, dict[int, None]] = {}
    for index, own in enumerate(words):
        for word in own:
            found.setdefault(word, {})[index] = None
    return {word: tuple(indexes) for word, indexes in found.items()}


def _codings(
    codes: list[tuple[str, ...]],
) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    places: dict[tuple[str, ...], int] = {}
    own = tuple(places.setdefault(code, len(places)) for code in codes)
    return tuple(places), own


def _answered(
    value: str, codings: tuple[tuple[str, ...], ...], known: Relations
) -> dict[int, float]:
    return {
        place: match
        for place, coding in enumerate(codings)
        if coding and (match := answers(value, coding, known)) > 0
    }


def _object_rows(
    files: list[Path], value_labels: dict[str, dict[str, Labels]]
) -> list[tuple[str, Labels, dict[str, tuple[str, ...]], tuple[str, ...]]]:
    rows = []
    for path in files:
        for name, row in read_toml(path).items():
            codes = {key: tuple(row[key]) for key in row if key not in _NOT_FACETS}
            for facet, found in codes.items():
                for value in found:
                    if value not in value_labels.get(facet, {}):
                        raise _unknown_value(path, name, facet, value, value_labels)
            labels = {language: row[language] for language in LANGUAGES}
            rows.append((name, labels, codes, tuple(row.get("named", ()))))
    return rows


def _unknown_value(
    path: Path, name: str, facet: str, value: str, known: dict[str, dict[str, Labels]]
) -> DataError:
    import difflib

    near = difflib.get_close_matches(value, known.get(facet, {}), n=1)
    return DataError(
        f"{path.name}: [{name}] {facet} = “{value}” is not a value of attributes.toml.",
        hint=f"Did you mean {near[0]}?" if near else "",
        code="unknown_value",
    )


def _relations(row: dict[str, Any]) -> Relations:
    wider = {value: tuple(wide) for value, wide in row.get("within", {}).items()}
    near: dict[str, dict[str, float]] = {}
    for pair, degree in row.get("near", {}).items():
        one, other = pair.split()
        near.setdefault(one, {})[other] = near.setdefault(other, {})[one] = float(degree)
    return wider, near, dict(row.get("opposite", {})), float(row.get("narrower", _NARROWER))


def short(facet: str, concept: str) -> str:
    """A value without its facet: ``colour-green`` is ``green``."""
    return concept.removeprefix(f"{facet}-")
