"""What other schools would give for the same chart.

A dispute is computed, not listed: every option that can change transmissions or generals is set to
each of its other values and the chart is cast again. Readings that only a book or a master has for
single charts are the table at the end, level ``text`` (畢法賦, 課經, 邵彥和, 陳公獻).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from liuren.charts import nine_methods, riders
from liuren.terms import branches, generals
from liuren.terms.convention import Convention, registry, sources_of

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

#: Options by which single texts read single lessons otherwise.
_SINGLE_LESSONS: Final = ("fanyin_fudeng", "zebi")

#: (day, offset) → transmissions that single texts have, with their source. 戊辰 戊戌 返吟, 甲戌 2,
#: 庚子 10 and 甲辰 8 are reachable through options and appear under those.
_TEXTS: Final = {
    (41, 11): (
        (4, 3, 2),
        {
            "zh-Hant": "邵彥和，獨異於諸家",
            "zh-Hans": "邵彦和，独异于诸家",
            "ko": "소언화(邵彥和), 홀로 다른 이들과 다름",
            "en": "邵彥和, alone against all others",
        },
    ),
}


def disputes(chart: LiurenChart) -> tuple[dict[str, Any], ...]:
    """Other named choices and what they would give, in a fixed order.

    Each entry has ``option``, ``value``, ``source`` (English), ``sources`` (four languages), ``level``
    (``option`` or ``text``) and either
    ``transmissions`` (three branches) or ``generals`` (riders of the three transmissions) with
    ``noble`` (the noble's branch).
    """
    found = [*_transmissions(chart), *_texts(chart), *_generals(chart)]
    return tuple(found)


def _cited(sources: Mapping[str, str]) -> dict[str, Any]:
    return {"source": sources["en"], "sources": dict(sources)}


@lru_cache(maxsize=64)
def _alternatives(
    convention: Convention, options: tuple[str, ...]
) -> tuple[tuple[str, str, Convention, Mapping[str, str]], ...]:
    """Every other value of some options: option, value, the convention with it, source.

    Left out are values that the registry has ``outside`` the schools.
    """
    return tuple(
        (option, value, convention.replace(**{option: value}), sources_of(option, value))
        for option in options
        for value in registry()[option]["values"]
        if value != convention[option] and value not in registry()[option].get("outside", ())
    )


def _transmissions(chart: LiurenChart) -> list[dict[str, Any]]:
    found = []
    for option, value, rules, source in _alternatives(chart.convention, nine_methods.OPTIONS):
        other = nine_methods.decide(chart.day, chart.offset, rules)
        if other.transmissions != chart.transmissions:
            found.append(
                {
                    "option": option,
                    "value": value,
                    "transmissions": [branches.NAMES[b] for b in other.transmissions],
                    **_cited(source),
                    "level": "text" if option in _SINGLE_LESSONS else "option",
                }
            )
    return found


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
            **_cited(source),
            "level": "text",
        }
    ]


def _generals(chart: LiurenChart) -> list[dict[str, Any]]:
    found = []
    table = chart.convention["noble_table"]
    for _, value, _, source in _alternatives(chart.convention, ("noble_table",)):
        found += _other_riders(chart, ("noble_table", value, source), chart.daytime, value)
    for _, value, rules, source in _alternatives(chart.convention, ("day_night",)):
        other = _daytime_under(chart, rules)
        if other is not None and other != chart.daytime:
            found += _other_riders(chart, ("day_night", value, source), other, table)
    return found


def _daytime_under(chart: LiurenChart | JinkoujueChart, rules: Convention) -> bool | None:
    """Day or night under another custom; None where it was chosen by hand, or cannot be told."""
    hour, moment = chart.hour, chart.moment
    assert hour is not None
    by_sun = moment is not None and chart.convention["day_night"] == "sunrise"
    if chart.daytime != (moment.daytime if by_sun else riders.is_daytime(hour, chart.convention)):
        return None
    if rules["day_night"] != "sunrise":
        return riders.is_daytime(hour, rules)
    if moment is None or moment.longitude is None or moment.latitude is None:
        return None
    return bool(moment.replace(day_night="sunrise").daytime)


def _other_riders(
    chart: LiurenChart, choice: tuple[str, str, Mapping[str, str]], daytime: bool, table: str
) -> list[dict[str, Any]]:
    other = riders.riders(chart.stem, chart.offset, daytime, table)
    if other == chart.riders:
        return []
    option, value, source = choice
    return [
        {
            "option": option,
            "value": value,
            "generals": [
                generals.NAMES[other[chart.seat(branch)]] for branch in chart.transmissions
            ],
            "noble": branches.NAMES[riders.noble_branch(chart.stem, daytime, table)],
            **_cited(source),
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
    for option, value, rules, source in _alternatives(chart.convention, _JINKOUJUE_OPTIONS):
        daytime = chart.daytime
        if option == "day_night":
            other_daytime = _daytime_under(chart, rules)
            if other_daytime is None or other_daytime == daytime:
                continue
            daytime = other_daytime
        other = jinkoujue.jinkoujue_chart(
            chart.day,
            chart.hour,
            chart.general_of_month,
            chart.seat,
            daytime=daytime,
            guest=chart.guest,
            convention=rules,
        )
        changed = _changed(chart, other)
        if changed:
            found.append({"option": option, "value": value, **changed, **_cited(source)})
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
