"""The plan of a series: how many trials, how they are judged. Written into the chain before the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from liuren.casebook.errors import TrialError

MODES = ("choice", "description")
DRAWS = ("program", "die")
CONTROLS = ("base-rate", "shuffled-chart", "wrong-hour")
PRIMARY = ("rank_sum", "hits", "betting", "permutation")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is decided beforehand.

    ``mode``: ``choice`` (probabilities over ``options`` shown things) or ``description`` (probabilities of
    facet values; decoys stay hidden). ``draw``: the program draws the target, or the hider rolls a die among
    the shown things. ``group``: many readers, one target; then the mean over readers is judged as well.
    ``caution``: share of the base rates mixed into every forecast, so that no single trial decides all.
    ``primary``: the one test that counts when ``trials`` are done.
    """

    trials: int = 20
    options: int = 5
    mode: str = "choice"
    draw: str = "program"
    group: bool = False
    primary: str = "rank_sum"
    alpha: float = 0.05
    caution: float = 0.05
    arrangements: int = 9999
    controls: tuple[str, ...] = CONTROLS

    def __post_init__(self) -> None:
        _among("mode", self.mode, MODES)
        _among("draw", self.draw, DRAWS)
        _among("primary", self.primary, PRIMARY)
        for control in self.controls:
            _among("control", control, CONTROLS)
        _whole("trials", self.trials, 1, 100_000)
        _whole("options", self.options, 2, 1000)
        _whole("arrangements", self.arrangements, 99, 1_000_000)
        _within("alpha", self.alpha, 1e-6, 0.5)
        _within("caution", self.caution, 0.0, 0.99)
        if self.mode == "description" and self.draw == "die":
            raise TrialError(
                "With a die the hider sees the things to choose from, so the readers may too.",
                hint="Use mode choice with a die, or let the program draw.",
            )

    def to_dict(self) -> dict[str, Any]:
        plan = {one.name: getattr(self, one.name) for one in fields(self)}
        return {**plan, "controls": list(self.controls)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        known = {one.name for one in fields(cls)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise TrialError(
                f"A plan has no item {unknown[0]!r}.", hint=f"Items: {', '.join(sorted(known))}."
            )
        return cls(**{**data, "controls": tuple(data.get("controls", CONTROLS))})


def _among(what: str, value: object, values: tuple[str, ...]) -> None:
    if value not in values:
        raise TrialError(f"{what} {value!r} is not known.", hint=f"One of: {', '.join(values)}.")


def _whole(what: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TrialError(f"{what} is {value!r}.", hint=f"A whole number from {low} to {high}.")
    _within(what, value, low, high)


def _within(what: str, value: object, low: float, high: float) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not low <= value <= high:  # type: ignore[operator]
        raise TrialError(f"{what} is {value!r}.", hint=f"From {low:g} to {high:g}.")
