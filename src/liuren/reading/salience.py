"""Salience: where on the chart the spirit stands that a clause speaks of.

The book reads yang days from 干上神 and then 初傳, yin days from 初傳 with 干上神 (shefu:qili.2 … 5), and
discards the middle and final transmissions (shefu:yongchuan.3). The ranks are in ``weighing.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from liuren.reading import vocabulary
from liuren.rules import tree
from liuren.terms import branches, positions
from liuren.terms.records import record

#: ("branch" | "general", values) or ("at", place, values or None: whatever stands there).
Subject = tuple[str, tuple[int, ...]] | tuple[str, str, tuple[int, ...] | None]

#: Definitions in force: name → parameters and body.
Definitions = Mapping[str, tuple[tuple[str, ...], tree.Condition | None]]

_WHOLE = "課體"
_ELSEWHERE = "他處"

# Quantities that are a place on the chart (lexicon ids).
_PLACES = {
    "initial": "初傳",
    "initial-seat": "初傳",
    "initial-general": "初傳",
    "middle": "入傳",
    "final": "入傳",
    "transmissions": "入傳",
    "transmission-generals": "入傳",
    "upper-stem": "干上",
    "upper-branch": "支上",
    "stem": "人元",
    "noble": "貴神",
    "noble-branch": "貴神",
    "noble-stem": "貴神",
    "general": "將神",
    "general-stem": "將神",
    "seat": "地分",
    "use": "用爻",
}
_USE = dict(zip(positions.IDS, positions.NAMES, strict=True))


@record
class Standing:
    """The best place of a clause's spirits: place, rank 1 … 5, and the spirit there if there is one."""

    place: str
    rank: int
    spirit: int | None = None


def subjects(
    condition: tree.Condition, definitions: Definitions | None = None
) -> tuple[Subject, ...]:
    """The spirits, generals and places a condition speaks of; context (day, season …) is left out.

    ``definitions`` open the named predicates (加日辰 …); without them their first argument is the subject.
    """
    bodies = _NONE if definitions is None else definitions
    known = _known_under(bodies)
    found = known.get(id(condition))
    if found is None:
        listed = dict.fromkeys(_subjects(condition, bodies, {}))
        found = known[id(condition)] = (condition, tuple(listed))
    return found[1]


_NONE: Definitions = {}
# Subjects by identity, since hashing a deep condition costs more than walking it. The objects are kept so
# that an identity cannot be taken over by another.
_Known = dict[int, tuple[tree.Condition, tuple[Subject, ...]]]
_known: dict[int, tuple[Definitions, _Known]] = {}
_MOST_CONVENTIONS = 32


def _known_under(definitions: Definitions) -> _Known:
    entry = _known.get(id(definitions))
    if entry is None:
        if len(_known) >= _MOST_CONVENTIONS:
            _known.pop(next(iter(_known)))
        entry = _known[id(definitions)] = (definitions, {})
    return entry[1]


def _subjects(
    node: tree.Condition, definitions: Definitions, bound: Mapping[str, tree.Operand]
) -> Iterator[Subject]:
    if isinstance(node, tree.Call):
        args = [_bind(arg, bound) for arg in node.args]
        parameters, body = definitions.get(node.name, ((), node.body))
        if body is None:
            yield from _of_operands(args[:1])
        else:
            yield from _subjects(body, definitions, dict(zip(parameters, args, strict=False)))
        return
    yield from _of_node(node, bound)
    for child in tree.children(node):
        yield from _subjects(child, definitions, bound)


def _of_node(node: tree.Condition, bound: Mapping[str, tree.Operand]) -> list[Subject]:
    match node:
        case tree.Over(spirit, _) | tree.Carries(spirit, _):
            return _of_operands([_bind(spirit, bound)])
        case tree.Stands(general, _):
            return _of_operands([_bind(general, bound)])
        case tree.Within(left, right):
            left, right = _bind(left, bound), _bind(right, bound)
            place = _place(left)
            if place and isinstance(left, tree.Quantity) and not left.args:
                return [("at", place, right.values if isinstance(right, tree.Literal) else None)]
            return _of_operands([left])
        case tree.Relation(_, left, right):
            return _of_operands([_bind(left, bound), _bind(right, bound)])
        case tree.Predicate(_, args):
            return _of_operands([_bind(arg, bound) for arg in args])
        case _:
            return []


def _bind(operand: tree.Operand, bound: Mapping[str, tree.Operand]) -> tree.Operand:
    match operand:
        case tree.Parameter(_, name):
            return bound.get(name, operand)
        case tree.Quantity(kind, name, args) if args:
            return tree.Quantity(kind, name, tuple(_bind(arg, bound) for arg in args))
        case _:
            return operand


def _of_operands(operands: Iterable[tree.Operand]) -> list[Subject]:
    return [subject for operand in operands for subject in _of_operand(operand)]


def _of_operand(operand: tree.Operand) -> list[Subject]:
    if isinstance(operand, tree.Literal):
        if operand.kind in ("branch", "general"):
            return [(operand.kind, operand.values)]
        if operand.kind == "position":
            return [("at", positions.NAMES[value], None) for value in operand.values]
        return []
    place = _place(operand)
    if place:
        return [("at", place, None)]
    return _of_operands(operand.args) if isinstance(operand, tree.Quantity) else []


