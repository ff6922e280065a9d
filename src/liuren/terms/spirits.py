"""Spirits by month, year, day stem and day branch (神煞) as tables.

Source: 六壬大全 volume 1, lines 60–172 of the Four Treasuries text; its slips are corrected
(8th month 生氣 is 未). Months are month branches (寅 = first month); all values are branches.
"""

from __future__ import annotations

from typing import Final

from liuren.terms import pillars, relations, stems

_BLOOD_TABOO: Final = (1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 0)
_IMPERIAL_GRACE: Final = (10, 1, 4, 7, 3, 9, 0, 6, 11, 2, 5, 8)
_FLYING: Final = (10, 5, 6, 7, 8, 9, 4, 11, 0, 1, 2, 3)


def _monthly(ordinal: int) -> dict[str, int]:
    season = ordinal // 3
    month = (ordinal + 2) % 12
    return {
        "生氣": ordinal,
        "死氣": (ordinal + 6) % 12,
        "死神": (ordinal + 5) % 12,
        "月厭": (10 - ordinal) % 12,
        "天馬": (6 + 2 * ordinal) % 12,
        "月破": (month + 6) % 12,
        "血支": (month - 1) % 12,
        "血忌": _BLOOD_TABOO[ordinal],
        "天喜": (10, 1, 4, 7)[season],
        "天目": (4, 7, 10, 1)[season],
        "皇恩": _IMPERIAL_GRACE[ordinal],
        "天詔": (month - 3) % 12,
        "成神": (5, 8, 11, 2)[ordinal % 4],
        "飛廉": _FLYING[ordinal],
        "月建": month,
        "喪車": (9, 0, 3, 6)[season],
        "三丘": (1, 4, 7, 10)[season],
        "四墓": (7, 10, 1, 4)[season],
        "天醫": (month + 8) % 12,
        "地醫": (month + 2) % 12,
        "滅門": (month + 3 if month % 2 else month - 3) % 12,
    }


_MONTHLY: Final = tuple(_monthly((month - 2) % 12) for month in range(12))

MONTHLY_NAMES: Final = tuple(_MONTHLY[0])

#: 十二神煞 in order from 劫煞, which stands on the branch after the frame's tomb (申子辰→巳). The
#: 金口訣 seed prints eleven names for twelve places; the missing fifth is 地煞, since only then
#: does 驛馬 fall on 寅 for 申子辰.
FRAME_KILLERS: Final = (
    "劫煞", "災煞", "歲煞", "天煞", "地煞", "月煞", "亡神", "將星", "攀鞍", "驛馬", "六厄", "華蓋",
)  # fmt: skip


def monthly(month: int) -> dict[str, int]:
    """All spirits of a month branch: name → branch (生氣 死氣 月厭 天馬 …)."""
    return dict(_MONTHLY[month])


def monthly_spirit(name: str, month: int) -> int:
    """Branch of one monthly spirit in month branch ``month``; KeyError names an unknown spirit."""
    return _MONTHLY[month][name]


def by_frame(branch: int) -> dict[str, int]:
    """Spirits counted from the 三合 of a branch of year, month or day.

    寅午戌: 驛馬申 劫煞亥 災煞子 亡神巳 咸池卯 華蓋戌, and so on around.
    """
    birth = relations.FRAME_BIRTHS[branch % 4]
    return {
        "驛馬": (birth + 6) % 12,
        "劫煞": (birth + 9) % 12,
        "災煞": (birth + 10) % 12,
        "亡神": (birth + 3) % 12,
        "咸池": (birth + 1) % 12,
        "華蓋": (birth + 8) % 12,
    }


def frame_killer(base: int, place: int) -> str:
    """Killer that stands on branch ``place`` counted from the 三合 frame of ``base``."""
    first = (relations.FRAME_BIRTHS[base % 4] + 9) % 12
    return FRAME_KILLERS[(place - first) % 12]


def yearly(year: int) -> dict[str, int]:
    """Spirits of a year branch: 太歲, 歲破, 喪門 (+2), 弔客 (−2), 病符 (−1)."""
    return {
        "太歲": year,
        "歲破": (year + 6) % 12,
        "喪門": (year + 2) % 12,
        "弔客": (year - 2) % 12,
        "病符": (year - 1) % 12,
    }


def broken(branch: int) -> int:
    """破碎 by rank of the day branch: 孟酉 仲巳 季丑."""
    return (9, 5, 1)[(branch - 2) % 3]


def daily(day: int) -> dict[str, int]:
    """Spirits of a day pillar: 日德, 日祿, 丁神 (if not void), 破碎 and those of its frame."""
    stem, branch = day % 10, day % 12
    found = {
        "日德": stems.VIRTUE[stem],
        "日祿": stems.SALARY[stem],
        "丁神": (pillars.decade(day) + 3) % 12,
        "日沖": (branch + 6) % 12,
        "破碎": broken(branch),
    }
    found.update(by_frame(branch))
    return found


def net(branch: int) -> str | None:
    """天羅 is 戌 and 亥, 地網 is 辰 and 巳; None for the other branches."""
    if branch in (10, 11):
        return "天羅"
    return "地網" if branch in (4, 5) else None
