"""Everything that a work says, each statement with the condition under which it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from liuren.rules import tree
from liuren.rules.phrases import unfold
from liuren.rules.rulebook import LinkedRule, Rulebook


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause gives a facet the value ``concept`` where ``condition`` (unfolded) holds."""

    clause: str
    facet: str
    concept: str
    condition: tree.Condition

    @property
    def value(self) -> str:
        """``facet=concept``."""
        return f"{self.facet}={self.concept}"


def statements(book: Rulebook) -> Iterator[Statement]:
    """Every statement of the rules in force, rows of tables one by one."""
    for rule in book.rules:
        for conclusion, condition in _conclusions(rule, book):
            for concept, whole in _concepts(conclusion, condition, book):
                yield Statement(rule.clauses[0], conclusion.facet, concept, whole)


def _conclusions(
    rule: LinkedRule, book: Rulebook
) -> Iterator[tuple[tree.Conclusion, tree.Condition]]:
    """Each conclusion of a rule with the condition under which the rule draws it.

    Of several exemptions that hold the last one counts, as when a chart is asked.
    """
    base = unfold(rule.condition, book.bodies)
    exempt = [unfold(e.condition, book.bodies) for e in rule.exemptions]
    free = tree.conjunction([base, *(tree.Not(e) for e in exempt)])
    for conclusion in rule.conclusions:
        yield conclusion, free
    for place, exemption in enumerate(rule.exemptions):
        later = [tree.Not(e) for e in exempt[place + 1 :]]
        for conclusion in exemption.conclusions:
            yield conclusion, tree.conjunction([base, exempt[place], *later])
    for refinement in rule.refinements:
        both = tree.conjunction([base, unfold(refinement.condition, book.bodies)])
        for conclusion in refinement.conclusions:
            yield conclusion, both


def _concepts(
    conclusion: tree.Conclusion, condition: tree.Condition, book: Rulebook
) -> Iterator[tuple[str, tree.Condition]]:
    found = conclusion.value
    if isinstance(found, str):
        yield found, condition
        return
    table = book.source.tables[found.table]
    earlier: list[tree.Condition] = []
    for row, concept in table.rows:
        keys: list[tree.Condition] = [
            tree.Within(argument, tree.Literal(kind, (value,)))
            for argument, kind, value in zip(found.args, table.kinds, row, strict=True)
        ]
        yield concept, tree.conjunction([condition, *keys, *(tree.Not(e) for e in earlier)])
        if len(table.kinds) > 1 or table.hit != "unique":
            earlier.append(tree.conjunction(keys))
