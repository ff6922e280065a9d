"""The twelve stages of life (十二長生).

Default: by element, forward for both polarities, earth with water from 申 (壬學瑣記; 六壬指南
notes). Options of the convention: earth with fire from 寅 (畢法賦 once), or yin stems backward.
"""

from __future__ import annotations

from typing import Final

from liuren.terms import stems

NAMES: Final = (
    "長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死", "墓", "絕", "胎", "養",
)  # fmt: skip

#: Branch of 長生 by element: 木亥 火寅 土申 金巳 水申.
BIRTHS: Final = (11, 2, 8, 5, 8)

#: Branch of 墓 by element: 木未 火戌 土辰 金丑 水辰.
TOMBS: Final = (7, 10, 4, 1, 4)

#: Birth branches of yin stems counted backward: 乙午 丁酉 己酉 辛子 癸卯.
_YIN_BIRTHS: Final = {1: 6, 3: 9, 5: 9, 7: 0, 9: 3}


def stage(element: int, branch: int, rule: str = "element_earth_water") -> int:
    """Stage of ``element`` at ``branch``, an index into :data:`NAMES`.

    ``rule`` is a value of the option ``life_stages``; ``yin_reversed`` concerns stems only
    (see :func:`stem_stage`) and puts earth with fire, as those who reverse do.
    """
    birth = BIRTHS[element]
    if element == 2 and rule != "element_earth_water":
        birth = BIRTHS[1]
    return (branch - birth) % 12


def stem_stage(stem: int, branch: int, rule: str = "element_earth_water") -> int:
    """Stage of a stem at ``branch``; under ``yin_reversed`` yin stems count backward."""
    if rule == "yin_reversed" and stem % 2:
        return (_YIN_BIRTHS[stem] - branch) % 12
    return stage(stems.ELEMENTS[stem], branch, rule)
