"""The options by which every command casts a chart: by moment, or by day, hour and general."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

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
