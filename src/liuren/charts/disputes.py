"""What other schools would give for the same chart.

A dispute is computed, not listed: every option that can change transmissions or generals is set to
each of its other values and the chart is cast again. Readings that only a book or a master has for
single charts are the table at the end, level ``text`` (畢法賦, 課經, 邵彥和, 陳公獻).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from liuren.charts import nine_methods, riders
from liuren.terms import branches, generals
from liuren.terms.convention import Convention, registry

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

#: Options by which single texts read single lessons otherwise.
_SINGLE_LESSONS: Final = ("fanyin_fudeng", "zebi")

#: (day, offset) → transmissions that single texts have, with their source. 戊辰 戊戌 返吟, 甲戌 2,
#: 庚子 10 and 甲辰 8 are reachable through options and appear under those.
_TEXTS: Final = {
    (41, 11): ((4, 3, 2), "邵彥和, alone against all others"),
}


def disputes(chart: LiurenChart) -> tuple[dict[str, Any], ...]:
    """Other named choices and what they would give, in a fixed order.

    Each entry has ``option``, ``value``, ``source``, ``level`` (``option`` or ``text``) and either
    ``transmissions`` (three branches) or ``generals`` (riders of the three transmissions) with
    ``noble`` (the noble's branch).
    """
    found = [*_transmissions(chart), *_texts(chart), *_generals(chart)]
    return tuple(found)


def _source(option: str, value: str) -> str:
    known = registry()[option]
    sources: dict[str, str] = known.get("sources", {})
    return sources.get(value) or str(known["source"])


def _transmissions(chart: LiurenChart) -> list[dict[str, Any]]:
    found = []
    for option in nine_methods.OPTIONS:
        for value in registry()[option]["values"]:
            if value == chart.convention[option]:
                continue
            other = nine_methods.decide(chart.day, chart.offset, _with(chart, option, value))
            if other.transmissions != chart.transmissions:
                found.append(
                    {
                        "option": option,
                        "value": value,
                        "transmissions": [branches.NAMES[b] for b in other.transmissions],
                        "source": _source(option, value),
                        "level": "text" if option in _SINGLE_LESSONS else "option",
                    }
                )
    return found


def _with(chart: LiurenChart, option: str, value: str) -> Convention:
    return chart.convention.replace(**{option: value})


def _texts(chart: LiurenChart) -> list[dict[str, Any]]:
    text = _TEXTS.get((chart.day, chart.offset))
    if text is None or text[0] == chart.transmissions:
        return []
    three, source = text
    return [
        {
            "option": "text",
            "value": "printed",
            "transmissions": [branches.NAMES[b] for b in three],
            "source": source,
            "level": "text",
        }
    ]


def _generals(chart: LiurenChart) -> list[dict[str, Any]]:
    found = []
    table = chart.convention["noble_table"]
    for value in registry()["noble_table"]["values"]:
        if value != table:
            found += _other_riders(chart, "noble_table", value, chart.daytime, value)
    for value in registry()["day_night"]["values"]:
        if value in ("sunrise", chart.convention["day_night"]):
            continue
        by_hour = riders.is_daytime(chart.hour, chart.convention)
        other = riders.is_daytime(chart.hour, _with(chart, "day_night", value))
        if other != by_hour and other != chart.daytime:
            found += _other_riders(chart, "day_night", value, other, table)
    return found


def _other_riders(
    chart: LiurenChart, option: str, value: str, daytime: bool, table: str
) -> list[dict[str, Any]]:
    other = riders.riders(chart.stem, chart.offset, daytime, table)
    if other == chart.riders:
        return []
    return [
        {
            "option": option,
            "value": value,
            "generals": [
                generals.NAMES[other[chart.seat(branch)]] for branch in chart.transmissions
            ],
            "noble": branches.NAMES[riders.noble_branch(chart.stem, daytime, table)],
            "source": _source(option, value),
            "level": "option",
        }
    ]


#: Options that can change the positions or the use line of a 金口訣 chart.
_JINKOUJUE_OPTIONS: Final = (
    "noble_table",
    "noble_plate",
    "noble_direction",
    "day_night",
    "stem_count",
    "xuanwu_branch",
    "use_line",
)


def jinkoujue_disputes(chart: JinkoujueChart) -> tuple[dict[str, Any], ...]:
    """Other choices and the positions (stem, noble, use) they would give; none for a chart given
    by its positions alone.
    """
    from liuren.charts import jinkoujue

    if chart.day is None or chart.hour is None or chart.general_of_month is None:
        return ()
    found = []
    by_hour = riders.is_daytime(chart.hour, chart.convention)
    for option in _JINKOUJUE_OPTIONS:
        for value in registry()[option]["values"]:
            if value == chart.convention[option] or value == "sunrise":
                continue
            other_rules = chart.convention.replace(**{option: value})
            daytime = chart.daytime
            if option == "day_night":
                daytime = daytime != (riders.is_daytime(chart.hour, other_rules) != by_hour)
            other = jinkoujue.jinkoujue_chart(
                chart.day,
                chart.hour,
                chart.general_of_month,
                chart.seat,
                daytime=daytime,
                guest=chart.guest,
                convention=other_rules,
            )
            changed = _changed(chart, other)
            if changed:
                source = _source(option, value)
                found.append({"option": option, "value": value, **changed, "source": source})
    return tuple(found)


def _changed(chart: JinkoujueChart, other: JinkoujueChart) -> dict[str, str]:
    from liuren.terms.stems import NAMES

    changed = {}
    if other.stem != chart.stem:
        changed["stem"] = NAMES[other.stem]
    if other.noble != chart.noble:
        changed["noble"] = generals.NAMES[other.noble]
    if other.use != chart.use:
        changed["use"] = other.use
    return changed
