"""Charts as plain data in canonical characters: the documented JSON shape of both methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from liuren.terms import (
    branches,
    elements,
    generals,
    kin,
    pillars,
    positions,
    seasons,
    spirits,
    stages,
    stems,
)
from liuren.terms.versions import ENGINE, rulebook_digest

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

_B = branches.NAMES
_G = generals.NAMES


def branch_name(branch: int | None) -> str | None:
    """Character of a branch, None for None."""
    return None if branch is None else _B[branch]


def pillar_name(pillar: int | None) -> str | None:
    """Two characters of a pillar, None for None."""
    return None if pillar is None else pillars.NAMES[pillar]


def liuren_dict(chart: LiurenChart) -> dict[str, Any]:
    """A 大六壬 chart as a dictionary of strings, booleans and lists."""
    uppers_and_lowers = [
        (upper, stems.NAMES[chart.stem] if i == 0 else _B[seat])
        for i, (upper, seat) in enumerate(chart.lessons)
    ]
    return {
        "method": "liuren",
        "notation": chart.notation,
        "day": pillars.NAMES[chart.day],
        "hour": _B[chart.hour],
        "general": _B[chart.general],
        "daytime": chart.daytime,
        "month": branch_name(chart.month),
        "season": None if chart.season is None else seasons.SEASONS[chart.season],
        "year": branch_name(chart.year),
        "birth": branch_name(chart.birth),
        "age_branch": branch_name(chart.age_branch),
        "term": None if chart.term is None else _term(chart.term),
        "querent": chart.querent,
        "direction": branch_name(chart.direction),
        "topic": chart.topic,
        "sex": chart.sex,
        "pillars": {
            "year": pillar_name(chart.year_pillar),
            "month": pillar_name(chart.month_pillar),
            "day": pillars.NAMES[chart.day],
            "hour": pillars.NAMES[chart.hour_pillar],
            "birth": pillar_name(chart.birth_pillar),
            "age": pillar_name(chart.age_pillar),
        },
        "instant": chart.instant,
        "moment": None if chart.moment is None else chart.moment.to_dict(),
        "plate": {_B[earth]: _B[chart.heaven(earth)] for earth in range(12)},
        "riders": {_B[earth]: _G[chart.riders[earth]] for earth in range(12)},
        "lessons": [
            {"upper": _B[upper], "lower": lower, "rider": _G[chart.rider_of(upper)]}
            for upper, lower in uppers_and_lowers
        ],
        "transmissions": [
            {
                "branch": _B[branch],
                "rider": _G[chart.rider_of(branch)],
                "stem": None if (stem := chart.hidden_stem(branch)) is None else stems.NAMES[stem],
                "void": branch in chart.void,
            }
            for branch in chart.transmissions
        ],
        "kin": [kin.NAMES[chart.kin(branch)] for branch in chart.transmissions],
        "lesson_form": chart.lesson_form,
        "lesson_method": chart.method,
        "patterns": list(chart.patterns),
        "void": [_B[branch] for branch in chart.void],
        "hidden_stems": {
            _B[branch]: None if (stem := chart.hidden_stem(branch)) is None else stems.NAMES[stem]
            for branch in range(12)
        },
        "stages": {_B[spirit]: stages.NAMES[chart.stage(spirit)] for spirit in range(12)},
        "states": _states(chart),
        "spirits": _spirits(chart),
        "decision": _decision(chart),
        "disputes": list(chart.disputes),
        "convention": chart.convention.to_dict(),
        "warnings": list(chart.warnings),
        "engine": ENGINE,
        "rulebook": rulebook_digest(),
    }


def _term(term: int) -> str:
    from liuren.terms.seasons import TERMS

    return TERMS[term]


def _states(chart: LiurenChart) -> dict[str, str] | None:
    """State of every element for she fu; None when no season is known."""
    if chart.shefu_ruler is None:
        return None
    return {
        name: elements.STATES[elements.state(element, chart.shefu_ruler)]
        for element, name in enumerate(elements.NAMES)
    }


def _spirits(chart: LiurenChart) -> dict[str, dict[str, str]]:
    """Spirits by month, year and day, each name with its branch."""
    found = {"day": spirits.daily(chart.day)}
    if chart.month is not None:
        found["month"] = spirits.monthly(chart.month)
    if chart.year is not None:
        found["year"] = spirits.yearly(chart.year) | spirits.by_frame(chart.year)
    return {
        base: {name: _B[branch] for name, branch in table.items()} for base, table in found.items()
    }


def _decision(chart: LiurenChart) -> dict[str, Any]:
    """Why these transmissions: method, names, the candidates of the last step, their depths."""
    decision = chart.decision
    return {
        "method": decision.method,
        "form": decision.form,
        "names": list(decision.names),
        "candidates": [_B[branch] for branch in decision.candidates],
        "counts": list(decision.counts),
    }


def jinkoujue_dict(chart: JinkoujueChart) -> dict[str, Any]:
    """A 金口訣 chart as a dictionary of strings, booleans and lists."""
    from liuren.charts import moves
    from liuren.charts.killers import placed, spirit_table
    from liuren.charts.timing import timing

    in_chart = [elements.STATES[state] for state in chart.strength]
    by_season = chart.season_strength
    seasonal = None if by_season is None else [elements.STATES[state] for state in by_season]
    season_first = chart.convention["jinkoujue_strength"] == "season" and seasonal is not None
    table = spirit_table(chart)
    return {
        "method": "jinkoujue",
        "notation": chart.notation,
        "day": pillar_name(chart.day),
        "hour": branch_name(chart.hour),
        "general_of_month": branch_name(chart.general_of_month),
        "general_laid": branch_name(chart.general_laid),
        "daytime": chart.daytime,
        "month": branch_name(chart.month),
        "year": branch_name(chart.year),
        "birth": pillar_name(chart.birth) or branch_name(chart.birth_branch),
        "annual": pillar_name(chart.annual) or branch_name(chart.annual_branch),
        "great_run": branch_name(chart.great_run),
        "sex": chart.sex,
        "topic": chart.topic,
        "term": None if chart.term is None else _term(chart.term),
        "pillars": {
            "year": pillar_name(chart.year_pillar),
            "month": pillar_name(chart.month_pillar),
            "day": pillar_name(chart.day),
            "hour": pillar_name(chart.hour_pillar),
        },
        "instant": chart.instant,
        "moment": None if chart.moment is None else chart.moment.to_dict(),
        "stem": stems.NAMES[chart.stem],
        "noble": _G[chart.noble],
        "general": _B[chart.general],
        "general_name": branches.SPIRITS[chart.general],
        "seat": _B[chart.seat],
        "seat_from": chart.seat_from,
        "noble_stem": None if chart.noble_stem is None else stems.NAMES[chart.noble_stem],
        "noble_branch": _B[chart.noble_branch],
        "general_stem": None if chart.general_stem is None else stems.NAMES[chart.general_stem],
        "use": chart.use,
        "elements": _by_position([elements.NAMES[e] for e in chart.elements]),
        "yang": _by_position(list(chart.yang)),
        "strength": _by_position(seasonal if season_first and seasonal else in_chart),
        "chart_strength": _by_position(in_chart),
        "season_strength": None if seasonal is None else _by_position(seasonal),
        "moves": list(chart.moves),
        "relations": [
            {"upper": upper, "relation": relation, "lower": lower}
            for upper, relation, lower in moves.pairs(chart.elements)
        ],
        "combinations": moves.combinations(chart),
        "void": None if chart.void is None else [_B[branch] for branch in chart.void],
        "great_void": None if chart.great_void is None else elements.NAMES[chart.great_void],
        "timing": timing(chart),
        "killer": chart.killer,
        "spirits": table,
        "spirits_on": placed(chart, table),
        "guest": chart.guest,
        "disputes": list(chart.disputes),
        "convention": chart.convention.to_dict(),
        "warnings": list(chart.warnings),
        "engine": ENGINE,
        "rulebook": rulebook_digest(),
    }


def _by_position(values: list[Any]) -> dict[str, Any]:
    return dict(zip(positions.IDS, values, strict=True))
