"""Exact base rates: in how many charts each clause fires, and each value is stated."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from liuren.atlas.findings import findings
from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.values import values as stated
from liuren.atlas.words import words
from liuren.rules.rulebook import Rulebook
from liuren.rules.tables import Table, tables

_COLUMNS = {"fires": "number", "states": "number", "share": "share"}


def _row(table: Table) -> dict[str, float]:
    return {"fires": table.fires, "states": table.states, "share": table.fires / table.states}


def rarity(book: Rulebook) -> Result:
    """Every clause with the number of charts on which it fires."""
    counted = tables(book.source.work, book.convention)
    rows = [{"clause": c, **_row(counted[c])} for c in counted.clauses]
    shares = np.array([row["share"] for row in rows if row["share"]])
    plots = [_histogram(shares)]
    figures = {
        "clauses": len(rows),
        "dead": len(rows) - len(shares),
        "median": f"{np.median(shares):.2%}",
    }
    if book.source.method == "liuren":
        look_up = findings(book.source.work, book.convention)
        each = np.bitwise_count(look_up.matrix).sum(axis=1, dtype=np.int64)
        plots.append(_per_chart(each))
        figures |= {"mean": f"{each.mean():.1f}"}
    else:
        figures |= {"mean": f"{shares.sum():.1f}"}
    return Result({"clause": "clause", **_COLUMNS}, tuple(rows), tuple(plots), figures)


def _histogram(shares: NDArray[np.float64]) -> Plot:
    edges = 2.0 ** np.arange(-14, 1)
    counts, _ = np.histogram(shares, np.concatenate([[0], edges]))
    labels = [f"1/{2 ** (14 - i)}" for i in range(15)]
    return Plot(
        "rarity",
        "bars",
        words("plot.rarity"),
        tuple({"": label} for label in labels),
        (({"": ""}, tuple(counts.tolist())),),
        words("axis.share"),
        words("axis.clauses"),
    )


def _per_chart(each: NDArray[np.int64]) -> Plot:
    counts = np.bincount(each)
    first = int(np.flatnonzero(counts)[0])
    return Plot(
        "per-chart",
        "lines",
        words("plot.per-chart"),
        tuple({"": str(n)} for n in range(first, len(counts))),
        (({"": ""}, tuple(counts[first:].tolist())),),
        words("axis.clauses-per-chart"),
        words("axis.charts"),
    )


def values(book: Rulebook) -> Result:
    """Every value with the number of charts on which some clause states it."""
    look_up = stated(book.source.work, book.convention)
    rows: list[dict[str, Any]] = [
        {"value": name, **_row(look_up.tables[name])} for name in look_up.names
    ]
    rows.sort(key=lambda row: (str(row["value"]).split("=")[0], -float(row["share"])))
    figures = {"values": len(rows)}
    return Result({"value": "value", **_COLUMNS}, tuple(rows), (), figures)
