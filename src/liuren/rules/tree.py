"""The typed tree of a rule: one shape for parser, checker, evaluators, printers and linter.

Values are the small integers of ``liuren.terms``; every operand has a kind (branch, stem, general …).
Nodes are immutable, comparable and hashable, so equal conditions are one condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal as OneOf

from liuren.rules.nodes import node

Mode = OneOf["states", "leans"]
Kind = str  # "branch", "stem", … : a key of lexicon.KINDS


# ------------------------------------------------------------------ operands


@node
class Literal:
    """One value or a set of values of a kind; ``name`` is the id of a named set, else empty."""

    kind: Kind
    values: tuple[int, ...]
    name: str = ""


@node
class Quantity:
    """A fact of the chart (初傳), or a function of one (五行(初傳)); ``name`` is the lexicon id."""

    kind: Kind
    name: str
    args: tuple[Operand, ...] = ()


@node
class Parameter:
    """A parameter in the body of a definition; its kind may be open ("")."""

    kind: Kind
    name: str


Operand = Literal | Quantity | Parameter


# ------------------------------------------------------------------ conditions


@node
class Always:
    """恒."""


@node
class Not:
    item: Condition


@node
class And:
    items: tuple[Condition, ...]


@node
class Or:
    items: tuple[Condition, ...]


@node
class Within:
    """``left`` 是 or 屬 ``right``: some value of the one is a value of the other."""

    left: Operand
    right: Operand


@node
class AtLeast:
    left: Operand
    number: int


@node
class Over:
    """``spirit`` 加 ``place``: heaven branch over earth branch; a stem as place is its lodging."""

    spirit: Operand
    place: Operand


@node
class Carries:
    """``spirit`` 乘 ``general``."""

    spirit: Operand
    general: Operand


@node
class Stands:
    """``general`` 臨 ``place``."""

    general: Operand
    place: Operand


@node
class Relation:
    """``left`` 剋 生 刑 … ``right``; ``name`` is the lexicon id."""

    name: str
    left: Operand
    right: Operand


@node
class Predicate:
    """A predicate built in; ``name`` is the lexicon id."""

    name: str
    args: tuple[Operand, ...] = ()


@node
class Call:
    """A definition by its name; ``body`` is what it means under a convention once linked."""

    name: str
    args: tuple[Operand, ...]
    body: Condition | None = None


Condition = (
    Always
    | Not
    | And
    | Or
    | Within
    | AtLeast
    | Over
    | Carries
    | Stands
    | Relation
    | Predicate
    | Call
)


# ------------------------------------------------------------------ conclusions and rules


@node
class LookUp:
    """The row of a table that the quantities select."""

    table: str
    args: tuple[Operand, ...]


@node
class Conclusion:
    """``facet`` and the concept stated or leaned to; ``value`` is a concept id or a table row."""

    facet: str
    mode: Mode
    value: str | LookUp


Options = tuple[tuple[str, str], ...]


@node
class Reading:
    """What holds instead when the convention has ``options``.

    ``condition`` None with ``active``: the rule's own; ``conclusions`` None: the rule's own.
    """

    options: Options
    active: bool
    condition: Condition | None
    conclusions: tuple[Conclusion, ...] | None


@node
class Refinement:
    condition: Condition
    conclusions: tuple[Conclusion, ...]


@node
class Exemption:
    """除非: withholds the base conclusions, and may put others in their place."""

    condition: Condition
    conclusions: tuple[Conclusion, ...]


@node
class Example:
    """A chart in an example line, as it is written, and whether the rule holds there."""

    chart: str
    holds: bool
    line: int
    column: int


@node
class Rule:
    condition: Condition
    conclusions: tuple[Conclusion, ...]
    readings: tuple[Reading, ...] = ()
    refinements: tuple[Refinement, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    notes: tuple[str, ...] = ()


@node
class Definition:
    """A named condition; readings later in the list win where their options match."""

    name: str
    parameters: tuple[Parameter, ...]
    readings: tuple[Reading, ...]


@node
class Table:
    """A decision table: rows of key values to a concept of ``facet``."""

    name: str
    kinds: tuple[Kind, ...]
    facet: str
    hit: str
    total: bool
    rows: tuple[tuple[tuple[int, ...], str], ...]


# ------------------------------------------------------------------ walking


def children(node: Condition) -> tuple[Condition, ...]:
    """The conditions directly below a condition; a linked definition has its body below it."""
    match node:
        case And(items) | Or(items):
            return items
        case Not(item):
            return (item,)
        case Call(_, _, body) if body is not None:
            return (body,)
        case _:
            return ()


def operands(node: Condition) -> tuple[Operand, ...]:
    """The operands that a condition names itself."""
    match node:
        case Within(left, right) | Relation(_, left, right):
            return (left, right)
        case Over(a, b) | Carries(a, b) | Stands(a, b):
            return (a, b)
        case AtLeast(left, _):
            return (left,)
        case Predicate(_, args) | Call(_, args, _):
            return args
        case _:
            return ()


def walk(node: Condition) -> Iterator[Condition]:
    """The condition and all below it, outermost first."""
    yield node
    for child in children(node):
        yield from walk(child)


def called(conditions: Iterable[Condition | None]) -> set[str]:
    """Names of the definitions that conditions call; None is no condition and calls none."""
    return {
        node.name
        for condition in conditions
        if condition is not None
        for node in walk(condition)
        if isinstance(node, Call)
    }


def walk_operands(operand: Operand) -> Iterator[Operand]:
    """The operand and the arguments inside it."""
    yield operand
    if isinstance(operand, Quantity):
        for inner in operand.args:
            yield from walk_operands(inner)


def with_operands(node: Condition, instead: Callable[[Operand], Operand | None]) -> Condition:
    """The condition with other operands; ``instead`` gives what stands in place of one, None to leave it.

    Arguments inside an operand that is left are asked for too, and conditions inside the condition.
    """

    def changed(operand: Operand) -> Operand:
        found = instead(operand)
        if found is not None:
            return found
        if isinstance(operand, Quantity) and operand.args:
            return Quantity(operand.kind, operand.name, tuple(changed(a) for a in operand.args))
        return operand

    match node:
        case And(items):
            return And(tuple(with_operands(item, instead) for item in items))
        case Or(items):
            return Or(tuple(with_operands(item, instead) for item in items))
        case Not(item):
            return Not(with_operands(item, instead))
        case Call(name, args, body):
            inner = None if body is None else with_operands(body, instead)
            return Call(name, tuple(changed(a) for a in args), inner)
        case Within(a, b):
            return Within(changed(a), changed(b))
        case AtLeast(a, number):
            return AtLeast(changed(a), number)
        case Over(a, b):
            return Over(changed(a), changed(b))
        case Carries(a, b):
            return Carries(changed(a), changed(b))
        case Stands(a, b):
            return Stands(changed(a), changed(b))
        case Relation(name, a, b):
            return Relation(name, changed(a), changed(b))
        case Predicate(name, args):
            return Predicate(name, tuple(changed(a) for a in args))
        case _:
            return node


def conjunction(items: list[Condition]) -> Condition:
    """All of ``items``, flat, without 恒 and without repetition."""
    flat: dict[Condition, None] = {}
    for item in items:
        for part in item.items if isinstance(item, And) else (item,):
            if not isinstance(part, Always):
                flat[part] = None
    if not flat:
        return Always()
    return next(iter(flat)) if len(flat) == 1 else And(tuple(flat))


def disjunction(items: list[Condition]) -> Condition:
    """Any of ``items``, flat, without repetition; 恒 swallows the rest."""
    flat: dict[Condition, None] = {}
    for item in items:
        for part in item.items if isinstance(item, Or) else (item,):
            if isinstance(part, Always):
                return part
            flat[part] = None
    if not flat:
        raise ValueError("no alternatives")
    return next(iter(flat)) if len(flat) == 1 else Or(tuple(flat))
