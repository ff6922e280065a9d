"""Parsing fences: grammar.lark with the closed vocabulary put in, and what a syntax error says.

The result is a surface tree that still holds words; ``check`` gives the words their types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import lark.lexer
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from liuren.rules import lexicon
from liuren.rules.errors import Place, RuleError, did_you_mean

Spot = tuple[int, int]  # line and column inside the fence, from 1

# ------------------------------------------------------------------ surface tree


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Applied:
    text: str
    args: tuple[Surface, ...]
    spot: Spot


@dataclass(frozen=True, slots=True)
class Braces:
    items: tuple[Surface, ...]
    spot: Spot


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Param:
    name: str
    spot: Spot


Surface = Word | Applied | Braces | Number | Param


@dataclass(frozen=True, slots=True)
class Infix:
    """An atom with an operator; ``operator`` is over, carries, stands, within, at_least or a relation."""

    operator: str
    left: Surface
    right: Surface
    spot: Spot


@dataclass(frozen=True, slots=True)
class Formula:
    """``operator`` is always, not, all, any or predicate (its name and arguments in ``atom``)."""

    operator: str
    items: tuple[Formula | Infix, ...] = ()
    atom: Applied | None = None


@dataclass(frozen=True, slots=True)
class SurfaceConclusion:
    facet: str
    mode: str
    value: str
    args: tuple[Surface, ...] | None
    spot: Spot


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a rule: its keyword, and whichever parts it has."""

    keyword: str
    condition: Formula | Infix | None = None
    conclusions: tuple[SurfaceConclusion, ...] | None = None
    options: tuple[tuple[str, str], ...] = ()
    text: str = ""
    spot: Spot = (1, 1)


@dataclass(frozen=True, slots=True)
class SurfaceRule:
    condition: Formula | Infix
    conclusions: tuple[SurfaceConclusion, ...]
    lines: tuple[Line, ...]
    spot: Spot


