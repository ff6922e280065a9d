"""The ten stems (天干) 甲…癸 = 0…9; even is yang.

Sources: 六壬大全 volume 1; lodging (寄宮) as in 大全 and 經緯; colours after 射覆 十干物色.
"""

from __future__ import annotations

from typing import Final

NAMES: Final = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")
#: Their Korean readings.
HANGUL: Final = "갑을병정무기경신임계"

#: Element of each stem.
ELEMENTS: Final = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)

#: 寄宮: the branch on which a stem lodges: 甲寅 乙辰 丙巳 丁未 戊巳 己未 庚申 辛戌 壬亥 癸丑.
LODGING: Final = (2, 4, 5, 7, 5, 7, 8, 10, 11, 1)

#: 日德 (大全): 甲己寅 乙庚申 丙辛戊癸巳 丁壬亥.
VIRTUE: Final = (2, 8, 5, 11, 5, 2, 8, 5, 11, 5)

#: 日祿, the ten salaries: 甲寅 乙卯 丙戊巳 丁己午 庚申 辛酉 壬亥 癸子.
SALARY: Final = (2, 3, 5, 6, 5, 6, 8, 9, 11, 0)


def is_yang(stem: int) -> bool:
    """剛日 stems 甲丙戊庚壬."""
    return stem % 2 == 0


def partner(stem: int) -> int:
    """干合: 甲己 乙庚 丙辛 丁壬 戊癸."""
    return (stem + 5) % 10


def combined_element(stem: int) -> int:
    """Element into which a stem and its partner change: 甲己土 乙庚金 丙辛水 丁壬木 戊癸火."""
    return (2 + stem % 5) % 5


def five_rat(day_stem: int, branch: int) -> int:
    """五子元遁: stem over ``branch`` when the count starts at 子 from the day stem.

    甲己 days start 甲子, 乙庚 丙子, 丙辛 戊子, 丁壬 庚子, 戊癸 壬子.
    """
    return (2 * (day_stem % 5) + branch) % 10


def five_tiger(stem: int, branch: int) -> int:
    """五虎元遁: stem over ``branch`` when the count starts at 寅 from ``stem``.

    甲己 start 丙寅, 乙庚 戊寅, 丙辛 庚寅, 丁壬 壬寅, 戊癸 甲寅. 子 and 丑 are the last two
    of the twelve, so they differ from the count that starts at 子.
    """
    return (2 * (stem % 5) + 2 + (branch - 2) % 12) % 10
