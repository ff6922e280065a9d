"""Tables of trials for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from liuren.casebook.words import number, percent, say
from liuren.cli.columns import padded, width

_HEADINGS = (
    "reader",
    "trials",
    "hits",
    "chance",
    "interval",
    "rank_sum",
    "log",
    "brier",
    "betting",
    "p",
)


def score_table(table: dict[str, Any], language: str) -> str:
    """One line a reader: program, controls, humans, their mean."""
    rows = [[say(f"table.{name}", language) for name in _HEADINGS]]
    rows += [_score_row(row, language) for row in table["rows"]]
    return _aligned(rows)


def _score_row(row: dict[str, Any], language: str) -> list[str]:
    hits, ranks = row["hits"], row["rank_sum"]
    low, high = hits["interval"]
    human = row["kind"] == "human"
    return [
        row["name"] if human else say(f"reader.{row['reader']}", language),
        str(row["trials"]),
        str(hits["hits"]),
        percent(hits["chance"]),
        f"{percent(low)}–{percent(high)}",
        f"{ranks['sum']} ({number(ranks['chance_mean'])})",
        "–" if row["log"]["mean"] is None else f"{row['log']['total']:+.2f}",
        "–"
        if row["brier"]["mean"] is None
        else f"{row['brier']['mean']:.3f} ({row['brier']['base_rate']:.3f})",
        number(row["betting"]["score"]),
        f"{_p(ranks['p'])}, {_p(row['permutation']['p'])}",
    ]


def replay_table(found: dict[str, Any], language: str) -> str:
    """Published trials replayed, and what that does not show."""
    rows = [
        [
            one["id"],
            one["thing"],
            one["notation"],
            f"{one['place']:g}/{one['size']}",
            percent(one["chance"]),
        ]
        for one in found["replayed"]
    ]
    summary = found["summary"]
    lines = [_aligned(rows)] if rows else []
    if summary["free"]:
        lines.append(
            say(
                "words.replay",
                language,
                trials=summary["free"],
                options=summary["options"],
                mean=number(summary["mean_rank"]),
                chance=number(summary["chance_rank"]),
            )
        )
    if summary["forced"]:
        lines.append(
            say(
                "words.replay.forced",
                language,
                trials=summary["forced"],
                right=f"{summary['forced_right']:g}",
                chance=number(summary["forced_chance"]),
            )
        )
    lines.append(say("words.replay.skipped", language, skipped=len(found["skipped"])))
    lines.append(say("words.classical", language))
    return "\n".join(lines)


def _p(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(padded(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
