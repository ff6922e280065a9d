"""From the chapters of a work to its typed rules: definitions first, then tables, then the rules.

A fence that cannot be read does not stop the rest; it becomes a problem of the result. The linter and
the checks of a release refuse any problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from liuren.edition.chapters import Chapter, Fence
from liuren.edition.works import read_chapters, work_facts
from liuren.rules import lexicon, tree, vocabulary
from liuren.rules.errors import Place, RuleError
from liuren.rules.parse import parse_fence
from liuren.rules.resolve import Checker, Scope, Signature
from liuren.terms.datafiles import read_toml
from liuren.terms.errors import DataError
from liuren.terms.resources import data_files

_HEADING = re.compile(r"^([^\s(（]+)\s*(?:[(（]\s*([^)）]*)[)）])?$")
_BUILT_FROM_RULES = ("rule", "variant", "definition")


@dataclass(frozen=True, slots=True)
class ClauseRule:
    """A rule with the clauses it executes; ``kind`` is rule, variant or definition."""

    clauses: tuple[str, ...]
    kind: str
    rule: tree.Rule
    place: Place


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """A worked example of a clause."""

    clauses: tuple[str, ...]
    example: tree.Example
    place: Place


@dataclass
class Source:
    """A work, typed. ``problems`` are the fences that could not be read."""

    work: str
    method: str
    chapters: list[Chapter]
    definitions: dict[str, tree.Definition] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    tables: dict[str, tree.Table] = field(default_factory=dict)
    table_clauses: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rules: list[ClauseRule] = field(default_factory=list)
    examples: list[ClauseExample] = field(default_factory=list)
    methods: dict[str, list[str]] = field(default_factory=dict)
    #: Section → the reading laid over every rule of its chapter.
    gates: dict[str, tree.Reading] = field(default_factory=dict)
    problems: list[RuleError] = field(default_factory=list)


def options() -> dict[str, tuple[str, ...]]:
    """Every option of the convention → its values, from ``conventions/options``."""
    found: dict[str, tuple[str, ...]] = {}
    for path in data_files("conventions", "options/*.toml"):
        for name, row in read_toml(path).items():
            if isinstance(row, dict) and "values" in row:
                found[name] = tuple(row["values"])
    return found


def read_source(
    work: str, only: Iterable[str] | None = None, words: vocabulary.Vocabulary | None = None
) -> Source:
    """The typed rules of a work.

    ``only``: file names of the chapters whose rules are wanted; definitions and tables are always
    taken from the whole work.
    """
    source, scope = _open(work, words)
    chapters = source.chapters
    names = frozenset(scope.definitions)
    wanted = set(only) if only is not None else None
    for chapter in chapters:
        if wanted is not None and chapter.file.rsplit("/", 1)[-1] not in wanted:
            continue
        if chapter.gate:
            _attempt(source, lambda c=chapter: _gate(source, scope, names, c))
        for fence in chapter.fences:
            if fence.kind in _BUILT_FROM_RULES:
                _attempt(source, lambda c=chapter, f=fence: _rules(source, scope, names, c, f))
            elif fence.kind == "method":
                _methods(source, fence)
    return source


def _open(work: str, words: vocabulary.Vocabulary | None) -> tuple[Source, Scope]:
    """A work with its definitions and tables read, its rules not yet."""
    method = str(work_facts(work)["method"])
    source = Source(work, method, read_chapters(work))
    scope = Scope(method, words or vocabulary.load(), options=options())
    for chapter in source.chapters:
        for fence in chapter.fences:
            if fence.kind == "table":
                _attempt(source, lambda c=chapter, f=fence: _table(source, scope, c, f))
    _define_all(source, scope)
    return source, scope


def open_scope(work: str) -> tuple[Scope, frozenset[str]]:
    """What the words of a work mean, and the names it defines."""
    _, scope = _open(work, None)
    return scope, frozenset(scope.definitions)


def _attempt(source: Source, action: Any) -> None:
    try:
        action()
    except RuleError as error:
        source.problems.append(error)


def _place(chapter: Chapter, fence: Fence) -> Place:
    return Place(chapter.file, fence.line)


# ------------------------------------------------------------------ definitions


def _define_all(source: Source, scope: Scope) -> None:
    """Definitions may name each other in any order; one that names itself is refused."""
    waiting: dict[str, tuple[Chapter, Fence, tuple[str, ...]]] = {}
    for chapter in source.chapters:
        for fence in chapter.fences:
            if fence.kind == "define":
                _attempt(source, lambda c=chapter, f=fence: waiting.update(_heading(c, f, waiting)))
    names = frozenset(waiting)
    parsed: dict[str, Any] = {}
    for name, (chapter, fence, _) in waiting.items():
        try:
            place = _place(chapter, fence)
            parsed[name] = parse_fence(fence.body, "readings", source.method, names, place)
        except RuleError as error:
            source.problems.append(error)
    while parsed:
        ready = [n for n in parsed if not (_named(parsed[n]) & names - scope.definitions.keys())]
        if not ready:
            for name in parsed:
                place = _place(*waiting[name][:2])
                message = f"{name} is defined by way of itself or of a broken definition"
                source.problems.append(RuleError(place, message))
            return
        for name in ready:
            lines = parsed.pop(name)
            chapter, fence, parameters = waiting[name]
            checker = Checker(scope, _place(chapter, fence), parameters)
            try:
                definition = checker.definition(name, lines)
            except RuleError as error:
                source.problems.append(error)
                names -= {name}
                continue
            source.definitions[name] = definition
            source.places[name] = _place(chapter, fence)
            scope.definitions[name] = Signature(tuple(checker.parameters.items()))


def _heading(
    chapter: Chapter, fence: Fence, known: dict[str, Any]
) -> dict[str, tuple[Chapter, Fence, tuple[str, ...]]]:
    place = _place(chapter, fence)
    name, parameters = definition_heading(fence.info, place)
    if name in known:
        raise RuleError(place, f"{name} is defined twice")
    if name in lexicon.forms(str(work_facts(chapter.work)["method"])):
        raise RuleError(place, f"{name} is a word of the language and cannot be defined")
    return {name: (chapter, fence, parameters)}


def definition_heading(info: str, place: Place) -> tuple[str, tuple[str, ...]]:
    """Name and parameters from the info line of a define fence."""
    match = _HEADING.match(info)
    if match is None:
        raise RuleError(place, f"read define {info!r}, expected define NAME(X, Y)")
    return match[1], tuple(p for p in re.split(r"[,，、\s]+", match[2] or "") if p)


def _named(lines: Any) -> set[str]:
    """Predicates that the conditions of a definition name."""
    from liuren.rules.parse import Formula

    found: set[str] = set()

    def visit(formula: Any) -> None:
        if isinstance(formula, Formula):
            if formula.atom is not None:
                found.add(formula.atom.text)
            for item in formula.items:
                visit(item)

    for line in lines:
        visit(line.condition)
    return found


# ------------------------------------------------------------------ tables


def _table(source: Source, scope: Scope, chapter: Chapter, fence: Fence) -> None:
    place = _place(chapter, fence)
    words = fence.info.split()
    if not words:
        raise RuleError(place, "a table needs a name: table NAME hit=unique total")
    name, hit, total = words[0], "unique", False
    for word in words[1:]:
        if word == "total":
            total = True
        elif word in ("hit=unique", "hit=first"):
            hit = word[4:]
        else:
            raise RuleError(place, f"read {word!r}, expected hit=unique, hit=first or total")
    rows = [
        (number, [cell.strip() for cell in line.strip().strip("|").split("|")])
        for number, line in enumerate(fence.body.split("\n"), fence.line + 1)
        if line.strip()
        and not re.fullmatch(r"[|:\-\s]+", line.strip())
        and not line.strip().startswith("#")
    ]
    if len(rows) < 2:
        raise RuleError(place, f"the table {name} has no rows")
    head = rows[0][1]
    kinds = tuple(_column(cell, Place(chapter.file, rows[0][0])) for cell in head[:-1])
    facet = lexicon.facets().get(head[-1])
    if facet is None:
        raise RuleError(Place(chapter.file, rows[0][0]), f"{head[-1]} is no facet")
    parsed = tuple(
        _row(scope, kinds, facet, cells, Place(chapter.file, n)) for n, cells in rows[1:]
    )
    if name in source.tables:
        raise RuleError(place, f"the table {name} is given twice")
    table = tree.Table(name, kinds, facet, hit, total, parsed)
    source.tables[name] = scope.tables[name] = table
    source.table_clauses[name] = fence.clauses


_COLUMNS = {
    "五行": "element", "干": "stem", "天干": "stem", "日干": "stem", "支": "branch", "地支": "branch",
    "神": "branch", "將": "general", "天將": "general", "貴神": "general", "旺衰": "state",
    "長生": "stage", "季": "season", "陰陽": "polarity", "日": "pillar", "宿": "mansion",
}  # fmt: skip


def _column(word: str, place: Place) -> str:
    if word in _COLUMNS:
        return _COLUMNS[word]
    if word in lexicon.kinds():
        return word
    for method in ("liuren", "jinkoujue"):
        for entry in lexicon.forms(method).get(word, ()):
            if entry.role in ("quantity", "function"):
                return entry.kind
    raise RuleError(place, f"{word} is no quantity; a key column is headed by one such as 五行")


def _row(
    scope: Scope, kinds: tuple[str, ...], facet: str, cells: list[str], place: Place
) -> tuple[tuple[int, ...], str]:
    if len(cells) != len(kinds) + 1:
        raise RuleError(place, f"read {len(cells)} cells, expected {len(kinds) + 1}")
    keys = []
    for cell, kind in zip(cells, kinds, strict=False):
        found = [
            entry
            for entry in lexicon.forms(scope.method).get(cell, ())
            if entry.role == "value" and entry.kind == kind
        ]
        if not found:
            raise RuleError(place, f"{cell} is no {kind}")
        keys.append(found[0].values[0])
    concept = scope.vocabulary.find(facet, cells[-1])
    if concept is None:
        from liuren.rules.errors import did_you_mean

        hint = did_you_mean(cells[-1], scope.vocabulary.wordings.get(facet, {}))
        raise RuleError(place, f"{cells[-1]} is no concept of {facet}", hint=hint)
    return tuple(keys), concept


# ------------------------------------------------------------------ rules


def _rules(
    source: Source, scope: Scope, names: frozenset[str], chapter: Chapter, fence: Fence
) -> None:
    place = _place(chapter, fence)
    if not fence.clauses:
        raise RuleError(place, f"this {fence.kind} cites no clause; it must follow a quote")
    start = "static" if fence.kind == "definition" else "rules"
    parsed = parse_fence(fence.body, start, source.method, names, place)
    for surface in (parsed,) if start == "static" else parsed:
        checker = Checker(scope, place)
        rule, examples = checker.rule(surface)
        where = checker.at(surface.spot)
        source.rules.append(ClauseRule(fence.clauses, fence.kind, rule, where))
        for example in examples:
            at = Place(chapter.file, example.line, example.column)
            source.examples.append(ClauseExample(fence.clauses, example, at))


def _gate(source: Source, scope: Scope, names: frozenset[str], chapter: Chapter) -> None:
    place = Place(chapter.file, 1)
    lines = parse_fence(chapter.gate, "readings", source.method, names, place)
    reading = Checker(scope, place).reading(lines[0])
    if len(lines) != 1 or not reading.options or reading.condition is None:
        raise RuleError(place, "gate: expected one line 讀 KEY=VALUE 當 condition")
    source.gates[chapter.section] = reading


def _methods(source: Source, fence: Fence) -> None:
    for line in fence.body.split("\n"):
        words = line.split()
        if len(words) >= 2 and words[0] in ("行", "run"):
            for clause in fence.clauses:
                source.methods.setdefault(clause, []).append(words[1])


def chapter_problems(chapter: Chapter) -> list[RuleError]:
    """Faults of form: fences of no known kind, quotes without a fence, reasons left out."""
    from liuren.edition.chapters import FENCE_KINDS

    problems: list[RuleError] = []
    cited = {clause for fence in chapter.fences for clause in fence.clauses}
    for fence in chapter.fences:
        place = _place(chapter, fence)
        if fence.kind not in FENCE_KINDS:
            listed = ", ".join(FENCE_KINDS)
            problems.append(RuleError(place, f"{fence.kind!r} is no kind of fence: {listed}"))
        if fence.kind == "not-encoded" and not fence.body.strip():
            problems.append(RuleError(place, "a clause that is not encoded needs a reason"))
    for quote in chapter.quotes:
        if quote.id not in cited:
            message = f"{quote.id} {quote.text} has no fence"
            problems.append(RuleError(Place(chapter.file, quote.line), message))
    return problems


__all__ = ["ClauseExample", "ClauseRule", "DataError", "Source", "chapter_problems", "read_source"]
