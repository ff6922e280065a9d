"""Casting a chart from the options of a command: by moment, or by day, hour and general."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from liuren.cli.options import CASTING

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

Command = TypeVar("Command", bound=Callable[..., Any])


def casting_options(command: Command) -> Command:
    """Add the options shared by every command that casts a chart to a command of click."""
    from liuren.cli.clicked import with_options

    return with_options(command, CASTING)


def chart_of(method: str, options: Mapping[str, Any]) -> LiurenChart | JinkoujueChart:
    """The chart that the options of a command name.

    Raises:
        InputError: as :func:`liuren.charts.casting.cast`, and for a zone, a place … where the chart
            is named without a moment, so that nothing typed is passed over in silence.
    """
    from liuren.charts.casting import MOMENT_FIELDS, cast

    named = [name for name in ("chart", "day", "hour", "general") if options.get(name)]
    unused = [
        f"--{name.replace('_', '-')}" for name in MOMENT_FIELDS if options.get(name) is not None
    ]
    if named and unused:
        from liuren.terms.errors import InputError

        said = (
            "A chart in notation stands alone; not with it"
            if "chart" in named
            else "A moment is not used where day, hour and general are given; not with them"
        )
        raise InputError(
            f"{said}: {', '.join(unused)}.",
            hint="Leave out the moment, or leave out day, hour and general.",
            code="two_casts",
        )
    return cast(method, options)
