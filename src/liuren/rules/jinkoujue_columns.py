"""Quantities and predicates of many 金口訣 charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from liuren.charts.positions import JinkoujueStates
from liuren.rules.columns import (
    UNKNOWN,
    Column,
    Columns,
    Operand,
    Truth,
    all_of,
    any_of,
    column,
    is_in,
    state_under,
    take,
)
from liuren.terms import generals, pillars, relations, seasons, stages

_TOMBS = column(stages.TOMBS)
_SOUND = [pillars.sound(p) for p in range(60)]
_PAIRS = [(p, q) for p in range(4) for q in range(4) if p != q]
_NEAR = [(p, q) for p, q in _PAIRS if abs(p - q) == 1]

#: Whether the first of two positions does something to the second.
_Does = Callable[[int, int], Truth]
#: Which positions have to meet; those that lie next to one another are p and p + 1.
_MEETINGS: Mapping[str, Callable[[_Does], Truth]] = {
    "any-pair": lambda does: any_of([does(p, q) for p, q in _PAIRS]),
    "neighbours-meet": lambda does: any_of([does(p, q) for p, q in _NEAR]),
    "all-neighbours": lambda does: all_of([does(p, p + 1) | does(p + 1, p) for p in range(3)]),
    "upward": lambda does: all_of([does(p + 1, p) for p in range(3)]),
    "downward": lambda does: all_of([does(p, p + 1) for p in range(3)]),
}


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
                return state_under(element, self._ruler)
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
        return any_of([holds(p, q) for p in range(4) if p != q and abs(p - q) <= reach])

    def predicate(self, name: str, arguments: list[Operand]) -> Truth:
        match name:
            case "is-use":
                return arguments[0].meets(Operand("position", self.quantity("use")))
            case "overcome" | "overcome-near" | "generated" | "generated-near":
                relation = "overcomes" if name.startswith("overcome") else "generates"
                reach = 1 if name.endswith("near") else 3
                return self._positions(
                    arguments[0], lambda q: self._from_others(relation, q, reach)
                )
            case "rescued":
                return self._positions(arguments[0], self._rescued)
            case "countered":
                return self._positions(arguments[0], self._countered)
            case "neighbours-meet" | "all-neighbours" | "any-pair" | "upward" | "downward":
                return self._meeting(arguments[0], _MEETINGS[name])
            case "stacked" | "above":
                reach = 1 if name == "stacked" else 3
                a, b = (set(argument.values()) for argument in arguments)
                return any_of(
                    [is_in(self.four[p], a) & is_in(self.four[q], b)
                     for p, q in _PAIRS if 0 < q - p <= reach]
                )  # fmt: skip
            case "victim-near" | "victim" | "only-victim-near" | "only-victim":
                return self._victims(name, set(arguments[0].values()))
            case "alike":
                return any_of([self.four[p] == self.four[q] for p, q in _PAIRS])
            case "all-in-state":
                return self._all_in_state(arguments[0], arguments[1])
            case "sole-ruler":
                return self._sole_ruler(set(arguments[0].values()))
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

    def _sole_ruler(self, wanted: set[int]) -> Truth:
        """One position alone is 旺, and it has one of the signs."""
        ruling = [column(self.states.strength[..., p]) == 0 for p in range(4)]
        count = sum(r.astype(np.int16) for r in ruling)
        signed = any_of([r & is_in(g, wanted) for r, g in zip(ruling, self.signs, strict=True)])
        return np.asarray(count == 1) & signed

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
                return any_of(found)
        raise AssertionError(name)

    def _positions(self, operand: Operand, holds: Callable[[int], Truth]) -> Truth:
        return any_of([holds(q) for q in operand.values()])

    def _meeting(self, operand: Operand, holds: Callable[[_Does], Truth]) -> Truth:
        relation = (self._overcomes, self._generates)
        return any_of([holds(relation[k]) for k in operand.values() if k < 2])

    def _rescued(self, q: int) -> Truth:
        return any_of(
            [self._generates(p, q) & ~self._from_others("overcomes", p) for p in range(4) if p != q]
        )

    def _countered(self, q: int) -> Truth:
        return any_of(
            [self._overcomes(p, q) & self._from_others("overcomes", p) for p in range(4) if p != q]
        )

    def _victims(self, name: str, wanted: set[int]) -> Truth:
        pairs = _NEAR if name.endswith("near") else _PAIRS
        struck = [(self._overcomes(p, q), is_in(self.four[q], wanted)) for p, q in pairs]
        inside = any_of([hit & of for hit, of in struck])
        if not name.startswith("only"):
            return inside
        return inside & ~any_of([hit & ~of for hit, of in struck])

    def _all_in_state(self, states: Operand, signs: Operand) -> Truth:
        wanted, signed = set(states.values()), set(signs.values())
        inside = [is_in(column(self.states.strength[..., p]), wanted) for p in range(4)]
        right = [is_in(sign, signed) for sign in self.signs]
        return any_of(inside) & all_of([~i | r for i, r in zip(inside, right, strict=True)])

    def _killer(self, base: Operand, killer: Operand) -> Truth:
        seat = column(self.states.seat)
        wanted = set(killer.values())

        def on_seat(branch: Column) -> Truth:
            first = (take(relations.FRAME_BIRTHS, branch % 4) + 9) % 12
            return is_in((seat - first) % 12, wanted) & (branch >= 0)

        return base.some(on_seat)
