"""Findings written by hand, for tests of the judgement apart from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from liuren.reading import vocabulary
from liuren.rules import tree


@dataclass(frozen=True)
class StandIn:
    clause: str
    facet: str
    concept: str
    labels: Mapping[str, str]
    condition: tree.Condition = field(default_factory=tree.Always)
    attribute: str | None = None
    mode: str = "states"
    variant: str | None = None
    rarity: Mapping[str, int] | None = None
    also: tuple[str, ...] = ()
    definitions: Mapping[str, Any] = field(default_factory=dict)
    trace: Any = None


def attribute(
    clause: str, facet: str, value: str, condition: tree.Condition | None = None, **more: Any
) -> StandIn:
    """A statement on an attribute facet."""
    return StandIn(
        clause,
        "attribute",
        f"{facet}-{value}",
        vocabulary.values(facet)[value],
        condition or tree.Always(),
        attribute=facet,
        **more,
    )


def thing(clause: str, name: str, facet: str = "object", **more: Any) -> StandIn:
    """A statement that names a thing, person, place …"""
    labels = dict.fromkeys(("zh-Hant", "zh-Hans", "ko", "en"), name)
    return StandIn(clause, facet, name, labels, **more)


def branch(value: int) -> tree.Literal:
    return tree.Literal("branch", (value,))


INITIAL = tree.Quantity("branch", "initial")
DAY_STEM = tree.Quantity("stem", "day-stem")
DAY_BRANCH = tree.Quantity("branch", "day-branch")
