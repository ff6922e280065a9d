"""Truth tables: where in the space of charts each clause fires, over exactly the axes it reads.

She fu clauses are counted over the 17,280 states (60 days × 24 solar terms × 12 hours) times the axes from
outside the plate that they read; 金口訣 clauses over the axes they read. Every axis from outside has one more
place at its end for "not known", which the counts leave out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liuren.charts.positions import JinkoujueStates
from liuren.charts.states import LiurenStates
from liuren.rules import tree
from liuren.rules.arrays import ArrayEvaluator
from liuren.rules.axes import PLATE, STATES, axes, known_places, shape, sizes
from liuren.rules.columns import Truth
from liuren.rules.jinkoujue_columns import JinkoujueColumns
from liuren.rules.liuren_columns import LiurenColumns
from liuren.rules.phrases import unfold
from liuren.rules.rulebook import LinkedRule, Rulebook, rulebook
from liuren.rules.space import evaluator
from liuren.terms.convention import Convention
from liuren.terms.datafiles import fingerprint, load_compiled, save_compiled

Bits = NDArray[np.uint8]
#: For how many conventions the tables of a work are kept, in memory and in the cache (about 9 MB each for she fu).
KEPT: Final = 8


def fires(rules: list[LinkedRule], book: Rulebook) -> tree.Condition:
    """When a clause fires, as one unfolded condition: some rule of it concludes something."""
    alternatives = []
    for rule in rules:
        parts = [unfold(rule.condition, book.bodies)]
        silent = [e.condition for e in rule.exemptions if not e.conclusions]
        speaking = [e.condition for e in rule.exemptions if e.conclusions]
        if silent:
            withheld = [tree.Not(unfold(c, book.bodies)) for c in silent]
            spoken = [unfold(c, book.bodies) for c in speaking]
            spoken += [unfold(r.condition, book.bodies) for r in rule.refinements]
            parts.append(tree.disjunction([tree.conjunction([*withheld]), *spoken]))
        alternatives.append(tree.conjunction(parts))
    return tree.disjunction(alternatives) if alternatives else tree.Not(tree.Always())


def conditions(book: Rulebook) -> dict[str, tree.Condition]:
    """:func:`fires` of every clause that has rules in force."""
    return {clause: fires(rules, book) for clause, rules in book.by_clause.items()}


class Table:
    """Where one clause fires. ``truth`` has one dimension per axis, outside axes one place more."""

    def __init__(self, names: tuple[str, ...], method: str, packed: bytes) -> None:
        self.axes = names
        self.method = method
        self.sizes = sizes(names, method)
        self.shape = shape(names, method)
        self.packed = packed

    @property
    def truth(self) -> Truth:
        bits = np.unpackbits(np.frombuffer(self.packed, dtype=np.uint8), count=self._count)
        return bits.astype(np.bool_).reshape(self.shape)

    @property
    def _count(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def known(self) -> Truth:
        """The table without the places for "not known"."""
        return self.truth[known_places(self.axes, self.method)]

    @cached_property
    def fires(self) -> int:
        """Number of states in which the clause fires, everything known."""
        if self.shape == self.sizes:
            return int(np.bitwise_count(np.frombuffer(self.packed, dtype=np.uint8)).sum())
        return int(self.known.sum())

    @property
    def states(self) -> int:
        """Number of states over the axes of the table."""
        return int(np.prod(self.sizes, dtype=np.int64))

    @property
    def plate(self) -> Bits:
        """Packed truth over the 17,280 states with nothing known from outside (she fu only)."""
        if self.axes == PLATE:
            return np.frombuffer(self.packed, dtype=np.uint8)
        # Nothing known is the last place of every axis from outside.
        return np.packbits(self.truth.reshape(STATES, -1)[:, -1])


def matrix(found: Iterable[Table]) -> Bits:
    """Bits of tables for each of the 17,280 states, nothing known from outside, tables along the last axis.

    Shape (17280, ceil(tables / 8)); bit i (most significant first) is the i-th table.
    """
    plates = np.array([np.unpackbits(table.plate) for table in found], dtype=np.uint8)
    return np.packbits(plates.reshape(-1, STATES).T, axis=1)


class Tables:
    """The truth tables of a work under a convention, by clause."""

    def __init__(self, book: Rulebook, tables: Mapping[str, Table]) -> None:
        self.book = book
        self.tables = tables
        self.clauses = tuple(tables)

    def __getitem__(self, clause: str) -> Table:
        return self.tables[clause]

    def census(self) -> dict[str, tuple[int, int]]:
        """Clause → (fires, states)."""
        return {clause: (table.fires, table.states) for clause, table in self.tables.items()}


def table_of(book: Rulebook, rules: list[LinkedRule]) -> Table:
    """The truth table of one clause."""
    condition = fires(rules, book)
    return condition_table(book, condition)


def condition_table(book: Rulebook, condition: tree.Condition) -> Table:
    """The truth table of an unfolded condition."""
    method = book.source.method
    names, truth = whole_truth(method, book.convention, condition)
    return Table(names, method, np.packbits(truth.ravel()).tobytes())


def whole_truth(
    method: str, convention: Convention, condition: tree.Condition
) -> tuple[tuple[str, ...], Truth]:
    """The axes that an unfolded condition reads, and where it holds on them (read-only)."""
    names = axes(condition, method, convention["noble_plate"] == "heaven")
    evaluate, order = evaluator(method, convention, names)
    truth = evaluate.decide(condition)
    truth = truth.reshape((1,) * (len(order) - truth.ndim) + truth.shape)
    index = tuple(slice(None) if axis in names else 0 for axis in order)
    return names, np.broadcast_to(truth[index], shape(names, method))


def can_fire(method: str, convention: Convention, condition: tree.Condition) -> bool:
    """Whether an unfolded condition holds anywhere under a convention, everything known."""
    names, truth = whole_truth(method, convention, condition)
    return bool(truth[known_places(names, method)].any())


def tables(work: str, convention: Any = None) -> Tables:
    """The truth tables of a work under a convention, from the cache where nothing has changed."""
    book = rulebook(work, convention)
    return linked_tables(book.source.work, book.convention)


@lru_cache(maxsize=KEPT)
def linked_tables(work: str, convention: Convention) -> Tables:
    """:func:`tables` of a work by its id under a convention that is one already."""
    book = rulebook(work, convention)

    return Tables(book, kept_tables("tables", book, lambda: conditions(book)))


def kept_tables(
    kind: str,
    book: Rulebook,
    made: Callable[[], Mapping[str, tree.Condition]],
) -> dict[str, Table]:
    """Tables of named conditions of a work, from the cache under the name ``kind`` where nothing has changed.

    ``made`` is asked for the conditions only where tables have to be counted.
    """
    name, key = f"{book.source.work}.{kind}.{_named(book.convention)}", state_of(book)
    kept = load_compiled(name, key)
    if isinstance(kept, dict):
        method = book.source.method
        return {one: Table(tuple(axes), method, packed) for one, (axes, packed) in kept.items()}
    found = {one: condition_table(book, condition) for one, condition in made().items()}
    plain = {one: (table.axes, table.packed) for one, table in found.items()}
    save_compiled(name, key, plain, at_most=KEPT)
    return found


def _named(convention: Convention) -> str:
    listed = sorted(convention.to_dict().items())
    return hashlib.blake2b(repr(listed).encode(), digest_size=6).hexdigest()


def state_of(book: Rulebook, others: Iterable[Path] = ()) -> str:
    """A name for what decides the tables of a work: its rules, its convention, the code, ``others``."""
    package = Path(__file__).parents[1]
    code = [
        path
        for room in ("terms", "charts", "rules")
        for path in sorted((package / room).rglob("*.py"))
    ]
    state = fingerprint([*code, *others])
    together = f"{book.source.digest} {_named(book.convention)} {state}"
    return hashlib.blake2b(together.encode(), digest_size=16).hexdigest()


def evaluate(
    work: str,
    states: LiurenStates | JinkoujueStates,
    given: Mapping[str, ArrayLike] | None = None,
) -> Bits:
    """Packed bits of all clauses on any charts, by evaluation and not by look-up.

    ``given`` are the facts from outside the plate (year, annual, natal, direction, querent, sex, topic; for
    金口訣 annual-pillar, natal-pillar, great-run, month …) as integers, −1 where not known; they broadcast
    with the states. Shape (charts, ceil(clauses / 8)), clauses in the order of ``rulebook(work).by_clause``.
    """
    book = rulebook(work, states.convention)
    facts = {name: np.asarray(values, dtype=np.int16) for name, values in (given or {}).items()}
    columns: LiurenColumns | JinkoujueColumns
    if isinstance(states, LiurenStates):
        columns = LiurenColumns(states, facts)
    else:
        columns = JinkoujueColumns(states, facts)
    decide = ArrayEvaluator(columns)
    found = [
        np.broadcast_to(decide.decide(fires(rules, book)), states.shape).ravel()
        for rules in book.by_clause.values()
    ]
    return np.packbits(np.stack(found, axis=1), axis=1)
