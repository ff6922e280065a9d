"""Quantities and predicates of many 大六壬 charts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from liuren.charts.states import LiurenStates
from liuren.rules.columns import (
    UNKNOWN,
    Column,
    Columns,
    Operand,
    Truth,
    all_of,
    any_of,
    column,
    state_under,
    take,
)
from liuren.terms import branches, generals, seasons, spirits, stages
from liuren.terms import stems as stem_tables


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
                return [self.season]
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
                return state_under(argument, self.ruler)
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
    def season(self) -> Column:
        """Season by the month, else as it was told."""
        by_month = take([seasons.season(m) for m in range(12)], self.month)
        told = self.given.get("season", UNKNOWN)
        return np.where(self.month < 0, told, by_month).astype(np.int16)

    @cached_property
    def ruler(self) -> Column:
        """Element that rules for she fu."""
        rules = self.states.convention
        if rules["shefu_strength"] == "day_stem":
            return take(stem_tables.ELEMENTS, self.day % 10)
        how = rules["earth_season"]
        early = take([seasons.ruler(m, how, False) for m in range(12)], self.month)
        late = take([seasons.ruler(m, how, True) for m in range(12)], self.month)
        by_month = np.where(self._late, late, early)
        by_season = take([seasons.season_ruler(s) for s in range(4)], self.season)
        return np.where(self.month < 0, by_season, by_month).astype(np.int16)

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
                return any_of([s.has_form(n) for n in arguments[0].names("form")])
            case "transmission-set":
                wanted = [argument.single() for argument in arguments]
                three = self.quantity("transmissions")
                covered = all_of([any_of([t == w for t in three]) for w in wanted])
                return covered & all_of([any_of([t == w for w in wanted]) for t in three])
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
        unless_winter = (self.season < 0) | (self.season == 3)
        by_month = (self.month == 1) | ((self.month == 0) & turned)
        return np.asarray(np.where(self.month < 0, turned & unless_winter, by_month))

    @property
    def _distinct(self) -> Truth:
        uppers = self.quantity("lesson-uppers")
        return all_of([uppers[i] != uppers[j] for i in range(4) for j in range(i)])
