"""``example`` fences: what the book works out itself, checked line by line.

A line states a fact and, after ``=>``, what the book says it comes to::

    課 甲 玄武 申 午 => 五行 木 水 金 火      also 旺衰 …, 條 49 (a clause that fires), 人元 甲, 貴神 …,
                                          or any condition of the language
    客 2 壬寅日 午時 子將 申位 => 將神 亥     the second guest of the hour
    行年 甲午生 男 66歲 => 辛丑
    時柱 甲寅日 巳時 => 己巳
    納音 甲午 => 金
    煞 子 劫煞 => 巳                        a killer counted from a branch
    被頭星 辰 => 子
    合 甲 己, 三合 亥 卯, 六合 亥 寅           relations that hold
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from liuren.rules.errors import Place, RuleError
from liuren.rules.examples import cast, read_example
from liuren.rules.source import Source, open_scope
from liuren.terms import branches, elements, generals, parse, pillars, relations, spirits, stems
from liuren.terms.errors import LiurenError


def failing_statements(source: Source) -> list[RuleError]:
    """The lines of example fences that do not come out."""
    problems = []
    for place, line in statements(source):
        try:
            said, found = outcome(source, line, place)
        except RuleError as error:
            problems.append(error)
            continue
        except LiurenError as error:
            problems.append(RuleError(place, error.message))
            continue
        if said != found:
            problems.append(RuleError(place, f"{line}: the book says {said}, found {found}"))
    return problems


def statements(source: Source) -> Iterator[tuple[Place, str]]:
    """Every line of every example fence of a work."""
    for chapter in source.chapters:
        for fence in chapter.fences:
            if fence.kind != "example":
                continue
            for number, line in enumerate(fence.body.split("\n"), fence.line + 1):
                text = line.split("#")[0].strip()
                if text:
                    yield Place(chapter.file, number), text


def outcome(source: Source, line: str, place: Place) -> tuple[str, str]:
    """What the book says, and what comes out, as comparable text.

    Raises:
        RuleError: the line is of no known form.
    """
    given, _, said = (part.strip() for part in line.partition("=>"))
    words = given.split()
    form = _FORMS.get(words[0])
    if form is not None:
        return said or "是", form(words[1:], place)
    if words[0] in ("課", "客"):
        chart = _chart(source.method, words, place)
        return _compare(source, chart, said, place)
    listed = " ".join([*_FORMS, "課", "客"])
    raise RuleError(place, f"read {words[0]!r}, expected one of {listed}")


def _chart(method: str, words: list[str], place: Place) -> Any:
    if words[0] == "客":
        words = [*words[2:], f"{words[1]}客"]
    elif words[1].endswith("日"):
        words = words[1:]
    return cast(read_example(" ".join(words), method, place), method, place)


def _compare(source: Source, chart: Any, said: str, place: Place) -> tuple[str, str]:
    words = said.split()
    match words[0]:
        case "五行":
            return said, " ".join(["五行", *(elements.NAMES[e] for e in chart.elements)])
        case "旺衰":
            return said, " ".join(["旺衰", *(elements.STATES[s] for s in chart.strength)])
        case "條":
            from liuren.rules.finding import fired

            clause = f"{source.work}:{words[1]}"
            return said, said if clause in fired(chart, source.work) else "不行"
    parts = [part.split() for part in re.split(r"[,，]\s*", said)]
    names = {
        "人元": stems.NAMES[chart.stem],
        "貴神": generals.NAMES[chart.noble],
        "將神": branches.NAMES[chart.general],
        "地分": branches.NAMES[chart.seat],
    }
    if all(len(part) == 2 and part[0] in names for part in parts):
        return said, ", ".join(f"{name} {names[name]}" for name, _ in parts)
    return "是", "是" if _holds(source, chart, said, place) else "否"


def _holds(source: Source, chart: Any, said: str, place: Place) -> bool:
    """Whether a condition of the language holds on a chart."""
    from liuren.rules.parse import parse_fence
    from liuren.rules.resolve import Checker
    from liuren.rules.rulebook import rulebook

    scope, names = open_scope(source.work)
    (line,) = parse_fence(f"當 {said}", "readings", source.method, names, place)
    condition = Checker(scope, place).condition(line.condition)
    book = rulebook(source.work, chart.convention)
    return bool(book.evaluator.test(condition)(book.facts(chart)))


# ------------------------------------------------------------------ facts without a chart


def _annual(words: list[str], _place: Place) -> str:
    from liuren.charts.annual import annual_pillar

    birth = parse.parse_pillar(words[0].removesuffix("生"))
    age = int(words[2].removesuffix("歲"))
    found = annual_pillar(birth, parse.parse_sex(words[1]), age)
    return pillars.NAMES[found]


def _hour(words: list[str], _place: Place) -> str:
    day = parse.parse_pillar(words[0].removesuffix("日"))
    branch = parse.parse_branch(words[1].removesuffix("時"))
    return stems.NAMES[stems.five_rat(day % 10, branch)] + branches.NAMES[branch]


def _sound(words: list[str], _place: Place) -> str:
    return elements.NAMES[pillars.sound(parse.parse_pillar(words[0]))]


def _killer(words: list[str], _place: Place) -> str:
    base = parse.parse_branch(words[0])
    for branch in range(12):
        if spirits.frame_killer(base, branch) == words[1]:
            return branches.NAMES[branch]
    return "無"


def _star(words: list[str], _place: Place) -> str:
    from liuren.charts.killers import head_cover_star

    rule = words[1].split("=")[1] if len(words) > 1 else "four_minus"
    return branches.NAMES[head_cover_star(parse.parse_branch(words[0]), rule)]


def _relation(holds: Callable[[str, str], bool]) -> Callable[[list[str], Place], str]:
    return lambda words, _place: "是" if holds(words[0], words[1]) else "否"


def _stems_combine(a: str, b: str) -> bool:
    return stems.partner(parse.parse_stem(a)) == parse.parse_stem(b)


def _frame(a: str, b: str) -> bool:
    return relations.same_frame(parse.parse_branch(a), parse.parse_branch(b))


def _six(a: str, b: str) -> bool:
    return relations.COMBINES[parse.parse_branch(a)] == parse.parse_branch(b)


_FORMS: dict[str, Callable[[list[str], Place], str]] = {
    "行年": _annual,
    "時柱": _hour,
    "納音": _sound,
    "煞": _killer,
    "被頭星": _star,
    "合": _relation(_stems_combine),
    "三合": _relation(_frame),
    "六合": _relation(_six),
}
