"""When what a 金口訣 chart says comes about (應期).

Source: 古本 應期. A combination decides: the pillar, stem or branch that combines with the general's, or what a wonder or
a frame still wants. Near matters are looked for by hour and day, far ones by month and year. 劫煞 or 驛馬 on the seat
hasten it; a noble or general with strength that is itself the branch of the day or hour bounds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from liuren.charts import moves
from liuren.terms import branches, relations, stems

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart

HASTENING: Final = ("劫煞", "驛馬")


def timing(chart: JinkoujueChart) -> dict[str, Any]:
    """``signs`` in the order of the source, what hastens, and what bounds it.

    A sign has ``by`` (天地合 干合 三奇 虛一待用 六合), the ``stem`` or ``branch`` to wait for or both, and ``next``: for
    a chart cast by time the next hour, day, month and year that have them (:mod:`liuren.calendar.coming`), else None.
    """
    return {
        "signs": [_sign(chart, *each) for each in _signs(chart)],
        "hastened_by": [chart.killer] if chart.killer in HASTENING else [],
        "within": _within(chart),
    }


def _signs(chart: JinkoujueChart) -> list[tuple[str, int | None, int | None]]:
    branch = relations.COMBINES[chart.general]
    found: list[tuple[str, int | None, int | None]] = []
    if chart.general_stem is not None:
        stem = stems.partner(chart.general_stem)
        found += [("天地合", stem, branch), ("干合", stem, None)]
    found += [("三奇", stem, None) for stem in moves.wanting_wonder(chart)]
    found += [("虛一待用", None, wanting) for wanting in moves.wanting_branches(chart)]
    return [*found, ("六合", None, branch)]


def _sign(chart: JinkoujueChart, by: str, stem: int | None, branch: int | None) -> dict[str, Any]:
    following = None
    if chart.moment is not None:
        from liuren.calendar.coming import coming

        following = coming(chart.moment, stem=stem, branch=branch)
    return {
        "by": by,
        "stem": None if stem is None else stems.NAMES[stem],
        "branch": None if branch is None else branches.NAMES[branch],
        "next": following,
    }


def _within(chart: JinkoujueChart) -> list[dict[str, str]]:
    """Noble and general that have strength and are the branch of the day or the hour: no later than that."""
    present = {"day": None if chart.day is None else chart.day % 12, "hour": chart.hour}
    standing = {"noble": (1, chart.noble_branch), "general": (2, chart.general)}
    return [
        {"position": position, "unit": unit}
        for position, (place, own) in standing.items()
        for unit, branch in present.items()
        if branch == own and chart.strength[place] in (0, 1)
    ]
