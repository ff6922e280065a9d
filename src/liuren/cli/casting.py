"""The options by which every command casts a chart: by moment, or by day, hour and general."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

Command = TypeVar("Command", bound=Callable[..., Any])

_MOMENT_OPTIONS = (
    click.option("--at", metavar="TIME", help="Moment, e.g. 2026-11-30T10:00 (default: now)."),
    click.option("--zone", metavar="ZONE", help="IANA time zone, e.g. Asia/Seoul."),
    click.option("--place", metavar="PLACE", help="City, e.g. Seoul, 서울, 北京."),
    click.option("--longitude", type=float, metavar="DEG", help="Degrees east."),
    click.option("--latitude", type=float, metavar="DEG", help="Degrees north."),
    click.option(
        "--solar-time", metavar="clock|mean|true", help="Which time the hour is taken from."
    ),
    click.option("--calendar", metavar="auto|gregorian|julian", help="Calendar of the date."),
    click.option(
        "--fold",
        type=click.IntRange(0, 1),
        help="Which of two repeated clock times: 0 first, 1 second.",
    ),
)
_CHART_OPTIONS = (
    click.option("--day", metavar="甲子", help="Day pillar."),
    click.option("--hour", metavar="卯", help="Hour branch."),
    click.option("--general", metavar="亥", help="Month general."),
    click.option("--daytime/--night", "daytime", default=None, help="Cast by day or by night."),
    click.option("--month", metavar="寅", help="Month branch or pillar."),
    click.option("--year", metavar="子", help="Year branch or pillar."),
    click.option("--birth", metavar="午", help="Birth branch or pillar (本命)."),
)
_CONVENTION_OPTIONS = (
    click.option("--convention", metavar="NAME", help="A named convention (school)."),
    click.option(
        "--set", "settings", metavar="OPTION=VALUE", multiple=True, help="One option of it."
    ),
    click.option("--chart", metavar="NOTATION", help="A chart in one-line notation."),
)


def casting_options(command: Command) -> Command:
    """Add the options shared by every command that casts a chart."""
    for option in reversed((*_MOMENT_OPTIONS, *_CHART_OPTIONS, *_CONVENTION_OPTIONS)):
        command = option(command)
    return command


def moment_options(command: Command) -> Command:
    """Add the options that name a moment and a convention."""
    for option in reversed((*_MOMENT_OPTIONS, *_CONVENTION_OPTIONS[:2])):
        command = option(command)
    return command


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
