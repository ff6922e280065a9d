"""What a chart has for each operand of a condition, and where that comes from.

Every piece of evidence is a sentence in four languages that ends in its source: an input, the calendar, a
table, a rule of casting, an option of the convention.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from liuren.rules import lexicon, tree
from liuren.rules.evaluate import Evaluator
from liuren.rules.facts import LODGING, Facts
from liuren.rules.phrases import Words, fill, operand_phrase, value_name
from liuren.terms import branches, generals, positions
from liuren.terms.convention import brief
from liuren.terms.datafiles import read_toml
from liuren.terms.labels import LANGUAGES, message, term

Evidence = dict[str, Any]


@cache
def _texts() -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("evidence.toml"))


# Quantities by where they come from; those not named here were given or are of the calendar.
_SOURCES = {
    "plate": ("initial-seat", "seat-of", "heaven-on", "upper-stem", "upper-branch"),
    "transmissions": ("initial", "middle", "final", "transmissions"),
    "generals": ("initial-general", "transmission-generals", "rider"),
    "lessons": ("lesson-uppers",),
    "lodging": ("lodging", "lodging-of"),
    "elements": ("element", "polarity", "child", "wealth", "officer", "parent"),
    "hidden": ("hidden-stem",),
    "states": ("state", "month-state"),
    "stages": ("stage", "stem-stage"),
    "month": ("moon-dread", "breath-of-life", "breath-of-death"),
    "season": ("season",),
    "mansions": ("mansion", "home"),
    "sound": ("sound", "decade", "branch-of", "stem-of"),
    "strength": ("chart-state",),
    "cast": (
        "stem", "noble", "general", "seat", "noble-branch", "noble-stem", "general-stem", "use",
    ),
}  # fmt: skip
_SOURCE_OF = {name: source for source, names in _SOURCES.items() for name in names}
_CALENDAR = ("day", "day-stem", "day-branch", "hour", "month", "year", "month-general", "day-part")

_PREDICATE_SOURCES = {
    "void": "void", "seat-void": "void", "form": "transmissions", "transmission-set": "transmissions",
    "transmitted": "transmissions", "appears": "lessons", "element-appears": "lessons",
    "lessons-distinct": "lessons", "killer": "killers", "annual-tomb": "sound",
    "annual-harms": "branches", "annual-meets": "branches", "run-at": "input",
    "annual-known": "input", "annual-combines": "stem-pairs", "seen": "cast", "is-use": "cast",
    "all-in-state": "strength", "sole-ruler": "strength", "past": "season", "to-come": "season",
    "yang-day": "calendar", "yin-day": "calendar", "after-solstice": "calendar",
}  # fmt: skip

# Quantities of the chart that the sentence of a predicate names without having them as arguments.
_STRENGTHS = tuple(
    tree.Quantity("state", "chart-state", (tree.Literal("position", (place,)),))
    for place in range(4)
)
_BASES = {
    "is-use": (tree.Quantity("position", "use"),),
    "sole-ruler": _STRENGTHS,
    "all-in-state": _STRENGTHS,
    "annual-tomb": (tree.Quantity("branch", "annual"), tree.Quantity("pillar", "natal-pillar")),
    "annual-harms": (tree.Quantity("branch", "annual"),),
    "annual-meets": (tree.Quantity("branch", "annual"),),
    "annual-combines": (tree.Quantity("stem", "annual-stem"),),
    "run-at": (tree.Quantity("branch", "great-run"),),
    "after-solstice": (tree.Quantity("branch", "month-general"),),
}
_SAID_BY_BASIS = ("run-at", "is-use", "sole-ruler", "all-in-state")
# What a predicate looks among: the kind of it and its fact.
_SHOWN = {
    "seen": ("branch", "seen"),
    "appears": ("branch", "appearing"),
    "element-appears": ("element", "elements-appearing"),
}


class Witness:
    """Says what one chart has. ``facts`` are the chart's, ``evaluator`` that of its rulebook."""

    def __init__(self, chart: Any, facts: Facts, evaluator: Evaluator) -> None:
        self.chart, self.facts, self.evaluator = chart, facts, evaluator
        self._sources: dict[str, dict[str, Any]] = {}
        self._values: dict[tree.Quantity, Evidence] = {}

    # -------------------------------------------------------------- leaves

    def leaf(self, node: tree.Condition) -> list[Evidence]:
        """Evidence for an atom, whether it holds or not."""
        match node:
            case tree.Over(_, place):
                return [*self._place(place), *self._seats(place, "heaven-on", "stands", "plate")]
            case tree.Stands(_, place):
                return [*self._place(place), *self._seats(place, "standing", "rides", "generals")]
            case tree.Carries(spirit, _):
                return self._carries(spirit)
            case tree.Relation(name, left, right):
                return self._relation(name, left, right)
            case tree.Predicate(name, args):
                return [*self._quantities(args), *self._predicate(name)]
            case tree.Within() | tree.AtLeast():
                return self._quantities(tree.operands(node))
            case _:
                return []

    def cells(self, node: tree.Condition) -> list[str]:
        """Parts of the drawn chart that an atom speaks of: ``cell:子``, ``transmission:0`` …"""
        found: list[str] = []
        if "heaven-on" not in self.facts:
            for operand in tree.operands(node):
                for inner in tree.walk_operands(operand):
                    if isinstance(inner, tree.Literal) and inner.kind == "position":
                        found += [f"position:{positions.IDS[v]}" for v in inner.values]
                    elif isinstance(inner, tree.Quantity) and inner.name in positions.IDS:
                        found.append(f"position:{inner.name}")
            return list(dict.fromkeys(found))
        match node:
            case tree.Over(_, place) | tree.Stands(_, place):
                found += self._cells(self.evaluator.place(place)(self.facts))
            case tree.Carries(spirit, _):
                seats = self.facts["seat-of"][self.evaluator.sets(spirit)(self.facts)]
                found += self._cells(seats)
        for operand in tree.operands(node):
            for inner in tree.walk_operands(operand):
                if isinstance(inner, tree.Quantity):
                    found += _PARTS.get(inner.name, ())
        return list(dict.fromkeys(found))

    def _cells(self, mask: int) -> list[str]:
        return [f"cell:{branches.NAMES[b]}" for b in _bits(mask)]

    # -------------------------------------------------------------- atoms

    def _place(self, place: tree.Operand) -> list[Evidence]:
        found = self._quantities((place,))
        if place.kind == "stem":
            for stem in _bits(self.evaluator.sets(place)(self.facts)):
                lodging = next(_bits(LODGING[1 << stem]))
                words = self._both(("stem", stem), ("branch", lodging))
                found.append(_say("lodges", words, self.source("lodging")))
        return found

    def _seats(self, place: tree.Operand, fact: str, template: str, source: str) -> list[Evidence]:
        kind = "branch" if fact == "heaven-on" else "general"
        seats = self.evaluator.place(place)(self.facts)
        found = []
        for seat in _bits(seats):
            for value in _bits(self.facts[fact][1 << seat]):
                words = self._both(("branch", seat), (kind, value))
                found.append(_say(template, words, self.source(source)))
        return found

    def _carries(self, spirit: tree.Operand) -> list[Evidence]:
        found = self._quantities((spirit,))
        for branch in _bits(self.evaluator.sets(spirit)(self.facts)):
            for general in _bits(self.facts["rider"][1 << branch]):
                words = self._both(("branch", branch), ("general", general))
                found.append(_say("carries", words, self.source("generals")))
        return found

    def _relation(self, name: str, left: tree.Operand, right: tree.Operand) -> list[Evidence]:
        found = self._quantities((left, right))
        if name not in ("overcomes", "generates", "matches"):
            return found or [_bare(self.source("branches"))]
        for operand in (left, right):
            if operand.kind == "element":
                continue
            for value in _bits(self.evaluator.sets(operand)(self.facts)):
                one = tree.Literal(operand.kind, (value,))
                for element in _bits(self.evaluator.elements(one)(self.facts)):
                    words = self._both((operand.kind, value), ("element", element))
                    found.append(_say("element", words, self.source("elements")))
        return found

    def _predicate(self, name: str) -> list[Evidence]:
        source = self.source(_PREDICATE_SOURCES.get(name, "positions"))
        if name in ("void", "seat-void"):
            return [_say("void", self._list("branch", self.facts["void"]), source)]
        if name == "form":
            return [_say("forms", self._list("form", self.facts["forms"]), source)]
        if name in _SHOWN:
            kind, shown = _SHOWN[name]
            return [_say("seen", self._list(kind, self.facts[shown]), source)]
        if name in ("transmitted", "transmission-set"):
            return [self._value(tree.Quantity("branch", "transmissions"))]
        if name in ("past", "to-come"):
            return [self._value(tree.Quantity("branch", "month"))]
        basis = [self._value(quantity) for quantity in _BASES.get(name, ())]
        missing = any(not self.evaluator.sets(one)(self.facts) for one in _BASES.get(name, ()))
        answer = self.facts.get(name)
        if missing or name in _SAID_BY_BASIS:
            return basis
        if not isinstance(answer, bool):
            return [*basis, _bare(source)]
        if name == "annual-known" and not answer:
            source = self.source("not-given")
        return [*basis, _say("holds" if answer else "fails", [], source)]

    # -------------------------------------------------------------- quantities

    def _quantities(self, operands: Iterable[tree.Operand]) -> list[Evidence]:
        """The values of the quantities among the operands, innermost first."""
        found: dict[tree.Operand, Evidence] = {}
        for operand in operands:
            for inner in reversed(list(tree.walk_operands(operand))):
                if isinstance(inner, tree.Quantity):
                    known = self._values.get(inner)
                    if known is None:
                        known = self._values[inner] = self._value(inner)
                    found[inner] = known
        return list(found.values())

    def _value(self, quantity: tree.Quantity) -> Evidence:
        source = self.source(self._source_name(quantity.name))
        several = _texts()["subject"].get(quantity.name)
        subject = [
            {language: several[language] if several else operand_phrase(quantity, language)
             for language in LANGUAGES}
        ]  # fmt: skip
        if quantity.kind == "number":
            number = str(self.facts[quantity.name])
            return _say("is", [*subject, dict.fromkeys(LANGUAGES, number)], source)
        mask = self.evaluator.sets(quantity)(self.facts)
        open_question = quantity.name == "querent" and self.chart.querent is None
        if open_question:
            return _say("unknown", subject, self.source("either"))
        if not mask:
            return _say("unknown", subject, self._missing(source))
        return _say("is", [*subject, *self._list(quantity.kind, mask)], source)

    def _missing(self, source: dict[str, Any]) -> dict[str, Any]:
        """Why a quantity has no value: nobody gave it, or the month that it follows."""
        if source["kind"] == "input":
            return self.source("not-given")
        seasonal = source["name"] in ("states", "season", "month")
        return self.source("no-month") if seasonal and self.chart.month is None else source

    def _source_name(self, name: str) -> str:
        if name in _SOURCE_OF:
            return _SOURCE_OF[name]
        known = name in _CALENDAR and getattr(self.chart, "instant", None) is not None
        return "calendar" if known else "input"

    def _list(self, kind: str, mask: int) -> list[Words]:
        values = list(_bits(mask))
        if not values:
            return [{language: _texts()["fact"]["none"][language] for language in LANGUAGES}]
        return [
            {language: _together([value_name(kind, v, language) for v in values], language)
             for language in LANGUAGES}
        ]  # fmt: skip

    def _both(self, first: tuple[str, int], second: tuple[str, int]) -> list[Words]:
        return [
            {language: value_name(kind, value, language) for language in LANGUAGES}
            for kind, value in (first, second)
        ]

    # -------------------------------------------------------------- sources

    def source(self, name: str) -> dict[str, Any]:
        """Where facts of a sort come from: ``kind`` and a phrase in four languages."""
        known = self._sources.get(name)
        if known is None:
            known = self._sources[name] = self._source(name)
        return known

    def _source(self, name: str) -> dict[str, Any]:
        if name == "transmissions" and self.chart.lesson_form in _WADING:
            name = "wading"
        if name == "states":
            name = self._states()
        if name == "season" and self._season_alone():
            name = "season-told"
        row = _texts()["source"][name]
        found = {"name": name, "kind": row["kind"]}
        for language in LANGUAGES:
            found[language] = fill(row[language], self._arguments(name, language))
        return found

    def _arguments(self, name: str, language: str) -> list[str]:
        chart = self.chart

        def chosen(option: str) -> str:
            return brief(option, chart.convention[option], language)

        match name:
            case "plate":
                return [value_name("branch", b, language) for b in (chart.general, chart.hour)]
            case "generals":
                return self._noble(language)
            case "transmissions":
                return [term("form", chart.lesson_form, language)]
            case "wading":
                return [term("form", chart.lesson_form, language), chosen("shehai")]
            case "hidden":
                return [chosen("hidden_stem")]
            case "stages":
                return [chosen("life_stages")]
            case "states" | "states-by-mid-term" | "states-by-season":
                return [self._ruler(language), chosen("earth_season"), chosen("shefu_strength")]
            case "month":
                known = chart.month is not None
                return [value_name("branch", chart.month, language) if known else "—"]
            case "positions":
                names = [value_name("element", e, language) for e in chart.elements]
                return [" / ".join(names)]
            case _:
                return []

    def _states(self) -> str:
        """How the ruler was found: whether it hangs on the 中氣 for want of an instant, or on the season
        for want of a month, which leaves open whether earth rules.
        """
        from liuren.charts.ruling import by_mid_term

        if self.chart.convention["shefu_strength"] != "season":
            return "states"
        if self._season_alone():
            return "states-by-season"
        return "states-by-mid-term" if by_mid_term(self.chart) else "states"

    def _season_alone(self) -> bool:
        """Whether the season was told and the month was not."""
        return getattr(self.chart, "told_season", None) is not None

    def _ruler(self, language: str) -> str:
        chart = self.chart
        ruler = chart.shefu_ruler if hasattr(chart, "shefu_ruler") else chart.ruler
        return "—" if ruler is None else value_name("element", ruler, language)

    def _noble(self, language: str) -> list[str]:
        chart = self.chart
        seat = chart.riders.index(generals.NOBLE)
        way = "forward" if chart.riders[(seat + 1) % 12] == 1 else "backward"
        light = value_name("day-part", 0 if chart.daytime else 1, language)
        return [
            light,
            value_name("branch", chart.heaven(seat), language),
            value_name("branch", seat, language),
            _texts()["fact"][way][language],
            brief("noble_table", chart.convention["noble_table"], language),
        ]


