"""The census of the profile: in how many states the book states each value of each facet, and names each thing.

Counted over the 17,280 states of she fu (60 days × 24 solar terms × 12 hours) under the default convention,
variants included, nothing from outside the plate known. ``python -m liuren.reading.census`` compares
``vocabulary/value-census.json`` with a new count; with ``--write`` it writes the file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liuren.reading import vocabulary
from liuren.rules import tree
from liuren.rules.phrases import unfold
from liuren.rules.rulebook import LinkedRule, Rulebook, rulebook
from liuren.rules.tables import PLATE, STATES, condition_table
from liuren.terms.resources import data_path

Counts = dict[str, dict[str, int]]

#: Facets whose concepts are things: counted together by their Chinese wording.
THINGS = ("object", "animal")
_NAMED = "named"


def count(work: str = "shefu") -> Counts:
    """Facet → value → number of states in which some clause states it; ``named`` → wording of a thing."""
    book = rulebook(work)
    attributes = {facet for facet, row in vocabulary.facets().items() if row["attribute"]}
    found: dict[tuple[str, str], NDArray[np.bool_]] = {}
    for rule in book.rules:
        for condition, conclusion in _cases(rule):
            if conclusion.facet not in attributes and conclusion.facet not in THINGS:
                continue
            for case, concept in _concepts(book, condition, conclusion):
                key = _key(book, conclusion.facet, concept)
                truth = _plain(book, case)
                found[key] = found[key] | truth if key in found else truth
    counts: Counts = {}
    for (facet, value), truth in sorted(found.items()):
        counts.setdefault(facet, {})[value] = int(truth.sum())
    return counts


def _key(book: Rulebook, facet: str, concept: str) -> tuple[str, str]:
    if facet in THINGS:
        return _NAMED, book.source.concepts[concept][1]["zh-Hant"]
    return facet, vocabulary.short(facet, concept)


def _cases(rule: LinkedRule) -> Iterator[tuple[tree.Condition, tree.Conclusion]]:
    """The conclusions of a rule, each with the condition under which it is drawn.

    Of several exemptions that hold the last one counts, as when a chart is asked.
    """
    exempted = [exemption.condition for exemption in rule.exemptions]
    base = [rule.condition, *(tree.Not(condition) for condition in exempted)]
    for conclusion in rule.conclusions:
        yield tree.conjunction(base), conclusion
    for place, exemption in enumerate(rule.exemptions):
        later = [tree.Not(condition) for condition in exempted[place + 1 :]]
        for conclusion in exemption.conclusions:
            yield tree.conjunction([rule.condition, exemption.condition, *later]), conclusion
    for refinement in rule.refinements:
        for conclusion in refinement.conclusions:
            yield tree.conjunction([rule.condition, refinement.condition]), conclusion


def _concepts(
    book: Rulebook, condition: tree.Condition, conclusion: tree.Conclusion
) -> Iterator[tuple[tree.Condition, str]]:
    if isinstance(conclusion.value, str):
        yield condition, conclusion.value
        return
    table = book.source.tables[conclusion.value.table]
    args = conclusion.value.args
    for row, concept in table.rows:
        keys: list[tree.Condition] = [
            tree.Within(arg, tree.Literal(arg.kind, (key,)))
            for arg, key in zip(args, row, strict=True)
        ]
        yield tree.conjunction([condition, *keys]), concept


def _plain(book: Rulebook, condition: tree.Condition) -> NDArray[np.bool_]:
    """Where a condition holds on the plate alone; what comes from outside is not known."""
    table = condition_table(book, unfold(condition, book.bodies))
    unknown: tuple[Any, ...] = (Ellipsis, *(-1 for _ in table.axes[len(PLATE) :]))
    return np.asarray(table.truth[unknown]).ravel()


def census_file() -> Path:
    """The file that the reading takes the rarity of values from."""
    return data_path("vocabulary") / "value-census.json"


def main(arguments: list[str] | None = None) -> int:
    """Entry point; exit status 1 if the file is out of date."""
    given = sys.argv[1:] if arguments is None else arguments
    values = count()
    named = values.pop(_NAMED)
    now = {"convention": "default", "states": STATES, "values": values, "named": named}
    path = census_file()
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if before == now:
        return 0
    if "--write" in given:
        path.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return 0
    print("value-census.json is out of date; python -m liuren.reading.census --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
