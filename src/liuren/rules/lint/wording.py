"""Fences, tables, definitions, concepts and options: what they say and leave unsaid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from liuren.edition.works import works
from liuren.rules import lexicon, tree, vocabulary
from liuren.rules.errors import RuleError
from liuren.rules.lint.subject import LANGUAGES, Complaint, Subject
from liuren.rules.source import chapter_problems, options, read_source

_METHOD = re.compile(r"[a-z][a-z0-9_-]*")


def language(subject: Subject) -> Iterator[Complaint]:
    """Fences that cannot be read, quotes without a fence, examples that do not come out."""
    from liuren.rules.examples import failing
    from liuren.rules.worked import failing_statements

    problems: list[RuleError] = list(subject.source.problems)
    for chapter in subject.source.chapters:
        problems.extend(chapter_problems(chapter))
    for problem in problems:
        yield Complaint(str(problem.place), "language", f"{problem.bare} {problem.hint}".strip())
    for problem in [*failing(subject.source), *failing_statements(subject.source)]:
        yield Complaint(str(problem.place), "example", problem.bare)


def methods(subject: Subject) -> Iterator[Complaint]:
    """A fence of a method names it in a line 行 NAME, in small letters."""
    for chapter in subject.source.chapters:
        for fence in chapter.fences:
            if fence.kind != "method":
                continue
            named = [name for one in fence.clauses for name in subject.source.methods.get(one, ())]
            bad = [name for name in named if not _METHOD.fullmatch(name)]
            place = f"{chapter.file}:{fence.line}:1"
            if not named:
                yield Complaint(place, "method", "the fence names no method; write a line 行 NAME")
            for name in bad:
                yield Complaint(
                    place, "method", f"{name} is no name of a method, such as taste-if-edible"
                )


def decision_tables(subject: Subject) -> Iterator[Complaint]:
    """A total table has a row for every value; a unique one has no two rows for one."""
    for name, table in subject.source.tables.items():
        place = ", ".join(subject.source.table_clauses[name])
        keys = [keys for keys, _ in table.rows]
        if table.hit == "unique" and len(set(keys)) < len(keys):
            yield Complaint(place, "overlap", f"two rows of the table {name} have one key")
        if table.total:
            from itertools import product

            ranges = [range(len(lexicon.kinds()[kind])) for kind in table.kinds]
            missing = [key for key in product(*ranges) if key not in set(keys)]
            for key in missing[:5]:
                words = [
                    lexicon.kinds()[kind][value]
                    for kind, value in zip(table.kinds, key, strict=True)
                ]
                yield Complaint(
                    place, "partial", f"the table {name} has no row for {' '.join(words)}"
                )


def definitions(subject: Subject) -> Iterator[Complaint]:
    """A definition by options says what holds under every value of them, and is used."""
    used = tree.called(_conditions(subject))
    for name, definition in subject.source.definitions.items():
        place = str(subject.source.places[name])
        if name not in used:
            yield Complaint(place, "unused", f"{name} is used by no rule")
        first = definition.readings[0]
        for key, value in first.options:
            stated = {v for r in definition.readings for k, v in r.options if k == key}
            for other in sorted(set(options().get(key, ())) - stated):
                yield Complaint(
                    place,
                    "reading",
                    f"{name} does not say what holds under {key}={other} ({value} …)",
                )


def _conditions(subject: Subject) -> Iterator[tree.Condition]:
    for item in subject.source.rules:
        yield from rule_conditions(item.rule)
    for definition in subject.source.definitions.values():
        for reading in definition.readings:
            if reading.condition is not None:
                yield reading.condition


def concepts(words: vocabulary.Vocabulary) -> Iterator[Complaint]:
    """Every concept has a facet and four labels; a wording names one concept of its facet."""
    facets = set(lexicon.facets().values())
    for clash in words.clashes:
        yield Complaint("vocabulary", "clash", clash)
    for concept in words.concepts.values():
        place = f"vocabulary/{concept.file}"
        if concept.facet not in facets:
            yield Complaint(place, "facet", f"{concept.id}: {concept.facet!r} is no facet")
        for tongue in LANGUAGES:
            if not concept.labels.get(tongue, "").strip():
                yield Complaint(place, "label", f"{concept.id} has no label in {tongue}")


def unread_options() -> Iterator[Complaint]:
    """Options of the reading that no chapter reads."""
    from liuren.terms.convention import registry

    read: set[str] = set()
    for work in works():
        source = read_source(work)
        readings = [r for d in source.definitions.values() for r in d.readings]
        readings += [r for item in source.rules for r in item.rule.readings]
        read.update(key for reading in readings for key, _ in reading.options)

    code = "".join(
        path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parents[2].rglob("*.py"))
    )
    for key, row in registry().items():
        if row.get("room") != "rules" or len(row["values"]) < 2 or f'"{key}"' in code:
            continue
        if key not in read:
            yield Complaint(
                "conventions/options", "unread", f"{key} is an option that no chapter reads"
            )


def rule_conditions(rule: tree.Rule) -> Iterator[tree.Condition]:
    """Every condition written in a rule."""
    yield rule.condition
    yield from (r.condition for r in rule.readings if r.condition is not None)
    yield from (r.condition for r in rule.refinements)
    yield from (e.condition for e in rule.exemptions)
