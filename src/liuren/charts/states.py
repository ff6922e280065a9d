"""Whole arrays of charts at once.

An independent, vectorised account of the rules: nothing here calls the scalar builder, and tests
compare the two on all 60 × 12 × 12 × 2 casts. The 720 lessons (day × offset) are worked out once
per convention; everything else is a look-up, so a million charts cost a few milliseconds.

Arrays are small unsigned integers of ``liuren.terms`` in any shape that broadcasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liuren.charts.lessons import METHODS, Bools, Bytes, Lessons, lessons_under
from liuren.terms import generals, pillars, spirits, stems
from liuren.terms.convention import Convention, load_convention

_LODGING = np.array(stems.LODGING, dtype=np.int8)


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


@lru_cache(maxsize=8)
def _riders_table(noble_table: str) -> Bytes:
    """General by day stem, offset, day or night, earth branch."""
    stem, offset, light, earth = np.ogrid[:10, :12, :2, :12]
    noble = noble_branches(stem, light > 0, noble_table).astype(int)
    seat = (noble - offset) % 12
    way = (earth - seat) % 12
    found: Bytes = np.where((seat + 1) % 12 < 6, way, -way % 12).astype(np.uint8)
    return found
