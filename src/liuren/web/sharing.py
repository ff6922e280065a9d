"""Links that bring back the same chart, and notice when another engine would read it differently.

A link carries the notation, which names chart and convention, and a mark of what was seen: engine,
rulebook, and short digests of the chart and of the clauses that held.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from liuren.terms.versions import ENGINE

# Of a chart everything counts but where it comes from and what is said about it.
_ABOUT = (
    "engine",
    "rulebook",
    "convention",
    "warnings",
    "moment",
    "notation",
    "disputes",
    "instant",
)


def mark_of(chart: dict[str, Any], said: Iterable[str]) -> str:
    """What is seen, as a short text: engine, rulebook, chart and what was said of it."""
    facts = {name: value for name, value in chart.items() if name not in _ABOUT}
    version = ENGINE.rpartition(" ")[2]
    rulebook = str(chart["rulebook"]).removeprefix("sha256:")[:8]
    return "~".join((version, rulebook, _digest(facts), _digest(sorted(said))))


def changed_since(then: str, now: str) -> str | None:
    """``chart`` or ``reading`` when that differs between two marks, else None."""
    before, after = then.split("~"), now.split("~")
    if len(before) != len(after):
        return None
    if before[2] != after[2]:
        return "chart"
    return "reading" if before[3] != after[3] else None


def engine_of(mark: str) -> str:
    """The engine and rulebook that a mark names, to be shown."""
    version, _, rest = mark.partition("~")
    return f"liuren {version[:20]} · {rest.partition('~')[0][:8]}"


def _digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
