"""What the public face hands out is the caller's own: changing it changes nothing that is asked for later."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import liuren
from liuren.edition.library import work


def chart() -> Any:
    return liuren.liuren_chart(
        day="甲子", hour="卯", general="亥", month="寅", year="子", birth="午", age_branch="申"
    )


def positions() -> Any:
    return liuren.jinkoujue_chart(
        day="甲寅", hour="巳", general="亥", seat="酉", month="寅", birth="甲子"
    )


MOMENT = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")
READING = liuren.read(chart())
ASKED: dict[str, Callable[[], Any]] = {
    "moment": MOMENT.to_dict,
    "chart": lambda: chart().to_dict(),
    "chart of a moment": lambda: liuren.liuren_chart(moment=MOMENT).to_dict(),
    "positions": lambda: positions().to_dict(),
    "notation": lambda: liuren.parse_notation("甲子日 亥將 卯時").to_dict(),
    "convention": lambda: liuren.load_convention("yuding").to_dict(),
    "reading": lambda: liuren.read(chart()).to_dict(),
    "one reading": lambda: READING.to_dict(paragraphs=True),
    "reading of positions": lambda: liuren.read(positions()).to_dict(),
    "fired": lambda: liuren.fired(chart()),
    "finding": lambda: READING.findings[0].to_dict(),
    "trace": lambda: liuren.explain(chart(), "shefu:zi.5").to_dict(),
    "clauses": lambda: liuren.clauses("jinkoujue"),
    "clause": lambda: work("shefu")["shefu:zi.5"].to_dict(),
    "contradictions": lambda: work("shefu").contradictions,
}


def spoil(value: Any) -> int:
    """Change every list and dict inside; how many there were."""
    parts = list(value.values() if isinstance(value, dict) else value)
    count = sum(spoil(part) for part in parts if isinstance(part, (dict, list, tuple)))
    if isinstance(value, dict):
        value["spoilt"] = "spoilt"
    elif isinstance(value, list):
        value.append("spoilt")
    return count + 1


@pytest.mark.parametrize("name", ASKED)
def test_nothing_that_is_handed_out_is_kept(name: str) -> None:
    first = copy.deepcopy({each: ask() for each, ask in ASKED.items()})
    assert spoil(ASKED[name]()) > 0
    assert {each: ask() for each, ask in ASKED.items()} == first
