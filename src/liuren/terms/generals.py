"""The twelve generals (天將, in 金口訣 the nobles 貴神) 貴人…天后 = 0…11.

Sources: order, own pillars and good or ill in 六壬大全 volume 2 and the heads of the twelve
射覆 chapters; the 金口訣 swap of 玄武 and 天后 in 古本 十二貴神所屬.
"""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "貴人", "騰蛇", "朱雀", "六合", "勾陳", "青龍", "天空", "白虎", "太常", "玄武", "太陰", "天后",
)  # fmt: skip

(
    NOBLE, SNAKE, BIRD, UNION, HOOK, DRAGON, SKY, TIGER, CONSTANT, WARRIOR, MOON, EMPRESS,
) = range(12)  # fmt: skip

#: Own branch of each general in 大六壬: 玄武亥, 天后子.
BRANCHES: Final = (1, 5, 6, 3, 4, 2, 10, 8, 7, 11, 9, 0)

#: Own branch of each noble in 金口訣: 玄武子, 天后亥 (古本; 射覆 of the seed needs 玄武 yang).
JINKOUJUE_BRANCHES: Final = (1, 5, 6, 3, 4, 2, 10, 8, 7, 0, 9, 11)

#: Own pillar: 己丑 丁巳 丙午 乙卯 戊辰 甲寅 戊戌 庚申 己未 癸亥 辛酉 壬子.
PILLARS: Final = (25, 53, 42, 51, 4, 50, 34, 56, 55, 59, 57, 48)

#: Element of each general, that of its own branch.
ELEMENTS: Final = (2, 1, 1, 0, 2, 0, 2, 3, 2, 4, 3, 4)
