"""Whole arrays of charts at once.

An independent, vectorised account of the rules: nothing here calls the scalar builder, and tests
compare the two on all 60 × 12 × 12 × 2 casts. The 720 lessons (day × offset) are worked out once
per convention; everything else is a look-up, so a million charts cost a few milliseconds.

Arrays are small unsigned integers of ``liuren.terms`` in any shape that broadcasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liuren.terms import branches, generals, pillars, relations, spirits, stems
from liuren.terms.convention import Convention, load_convention

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]

#: The nine gates in the order of the codes in ``LiurenStates.method``.
METHODS: Final = ("賊剋", "比用", "涉害", "遙剋", "昴星", "別責", "八專", "返吟", "伏吟")
#: Headings in the order of the codes in ``LiurenStates.lesson_form``.
FORMS: Final = (
    "元首", "重審", "知一", "涉害", "蒿矢", "彈射", "昴星", "別責", "八專", "返吟", "伏吟",
)  # fmt: skip

#: Axes of the she fu state space: day × solar term × hour, 17,280 states.
SHAPE: Final = (60, 24, 12)

_STEM_ELEMENT = np.array(stems.ELEMENTS, dtype=np.int8)
_BRANCH_ELEMENT = np.array(branches.ELEMENTS, dtype=np.int8)
_LODGING = np.array(stems.LODGING, dtype=np.int8)
_RANK = np.array(branches.RANKS, dtype=np.int8)
_PUNISHES = np.array(relations.PUNISHES, dtype=np.int8)


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
        day, offset, yang = self._day, self._offset, self._yang
        stem, branch = day % 10, day % 12
        on_stem, on_branch = self.uppers[..., 0], self.uppers[..., 2]
        candidates = np.where(self.below.any(-1)[..., None], self.below, self.above)
        first = self._first_of_kind(candidates)
        count = first.sum(-1)
        like = candidates & ((self.uppers - day[..., None]) % 2 == 0)
        like_count = (first & like).sum(-1)
        wading = np.where((like_count > 0)[..., None], like, candidates)
        chosen = np.where(
            count == 1,
            candidates.argmax(-1),
            np.where(like_count == 1, like.argmax(-1), self._deepest(wading)),
        )
        near = self._named_exceptions(self._take(chosen))
        remote, remote_kind = self._remote()
        self.count, self.like_count = count, like_count

        still = offset == 0
        opposed = offset == 6
        own_place = _LODGING[stem] == branch
        distinct = self._first_of_kind(np.ones_like(self.below)).sum(-1)
        separate = (distinct == 3) & (self._rules["bieze"] == "use")
        self.distinct = distinct
        cases = [
            still,
            count > 0,
            opposed,
            own_place,
            remote_kind > 0,
            separate,
            np.ones_like(still),
        ]
        code = np.select(
            cases,
            [8, np.select([opposed, count == 1, like_count == 1], [7, 0, 1], 2), 7, 6, 3, 5, 4],
        )
        self.method = code.astype(np.uint8)
        self.form = np.select(
            [still, opposed, count == 1, (count > 0) & (like_count == 1), count > 0],
            [10, 9, np.where(self.below.any(-1), 1, 0), 2, 3],
            np.select([own_place, remote_kind > 0, separate], [8, 3 + remote_kind, 7], 6),
        ).astype(np.uint8)

        horse = (relations.post_horse(0) - 3 * branch) % 12
        partner = (_LODGING[(stem + 5) % 10] + offset) % 12
        initials = np.select(
            cases[1:],
            [
                near,
                horse,
                np.where(yang, on_stem + 2, self.uppers[..., 3] - 2),
                remote,
                np.where(yang, partner, branch + 4),
                np.where(yang, 9 + offset, 9 - offset),
            ],
        )
        chained = (count > 0) | (~opposed & ~own_place & (remote_kind > 0))
        fold = ~chained & (own_place | separate) & ~opposed
        stars = ~chained & ~fold & ~opposed
        middle = np.select(
            [chained, opposed, fold, stars & yang],
            [initials + offset, on_branch, on_stem, on_branch],
            on_stem,
        )
        last = np.select(
            [chained, opposed, fold, stars & yang],
            [initials + 2 * offset, on_stem, on_stem, on_stem],
            on_branch,
        )
        three = np.stack([initials, middle, last], -1) % 12
        three[:, 0, :] = self._still()
        self.transmissions = three.astype(np.uint8)

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


class LiurenStates:
    """Many 大六壬 charts: ``day``, ``hour``, ``general``, ``month`` and ``daytime`` broadcast.

    Attributes are arrays whose shapes broadcast to ``shape``; those with a last axis say so.
    ``daytime`` None means by the hour; ``month`` and ``term`` may be None.
    """

    def __init__(
        self,
        day: ArrayLike,
        hour: ArrayLike,
        general: ArrayLike,
        month: ArrayLike | None = None,
        daytime: ArrayLike | None = None,
        convention: Convention | str | Mapping[str, str] | None = None,
        term: ArrayLike | None = None,
    ) -> None:
        self.convention = load_convention(convention)
        self.day: Bytes = np.asarray(day, dtype=np.uint8)
        self.hour: Bytes = np.asarray(hour, dtype=np.uint8)
        self.general: Bytes = np.asarray(general, dtype=np.uint8)
        self.month: Bytes | None = None if month is None else np.asarray(month, dtype=np.uint8)
        self.term: Bytes | None = None if term is None else np.asarray(term, dtype=np.uint8)
        light = daylight(self.hour, self.convention) if daytime is None else daytime
        self.daytime: Bools = np.asarray(light, dtype=np.bool_)
        known = (self.day, self.hour, self.general, self.daytime, self.month, self.term)
        self.shape: tuple[int, ...] = np.broadcast_shapes(
            *(a.shape for a in known if a is not None)
        )
        self.stem: Bytes = self.day % 10
        self.branch: Bytes = self.day % 12
        self.offset: Bytes = (self.general + 12 - self.hour) % 12

    @property
    def lessons720(self) -> Lessons:
        """The table of 720 lessons that this looks things up in."""
        return lessons_under(self.convention)

    def full(self, array: NDArray[Any]) -> NDArray[Any]:
        """An attribute (or any array of this shape) broadcast to ``shape`` and flattened."""
        return np.broadcast_to(array, self.shape).ravel()

    def heaven(self, earth: ArrayLike) -> Bytes:
        """Spirit over an earth branch."""
        found: Bytes = (np.asarray(earth, dtype=np.uint8) + self.offset) % 12
        return found

    def seat(self, spirit: ArrayLike) -> Bytes:
        """Earth branch under a spirit."""
        found: Bytes = (np.asarray(spirit, dtype=np.uint8) + 12 - self.offset) % 12
        return found

    def rider_at(self, earth: ArrayLike) -> Bytes:
        """General standing on an earth branch."""
        way = (np.asarray(earth, dtype=np.uint8) + 12 - self.noble_seat) % 12
        found: Bytes = np.where(self.forward, way, (12 - way) % 12).astype(np.uint8)
        return found

    def rider_of(self, spirit: ArrayLike) -> Bytes:
        """General that rides a spirit."""
        return self.rider_at(self.seat(spirit))

    @cached_property
    def riders(self) -> Bytes:
        """General on each earth branch; a last axis of twelve."""
        table = _riders_table(self.convention["noble_table"])
        found: Bytes = table[self.stem, self.offset, self.daytime.astype(np.intp)]
        return found

    @cached_property
    def noble(self) -> Bytes:
        """Branch of the noble."""
        return noble_branches(self.stem, self.daytime, self.convention["noble_table"])

    @cached_property
    def noble_seat(self) -> Bytes:
        """Earth branch under the noble."""
        return self.seat(self.noble)

    @cached_property
    def forward(self) -> Bools:
        """Whether the generals run forward: the noble stands on 亥子丑寅卯辰."""
        found: Bools = (self.noble_seat + 1) % 12 < 6
        return found

    @cached_property
    def uppers(self) -> Bytes:
        """Upper spirits of the four lessons; a last axis of four."""
        found: Bytes = self.lessons720.uppers[self.day, self.offset].astype(np.uint8)
        return found

    @cached_property
    def transmissions(self) -> Bytes:
        """Initial, middle, final; a last axis of three."""
        return self.lessons720.transmissions[self.day, self.offset]

    @property
    def initial(self) -> Bytes:
        """初傳."""
        return self.transmissions[..., 0]

    @property
    def middle(self) -> Bytes:
        """中傳."""
        return self.transmissions[..., 1]

    @property
    def final(self) -> Bytes:
        """末傳."""
        return self.transmissions[..., 2]

    @property
    def on_stem(self) -> Bytes:
        """干上神."""
        return self.uppers[..., 0]

    @property
    def on_branch(self) -> Bytes:
        """支上神."""
        return self.uppers[..., 2]

    @property
    def lodging(self) -> Bytes:
        """寄宮."""
        return _LODGING.astype(np.uint8)[self.stem]

    @cached_property
    def method(self) -> Bytes:
        """Index into ``METHODS``."""
        return self.lessons720.method[self.day, self.offset]

    @cached_property
    def lesson_form(self) -> Bytes:
        """Index into ``FORMS``."""
        return self.lessons720.form[self.day, self.offset]

    @cached_property
    def void(self) -> Bytes:
        """The two void branches of the day; a last axis of two."""
        return np.array([pillars.void(p) for p in range(60)], dtype=np.uint8)[self.day]

    def is_void(self, branch: ArrayLike) -> Bools:
        """Whether a branch is void."""
        first = (self.branch + 24 - self.stem) % 12
        found: Bools = (np.asarray(branch, dtype=np.uint8) + 12 - first) % 12 >= 10
        return found

    def month_spirit(self, name: str) -> Bytes | None:
        """Branch of a monthly spirit such as 月厭; None without months."""
        if self.month is None:
            return None
        table = np.array([spirits.monthly_spirit(name, m) for m in range(12)], dtype=np.uint8)
        return table[self.month]

    def has_form(self, name: str) -> Bools:
        """Whether the charts bear a heading, method or pattern (課體); False for unknown names."""
        general = {"閉口": self._sealed, "帷薄不修": self._curtains, "遊子": self._wanderer}
        if name in general:
            return general[name]()
        table = self.lessons720.patterns.get(name)
        if table is None:
            return np.zeros((1,) * len(self.shape), dtype=np.bool_)
        found: Bools = table[self.day, self.offset]
        return found

    def _transmission_riders(self) -> list[Bytes]:
        return [self.rider_of(self.transmissions[..., i]) for i in range(3)]

    def _sealed(self) -> Bools:
        head = (self.branch + 24 - self.stem) % 12
        tail_on_head = (self.initial == (head + 9) % 12) & (self.seat(self.initial) == head)
        warrior = (self.initial == head) & (self.rider_of(self.initial) == generals.WARRIOR)
        found: Bools = tail_on_head | warrior
        return found

    def _curtains(self) -> Bools:
        loose = (generals.EMPRESS, generals.UNION, generals.WARRIOR)
        ridden = [np.isin(rider, loose) for rider in self._transmission_riders()]
        found: Bools = (self.method == METHODS.index("八專")) & (ridden[0] | ridden[1] | ridden[2])
        return found

    def _wanderer(self) -> Bools:
        ding = ((self.branch + 24 - self.stem) + 3) % 12
        moving = (self.transmissions == ding[..., None]).any(-1)
        horse = self.month_spirit("天馬")
        if horse is not None:
            moving = moving | (self.transmissions == horse[..., None]).any(-1)
        found: Bools = self.has_form("稼穡") & moving
        return found


def daylight(hour: NDArray[Any], convention: Convention) -> Bools:
    """Day or night by the hour branch (sunrise cannot be known here and counts as 卯–申)."""
    if convention["day_night"] == "yin_you":
        found: Bools = (hour >= 2) & (hour <= 9)
    else:
        found = (hour >= 3) & (hour <= 8)
    return found


def noble_branches(stem: NDArray[Any], daytime: Bools, table: str) -> Bytes:
    """Branch of the noble for day stems by day and by night."""
    day = np.array([1, 0, 11, 11, 1, 0, 1, 6, 5, 5], dtype=np.uint8)
    night = np.array([7, 8, 9, 9, 7, 8, 7, 2, 3, 3], dtype=np.uint8)
    swapped = {
        "jia_sheep": [0, 1, 2, 7, 8],
        "ren_swapped": [8],
        "ren_gui_swapped": [8, 9],
        "geng_horse": [8, 9],
    }
    for s in swapped.get(table, []):
        day[s], night[s] = night[s], day[s]
    if table == "geng_horse":
        day[6], night[6] = day[7], night[7]
    found: Bytes = np.where(daytime, day[stem], night[stem])
    return found


def all_states(convention: Convention | str | Mapping[str, str] | None = None) -> LiurenStates:
    """All 17,280 she fu states: shape (60 days, 24 solar terms from 立春, 12 hours).

    Flat index = (day · 24 + term) · 12 + hour. Month and general follow from the term, day or night
    from the hour.
    """
    rules = load_convention(convention)
    term = np.arange(24, dtype=np.uint8)[None, :, None]
    by_month = rules["month_general"] in ("jie", "lunar_month")
    general = (11 - term.astype(int) // 2) % 12 if by_month else (11 - (term.astype(int) - 1) // 2)
    return LiurenStates(
        day=np.arange(60, dtype=np.uint8)[:, None, None],
        hour=np.arange(12, dtype=np.uint8)[None, None, :],
        general=general % 12,
        month=(2 + term // 2) % 12,
        convention=rules,
        term=term,
    )


class JinkoujueStates:
    """Many 金口訣 charts: ``day``, ``hour``, ``general``, ``seat``, ``daytime``, ``guest``
    broadcast.

    ``general_of_month`` is what was laid on the hour for the first guest; ``use`` is 0…3 for stem,
    noble, general, seat; ``elements`` and ``strength`` have a last axis of four.
    """

    def __init__(
        self,
        day: ArrayLike,
        hour: ArrayLike,
        general: ArrayLike,
        seat: ArrayLike,
        daytime: ArrayLike | None = None,
        guest: ArrayLike = 1,
        month: ArrayLike | None = None,
        convention: Convention | str | Mapping[str, str] | None = None,
    ) -> None:
        self.convention = load_convention(convention)
        self.day: NDArray[np.int16] = np.asarray(day, dtype=np.int16)
        self.hour: NDArray[np.int16] = np.asarray(hour, dtype=np.int16)
        self.general_of_month: NDArray[np.int16] = np.asarray(general, dtype=np.int16)
        self.seat: NDArray[np.int16] = np.asarray(seat, dtype=np.int16)
        self.guest: NDArray[np.int16] = np.asarray(guest, dtype=np.int16)
        self.month = None if month is None else np.asarray(month, dtype=np.int16)
        light = daylight(self.hour, self.convention) if daytime is None else daytime
        self.daytime: Bools = np.asarray(light, dtype=np.bool_)
        known = (self.day, self.hour, self.general_of_month, self.seat, self.guest, self.daytime)
        self.shape: tuple[int, ...] = np.broadcast_shapes(*(a.shape for a in known))

    @cached_property
    def general(self) -> NDArray[np.int16]:
        """將神."""
        before = self.guest - 1
        away = 2 * (before // 2) - 3 * (before % 2)
        turned = np.where(self.general_of_month % 2 == 0, away, -away)
        found: NDArray[np.int16] = (self.general_of_month + turned + self.seat - self.hour) % 12
        return found

    @cached_property
    def stem(self) -> NDArray[np.int16]:
        """人元."""
        from_tiger = (self.seat - 2) % 12 + 2
        way = from_tiger if self.convention["stem_count"] == "five_tiger" else self.seat
        found = (2 * (self.day % 10 % 5) + way) % 10
        turns = (self.guest - 1) % 12
        for turn in range(int(turns.max(initial=0))):
            found = np.where(turns > turn, (2 * (found % 5) + from_tiger) % 10, found)
        result: NDArray[np.int16] = found.astype(np.int16)
        return result

    @cached_property
    def noble(self) -> NDArray[np.int16]:
        """貴神."""
        start = noble_branches(
            (self.day % 10).astype(np.uint8), self.daytime, self.convention["noble_table"]
        ).astype(np.int16)
        if self.convention["noble_plate"] == "heaven":
            start = (start - self.general_of_month + self.hour) % 12
        forward = (start + 1) % 12 < 6
        if self.convention["noble_direction"] == "day_night":
            forward = self.daytime
        way = (self.seat - start) % 12
        found: NDArray[np.int16] = np.where(forward, way, -way % 12).astype(np.int16)
        return found

    @cached_property
    def noble_branch(self) -> NDArray[np.int16]:
        """The noble's own branch."""
        own = [1, 5, 6, 3, 4, 2, 10, 8, 7, 0, 9, 11]
        if self.convention["xuanwu_branch"] == "hai":
            own[9], own[11] = own[11], own[9]
        return np.array(own, dtype=np.int16)[self.noble]

    @cached_property
    def elements(self) -> NDArray[np.int8]:
        """Elements of stem, noble, general, seat."""
        four = np.broadcast_arrays(
            _STEM_ELEMENT[self.stem],
            _BRANCH_ELEMENT[self.noble_branch],
            _BRANCH_ELEMENT[self.general],
            _BRANCH_ELEMENT[self.seat],
        )
        return np.stack(four, -1)

    @cached_property
    def use(self) -> Bytes:
        """Position of the use line."""
        four = np.broadcast_arrays(self.stem, self.noble_branch, self.general, self.seat)
        yang = np.stack(four, -1) % 2 == 0
        count = yang.sum(-1)
        rule = self.convention["use_line"]
        found = np.select(
            [count == 1, count == 3, count == 4, count == 2],
            [yang.argmax(-1), (~yang).argmax(-1), 1, 1 if rule == "two_two_noble" else 2],
            0 if rule == "all_yin_stem" else 2,
        )
        line: Bytes = found.astype(np.uint8)
        return line

    @cached_property
    def strength(self) -> Bytes:
        """In-chart states, indexes into ``elements.STATES``."""
        a, b, c, d = np.moveaxis(self.elements.astype(np.intp), -1, 0)
        found: Bytes = _strength_table(self.convention.get("J46", "overcomer"))[a, b, c, d]
        return found


