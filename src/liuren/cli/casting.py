"""The options by which every command casts a chart: by moment, or by day, hour and general."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from liuren.terms.errors import InputError

Command = TypeVar("Command", bound=Callable[..., Any])

_MOMENT_OPTIONS = (
    click.option("--at", metavar="TIME", help="Moment, e.g. 2026-11-30T10:00 (default: now)."),
    click.option("--zone", metavar="ZONE", help="IANA time zone, e.g. Asia/Seoul."),
    click.option("--place", metavar="PLACE", help="City, e.g. Seoul, 서울, 北京."),
    click.option("--longitude", type=float, metavar="DEG", help="Degrees east."),
    click.option("--latitude", type=float, metavar="DEG", help="Degrees north."),
    click.option("--solar-time", metavar="clock|mean|true", help="Which time the hour is taken from."),
    click.option("--calendar", metavar="auto|gregorian|julian", help="Calendar of the date."),
    click.option(
        "--fold", type=click.IntRange(0, 1), help="Which of two repeated clock times: 0 first, 1 second."
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
    click.option("--set", "settings", metavar="OPTION=VALUE", multiple=True, help="One option of it."),
    click.option("--chart", "notation", metavar="NOTATION", help="A chart in one-line notation."),
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


def convention_from(name: str | None, settings: tuple[str, ...]) -> Any:
    """The convention named on the command line, single options laid over it."""
    from liuren.terms.convention import load_convention

    convention = load_convention(name)
    changes = {}
    for setting in settings:
        option, sign, value = setting.partition("=")
        if not sign:
            raise InputError(
                f"--set {setting[:60]!r} is not of the form OPTION=VALUE.", hint="--set shehai=depth"
            )
        changes[option.strip()] = value.strip()
    return convention.replace(**changes) if changes else convention


def moment_from(options: dict[str, Any], convention: Any) -> Any:
    """The moment named on the command line, or now in the zone of this machine."""
    import liuren

    names = ("zone", "place", "longitude", "latitude", "solar_time", "calendar", "fold")
    given = {name: options[name] for name in names if options.get(name) is not None}
    return liuren.moment(options.get("at"), convention=convention, **given)


def cast(options: dict[str, Any], make: Callable[..., Any], *fields: str) -> Any:
    """Build a chart from command-line options with ``make`` (a chart function of the public face).

    ``fields`` are the options beyond the shared ones that ``make`` takes.

    Raises:
        InputError: neither a moment nor day, hour and general, or both.
    """
    if options.get("notation"):
        import liuren

        return liuren.parse_notation(options["notation"])
    convention = convention_from(options.get("convention"), options.get("settings") or ())
    given = {name: options[name] for name in fields if options.get(name) is not None}
    shared = ("month", "year", "birth", "daytime")
    explicit = {name: options[name] for name in shared if options.get(name) is not None}
    if options.get("day") or options.get("general"):
        missing = [name for name in ("day", "hour", "general") if not options.get(name)]
        if missing:
            raise InputError(
                f"Casting by pillars needs --day, --hour and --general; missing: "
                f"{', '.join('--' + name for name in missing)}.",
                hint="--day 甲子 --hour 卯 --general 亥",
            )
        if options.get("at"):
            raise InputError(
                "Both a moment (--at) and a day and general were given; a chart is cast from one.",
                hint="Leave out --at, or leave out --day, --hour and --general.",
            )
        named = {name: options[name] for name in ("day", "hour", "general")}
        return make(**named, **explicit, **given, convention=convention)
    if options.get("hour"):
        raise InputError(
            "--hour was given without --day and --general.", hint="--day 甲子 --hour 卯 --general 亥"
        )
    return make(moment=moment_from(options, convention), **explicit, **given, convention=convention)
