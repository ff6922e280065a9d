"""射覆 by a 金口訣 chart: the noble's shape, the stem's colour, the use line's kind (``positions.toml``).

The text of 金口訣 that Liuren holds has no rules for a hidden thing; these are the custom of today's
practitioners and are marked so (``custom``), with the she fu clauses that say the same of a stem,
general or element.
"""

from __future__ import annotations

from typing import Any

from liuren.reading import vocabulary
from liuren.reading.evidence import Statement
from liuren.terms import elements, generals, positions, stems

_RANKS = {"use": 1, "noble": 2, "stem": 3, "relation": 4}


def position_statements(chart: Any) -> list[Statement]:
    """What the four positions of a 金口訣 chart say of a hidden thing."""
    tables = vocabulary.positions()
    found = [
        *_statements("use", tables["use"][elements.NAMES[use_element(chart)]]),
        *_statements("noble", tables["noble"][generals.NAMES[chart.noble]]),
        *_statements("stem", tables["stem"][stems.NAMES[chart.stem]]),
    ]
    pairs = list(zip(chart.elements, chart.elements[1:], strict=False))
    if any(elements.overcomes(lower, upper) for upper, lower in pairs):
        found += _statements("relation", tables["relation"]["up"])
    if any(elements.overcomes(upper, lower) for upper, lower in pairs):
        found += _statements("relation", tables["relation"]["down"])
    return found


def use_element(chart: Any) -> int:
    """Element 0 … 4 of the use line."""
    found: int = chart.elements[positions.IDS.index(chart.use)]
    return found


def _statements(position: str, row: dict[str, Any]) -> list[Statement]:
    numbers = vocabulary.weighing()
    trust = numbers["trust"] * numbers["salience"][_RANKS[position] - 1]
    clauses = tuple(row.get("clauses", ()))
    return [
        Statement(
            facet,
            value,
            vocabulary.values(facet)[value],
            trust,
            trust / len(found),
            clauses,
            custom=True,
        )
        for facet, found in row.items()
        if facet != "clauses"
        for value in found
    ]
