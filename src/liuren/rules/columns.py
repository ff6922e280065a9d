"""Deciding conditions on whole arrays of charts.

An account of the language that is independent of ``facts`` and ``evaluate``: values are integers in
columns (−1: not known), a quantity with several values is a list of columns, a set is a list of numbers.
Columns broadcast; nothing here knows how many charts there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from liuren.charts.positions import JinkoujueStates
from liuren.charts.states import LiurenStates
from liuren.rules import lexicon, tree
from liuren.terms import branches, elements, generals, pillars, relations, seasons, spirits, stages
from liuren.terms import stems as stem_tables

Column = NDArray[np.int16]
Truth = NDArray[np.bool_]
Columns = list[Column]


def column(values: Any) -> Column:
    """An array of values as a column."""
    return np.asarray(values, dtype=np.int16)


def take(table: Any, index: Column) -> Column:
    """Rows of a table by a column; what is not known stays so."""
    return np.append(column(table), np.int16(-1))[index]


UNKNOWN = column(-1)
_TOMBS = column(stages.TOMBS)
_SOUND = [pillars.sound(p) for p in range(60)]
_MANSION = [branches.mansion_branch(name) or 0 for name in lexicon.kinds().get("mansion", ())]
_STATE_BY_DISTANCE = [elements.state(e, 0) for e in range(5)]


def _state(element: Column, ruler: Column) -> Column:
    """State of an element while ``ruler`` rules, not known if either is not."""
    found = take(_STATE_BY_DISTANCE, (element - ruler) % 5)
    return np.where((element < 0) | (ruler < 0), np.int16(-1), found).astype(np.int16)


class LiurenColumns:
    """Quantities of many 大六壬 charts. ``given`` holds the facts that do not come from the plate."""

    def __init__(self, states: LiurenStates, given: Mapping[str, Column]) -> None:
        self.states = states
        self.given = given
        self.offset = column(states.offset)
        self.day = column(states.day)
        self.month = UNKNOWN if states.month is None else column(states.month)
        self.riders: Columns = [column(states.rider_at(e)) for e in range(12)]
        self.own_branches = generals.BRANCHES

    def quantity(self, name: str) -> Columns:
        """The column or columns of a quantity without arguments."""
        s = self.states
        match name:
            case "initial" | "middle" | "final":
                return [column(getattr(s, name))]
            case "transmissions":
                return [column(s.initial), column(s.middle), column(s.final)]
            case "initial-seat":
                return [(column(s.initial) - self.offset) % 12]
            case "upper-stem":
                return [column(s.on_stem)]
            case "upper-branch":
                return [column(s.on_branch)]
            case "lesson-uppers":
                return [column(s.uppers[..., i]) for i in range(4)]
            case "lodging":
                return [take(stem_tables.LODGING, self.day % 10)]
            case "initial-general":
                return [column(s.rider_of(s.initial))]
            case "transmission-generals":
                return [column(s.rider_of(t)) for t in (s.initial, s.middle, s.final)]
            case "moon-dread" | "breath-of-life" | "breath-of-death":
                star = {"moon-dread": "月厭", "breath-of-life": "生氣", "breath-of-death": "死氣"}[
                    name
                ]
                return [take([spirits.monthly_spirit(star, m) for m in range(12)], self.month)]
            case "hour":
                return [column(s.hour)]
            case "month-general":
                return [column(s.general)]
            case "day":
                return [self.day]
            case "day-stem":
                return [self.day % 10]
            case "day-branch":
                return [self.day % 12]
            case "month":
                return [self.month]
            case "season":
                return [take([seasons.season(m) for m in range(12)], self.month)]
            case "day-part":
                return [1 - column(s.daytime)]
            case "querent":
                known = self.given.get("querent", UNKNOWN)
                return [np.where(known < 0, np.int16(v), known).astype(np.int16) for v in (0, 1)]
        return [self.given.get(name, UNKNOWN)]

    def heaven_on(self, earth: Column) -> Column:
        return np.where(earth < 0, np.int16(-1), (earth + self.offset) % 12).astype(np.int16)

    def seat_of(self, spirit: Column) -> Column:
        return np.where(spirit < 0, np.int16(-1), (spirit - self.offset) % 12).astype(np.int16)

    def standing(self, earth: Column) -> Column:
        found = column(self.states.rider_at(np.maximum(earth, 0).astype(np.uint8)))
        return np.where(earth < 0, np.int16(-1), found).astype(np.int16)

    def function(self, name: str, kind: str, argument: Column) -> Column:
        """A function that depends on the chart."""
        match name:
            case "heaven-on":
                return self.heaven_on(argument)
            case "seat-of":
                return self.seat_of(argument)
            case "rider":
                return self.standing(self.seat_of(argument))
            case "stage":
                return self._stage(take(branches.ELEMENTS, argument), self.seat_of(argument))
            case "stem-stage":
                return self._stem_stage(argument)
            case "hidden-stem":
                return self._hidden(argument)
            case "state":
                return _state(argument, self.ruler)
        raise AssertionError((name, kind))

    def _stage(self, element: Column, seat: Column) -> Column:
        births = list(stages.BIRTHS)
        if self.states.convention["life_stages"] != "element_earth_water":
            births[2] = births[1]
        found = (seat - take(births, element)) % 12
        return np.where((element < 0) | (seat < 0), np.int16(-1), found).astype(np.int16)

    def _stem_stage(self, branch: Column) -> Column:
        stem = self.day % 10
        forward = self._stage(take(stem_tables.ELEMENTS, stem), branch)
        if self.states.convention["life_stages"] != "yin_reversed":
            return forward
        backward = (take([0, 6, 0, 9, 0, 9, 0, 0, 0, 3], stem) - branch) % 12
        return np.where(stem % 2 == 1, backward, forward).astype(np.int16)

    def _hidden(self, branch: Column) -> Column:
        rule = self.states.convention["hidden_stem"]
        if rule == "decade":
            distance = (branch - (self.day % 12 - self.day % 10)) % 12
            return np.where((distance < 10) & (branch >= 0), distance, -1).astype(np.int16)
        stem = self.day % 10 if rule == "day_five_rat" else self._hour_stem
        return np.where(branch < 0, -1, (2 * (stem % 5) + branch) % 10).astype(np.int16)

    @cached_property
    def _hour_stem(self) -> Column:
        hour = column(self.states.hour)
        return ((2 * (self.day % 10 % 5) + hour) % 10).astype(np.int16)

    @cached_property
    def ruler(self) -> Column:
        """Element that rules for she fu."""
        rules = self.states.convention
        if rules["shefu_strength"] == "day_stem":
            return take(stem_tables.ELEMENTS, self.day % 10)
        how = rules["earth_season"]
        early = take([seasons.ruler(m, how, False) for m in range(12)], self.month)
        late = take([seasons.ruler(m, how, True) for m in range(12)], self.month)
        return np.where(self._late, late, early).astype(np.int16)

    @property
    def _late(self) -> Truth:
        term = self.states.term
        if term is not None:
            return np.asarray(term % 2 == 1)
        first = 2 * ((self.month - 2) % 12)
        after = take([seasons.general_of_term(t) for t in range(24)], (first + 1).astype(np.int16))
        return np.asarray(column(self.states.general) == after)

    def predicate(self, name: str, arguments: list[Operand]) -> Truth:
        """A predicate built in."""
        s = self.states
        match name:
            case "void":
                return arguments[0].some(
                    lambda x: np.asarray(s.is_void(x.astype(np.uint8))) & (x >= 0)
                )
            case "seat-void":
                return arguments[0].some(
                    lambda x: np.asarray(s.is_void(self.seat_of(x).astype(np.uint8))) & (x >= 0)
                )
            case "form":
                return _any([s.has_form(n) for n in arguments[0].names("form")])
            case "transmission-set":
                wanted = [argument.single() for argument in arguments]
                three = self.quantity("transmissions")
                covered = _all([_any([t == w for t in three]) for w in wanted])
                return covered & _all([_any([t == w for w in wanted]) for t in three])
            case "transmitted":
                return arguments[0].meets(Operand("branch", self.quantity("transmissions")))
            case "appears":
                shown = self.quantity("lesson-uppers") + self.quantity("transmissions")
                return arguments[0].meets(Operand("branch", shown))
            case "element-appears":
                places = ("upper-stem", "upper-branch", "transmissions")
                shown = [take(branches.ELEMENTS, c) for p in places for c in self.quantity(p)]
                return arguments[0].meets(Operand("element", shown))
            case "yang-day":
                return np.asarray(self.day % 2 == 0)
            case "yin-day":
                return np.asarray(self.day % 2 == 1)
            case "after-solstice":
                return self._after_solstice
            case "lessons-distinct":
                return self._distinct
            case "past":
                return arguments[0].some(lambda x: self._distance(x, -1))
            case "to-come":
                return arguments[0].some(lambda x: self._distance(x, 1))
        raise AssertionError(name)

    def _distance(self, branch: Column, way: int) -> Truth:
        steps = (way * (branch - self.month)) % 12
        return np.asarray((steps >= 1) & (steps <= 5) & (branch >= 0) & (self.month >= 0))

    @property
    def _after_solstice(self) -> Truth:
        if self.states.term is not None:
            return np.asarray(self.states.term >= 21)
        turned = column(self.states.general) == 1
        by_month = (self.month == 1) | ((self.month == 0) & turned)
        return np.asarray(np.where(self.month < 0, turned, by_month))

    @property
    def _distinct(self) -> Truth:
        uppers = self.quantity("lesson-uppers")
        return _all([uppers[i] != uppers[j] for i in range(4) for j in range(i)])


class JinkoujueColumns:
    """Quantities of many 金口訣 charts."""

    def __init__(self, states: JinkoujueStates, given: Mapping[str, Column]) -> None:
        self.states = states
        self.given = given
        self.four: Columns = [column(states.elements[..., p]) for p in range(4)]
        swapped = states.convention["xuanwu_branch"] == "hai"
        self.own_branches = generals.BRANCHES if swapped else generals.JINKOUJUE_BRANCHES

    @property
    def _branches(self) -> Columns:
        s = self.states
        return [column(s.noble_branch), column(s.general), column(s.seat)]

    @property
    def signs(self) -> Columns:
        """Sign of each position, 0 yang, 1 yin."""
        return [c % 2 for c in (column(self.states.stem), *self._branches)]

    def quantity(self, name: str) -> Columns:
        s = self.states
        day = column(s.day)
        match name:
            case "stem" | "noble" | "general" | "seat" | "use":
                return [column(getattr(s, name))]
            case "noble-branch":
                return [self._branches[0]]
            case "noble-stem":
                return [self._counted(self._branches[0])]
            case "general-stem":
                return [self._counted(column(s.general))]
            case "day":
                return [day]
            case "day-stem":
                return [day % 10]
            case "day-branch":
                return [day % 12]
            case "hour":
                return [self.given.get("hour", column(s.hour))]
            case "month-general":
                return [self.given.get("month-general", column(s.general_of_month))]
            case "month" | "year" | "great-run" | "sex" | "topic":
                return [self.given.get(name, UNKNOWN)]
            case "season":
                return [take([seasons.season(m) for m in range(12)], self._month)]
            case "day-part":
                return [1 - column(s.daytime)]
            case "guest":
                return [self.given.get("guest", column(s.guest))]
            case "annual-pillar" | "natal-pillar":
                return [self.given.get(name, UNKNOWN)]
            case "annual-stem" | "natal-stem":
                return [take([p % 10 for p in range(60)], self.quantity(f"{name[:-5]}-pillar")[0])]
            case "annual" | "natal":
                if name in self.given:
                    return [self.given[name]]
                return [take([p % 12 for p in range(60)], self.quantity(f"{name}-pillar")[0])]
        raise AssertionError(name)

    @property
    def _month(self) -> Column:
        return self.given.get("month", UNKNOWN)

    def _counted(self, branch: Column) -> Column:
        way = branch
        if self.states.convention["stem_count"] == "five_tiger":
            way = (branch - 2) % 12 + 2
        return ((2 * (column(self.states.day) % 10 % 5) + way) % 10).astype(np.int16)

    def function(self, name: str, kind: str, argument: Column) -> Column:
        match name:
            case "position-element":
                return self._at(self.four, argument)
            case "position-polarity":
                return self._at(self.signs, argument)
            case "chart-state":
                states = [column(self.states.strength[..., p]) for p in range(4)]
                return self._at(states, argument)
            case "month-state":
                element = self._at(self.four, argument) if kind == "position" else argument
                return _state(element, self._ruler)
        raise AssertionError((name, kind))

    @property
    def _ruler(self) -> Column:
        how = self.states.convention["earth_season"]
        early = take([seasons.ruler(m, how, False) for m in range(12)], self._month)
        late = take([seasons.ruler(m, how, True) for m in range(12)], self._month)
        term = self.given.get("term", UNKNOWN)
        return np.where((term >= 0) & (term % 2 == 1), late, early).astype(np.int16)

    def _at(self, values: Columns, position: Column) -> Column:
        assert position.ndim == 0
        return values[int(position)]

    # -------------------------------------------------------------- what positions do to each other

    def _overcomes(self, p: int, q: int) -> Truth:
        return np.asarray((self.four[p] + 2) % 5 == self.four[q])

    def _generates(self, p: int, q: int) -> Truth:
        return np.asarray((self.four[p] + 1) % 5 == self.four[q])

    def _from_others(self, relation: str, q: int, reach: int = 3) -> Truth:
        holds = self._overcomes if relation == "overcomes" else self._generates
        return _any([holds(p, q) for p in range(4) if p != q and abs(p - q) <= reach])

    def predicate(self, name: str, arguments: list[Operand]) -> Truth:
        match name:
            case "is-use":
                return arguments[0].meets(Operand("position", self.quantity("use")))
            case "overcome" | "overcome-near":
                reach = 1 if name.endswith("near") else 3
                return self._positions(
                    arguments[0], lambda q: self._from_others("overcomes", q, reach)
                )
            case "generated" | "generated-near":
                reach = 1 if name.endswith("near") else 3
                return self._positions(
                    arguments[0], lambda q: self._from_others("generates", q, reach)
                )
            case "rescued":
                return self._positions(arguments[0], self._rescued)
            case "countered":
                return self._positions(arguments[0], self._countered)
            case "neighbours-meet":
                return self._meeting(arguments[0], lambda h: _any([h(p, q) for p, q in _NEAR]))
            case "all-neighbours":
                return self._meeting(
                    arguments[0], lambda h: _all([h(p, p + 1) | h(p + 1, p) for p in range(3)])
                )
            case "any-pair":
                return self._meeting(arguments[0], lambda h: _any([h(p, q) for p, q in _PAIRS]))
            case "upward":
                return self._meeting(arguments[0], lambda h: _all([h(p + 1, p) for p in range(3)]))
            case "downward":
                return self._meeting(arguments[0], lambda h: _all([h(p, p + 1) for p in range(3)]))
            case "stacked" | "above":
                reach = 1 if name == "stacked" else 3
                a, b = (set(argument.values()) for argument in arguments)
                return _any(
                    [_isin(self.four[p], a) & _isin(self.four[q], b)
                     for p, q in _PAIRS if 0 < q - p <= reach]
                )  # fmt: skip
            case "victim-near" | "victim" | "only-victim-near" | "only-victim":
                return self._victims(name, set(arguments[0].values()))
            case "alike":
                return _any([self.four[p] == self.four[q] for p, q in _PAIRS])
            case "all-in-state":
                return self._all_in_state(arguments[0], arguments[1])
            case "sole-ruler":
                ruling = [column(self.states.strength[..., p]) == 0 for p in range(4)]
                wanted = set(arguments[0].values())
                count = sum(r.astype(np.int16) for r in ruling)
                signed = _any(
                    [r & _isin(g, wanted) for r, g in zip(ruling, self.signs, strict=True)]
                )
                return np.asarray(count == 1) & signed
            case "killer":
                return self._killer(arguments[0], arguments[1])
            case "seen":
                shown = Operand("branch", self._branches[1:])
                return arguments[0].meets(shown)
            case "yang-day":
                return np.asarray(column(self.states.day) % 2 == 0)
            case "yin-day":
                return np.asarray(column(self.states.day) % 2 == 1)
        return self._annual(name, arguments)

    def _annual(self, name: str, arguments: list[Operand]) -> Truth:
        annual = self.quantity("annual")[0]
        match name:
            case "annual-known":
                return np.asarray(annual >= 0)
            case "run-at":
                return arguments[0].meets(Operand("branch", self.quantity("great-run")))
            case "annual-harms":
                return arguments[0].meets(Operand("branch", [take(relations.HARMS, annual)]))
            case "annual-tomb":
                birth = self.quantity("natal-pillar")[0]
                tomb = take(_TOMBS, take(_SOUND, birth))
                return np.asarray((tomb == annual) & (annual >= 0))
            case "annual-combines":
                stem = self.quantity("annual-stem")[0]
                partner = np.where(stem < 0, -1, (stem + 5) % 10).astype(np.int16)
                return arguments[0].meets(Operand("stem", [partner]))
            case "annual-meets":
                kinds, places = set(arguments[0].values()), set(arguments[1].values())
                found = [np.zeros((), dtype=np.bool_)]
                for position, branch in enumerate(self._branches, 1):
                    if position in places and 2 in kinds:
                        found.append(
                            (annual % 4 == branch % 4) & (annual != branch) & (annual >= 0)
                        )
                    if position in places and 3 in kinds:
                        found.append(take(relations.COMBINES, annual) == branch)
                return _any(found)
        raise AssertionError(name)

    def _positions(self, operand: Operand, holds: Callable[[int], Truth]) -> Truth:
        return _any([holds(q) for q in operand.values()])

    def _meeting(
        self, operand: Operand, holds: Callable[[Callable[[int, int], Truth]], Truth]
    ) -> Truth:
        relation = (self._overcomes, self._generates)
        return _any([holds(relation[k]) for k in operand.values() if k < 2])

    def _rescued(self, q: int) -> Truth:
        return _any(
            [self._generates(p, q) & ~self._from_others("overcomes", p) for p in range(4) if p != q]
        )

    def _countered(self, q: int) -> Truth:
        return _any(
            [self._overcomes(p, q) & self._from_others("overcomes", p) for p in range(4) if p != q]
        )

    def _victims(self, name: str, wanted: set[int]) -> Truth:
        pairs = _NEAR if name.endswith("near") else _PAIRS
        struck = [(self._overcomes(p, q), _isin(self.four[q], wanted)) for p, q in pairs]
        inside = _any([hit & of for hit, of in struck])
        if not name.startswith("only"):
            return inside
        return inside & ~_any([hit & ~of for hit, of in struck])

    def _all_in_state(self, states: Operand, signs: Operand) -> Truth:
        wanted, signed = set(states.values()), set(signs.values())
        inside = [_isin(column(self.states.strength[..., p]), wanted) for p in range(4)]
        right = [_isin(sign, signed) for sign in self.signs]
        return _any(inside) & _all([~i | r for i, r in zip(inside, right, strict=True)])

    def _killer(self, base: Operand, killer: Operand) -> Truth:
        seat = column(self.states.seat)
        wanted = set(killer.values())

        def on_seat(branch: Column) -> Truth:
            first = (take(relations.FRAME_BIRTHS, branch % 4) + 9) % 12
            return _isin((seat - first) % 12, wanted) & (branch >= 0)

        return base.some(on_seat)


_PAIRS = [(p, q) for p in range(4) for q in range(4) if p != q]
_NEAR = [(p, q) for p, q in _PAIRS if abs(p - q) == 1]


def _any(truths: list[Truth]) -> Truth:
    found = truths[0]
    for truth in truths[1:]:
        found = found | truth
    return np.asarray(found)


def _all(truths: list[Truth]) -> Truth:
    found = truths[0]
    for truth in truths[1:]:
        found = found & truth
    return np.asarray(found)


def _isin(values: Column, wanted: set[int]) -> Truth:
    """Membership by a look-up; −1 is in nothing."""
    inside = np.zeros(62, dtype=np.bool_)
    inside[list(wanted)] = True
    inside[-1] = False
    return np.asarray(inside[values])


class Operand:
    """The value of an operand on all charts: columns of which any may be the value, or a set."""

    __slots__ = ("columns", "constant", "kind")

    def __init__(
        self, kind: str, columns: Columns, constant: tuple[int, ...] | None = None
    ) -> None:
        self.kind, self.columns, self.constant = kind, columns, constant

    def values(self) -> tuple[int, ...]:
        """The values of a set written in the rule."""
        assert self.constant is not None
        return self.constant

    def names(self, kind: str) -> list[str]:
        return [lexicon.kinds()[kind][value] for value in self.values()]

    def all_columns(self) -> Columns:
        if self.constant is not None:
            return [column(value) for value in self.constant]
        return self.columns

    def single(self) -> Column:
        (only,) = self.all_columns()
        return only

    def some(self, holds: Callable[[Column], Truth]) -> Truth:
        return _any([holds(c) for c in self.all_columns()])

    def meets(self, other: Operand) -> Truth:
        """Whether some value of the one is a value of the other."""
        if self.constant is not None and other.constant is not None:
            return np.asarray(bool(set(self.constant) & set(other.constant)))
        if self.constant is not None:
            return other.meets(self)
        if other.constant is not None:
            wanted = set(other.constant)
            return _any([_isin(c, wanted) for c in self.columns])
        return _any([(a == b) & (a >= 0) for a in self.columns for b in other.columns])

    def mapped(self, kind: str, function: Callable[[Column], Column]) -> Operand:
        return Operand(kind, [function(c) for c in self.all_columns()])


class ArrayEvaluator:
    """Decides unfolded conditions on ``columns``; equal conditions are decided once."""

    def __init__(self, columns: LiurenColumns | JinkoujueColumns) -> None:
        self.columns = columns
        self._known: dict[tree.Condition, Truth] = {}
        self._operands: dict[tree.Operand, Operand] = {}

    def decide(self, condition: tree.Condition) -> Truth:
        """Where the condition holds; shapes broadcast to that of the states."""
        found = self._known.get(condition)
        if found is None:
            found = self._known[condition] = self._decide(condition)
        return found

    def _decide(self, condition: tree.Condition) -> Truth:
        match condition:
            case tree.Always():
                return np.ones((), dtype=np.bool_)
            case tree.Not(item):
                return np.asarray(~self.decide(item))
            case tree.And(items):
                return _all([self.decide(item) for item in items])
            case tree.Or(items):
                return _any([self.decide(item) for item in items])
            case tree.Call(name, _, body):
                assert body is not None, name
                return self.decide(body)
            case tree.Within(left, right):
                return self.operand(left).meets(self.operand(right))
            case tree.AtLeast(left, number):
                return np.asarray(self.operand(left).single() >= number)
            case tree.Relation(name, left, right):
                return self._relation(name, self.operand(left), self.operand(right))
            case tree.Predicate(name, args):
                return self.columns.predicate(name, [self.operand(arg) for arg in args])
        plate = self.columns
        assert isinstance(plate, LiurenColumns)
        match condition:
            case tree.Over(spirit, place):
                seats = self._earth(self.operand(place))
                return seats.mapped("branch", plate.heaven_on).meets(self.operand(spirit))
            case tree.Stands(general, place):
                seats = self._earth(self.operand(place))
                return seats.mapped("general", plate.standing).meets(self.operand(general))
            case tree.Carries(spirit, general):
                seats = self.operand(spirit).mapped("branch", plate.seat_of)
                return seats.mapped("general", plate.standing).meets(self.operand(general))
        raise AssertionError(condition)

    # -------------------------------------------------------------- operands

    def operand(self, operand: tree.Operand) -> Operand:
        found = self._operands.get(operand)
        if found is None:
            found = self._operands[operand] = self._operand(operand)
        return found

    def _operand(self, operand: tree.Operand) -> Operand:
        match operand:
            case tree.Literal(kind, values, _):
                return Operand(kind, [], values)
            case tree.Quantity(kind, name, ()):
                return Operand(kind, self.columns.quantity(name))
            case tree.Quantity(kind, name, args):
                return self._function(kind, name, self.operand(args[0]))
        raise AssertionError(operand)

    def _function(self, kind: str, name: str, argument: Operand) -> Operand:
        table = {
            "lodging-of": stem_tables.LODGING,
            "mansion": _MANSION,
            "sound": _SOUND,
            "decade": [p - p % 10 for p in range(60)],
            "stem-of": [p % 10 for p in range(60)],
        }.get(name)
        if table is not None:
            return argument.mapped(kind, lambda c: take(table, c))
        if name in ("home", "branch-of"):
            return self._branches(argument)
        if name == "element":
            return self._elements(argument)
        if name in ("child", "wealth", "officer", "parent"):
            step = 1 + ("child", "wealth", "officer", "parent").index(name)
            turned = [(e + step) % 5 for e in range(5)]
            return self._elements(argument).mapped(kind, lambda c: take(turned, c))
        if name == "polarity":
            if argument.kind == "position":
                return argument.mapped(
                    kind, lambda c: self.columns.function("position-polarity", "position", c)
                )
            signed = self._branches(argument) if argument.kind == "general" else argument
            return signed.mapped(kind, lambda c: np.where(c < 0, -1, c % 2).astype(np.int16))
        if name == "state" or (name == "month-state" and argument.kind != "position"):
            argument = self._elements(argument)
        if name == "heaven-on":
            argument = self._earth(argument)
        of = argument.kind
        return argument.mapped(kind, lambda c: self.columns.function(name, of, c))

    def _earth(self, operand: Operand) -> Operand:
        if operand.kind != "stem":
            return operand
        return operand.mapped("branch", lambda c: take(stem_tables.LODGING, c))

    def _elements(self, operand: Operand) -> Operand:
        own = self.columns.own_branches
        match operand.kind:
            case "branch":
                return operand.mapped("element", lambda c: take(branches.ELEMENTS, c))
            case "stem":
                return operand.mapped("element", lambda c: take(stem_tables.ELEMENTS, c))
            case "pillar":
                by_stem = [stem_tables.ELEMENTS[p % 10] for p in range(60)]
                return operand.mapped("element", lambda c: take(by_stem, c))
            case "general":
                by_own = [branches.ELEMENTS[b] for b in own]
                return operand.mapped("element", lambda c: take(by_own, c))
            case "position":
                return operand.mapped(
                    "element", lambda c: self.columns.function("position-element", "position", c)
                )
        return operand

    def _branches(self, operand: Operand) -> Operand:
        if operand.kind == "general":
            return operand.mapped("branch", lambda c: take(self.columns.own_branches, c))
        if operand.kind == "pillar":
            return operand.mapped("branch", lambda c: take([p % 12 for p in range(60)], c))
        return operand

    def _relation(self, name: str, left: Operand, right: Operand) -> Truth:
        step = {"matches": 0, "generates": 1, "overcomes": 2}.get(name)
        if step is not None:
            a, b = self._elements(left), self._elements(right)
            return a.mapped("element", lambda c: take([(e + step) % 5 for e in range(5)], c)).meets(
                b
            )
        if name == "combines" and left.kind == "stem":
            return left.mapped("stem", lambda c: take([(s + 5) % 10 for s in range(10)], c)).meets(
                right
            )
        a, b = self._branches(left), self._branches(right)
        if name == "frames":
            return _any(
                [(x % 4 == y % 4) & (x != y) & (x >= 0) & (y >= 0)
                 for x in a.all_columns() for y in b.all_columns()]
            )  # fmt: skip
        table = {
            "punishes": relations.PUNISHES,
            "clashes": [(b + 6) % 12 for b in range(12)],
            "harms": relations.HARMS,
            "combines": relations.COMBINES,
        }[name]
        return a.mapped("branch", lambda c: take(table, c)).meets(b)
