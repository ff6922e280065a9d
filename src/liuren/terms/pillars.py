"""The sixty pillars (六十甲子) 甲子…癸亥 = 0…59, their decade, void pair and sound element.

Sources: 旬空 and 遁干 as in 六壬大全 volume 1; 納音 as in 五行大義 and every later almanac.
"""

from __future__ import annotations

from typing import Final

from liuren.terms import branches, stems

NAMES: Final = tuple(stems.NAMES[p % 10] + branches.NAMES[p % 12] for p in range(60))

#: 納音 element of each pair of pillars, 甲子乙丑 first.
_SOUND_OF_PAIRS: Final = (
    3, 1, 0, 2, 3, 1, 4, 2, 3, 0, 4, 2, 1, 0, 4,
    3, 1, 0, 2, 3, 1, 4, 2, 3, 0, 4, 2, 1, 0, 4,
)  # fmt: skip

#: Names of the thirty sounds, 海中金 first.
SOUND_NAMES: Final = (
    "海中金", "爐中火", "大林木", "路旁土", "劍鋒金", "山頭火",
    "澗下水", "城頭土", "白蠟金", "楊柳木", "泉中水", "屋上土",
    "霹靂火", "松柏木", "長流水", "砂中金", "山下火", "平地木",
    "壁上土", "金箔金", "覆燈火", "天河水", "大驛土", "釵釧金",
    "桑柘木", "大溪水", "沙中土", "天上火", "石榴木", "大海水",
)  # fmt: skip


def pillar(stem: int, branch: int) -> int:
    """Pillar of a stem and a branch of one polarity.

    Raises ValueError if their polarities differ (no such pillar); user input goes through
    :func:`liuren.terms.parse.parse_pillar`, which says so politely.
    """
    if (stem - branch) % 2:
        raise ValueError(f"{stems.NAMES[stem]}{branches.NAMES[branch]} is no pillar")
    return (6 * stem - 5 * branch) % 60


def decade(p: int) -> int:
    """旬: first pillar of the ten to which ``p`` belongs."""
    return p - p % 10


def void(p: int) -> tuple[int, int]:
    """旬空: the two branches that the decade of pillar ``p`` does not reach."""
    first = (p % 12 - p % 10) % 12
    return ((first - 2) % 12, (first - 1) % 12)


def hidden_stem(p: int, branch: int) -> int | None:
    """遁干: the stem paired with ``branch`` in the decade of day ``p``; None if void."""
    distance = (branch - (p % 12 - p % 10)) % 12
    return distance if distance < 10 else None


def sound(p: int) -> int:
    """納音 element of pillar ``p``."""
    return _SOUND_OF_PAIRS[p // 2]
