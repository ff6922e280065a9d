"""Which general can ride which branch, and stand on which: 144 pairs under every placing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.words import words
from liuren.charts.states import all_states
from liuren.rules.rulebook import Rulebook
from liuren.terms import branches, generals
from liuren.terms.convention import Convention
from liuren.terms.labels import LANGUAGES, term


def occurrences(convention: Convention) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """States in which each general rides each branch, and stands on each; (12 generals, 12 branches)."""
    states = all_states(convention)
    rides, stands = np.zeros((12, 12), dtype=np.int64), np.zeros((12, 12), dtype=np.int64)
    for branch in range(12):
        for counted, general in (
            (rides, states.rider_of(np.uint8(branch))),
            (stands, states.rider_at(np.uint8(branch))),
        ):
            counted[:, branch] = np.bincount(states.full(general), minlength=12)
    return rides, stands


def pairs(book: Rulebook) -> Result:
    """The twelve generals with the branches that each can never ride and never stand on."""
    rides, stands = occurrences(book.convention)
    rows = [
        {
            "general": generals.NAMES[g],
            "never_rides": [branches.NAMES[b] for b in np.flatnonzero(rides[g] == 0)],
            "never_stands_on": [branches.NAMES[b] for b in np.flatnonzero(stands[g] == 0)],
        }
        for g in range(12)
    ]
    figures = {
        "rides": int((rides == 0).sum()),
        "stands": int((stands == 0).sum()),
        "neither": int(((rides == 0) & (stands == 0)).sum()),
    }
    columns = {"general": "general", "never_rides": "branches", "never_stands_on": "branches"}
    plots = (_plot("rides", rides), _plot("stands", stands))
    return Result(columns, tuple(rows), plots, figures)


def _plot(name: str, counted: NDArray[np.int64]) -> Plot:
    labels = [{tongue: term("general", g, tongue) for tongue in LANGUAGES} for g in generals.NAMES]
    return Plot(
        name,
        "heat",
        words(f"plot.{name}"),
        tuple({"": branch} for branch in branches.NAMES),
        tuple((label, tuple(row)) for label, row in zip(labels, counted.tolist(), strict=True)),
        words("axis.branch"),
        {"": ""},
    )
