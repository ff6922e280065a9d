"""Which element rules by the month, in charts of both arts: option ``earth_season``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from liuren.terms import seasons

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart


def ruler(chart: LiurenChart | JinkoujueChart) -> int | None:
    """Element that rules; None without a month.

    Earth's last eighteen days are told by the instant; where it is not known, by the 中氣 of the month.
    """
    if chart.month is None:
        return None
    rule = chart.convention["earth_season"]
    if rule != "last_18_days" or chart.month not in seasons.EARTH_MONTHS:
        return seasons.ruler(chart.month, rule)
    last_days = _by_instant(chart)
    return seasons.ruler(chart.month, rule, chart.past_mid_term if last_days is None else last_days)


def by_mid_term(chart: LiurenChart | JinkoujueChart) -> bool:
    """Whether earth's last eighteen days are told by the 中氣, for want of an instant."""
    return (
        chart.convention["earth_season"] == "last_18_days"
        and chart.month in seasons.EARTH_MONTHS
        and _by_instant(chart) is None
    )


def _by_instant(chart: LiurenChart | JinkoujueChart) -> bool | None:
    """Whether the instant lies in earth's days; None if it is not known, or is not of the month and
    the term of the chart, which may be given over those of a moment.
    """
    if chart.instant is None:
        return None
    from liuren.calendar.instants import earth_days, seconds_of

    if chart.moment is not None:
        ut = chart.moment.ut
    else:
        ut = seconds_of(chart.instant, chart.convention["calendar_switch"])
    if ut is None:
        return None
    term, within = earth_days(ut)
    of_chart = chart.month == seasons.month_of_term(term) and chart.term in (None, term)
    return within if of_chart else None