# The lessons in which schools choose the first transmission differently.
_WADING = ("涉害", "見機", "察微", "綴瑕")

_PARTS: dict[str, tuple[str, ...]] = {
    "initial": ("transmission:0",),
    "initial-seat": ("transmission:0",),
    "initial-general": ("transmission:0",),
    "middle": ("transmission:1",),
    "final": ("transmission:2",),
    "transmissions": ("transmission:0", "transmission:1", "transmission:2"),
    "transmission-generals": ("transmission:0", "transmission:1", "transmission:2"),
    "upper-stem": ("lesson:1",),
    "upper-branch": ("lesson:3",),
    "lesson-uppers": ("lesson:1", "lesson:2", "lesson:3", "lesson:4"),
}


def _bits(mask: int) -> Iterator[int]:
    value = 0
    while mask:
        if mask & 1:
            yield value
        mask >>= 1
        value += 1


def _together(names: list[str], language: str) -> str:
    """Several names as one: Yin (寅) and Mao (卯)."""
    comma = message("comma", language)
    *others, last = names
    return comma.join(others) + _texts()["fact"]["and"][language] + last if others else last


def _say(template: str, words: list[Words], source: dict[str, Any]) -> Evidence:
    """A sentence with its source after a dash."""
    row = _texts()["fact"][template]
    found: Evidence = {}
    for language in LANGUAGES:
        said = fill(row[language], [word[language] for word in words])
        found[language] = f"{said} — {source[language]}"
    found["source"] = {"kind": source["kind"], "name": source["name"]}
    return found


def _bare(source: dict[str, Any]) -> Evidence:
    found: Evidence = {language: source[language] for language in LANGUAGES}
    found["source"] = {"kind": source["kind"], "name": source["name"]}
    return found


__all__ = ["Evidence", "Witness", "lexicon"]
