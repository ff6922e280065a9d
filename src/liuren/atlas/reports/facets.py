"""How much the facets of the profile say, and how much of it they say together."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.values import matrix_of, values
from liuren.atlas.words import facet_words, words
from liuren.reading import vocabulary
from liuren.rules.axes import STATES
from liuren.rules.rulebook import Rulebook

Codes = NDArray[np.int64]


def said(book: Rulebook) -> dict[str, tuple[Codes, Codes, int]]:
    """Facet → for each of the 17,280 states a number for the set of values stated, the rarest of them (−1
    none), and how many values the facet has at all.
    """
    look_up = values(book.source.work, book.convention)
    truth = matrix_of(look_up)
    names = [name.split("=")[0] for name in look_up.names]
    found = {}
    for facet, row in vocabulary.facets().items():
        places = [i for i, name in enumerate(names) if name == facet]
        if not places or not row["attribute"]:
            continue
        bits = truth[places]  # rarest first
        packed = np.packbits(bits, axis=0).T
        _, sets = np.unique(packed, axis=0, return_inverse=True)
        leading = np.where(bits.any(0), bits.argmax(0), -1)
        found[facet] = (sets.reshape(-1).astype(np.int64), leading.astype(np.int64), len(places))
    return found


def entropy_of(codes: Codes) -> float:
    """Entropy in bits of a variable over the states, all states alike."""
    _, counts = np.unique(codes, return_counts=True)
    share = counts / len(codes)
    return float(-(share * np.log2(share)).sum())


def information(one: Codes, other: Codes) -> float:
    """Mutual information in bits; exact, for every state is counted."""
    joint = one * (int(other.max()) + 2) + other
    return max(0.0, entropy_of(one) + entropy_of(other) - entropy_of(joint))


def entropy(book: Rulebook) -> Result:
    """Facets by how much they tell of a chart."""
    rows: list[dict[str, Any]] = [
        {
            "facet": facet,
            "values": count,
            "share": float((leading >= 0).mean()),
            "sets": int(sets.max()) + 1,
            "entropy_sets": entropy_of(sets),
            "entropy": entropy_of(leading),
        }
        for facet, (sets, leading, count) in said(book).items()
    ]
    rows.sort(key=lambda row: -float(row["entropy"]))
    columns = {
        "facet": "facet", "values": "number", "share": "share", "sets": "number",
        "entropy_sets": "bits", "entropy": "bits",
    }  # fmt: skip
    plot = Plot(
        "entropy",
        "rows",
        words("plot.entropy"),
        tuple(facet_words(str(row["facet"])) for row in rows),
        (
            (words("series.sets"), tuple(float(row["entropy_sets"]) for row in rows)),
            (words("series.rarest"), tuple(float(row["entropy"]) for row in rows)),
        ),
        words("axis.bits"),
        {"": ""},
    )
    figures = {"states": f"{STATES:,}", "bits": f"{np.log2(STATES):.1f}"}
    return Result(columns, tuple(rows), (plot,), figures)


def dependence(book: Rulebook) -> Result:
    """Pairs of facets by how much one tells of the other."""
    found = {facet: leading for facet, (_, leading, _) in said(book).items()}
    alone = {facet: entropy_of(codes) for facet, codes in found.items()}
    heard = [facet for facet, bits in alone.items() if bits > 0]
    rows: list[dict[str, Any]] = []
    grid = np.zeros((len(heard), len(heard)))
    for i, one in enumerate(heard):
        for j, other in enumerate(heard[:i]):
            bits = information(found[one], found[other])
            share = bits / min(alone[one], alone[other])
            grid[i, j] = grid[j, i] = share
            rows.append({"facet": other, "other_facet": one, "information": bits, "share": share})
    rows.sort(key=lambda row: -row["share"])
    columns = {"facet": "facet", "other_facet": "facet", "information": "bits", "share": "share"}
    plot = Plot(
        "dependence",
        "heat",
        words("plot.dependence"),
        tuple(facet_words(facet) for facet in heard),
        tuple(
            (facet_words(facet), tuple(row))
            for facet, row in zip(heard, grid.tolist(), strict=True)
        ),
        {"": ""},
        {"": ""},
    )
    return Result(columns, tuple(rows), (plot,), {})
