"""The linter of the editions: completeness, language, vocabulary, reachability, redundancy, contradictions.

``python -m liuren.rules.lint`` checks every work and prints findings as ``file:line:column: CODE message``; exit status 1 if
there are any. What is known and accepted stands with its reason in ``texts/<work>/accepted.toml``; an entry
that no longer applies is itself a finding.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from liuren.edition.library import Work
from liuren.edition.library import work as edition_work
from liuren.edition.works import work_facts, work_folder, works
from liuren.rules import lexicon, tree, vocabulary
from liuren.rules.errors import RuleError
from liuren.rules.rulebook import Rulebook, rulebook
from liuren.rules.source import Source, chapter_problems, options, read_source
from liuren.terms.datafiles import read_toml

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")
#: Facets on which a thing has one value only.
SINGLE_VALUED = ("existence", "alive", "edible")


@dataclass(frozen=True, slots=True)
class Complaint:
    """One finding of the linter: where, a stable code, what, and what to do."""

    place: str
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.code} {self.message}"


class Subject:
    """A work as the linter sees it."""

    def __init__(self, work: str, words: vocabulary.Vocabulary) -> None:
        self.work = work
        self.words = words
        self.source: Source = read_source(work, words=words)
        self.edition: Work = edition_work(work)
        self.book: Rulebook = rulebook(work)
        path = work_folder(work) / "accepted.toml"
        self.accepted: dict[str, dict[str, Any]] = read_toml(path) if path.exists() else {}

    @cached_property
    def tables(self) -> Any:
        """Truth tables of the clauses under the default convention."""
        from liuren.rules.tables import tables

        return tables(self.work)

    def place(self, clause: str) -> str:
        """file:line:column of the quote of a clause."""
        return self._places.get(clause, self.work)

    @cached_property
    def _places(self) -> dict[str, str]:
        return {
            quote.id: f"{chapter.file}:{quote.line}:1"
            for chapter in self.source.chapters
            for quote in chapter.quotes
        }


# ------------------------------------------------------------------ completeness


def completeness(subject: Subject) -> Iterator[Complaint]:
    """Every clause of the edition, in order, with its text unchanged, and no other."""
    folder = work_folder(subject.work)
    listed = folder / "clauses.txt"
    found = [clause.id for clause in subject.edition]
    if listed.exists():
        expected = listed.read_text(encoding="utf-8").split()
        for clause in expected:
            if clause not in subject.edition:
                yield Complaint(f"{listed.name}", "missing-clause", f"{clause} is in no chapter")
        for clause in sorted(set(found) - set(expected)):
            yield Complaint(subject.place(clause), "unknown-clause", f"{clause} is not in the list")
        if sorted(found) == sorted(expected) and found != expected:
            yield Complaint(subject.work, "order", "the clauses are not in the order of the book")
    count = work_facts(subject.work)["clauses"]
    if len(found) != count:
        yield Complaint(subject.work, "count", f"{len(found)} clauses, expected {count}")
    twice = {clause for clause in found if found.count(clause) > 1}
    for clause in sorted(twice):
        yield Complaint(subject.place(clause), "repeated-clause", f"{clause} is quoted twice")
    digest = work_facts(subject.work).get("text_digest")
    if digest and digest != text_digest(subject.edition):
        yield Complaint(subject.work, "text", "the text of the clauses differs from the edition")


def text_digest(edition: Work) -> str:
    """sha256 over the traditional text of all clauses, as ``text_digest`` in work.toml."""
    import hashlib

    lines = [f"{clause.id} {clause.text['zh-Hant'].strip()}" for clause in edition]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


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


def texts(subject: Subject) -> Iterator[Complaint]:
    """Each clause in both scripts, with our translation into Korean and English."""
    simplified = work_folder(subject.work) / "scripts" / "zh-Hans.json"
    import json

    scripts = json.loads(simplified.read_text(encoding="utf-8")) if simplified.exists() else {}
    for clause in subject.edition:
        if clause.id not in scripts:
            yield Complaint(subject.place(clause.id), "script", f"{clause.id} has no zh-Hans text")
        for tongue in ("ko", "en"):
            if not clause.translations.get(tongue, "").strip():
                yield Complaint(
                    subject.place(clause.id),
                    "translation",
                    f"{clause.id} is not translated into {tongue}",
                )
    known = {clause.id for clause in subject.edition}
    for path in sorted(work_folder(subject.work).glob("*/**/*.json")):
        if path.parent.name in ("apparatus",):
            continue
        for name in json.loads(path.read_text(encoding="utf-8")):
            if name not in known:
                yield Complaint(path.name, "retired-id", f"{name} is no clause of {subject.work}")


def apparatus(subject: Subject) -> Iterator[Complaint]:
    """Emendations quote the text they mend; contradictions name clauses; options exist."""
    known = options()
    for clause in subject.edition:
        for entry in clause.apparatus:
            seed = clause.id in subject.accepted.get("emendation", {})
            if entry["printed"] not in clause.text["zh-Hant"] and not seed:
                printed = entry["printed"]
                yield Complaint(
                    subject.place(clause.id), "emendation", f"{printed} is not in {clause.id}"
                )
            option = (entry.get("option") or "").split("=")[0]
            if option and option not in known:
                yield Complaint(subject.place(clause.id), "option", f"{option} is no option")
    for row in subject.edition.contradictions:
        for name in row.get("clauses", ()):
            if name.split(":")[0] == subject.work and name not in subject.edition:
                yield Complaint(row["id"], "retired-id", f"{name} is no clause of {subject.work}")
    for row in _lists(subject):
        name = row.get("clause", "")
        if name and name not in subject.edition:
            yield Complaint("apparatus", "retired-id", f"{name} is no clause of {subject.work}")


def _lists(subject: Subject) -> list[dict[str, Any]]:
    import json

    found: list[dict[str, Any]] = []
    for path in sorted((work_folder(subject.work) / "apparatus").glob("*emendations.json")):
        found.extend(json.loads(path.read_text(encoding="utf-8")))
    return found


# ------------------------------------------------------------------ tables, definitions, options


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
    used = {
        node.name
        for condition in _conditions(subject)
        for node in tree.walk(condition)
        if isinstance(node, tree.Call)
    }
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


def rule_conditions(rule: tree.Rule) -> Iterator[tree.Condition]:
    """Every condition written in a rule."""
    yield rule.condition
    yield from (r.condition for r in rule.readings if r.condition is not None)
    yield from (r.condition for r in rule.refinements)
    yield from (e.condition for e in rule.exemptions)


# ------------------------------------------------------------------ vocabulary


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


# ------------------------------------------------------------------ reachability


def reachability(subject: Subject) -> Iterator[Complaint]:
    """Clauses that fire nowhere or everywhere, against what is accepted with a reason."""
    from liuren.rules.revivals import revivals

    tables = subject.tables
    dead = {c for c in tables.clauses if tables[c].fires == 0}
    always = {c for c in tables.clauses if tables[c].fires == tables[c].states}
    yield from _against(subject, "unreachable", dead, "can never fire")
    yield from _against(subject, "always", always, "fires on every chart")
    accepted = subject.accepted.get("unreachable", {})
    revived = revivals(subject.book, [clause for clause in accepted if clause in dead])
    for clause, found in revived.items():
        row = accepted[clause]
        claimed = {key: tuple(values) for key, values in row.get("revived_by", {}).items()}
        if claimed != found:
            said = ", ".join(f"{k}={'/'.join(v)}" for k, v in found.items()) or "nothing"
            message = f"{clause} is revived by {said}, not as accepted.toml says"
            yield Complaint(subject.place(clause), "revival", message)


def _against(subject: Subject, kind: str, found: set[str], what: str) -> Iterator[Complaint]:
    accepted = subject.accepted.get(kind, {})
    for clause in sorted(found - accepted.keys()):
        near = f"; nearest: {', '.join(edits)}" if (edits := nearest_edits(subject, clause)) else ""
        text = subject.edition[clause].text["zh-Hant"]
        yield Complaint(subject.place(clause), kind, f"{clause} {text} {what}{near}")
    for clause in sorted(accepted.keys() - found):
        yield Complaint(
            subject.place(clause), f"{kind}-not", f"{clause} is accepted, but does fire"
        )
    for clause, row in accepted.items():
        for tongue in LANGUAGES:
            if not str(row.get("reason", {}).get(tongue, "")).strip():
                yield Complaint(
                    subject.place(clause), "reason", f"{clause} has no reason in {tongue}"
                )


def nearest_edits(subject: Subject, clause: str) -> list[str]:
    """Small changes that would let a clause fire: another branch or general in its place."""
    from liuren.rules.tables import condition_table, fires

    rules = subject.book.by_clause.get(clause, [])
    if not rules:
        return []
    condition = fires(rules, subject.book)
    found = []
    for old, new, said in _look_alikes(condition):
        if condition_table(subject.book, replace_literal(condition, old, new)).fires:
            found.append(said)
    return found[:3]


_ALIKE = ("己巳", "戊戌", "未午", "酉申", "子午", "天空 太常", "天后 天空", "白虎 青龍")


def _look_alikes(condition: tree.Condition) -> Iterator[tuple[tree.Literal, tree.Literal, str]]:
    """Each single branch or general of the condition with what a scribe may have taken it for."""
    seen: set[tree.Literal] = set()
    for node in tree.walk(condition):
        for operand in tree.operands(node):
            if not isinstance(operand, tree.Literal) or operand in seen or len(operand.values) > 1:
                continue
            seen.add(operand)
            if operand.kind not in ("branch", "general"):
                continue
            names = lexicon.kinds()[operand.kind]
            for value in range(12):
                if value != operand.values[0] and _alike(names[value], names[operand.values[0]]):
                    other = tree.Literal(operand.kind, (value,))
                    yield operand, other, f"{names[operand.values[0]]} → {names[value]}"


def _alike(a: str, b: str) -> bool:
    for pair in _ALIKE:
        words = pair.split() if " " in pair else list(pair)
        if a in words and b in words:
            return True
    return False


def replace_literal(
    condition: tree.Condition, old: tree.Literal, new: tree.Literal
) -> tree.Condition:
    """The condition with one literal put in place of another everywhere."""

    def operand(o: tree.Operand) -> tree.Operand:
        if o == old:
            return new
        if isinstance(o, tree.Quantity):
            return tree.Quantity(o.kind, o.name, tuple(operand(a) for a in o.args))
        return o

    def again(c: tree.Condition) -> tree.Condition:
        return replace_literal(c, old, new)

    match condition:
        case tree.And(items):
            return tree.And(tuple(again(item) for item in items))
        case tree.Or(items):
            return tree.Or(tuple(again(item) for item in items))
        case tree.Not(item):
            return tree.Not(again(item))
        case tree.Call(name, args, body):
            inner = None if body is None else again(body)
            return tree.Call(name, tuple(operand(a) for a in args), inner)
        case tree.Within(a, b):
            return tree.Within(operand(a), operand(b))
        case tree.Over(a, b):
            return tree.Over(operand(a), operand(b))
        case tree.Carries(a, b):
            return tree.Carries(operand(a), operand(b))
        case tree.Stands(a, b):
            return tree.Stands(operand(a), operand(b))
        case tree.Relation(name, a, b):
            return tree.Relation(name, operand(a), operand(b))
        case tree.Predicate(name, args):
            return tree.Predicate(name, tuple(operand(a) for a in args))
        case _:
            return condition


# ------------------------------------------------------------------ redundancy and contradiction


def exceptions(subject: Subject) -> Iterator[Complaint]:
    """Exceptions and refinements that never apply where their rule holds."""
    from liuren.rules.phrases import unfold
    from liuren.rules.tables import condition_table

    for rule in subject.book.rules:
        base = unfold(rule.condition, subject.book.bodies)
        for what, parts in (("refinement", rule.refinements), ("exception", rule.exemptions)):
            for part in parts:
                both = tree.conjunction([base, unfold(part.condition, subject.book.bodies)])
                if not condition_table(subject.book, both).fires:
                    yield Complaint(rule.place, f"idle-{what}", f"this {what} never applies")


def redundancy(subject: Subject) -> Iterator[Complaint]:
    """Two clauses that fire on the same charts and conclude the same."""
    groups: dict[Any, list[str]] = {}
    for clause, rules in subject.book.by_clause.items():
        if not subject.tables[clause].fires:
            continue
        table = subject.tables[clause]
        concluded = frozenset((c.facet, c.value) for rule in rules for c in rule.conclusions)
        groups.setdefault((table.axes, table.packed, concluded), []).append(clause)
    accepted = {frozenset(row["clauses"]) for row in subject.accepted.get("same", {}).values()}
    met: set[frozenset[str]] = set()
    for group in groups.values():
        if len(group) > 1:
            met.add(frozenset(group))
            if frozenset(group) not in accepted:
                yield Complaint(
                    subject.place(group[1]),
                    "same",
                    f"{', '.join(group)} say the same of the same charts",
                )
    for row in accepted - met:
        yield Complaint(
            subject.work, "same-not", f"{', '.join(sorted(row))} are accepted as the same"
        )


def contradictions(subject: Subject) -> Iterator[Complaint]:
    """Clauses that fire together and state different values of a facet that has but one."""
    if subject.source.method != "liuren":
        return
    listed = [set(row["clauses"]) for row in subject.edition.contradictions if "clauses" in row]
    listed += [set(row["clauses"]) for row in subject.accepted.get("contradiction", {}).values()]
    speaking: dict[str, list[tuple[str, str]]] = {facet: [] for facet in SINGLE_VALUED}
    for clause, rules in subject.book.by_clause.items():
        for rule in rules:
            for c in rule.conclusions:
                if c.facet in SINGLE_VALUED and c.mode == "states" and isinstance(c.value, str):
                    speaking[c.facet].append((clause, c.value))
    tables = subject.tables
    for facet, said in speaking.items():
        for i, (one, value) in enumerate(said):
            for other, another in said[:i]:
                if value == another or one == other:
                    continue
                if any(one in group and other in group for group in listed):
                    continue
                together = _together(tables[one], tables[other])
                if together:
                    yield Complaint(
                        subject.place(one),
                        "contradiction",
                        f"{other} ({another}) and {one} ({value}) on {facet} in {together} states",
                    )


def _together(one: Any, other: Any) -> int:
    from liuren.rules.axes import PLATE

    if one.axes != PLATE or other.axes != PLATE:
        return 0
    import numpy as np

    a = np.frombuffer(one.packed, dtype=np.uint8)
    b = np.frombuffer(other.packed, dtype=np.uint8)
    return int(np.unpackbits(a & b).sum())


def examples_present(subject: Subject) -> Iterator[Complaint]:
    """Every clause that can fire has a worked example."""
    shown = {
        clause for item in subject.source.examples if item.example.holds for clause in item.clauses
    }
    for clause in subject.tables.clauses:
        if clause not in shown and subject.tables[clause].fires:
            yield Complaint(subject.place(clause), "no-example", f"{clause} has no worked example")


CHECKS: tuple[Callable[[Subject], Iterator[Complaint]], ...] = (
    completeness, language, texts, apparatus, decision_tables, definitions, reachability, exceptions,
    redundancy, contradictions, examples_present,
)  # fmt: skip


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
        path.read_text(encoding="utf-8")
        for path in sorted(Path(__file__).parents[1].glob("*/*.py"))
    )
    for key, row in registry().items():
        if row.get("room") != "rules" or len(row["values"]) < 2 or f'"{key}"' in code:
            continue
        if key not in read:
            yield Complaint(
                "conventions/options", "unread", f"{key} is an option that no chapter reads"
            )


def lint(names: tuple[str, ...] | None = None) -> list[Complaint]:
    """All findings of the linter on the works named (default: all)."""
    words = vocabulary.load()
    found = list(concepts(words))
    for name in names or works():
        subject = Subject(name, words)
        for check in CHECKS:
            found.extend(check(subject))
    if names is None:
        found.extend(unread_options())
    return found


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module."""
    given = sys.argv[1:] if arguments is None else arguments
    found = lint(tuple(given) or None)
    for complaint in found:
        print(complaint)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
