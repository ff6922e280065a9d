"""Named patterns (課體, 格) beyond the heading of a chart.

Definitions as counted against 御定直指 (717 labelled charts) and 六壬大全 volumes 7–10. Frames of
the transmissions come first, then shapes of the lessons, then those that need generals or a month.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from liuren.charts.nine_methods import Decision, lessons
from liuren.terms import branches, elements, generals, pillars, spirits, stems

_FRAMES: Final = {
    frozenset({8, 0, 4}): "潤下",
    frozenset({11, 3, 7}): "曲直",
    frozenset({2, 6, 10}): "炎上",
    frozenset({5, 9, 1}): "從革",
}

#: 間傳 by first transmission: steps of +2 and of −2.
_FORWARD_GAPS: Final = (
    "向三陽", "出戶", "出三陽", "盈陽", "登三天", "變盈",
    "出三天", "入冥", "涉三淵", "凝陰", "入三淵", "溟濛",
)  # fmt: skip
_BACKWARD_GAPS: Final = (
    "偃蹇", "極陰", "冥陽", "斷澗", "涉疑", "轉悖",
    "顧祖", "回明", "凝陽", "勵明", "悖戾", "時遁",
)  # fmt: skip


def patterns(
    day: int,
    offset: int,
    decision: Decision,
    riders: tuple[int, ...],
    month: int | None,
) -> tuple[str, ...]:
    """Names of all patterns that hold, without the heading ``decision.form`` itself."""
    three = decision.transmissions
    found = _of_plate(day, offset, three, decision.method, decision.form, decision.names)
    riding = _of_generals(day, offset, decision, riders, month)
    return tuple(dict.fromkeys((*found, *riding))) if riding else found


@lru_cache(maxsize=4096)
def _of_plate(
    day: int,
    offset: int,
    three: tuple[int, int, int],
    method: str,
    form: str,
    further: tuple[str, ...],
) -> tuple[str, ...]:
    names = [*_of_transmissions(three), *_of_lessons(day, offset, three), method, *further]
    return tuple(dict.fromkeys(name for name in names if name not in (form, "賊剋")))


def _of_transmissions(three: tuple[int, int, int]) -> list[str]:
    names: list[str] = []
    first, middle, last = three
    frame = _FRAMES.get(frozenset(three))
    if frame:
        names.append(frame)
    ranks = {branches.RANKS[branch] for branch in three}
    if ranks == {2}:
        names.append("稼穡")
    elif ranks == {0}:
        names.append("玄胎")
    elif ranks == {1}:
        names.append("三交")
    step, second = (middle - first) % 12, (last - middle) % 12
    if step == second:
        if step == 1:
            names += ["連茹", "進茹"]
        elif step == 11:
            names += ["連茹", "退茹"]
        elif step == 2:
            names += ["間傳", "進間", _FORWARD_GAPS[first]]
        elif step == 10:
            names += ["間傳", "退間", _BACKWARD_GAPS[first]]
    return names


def _of_lessons(day: int, offset: int, three: tuple[int, int, int]) -> list[str]:
    names: list[str] = []
    four = lessons(day, offset)
    uppers = [upper for upper, _ in four]
    stem_element = stems.ELEMENTS[day % 10]
    on_stem, on_branch = uppers[0], uppers[2]
    if len(set(uppers)) == 3:
        names += ["不備", _missing(day, uppers)]
    if _over(on_stem, branches.ELEMENTS[day % 12]) and _over(on_branch, stem_element):
        names.append("蕪淫")
    if elements.overcomes(stem_element, branches.ELEMENTS[on_branch]) and elements.overcomes(
        branches.ELEMENTS[day % 12], branches.ELEMENTS[on_stem]
    ):
        names.append("解離")
    above, below = _overcomings(day, four)
    if above == 4:
        names.append("無祿")
    elif below == 4:
        names.append("絕嗣")
    elif above == 3 or below == 3:
        names.append("度厄")
    if three[0] in (4, 10) and {on_stem, on_branch} & {4, 10}:
        names.append("斬關")
    parity = {branch % 2 for branch in (*uppers, *three)}
    if len(parity) == 1:
        names.append("六陰" if parity == {1} else "六陽")
    return names


def _over(spirit: int, element: int) -> bool:
    return elements.overcomes(branches.ELEMENTS[spirit], element)


def _missing(day: int, uppers: list[int]) -> str:
    """陰不備 or 陽不備. A yang day reads lessons 1 2 3 4, a yin day 3 4 1 2; the repeated one is
    struck. The first and third are the yang lessons (日之陽, 辰之陽); the lesser kind is wanting.
    """
    order = (0, 1, 2, 3) if day % 2 == 0 else (2, 3, 0, 1)
    seen: set[int] = set()
    for lesson in order:
        if uppers[lesson] in seen:
            return "陽不備" if lesson % 2 == 0 else "陰不備"
        seen.add(uppers[lesson])
    raise AssertionError("called only when a lesson repeats")


def _overcomings(day: int, four: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """How many lessons are overcome from above, and how many from below."""
    above = below = 0
    for i, (upper, seat) in enumerate(four):
        lower = stems.ELEMENTS[day % 10] if i == 0 else branches.ELEMENTS[seat]
        above += elements.overcomes(branches.ELEMENTS[upper], lower)
        below += elements.overcomes(lower, branches.ELEMENTS[upper])
    return above, below


def _of_generals(
    day: int, offset: int, decision: Decision, riders: tuple[int, ...], month: int | None
) -> list[str]:
    names: list[str] = []
    three = decision.transmissions
    first = riders[(three[0] - offset) % 12]
    head = (day % 12 - day % 10) % 12
    if (three[0] == (head + 9) % 12 and (three[0] - offset) % 12 == head) or (
        three[0] == head and first == generals.WARRIOR
    ):
        names.append("閉口")
    if decision.method == "八專":
        riding = {riders[(branch - offset) % 12] for branch in three}
        if riding & {generals.EMPRESS, generals.UNION, generals.WARRIOR}:
            names.append("帷薄不修")
    if three[0] % 3 == three[1] % 3 == three[2] % 3 == 1:  # 辰戌丑未
        wanderers = {pillars.decade(day) + 3}
        if month is not None:
            wanderers.add(spirits.monthly_spirit("天馬", month))
        if {w % 12 for w in wanderers} & set(three):
            names.append("遊子")
    return names
