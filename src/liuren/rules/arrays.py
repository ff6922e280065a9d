"""Deciding conditions on whole arrays of charts."""

from __future__ import annotations

import numpy as np

from liuren.rules import lexicon, tree
from liuren.rules.columns import Operand, Truth, all_of, any_of, take
from liuren.rules.jinkoujue_columns import JinkoujueColumns
from liuren.rules.liuren_columns import LiurenColumns
from liuren.terms import branches, pillars, relations
from liuren.terms import stems as stem_tables

_MANSION = [branches.mansion_branch(name) or 0 for name in lexicon.kinds().get("mansion", ())]
_SOUND = [pillars.sound(p) for p in range(60)]


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
                return all_of([self.decide(item) for item in items])
            case tree.Or(items):
                return any_of([self.decide(item) for item in items])
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
            return any_of(
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
