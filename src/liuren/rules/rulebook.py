"""The rules of a work under a convention, ready to be asked about charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from liuren.rules import compile as compiling
from liuren.rules import tree
from liuren.rules.evaluate import Evaluator, Sets, Test
from liuren.rules.facts import Facts, jinkoujue_facts, liuren_facts
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError
from liuren.terms.parse import parse_text

if TYPE_CHECKING:
    from liuren.rules.phrases import Printer


class Book:
    """A compiled work, before any convention is chosen.

    Attributes: ``work``, ``method``, ``digest``, ``definitions`` by name, ``tables`` by name, ``rules`` as
    (clauses, kind, rule, place), ``gates`` as section → reading laid over every rule of it, ``concepts`` as
    id → (facet, labels), ``methods`` as clause → names.
    """

    def __init__(self, data: compiling.Data) -> None:
        nodes = compiling.read_nodes(data["nodes"])
        self.work: str = data["work"]
        self.method: str = data["method"]
        self.digest: str = data["digest"]
        self.problems: list[str] = data["problems"]
        self.definitions: dict[str, tree.Definition] = {
            name: nodes[i] for name, i in data["definitions"]
        }
        self.tables: dict[str, tree.Table] = {name: nodes[i] for name, i, _ in data["tables"]}
        self.table_clauses: dict[str, tuple[str, ...]] = {n: c for n, _, c in data["tables"]}
        self.rules: list[tuple[tuple[str, ...], str, tree.Rule, str]] = [
            (clauses, kind, nodes[i], place) for clauses, kind, i, place in data["rules"]
        ]
        self.gates: dict[str, tree.Reading] = {name: nodes[i] for name, i in data["gates"]}
        self.concepts: dict[str, tuple[str, dict[str, str]]] = data["concepts"]
        self.methods: dict[str, list[str]] = data["methods"]
        self.phrases: dict[str, dict[str, str]] = data["phrases"]
        self.census: dict[str, Any] = data["census"]
        self.examples: dict[str, str] = data["examples"]
        self.unreachable: dict[str, dict[str, Any]] = data["unreachable"]


@lru_cache(maxsize=8)
def book(work: str) -> Book:
    """The compiled work ``work``.

    Raises:
        InputError: there is no such work.
    """
    return Book(compiling.compiled(work))


class LinkedRule:
    """One rule with the reading that the convention puts in force.

    ``holds`` tests the base condition; ``conclusions``, ``refinements`` and ``exemptions`` are those in
    force. A rule that the convention switches off is not linked at all.
    """

    __slots__ = (
        "clauses",
        "conclusions",
        "condition",
        "exempt",
        "exemptions",
        "holds",
        "kind",
        "place",
        "refine",
        "refinements",
        "rule",
    )  # fmt: skip

    def __init__(
        self,
        clauses: tuple[str, ...],
        kind: str,
        rule: tree.Rule,
        place: str,
        condition: tree.Condition,
        conclusions: tuple[tree.Conclusion, ...],
        evaluator: Evaluator,
    ) -> None:
        self.clauses, self.kind, self.rule, self.place = clauses, kind, rule, place
        self.condition, self.conclusions = condition, conclusions
        self.refinements, self.exemptions = rule.refinements, rule.exemptions
        self.holds: Test = evaluator.test(condition)
        self.refine = [evaluator.test(r.condition) for r in rule.refinements]
        self.exempt = [evaluator.test(e.condition) for e in rule.exemptions]

    def concluded(self, facts: Facts) -> list[tree.Conclusion]:
        """What the rule concludes from the facts; nothing if it does not hold."""
        if not self.holds(facts):
            return []
        found = list(self.conclusions)
        for test, exemption in zip(self.exempt, self.exemptions, strict=True):
            if test(facts):
                found = list(exemption.conclusions)
        for test, refinement in zip(self.refine, self.refinements, strict=True):
            if test(facts):
                found.extend(refinement.conclusions)
        return found

    def fires(self, facts: Facts) -> bool:
        """Whether the rule concludes anything."""
        if not self.holds(facts):
            return False
        return not self.exempt or bool(self.concluded(facts))


class Rulebook:
    """A work under a convention. Get one with :func:`rulebook`."""

    def __init__(self, source: Book, convention: Convention) -> None:
        self.source = source
        self.convention = convention
        self.bodies: dict[str, tuple[tuple[str, ...], tree.Condition | None]] = {
            name: (
                tuple(p.name for p in definition.parameters),
                _in_force(definition.readings, convention)[0],
            )
            for name, definition in source.definitions.items()
        }
        self.evaluator = Evaluator(self.bodies)
        self.rules: list[LinkedRule] = list(self._link())

    @cached_property
    def printer(self) -> Printer:
        """Prints conditions of this work in four languages."""
        from liuren.rules.phrases import Printer

        return Printer(self.source.phrases, self.bodies)

    @cached_property
    def by_clause(self) -> dict[str, list[LinkedRule]]:
        """The rules in force of each clause."""
        found: dict[str, list[LinkedRule]] = {}
        for rule in self.rules:
            for clause in rule.clauses:
                found.setdefault(clause, []).append(rule)
        return found

    def _link(self) -> Iterator[LinkedRule]:
        gates = {
            section: gate
            for section, reading in self.source.gates.items()
            if (gate := _in_force((reading,), self.convention)[0]) is not None
        }
        for clauses, kind, rule, place in self.source.rules:
            if kind == "definition":
                continue
            condition: tree.Condition | None = rule.condition
            conclusions = rule.conclusions
            if rule.readings:
                own = tree.Reading((), True, condition, conclusions)
                condition, other = _in_force((own, *rule.readings), self.convention)
                conclusions = other if other is not None else conclusions
            if condition is not None:
                gate = gates.get(_section(clauses[0]))
                if gate is not None:
                    condition = tree.conjunction([gate, condition])
                yield LinkedRule(clauses, kind, rule, place, condition, conclusions, self.evaluator)

    # -------------------------------------------------------------- asking about charts

    def facts(self, chart: Any) -> Facts:
        """The facts of a chart.

        Raises:
            InputError: the chart is of the other method.
        """
        is_liuren = hasattr(chart, "transmissions")
        if is_liuren != (self.source.method == "liuren"):
            kind = "大六壬" if is_liuren else "金口訣"
            raise InputError(
                f"{self.source.work} cannot be read on a {kind} chart.",
                hint="shefu is read on a 大六壬 chart, jinkoujue on a 金口訣 chart.",
                code="wrong_method",
            )
        return liuren_facts(chart) if is_liuren else jinkoujue_facts(chart)

    def firing(self, facts: Facts) -> list[LinkedRule]:
        """The rules that conclude something, in the order of the book."""
        return [rule for rule in self.rules if rule.holds(facts) and rule.fires(facts)]

    def look_up(self, found: tree.LookUp, facts: Facts) -> str | None:
        """The concept in the row that the facts select, None if no row fits."""
        table = self.source.tables[found.table]
        keys = [self._operand(arg)(facts) for arg in found.args]
        for row, concept in table.rows:
            if all(1 << value & mask for value, mask in zip(row, keys, strict=True)):
                return concept
        return None

    def _operand(self, operand: tree.Operand) -> Sets:
        return self.evaluator.sets(operand)


def _section(clause: str) -> str:
    """``zi`` of ``shefu:zi.5``."""
    return clause.partition(":")[2].partition(".")[0]


def _in_force(
    readings: tuple[tree.Reading, ...], convention: Convention
) -> tuple[tree.Condition | None, tuple[tree.Conclusion, ...] | None]:
    """Condition (None: switched off) and conclusions of the last reading whose options match."""
    condition: tree.Condition | None = None
    conclusions: tuple[tree.Conclusion, ...] | None = None
    for reading in readings:
        if all(convention.get(key, "") == value for key, value in reading.options):
            if not reading.active:
                condition = None
            elif reading.condition is not None:
                condition = reading.condition
            if reading.conclusions is not None:
                conclusions = reading.conclusions
    return condition, conclusions


@lru_cache(maxsize=32)
def _linked(work: str, convention: Convention) -> Rulebook:
    return Rulebook(book(work), convention)


def rulebook(work: str, convention: Convention | str | Mapping[str, str] | None = None) -> Rulebook:
    """The rules of ``work`` under a convention (default: the default convention)."""
    return _linked(parse_text(work, "work", "shefu"), load_convention(convention))


def rarity(book: Rulebook, clause: str) -> dict[str, int] | None:
    """In how many states the clause fires, of how many; None under another than the default convention.

    A reading has no time to count a convention, and must not depend on whether somebody has counted it.
    """
    from liuren.terms.convention import default_convention

    if book.convention != default_convention():
        return None
    row = book.source.census.get("clauses", {}).get(clause)
    return None if row is None else {"fires": row[0], "states": row[1]}
