"""Worked examples inside chapters: reading the chart they name, casting it, asking whether the clause fires.

A line reads ``甲子日 午將 申時 寅月``, for 金口訣 also ``酉位``, or ``課 甲 玄武 申 午`` for a chart given by its
four positions. Options of the convention may stand at its end: ``A01=either``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from liuren.rules.errors import Place, RuleError
from liuren.terms.errors import LiurenError

#: Suffix of a word → the argument it gives, by method.
_SUFFIXES = {
    "liuren": {
        "日": "day", "將": "general", "将": "general", "時": "hour", "时": "hour", "月": "month",
        "年": "year", "歲": "age_branch", "岁": "age_branch", "命": "birth", "來": "direction",
        "来": "direction", "節": "term", "节": "term", "占": "season",
    },
    "jinkoujue": {
        "日": "day", "將": "general", "将": "general", "時": "hour", "时": "hour", "月": "month",
        "年": "year", "位": "seat", "歲": "annual", "岁": "annual", "命": "birth", "運": "great_run",
        "运": "great_run", "客": "guest",
    },
}  # fmt: skip
_WHOLE: Mapping[str, tuple[str, Any]] = {
    "晝占": ("daytime", True), "昼占": ("daytime", True), "夜占": ("daytime", False),
    "君子問": ("querent", "君子"), "君子问": ("querent", "君子"),
    "小人問": ("querent", "小人"), "小人问": ("querent", "小人"),
    "男": ("sex", "male"), "女": ("sex", "female"),
}  # fmt: skip


def read_example(text: str, method: str, place: Place) -> dict[str, Any]:
    """The arguments that an example line gives to the caster of ``method``.

    Raises:
        RuleError: a word that is none of the known ones.
    """
    found: dict[str, Any] = {}
    options: dict[str, str] = {}
    words = text.split("=>")[0].split()
    if words and words[0] in ("課", "课"):
        if len(words) < 5:
            raise RuleError(place, f"read {text!r}, expected 課 and stem, noble, general, seat")
        found["positions"] = tuple(words[1:5])
        words = words[5:]
    for word in words:
        if word in _WHOLE:
            key, value = _WHOLE[word]
        elif word.startswith(("所問", "所问")):
            key, value = "topic", word[2:]
        elif re.fullmatch(r"\w+=[\w+-]+", word):
            option, setting = word.split("=")
            options[option] = setting
            continue
        else:
            key, value = _SUFFIXES[method].get(word[-1], ""), word[:-1]
            if not key or not value:
                raise RuleError(
                    place,
                    f"read {word!r} in an example, expected words such as 甲子日 午將 申時 寅月",
                )
            if key == "guest":
                value = int(value) if value.isdigit() else value
        if key in found:
            raise RuleError(place, f"{word} gives {key} a second time")
        found[key] = value
    if options:
        found["convention"] = options
    return found


def cast(arguments: dict[str, Any], method: str, place: Place) -> Any:
    """The chart of an example.

    Raises:
        RuleError: the chart cannot be cast; the message is that of the caster.
    """
    given = dict(arguments)
    try:
        if method == "liuren":
            from liuren.charts.liuren import liuren_chart

            return liuren_chart(**given)
        from liuren.charts.jinkoujue import jinkoujue_chart, positions_chart

        if "positions" in given:
            return positions_chart(*given.pop("positions"), **given)
        return jinkoujue_chart(**given)
    except LiurenError as error:
        raise RuleError(place, f"this chart cannot be cast: {error.message}") from error
    except TypeError as error:
        raise RuleError(place, f"this chart cannot be cast: {error}") from error


def failing(source: Any) -> list[RuleError]:
    """The examples of a ``source.Source`` that do not come out as their chapter says."""
    from liuren.rules.rulebook import rulebook

    problems: list[RuleError] = []
    for item in source.examples:
        try:
            arguments = read_example(item.example.chart, source.method, item.place)
            chart = cast(arguments, source.method, item.place)
        except RuleError as error:
            problems.append(error)
            continue
        rules = rulebook(source.work, chart.convention)
        facts = rules.facts(chart)
        fires = any(
            rule.fires(facts) for rule in rules.rules if set(rule.clauses) & set(item.clauses)
        )
        if fires != item.example.holds:
            said = "fires" if fires else "does not fire"
            names = ", ".join(item.clauses)
            problems.append(RuleError(item.place, f"{names} {said} on {item.example.chart}"))
    return problems
