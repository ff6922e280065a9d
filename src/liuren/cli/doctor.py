"""``liuren doctor``: what is installed, which data, whether the clock is sane, and a self-test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import click

from liuren.cli.clicked import json_option, language_option
from liuren.cli.extras import EXTRAS
from liuren.cli.help import Command
from liuren.cli.language import brackets, echo_json
from liuren.terms.errors import LiurenError
from liuren.terms.installing import install_command
from liuren.terms.labels import has_message, message, term

#: How many of the 720 lessons each of the nine methods decides under the default convention.
CENSUS = {
    "賊剋": 337, "比用": 81, "涉害": 76, "遙剋": 65, "昴星": 16, "別責": 9, "八專": 16,
    "伏吟": 60, "返吟": 60,
}  # fmt: skip
#: sha256 over the transmissions of the 720 lessons: days from 甲子, offsets of the plate from 0.
TRANSMISSIONS = "98f92e62ae2dec7921aba5ff2b9c98197f636f8622736b1f4367f3b7342bf13f"
#: A civil time whose offset only a complete zone history gives: China had summer time in 1988.
KNOWN_ZONE = ("1988-07-01T10:00", "Asia/Shanghai", "+09:00")
#: The clock of a machine is wrong when it says less than the year of this program, or this much more.
FIRST_YEAR, LAST_YEAR = 2026, 2126


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report: a section, what was looked at, what was seen, and whether that is well.

    ``well`` is None for what is neither right nor wrong, such as an extra that is not installed. ``told``
    says what was seen in a language, where that is more than a name or a number.
    """

    section: str
    name: str
    seen: str
    well: bool | None = True
    told: Callable[[str], str] | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"section": self.section, "name": self.name, "seen": self.seen, "well": self.well}


#: A package of Debian with the characters that bitmaps of charts need.
FONT = "fonts-noto-cjk"
_GLYPH = """<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
<text x="4" y="30" font-size="24" font-family="Noto Serif CJK TC, serif">{}</text></svg>"""


@click.command("doctor", cls=Command)
@language_option
@json_option
@click.pass_context
def doctor(context: click.Context, language: str, as_json: bool) -> None:
    """Check the installation. Exit status 1 when something is wrong."""
    checks = [
        check for look in (_program, _extras, _data, _clock, _lessons) for check in _tried(look)
    ]
    wrong = sum(check.well is False for check in checks)
    if as_json:
        echo_json({"well": not wrong, "checks": [check.to_dict() for check in checks]})
    else:
        _print(checks, wrong, language)
    if wrong:
        context.exit(1)


def _tried(look: Callable[[], Iterator[Check]]) -> Iterator[Check]:
    """The checks of one look; what goes wrong in it is a finding, not an end."""
    section = look.__name__.removeprefix("_")
    try:
        yield from look()
    except LiurenError as error:
        yield Check(section, error.code, error.message, False)
    except Exception as error:
        yield Check(section, type(error).__name__, str(error)[:200], False)


def _print(checks: list[Check], wrong: int, language: str) -> None:
    section = ""
    for check in checks:
        if check.section != section:
            section = check.section
            click.echo(message(f"doctor.{section}", language))
        mark = {True: "✓", False: "✗", None: "–"}[check.well]
        seen = check.told(language) if check.told else check.seen
        if check.well is None:
            seen = message("doctor.missing", language, hint=seen)
        click.echo(f"  {mark} {_called(check.name, language)}{message('colon', language)}{seen}")
    click.echo()
    click.echo(
        message("doctor.unwell", language, number=wrong)
        if wrong
        else message("doctor.well", language)
    )


def _called(name: str, language: str) -> str:
    """What was looked at, in the language; names of programs, books and errors are what they are."""
    key = f"doctor.name.{name.replace(' ', '_')}"
    return message(key, language) if has_message(key) else name


def _listed(parts: Iterable[str], language: str) -> str:
    return message("comma", language).join(parts)


def _program() -> Iterator[Check]:
    import platform
    from pathlib import Path

    import liuren

    yield Check("program", "liuren", f"{liuren.__version__} ({Path(liuren.__file__).parent})")
    python = f"{platform.python_version()} ({platform.system()} {platform.machine()})"
    yield Check("program", "Python", python, sys.version_info >= (3, 11))
    yield Check("program", "stdout", sys.stdout.encoding or "?")


def _extras() -> Iterator[Check]:
    from importlib.util import find_spec

    for extra, packages in EXTRAS.items():
        missing = [name for name in packages if find_spec(name) is None]
        if missing:
            yield Check("extras", extra, install_command(extra), None)
        else:
            yield Check("extras", extra, ", ".join(_versioned(name) for name in packages))
    if find_spec("resvg_py"):
        shown = _characters_differ()
        yield Check("extras", "font", "resvg" if shown else FONT, True if shown else None)


