"""The options of commands as data: read by click for help and faults, and without it otherwise.

A command module of this kind has ``OPTIONS`` (and ``ARGUMENT``, the name of one free word, or none)
and a function of the command's name that takes what was read. See ``quick`` and ``clicked``.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class Option(NamedTuple):
    """One option.

    ``kind`` is ``text``, ``whole`` (an integer from ``low`` to ``high`` where those are given),
    ``number``, ``flag`` (given or not), ``switch`` (``--daytime/--night``), ``many`` (may be repeated)
    or ``language``. ``name`` is the argument of the command's function; without it, the option's own.
    """

    flag: str
    metavar: str = ""
    help: str = ""
    kind: str = "text"
    name: str = ""
    default: Any = None
    low: int | None = None
    high: int | None = None
    required: bool = False

    @property
    def argument(self) -> str:
        """The name of the argument that it fills."""
        return self.name or self.flag.split("/")[0].removeprefix("--").replace("-", "_")


MOMENT: Final = (
    Option("--at", "TIME", "Moment, e.g. 2026-11-30T10:00 (default: now)."),
    Option("--zone", "ZONE", "IANA time zone, e.g. Asia/Seoul."),
    Option("--place", "PLACE", "City, e.g. Seoul, 서울, 北京."),
    Option("--longitude", "DEG", "Degrees east.", "number"),
    Option("--latitude", "DEG", "Degrees north.", "number"),
    Option("--solar-time", "clock|mean|true|half_hour", "Which time the hour is taken from."),
    Option("--calendar", "auto|gregorian|julian", "Calendar of the date."),
    Option(
        "--fold", "0|1", "Which of two repeated clock times: 0 first, 1 second.", "whole",
        low=0, high=1,
    ),
)  # fmt: skip
CONVENTION: Final = (
    Option("--convention", "NAME", "A named convention (school)."),
    Option("--set", "OPTION=VALUE", "One option of it.", "many", "settings"),
)
CASTING: Final = (
    *MOMENT,
    Option("--day", "甲子", "Day pillar."),
    Option("--hour", "卯", "Hour branch."),
    Option("--general", "亥", "Month general."),
    Option("--daytime/--night", "", "Cast by day or by night.", "switch"),
    Option("--month", "寅", "Month branch or pillar."),
    Option("--year", "子", "Year branch or pillar."),
    Option("--birth", "午", "Birth branch or pillar (本命)."),
    *CONVENTION,
    Option("--chart", "NOTATION", "A chart in one-line notation."),
)
SEATING: Final = (
    Option("--seat", "酉", "Seat (地分): a branch, direction, number or animal."),
    Option(
        "--seat-by",
        "WAY",
        "What --seat is: branch, direction, number, strokes, animal; or lot, hour, annual, natal.",
    ),
    Option("--guest", "1..12", "Which guest within the hour (次客法).", "whole"),
)
READING: Final = (
    Option("--profile", "base|all|一云", "Which variants to admit.", default="base"),
    Option("--why", "CLAUSE", "The trace of one clause, whether it holds or not."),
    Option("--all", "", "List every finding, other topics too.", "flag", "everything"),
)
LANGUAGE: Final = Option("--lang", "zh-Hant|zh-Hans|ko|en", "Language.", "language", "language")
JSON: Final = Option("--json", "", "Print data instead of text.", "flag", "as_json")
PRINTING: Final = (LANGUAGE, JSON)
