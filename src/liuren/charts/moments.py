"""What a moment of the calendar says about a chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from liuren.calendar import Moment


def facts_of(moment: Moment) -> Mapping[str, Any]:
    """Facts for a chart builder, as the integers of ``liuren.terms``."""
    return {
        "day": moment.day,
        "hour_pillar": moment.hour,
        "month_pillar": moment.month,
        "year_pillar": moment.year,
        "general": moment.general,
        "term": moment.term,
        "daytime": moment.daytime,
        "instant": moment.noted_instant,
        "moment": moment,
    }


def warnings_of(chart: Any) -> tuple[dict[str, Any], ...]:
    """Warnings of the moment (boundaries nearby, customs), then those about the facts given."""
    of_moment = () if chart.moment is None else chart.moment.warnings
    return (*of_moment, *(_warning(code, facts) for code, facts in chart.notes))


def _warning(code: str, facts: tuple[str, ...]) -> dict[str, Any]:
    labels = {language: text.format(*facts) for language, text in _SENTENCES[code].items()}
    return {"code": code, "message": labels["en"], "labels": labels}


_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "sunrise_unknown": {
        "zh-Hant": "以日出日入分晝夜須有時地；今以卯至申為晝。",
        "zh-Hans": "以日出日入分昼夜须有时地；今以卯至申为昼。",
        "ko": "해돋이로 낮밤을 나누려면 때와 곳이 있어야 합니다. 여기서는 묘시~신시를 낮으로 보았습니다.",
        "en": "Day or night by sunrise needs a time and a place; here 卯 to 申 was taken as day.",
    },
    "general_of_other_month": {
        "zh-Hant": "{0}將不是{1}月之將（{2}）。",
        "zh-Hans": "{0}将不是{1}月之将（{2}）。",
        "ko": "{0}장은 {1}월의 월장({2})이 아닙니다.",
        "en": "The general {0} is not that of month {1} ({2}).",
    },
}
