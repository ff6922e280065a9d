"""Spirits (合用神煞) of a 金口訣 chart, and where they stand on its four positions.

Source: 古本 合用神煞; the 劫煞 group and 驛馬 also in the seed, which counts them from the
three-combination of the general and reads them on the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from liuren.charts import riders
from liuren.terms import branches, pillars, relations, seasons, spirits, stems

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart

_B: Final = branches.NAMES

_MONTHLY: Final = (
    "月建", "月破", "月厭", "天馬", "生氣", "死氣", "喪車",
    "三丘", "四墓", "飛廉", "滅門", "天醫", "地醫",
)  # fmt: skip

#: By month 1–12: 天德, 天喜; by month in fours: 月德, 月合; by season: 天赦.
_HEAVEN_VIRTUE: Final = "丁申壬辛亥甲癸寅丙乙巳庚"
_MONTH_VIRTUE: Final = "丙甲壬庚"
_MONTH_UNION: Final = "辛己丁乙"
_PARDON: Final = ("戊寅", "甲午", "戊申", "甲子")
_HEAVEN_JOY: Final = "戌亥子丑寅卯辰巳午未申酉"

#: By day stem 甲…癸.
_CUT_OFF: Final = ("申酉", "午未", "辰巳", "寅卯", "子丑")
_WANDERING_CAPITAL: Final = "丑子寅巳申"
_FIVE_GHOSTS: Final = ("巳午", "寅卯", "子丑", "戌亥", "申酉", "巳午", "寅卯", "子丑", "戌亥", "未")

#: 祿倒 by birth stem, 馬倒 by birth group (branch % 4: 申子辰, 巳酉丑, 寅午戌, 亥卯未).
_SALARY_FALL: Final = "卯辰午未午未酉戌子丑"
_HORSE_FALL: Final = "酉午卯子"


def spirit_table(chart: JinkoujueChart) -> dict[str, str]:
    """Name → branch (for a few a stem or a pillar) of every spirit that the known facts allow.

    The twelve killers and 驛馬 are those of the general's three-combination; those of the day branch
    have 日 before the name.
    """
    first = (relations.FRAME_BIRTHS[chart.general % 4] + 9) % 12
    table = {name: _B[(first + i) % 12] for i, name in enumerate(spirits.FRAME_KILLERS)}
    table["望門"] = _B[(first + 6) % 12]
    if chart.day is not None:
        table.update(_daily(chart.day, chart.daytime, chart.convention["noble_table"]))
    if chart.month is not None:
        table.update(_monthly(chart.month))
    if chart.year is not None:
        table.update(_yearly(chart.year, chart.convention.get("J43", "four_minus")))
    if chart.birth is not None:
        table["祿倒"] = _SALARY_FALL[chart.birth % 10]
    if chart.birth_branch is not None:
        table["馬倒"] = _HORSE_FALL[chart.birth_branch % 4]
    return table


def head_cover_star(branch: int, rule: str = "four_minus") -> int:
    """被頭星 of a branch: 子 on 辰 and backward, 4 − branch; or branch − 4 (a book of 2006).

    The seed names only 辰 → 子, which fits both (option J43).
    """
    return (branch - 4) % 12 if rule == "minus_four" else (4 - branch) % 12


def placed(chart: JinkoujueChart, table: dict[str, str]) -> dict[str, list[str]]:
    """The spirits that stand on each position: by its branch, by its stem (月德), or by both (天赦 戊寅).

    人元 is the stem over the seat, so that a pillar may also stand on the seat.
    """
    over = {
        "stem": (chart.stem, None),
        "noble": (chart.noble_stem, chart.noble_branch),
        "general": (chart.general_stem, chart.general),
        "seat": (None, chart.seat),
    }
    pillar_of_seat = stems.NAMES[chart.stem] + _B[chart.seat]
    found = {}
    for position, (stem, branch) in over.items():
        letters = ("" if stem is None else stems.NAMES[stem]) + (
            "" if branch is None else _B[branch]
        )
        pillar = pillar_of_seat if position == "seat" else letters
        found[position] = [name for name, where in table.items() if _stands(where, letters, pillar)]
    return found


def _stands(where: str, letters: str, pillar: str) -> bool:
    """Whether a spirit (a branch, two branches, a stem or a pillar) stands on a position."""
    if len(where) == 2 and where[0] in stems.NAMES:
        return where == pillar
    return any(letter in where for letter in letters)


def _daily(day: int, daytime: bool, noble_table: str) -> dict[str, str]:
    stem, branch = day % 10, day % 12
    noble = riders.noble_branch(stem, daytime, noble_table)
    capital = _B.index(_WANDERING_CAPITAL[stem % 5])
    table = {f"日{name}": _B[b] for name, b in spirits.by_frame(branch).items()}
    table |= {
        "日德": _B[stems.VIRTUE[stem]],
        "日祿": _B[stems.SALARY[stem]],
        "日沖": _B[(branch + 6) % 12],
        "截命災殺": _CUT_OFF[stem % 5],
        "五鬼": _FIVE_GHOSTS[stem],
        "官符": _B[(noble + 6) % 12],
        "遊都": _B[capital],
        "魯都": _B[(capital + 6) % 12],
        "天羅": _B[(branch + 1) % 12],
        "地網": _B[(branch + 7) % 12],
        "六丁": _B[(pillars.decade(day) + 3) % 12],
        "六甲": _B[pillars.decade(day) % 12],
    }
    return table


def _monthly(month: int) -> dict[str, str]:
    ordinal = (month - 2) % 12
    known = spirits.monthly(month)
    table = {name: _B[known[name]] for name in _MONTHLY}
    return table | {
        "天德": _HEAVEN_VIRTUE[ordinal],
        "月德": _MONTH_VIRTUE[ordinal % 4],
        "月合": _MONTH_UNION[ordinal % 4],
        "天赦": _PARDON[seasons.season(month)],
        "天喜": _HEAVEN_JOY[ordinal],
    }


def _yearly(year: int, star: str) -> dict[str, str]:
    table = {name: _B[branch] for name, branch in spirits.yearly(year).items()}
    return table | {"被頭": _B[head_cover_star(year, star)]}
