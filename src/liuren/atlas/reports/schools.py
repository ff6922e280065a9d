"""Schools and placings compared by how much of the book each makes possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.words import option_words, words
from liuren.rules.axes import STATES, known_places
from liuren.rules.rulebook import Rulebook, rulebook
from liuren.rules.space import reading_of
from liuren.rules.tables import conditions, state_of, whole_truth
from liuren.rules.tree import Condition
from liuren.terms.convention import (
    Convention,
    compared_in,
    convention_names,
    load_convention,
    registry,
    school,
)
from liuren.terms.datafiles import load_compiled, save_compiled
from liuren.terms.resources import data_path

#: Pairs of options tried together, by art.
_TOGETHER: Mapping[str, tuple[tuple[str, str], ...]] = {
    "liuren": (("A07", "noble_table"),),
    "jinkoujue": (("noble_plate", "noble_table"), ("noble_plate", "noble_direction")),
}
#: No table knows where the sun stands, so these values are the same as the default here.
_SAME = frozenset(
    (("day_night", "sunrise"), ("month_general", "zhongqi_day"), ("month_general", "pingqi"))
)


def settings(book: Rulebook) -> Iterator[tuple[Mapping[str, str], dict[str, str], Convention]]:
    """(label, options changed, convention): the one given, each placing, pairs of placings, each school."""
    base, method = book.convention, book.source.method
    yield words("setting.base"), {}, base
    for key in compared_in(method):
        for value in _others(base, key):
            yield option_words(f"{key}={value}"), {key: value}, base.replace(**{key: value})
    for one, other in _TOGETHER[method]:
        for value in _others(base, one):
            for another in _others(base, other):
                changed = {one: value, other: another}
                labels = [option_words(f"{k}={v}") for k, v in changed.items()]
                both = {t: " + ".join(label[t] for label in labels) for t in labels[0]}
                yield both, changed, base.replace(**changed)
    if method == "liuren":
        for name in convention_names()[1:]:
            named = load_convention(name)
            yield school(name)["label"], named.differences(), named


def _others(base: Convention, key: str) -> list[str]:
    return [
        value
        for value in registry()[key]["values"]
        if value != base[key] and (key, value) not in _SAME
    ]


def schools(book: Rulebook) -> Result:
    """How many clauses can fire under each setting, and which are gained and lost against the first."""
    rows = _rows(book)
    columns = {
        "setting": "words", "options": "options", "possible": "number", "gained": "clauses",
        "lost": "clauses", "per_chart": "decimal", "changed": "share",
    }  # fmt: skip
    best = max(rows, key=lambda row: int(row["possible"]))
    figures = {
        "settings": len(rows),
        "base": rows[0]["possible"],
        "clauses": len(book.by_clause),
        "most": best["possible"],
        "best": " ".join(best["options"]) or "default",
        "same": sum(row["possible"] == best["possible"] for row in rows),
    }
    return Result(columns, tuple(rows), (_plot(rows),), figures)


def _rows(book: Rulebook) -> list[dict[str, Any]]:
    """A row for each setting. Kept in the cache; the tables themselves are not, being many and large."""
    words_of = [data_path("vocabulary") / "atlas.toml", *data_path("conventions").rglob("*.toml")]
    key = state_of(book, [*sorted(words_of), Path(__file__)])
    name = f"{book.source.work}.schools"
    kept = load_compiled(name, key)
    if isinstance(kept, list):
        return kept
    rows: list[dict[str, Any]] = []
    work, method = book.source.work, book.source.method
    base = _where(method, book.convention, conditions(book))
    read: dict[Convention, dict[str, Condition]] = {}
    for label, changed, convention in settings(book):
        reading = reading_of(convention)
        if reading not in read:
            read[reading] = conditions(rulebook(work, reading))
        found = _where(method, convention, read[reading])
        rows.append(
            {
                "setting": dict(label),
                "options": [f"{k}={v}" for k, v in changed.items()],
                "possible": len(found.alive),
                "gained": _ordered(found.alive - base.alive),
                "lost": _ordered(base.alive - found.alive),
                "per_chart": _per_chart(found.bits),
                "changed": _changed(found.bits, base.bits),
            }
        )
    save_compiled(name, key, rows)
    return rows


class Where(NamedTuple):
    """The clauses that can fire, and of she fu where: packed over the 17,280 states, nothing known from outside."""

    alive: set[str]
    bits: dict[str, NDArray[np.uint8]]


def _where(method: str, convention: Convention, clauses: Mapping[str, Condition]) -> Where:
    alive, bits = set(), {}
    for clause, condition in clauses.items():
        names, truth = whole_truth(method, convention, condition)
        if truth[known_places(names, method)].any():
            alive.add(clause)
        if method == "liuren":
            bits[clause] = np.packbits(truth.reshape(STATES, -1)[:, -1])
    return Where(alive, bits)


def _ordered(clauses: set[str]) -> list[str]:
    def place(clause: str) -> tuple[str, int]:
        section, _, number = clause.rpartition(".")
        return section, int(number) if number.isdigit() else 0

    return sorted(clauses, key=place)


def _per_chart(bits: dict[str, NDArray[np.uint8]]) -> float | None:
    """Mean number of clauses that fire on a chart."""
    if not bits:
        return None
    return sum(int(np.bitwise_count(b).sum()) for b in bits.values()) / STATES


def _changed(
    bits: dict[str, NDArray[np.uint8]], first: dict[str, NDArray[np.uint8]]
) -> float | None:
    """Share of what fires under either setting that does not fire under both."""
    if not bits:
        return None
    nothing = np.zeros(STATES // 8, dtype=np.uint8)
    either = different = 0
    for clause in bits.keys() | first.keys():
        one, other = bits.get(clause, nothing), first.get(clause, nothing)
        either += int(np.bitwise_count(one | other).sum())
        different += int(np.bitwise_count(one ^ other).sum())
    return different / either


def _plot(rows: list[dict[str, Any]]) -> Plot:
    changes = [(row["setting"], len(row["gained"]), -len(row["lost"])) for row in rows[1:]]
    return Plot(
        "schools",
        "rows",
        words("plot.schools"),
        tuple(label for label, _, _ in changes),
        (
            (words("series.gained"), tuple(gained for _, gained, _ in changes)),
            (words("series.lost"), tuple(lost for _, _, lost in changes)),
        ),
        words("axis.clauses"),
        {"": ""},
    )
