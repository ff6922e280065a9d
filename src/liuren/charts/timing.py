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
    from collections.abc import Mapping

    from liuren.calendar import Moment
    from liuren.charts.jinkoujue import JinkoujueChart

HASTENING: Final = ("劫煞", "驛馬")


def timing(chart: JinkoujueChart) -> dict[str, Any]:
    """``signs`` in the order of the source, what hastens, and what bounds it.

    A sign has ``by`` (天地合 干合 三奇 虛一待用 六合), the ``stem`` or ``branch`` to wait for or both, and ``next``: for
    a chart cast by time the next hour, day, month and year that have them (:mod:`liuren.calendar.coming`), else None.
    """
    found = {
        "signs": [
            {
                "by": by,
                "stem": None if stem is None else stems.NAMES[stem],
                "branch": None if branch is None else branches.NAMES[branch],
                "next": None,
            }
            for by, stem, branch in _signs(chart)
        ],
        "hastened_by": [chart.killer] if chart.killer in HASTENING else [],
        "within": _within(chart),
    }
    return found if chart.moment is None else dated(found, chart.moment)


def dated(found: Mapping[str, Any], moment: Moment) -> dict[str, Any]:
    """A timing with ``next`` filled in for each sign, counted from a moment."""
    from liuren.calendar.coming import coming

    signs = [
        {
            **sign,
            "next": coming(
                moment,
                stem=None if sign["stem"] is None else stems.NAMES.index(sign["stem"]),
                branch=None if sign["branch"] is None else branches.NAMES.index(sign["branch"]),
            ),
        }
        for sign in found["signs"]
    ]
    return {**found, "signs": signs}


def _signs(chart: JinkoujueChart) -> list[tuple[str, int | None, int | None]]:
    branch = relations.COMBINES[chart.general]
    found: list[tuple[str, int | None, int | None]] = []
    if chart.general_stem is not None:
        stem = stems.partner(chart.general_stem)
        found += [("天地合", stem, branch), ("干合", stem, None)]
    found += [("三奇", stem, None) for stem in moves.wanting_wonder(chart)]
    found += [("虛一待用", None, wanting) for wanting in moves.wanting_branches(chart)]
    return [*found, ("六合", None, branch)]


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