class _Builder(Transformer[Token, Any]):
    """Lark callbacks, run while parsing."""

    def _spot(self, token: Token) -> Spot:
        return (token.line or 1, token.column or 1)

    def word(self, items: list[Any]) -> Word:
        return Word(str(items[0]), self._spot(items[0]))

    def number(self, items: list[Any]) -> Number:
        return Number(int(items[0]), self._spot(items[0]))

    def parameter(self, items: list[Any]) -> Param:
        return Param(str(items[0]), self._spot(items[0]))

    def arguments(self, items: list[Any]) -> tuple[Surface, ...]:
        return tuple(item for item in items if not isinstance(item, Token))

    def applied(self, items: list[Any]) -> Applied:
        return Applied(str(items[0]), items[1], self._spot(items[0]))

    def braces(self, items: list[Any]) -> Braces:
        return Braces(self.arguments(items), self._spot(items[0]))

    def predicate(self, items: list[Any]) -> Formula:
        return Formula("predicate", atom=self.applied(items))

    def bare(self, items: list[Any]) -> Formula:
        return Formula("predicate", atom=Applied(str(items[0]), (), self._spot(items[0])))

    def always(self, _items: list[Any]) -> Formula:
        return Formula("always")

    def _infix(self, operator: str, items: list[Any]) -> Infix:
        right = items[2]
        if isinstance(right, Token):
            right = Number(int(right), self._spot(right))
        return Infix(operator, items[0], right, self._spot(items[1]))

    def over(self, items: list[Any]) -> Infix:
        return self._infix("over", items)

    def carries(self, items: list[Any]) -> Infix:
        return self._infix("carries", items)

    def stands(self, items: list[Any]) -> Infix:
        return self._infix("stands", items)

    def within(self, items: list[Any]) -> Infix:
        return self._infix("within", items)

    def at_least(self, items: list[Any]) -> Infix:
        return self._infix("at_least", items)

    def related(self, items: list[Any]) -> Infix:
        return self._infix(lexicon.relation_forms()[str(items[1])], items)

    def negated(self, items: list[Any]) -> Formula:
        return Formula("not", (items[1],))

    def group(self, items: list[Any]) -> Formula | Infix:
        inner: Formula | Infix = items[1]
        return inner

    def _joined(self, operator: str, items: list[Any]) -> Formula | Infix:
        parts = tuple(item for item in items if not isinstance(item, Token))
        return parts[0] if len(parts) == 1 else Formula(operator, parts)

    def all_of(self, items: list[Any]) -> Formula | Infix:
        return self._joined("all", items)

    def any_of(self, items: list[Any]) -> Formula | Infix:
        return self._joined("any", items)

    def concept(self, items: list[Any]) -> tuple[str, None]:
        return (str(items[0]), None)

    def look_up(self, items: list[Any]) -> tuple[str, tuple[Surface, ...]]:
        return (str(items[0]), items[1])

    def _conclusion(self, mode: str, items: list[Any]) -> SurfaceConclusion:
        value, args = items[2]
        return SurfaceConclusion(str(items[0]), mode, value, args, self._spot(items[0]))

    def states(self, items: list[Any]) -> SurfaceConclusion:
        return self._conclusion("states", items)

    def leans(self, items: list[Any]) -> SurfaceConclusion:
        return self._conclusion("leans", items)

    def conclusions(self, items: list[Any]) -> tuple[SurfaceConclusion, ...]:
        return tuple(item for item in items if not isinstance(item, Token))

    def _line(self, keyword: str, items: list[Any], *, text: str = "") -> Line:
        condition = next((i for i in items if isinstance(i, Formula | Infix)), None)
        conclusions = next((i for i in items if isinstance(i, tuple)), None)
        options = []
        for item in items:
            if isinstance(item, Token) and item.type == "OPTION":
                key, value = item.rstrip(",，").split("=", 1)
                options.append((key, value))
        return Line(keyword, condition, conclusions, tuple(options), text, self._spot(items[0]))

    def also(self, items: list[Any]) -> Line:
        return self._line("also", items)

    def refinement(self, items: list[Any]) -> Line:
        return self._line("if", items)

    def exemption(self, items: list[Any]) -> Line:
        return self._line("unless", items)

    def read_condition(self, items: list[Any]) -> Line:
        return self._line("read", items)

    def read_conclusions(self, items: list[Any]) -> Line:
        return self._line("read", items)

    def read_inactive(self, items: list[Any]) -> Line:
        return self._line("inactive", items)

    def _text_line(self, keyword: str, items: list[Any]) -> Line:
        text = str(items[0])
        for form in sorted(lexicon.keyword(keyword), key=len, reverse=True):
            if text.startswith(form):
                text = text[len(form) :]
                break
        return self._line(keyword, items, text=text.strip())

    def example(self, items: list[Any]) -> Line:
        return self._text_line("example", items)

    def counterexample(self, items: list[Any]) -> Line:
        return self._text_line("counterexample", items)

    def note(self, items: list[Any]) -> Line:
        return self._text_line("note", items)

    def rule(self, items: list[Any]) -> SurfaceRule:
        spot = self._spot(items[0])
        return SurfaceRule(items[1], items[3], tuple(items[4:]), spot)

    def static(self, items: list[Any]) -> SurfaceRule:
        condition = next((i for i in items if isinstance(i, Formula | Infix)), Formula("always"))
        conclusions = next(i for i in items if isinstance(i, tuple))
        lines = tuple(i for i in items if isinstance(i, Line))
        return SurfaceRule(condition, conclusions, lines, conclusions[0].spot)

    def rules(self, items: list[Any]) -> tuple[SurfaceRule, ...]:
        return tuple(items)

    def readings(self, items: list[Any]) -> tuple[Line, ...]:
        return tuple(items)


# ------------------------------------------------------------------ the parser

_KEYWORDS = {
    "WHEN": "when",
    "THEN": "then",
    "ALSO": "also",
    "IF": "if",
    "UNLESS": "unless",
    "READ": "read",
    "INACTIVE": "inactive",
    "AND": "and",
    "OR": "or",
    "NOT": "not",
    "ALWAYS": "always",
    "OVER": "over",
    "CARRIES": "carries",
    "STANDS": "stands",
    "IS": "is",
    "WITHIN": "within",
    "AT_LEAST": "at-least",
}
_LINES = {"EXAMPLE": "example", "COUNTEREXAMPLE": "counterexample", "NOTE": "note"}


def _alternatives(words: Iterable[str]) -> str:
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "(" + "|".join(re.escape(word) for word in ordered) + ")"


def terminals(method: str, defined: frozenset[str]) -> dict[str, list[str]]:
    """The closed lists of the grammar: terminal → the words it takes."""
    relations = lexicon.relation_forms()
    words = [form for form in lexicon.forms(method) if form not in relations]
    found = {name: list(lexicon.keyword(key)) for name, key in _KEYWORDS.items()}
    found["WORD"] = [*words, *defined]
    found["RELATION"] = list(relations)
    found["FACET"] = list(lexicon.facets())
    return found


