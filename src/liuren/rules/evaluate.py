"""Deciding conditions on the facts of one chart.

A condition becomes a function of the facts. Sets are bit masks (see ``facts``), so that an atom is the
question whether two sets meet. Definitions are expanded here, under the options of a convention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, ClassVar

from liuren.rules import tree
from liuren.rules.facts import (
    ALTERNATING,
    BRANCH_ELEMENT,
    DECADE,
    ELEMENT_FUNCTIONS,
    LODGING,
    MANSION,
    PILLAR_BRANCH,
    PILLAR_ELEMENT,
    PILLAR_STEM,
    RELATED,
    SOUND,
    STEM_ELEMENT,
    Facts,
    Image,
)

Sets = Callable[[Facts], int]
Test = Callable[[Facts], Any]
Environment = Mapping[str, tree.Operand]

_TO_ELEMENT = {"branch": BRANCH_ELEMENT, "stem": STEM_ELEMENT, "pillar": PILLAR_ELEMENT}
#: Functions whose table no chart changes.
_FIXED: dict[str, Image] = {
    "lodging-of": LODGING,
    "mansion": MANSION,
    "sound": SOUND,
    "decade": DECADE,
    "stem-of": PILLAR_STEM,
}
#: Functions whose table is a fact of the chart under their own id.
_VARIABLE = frozenset(
    ("hidden-stem", "rider", "seat-of", "heaven-on", "home", "stage", "stem-stage", "chart-state")
)


class Evaluator:
    """Turns conditions into tests. ``definitions`` gives the body and parameters in force.

    Tests of equal conditions are shared, so that a rulebook is prepared in a few milliseconds.
    """

    def __init__(
        self, definitions: Mapping[str, tuple[tuple[str, ...], tree.Condition | None]]
    ) -> None:
        self._definitions = definitions
        self._tests: dict[int, tuple[tree.Condition, Test]] = {}
        self._sets: dict[int, tuple[tree.Operand, Sets]] = {}
        self._calls: dict[tuple[str, tuple[tree.Operand, ...]], Test] = {}

    # -------------------------------------------------------------- conditions

    def test(self, condition: tree.Condition, bound: Environment | None = None) -> Test:
        """The test of a condition; ``bound`` gives the parameters of a definition."""
        if bound:
            return self._build(condition, bound)
        # By identity: a compiled work holds equal conditions once, and hashing a tree takes time. The
        # condition is kept with its test, so that its identity is not given to another.
        kept = self._tests.get(id(condition))
        if kept is None:
            kept = self._tests[id(condition)] = (condition, self._build(condition, {}))
        return kept[1]

    def _build(self, condition: tree.Condition, bound: Environment) -> Test:
        return self._builders[type(condition)](self, condition, bound)

    def _and(self, condition: tree.And, bound: Environment) -> Test:
        return _every([self.test(item, bound) for item in condition.items])

    def _or(self, condition: tree.Or, bound: Environment) -> Test:
        return _some([self.test(item, bound) for item in condition.items])

    def _not(self, condition: tree.Not, bound: Environment) -> Test:
        inner = self.test(condition.item, bound)
        return lambda f: not inner(f)

    def _called(self, condition: tree.Call, bound: Environment) -> Test:
        args = condition.args
        if bound:
            args = tuple([_bind(arg, bound) for arg in args])
        return self._call(condition.name, args)

    def _within(self, condition: tree.Within, bound: Environment) -> Test:
        return _meet(self.sets(condition.left, bound), self.sets(condition.right, bound))

    def _carries(self, condition: tree.Carries, bound: Environment) -> Test:
        general = self.sets(condition.general, bound)
        return _meet_image("rider", self.sets(condition.spirit, bound), general)

    def _over(self, condition: tree.Over, bound: Environment) -> Test:
        spirit = self.sets(condition.spirit, bound)
        return _meet_image("heaven-on", self.place(condition.place, bound), spirit)

    def _stands(self, condition: tree.Stands, bound: Environment) -> Test:
        general = self.sets(condition.general, bound)
        return _meet_image("standing", self.place(condition.place, bound), general)

    def _related(self, condition: tree.Relation, bound: Environment) -> Test:
        left, right = _bind(condition.left, bound), _bind(condition.right, bound)
        return self._relation(condition.name, left, right)

    def _predicated(self, condition: tree.Predicate, bound: Environment) -> Test:
        return _predicate(condition.name, [self.sets(arg, bound) for arg in condition.args])

    def _at_least(self, condition: tree.AtLeast, _bound: Environment) -> Test:
        assert isinstance(condition.left, tree.Quantity)
        get, number = itemgetter(condition.left.name), condition.number
        return lambda f: get(f) >= number

    def _always(self, _condition: tree.Always, _bound: Environment) -> Test:
        return lambda _: True

    #: By class rather than a match statement: this runs for every condition at every start.
    _builders: ClassVar[Mapping[type[Any], Callable[[Any, Any, Environment], Test]]] = {
        tree.And: _and,
        tree.Or: _or,
        tree.Not: _not,
        tree.Call: _called,
        tree.Within: _within,
        tree.AtLeast: _at_least,
        tree.Over: _over,
        tree.Carries: _carries,
        tree.Stands: _stands,
        tree.Relation: _related,
        tree.Predicate: _predicated,
        tree.Always: _always,
    }

    def _call(self, name: str, args: tuple[tree.Operand, ...]) -> Test:
        key = (name, args)
        found = self._calls.get(key)
        if found is None:
            parameters, body = self._definitions[name]
            if body is None:
                found = _never
            else:
                found = self.test(body, dict(zip(parameters, args, strict=True)))
            self._calls[key] = found
        return found

    def _relation(self, name: str, left: tree.Operand, right: tree.Operand) -> Test:
        if name in ("overcomes", "generates", "matches"):
            a, b = self.elements(left), self.elements(right)
            return _related(RELATED[name], a, b)
        if name == "combines":
            return _related(RELATED[f"combines:{left.kind}"], self.sets(left), self.sets(right))
        return _related(RELATED[name], self.branches(left), self.branches(right))

    # -------------------------------------------------------------- operands

    def sets(self, operand: tree.Operand, bound: Environment | None = None) -> Sets:
        """The function that gives the set an operand stands for."""
        if bound:
            return self._sets_of(operand, bound)
        kept = self._sets.get(id(operand))
        if kept is None:
            kept = self._sets[id(operand)] = (operand, self._sets_of(operand, {}))
        return kept[1]

    def _sets_of(self, operand: tree.Operand, bound: Environment) -> Sets:
        if isinstance(operand, tree.Literal):
            return _constant(sum([1 << value for value in operand.values]))
        if isinstance(operand, tree.Parameter):
            return self.sets(bound[operand.name])
        if not operand.args:
            return itemgetter(operand.name)
        return self._function(operand.name, _bind(operand.args[0], bound))

    def _function(self, name: str, argument: tree.Operand) -> Sets:
        if name == "element":
            return self.elements(argument)
        if name == "polarity":
            if argument.kind == "position":
                return _through_fact("position-polarity", self.sets(argument))
            inner = self.branches(argument) if argument.kind == "general" else self.sets(argument)
            return _through(ALTERNATING, inner)
        if name == "state":
            return _through_fact("state", self.elements(argument))
        if name == "month-state":
            if argument.kind == "position":
                return _through_fact("position-month-state", self.sets(argument))
            return _through_fact("month-state", self.elements(argument))
        if name == "branch-of":
            return self.branches(argument)
        if name in ELEMENT_FUNCTIONS:
            return _through(ELEMENT_FUNCTIONS[name], self.elements(argument))
        if name == "heaven-on":
            return _through_fact(name, self.place(argument))
        if name in _FIXED:
            return _through(_FIXED[name], self.sets(argument))
        assert name in _VARIABLE, name
        return _through_fact(name, self.sets(argument))

    def elements(self, operand: tree.Operand) -> Sets:
        """Elements of an operand of any kind."""
        inner = self.sets(operand)
        match operand.kind:
            case "element":
                return inner
            case "general":
                return _through_fact("general-element", inner)
            case "position":
                return _through_fact("position-element", inner)
            case kind:
                return _through(_TO_ELEMENT[kind], inner)

    def branches(self, operand: tree.Operand) -> Sets:
        """Branches of an operand: of a pillar its branch, of a general its own."""
        inner = self.sets(operand)
        match operand.kind:
            case "pillar":
                return _through(PILLAR_BRANCH, inner)
            case "general":
                return _through_fact("home", inner)
            case _:
                return inner

    def place(self, operand: tree.Operand, bound: Environment | None = None) -> Sets:
        """An earth place: a branch, or the lodging of a stem."""
        operand = _bind(operand, bound or {})
        inner = self.sets(operand)
        return _through(LODGING, inner) if operand.kind == "stem" else inner


def _bind(operand: tree.Operand, bound: Environment) -> tree.Operand:
    if isinstance(operand, tree.Parameter):
        return bound[operand.name]
    if bound and isinstance(operand, tree.Quantity) and operand.args:
        args = tuple([_bind(arg, bound) for arg in operand.args])
        return tree.Quantity(operand.kind, operand.name, args)
    return operand


# ------------------------------------------------------------------ functions made of functions


class _Constant:
    """A set that no chart changes; kept apart so that tests can take it out of the loop."""

    __slots__ = ("mask",)

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def __call__(self, _facts: Facts) -> int:
        return self.mask


def _constant(mask: int) -> Sets:
    return _Constant(mask)


def _never(_facts: Facts) -> bool:
    return False


def _every(tests: list[Test]) -> Test:
    if len(tests) == 2:
        a, b = tests
        return lambda f: a(f) and b(f)
    if len(tests) == 3:
        a, b, c = tests
        return lambda f: a(f) and b(f) and c(f)
    return lambda f: all(test(f) for test in tests)


def _some(tests: list[Test]) -> Test:
    if len(tests) == 2:
        a, b = tests
        return lambda f: a(f) or b(f)
    if len(tests) == 3:
        a, b, c = tests
        return lambda f: a(f) or b(f) or c(f)
    return lambda f: any(test(f) for test in tests)


def _meet(left: Sets, right: Sets) -> Test:
    if isinstance(right, _Constant):
        mask = right.mask
        if isinstance(left, _Constant):
            return _constant(left.mask & mask)
        return lambda f: left(f) & mask
    return lambda f: left(f) & right(f)


def _meet_image(name: str, source: Sets, target: Sets) -> Test:
    if isinstance(source, _Constant):
        seat = source.mask
        if isinstance(target, _Constant):
            mask = target.mask
            return lambda f: f[name][seat] & mask
        return lambda f: f[name][seat] & target(f)
    if isinstance(target, _Constant):
        mask = target.mask
        return lambda f: f[name][source(f)] & mask
    return lambda f: f[name][source(f)] & target(f)


def _through(table: Image, inner: Sets) -> Sets:
    if isinstance(inner, _Constant):
        return _constant(table[inner.mask])
    return lambda f: table[inner(f)]


def _through_fact(name: str, inner: Sets) -> Sets:
    if isinstance(inner, _Constant):
        mask = inner.mask
        return lambda f: f[name][mask]
    return lambda f: f[name][inner(f)]


def _related(table: Image, left: Sets, right: Sets) -> Test:
    if isinstance(left, _Constant):
        image = table[left.mask]
        return lambda f: image & right(f)
    return lambda f: table[left(f)] & right(f)


def _predicate(name: str, args: list[Sets]) -> Test:
    """Predicates built in; most ask whether the argument meets a fact of the same name."""
    if not args:
        return itemgetter(name)
    x = args[0]
    match name:
        case "seat-void":
            return lambda f: f["seat-of"][x(f)] & f["void"]
        case "form":
            return lambda f: f["forms"] & x(f)
        case "transmission-set":
            a, b, c = args
            return lambda f: f["transmissions"] == a(f) | b(f) | c(f)
        case "transmitted":
            return lambda f: f["transmissions"] & x(f)
        case "appears":
            return lambda f: f["appearing"] & x(f)
        case "element-appears":
            return lambda f: f["elements-appearing"] & x(f)
        case "is-use":
            return lambda f: f["use"] & x(f)
        case "stacked" | "above" | "killer":
            y = args[1]
            return lambda f: f[name][x(f)] & y(f)
        case "only-victim-near":
            return lambda f: (hurt := f["victim-near"]) and not hurt & ~x(f)
        case "only-victim":
            return lambda f: (hurt := f["victim"]) and not hurt & ~x(f)
        case "all-in-state":
            y = args[1]
            return lambda f: (signs := f["signs-by-state"][x(f)]) and not signs & ~y(f)
        case "run-at":
            return lambda f: f["great-run"] & x(f)
        case "annual-harms":
            return lambda f: RELATED["harms"][f["annual"]] & x(f)
        case "annual-combines":
            return lambda f: RELATED["combines:stem"][f["annual-stem"]] & x(f)
        case "annual-meets":
            y = args[1]
            return lambda f: f["annual-meets"][y(f)] & x(f)
        case _:
            return lambda f: f[name] & x(f)
