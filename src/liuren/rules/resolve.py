"""Giving a parsed fence its types: words become values, quantities, predicates; kinds must agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from liuren.rules import lexicon, tree
from liuren.rules.errors import Place, RuleError, did_you_mean
from liuren.rules.parse import (
    Applied,
    Braces,
    Formula,
    Infix,
    Line,
    Number,
    Param,
    Spot,
    Surface,
    SurfaceConclusion,
    SurfaceRule,
    Word,
)
from liuren.rules.vocabulary import Vocabulary

Allowed = tuple[str, ...] | None  # None: any kind

_ELEMENTAL = ("branch", "stem", "general", "pillar", "element")
_RELATED: dict[str, tuple[str, ...]] = {
    "element": _ELEMENTAL,
    "branch": ("branch", "pillar", "general"),
    "pair": ("branch", "stem"),
}


@dataclass(frozen=True, slots=True)
class Signature:
    """What a definition takes: for each parameter the kinds it may have (empty: any)."""

    parameters: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass
class Scope:
    """What the words of a chapter may mean while it is being checked."""

    method: str
    vocabulary: Vocabulary
    definitions: dict[str, Signature] = field(default_factory=dict)
    tables: dict[str, tree.Table] = field(default_factory=dict)
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)


def english(kind: str) -> str:
    """A kind with its article, for messages."""
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind.replace('-', ' ')}"


class Checker:
    """Turns the surface tree of one fence into the typed tree.

    ``place`` is the info line of the fence. ``parameters`` are open only inside a definition.
    """

    def __init__(self, scope: Scope, place: Place, parameters: Sequence[str] = ()) -> None:
        self.scope = scope
        self.place = place
        self.parameters: dict[str, tuple[str, ...]] = dict.fromkeys(parameters, ())

    # -------------------------------------------------------------- messages

    def at(self, spot: Spot) -> Place:
        return Place(self.place.file, self.place.line + spot[0], spot[1])

    def error(self, spot: Spot, message: str, hint: str = "") -> RuleError:
        return RuleError(self.at(spot), message, hint=hint)

    # -------------------------------------------------------------- operands

    def operand(self, surface: Surface, allowed: Allowed = None) -> tree.Operand:
        """The typed operand; its kind is one of ``allowed``."""
        match surface:
            case Word(text, spot):
                return self._word(text, spot, allowed)
            case Applied(text, args, spot):
                return self._applied(text, args, spot, allowed)
            case Braces(items, spot):
                return self._set(items, spot, allowed)
            case Number(value, spot):
                if allowed is not None and "number" not in allowed:
                    raise self.error(spot, f"read a number, expected {self._listed(allowed)}")
                return tree.Literal("number", (value,))
            case Param(name, spot):
                return self._parameter(name, spot, allowed)

    def _listed(self, allowed: Allowed) -> str:
        return " or ".join(english(kind) for kind in allowed or ("value",))

    def _word(self, text: str, spot: Spot, allowed: Allowed) -> tree.Operand:
        meanings = [
            entry
            for entry in lexicon.forms(self.scope.method).get(text, ())
            if entry.role in ("quantity", "set", "value")
        ]
        if not meanings:
            expected = self._listed(allowed)
            raise self.error(spot, f"{text} is no value or quantity; expected {expected}")
        fitting = [entry for entry in meanings if allowed is None or entry.kind in allowed]
        if not fitting and allowed is not None and "position" in allowed:
            for entry in meanings:
                if entry.position is not None:
                    return tree.Literal("position", (entry.position,))
        if not fitting:
            kinds = " or ".join(dict.fromkeys(english(entry.kind) for entry in meanings))
            hint = ""
            if text == "季":
                hint = "The branches 辰戌丑未 are written 季神."
            raise self.error(spot, f"{text} is {kinds}; expected {self._listed(allowed)}", hint)
        if any(entry.kind != "position" for entry in fitting):
            fitting = [entry for entry in fitting if entry.kind != "position"]
        distinct = {entry.kind for entry in fitting}
        if len(distinct) > 1:
            kinds = " and ".join(sorted(english(kind) for kind in distinct))
            raise self.error(spot, f"{text} is both {kinds} here; write it so that one is meant")
        entry = fitting[0]
        if entry.role == "quantity":
            return tree.Quantity(entry.kind, entry.id)
        return tree.Literal(entry.kind, entry.values, entry.id if entry.role == "set" else "")

    def _applied(
        self, text: str, args: tuple[Surface, ...], spot: Spot, allowed: Allowed
    ) -> tree.Operand:
        functions = [
            entry
            for entry in lexicon.forms(self.scope.method).get(text, ())
            if entry.role == "function"
        ]
        if not functions:
            raise self.error(spot, f"{text}(…) is no quantity")
        entry = functions[0]
        if allowed is not None and entry.kind not in allowed:
            found, wanted = english(entry.kind), self._listed(allowed)
            raise self.error(spot, f"{text}(…) is {found}; expected {wanted}")
        return tree.Quantity(entry.kind, entry.id, self._arguments(text, entry.args, args, spot))

    def _arguments(
        self,
        text: str,
        expected: Sequence[tuple[str, ...]],
        args: tuple[Surface, ...],
        spot: Spot,
    ) -> tuple[tree.Operand, ...]:
        if len(args) != len(expected):
            raise self.error(spot, f"{text} takes {len(expected)} arguments, read {len(args)}")
        return tuple(
            self.operand(arg, kinds or None) for arg, kinds in zip(args, expected, strict=True)
        )

    def _set(self, items: tuple[Surface, ...], spot: Spot, allowed: Allowed) -> tree.Operand:
        if allowed is None:
            allowed = self._common(items)
        parts = [self.operand(item, allowed) for item in items]
        kinds = dict.fromkeys(part.kind for part in parts)
        if len(kinds) > 1:
            mixed = " and ".join(english(kind) for kind in kinds)
            raise self.error(spot, f"one set holds {mixed}")
        values: dict[int, None] = {}
        for part in parts:
            if not isinstance(part, tree.Literal):
                raise self.error(spot, "a set holds values only, no quantities")
            values.update(dict.fromkeys(part.values))
        return tree.Literal(parts[0].kind, tuple(sorted(values)))

    def _common(self, items: tuple[Surface, ...]) -> Allowed:
        """The kinds that every word of a set may have."""
        common: set[str] | None = None
        for item in items:
            if isinstance(item, Word):
                entries = lexicon.forms(self.scope.method).get(item.text, ())
                kinds = {entry.kind for entry in entries if entry.role in ("set", "value")}
                common = kinds if common is None else common & kinds
        return tuple(sorted(common)) if common else None

    def _parameter(self, name: str, spot: Spot, allowed: Allowed) -> tree.Operand:
        if name not in self.parameters:
            known = ", ".join(self.parameters) or "none here"
            raise self.error(spot, f"{name} is no parameter of this definition ({known})")
        if allowed is not None:
            before = self.parameters[name]
            both = tuple(kind for kind in (before or allowed) if kind in allowed)
            if not both:
                wanted, used = self._listed(allowed), self._listed(before)
                raise self.error(
                    spot, f"{name} is used as {used} before; here {wanted} is expected"
                )
            self.parameters[name] = both
        kinds = self.parameters[name]
        return tree.Parameter(kinds[0] if len(kinds) == 1 else "", name)

    # -------------------------------------------------------------- conditions

    def condition(self, surface: Formula | Infix) -> tree.Condition:
        if isinstance(surface, Infix):
            return self._infix(surface)
        match surface.operator:
            case "always":
                return tree.Always()
            case "not":
                return tree.Not(self.condition(surface.items[0]))
            case "all":
                return tree.And(tuple(self._flat(surface, "all")))
            case "any":
                return tree.Or(tuple(self._flat(surface, "any")))
        assert surface.atom is not None
        return self._predicate(surface.atom)

    def _flat(self, surface: Formula, operator: str) -> list[tree.Condition]:
        found: list[tree.Condition] = []
        for item in surface.items:
            if isinstance(item, Formula) and item.operator == operator:
                found.extend(self._flat(item, operator))
            else:
                found.append(self.condition(item))
        return found

    def _infix(self, surface: Infix) -> tree.Condition:
        left, right = surface.left, surface.right
        match surface.operator:
            case "over":
                spirit = self.operand(left, ("branch",))
                return tree.Over(spirit, self.operand(right, ("branch", "stem")))
            case "carries":
                spirit = self.operand(left, ("branch",))
                return tree.Carries(spirit, self.operand(right, ("general",)))
            case "stands":
                general = self.operand(left, ("general",))
                return tree.Stands(general, self.operand(right, ("branch", "stem")))
            case "at_least":
                number = surface.right
                assert isinstance(number, Number)
                return tree.AtLeast(self.operand(left, ("number",)), number.value)
            case "within":
                return self._within(left, right)
        return self._relation(surface)

    def _within(self, left: Surface, right: Surface) -> tree.Condition:
        if isinstance(left, Param) and not isinstance(right, Param):
            typed_right = self.operand(right)
            return tree.Within(self.operand(left, (typed_right.kind,)), typed_right)
        typed_left = self.operand(left)
        wanted = (typed_left.kind,) if typed_left.kind else None
        return tree.Within(typed_left, self.operand(right, wanted))

    def _relation(self, surface: Infix) -> tree.Condition:
        row = lexicon.tables()["relation"][surface.operator]
        allowed = _RELATED[row["kind"]]
        left = self.operand(surface.left, allowed)
        right = self.operand(surface.right, allowed)
        if row["kind"] == "pair" and left.kind and right.kind and left.kind != right.kind:
            raise self.error(
                surface.spot,
                f"{english(left.kind)} and {english(right.kind)} do not combine; "
                "two branches or two stems do",
            )
        return tree.Relation(surface.operator, left, right)

    def _predicate(self, atom: Applied) -> tree.Condition:
        text, args, spot = atom.text, atom.args, atom.spot
        if text in self.scope.definitions:
            signature = self.scope.definitions[text]
            expected = [kinds for _, kinds in signature.parameters]
            return tree.Call(text, self._arguments(text, expected, args, spot))
        entries = lexicon.forms(self.scope.method).get(text, ())
        for entry in entries:
            if entry.role == "predicate":
                return tree.Predicate(entry.id, self._arguments(text, entry.args, args, spot))
        known = [
            *self.scope.definitions,
            *(
                form
                for form, found in lexicon.forms(self.scope.method).items()
                if any(entry.role == "predicate" for entry in found)
            ),
        ]
        if entries:
            kind = english(entries[0].kind or entries[0].role)
            raise self.error(spot, f"{text} is {kind}; expected a condition such as {text} 是 …")
        raise self.error(spot, f"{text} is no predicate", did_you_mean(text, known))

    # -------------------------------------------------------------- conclusions

    def conclusions(self, surface: Sequence[SurfaceConclusion]) -> tuple[tree.Conclusion, ...]:
        return tuple(self._conclusion(item) for item in surface)

    def _conclusion(self, surface: SurfaceConclusion) -> tree.Conclusion:
        facet = lexicon.facets()[surface.facet]
        mode: tree.Mode = "states" if surface.mode == "states" else "leans"
        if surface.args is not None:
            return tree.Conclusion(facet, mode, self._look_up(surface, facet))
        concept = self.scope.vocabulary.find(facet, surface.value)
        if concept is None:
            wordings = self.scope.vocabulary.wordings.get(facet, {})
            message = f"{surface.value} is no concept of {surface.facet} ({facet})"
            raise self.error(surface.spot, message, did_you_mean(surface.value, wordings))
        return tree.Conclusion(facet, mode, concept)

    def _look_up(self, surface: SurfaceConclusion, facet: str) -> tree.LookUp:
        table = self.scope.tables.get(surface.value)
        if table is None:
            hint = did_you_mean(surface.value, self.scope.tables)
            raise self.error(surface.spot, f"{surface.value} is no table of this work", hint)
        if table.facet != facet:
            raise self.error(
                surface.spot, f"the table {table.name} gives {table.facet}, not {facet}"
            )
        expected = [(kind,) for kind in table.kinds]
        args = self._arguments(surface.value, expected, surface.args or (), surface.spot)
        return tree.LookUp(surface.value, args)

    # -------------------------------------------------------------- rules and definitions

    def rule(self, surface: SurfaceRule) -> tuple[tree.Rule, tuple[tree.Example, ...]]:
        """The rule, and its examples (which are tests, not part of what the rule means)."""
        conclusions = list(self.conclusions(surface.conclusions))
        readings: list[tree.Reading] = []
        refinements: list[tree.Refinement] = []
        exemptions: list[tree.Exemption] = []
        examples: list[tree.Example] = []
        notes: list[str] = []
        for line in surface.lines:
            match line.keyword:
                case "also":
                    conclusions.extend(self.conclusions(line.conclusions or ()))
                case "if":
                    refinements.append(tree.Refinement(*self._parts(line)))
                case "unless":
                    exemptions.append(tree.Exemption(*self._parts(line)))
                case "read" | "inactive":
                    readings.append(self.reading(line))
                case "example" | "counterexample":
                    place = self.at(line.spot)
                    holds = line.keyword == "example"
                    examples.append(tree.Example(line.text, holds, place.line, place.column))
                case "note":
                    notes.append(line.text)
        rule = tree.Rule(
            self.condition(surface.condition),
            tuple(conclusions),
            tuple(readings),
            tuple(refinements),
            tuple(exemptions),
            tuple(notes),
        )
        return rule, tuple(examples)

    def _parts(self, line: Line) -> tuple[tree.Condition, tuple[tree.Conclusion, ...]]:
        assert line.condition is not None
        return self.condition(line.condition), self.conclusions(line.conclusions or ())

    def reading(self, line: Line) -> tree.Reading:
        for key, value in line.options:
            self._option(key, value, line.spot)
        condition = self.condition(line.condition) if line.condition is not None else None
        conclusions = self.conclusions(line.conclusions) if line.conclusions is not None else None
        return tree.Reading(line.options, line.keyword != "inactive", condition, conclusions)

    def _option(self, key: str, value: str, spot: Spot) -> None:
        values = self.scope.options.get(key)
        if values is None:
            hint = did_you_mean(key, self.scope.options)
            raise self.error(spot, f"{key} is no option of the convention", hint)
        if value not in values:
            listed = ", ".join(values)
            raise self.error(spot, f"{key} has no value {value}; it has {listed}")

    def definition(self, name: str, lines: Sequence[Line]) -> tree.Definition:
        """The definition; afterwards ``parameters`` holds the kinds found for its parameters."""
        readings = tuple(self.reading(line) for line in lines)
        parameters = tuple(
            tree.Parameter(kinds[0] if len(kinds) == 1 else "", parameter)
            for parameter, kinds in self.parameters.items()
        )
        return tree.Definition(name, parameters, readings)