@lru_cache(maxsize=8)
def parser(method: str, defined: frozenset[str], strict: bool = False) -> Lark:
    """The parser for chapters of ``method`` in which ``defined`` predicates may be named.

    ``strict`` makes lark refuse any conflict of the grammar and any collision between terminals (run in a
    test; needs interegular). It then takes a part of the long lists only, since the comparison is slow.
    """
    source = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    lines = [source]
    for name, words in terminals(method, defined).items():
        words = words[:: max(1, len(words) // 16)] if strict else words
        lines.append(f"{name}: /{_alternatives(words).replace('/', chr(92) + '/')}/")
    for name, key in _LINES.items():
        lines.append(f"{name}: /{_alternatives(lexicon.keyword(key))}[^\\n]*/")
    # Where interegular is installed lark compares every pair of terminals, which takes a minute;
    # that belongs to the strict check only.
    lark.lexer.has_interegular = strict
    return Lark(
        "\n".join(lines),
        parser="lalr",
        lexer="contextual",
        start=["rules", "static", "readings"],
        transformer=None if strict else _Builder(),
        maybe_placeholders=False,
        keep_all_tokens=True,
        strict=strict,
    )


def parse_fence(body: str, start: str, method: str, defined: frozenset[str], place: Place) -> Any:
    """The surface tree of a fence body; ``start`` is rules, static or readings.

    ``place`` is where the info line of the fence stands.

    Raises:
        RuleError: a syntax error, with what was read, what was expected and the nearest word.
    """
    try:
        return parser(method, defined).parse(body, start=start)
    except UnexpectedInput as error:
        raise _explain(error, body, method, defined, place) from None


_NAMES = {
    "WORD": "a spirit, general, quantity, set or predicate",
    "RELATION": "剋 生 刑 沖 害 合 三合 比",
    "FACET": "a facet such as 人物, 色, 事",
    "VALUE": "a concept or a table",
    "OPTION": "KEY=VALUE",
    "NUMBER": "a number",
    "PARAMETER": "a parameter",
    "SEPARATOR": "，",
    "STATES": "=",
    "LEANS": "~",
    "LEFT": "(",
    "RIGHT": ")",
    "OPEN": "{",
    "CLOSE": "}",
    "$END": "the end of the fence",
}


def _explain(
    error: UnexpectedInput, body: str, method: str, defined: frozenset[str], place: Place
) -> RuleError:
    allowed: set[str]
    if isinstance(error, UnexpectedCharacters):
        allowed = set(error.allowed or ())
        position = error.pos_in_stream or 0
    elif isinstance(error, UnexpectedToken):
        allowed = set(error.accepts or error.expected)
        position = error.token.start_pos if error.token.start_pos is not None else len(body)
        if error.token.type == "$END":
            position = len(body.rstrip())
    else:  # pragma: no cover - lark has no other kind for this grammar
        allowed, position = set(), 0
    before = body[:position]
    line = before.count("\n") + 1
    column = position - (before.rfind("\n") + 1) + 1
    match = re.match(r"[^\s()（）{}｛｝,，;；=~]{1,12}|\S", body[position:])
    read = match[0] if match else ""
    where = Place(place.file, place.line + line, column)
    shown = f"read {read!r}" if read else "the fence ends here"
    message = f"{shown}, expected {_expected(allowed)}"
    known = terminals(method, defined)
    candidates = [word for name in allowed for word in known.get(name, ())]
    hint = did_you_mean(read, candidates) if read else ""
    # Part of a misspelt word may be a word itself (干上紳 begins with 干): look at the whole run too.
    run = re.search(r"[^\s()（）{}｛｝,，;；=~]*$", before)
    if not hint and read and run and run[0]:
        hint = did_you_mean(run[0] + read, known["WORD"])
    return RuleError(where, message, hint=hint)


def _expected(allowed: set[str]) -> str:
    names = []
    for name in sorted(allowed):
        if name in _KEYWORDS:
            names.append(lexicon.keyword(_KEYWORDS[name])[0])
        elif name in _LINES:
            names.append(lexicon.keyword(_LINES[name])[0])
        elif name in _NAMES:
            names.append(_NAMES[name])
    return ", ".join(names) if names else "something else"
