"""What a moment of the calendar says about a chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from liuren.terms.labels import LANGUAGES, message

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
    labels = {
        language: message(f"chart.warning.{code}", language).format(*facts)
        for language in LANGUAGES
    }
    return {"code": code, "message": labels["en"], "labels": labels}
