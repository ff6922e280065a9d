"""Clauses that can never fire, why, and what would revive them."""

from __future__ import annotations

from collections import Counter

from liuren.atlas.plots import Plot
from liuren.atlas.reports.report import Result
from liuren.atlas.words import clause_words, option_words, words
from liuren.rules.revivals import revivals
from liuren.rules.rulebook import Rulebook
from liuren.rules.tables import tables


def dead(book: Rulebook) -> Result:
    """The clauses without a single chart, with the reason known and the single options that revive them."""
    counted = tables(book.source.work, book.convention)
    silent = [c for c in counted.clauses if not counted[c].fires]
    revived = {
        clause: [f"{key}={value}" for key, values in options.items() for value in values]
        for clause, options in revivals(book, silent).items()
    }
    reasons = _reasons(book.source.work)
    rows = [
        {
            "clause": clause,
            "text": clause_words(book.source.work, clause),
            "reason": reasons.get(clause, {}),
            "revived_by": revived[clause],
        }
        for clause in silent
    ]
    tally = Counter(option for found in revived.values() for option in found)
    columns = {"clause": "clause", "text": "words", "reason": "words", "revived_by": "options"}
    figures = {
        "dead": len(silent),
        "clauses": len(counted.clauses),
        "revivable": sum(bool(found) for found in revived.values()),
    }
    plots = (_plot(tally),) if tally else ()
    return Result(columns, tuple(rows), plots, figures)


def _plot(tally: Counter[str]) -> Plot:
    ordered = tally.most_common()
    return Plot(
        "revived",
        "rows",
        words("plot.revived"),
        tuple(option_words(option) for option, _ in ordered),
        (({"": ""}, tuple(count for _, count in ordered)),),
        words("axis.clauses"),
        {"": ""},
    )


def _reasons(work: str) -> dict[str, dict[str, str]]:
    """Reasons that the editors gave for clauses without charts."""
    from liuren.edition.works import work_folder
    from liuren.terms.datafiles import read_toml

    path = work_folder(work) / "accepted.toml"
    listed = read_toml(path).get("unreachable", {}) if path.is_file() else {}
    return {clause: row.get("reason", {}) for clause, row in listed.items()}
