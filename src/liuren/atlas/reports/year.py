"""How the picture changes over a year: what is stated by solar term."""

from __future__ import annotations

import numpy as np

from liuren.atlas.findings import findings
from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.values import matrix_of, values
from liuren.atlas.words import facet_words, value_words, words
from liuren.reading import vocabulary
from liuren.rules.rulebook import Rulebook
from liuren.terms.labels import LANGUAGES, term
from liuren.terms.seasons import TERMS

#: Facets drawn, and how many of their values: those that change most.
_DRAWN = ("colour", "kind", "shape", "alive", "edible", "age", "taste", "habitat")
_LINES = 7


def year(book: Rulebook) -> Result:
    """For each solar term the share of its 720 charts on which each value is stated."""
    look_up = values(book.source.work, book.convention)
    shares = matrix_of(look_up).reshape(len(look_up.names), 60, 24, 12).mean(axis=(1, 3))
    attributes = {f for f, row in vocabulary.facets().items() if row["attribute"]}
    kept = [i for i, name in enumerate(look_up.names) if name.split("=")[0] in attributes]
    rows = [
        {"term": TERMS[t], "value": look_up.names[i], "share": float(shares[i, t])}
        for i in kept
        for t in range(24)
    ]
    spread = {look_up.names[i]: float(np.ptp(shares[i])) for i in kept}
    most = max(spread, key=lambda name: spread[name])
    still = sum(change == 0 for change in spread.values())
    figures = {"values": len(kept), "still": still, "most": most, "change": f"{spread[most]:.0%}"}
    plots = [_clauses(book)]
    for facet in _DRAWN:
        mine = [i for i in kept if look_up.names[i].split("=")[0] == facet]
        mine.sort(key=lambda i: -spread[look_up.names[i]])
        if mine:
            plots.append(
                _plot(facet, [(look_up.names[i], shares[i].tolist()) for i in mine[:_LINES]])
            )
    columns = {"term": "term", "value": "value", "share": "share"}
    return Result(columns, tuple(rows), tuple(plots), figures)


def _terms() -> tuple[dict[str, str], ...]:
    return tuple({tongue: term("solar_term", t, tongue) for tongue in LANGUAGES} for t in TERMS)


def _plot(facet: str, lines: list[tuple[str, list[float]]]) -> Plot:
    labels = facet_words(facet)
    title = {
        tongue: text.format(facet=labels[tongue]) for tongue, text in words("plot.year").items()
    }
    return Plot(
        f"year-{facet}",
        "lines",
        title,
        _terms(),
        tuple((value_words(name), tuple(line)) for name, line in lines),
        {"": ""},
        words("axis.share"),
    )


def _clauses(book: Rulebook) -> Plot:
    look_up = findings(book.source.work, book.convention)
    each = np.bitwise_count(look_up.matrix).sum(axis=1, dtype=np.int64).reshape(60, 24, 12)
    return Plot(
        "year-clauses",
        "lines",
        words("plot.year-clauses"),
        _terms(),
        (({"": ""}, tuple(each.mean(axis=(0, 2)).tolist())),),
        {"": ""},
        words("axis.clauses-per-chart"),
    )
