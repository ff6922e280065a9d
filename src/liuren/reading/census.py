"""The census of the profile: in how many states the book states each value of each facet, and names each thing.

Counted over the 17,280 states of she fu (60 days × 24 solar terms × 12 hours) under the default convention,
variants included, nothing from outside the plate known; and over the charts of 金口訣, in how many their positions
state each value. ``python -m liuren.reading.census`` compares
``vocabulary/value-census.json`` with a new count; with ``--write`` it writes the file.
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from liuren.reading import vocabulary
from liuren.rules.axes import STATES
from liuren.rules.rulebook import Rulebook, rulebook
from liuren.rules.statements import statements
from liuren.rules.tables import condition_table
from liuren.terms.resources import data_path

Counts = dict[str, dict[str, int]]

#: Facets whose concepts are things: counted together by their Chinese wording.
THINGS = ("object", "animal")
_NAMED = "named"


def count(work: str = "shefu") -> Counts:
    """Facet → value → number of states in which some clause states it; ``named`` → wording of a thing."""
    book = rulebook(work)
    attributes = {facet for facet, row in vocabulary.facets().items() if row["attribute"]}
    found: dict[tuple[str, str], NDArray[np.uint8]] = {}
    for one in statements(book):
        if one.facet in attributes or one.facet in THINGS:
            key = _key(book, one.facet, one.concept)
            plate = condition_table(book, one.condition).plate
            found[key] = found[key] | plate if key in found else plate
    counts: Counts = {}
    for (facet, value), plate in sorted(found.items()):
        counts.setdefault(facet, {})[value] = int(np.bitwise_count(plate).sum())
    return counts


def count_positions() -> Counts:
    """Facet → value → in how many 金口訣 charts the positions state it.

    Counted over all that the positions depend on: 10 day stems, 12 heaven plates, 12 seats, day and night.
    """
    from liuren.charts.jinkoujue import jinkoujue_chart
    from liuren.reading.custom import position_statements

    found: dict[tuple[str, str], int] = {}
    for day, general, seat, daytime in product(range(10), range(12), range(12), (True, False)):
        chart = jinkoujue_chart(day=day, hour=0, general=general, seat=seat, daytime=daytime)
        for key in {(one.facet, one.value) for one in position_statements(chart)}:
            found[key] = found.get(key, 0) + 1
    counts: Counts = {}
    for (facet, value), charts in sorted(found.items()):
        counts.setdefault(facet, {})[value] = charts
    return counts


def _key(book: Rulebook, facet: str, concept: str) -> tuple[str, str]:
    if facet in THINGS:
        return _NAMED, book.source.concepts[concept][1]["zh-Hant"]
    return facet, vocabulary.short(facet, concept)


def census_file() -> Path:
    """The file that the reading takes the rarity of values from."""
    return data_path("vocabulary") / "value-census.json"


def main(arguments: list[str] | None = None) -> int:
    """Entry point; exit status 1 if the file is out of date."""
    given = sys.argv[1:] if arguments is None else arguments
    values = count()
    named = values.pop(_NAMED)
    now = {
        "convention": "default",
        "states": STATES,
        "values": values,
        "named": named,
        "positions": count_positions(),
    }
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
