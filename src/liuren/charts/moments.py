"""What a moment of the calendar says about a chart.

Only the documented data of a moment is used (``pillars``, ``general``, ``term``, ``daytime``,
``warnings``, ``convention``, ``instant``), so that charts do not depend on how it was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from liuren.terms import parse


def facts_of(moment: Any) -> Mapping[str, Any]:
    """Facts for a chart builder, as the integers of ``liuren.terms``."""
    data = moment if isinstance(moment, Mapping) else moment.to_dict()
    pillars = {
        f"{name}_pillar": parse.parse_pillar(pillar, f"the {name} pillar")
        for name, pillar in data["pillars"].items()
        if pillar
    }
    term = data.get("term")
    if isinstance(term, Mapping):
        term = term.get("name")
    return {
        **pillars,
        "day": pillars["day_pillar"],
        "general": parse.parse_branch(data["general"], "the month general"),
        "daytime": data["daytime"],
        "term": None if term is None else parse.parse_term(term),
        "instant": data.get("instant"),
        "warnings": tuple(_message(warning) for warning in data.get("warnings", ())),
        "convention": getattr(moment, "convention", None) or data.get("convention"),
    }


def _message(warning: Any) -> str:
    return str(warning.get("message", warning)) if isinstance(warning, Mapping) else str(warning)
