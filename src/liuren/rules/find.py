"""Finding examples for a clause: charts on which it fires, and near ones on which it does not.

``python -m liuren.rules.find shefu:zi.5 -n 3`` prints lines that can be pasted into the fence of the clause.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from liuren.rules.lexicon import kinds
from liuren.rules.rulebook import rulebook
from liuren.rules.tables import Table, tables
from liuren.terms import branches, pillars, seasons
from liuren.terms.errors import InputError, LiurenError

B = branches.NAMES
_SUFFIX = {"year": "年", "annual": "歲", "natal": "命", "direction": "來", "great-run": "運"}


def example_lines(clause: str, count: int = 2, seed: int = 0) -> list[str]:
    """``例`` and ``非例`` lines for a clause under the default convention.

    Raises:
        InputError: the clause has no rule, or fires nowhere.
    """
    work = clause.split(":")[0]
    found = tables(work)
    if clause not in found.tables:
        raise InputError(f"{clause} has no rule in force.", code="no_rule")
    table = found[clause]
    if not table.fires:
        raise InputError(f"{clause} fires in no state.", code="unreachable")
    rng = random.Random(f"{clause} {seed}")
    known = table.known
    positions = np.argwhere(known)
    chosen = rng.sample(range(len(positions)), min(count, len(positions)))
    lines = []
    for number in chosen:
        place = tuple(int(v) for v in positions[number])
        lines.append(f"例 {_words(table, place, rng)}")
        for other in _neighbours(table, place, rng):
            if not known[other]:
                lines.append(f"非例 {_words(table, other, rng)}")
                break
    return lines


def _neighbours(
    table: Table, place: tuple[int, ...], rng: random.Random
) -> Iterator[tuple[int, ...]]:
    """States that differ in one axis, by one step first."""
    order = list(range(len(place)))
    rng.shuffle(order)
    for step in (1, -1, 2, -2, 3, 5, 6):
        for axis in order:
            size = table.sizes[axis]
            moved = list(place)
            moved[axis] = (place[axis] + step) % size
            if moved[axis] != place[axis]:
                yield tuple(moved)


def _words(table: Table, place: tuple[int, ...], rng: random.Random) -> str:
    values = dict(zip(table.axes, place, strict=True))
    return _liuren(values) if table.method == "liuren" else _jinkoujue(values, rng)


def _liuren(values: dict[str, int]) -> str:
    term = values["term"]
    words = [
        f"{pillars.NAMES[values['day']]}日",
        f"{B[seasons.general_of_term(term)]}將",
        f"{B[values['hour']]}時",
        f"{B[seasons.month_of_term(term)]}月",
    ]
    return " ".join([*words, *_outside(values)])


def _outside(values: dict[str, int]) -> list[str]:
    words = []
    for axis, suffix in _SUFFIX.items():
        if axis in values:
            words.append(B[values[axis]] + suffix)
    if "querent" in values:
        words.append(kinds()["querent"][values["querent"]] + "問")
    if "sex" in values:
        words.append(kinds()["sex"][values["sex"]])
    if "topic" in values:
        words.append("所問" + kinds()["topic"][values["topic"]])
    return words


def _jinkoujue(values: dict[str, int], rng: random.Random) -> str:
    day = values.get("day", values.get("stem-of-day", 0) + 10 * rng.randrange(6))
    light = values.get("daytime", 0)
    hour = values.get(
        "hour", rng.choice((3, 4, 5, 6, 7, 8) if light == 0 else (9, 10, 11, 0, 1, 2))
    )
    seat, general = values.get("seat", 9), values.get("general", 0)
    laid = values.get("month-general", (general - seat + hour) % 12)
    words = [f"{pillars.NAMES[day]}日", f"{B[laid]}將", f"{B[hour]}時", f"{B[seat]}位"]
    if "hour" in values and "daytime" in values:
        words.append("夜占" if light else "晝占")
    if "month" in values:
        words.append(f"{B[values['month']]}月")
    for axis, suffix in (("annual", "歲"), ("natal", "命")):
        if axis in values:
            words.append(f"{pillars.NAMES[values[axis]]}{suffix}")
    rest = {k: v for k, v in values.items() if k not in ("annual", "natal")}
    words += _outside(rest)
    if values.get("guest"):
        words.append(f"{values['guest'] + 1}客")
    return " ".join(words)


def verify(clause: str, line: str) -> bool:
    """Whether an example line comes out as it says, by casting the chart."""
    from liuren.rules.errors import Place
    from liuren.rules.examples import cast, read_example

    work = clause.split(":")[0]
    holds = not line.startswith("非例")
    place = Place(clause, 1)
    method = rulebook(work).source.method
    text = line.removeprefix("非例").removeprefix("例")
    chart = cast(read_example(text, method, place), method, place)
    book = rulebook(work, chart.convention)
    facts = book.facts(chart)
    fires: Any = any(rule.fires(facts) for rule in book.by_clause.get(clause, []))
    return bool(fires) == holds


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module."""
    import argparse

    parser = argparse.ArgumentParser(prog="liuren.rules.find", description=__doc__)
    parser.add_argument("clause", nargs="+")
    parser.add_argument("-n", type=int, default=2, help="how many examples")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    status = 0
    for clause in given.clause:
        try:
            for line in example_lines(clause, given.n, given.seed):
                mark = "" if verify(clause, line) else "   # does not come out when cast"
                print(line + mark)
        except LiurenError as error:
            print(error, file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
