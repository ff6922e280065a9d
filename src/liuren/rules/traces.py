"""Why a clause holds on a chart, or why not: the condition as a tree with evidence on every leaf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from liuren.rules import tree
from liuren.rules.evidence import Evidence, Witness
from liuren.rules.facts import Facts
from liuren.rules.phrases import Words, unfold
from liuren.rules.rulebook import LinkedRule, Rulebook


@dataclass(frozen=True, slots=True)
class TraceNode:
    """A condition, whether it holds, the evidence of an atom, the conditions below it.

    ``definition`` names the definition that the node unfolds, with the option that chose its reading.
    ``joined`` says whether all of the children must hold, or any.
    """

    condition: tree.Condition
    text: Words
    holds: bool
    evidence: tuple[Evidence, ...]
    children: tuple[TraceNode, ...]
    cells: tuple[str, ...]
    joined: str = "all"
    definition: dict[str, Any] | None = None

    def leaves(self) -> Iterator[TraceNode]:
        """The atoms at the bottom, in order."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "text": dict(self.text),
            "holds": self.holds,
            "evidence": [_own(one) for one in self.evidence],
            "children": [child.to_dict() for child in self.children],
            "cells": list(self.cells),
        }
        if self.children:
            found["joined"] = self.joined
        if self.definition:
            found["definition"] = _own(self.definition)
        return found


