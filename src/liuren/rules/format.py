"""Rules as text: the canonical form of a typed tree, and a formatter for chapters.

``python -m liuren.rules.format texts/shefu/chapters/01-zi.md`` rewrites the fences of a chapter; with ``--check`` it
only says which would change. Reading the text of a rule gives the same tree again, in every keyword
language. Fences with comments are left as they are.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from liuren.rules import lexicon, tree
from liuren.rules.vocabulary import Vocabulary

#: Keyword languages → column of ``names`` in the lexicon.
COLUMNS = {"zh-Hant": 0, "zh-Hans": 1, "en": 2}


class Writer:
    """Writes trees in one keyword language: zh-Hant (canonical), zh-Hans or en.

    What may be written in several ways, a concept in the wording of its clause or a set in the order of the art
    (亥卯未), stays as it stands in ``written``.
    """

    def __init__(self, words: Vocabulary, language: str = "zh-Hant", written: str = "") -> None:
        self.words = words
        self.wordings: list[str] = re.findall(r"[=~]\s*([^\s，,；;()（）#=~]+)", written)
        sets: list[str] = re.findall(r"\{([^}\s]+)\}", written)
        self.sets = {frozenset(listed.split(",")): listed for listed in sets}
        self.language = language
        self.column = COLUMNS[language]

    def _keyword(self, name: str) -> str:
        return str(lexicon.tables()["keyword"][name][self.column])

    # -------------------------------------------------------------- operands

    def value(self, kind: str, value: int) -> str:
        name = lexicon.kinds()[kind][value]
        row = lexicon.tables()["values"].get(kind, {})
        if self.language == "zh-Hans":
            if "zh-Hans" in row:
                return str(row["zh-Hans"][value])
            spelt = lexicon.tables()["spellings"].get(kind, {})
            for simplified, canonical in spelt.items():
                if canonical == name and simplified not in ("天乙", "螣蛇"):
                    return str(simplified)
        if self.language == "en" and "en-names" in row:
            return str(row["en-names"][value])
        return name

    def operand(self, operand: tree.Operand) -> str:
        match operand:
            case tree.Literal("number", values, _):
                return str(values[0])
            case tree.Literal(kind, values, name):
                if name:
                    return str(lexicon.tables()["set"][name]["names"][self.column])
                listed = [self.value(kind, value) for value in values]
                if len(listed) == 1:
                    return listed[0]
                return "{" + self.sets.get(frozenset(listed), ",".join(listed)) + "}"
            case tree.Parameter(_, name):
                return name
            case tree.Quantity(_, name, ()):
                return str(lexicon.tables()["quantity"][name]["names"][self.column])
            case tree.Quantity(_, name, args):
                word = lexicon.tables()["function"][name]["names"][self.column]
                return f"{word}({self._list(args)})"
        raise AssertionError(operand)

    def _list(self, args: tuple[tree.Operand, ...]) -> str:
        return ",".join(self.operand(arg) for arg in args)

    # -------------------------------------------------------------- conditions

    def condition(self, condition: tree.Condition) -> str:
        match condition:
            case tree.Always():
                return self._keyword("always")
            case tree.Not(item):
                return f"{self._keyword('not')} {self._part(item)}"
            case tree.And(items):
                return f" {self._keyword('and')} ".join(self._part(item) for item in items)
            case tree.Or(items):
                return f" {self._keyword('or')} ".join(self._part(item) for item in items)
            case tree.Within(left, right):
                single = not isinstance(right, tree.Literal) or (
                    len(right.values) == 1 and not right.name
                )
                if isinstance(right, tree.Parameter):
                    single = False
                return self._infix(left, "is" if single else "within", right)
            case tree.AtLeast(left, number):
                return f"{self.operand(left)} {self._keyword('at-least')} {number}"
            case tree.Over(left, right):
                return self._infix(left, "over", right)
            case tree.Carries(left, right):
                return self._infix(left, "carries", right)
            case tree.Stands(left, right):
                return self._infix(left, "stands", right)
            case tree.Relation(name, left, right):
                word = lexicon.tables()["relation"][name]["names"][self.column]
                return f"{self.operand(left)} {word} {self.operand(right)}"
            case tree.Predicate(name, args):
                word = lexicon.tables()["predicate"][name]["names"][self.column]
                return f"{word}({self._list(args)})" if args else str(word)
            case tree.Call(name, args, _):
                return f"{name}({self._list(args)})" if args else name
        raise AssertionError(condition)

    def _part(self, item: tree.Condition) -> str:
        """A part of a compound condition, in brackets if it is one itself."""
        said = self.condition(item)
        return f"({said})" if isinstance(item, tree.And | tree.Or) else said

    def _infix(self, left: tree.Operand, keyword: str, right: tree.Operand) -> str:
        return f"{self.operand(left)} {self._keyword(keyword)} {self.operand(right)}"

    # -------------------------------------------------------------- conclusions and rules

    def conclusions(self, conclusions: tuple[tree.Conclusion, ...]) -> str:
        return "，".join(self._conclusion(conclusion) for conclusion in conclusions)

    def _conclusion(self, conclusion: tree.Conclusion) -> str:
        facet = self._facet(conclusion.facet)
        sign = "=" if conclusion.mode == "states" else "~"
        if isinstance(conclusion.value, tree.LookUp):
            value = f"{conclusion.value.table}({self._list(conclusion.value.args)})"
        else:
            value = self._concept(conclusion.facet, conclusion.value)
        return f"{facet} {sign} {value}"

    def _facet(self, facet: str) -> str:
        if self.language == "en":
            return facet
        words = [word for word, name in lexicon.facets().items() if name == facet]
        return words[0]

    def _concept(self, facet: str, concept: str) -> str:
        if self.language == "en":
            return concept
        for wording in self.wordings:
            if self.words.find(facet, wording) == concept:
                return wording
        label = self.words.concepts[concept].labels.get(self.language, concept)
        fits = self.words.find(facet, label) == concept and not set(label) & set(" ，,；;()（）#=~")
        return label if fits else concept

    def reading(self, reading: tree.Reading) -> str:
        options = " ".join(f"{key}={value}" for key, value in reading.options)
        head = f"{self._keyword('read')} {options} " if reading.options else ""
        if not reading.active:
            return f"{head}{self._keyword('inactive')}"
        parts = []
        if reading.condition is not None:
            parts.append(f"{self._keyword('when')} {self.condition(reading.condition)}")
        if reading.conclusions is not None:
            parts.append(f"{self._keyword('then')} {self.conclusions(reading.conclusions)}")
        return head + " ".join(parts)

    def rule(self, rule: tree.Rule, examples: tuple[tree.Example, ...] = ()) -> str:
        """The rule as the lines of a fence: rule, readings, refinements, exemptions, examples, notes."""
        lines = [
            f"{self._keyword('when')} {self.condition(rule.condition)}",
            f"{self._keyword('then')} {self.conclusions(rule.conclusions)}",
        ]
        lines += [self.reading(reading) for reading in rule.readings]
        for refinement in rule.refinements:
            said = self.conclusions(refinement.conclusions)
            lines.append(
                f"{self._keyword('if')} {self.condition(refinement.condition)}"
                f" {self._keyword('then')} {said}"
            )
        for exemption in rule.exemptions:
            line = f"{self._keyword('unless')} {self.condition(exemption.condition)}"
            if exemption.conclusions:
                line += f" {self._keyword('then')} {self.conclusions(exemption.conclusions)}"
            lines.append(line)
        for example in examples:
            word = self._keyword("example" if example.holds else "counterexample")
            lines.append(f"{word} {' '.join(example.chart.split())}")
        lines += [f"{self._keyword('note')} {note}" for note in rule.notes]
        return "\n".join(lines)

    def static(self, rule: tree.Rule) -> str:
        """A definition fence: its conclusions, and notes."""
        lines = [f"{self._keyword('then')} {self.conclusions(rule.conclusions)}"]
        if not isinstance(rule.condition, tree.Always):
            lines.insert(0, f"{self._keyword('when')} {self.condition(rule.condition)}")
        lines += [f"{self._keyword('note')} {note}" for note in rule.notes]
        return "\n".join(lines)


# ------------------------------------------------------------------ chapters


def format_chapter(text: str, file: str, scope: Any, names: frozenset[str]) -> str:
    """The chapter with its rule, variant, definition and define fences in canonical form.

    Raises:
        RuleError: a fence that cannot be read.
    """
    from liuren.edition.chapters import scan_chapter

    chapter = scan_chapter(text, file)
    lines = text.split("\n")
    for fence in reversed(chapter.fences):
        if "#" in fence.body:
            continue
        body = format_fence(fence, file, scope, names)
        if body is not None:
            start = fence.line
            end = start + len(fence.body.split("\n"))
            lines[start:end] = body.split("\n")
    return "\n".join(lines)


def format_fence(fence: Any, file: str, scope: Any, names: frozenset[str]) -> str | None:
    """The body of a fence in canonical form; None for kinds that have none."""
    from liuren.rules.errors import Place
    from liuren.rules.parse import parse_fence
    from liuren.rules.resolve import Checker

    place = Place(file, fence.line)
    writer = Writer(scope.vocabulary, written=fence.body)
    if fence.kind == "define":
        from liuren.rules.source import definition_heading

        lines = parse_fence(fence.body, "readings", scope.method, names, place)
        _, parameters = definition_heading(fence.info, place)
        checker = Checker(scope, place, parameters)
        return "\n".join(writer.reading(checker.reading(line)) for line in lines)
    if fence.kind not in ("rule", "variant", "definition"):
        return None
    if fence.kind == "definition":
        surface = parse_fence(fence.body, "static", scope.method, names, place)
        return writer.static(Checker(scope, place).rule(surface)[0])
    surfaces = parse_fence(fence.body, "rules", scope.method, names, place)
    return "\n".join(writer.rule(*Checker(scope, place).rule(surface)) for surface in surfaces)


def main(arguments: list[str] | None = None) -> int:
    """Write the fences of chapters in canonical form; with --check exit status 1 if some would change."""
    from liuren.edition.works import chapter_files, works
    from liuren.rules.source import open_scope

    parser = ArgumentParser(prog="python -m liuren.rules.format", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("files", nargs="*", type=Path, help="chapters; all where none is named")
    given = parser.parse_args(arguments)
    check, wanted = given.check, {path.resolve() for path in given.files}
    changed = 0
    for work in works():
        scope, names = open_scope(work)
        for path in chapter_files(work):
            if wanted and path.resolve() not in wanted:
                continue
            before = path.read_text(encoding="utf-8")
            after = format_chapter(before, path.name, scope, names)
            if after != before:
                changed += 1
                print(path)
                if not check:
                    path.write_text(after, encoding="utf-8")
    return int(check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
