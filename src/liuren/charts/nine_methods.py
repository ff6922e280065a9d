"""The three transmissions of 大六壬 by the nine methods (九宗門).

Everything here depends only on the day and on the offset between heaven and earth plate, never on
the absolute hour. Order of decision: 伏吟, overcoming (賊剋, 比用, 涉害), 返吟 without overcoming,
八專, 遙剋, 別責, 昴星. Sources: 六壬大全 volume 7 (methods and counted examples), 六壬經緯 line 37,
六壬粹言 lines 52–91 (counts), 占事略決 §2 (the oldest wording). 720 charts of 御定直指 agree with
``mengzhong`` except 丁卯 and 辛卯 at offset 10.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from liuren.terms import branches, relations, stems
from liuren.terms.convention import Convention
from liuren.terms.records import record

#: Options that can change the transmissions.
OPTIONS: Final = ("shehai", "fuyin_mao", "fuyin_last", "fanyin_fudeng", "bieze", "zebi")

#: 擇比 (畢法賦 93, 課經): day, offset → first transmission taken instead.
_CHOSEN_LIKE: Final = {(10, 2): 0, (36, 10): 10, (40, 8): 0}

_SHEHAI_SEATS: Final = ("見機", "察微", "綴瑕")


@record
class Decision:
    """How a chart got its transmissions.

    ``method`` is one of the nine gates, ``form`` the lesson form as the books head it, ``names``
    further names that follow from the decision, ``candidates`` the spirits among which the last
    step chose and ``counts`` their depths (only for the counting schools).
    """

    transmissions: tuple[int, int, int]
    method: str
    form: str
    names: tuple[str, ...] = ()
    candidates: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


def lessons(day: int, offset: int) -> tuple[tuple[int, int], ...]:
    """The four lessons as (upper spirit, earth seat); the seat of the first is the lodging."""
    seat, branch = stems.LODGING[day % 10], day % 12
    first, third = (seat + offset) % 12, (branch + offset) % 12
    return (
        (first, seat),
        ((first + offset) % 12, first),
        (third, branch),
        ((third + offset) % 12, third),
    )


def decide(day: int, offset: int, convention: Convention) -> Decision:
    """Transmissions of day 0…59 with heaven plate ``offset`` 0…11 under a convention."""
    return _decide(day, offset, *_choices(convention))


@lru_cache(maxsize=256)
def _choices(convention: Convention) -> tuple[str, ...]:
    return tuple(convention[option] for option in OPTIONS)


@lru_cache(maxsize=8192)
def _decide(
    day: int,
    offset: int,
    shehai: str,
    fuyin_mao: str,
    fuyin_last: str,
    fanyin_fudeng: str,
    bieze: str,
    zebi: str,
) -> Decision:
    if offset == 0:
        return _fuyin(day, fuyin_mao, fuyin_last)
    four = lessons(day, offset)
    found = _overcoming(day, offset, four, shehai, fanyin_fudeng, zebi)
    if found is None:
        found = _without_overcoming(day, offset, four, bieze)
    return found


def _chain(initial: int, offset: int) -> tuple[int, int, int]:
    return (initial, (initial + offset) % 12, (initial + 2 * offset) % 12)


def _lower_element(day: int, lesson: int, seat: int) -> int:
    """Element of the lower of a lesson; that of the first is the stem, not the lodging branch."""
    return stems.ELEMENTS[day % 10] if lesson == 0 else branches.ELEMENTS[seat]


def _fuyin(day: int, mao: str, last_rule: str) -> Decision:
    stem, branch = day % 10, day % 12
    on_stem, on_branch = stems.LODGING[stem], branch
    # Only 乙 (wood under 辰) and 癸 (water under 丑) have an overcoming on the stem.
    overcome = stem in (1, 9)
    from_stem = overcome or stems.is_yang(stem)
    initial = on_stem if from_stem else on_branch
    middle = relations.PUNISHES[initial]
    if middle == initial:
        middle = on_branch if from_stem else on_stem
    if last_rule == "chong":
        last = relations.clash(initial)
    else:
        last = relations.PUNISHES[middle]
        if last == middle or (last == initial and mao == "maoziwu"):
            last = relations.clash(middle)
    name = "不虞" if overcome else ("自任" if from_stem else "自信")
    return Decision((initial, middle, last), "伏吟", "伏吟", (name,))


def _overcoming(
    day: int,
    offset: int,
    four: tuple[tuple[int, int], ...],
    shehai: str,
    fanyin_fudeng: str,
    zebi: str,
) -> Decision | None:
    """賊剋, 比用 and 涉害; None if nothing overcomes anything."""
    from_below: list[tuple[int, int]] = []
    from_above: list[tuple[int, int]] = []
    for i, (upper, seat) in enumerate(four):
        difference = (branches.ELEMENTS[upper] - _lower_element(day, i, seat)) % 5
        if difference == 2:
            _add(from_below, upper, seat)
        elif difference == 3:
            _add(from_above, upper, seat)
    found = from_below or from_above
    if not found:
        return None
    below = bool(from_below)
    if len(found) == 1:
        form = "重審" if below else "元首"
        names = ("始入",) if below and not from_above else ()
        return _titled(found[0][0], offset, "賊剋", form, names, (found[0][0],))
    like = [pair for pair in found if (pair[0] - day) % 2 == 0]
    if len(like) == 1:
        candidates = tuple(upper for upper, _ in found)
        return _titled(like[0][0], offset, "比用", "知一", ("比用",), candidates)
    candidates_at = like or found
    upper, ending, counts = _wade(day, candidates_at, below, shehai)
    if offset == 6 and day in (4, 34) and fanyin_fudeng == "sihaisi":
        upper = 5
    if zebi == "on":
        upper = _CHOSEN_LIKE.get((day, offset), upper)
    candidates = tuple(spirit for spirit, _ in candidates_at)
    ends = (ending,) if ending else ()
    return _titled(upper, offset, "涉害", "涉害", ends, candidates, counts)


def _add(found: list[tuple[int, int]], upper: int, seat: int) -> None:
    """Add a candidate; two lessons that share a spirit are one candidate."""
    if all(upper != known for known, _ in found):
        found.append((upper, seat))


def _titled(
    initial: int,
    offset: int,
    method: str,
    form: str,
    names: tuple[str, ...],
    candidates: tuple[int, ...],
    counts: tuple[int, ...] = (),
) -> Decision:
    """A decision by overcoming; when heaven and earth are opposed the chart is headed 返吟."""
    three = _chain(initial, offset)
    if offset == 6:
        return Decision(three, "返吟", "返吟", ("無依", form, *names), candidates, counts)
    return Decision(three, method, form, names, candidates, counts)


def _wade(
    day: int, candidates: list[tuple[int, int]], below: bool, shehai: str
) -> tuple[int, str, tuple[int, ...]]:
    """涉害: the spirit that wades deepest, how that was found, and the counts if counted."""
    counts: tuple[int, ...] = ()
    left = candidates
    if shehai != "mengzhong":
        with_seat = shehai == "depth_with_seat"
        counts = tuple(_depth(spirit, seat, below, with_seat) for spirit, seat in candidates)
        deepest = max(counts)
        left = [pair for pair, n in zip(candidates, counts, strict=True) if n == deepest]
        if len(left) == 1:
            return left[0][0], "", counts
    for rank in (0, 1):
        here = [pair for pair in left if branches.RANKS[pair[1]] == rank]
        if len(here) == 1:
            return here[0][0], _SHEHAI_SEATS[rank], counts
        if here:
            left = here
            break
    return _first_met(day, left), _SHEHAI_SEATS[2], counts


def _depth(spirit: int, seat: int, below: bool, with_seat: bool) -> int:
    """Overcomings on the way from the seat to the spirit's own branch, home not counted.

    大全 volume 7: 丁卯 offset 10, 亥 over 丑 meets 辰戊未己戌, five; 丑 over 卯 meets 乙, one.
    """
    own = branches.ELEMENTS[spirit]
    overcoming = (own + 3) % 5 if below else (own + 2) % 5
    depth = 0
    place = seat if with_seat else (seat + 1) % 12
    while place != spirit:
        depth += branches.ELEMENTS[place] == overcoming
        depth += sum(stems.ELEMENTS[s] == overcoming for s in branches.LODGERS[place])
        place = (place + 1) % 12
    return depth


def _first_met(day: int, candidates: list[tuple[int, int]]) -> int:
    """復等: yang day the first met in lessons 1 2 3 4, yin day in lessons 3 4 1 2."""
    yang = day % 2 == 0
    order = candidates
    if not yang:
        branch_side = [pair for pair in candidates if _on_branch_side(day, pair)]
        order = branch_side or candidates
    return order[0][0]


def _on_branch_side(day: int, pair: tuple[int, int]) -> bool:
    upper, seat = pair
    offset = (upper - seat) % 12
    return seat in (day % 12, (day % 12 + offset) % 12)


def _without_overcoming(
    day: int, offset: int, four: tuple[tuple[int, int], ...], bieze: str
) -> Decision:
    stem, branch = day % 10, day % 12
    yang = stems.is_yang(stem)
    on_stem, on_branch = four[0][0], four[2][0]
    if offset == 6:
        horse = relations.post_horse(branch)
        return Decision((horse, on_branch, on_stem), "返吟", "返吟", ("井欄射", "無親"))
    if stems.LODGING[stem] == branch:
        # 論剋不論遙: remote overcoming is not asked on these days.
        initial = (on_stem + 2) % 12 if yang else (four[3][0] - 2) % 12
        names = ("獨足",) if initial == on_stem else ()
        return Decision((initial, on_stem, on_stem), "八專", "八專", names)
    remote = _remote(day, offset, four)
    if remote is not None:
        return remote
    distinct = len({upper for upper, _ in four})
    if distinct == 3 and bieze == "use":
        if yang:
            initial = (stems.LODGING[stems.partner(stem)] + offset) % 12
        else:
            initial = relations.next_in_frame(branch)
        return Decision((initial, on_stem, on_stem), "別責", "別責")
    if yang:
        three = ((9 + offset) % 12, on_branch, on_stem)
        return Decision(three, "昴星", "昴星", ("虎視",))
    return Decision(((9 - offset) % 12, on_stem, on_branch), "昴星", "昴星", ("冬蛇掩目",))


def _remote(day: int, offset: int, four: tuple[tuple[int, int], ...]) -> Decision | None:
    """遙剋: 蒿矢 (a spirit overcomes the stem) before 彈射 (the stem overcomes a spirit)."""
    own = stems.ELEMENTS[day % 10]
    for difference, form in ((3, "蒿矢"), (2, "彈射")):
        found = tuple(
            dict.fromkeys(
                upper for upper, _ in four[1:] if (branches.ELEMENTS[upper] - own) % 5 == difference
            )
        )
        if found:
            like = [upper for upper in found if (upper - day) % 2 == 0]
            initial = like[0] if like else found[0]
            return Decision(_chain(initial, offset), "遙剋", form, (), found)
    return None
