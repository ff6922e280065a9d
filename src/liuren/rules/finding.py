"""What the rules find on a chart, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from liuren.rules import tree
from liuren.rules.facts import Facts
from liuren.rules.rulebook import LinkedRule, Rulebook, rarity, rulebook
from liuren.terms.errors import InputError
from liuren.terms.parse import parse_text

#: Facets that are a thing of their own; every other facet is an attribute of the hidden thing.
SUBJECTS = frozenset(
    ("person", "animal", "object", "place", "event", "illness", "weather", "method", "identity")
)


class Tracing:
    """The traces of one chart, made when asked for; what two of them share is worked out once."""

    __slots__ = ("_made", "_tracer", "book", "chart", "facts")

    def __init__(self, book: Rulebook, chart: Any, facts: Facts) -> None:
        self.book, self.chart, self.facts = book, chart, facts
        self._tracer: Any = None
        self._made: dict[str, Any] = {}

    def trace(self, clause: str) -> Any:
        """The trace of a clause of the book."""
        found = self._made.get(clause)
        if found is None:
            if self._tracer is None:
                from liuren.rules.traces import Tracer

                self._tracer = Tracer(self.book, self.chart, self.facts)
            found = self._made[clause] = self._tracer.trace(clause)
        return found


class Finding:
    """One conclusion of one clause that holds on the chart.

    ``facet`` is person, animal … or attribute, and then ``attribute`` says which; ``mode`` is states or
    leans; ``variant`` is the siglum of another authority or None; ``also`` are the other clauses that the
    same rule executes; ``rarity`` is {fires, states}, None under another than the default convention.
    """

    __slots__ = (
        "_tracing", "also", "attribute", "clause", "concept", "condition", "facet", "labels", "mode",
        "rarity", "variant",
    )  # fmt: skip

    def __init__(
        self, tracing: Tracing, rule: LinkedRule, conclusion: tree.Conclusion, concept: str
    ) -> None:
        self._tracing = tracing
        book = tracing.book
        self.clause: str = rule.clauses[0]
        self.also: tuple[str, ...] = rule.clauses[1:]
        is_subject = conclusion.facet in SUBJECTS
        self.facet: str = conclusion.facet if is_subject else "attribute"
        self.attribute: str | None = None if is_subject else conclusion.facet
        self.concept: str = concept
        self.labels: Mapping[str, str] = book.source.concepts[concept][1]
        self.mode: str = conclusion.mode
        self.variant: str | None = "一云" if rule.kind == "variant" else None
        self.condition: tree.Condition = rule.condition
        self.rarity: dict[str, int] | None = rarity(book, self.clause)

    def __repr__(self) -> str:
        return f"<Finding {self.clause} {self.attribute or self.facet} {self.concept}>"

    @property
    def definitions(self) -> Mapping[str, tuple[tuple[str, ...], tree.Condition | None]]:
        """The definitions in force that ``condition`` may call: name → parameters and body."""
        return self._tracing.book.bodies

    @property
    def trace(self) -> Any:
        """The trace of the clause on this chart (made when asked for)."""
        return self._tracing.trace(self.clause)

    def to_dict(self, *, trace: bool = True) -> dict[str, Any]:
        """The finding as plain data."""
        found: dict[str, Any] = {
            "clause": self.clause,
            "also": list(self.also),
            "facet": self.facet,
            "concept": self.concept,
            "labels": dict(self.labels),
            "mode": self.mode,
            "variant": self.variant,
            "rarity": dict(self.rarity) if self.rarity else None,
        }
        if self.attribute:
            found["attribute"] = self.attribute
        if trace:
            found["trace"] = self.trace.to_dict()
        return found


def _book(chart: Any, work: str | None) -> Rulebook:
    """The rulebook of a work, by default the seed of the chart's method, under the chart's convention."""
    if not hasattr(chart, "convention"):
        raise InputError(
            f"A chart was expected, not {type(chart).__name__}.",
            hint='For example liuren.liuren_chart(day="甲子", hour="卯", general="亥").',
            code="not_a_chart",
        )
    if work is None:
        work = "jinkoujue" if hasattr(chart, "noble") else "shefu"
    return rulebook(work, chart.convention)


def fired(chart: Any, work: str | None = None) -> list[str]:
    """Every clause id that holds on the chart under its own convention, in the order of the book.

    Variants are included; no topic, no ranking. ``work`` defaults to the seed of the chart's method.

    Raises:
        InputError: no such work, or a chart of the other method.

    Examples:
        >>> import liuren
        >>> chart = liuren.parse_notation("甲戌日 丑將 卯時")
        >>> "shefu:zi.5" in liuren.fired(chart, work="shefu")
        True
    """
    book = _book(chart, work)
    facts = book.facts(chart)
    found: dict[str, None] = {}
    for rule in book.firing(facts):
        found.update(dict.fromkeys(rule.clauses))
    return list(found)


def findings(chart: Any, work: str | None = None) -> list[Finding]:
    """Every conclusion of every clause that holds on the chart, in the order of the book.

    Raises:
        InputError: no such work, or a chart of the other method.
    """
    book = _book(chart, work)
    facts = book.facts(chart)
    tracing = Tracing(book, chart, facts)
    found = []
    for rule in book.firing(facts):
        for conclusion in rule.concluded(facts):
            concept = conclusion.value
            if isinstance(concept, tree.LookUp):
                row = book.look_up(concept, facts)
                if row is None:
                    continue
                concept = row
            found.append(Finding(tracing, rule, conclusion, concept))
    return found


def explain(chart: Any, clause: str) -> Any:
    """The trace of one clause (``shefu:zi.5``) on a chart, whether it holds or not.

    Raises:
        InputError: no such work or clause, or a chart of the other method.

    Examples:
        >>> import liuren
        >>> trace = liuren.explain(liuren.parse_notation("甲子日 亥將 卯時"), "shefu:zi.5")
        >>> trace.holds, trace.condition["zh-Hant"]
        (False, '子加日干，且子乘天后')
    """
    work, _, rest = parse_text(clause, "clause", "shefu:zi.5").partition(":")
    if not rest:
        raise InputError(
            f"{clause[:60]!r} is no clause id.",
            hint="A clause id is a work and a place in it, such as shefu:zi.5.",
            code="unknown_clause",
        )
    book = _book(chart, work)
    return Tracing(book, chart, book.facts(chart)).trace(clause)
