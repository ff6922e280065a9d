"""Clauses against each other: saying what cannot both be true, or saying the same twice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.words import words
from liuren.rules.axes import STATES
from liuren.rules.lint.agreement import SINGLE_VALUED
from liuren.rules.rulebook import Rulebook
from liuren.rules.statements import statements
from liuren.rules.tables import condition_table, tables


def contradictions(book: Rulebook) -> Result:
    """Pairs of clauses that state different values of a facet that has but one, on the same charts."""
    said = _said(book)
    rows: list[dict[str, Any]] = []
    for facet in SINGLE_VALUED:
        speaking = [
            (clause, name, bits)
            for (clause, name), bits in said.items()
            if name.startswith(f"{facet}=")
        ]
        for place, (clause, value, bits) in enumerate(speaking):
            for other, another, bits_there in speaking[:place]:
                if clause == other or value == another:
                    continue
                together = int(np.bitwise_count(bits & bits_there).sum())
                if together:
                    rows.append(
                        {
                            "facet": facet, "clause": other, "value": another, "other_clause": clause,
                            "other_value": value, "fires": together, "share": together / STATES,
                        }
                    )  # fmt: skip
    rows.sort(key=lambda row: -row["fires"])
    columns = {
        "facet": "facet", "clause": "clause", "value": "value", "other_clause": "clause",
        "other_value": "value", "fires": "number", "share": "share",
    }  # fmt: skip
    anywhere = _anywhere(said)
    figures = {"pairs": len(rows), "share": f"{anywhere:.1%}"}
    plots = (_plot(rows[:20]),) if rows else ()
    return Result(columns, tuple(rows), plots, figures)


def _said(book: Rulebook) -> dict[tuple[str, str], NDArray[np.uint8]]:
    """(clause, value) → packed truth over the states, for the facets that have but one value."""
    conditions: dict[tuple[str, str], list[NDArray[np.uint8]]] = {}
    for one in statements(book):
        if one.facet in SINGLE_VALUED:
            table = condition_table(book, one.condition)
            conditions.setdefault((one.clause, one.value), []).append(table.plate)
    return {key: np.bitwise_or.reduce(found) for key, found in conditions.items()}


def _anywhere(said: dict[tuple[str, str], NDArray[np.uint8]]) -> float:
    """Share of charts on which some facet with but one value is given two."""
    torn = np.zeros(STATES // 8, dtype=np.uint8)
    for facet in SINGLE_VALUED:
        by_value: dict[str, NDArray[np.uint8]] = {}
        for (_, name), bits in said.items():
            if name.startswith(f"{facet}="):
                by_value[name] = by_value.get(name, np.zeros_like(torn)) | bits
        seen = np.zeros_like(torn)
        for bits in by_value.values():
            torn |= seen & bits
            seen |= bits
    return float(np.bitwise_count(torn).sum()) / STATES


def _plot(rows: list[dict[str, Any]]) -> Plot:
    return Plot(
        "contradictions",
        "rows",
        words("plot.contradictions"),
        tuple({"": f"{row['clause']} × {row['other_clause']}"} for row in rows),
        (({"": ""}, tuple(row["fires"] for row in rows)),),
        words("axis.charts"),
        {"": ""},
    )


def redundancy(book: Rulebook) -> Result:
    """Pairs of clauses of which one says, wherever it fires, what the other says there too."""
    counted = tables(book.source.work, book.convention)
    by_value: dict[str, dict[str, None]] = {}
    for rule in book.rules:
        for conclusion in rule.conclusions:
            if isinstance(conclusion.value, str):
                name = f"{conclusion.facet}={conclusion.value}"
                by_value.setdefault(name, {}).update(dict.fromkeys(rule.clauses[:1]))
    rows: list[dict[str, Any]] = []
    for value, clauses in by_value.items():
        speaking = [c for c in clauses if counted[c].fires]
        for clause in speaking:
            for other in speaking:
                kind = _relation(counted[clause], counted[other])
                if clause != other and kind and not (kind == "same" and clause > other):
                    rows.append(
                        {
                            "relation": words(f"relation.{kind}"), "value": value, "clause": clause,
                            "other_clause": other, "fires": counted[clause].fires,
                        }
                    )  # fmt: skip
    columns = {
        "relation": "words", "value": "value", "clause": "clause", "other_clause": "clause",
        "fires": "number",
    }  # fmt: skip
    same = sum(row["relation"] == words("relation.same") for row in rows)
    return Result(columns, tuple(rows), (), {"same": same, "within": len(rows) - same})


def _relation(one: Any, other: Any) -> str:
    """``same`` charts, ``within`` where the first fires only if the other does, else nothing."""
    if one.axes != other.axes:
        return ""
    if one.packed == other.packed:
        return "same"
    if one.fires > other.fires:
        return ""
    bits, there = (np.frombuffer(t.packed, dtype=np.uint8) for t in (one, other))
    return "within" if not (bits & ~there).any() else ""