@lru_cache(maxsize=2)
def _strength_table(tie: str) -> Bytes:
    """In-chart states for all 625 combinations of four elements; axes stem … seat, position."""
    four = np.stack(np.meshgrid(*[np.arange(5)] * 4, indexing="ij"), -1)
    tally = np.stack([(four == e).sum(-1) for e in range(5)], -1)
    present = tally > 0
    kinds = present.sum(-1)[..., None]
    free = present & ~np.roll(present, 2, -1)
    fights = present & np.roll(present, -2, -1)
    is_fed = present & np.roll(present, 1, -1)
    three = 2 * (free & fights) + free
    if tie == "majority":
        three = three + 3 * (free & (tally == 2))
    two = 4 * (tally == 3) + 2 * fights + is_fed
    score = np.where(kinds == 2, two, np.where(kinds == 3, three, free))
    ruler = np.where(present, score, -1).argmax(-1)
    state = np.array([0, 1, 4, 3, 2], dtype=np.uint8)
    found: Bytes = state[(four - ruler[..., None]) % 5]
    return found


@lru_cache(maxsize=8)
def _riders_table(noble_table: str) -> Bytes:
    """General by day stem, offset, day or night, earth branch."""
    stem, offset, light, earth = np.ogrid[:10, :12, :2, :12]
    noble = noble_branches(stem, light > 0, noble_table).astype(int)
    seat = (noble - offset) % 12
    way = (earth - seat) % 12
    found: Bytes = np.where((seat + 1) % 12 < 6, way, -way % 12).astype(np.uint8)
    return found
