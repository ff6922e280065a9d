"""Relations between branches: 刑 沖 害 破 六合 三合, the stages of the frames, the post horse.

Source: 六壬大全 volume 1.
"""

from __future__ import annotations

from typing import Final

#: 刑: 子→卯→子, 寅→巳→申→寅, 丑→戌→未→丑; 辰午酉亥 punish themselves.
PUNISHES: Final = (3, 10, 5, 0, 4, 8, 6, 1, 2, 9, 7, 11)

#: 六害: 子未 丑午 寅巳 卯辰 申亥 酉戌.
HARMS: Final = (7, 6, 5, 4, 3, 2, 1, 0, 11, 10, 9, 8)

#: 六合: 子丑 寅亥 卯戌 辰酉 巳申 午未.
COMBINES: Final = (1, 0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)

#: 破: 子酉 丑辰 寅亥 卯午 巳申 未戌.
BREAKS: Final = (9, 4, 11, 6, 1, 8, 3, 10, 5, 0, 7, 2)

#: First (生) branch of the frame by ``branch % 4``: 申 巳 寅 亥.
FRAME_BIRTHS: Final = (8, 5, 2, 11)


def clash(branch: int) -> int:
    """沖: the opposite branch."""
    return (branch + 6) % 12


def same_frame(a: int, b: int) -> bool:
    """三合: ``a`` and ``b`` are different members of one frame."""
    return a != b and a % 4 == b % 4


def frame(branch: int) -> tuple[int, int, int]:
    """The 三合 frame of ``branch`` in the order 生 旺 墓, such as 申子辰."""
    birth = FRAME_BIRTHS[branch % 4]
    return (birth, (birth + 4) % 12, (birth + 8) % 12)


def next_in_frame(branch: int) -> int:
    """The next branch of the frame's own cycle: 丑→巳, 未→亥, 酉→丑."""
    return (branch + 4) % 12


def post_horse(branch: int) -> int:
    """驛馬: 申子辰→寅, 寅午戌→申, 亥卯未→巳, 巳酉丑→亥."""
    return clash(FRAME_BIRTHS[branch % 4])
