"""What follows from the four positions of a 金口訣 chart, in words: moves, combinations, timing, spirits."""

from __future__ import annotations

from liuren.drawing.marks import PLACES, WIDE_SPACE, Data, is_chinese
from liuren.terms.labels import message, term


def jinkoujue_facts(chart: Data, language: str) -> list[tuple[str, list[str]]]:
    """A title and its lines for each kind of fact that the chart has."""
    found = [
        ("chart.moves", _moves(chart, language)),
        ("chart.combinations", _combinations(chart, language)),
        ("chart.timing", _timing(chart, language)),
        ("chart.spirits", _spirits(chart, language)),
    ]
    return [(message(key, language), lines) for key, lines in found if lines]


def _place(position: str, language: str) -> str:
    return message(PLACES[position], language)


def _moves(chart: Data, language: str) -> list[str]:
    names = " · ".join(term("move", name, language) for name in chart["moves"])
    return [names] if names else []


def _combinations(chart: Data, language: str) -> list[str]:
    """One line for each name, with the positions between which it is (who punishes first)."""
    said: dict[str, list[str]] = {}
    for found in chart["combinations"]:
        between = [_place(position, language) for position in found["between"]]
        if found.get("missing"):
            between.append(message("chart.wanting", language, branch=found["missing"]))
        if found.get("broken"):
            between.append(message("chart.broken", language))
        comma = message("comma", language)
        said.setdefault(found["name"], []).append(comma.join(between))
    stop = message("semicolon", language)
    return [
        term("union", name, language) + message("colon", language) + stop.join(each)
        for name, each in said.items()
    ]


def _timing(chart: Data, language: str) -> list[str]:
    """What to wait for; with a moment, when the next hour, day, month and year of it begin."""
    timing = chart["timing"]
    lines = [_sign(sign, language) for sign in timing["signs"]]
    for killer in timing["hastened_by"]:
        name = term("star", killer, language)
        lines.append(message("chart.timing.soon", language, killer=name))
    for bound in timing["within"]:
        within = message(f"chart.within.{bound['unit']}", language)
        lines.append(_place(bound["position"], language) + message("colon", language) + within)
    return lines


def _sign(sign: Data, language: str) -> str:
    line = f"{term('union', sign['by'], language)}{WIDE_SPACE}{sign['stem'] or ''}{sign['branch'] or ''}"
    if not sign["next"]:
        return line
    gap = WIDE_SPACE if is_chinese(language) else "  "
    dates = gap.join(
        f"{message('chart.' + unit, language)} {found['begins'].replace('T', ' ')}"
        for unit, found in sign["next"].items()
        if found
    )
    return f"{line}{WIDE_SPACE}{dates}"


def _spirits(chart: Data, language: str) -> list[str]:
    """Some thirty spirits have a place; what a reader looks for are those that stand in the chart."""
    return [
        _place(position, language)
        + message("colon", language)
        + " · ".join(term("star", name, language) for name in names)
        for position, names in chart["spirits_on"].items()
        if names
    ]