def _own(part: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a part that traces of one chart share, for a caller who may change it."""
    return {
        key: _own(value)
        if isinstance(value, dict)
        else list(value)
        if isinstance(value, list)
        else value
        for key, value in part.items()
    }


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """One rule of the clause: its condition as a tree, and what it concludes on the chart."""

    kind: str
    place: str
    root: TraceNode
    concluded: tuple[tuple[str, str, str], ...]
    exemptions: tuple[TraceNode, ...]
    refinements: tuple[TraceNode, ...]
    readings: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return bool(self.concluded)


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace of one clause on one chart; see ``docs/reference/trace.md`` for its JSON."""

    clause: str
    status: str
    clause_text: dict[str, Any]
    holds: bool
    condition: Words
    says: tuple[dict[str, Any], ...]
    rules: tuple[RuleTrace, ...]
    rarity: dict[str, int] | None
    chart: str
    convention: dict[str, str]
    digest: str

    @property
    def leaves(self) -> tuple[TraceNode, ...]:
        """The parts of the condition: of one rule its conjuncts, of several rules each whole."""
        if len(self.rules) == 1:
            root = self.rules[0].root
            return root.children if isinstance(root.condition, tree.And) else (root,)
        return tuple(rule.root for rule in self.rules)

    def to_dict(self) -> dict[str, Any]:
        """The trace as plain data: the public contract shared by JSON, HTTP and MCP."""
        return {
            "clause": self.clause,
            "status": self.status,
            "clause_text": _own(self.clause_text),
            "holds": self.holds,
            "condition": dict(self.condition),
            "says": [_own(one) for one in self.says],
            "leaves": [leaf.to_dict() for leaf in self.leaves],
            "rules": [
                {
                    "kind": rule.kind,
                    "place": rule.place,
                    "holds": rule.holds,
                    "concludes": [
                        {"facet": facet, "concept": concept, "mode": mode}
                        for facet, concept, mode in rule.concluded
                    ],
                    "exemptions": [node.to_dict() for node in rule.exemptions],
                    "refinements": [node.to_dict() for node in rule.refinements],
                    "readings": list(rule.readings),
                    "notes": list(rule.notes),
                }
                for rule in self.rules
            ],
            "rarity": dict(self.rarity) if self.rarity else None,
            "chart": self.chart,
            "convention": dict(self.convention),
            "rulebook": self.digest,
        }


class Tracer:
    """Makes traces on one chart."""

    def __init__(self, book: Rulebook, chart: Any, facts: Facts) -> None:
        self.book, self.chart, self.facts = book, chart, facts
        self.witness = Witness(chart, facts, book.evaluator)
        self._nodes: dict[tree.Condition, TraceNode] = {}
        self._notation: str = chart.notation
        self._convention: dict[str, str] = chart.convention.to_dict()

    def node(self, condition: tree.Condition) -> TraceNode:
        """The trace of an unfolded condition.

        A definition that means one atom is shown as that atom under its name; one that means several is
        shown as their list.
        """
        known = self._nodes.get(condition)
        if known is not None:
            return known
        body = condition
        while isinstance(body, tree.Call) and body.body is not None:
            body = body.body
        children = tuple(self.node(child) for child in tree.children(body))
        leaf = not children and not isinstance(body, tree.Always)
        found = TraceNode(
            condition,
            self.book.printer.words(condition),
            bool(self.book.evaluator.test(condition)(self.facts)),
            tuple(self.witness.leaf(body)) if leaf else (),
            children,
            tuple(self.witness.cells(body)) if leaf else (),
            "any" if isinstance(body, tree.Or) else "all",
            self._definition(condition),
        )
        self._nodes[condition] = found
        return found

    def _definition(self, condition: tree.Condition) -> dict[str, Any] | None:
        if not isinstance(condition, tree.Call):
            return None
        found: dict[str, Any] = {"name": condition.name}
        definition = self.book.source.definitions[condition.name]
        keys = dict.fromkeys(k for reading in definition.readings for k, _ in reading.options)
        found["options"] = {key: self.book.convention.get(key, "") for key in keys}
        found["source"] = {"kind": "convention" if keys else "definition", "name": condition.name}
        return found

    def trace(self, clause: str) -> Trace:
        """The trace of a clause.

        Raises:
            InputError: no such clause.
        """
        from liuren.edition.library import work as edition_work
        from liuren.rules.rulebook import rarity

        known = edition_work(self.book.source.work)[clause]
        linked = self.book.by_clause.get(known.id, [])
        rules = tuple(self.rule(rule) for rule in linked)
        return Trace(
            known.id,
            known.status,
            {
                "text": known.text,
                "translations": known.translations,
                "reason": known.reason,
                "reasons": known.reasons,
            },
            any(rule.holds for rule in rules),
            condition_words(self.book, linked),
            self.says(linked, rules),
            rules,
            rarity(self.book, known.id),
            self._notation,
            self._convention,
            self.book.source.digest,
        )

    def says(
        self, linked: list[LinkedRule], traced: tuple[RuleTrace, ...]
    ) -> tuple[dict[str, Any], ...]:
        """What the clause says on this chart; where it does not hold, what it would say if it did."""
        found = [one for rule in traced for one in rule.concluded]
        if not found:
            found = [
                (conclusion.facet, conclusion.value, conclusion.mode)
                for rule in linked
                for conclusion in rule.conclusions
                if isinstance(conclusion.value, str)
            ]
        concepts = self.book.source.concepts
        return tuple(
            {"facet": facet, "concept": concept, "mode": mode, "labels": dict(concepts[concept][1])}
            for facet, concept, mode in dict.fromkeys(found)
        )

    def rule(self, rule: LinkedRule) -> RuleTrace:
        bodies = self.book.bodies
        readings = [
            " ".join(f"{key}={value}" for key, value in reading.options)
            for reading in rule.rule.readings
        ]
        concluded = []
        for conclusion in rule.concluded(self.facts):
            concept = conclusion.value
            if isinstance(concept, tree.LookUp):
                concept = self.book.look_up(concept, self.facts) or ""
            if concept:
                concluded.append((conclusion.facet, concept, conclusion.mode))
        return RuleTrace(
            rule.kind,
            rule.place,
            self.node(unfold(rule.condition, bodies)),
            tuple(concluded),
            tuple(self.node(unfold(e.condition, bodies)) for e in rule.exemptions),
            tuple(self.node(unfold(r.condition, bodies)) for r in rule.refinements),
            tuple(readings),
            rule.rule.notes,
        )


def condition_words(book: Rulebook, rules: list[LinkedRule]) -> Words:
    """The condition of a clause in four languages: its rules joined by 'or'."""
    if not rules:
        return {}
    return book.printer.words(tree.disjunction([rule.condition for rule in rules]))
