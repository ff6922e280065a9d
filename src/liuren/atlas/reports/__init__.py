"""Questions about a book as a whole, answered over all charts: tables and plots, each reproducible.

``reports()`` lists them; a report is worked out when its rows or plots are first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from liuren.atlas.reports.report import Report
from liuren.rules.rulebook import rulebook
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError

__all__ = ["NAMES", "Report", "report", "reports"]

#: Name → (module, arts it is for), in the order of the page.
_MAKERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "rarity": ("rarity", ("liuren", "jinkoujue")),
    "values": ("rarity", ("liuren", "jinkoujue")),
    "dead": ("dead", ("liuren", "jinkoujue")),
    "schools": ("schools", ("liuren", "jinkoujue")),
    "pairs": ("pairs", ("liuren",)),
    "contradictions": ("conflicts", ("liuren",)),
    "redundancy": ("conflicts", ("liuren", "jinkoujue")),
    "entropy": ("facets", ("liuren",)),
    "dependence": ("facets", ("liuren",)),
    "year": ("year", ("liuren",)),
}
NAMES = tuple(_MAKERS)


def report(
    name: str,
    *,
    work: str = "shefu",
    convention: Convention | str | Mapping[str, str] | None = None,
) -> Report:
    """One report on a work under a convention.

    Raises:
        InputError: no such report, or none on a work of that art.
    """
    if name not in _MAKERS:
        import difflib

        near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.4)
        raise InputError(
            f"There is no report “{name[:40]}”.",
            hint=(f"Did you mean {near[0]}? " if near else "") + f"Reports: {', '.join(NAMES)}.",
            code="unknown_report",
        )
    module, arts = _MAKERS[name]
    book = rulebook(work, load_convention(convention))
    if book.source.method not in arts:
        possible = [n for n, (_, kinds) in _MAKERS.items() if book.source.method in kinds]
        raise InputError(
            f"The report {name} is not made for {work}.",
            hint=f"Reports on it: {', '.join(possible)}.",
            code="unknown_report",
        )
    make = getattr(import_module(f"liuren.atlas.reports.{module}"), name)
    return Report(name, book, make)


def reports(
    *,
    work: str = "shefu",
    convention: Convention | str | Mapping[str, str] | None = None,
) -> list[Report]:
    """Every report there is on a work, not yet worked out."""
    method = rulebook(work).source.method
    return [
        report(name, work=work, convention=convention)
        for name, (_, arts) in _MAKERS.items()
        if method in arts
    ]
