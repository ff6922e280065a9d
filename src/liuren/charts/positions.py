"""Many 金口訣 charts at once, as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from liuren.charts.lessons import Bools, Bytes
from liuren.charts.states import daylight, noble_branches
from liuren.terms import branches, stems
from liuren.terms.convention import Convention, load_convention

_STEM_ELEMENT = np.array(stems.ELEMENTS, dtype=np.int8)
_BRANCH_ELEMENT = np.array(branches.ELEMENTS, dtype=np.int8)


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
