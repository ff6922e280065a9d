"""Conditions in words: zh-Hant, zh-Hans, Korean, English, from the tree and the templates of the lexicon."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from liuren.rules import lexicon, tree
from liuren.terms.labels import LANGUAGES, term
from liuren.terms.particles import particle

Words = dict[str, str]

_PLACE = re.compile(r"\{(\d)(?::(이|을|은|과|으로|의))?\}")


def in_all(say: Callable[[str], str]) -> Words:
    """A sentence in the four languages."""
    return {language: say(language) for language in LANGUAGES}


def fill(template: str, arguments: list[str]) -> str:
    """The template with its places filled; Korean particles follow the word before them."""

    def replace(match: re.Match[str]) -> str:
        word = arguments[int(match[1])]
        return word + particle(word, match[2]) if match[2] else word

    return _PLACE.sub(replace, template)


def korean_linked(said: str, ending: str) -> str:
    """A Korean clause in its noun form (있음, 태움, 임) with 고 or 거나 put on its verb.

    What stands in brackets at the end stays there: 있음(加日) becomes 있고(加日).
    """
    match = re.fullmatch(r"(.*?)((?:\s*\([^()]*\))*)", said, re.DOTALL)
    assert match is not None
    spoken, rest = match[1], match[2]
    last = spoken[-1:]
    if not "가" <= last <= "힣":
        return f"{spoken}{rest}이{ending}"
    code = ord(last) - ord("가")
    final = code % 28
    if last == "음":
        return f"{spoken[:-1]}{ending}{rest}"
    if final in (16, 10):  # ㅁ, ㄻ: the noun form of a verb
        stem = chr(ord("가") + code - final + (8 if final == 10 else 0))
        return f"{spoken[:-1]}{stem}{ending}{rest}"
    return f"{spoken}{rest}이{ending}"


def korean_denied(said: str) -> str:
    """A single Korean clause in its noun form, denied: 보임 becomes 보이지 않음, 극(剋)이 있음 becomes 극(剋)이 없음."""
    denied = korean_linked(said, "지 않음")
    return re.sub(r"(?<=[이가] )있지 않음", "없음", denied)


# ------------------------------------------------------------------ operands


def value_name(kind: str, value: int, language: str) -> str:
    """A value of a kind in words."""
    name = lexicon.kinds()[kind][value]
    row = lexicon.tables()["values"].get(kind, {})
    if kind in ("branch", "stem", "general", "element", "pillar"):
        if kind == "pillar":
            parts = (term("stem", name[0], language), term("branch", name[1], language))
            return _pillar(name, parts, language)
        label = term(kind, name, language)
        if language == "en" and kind in ("branch", "stem", "general"):
            article = "the " if kind == "general" else ""
            return f"{article}{label} ({name})"
        return label
    column = row.get(language)
    return str(column[value]) if column else name


def _pillar(name: str, parts: tuple[str, str], language: str) -> str:
    if language.startswith("zh"):
        return name
    if language == "ko":
        return f"{parts[0].split('(')[0]}{parts[1].split('(')[0]}({name})"
    return f"{'-'.join(part.split(' ')[0] for part in parts)} ({name})"


@lru_cache(maxsize=20000)
def operand_phrase(operand: tree.Operand, language: str) -> str:
    """An operand in words."""
    match operand:
        case tree.Literal(kind, values, name):
            if name:
                row = lexicon.tables()["set"][name]
                return _name(row, language)
            names = [value_name(kind, value, language) for value in values]
            return listed(names, language)
        case tree.Parameter(_, name):
            return name
        case tree.Quantity(_, name, ()):
            return _name(lexicon.tables()["quantity"][name], language)
        case tree.Quantity(_, name, args):
            row = lexicon.tables()["function"][name]
            return fill(row[language], [operand_phrase(arg, language) for arg in args])
    raise AssertionError(operand)


def listed(names: list[str], language: str) -> str:
    """Alternatives in words: a, b or c."""
    atoms = lexicon.tables()["atom"]
    *others, final = names
    if not others:
        return final
    return str(atoms["list"][language]).join(others) + str(atoms["last"][language]) + final


def _name(row: dict[str, Any], language: str) -> str:
    if language == "zh-Hant":
        return str(row["names"][0])
    if language == "zh-Hans":
        return str(row["names"][1])
    return str(row[language])


# ------------------------------------------------------------------ conditions


class Printer:
    """Prints conditions of one work; ``named`` gives templates for its definitions.

    A definition without a template is printed by what it means, in Chinese by its name.
    """

    def __init__(
        self,
        named: dict[str, Words],
        bodies: dict[str, tuple[tuple[str, ...], tree.Condition | None]],
    ) -> None:
        self.named = named
        self.bodies = bodies
        self._known: dict[tuple[tree.Condition, str], str] = {}

    def words(self, condition: tree.Condition) -> Words:
        """The condition in four languages."""
        return in_all(lambda language: self.phrase(condition, language))

    def phrase(self, condition: tree.Condition, language: str) -> str:
        """The condition in one language."""
        key = (condition, language)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._phrase(condition, language)
        return found

    def _phrase(self, condition: tree.Condition, language: str) -> str:
        atoms = lexicon.tables()["atom"]
        match condition:
            case tree.Always():
                return str(atoms["always"][language])
            case tree.Not(item):
                said = self.phrase(item, language)
                if language == "ko" and ", " not in said:  # no list: 없음 can deny no more than one
                    return korean_denied(said)
                return fill(atoms["not"][language], [said])
            case tree.And(items):
                return self._joined(items, "and", tree.Or, language)
            case tree.Or(items):
                return self._joined(items, "or", tree.And, language)
            case tree.Within(left, right):
                return self._say(atoms["is"], (left, right), language)
            case tree.AtLeast(left, number):
                words = [operand_phrase(left, language), str(number)]
                return fill(atoms["at-least"][language], words)
            case tree.Over(a, b):
                return self._say(atoms["over"], (a, b), language)
            case tree.Carries(a, b):
                return self._say(atoms["carries"], (a, b), language)
            case tree.Stands(a, b):
                return self._say(atoms["stands"], (a, b), language)
            case tree.Relation(name, a, b):
                row = lexicon.tables()["relation"][name]
                if language.startswith("zh"):
                    word = row["names"][0 if language == "zh-Hant" else 1]
                    return f"{operand_phrase(a, language)}{word}{operand_phrase(b, language)}"
                return self._say(row, (a, b), language)
            case tree.Predicate(name, args):
                return self._say(lexicon.tables()["predicate"][name], args, language)
            case tree.Call(name, args, _):
                return self._call(name, args, language)
        raise AssertionError(condition)

    def _joined(
        self,
        items: tuple[tree.Condition, ...],
        word: str,
        other: type[tree.And] | type[tree.Or],
        language: str,
    ) -> str:
        parts = [self._grouped(item, other, language) for item in items]
        if language == "ko":
            ending = "고" if word == "and" else "거나"
            link = " 그리고 " if word == "and" else " 또는 "
            return (
                "".join(
                    part + link
                    if part.endswith(")") and part.startswith("(")
                    else korean_linked(part, ending) + ", "
                    for part in parts[:-1]
                )
                + parts[-1]
            )
        return str(lexicon.tables()["atom"][word][language]).join(parts)

    def _grouped(
        self, item: tree.Condition, other: type[tree.And] | type[tree.Or], language: str
    ) -> str:
        said = self.phrase(item, language)
        joined = isinstance(item, other) or (
            isinstance(item, tree.Call)
            and item.name not in self.named
            and not language.startswith("zh")
        )
        if not joined:
            return said
        return fill(lexicon.tables()["atom"]["group"][language], [said])

    def _say(self, row: dict[str, Any], args: tuple[tree.Operand, ...], language: str) -> str:
        return fill(row[language], [operand_phrase(arg, language) for arg in args])

    def _call(self, name: str, args: tuple[tree.Operand, ...], language: str) -> str:
        template = self.named.get(name, {}).get(language)
        words = [operand_phrase(arg, language) for arg in args]
        if template:
            return fill(template, words)
        parameters, body = self.bodies[name]
        if language.startswith("zh") or body is None:
            return f"{name}（{'，'.join(words)}）" if words else name
        bound = dict(zip(parameters, args, strict=True))
        return self.phrase(substitute(body, bound), language)


# ------------------------------------------------------------------ definitions unfolded


def substitute(condition: tree.Condition, bound: dict[str, tree.Operand]) -> tree.Condition:
    """The body of a definition with its parameters replaced."""
    return tree.with_operands(
        condition, lambda o: bound[o.name] if isinstance(o, tree.Parameter) else None
    )


def unfold(
    condition: tree.Condition, bodies: dict[str, tuple[tuple[str, ...], tree.Condition | None]]
) -> tree.Condition:
    """The condition with every definition carrying its body; the name stays on the node."""
    match condition:
        case tree.And(items):
            return tree.And(tuple(unfold(item, bodies) for item in items))
        case tree.Or(items):
            return tree.Or(tuple(unfold(item, bodies) for item in items))
        case tree.Not(item):
            return tree.Not(unfold(item, bodies))
        case tree.Call(name, args, _):
            parameters, body = bodies[name]
            if body is None:
                return tree.Call(name, args, tree.Not(tree.Always()))
            bound = dict(zip(parameters, args, strict=True))
            return tree.Call(name, args, unfold(substitute(body, bound), bodies))
        case _:
            return condition
