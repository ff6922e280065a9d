"""The trace evaluator and the truth tables are two accounts of one language; they must agree everywhere."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from liuren.charts.jinkoujue import jinkoujue_chart
from liuren.charts.liuren import liuren_chart
from liuren.charts.positions import JinkoujueStates
from liuren.charts.states import LiurenStates
from liuren.edition.works import work_facts, works
from liuren.rules import space
from liuren.rules.axes import STATES, axes
from liuren.rules.lexicon import kinds
from liuren.rules.rulebook import rulebook
from liuren.rules.tables import conditions, evaluate, matrix, tables
from liuren.terms.convention import default_convention, registry

TOPICS = kinds()["topic"]
SEXES = ("male", "female")
QUERENTS = kinds()["querent"]


def by_trace(work: str, chart: Any) -> np.ndarray[Any, Any]:
    """Which clauses fire on one chart, as packed bits."""
    book = rulebook(work, chart.convention)
    facts = book.facts(chart)
    fires = [any(rule.fires(facts) for rule in rules) for rules in book.by_clause.values()]
    return np.packbits(np.array(fires))


def assert_same(work: str, convention: Any, charts: list[Any], rows: np.ndarray[Any, Any]) -> None:
    clauses = list(rulebook(work, convention).by_clause)
    for chart, row in zip(charts, rows, strict=True):
        differing = np.nonzero(np.unpackbits(by_trace(work, chart) ^ row)[: len(clauses)])[0]
        assert not differing.size, (chart.notation, [clauses[i] for i in differing])


def test_on_every_state_of_the_she_fu_book() -> None:
    found = tables("shefu")
    states = matrix(found.tables.values())
    assert states.shape == (STATES, -(-len(found.clauses) // 8))
    for state in range(STATES):
        day, rest = divmod(state, 288)
        chart = liuren_chart(day, rest % 12, term=rest // 12)
        if (by_trace("shefu", chart) != states[state]).any():
            assert_same("shefu", None, [chart], states[state : state + 1])


def liuren_sample(convention: Any, size: int, rng: random.Random) -> tuple[list[Any], Any, Any]:
    """Random 大六壬 charts, some facts unknown, and the packed bits of the array evaluator."""
    rows = [
        {
            "day": rng.randrange(60), "hour": rng.randrange(12), "general": rng.randrange(12),
            "month": rng.randrange(12), "daytime": rng.randrange(2),
            "year": rng.randrange(-1, 12), "annual": rng.randrange(-1, 12),
            "natal": rng.randrange(-1, 12), "direction": rng.randrange(-1, 12),
            "querent": rng.randrange(-1, 2), "sex": rng.randrange(-1, 2),
            "topic": rng.randrange(-1, len(TOPICS)),
        }
        for _ in range(size)
    ]  # fmt: skip
    charts = [
        liuren_chart(
            row["day"], row["hour"], row["general"], month=row["month"],
            daytime=bool(row["daytime"]), year=known(row["year"]), birth=known(row["natal"]),
            age_branch=known(row["annual"]), direction=known(row["direction"]),
            querent=None if row["querent"] < 0 else QUERENTS[row["querent"]],
            sex=None if row["sex"] < 0 else SEXES[row["sex"]],
            topic=None if row["topic"] < 0 else TOPICS[row["topic"]], convention=convention,
        )
        for row in rows
    ]  # fmt: skip
    column = {key: np.array([row[key] for row in rows], dtype=np.int16) for key in rows[0]}
    states = LiurenStates(
        column["day"], column["hour"], column["general"], column["month"],
        column["daytime"].astype(bool), convention,
    )  # fmt: skip
    outside = ("year", "annual", "natal", "direction", "querent", "sex", "topic")
    return charts, states, {name: column[name] for name in outside}


def known(value: int) -> int | None:
    return None if value < 0 else value


def jinkoujue_sample(convention: Any, size: int, rng: random.Random) -> tuple[list[Any], Any, Any]:
    """Random 金口訣 charts, and the states and facts of the array evaluator."""
    rows = [
        {
            "day": rng.randrange(60), "hour": rng.randrange(12), "general": rng.randrange(12),
            "seat": rng.randrange(12), "daytime": rng.randrange(2), "guest": rng.randrange(1, 6),
            "month": rng.randrange(-1, 12), "annual": rng.randrange(-1, 60),
            "natal": rng.randrange(-1, 60), "run": rng.randrange(-1, 12), "sex": rng.randrange(-1, 2),
            "topic": rng.randrange(-1, len(TOPICS)),
        }
        for _ in range(size)
    ]  # fmt: skip
    charts = [
        jinkoujue_chart(
            row["day"], row["hour"], row["general"], row["seat"], guest=row["guest"],
            daytime=bool(row["daytime"]), month=known(row["month"]), birth=pillar(row["natal"]),
            annual=pillar(row["annual"]), great_run=known(row["run"]),
            sex=None if row["sex"] < 0 else SEXES[row["sex"]],
            topic=None if row["topic"] < 0 else TOPICS[row["topic"]], convention=convention,
        )
        for row in rows
    ]  # fmt: skip
    column = {key: np.array([row[key] for row in rows], dtype=np.int16) for key in rows[0]}
    states = JinkoujueStates(
        column["day"], column["hour"], column["general"], column["seat"],
        column["daytime"].astype(bool), column["guest"], None, convention,
    )  # fmt: skip
    names = {
        "annual": "annual-pillar", "natal": "natal-pillar", "run": "great-run", "sex": "sex",
        "topic": "topic", "month": "month",
    }  # fmt: skip
    return charts, states, {name: column[key] for key, name in names.items()}


def pillar(value: int) -> str | None:
    from liuren.terms.pillars import NAMES

    return None if value < 0 else NAMES[value]


def changed_options() -> list[str]:
    """Every value of every option of charts and rules that is not the default."""
    return [
        f"{key}={value}"
        for key, row in registry().items()
        if row.get("room") in ("charts", "rules")
        for value in row["values"]
        if value != row["default"]
    ]


@pytest.mark.parametrize("work", works())
@pytest.mark.parametrize("option", ["", *changed_options()])
def test_on_random_charts_under_every_value_of_every_option(work: str, option: str) -> None:
    convention = default_convention()
    if option:
        key, value = option.split("=")
        convention = convention.replace(**{key: value})
    sample = liuren_sample if work_facts(work)["method"] == "liuren" else jinkoujue_sample
    charts, states, given = sample(convention, 24, random.Random(f"{work} {option}"))
    assert_same(work, convention, charts, evaluate(work, states, given))


@pytest.mark.parametrize("work", works())
def test_tables_agree_with_evaluation_through_their_axes(work: str) -> None:
    """The look-up of each clause at random places equals the trace evaluator there."""
    from liuren.rules.find import example_lines, verify

    found = tables(work)
    rng = random.Random(work)
    for clause in rng.sample(found.clauses, 60 if len(found.clauses) > 60 else len(found.clauses)):
        if found[clause].fires:
            for line in example_lines(clause, 2, seed=rng.randrange(1000)):
                assert verify(clause, line), (clause, line)


@pytest.mark.parametrize("work", [w for w in works() if work_facts(w)["method"] == "jinkoujue"])
def test_each_table_varies_over_every_axis_its_clause_reads(work: str) -> None:
    """A clause looked up through its few axes says what it says of the whole chart."""
    found = tables(work)
    truths = {clause: found[clause].truth for clause in found.clauses}
    charts, _, _ = jinkoujue_sample(default_convention(), 300, random.Random(work))
    for chart in charts:
        if chart.guest > 1:
            continue
        values = {
            "stem-of-day": chart.day % 10, "day": chart.day, "daytime": 0 if chart.daytime else 1,
            "general": chart.general, "seat": chart.seat, "hour": chart.hour,
            "month-general": chart.general_of_month, "guest": chart.guest - 1,
            "month": unknown(chart.month), "annual": unknown(chart.annual),
            "natal": unknown(chart.birth), "great-run": unknown(chart.great_run),
            "sex": -1 if chart.sex is None else SEXES.index(chart.sex),
            "topic": -1 if chart.topic is None else TOPICS.index(chart.topic), "year": -1,
        }  # fmt: skip
        book = rulebook(work, chart.convention)
        facts = book.facts(chart)
        for clause, rules in book.by_clause.items():
            place = tuple(values[axis] for axis in found[clause].axes)
            fires = any(rule.fires(facts) for rule in rules)
            assert truths[clause][place] == fires, (clause, chart.notation)


def unknown(value: int | None) -> int:
    return -1 if value is None else value


@pytest.mark.parametrize("work", works())
def test_arrays_of_charts_depend_on_no_option_of_reading(work: str) -> None:
    """Conventions that differ in such options share what was decided of all charts."""
    plain = default_convention()
    reading = {k: row for k, row in registry().items() if row["room"] in ("rules", "reading")}
    other = plain.replace(**{k: row["values"][-1] for k, row in reading.items()})
    method = work_facts(work)["method"]
    for condition in conditions(rulebook(work)).values():
        names = axes(condition, method)
        first, second = (
            space.liuren_space(c) if method == "liuren" else space.jinkoujue_space(c, names)
            for c in (plain, other)
        )
        assert first[0] is not second[0]
        assert np.array_equal(first[0].decide(condition), second[0].decide(condition))


def test_conditions_depend_on_options_of_reading_only() -> None:
    convention = default_convention()
    for option, row in registry().items():
        if row["room"] != "rules":
            for value in row["values"]:
                other = rulebook("shefu", convention.replace(**{option: value}))
                assert conditions(other) == conditions(rulebook("shefu"))