def _place(operand: tree.Operand) -> str | None:
    return _PLACES.get(operand.name) if isinstance(operand, tree.Quantity) else None


class LiurenSalience:
    """Standing of clauses on one 大六壬 chart."""

    __slots__ = ("_by_branch", "_by_place", "_chart", "_ranks", "_strong")

    def __init__(self, chart: Any) -> None:
        self._chart = chart
        self._ranks = vocabulary.weighing()["ranks"][_day_kind(chart)]
        initial, *later = chart.transmissions
        self._by_place: dict[str, tuple[int, ...]] = {
            "干上": (chart.on_stem,),
            "初傳": (initial,),
            "支上": (chart.on_branch,),
            "入傳": tuple(later),
        }
        self._by_branch: dict[int, Standing] = {}
        # 旺 or 相 by element; an unknown month makes none so.
        states = [chart.state(element) for element in range(5)]
        self._strong = tuple(state is not None and state <= 1 for state in states)

    def standing(
        self, condition: tree.Condition, definitions: Definitions | None = None
    ) -> Standing:
        """The best standing of the spirits that ``condition`` speaks of."""
        found = [
            standing
            for subject in subjects(condition, definitions)
            for standing in self._standings(subject)
        ]
        return min(found, key=_by_rank, default=Standing(_WHOLE, self._ranks[_WHOLE]))

    def prosperous(self, standing: Standing) -> bool:
        """Whether the spirit is in play (初傳 or on the day) and 旺 or 相 (shefu:yongchuan.4)."""
        if standing.spirit is None or standing.place not in ("初傳", "干上", "支上"):
            return False
        return self._strong[branches.ELEMENTS[standing.spirit]]

    def _standings(self, subject: Subject) -> list[Standing]:
        if len(subject) == 3:
            _, place, values = subject
            spirits = self._by_place.get(place, ())
            if values is None:
                return [Standing(place, self._ranks[place], spirit) for spirit in spirits]
            return [
                Standing(place, self._ranks[place], spirit)
                for spirit in spirits
                if spirit in values
            ]
        kind, members = subject
        spirits = members if kind == "branch" else tuple(map(self._chart.carrier, members))
        return [self._of_branch(spirit) for spirit in spirits]

    def _of_branch(self, branch: int) -> Standing:
        known = self._by_branch.get(branch)
        if known is None:
            places = [place for place, spirits in self._by_place.items() if branch in spirits]
            standings = [Standing(place, self._ranks[place], branch) for place in places]
            elsewhere = Standing(_ELSEWHERE, self._ranks[_ELSEWHERE], branch)
            known = self._by_branch[branch] = min(standings, key=_by_rank, default=elsewhere)
        return known


class JinkoujueSalience:
    """Standing of clauses on one 金口訣 chart: the use line first, then the noble."""

    __slots__ = ("_chart", "_ranks", "_use")

    def __init__(self, chart: Any) -> None:
        self._chart = chart
        self._ranks = vocabulary.weighing()["ranks"]["jinkoujue"]
        self._use = _USE.get(chart.use, "")

    def standing(
        self, condition: tree.Condition, definitions: Definitions | None = None
    ) -> Standing:
        """The best position that ``condition`` speaks of."""
        found = [self._of_place(place) for place in self._places(subjects(condition, definitions))]
        return min(found, key=_by_rank, default=Standing(_WHOLE, self._ranks[_WHOLE]))

    def prosperous(self, standing: Standing) -> bool:
        """False: the she fu book's rule of 旺相 is not one of this art."""
        del standing
        return False

    def _places(self, found: tuple[Subject, ...]) -> Iterable[str]:
        for subject in found:
            if len(subject) == 3:
                yield subject[1]
            elif subject[0] == "general":
                yield "貴神"
            else:
                yield "將神" if self._chart.general in subject[1] else "地分"

    def _of_place(self, place: str) -> Standing:
        if place in (self._use, "用爻"):
            return Standing("用爻", self._ranks["用爻"])
        return Standing(place, self._ranks.get(place, self._ranks[_ELSEWHERE]))


Salience = LiurenSalience | JinkoujueSalience


def salience(chart: Any) -> Salience:
    """The salience that belongs to a chart's art."""
    return JinkoujueSalience(chart) if hasattr(chart, "noble") else LiurenSalience(chart)


def for_facet(standing: Standing, facet: str) -> Standing:
    """The standing for one facet: of alive or dead the book looks at the branch spirit first."""
    places = vocabulary.weighing()["ranks-by-facet"].get(facet)
    if places is None or standing.place not in places:
        return standing
    return Standing(standing.place, places[standing.place], standing.spirit)


def _day_kind(chart: Any) -> str:
    if chart.day % 2 == 0:
        return "yang"
    return "yin-emended" if chart.convention.get("A24", "printed") == "emended" else "yin"


def _by_rank(standing: Standing) -> int:
    return standing.rank
