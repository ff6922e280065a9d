"""Truth tables: where in the space of charts each clause fires, over exactly the axes it reads.

She fu clauses are counted over the 17,280 states (60 days × 24 solar terms × 12 hours) times the axes from
outside the plate that they read; 金口訣 clauses over the axes they read. Every axis from outside has one more
place at its end for "not known", which the counts leave out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liuren.charts.states import JinkoujueStates, LiurenStates, all_states
from liuren.rules import tree
from liuren.rules.columns import ArrayEvaluator, Column, JinkoujueColumns, LiurenColumns, Truth
from liuren.rules.lexicon import kinds
from liuren.rules.phrases import unfold
from liuren.rules.rulebook import LinkedRule, Rulebook, rulebook
from liuren.terms.convention import Convention
from liuren.terms.datafiles import load_compiled, save_compiled

#: Axes of the she fu plate, and those from outside with the number of their values.
PLATE = ("day", "term", "hour")
PLATE_SHAPE = (60, 24, 12)
STATES = 17_280
OUTSIDE = {
    "year": 12, "annual": 12, "natal": 12, "direction": 12, "querent": 2, "sex": 2,
    "topic": len(kinds()["topic"]),
}  # fmt: skip
#: Axes of 金口訣. The day is its stem alone unless a clause reads more of it; ``general`` is 將神.
JINKOUJUE = {
    "stem-of-day": 10, "day": 60, "daytime": 2, "general": 12, "seat": 12,
}  # fmt: skip
JINKOUJUE_OUTSIDE = {
    "month": 12, "year": 12, "annual": 60, "natal": 60, "great-run": 12, "sex": 2,
    "topic": len(kinds()["topic"]), "guest": 12, "hour": 12, "month-general": 12,
}  # fmt: skip

_POSITIONAL = frozenset(
    ("stem", "noble", "general", "seat", "noble-branch", "noble-stem", "general-stem", "use")
)
_OUTSIDE_OF = {
    "annual-pillar": "annual", "annual-stem": "annual", "natal-pillar": "natal",
    "natal-stem": "natal", "season": "month",
}  # fmt: skip
_PREDICATE_AXES = {
    "annual-known": ("annual",), "annual-harms": ("annual",), "annual-tomb": ("annual", "natal"),
    "annual-combines": ("annual",), "annual-meets": ("annual", "noble", "general", "seat"),
    "run-at": ("great-run",), "seen": ("general", "seat"), "killer": ("seat",),
    "yang-day": ("stem-of-day",), "yin-day": ("stem-of-day",),
}  # fmt: skip


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


def axes(condition: tree.Condition, method: str, noble_on_heaven: bool = False) -> tuple[str, ...]:
    """The axes that an unfolded condition reads, in their fixed order.

    Where the noble is counted on the heaven plate (``noble_plate=heaven``) it depends on 將神 as well.
    """
    read: set[str] = set()
    for node in tree.walk(condition):
        if isinstance(node, tree.Predicate):
            read.update(_PREDICATE_AXES.get(node.name, ()))
            if method == "jinkoujue" and node.name not in _PREDICATE_AXES:
                read.update(("stem", "noble", "general", "seat"))
        for operand in tree.operands(node):
            for inner in tree.walk_operands(operand):
                if isinstance(inner, tree.Quantity):
                    read.add(_OUTSIDE_OF.get(inner.name, inner.name))
                    if inner.name == "month-state":
                        read.add("month")
                    if inner.name == "chart-state":  # each position's state depends on all four
                        read.update(("stem", "noble", "general", "seat"))
                elif isinstance(inner, tree.Literal) and inner.kind == "position":
                    read.update(("stem", "noble", "general", "seat")[v] for v in inner.values)
    if method == "liuren":
        return (*PLATE, *(axis for axis in OUTSIDE if axis in read))
    return _jinkoujue_axes(read, noble_on_heaven)


def _jinkoujue_axes(read: set[str], noble_on_heaven: bool) -> tuple[str, ...]:
    found = set()
    if "use" in read or "noble-stem" in read or "noble-branch" in read:
        read |= {"stem", "noble", "general", "seat"}
    if noble_on_heaven and "noble" in read:
        read.add("general")
    if read & {"day", "day-branch"}:
        found.add("day")
    elif read & {"day-stem", "stem", "noble", "noble-stem", "general-stem", "stem-of-day"}:
        found.add("stem-of-day")
    if read & {"stem", "noble", "seat"}:
        found.add("seat")
    if read & {"noble", "day-part"}:
        found.add("daytime")
    if read & {"general", "general-stem"}:
        found.add("general")
    return (
        *(axis for axis in JINKOUJUE if axis in found),
        *(axis for axis in JINKOUJUE_OUTSIDE if axis in read),
    )


def sizes(names: tuple[str, ...], method: str) -> tuple[int, ...]:
    """Number of values of each axis, without the place for "not known"."""
    if method == "liuren":
        known = {**dict(zip(PLATE, PLATE_SHAPE, strict=True)), **OUTSIDE}
    else:
        known = {**JINKOUJUE, **JINKOUJUE_OUTSIDE}
    return tuple(known[name] for name in names)


def _is_outside(axis: str, method: str) -> bool:
    return axis in (OUTSIDE if method == "liuren" else JINKOUJUE_OUTSIDE)


class Table:
    """Where one clause fires. ``truth`` has one dimension per axis, outside axes one place more."""

    def __init__(self, names: tuple[str, ...], method: str, packed: bytes) -> None:
        self.axes = names
        self.method = method
        self.sizes = sizes(names, method)
        self.shape = tuple(
            size + _is_outside(axis, method) for axis, size in zip(names, self.sizes, strict=True)
        )
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
        return self.truth[tuple(slice(0, size) for size in self.sizes)]

    @property
    def fires(self) -> int:
        return int(self.known.sum())

    @property
    def states(self) -> int:
        return int(np.prod(self.sizes, dtype=np.int64))


class Tables:
    """The truth tables of a work under a convention, by clause."""

    def __init__(self, book: Rulebook, tables: dict[str, Table]) -> None:
        self.book = book
        self.tables = tables
        self.clauses = tuple(tables)

    def __getitem__(self, clause: str) -> Table:
        return self.tables[clause]

    def census(self) -> dict[str, tuple[int, int]]:
        """Clause → (fires, states)."""
        return {clause: (table.fires, table.states) for clause, table in self.tables.items()}

    @property
    def plain(self) -> tuple[str, ...]:
        """The she fu clauses that read the plate alone."""
        return tuple(c for c in self.clauses if self.tables[c].axes == PLATE)

    def matrix(self) -> NDArray[np.uint8]:
        """Bits of every clause for each of the 17,280 states, clauses packed along the last axis.

        Shape (17280, ceil(clauses / 8)); bit i (most significant first) is ``clauses[i]``. A clause that reads
        an axis from outside stands as with nothing known.
        """
        columns = np.zeros((STATES, len(self.clauses)), dtype=np.bool_)
        for i, clause in enumerate(self.clauses):
            table = self.tables[clause]
            truth = table.truth.reshape(STATES, -1)
            # Nothing known is the last place of every axis from outside.
            columns[:, i] = truth[:, -1]
        return np.packbits(columns, axis=1)

    def rows(self, state: ArrayLike, **outside: ArrayLike) -> NDArray[np.uint8]:
        """Packed bits of all clauses for many charts, by look-up.

        ``state`` is (day·24 + term)·12 + hour; ``outside`` gives year, annual, natal, direction, querent, sex
        or topic as integers, −1 where not known.
        """
        index = np.asarray(state, dtype=np.int64)
        found = self._matrix[index]
        given = {name: np.asarray(values, dtype=np.int64) for name, values in outside.items()}
        for i, clause in enumerate(self.clauses):
            table = self.tables[clause]
            extra = table.axes[len(PLATE) :]
            if not extra or not any(axis in given for axis in extra):
                continue
            truth = table.truth.reshape(STATES, *table.shape[len(PLATE) :])
            places = tuple(given.get(axis, np.int64(-1)) for axis in extra)
            bits = truth[(index, *places)]
            mask = np.uint8(128 >> i % 8)
            found[..., i // 8] = (found[..., i // 8] & ~mask) | np.where(bits, mask, 0)
        return found

    @property
    def _matrix(self) -> NDArray[np.uint8]:
        found = self.__dict__.get("matrix_")
        if found is None:
            found = self.__dict__["matrix_"] = self.matrix()
        result: NDArray[np.uint8] = found
        return result


def evaluator(
    book: Rulebook, names: tuple[str, ...] | None = None
) -> tuple[ArrayEvaluator, tuple[str, ...]]:
    """The array evaluator over the whole space, and all axes in the order of its dimensions."""
    if book.source.method == "liuren":
        return _liuren_space(book.convention)
    return _jinkoujue_space(book.convention, names or ())


@lru_cache(maxsize=4)
def _liuren_space(convention: Convention) -> tuple[ArrayEvaluator, tuple[str, ...]]:
    base = all_states(convention)
    shape = (1,) * len(OUTSIDE)

    def lift(values: Any) -> Any:
        array = np.asarray(values)
        return array.reshape(array.shape + shape)

    states = LiurenStates(
        lift(base.day), lift(base.hour), lift(base.general), lift(base.month), lift(base.daytime),
        convention, lift(base.term),
    )  # fmt: skip
    given = {
        axis: _outside(i + len(PLATE), size, len(PLATE) + len(OUTSIDE))
        for i, (axis, size) in enumerate(OUTSIDE.items())
    }
    return ArrayEvaluator(LiurenColumns(states, given)), (*PLATE, *OUTSIDE)


def _outside(place: int, size: int, dimensions: int) -> Column:
    """Values 0 … size−1 and then −1 along one dimension."""
    values = np.append(np.arange(size, dtype=np.int16), np.int16(-1))
    return values.reshape(tuple(-1 if d == place else 1 for d in range(dimensions)))


@lru_cache(maxsize=8)
def _jinkoujue_space(
    convention: Convention, names: tuple[str, ...]
) -> tuple[ArrayEvaluator, tuple[str, ...]]:
    """Only the axes named vary; the others stand at one value that no clause of these axes reads."""
    dimensions = len(names)
    values: dict[str, Any] = {}
    for place, name in enumerate(names):
        if name in JINKOUJUE:
            shape = tuple(-1 if d == place else 1 for d in range(dimensions))
            values[name] = np.arange(JINKOUJUE[name], dtype=np.int16).reshape(shape)
        else:
            values[name] = _outside(place, JINKOUJUE_OUTSIDE[name], dimensions)
    day = values.get("day", values.get("stem-of-day", np.int16(0)))
    seat = values.get("seat", np.int16(0))
    general = values.get("general", np.int16(0))
    daytime = 1 - values["daytime"] if "daytime" in values else np.int16(1)
    # 將神 = month general + seat − hour, so with the hour 子 it may be chosen freely.
    states = JinkoujueStates(
        day, np.int16(0), (general - seat) % 12, seat, daytime.astype(bool), 1, None, convention
    )
    given: dict[str, Column] = {
        name: values[name]
        for name in ("month", "year", "great-run", "sex", "topic", "hour", "month-general")
        if name in values
    }
    for name in ("annual", "natal"):
        if name in values:
            given[f"{name}-pillar"] = values[name]
    if "guest" in values:
        given["guest"] = np.where(values["guest"] < 0, 1, values["guest"] + 1).astype(np.int16)
    return ArrayEvaluator(JinkoujueColumns(states, given)), names


def table_of(book: Rulebook, rules: list[LinkedRule]) -> Table:
    """The truth table of one clause."""
    condition = fires(rules, book)
    return condition_table(book, condition)


def condition_table(book: Rulebook, condition: tree.Condition) -> Table:
    """The truth table of an unfolded condition."""
    method = book.source.method
    names = axes(condition, method, book.convention["noble_plate"] == "heaven")
    evaluate, order = evaluator(book, names)
    truth = evaluate.decide(condition)
    table = Table(names, method, b"")
    truth = truth.reshape((1,) * (len(order) - truth.ndim) + truth.shape)
    index = tuple(slice(None) if axis in names else 0 for axis in order)
    whole = np.broadcast_to(truth[index], table.shape)
    table.packed = np.packbits(whole.ravel()).tobytes()
    return table


def tables(work: str, convention: Any = None) -> Tables:
    """The truth tables of a work under a convention, from the cache where nothing has changed."""
    book = rulebook(work, convention)
    return _tables(book.source.work, book.convention)


@lru_cache(maxsize=16)
def _tables(work: str, convention: Convention) -> Tables:
    book = rulebook(work, convention)
    key = _key(book)
    kept = load_compiled(f"{work}.tables.{_short(convention)}", key)
    if isinstance(kept, dict):
        found = {c: Table(tuple(a), book.source.method, p) for c, (a, p) in kept.items()}
    else:
        found = {clause: table_of(book, rules) for clause, rules in book.by_clause.items()}
        save_compiled(
            f"{work}.tables.{_short(convention)}",
            key,
            {clause: (table.axes, table.packed) for clause, table in found.items()},
        )
    result = Tables(book, found)
    book.counted = result.census()
    return result


def _short(convention: Convention) -> str:
    import hashlib

    listed = sorted(convention.to_dict().items())
    return hashlib.blake2b(repr(listed).encode(), digest_size=6).hexdigest()


def _key(book: Rulebook) -> str:
    """Changes with the rules, with the convention and with the code that decides."""
    import hashlib

    from liuren.terms.datafiles import fingerprint

    package = Path(__file__).parents[1]
    code = [
        p for room in ("terms", "charts", "rules") for p in sorted((package / room).glob("*.py"))
    ]
    together = f"{book.source.digest} {_short(book.convention)} {fingerprint(code)}"
    return hashlib.blake2b(together.encode(), digest_size=16).hexdigest()


def evaluate(
    work: str,
    states: LiurenStates | JinkoujueStates,
    given: Mapping[str, ArrayLike] | None = None,
) -> NDArray[np.uint8]:
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
