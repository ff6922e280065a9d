"""The four lessons and three transmissions of all plates at once, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from liuren.terms import branches, relations, stems
from liuren.terms.convention import Convention

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

#: The nine gates in the order of the codes in ``LiurenStates.method``.
METHODS: Final = ("賊剋", "比用", "涉害", "遙剋", "昴星", "別責", "八專", "返吟", "伏吟")
#: Headings in the order of the codes in ``LiurenStates.lesson_form``.
FORMS: Final = (
    "元首", "重審", "知一", "涉害", "蒿矢", "彈射", "昴星", "別責", "八專", "返吟", "伏吟",
)  # fmt: skip

_STEM_ELEMENT = np.array(stems.ELEMENTS, dtype=np.int8)
_BRANCH_ELEMENT = np.array(branches.ELEMENTS, dtype=np.int8)
_LODGING = np.array(stems.LODGING, dtype=np.int8)
_RANK = np.array(branches.RANKS, dtype=np.int8)
_PUNISHES = np.array(relations.PUNISHES, dtype=np.int8)


class _Gates(NamedTuple):
    """Which gates are open, the one that goes before first; masks of 60 × 12."""

    still: Bools  # 伏吟
    struck: Bools  # 賊剋, 比用, 涉害
    opposed: Bools  # 返吟
    own_place: Bools  # 八專
    remote: Bools  # 遙剋
    separate: Bools  # 別責


class Lessons:
    """The 720 lessons (60 days × 12 offsets) under the options that concern transmissions."""

    def __init__(self, convention: Convention) -> None:
        self._rules = convention
        day = np.arange(60)[:, None]
        offset = np.arange(12)[None, :]
        self._day, self._offset = np.broadcast_arrays(day, offset)
        stem, branch = self._day % 10, self._day % 12
        self._yang = stem % 2 == 0
        seats = [_LODGING[stem].astype(int)]
        uppers = [(seats[0] + offset) % 12]
        seats.append(uppers[0])
        uppers.append((uppers[0] + offset) % 12)
        seats.append(branch)
        uppers.append((branch + offset) % 12)
        seats.append(uppers[2])
        uppers.append((uppers[2] + offset) % 12)
        self.uppers = np.stack(uppers, -1)
        self.seats = np.stack(seats, -1)
        lower = _BRANCH_ELEMENT[self.seats].copy()
        lower[..., 0] = _STEM_ELEMENT[stem]
        difference = (_BRANCH_ELEMENT[self.uppers] - lower) % 5
        self.below = difference == 2
        self.above = difference == 3
        self._solve()

    def _solve(self) -> None:
        near = self._near()
        remote, remote_kind = self._remote()
        self.distinct = self._first_of_kind(np.ones_like(self.below)).sum(-1)
        gates = _Gates(
            still=self._offset == 0,
            struck=self.count > 0,
            opposed=self._offset == 6,
            own_place=_LODGING[self._day % 10] == self._day % 12,
            remote=remote_kind > 0,
            separate=(self.distinct == 3) & (self._rules["bieze"] == "use"),
        )
        self.method = self._methods(gates).astype(np.uint8)
        self.form = self._forms(gates, remote_kind).astype(np.uint8)
        initials = self._initials(gates, near, remote)
        three = np.stack([initials, *self._middle_and_last(gates, initials)], -1) % 12
        three[:, 0, :] = self._still()
        self.transmissions = three.astype(np.uint8)

    def _near(self) -> NDArray[np.intp]:
        """賊剋, 比用, 涉害: the spirit of the lesson chosen; how many there are, and how many like the day."""
        candidates = np.where(self.below.any(-1)[..., None], self.below, self.above)
        first = self._first_of_kind(candidates)
        like = candidates & ((self.uppers - self._day[..., None]) % 2 == 0)
        self.count, self.like_count = first.sum(-1), (first & like).sum(-1)
        wading = np.where((self.like_count > 0)[..., None], like, candidates)
        chosen = np.where(
            self.count == 1,
            candidates.argmax(-1),
            np.where(self.like_count == 1, like.argmax(-1), self._deepest(wading)),
        )
        return self._named_exceptions(self._take(chosen))

    def _methods(self, gates: _Gates) -> NDArray[np.intp]:
        """Codes of :data:`METHODS`."""
        struck = np.select([gates.opposed, self.count == 1, self.like_count == 1], [7, 0, 1], 2)
        return np.select(list(gates), [8, struck, 7, 6, 3, 5], 4)

    def _forms(self, gates: _Gates, remote_kind: NDArray[np.intp]) -> NDArray[np.intp]:
        """Codes of :data:`FORMS`."""
        one, like_one = self.count == 1, gates.struck & (self.like_count == 1)
        return np.select(
            [gates.still, gates.opposed, one, like_one, gates.struck],
            [10, 9, np.where(self.below.any(-1), 1, 0), 2, 3],
            np.select([gates.own_place, gates.remote, gates.separate], [8, 3 + remote_kind, 7], 6),
        )

    def _initials(
        self, gates: _Gates, near: NDArray[np.intp], remote: NDArray[np.intp]
    ) -> NDArray[np.intp]:
        """First transmissions of all but 伏吟, not yet brought into 0…11."""
        stem, branch, offset, yang = self._day % 10, self._day % 12, self._offset, self._yang
        horse = (relations.post_horse(0) - 3 * branch) % 12
        partner = (_LODGING[(stem + 5) % 10] + offset) % 12
        return np.select(
            list(gates[1:]),
            [
                near,
                horse,
                np.where(yang, self.uppers[..., 0] + 2, self.uppers[..., 3] - 2),
                remote,
                np.where(yang, partner, branch + 4),
            ],
            np.where(yang, 9 + offset, 9 - offset),
        )

    def _middle_and_last(
        self, gates: _Gates, initials: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Chained to the first, or the uppers of stem and branch in the order of the gate."""
        offset, on_stem, on_branch = self._offset, self.uppers[..., 0], self.uppers[..., 2]
        chained = gates.struck | (~gates.opposed & ~gates.own_place & gates.remote)
        fold = ~chained & (gates.own_place | gates.separate) & ~gates.opposed
        stars = ~chained & ~fold & ~gates.opposed
        cases = [chained, gates.opposed, fold, stars & self._yang]
        middle = np.select(cases, [initials + offset, on_branch, on_stem, on_branch], on_stem)
        last = np.select(cases, [initials + 2 * offset, on_stem, on_stem, on_stem], on_branch)
        return middle, last

    def _take(self, lesson: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.take_along_axis(self.uppers, lesson[..., None], -1)[..., 0]

    def _first_of_kind(self, mask: Bools) -> Bools:
        """Mask without lessons whose upper an earlier masked lesson already has."""
        first = mask.copy()
        for later in range(1, 4):
            for earlier in range(later):
                same = self.uppers[..., later] == self.uppers[..., earlier]
                first[..., later] &= ~(mask[..., earlier] & same)
        return first

    def _deepest(self, candidates: Bools) -> NDArray[np.intp]:
        """涉害: greatest depth, then 孟 before 仲 before 季, then the side met first."""
        order = np.where(self._yang[..., None], [3, 2, 1, 0], [1, 0, 3, 2])
        score = order + 4 * (2 - _RANK[self.seats])
        if self._rules["shehai"] != "mengzhong":
            with_seat = self._rules["shehai"] == "depth_with_seat"
            from_below = self.below.any(-1)[..., None]
            depth = np.where(
                from_below,
                _depths(3, with_seat)[self.uppers, self.seats],
                _depths(2, with_seat)[self.uppers, self.seats],
            )
            score = score + 16 * depth
        picked: NDArray[np.intp] = np.where(candidates, score, -1).argmax(-1)
        return picked

    def _named_exceptions(self, near: NDArray[np.intp]) -> NDArray[np.intp]:
        """Options that concern single lessons."""
        near = near.copy()
        if self._rules["fanyin_fudeng"] == "sihaisi":
            near[[4, 34], 6] = 5
        if self._rules["zebi"] == "on":
            for (day, offset), spirit in {(10, 2): 0, (36, 10): 10, (40, 8): 0}.items():
                near[day, offset] = spirit
        return near

    def _remote(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """遙剋: the spirit, and 1 for 蒿矢, 2 for 彈射, 0 for none."""
        own = _STEM_ELEMENT[self._day % 10][..., None]
        difference = (_BRANCH_ELEMENT[self.uppers] - own) % 5
        outer = np.array([False, True, True, True])
        arrows, shots = (difference == 3) & outer, (difference == 2) & outer
        kind = np.where(arrows.any(-1), 1, np.where(shots.any(-1), 2, 0))
        candidates = np.where(arrows.any(-1)[..., None], arrows, shots)
        like = candidates & ((self.uppers - self._day[..., None]) % 2 == 0)
        chosen = np.where(like.any(-1)[..., None], like, candidates).argmax(-1)
        return self._take(chosen), kind

    def _still(self) -> NDArray[np.intp]:
        """伏吟 of the sixty days."""
        stem, branch = np.arange(60) % 10, np.arange(60) % 12
        lodging = _LODGING[stem].astype(int)
        by_stem = (stem % 2 == 0) | (stem == 1) | (stem == 9)
        initial = np.where(by_stem, lodging, branch)
        middle = _PUNISHES[initial].astype(int)
        middle = np.where(middle == initial, np.where(by_stem, branch, lodging), middle)
        last = _PUNISHES[middle].astype(int)
        turn = last == middle
        if self._rules["fuyin_mao"] == "maoziwu":
            turn |= last == initial
        last = np.where(turn, middle + 6, last)
        if self._rules["fuyin_last"] == "chong":
            last = initial + 6
        return np.stack([initial, middle, last % 12], -1)

    @cached_property
    def patterns(self) -> Mapping[str, Bools]:
        """Patterns that depend on day and offset alone, each a 60 × 12 mask."""
        return _plate_patterns(self)


@lru_cache(maxsize=8)
def _depths(step: int, with_seat: bool) -> NDArray[np.int64]:
    """Depth of spirit (axis 0) on seat (axis 1): overcomings met on the way home."""
    weight = np.zeros((12, 5), dtype=np.int64)
    for branch in range(12):
        weight[branch, branches.ELEMENTS[branch]] += 1
        for stem in branches.LODGERS[branch]:
            weight[branch, stems.ELEMENTS[stem]] += 1
    spirit, seat, ahead = np.ogrid[:12, :12, :12]
    way = (spirit - seat) % 12
    walked = (ahead < way) & (with_seat | (ahead > 0))
    met = (_BRANCH_ELEMENT[spirit] + step) % 5
    depths: NDArray[np.int64] = (weight[(seat + ahead) % 12, met] * walked).sum(-1)
    return depths


def _plate_patterns(lessons: Lessons) -> dict[str, Bools]:
    three = lessons.transmissions.astype(int)
    first, middle, last = three[..., 0], three[..., 1], three[..., 2]
    uppers = lessons.uppers
    day, offset = np.arange(60)[:, None], np.arange(12)[None, :]
    stem_element = _STEM_ELEMENT[day % 10]
    branch_element = _BRANCH_ELEMENT[day % 12]
    on_stem, on_branch = _BRANCH_ELEMENT[uppers[..., 0]], _BRANCH_ELEMENT[uppers[..., 2]]
    same_group = (first % 4 == middle % 4) & (middle % 4 == last % 4)
    complete = same_group & (first != middle) & (middle != last) & (first != last)
    rank = _RANK[three]
    one_rank = (rank[..., 0] == rank[..., 1]) & (rank[..., 1] == rank[..., 2])
    step, second = (middle - first) % 12, (last - middle) % 12
    even = step == second
    above, below = lessons.above.sum(-1), lessons.below.sum(-1)
    parity = np.concatenate([uppers, three], -1) % 2
    dog_or_dragon = (first == 4) | (first == 10)
    on_either = np.isin(uppers[..., [0, 2]], (4, 10)).any(-1)
    spread = lessons.distinct == 3
    yin_wanting = _yin_wanting(lessons)
    found: dict[str, Bools] = {
        name: complete & (first % 4 == group)
        for group, name in enumerate(("潤下", "從革", "炎上", "曲直"))
    }
    found |= {
        name: one_rank & (rank[..., 0] == r) for r, name in enumerate(("玄胎", "三交", "稼穡"))
    }
    found |= {
        "進茹": even & (step == 1),
        "退茹": even & (step == 11),
        "進間": even & (step == 2),
        "退間": even & (step == 10),
        "不備": spread,
        "陰不備": spread & yin_wanting,
        "陽不備": spread & ~yin_wanting,
        "蕪淫": ((branch_element - on_stem) % 5 == 2) & ((stem_element - on_branch) % 5 == 2),
        "解離": ((on_branch - stem_element) % 5 == 2) & ((on_stem - branch_element) % 5 == 2),
        "無祿": above == 4,
        "絕嗣": below == 4,
        "度厄": (above == 3) | (below == 3),
        "斬關": dog_or_dragon & on_either,
        "六陽": (parity == 0).all(-1),
        "六陰": (parity == 1).all(-1),
        "獨足": (first == middle) & (middle == last),
    }
    found["連茹"] = found["進茹"] | found["退茹"]
    found["間傳"] = found["進間"] | found["退間"]
    for code, name in enumerate(METHODS):
        found[name] = lessons.method == code
    for code, name in enumerate(FORMS):
        found[name] = found.get(name, np.zeros((60, 12), bool)) | (lessons.form == code)
    opposed = (offset == 6) & (lessons.count > 0)
    found["涉害"] |= opposed & (lessons.count > 1) & (lessons.like_count != 1)
    found["知一"] |= opposed & (lessons.count > 1) & (lessons.like_count == 1)
    found["比用"] = found["知一"]
    found["重審"] |= opposed & (lessons.count == 1) & lessons.below.any(-1)
    found["元首"] |= opposed & (lessons.count == 1) & ~lessons.below.any(-1)
    return found


def _yin_wanting(lessons: Lessons) -> Bools:
    """Whether the struck lesson of three distinct ones is a yin one (the second or fourth)."""
    uppers = lessons.uppers
    first_fourth = uppers[..., 0] == uppers[..., 3]
    yang_day = np.arange(60)[:, None] % 2 == 0
    # 1 = 4: a yang day strikes the fourth, a yin day (read 3 4 1 2) the first.
    # 2 = 3: a yang day strikes the third, a yin day the second.
    wanting: Bools = np.where(first_fourth, yang_day, ~yang_day)
    return wanting


@lru_cache(maxsize=64)
def lessons_under(convention: Convention) -> Lessons:
    """The 720 lessons of a convention, worked out once."""
    return Lessons(convention)