def _characters_differ() -> bool:
    """Whether a bitmap shows characters: without a font that has them all look alike."""
    import resvg_py

    one, other = (resvg_py.svg_to_bytes(svg_string=_GLYPH.format(each)) for each in "甲乙")
    return bool(one != other)


def _versioned(package: str) -> str:
    from importlib.metadata import packages_distributions, version

    distribution = packages_distributions().get(package, [package])[0]
    return f"{distribution} {version(distribution)}"


def _data() -> Iterator[Check]:
    from liuren.edition.works import work_facts
    from liuren.rules import coverage, works
    from liuren.terms.convention import convention_names, registry
    from liuren.terms.datafiles import cache_folder
    from liuren.terms.resources import data_path
    from liuren.terms.versions import rulebook_digest

    for folder in ("texts", "vocabulary", "conventions"):
        path = data_path(folder)
        yield Check("data", folder, str(path), path.is_dir())
    for work in works():
        counts = coverage(work)
        number = sum(counts.values())
        shown = ", ".join(f"{status} {count}" for status, count in counts.items())
        told = partial(_clauses, number, counts)
        expected = work_facts(work).get("clauses", number)
        well = number == expected and "open" not in counts
        yield Check("data", work, f"{number} clauses: {shown}", well, told)
    names = ", ".join(convention_names())
    seen = f"{names}; {len(registry())} options"
    yield Check("data", "schools", seen, told=partial(_schools, len(registry())))
    yield Check("data", "rulebook", rulebook_digest())
    cache = cache_folder()
    files = len(list(cache.glob("*.bin"))) if cache.is_dir() else 0
    yield Check(
        "data",
        "compiled copies",
        f"{cache} ({files} files)",
        told=lambda language: message("doctor.files", language, folder=cache, number=files),
    )


def _clauses(number: int, counts: dict[str, int], language: str) -> str:
    """The clauses of a book, counted by status."""
    parts = [
        f"{message('text.status.' + name, language)} {count}" for name, count in counts.items()
    ]
    total = f"{message('coverage.title', language)} {number}"
    listed = _listed(parts, language)
    return total + brackets(listed, language)


def _schools(options: int, language: str) -> str:
    from liuren.terms.convention import convention_names, school

    labels = [school(name)["label"][language] for name in convention_names()]
    return message("doctor.options", language, schools=_listed(labels, language), number=options)


def _clock() -> Iterator[Check]:
    from datetime import UTC, datetime

    import liuren
    from liuren.calendar.zones import local_zone

    now = datetime.now(UTC)
    yield Check("clock", "now", f"{now:%Y-%m-%dT%H:%M:%SZ}", FIRST_YEAR <= now.year <= LAST_YEAR)
    yield Check("clock", "local zone", local_zone().name)
    at, zone, offset = KNOWN_ZONE
    clock = liuren.moment(at, zone=zone).to_dict()["clock"]
    seen = f"{at} {zone} is {clock['offset']}"
    told = partial(message, "doctor.offset", at=at, zone=zone, offset=clock["offset"])
    yield Check("clock", "zone history", seen, clock["offset"] == offset, told)
    moment = liuren.moment(now).to_dict()
    pillars = " ".join(moment["pillars"].values())
    name, general = moment["term"]["name"], moment["general"]
    yield Check(
        "clock",
        "pillars",
        f"{pillars}, {name}, {general}將",
        told=lambda language: _listed(
            (
                pillars,
                term("solar_term", name, language),
                f"{message('chart.general', language)} {general}",
            ),
            language,
        ),
    )


def _lessons() -> Iterator[Check]:
    from time import perf_counter

    start = perf_counter()
    counts, digest = lessons()
    seconds = perf_counter() - start
    shown = " ".join(f"{name} {number}" for name, number in counts.items())
    told = partial(_methods, counts)
    yield Check("lessons", "methods", shown, counts == CENSUS, told)
    yield Check("lessons", "transmissions", f"sha256:{digest[:16]}…", digest == TRANSMISSIONS)
    yield Check("lessons", "seconds", f"{seconds:.2f}", seconds < 1)


def _methods(counts: dict[str, int], language: str) -> str:
    parts = [f"{term('form', name, language)} {number}" for name, number in counts.items()]
    return _listed(parts, language)


def lessons() -> tuple[dict[str, int], str]:
    """Cast all 720 lessons: how many each method decides, and a digest of their transmissions."""
    import hashlib

    import liuren
    from liuren.terms.branches import NAMES as BRANCHES
    from liuren.terms.pillars import NAMES as PILLARS

    counts = dict.fromkeys(CENSUS, 0)
    together = hashlib.sha256()
    for day in PILLARS:
        for general in BRANCHES:
            chart = liuren.liuren_chart(day=day, hour="子", general=general)
            counts[chart.method] += 1
            together.update(bytes(chart.transmissions))
    return counts, together.hexdigest()
