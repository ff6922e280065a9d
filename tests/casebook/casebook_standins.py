"""Stand-ins that need no charts: a pool, a program, a clock."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from liuren.casebook.draw import Lots
from liuren.casebook.pool import Pool, PoolObject
from liuren.casebook.program import describe_by_forecast

COLOURS = ("red", "green", "blue", "white")
SHAPES = ("round", "long", "flat")


def make_pool(size: int = 120) -> Pool:
    """Things of every colour and shape."""
    return Pool(
        "stand-in",
        tuple(
            PoolObject(
                f"thing-{number}",
                {"en": f"thing {number}", "zh-Hant": f"物{number}"},
                {
                    "colour": (COLOURS[number % 4],),
                    "shape": tuple({SHAPES[number % 3], SHAPES[number // 3 % 3]}),
                },
            )
            for number in range(size)
        ),
    )


class StandIn:
    """A program whose chart is a number and whose weights follow from it."""

    name = "stand-in 1"

    def cast(self, casting: Mapping[str, Any] | None) -> dict[str, Any]:
        return {"notation": str((casting or {}).get("number", 1)), "engine": self.name}

    def other_chart(self, chart: Mapping[str, Any], control: str, lots: Lots) -> dict[str, Any]:
        return {**chart, "notation": f"{control} {lots.below(10**6)}"}

    def forecast(self, chart: Mapping[str, Any], things: Sequence[PoolObject]) -> dict[str, float]:
        return {one.id: 1 + _noise(f"{chart['notation']}/{one.id}") for one in things}

    def describe(self, chart: Mapping[str, Any], pool: Pool) -> dict[str, dict[str, float]]:
        return describe_by_forecast(self.forecast(chart, pool.objects), pool)


def _noise(text: str) -> float:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") / 2**32


class Clock:
    """A clock that moves a second at each look."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> str:
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"2026-11-30T{hours:02}:{minutes:02}:{seconds:02}.000000Z"
