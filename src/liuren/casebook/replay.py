"""Replaying published trials: cast the printed chart, read it, and see where the actual thing ranks.

Published trials were chosen because they were told as hits. A replay tests the program (does the chart agree, does
the reading name the thing?) and is no evidence of accuracy; it is never part of a series.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from liuren.casebook.pool import Pool, PoolObject
from liuren.casebook.program import Program
from liuren.casebook.scoring import binomial_tail

LIUREN = ("大六壬", "六壬神課")
OPTIONS = 10


@dataclass(frozen=True, slots=True)
class Replayed:
    """One published trial, replayed.

    ``place`` of ``size``: where the actual thing ranks in the whole pool (ties at their middle); ``rank``: the mean rank it
    would have among ``options`` things drawn with it; ``right``: in a forced choice, whether it came first (0.5 for
    a tie). ``chart`` says whether lessons and transmissions agree with the print (null: none printed).
    """

    id: str
    thing: str
    notation: str
    told: str
    forced: bool
    place: float
    size: int
    rank: float
    options: int
    chance: float
    right: float | None
    chart_agrees: bool | None

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def replay(
    trials: Sequence[Mapping[str, Any]],
    coding: Mapping[str, Mapping[str, Any]],
    program: Program,
    pool: Pool,
    options: int = OPTIONS,
) -> dict[str, Any]:
    """Replay ``trials`` (published facts) whose actual things are named by ``coding``.

    ``coding``: trial id -> ``object`` (id in the pool, or ``id``, ``like`` and the facets that differ), ``others`` (the other options of a
    forced choice), ``month`` (branch), all fixed before the replay. Returns ``replayed``, ``skipped`` (id and reason),
    ``summary``.
    """
    replayed: list[Replayed] = []
    skipped: list[dict[str, str]] = []
    for trial in trials:
        reason = _unusable(trial, coding)
        if reason:
            skipped.append({"id": str(trial["id"]), "reason": reason})
        else:
            replayed.append(_replay(trial, coding[trial["id"]], program, pool, options))
    return {
        "replayed": [one.to_dict() for one in replayed],
        "skipped": skipped,
        "summary": _summary(replayed, options),
    }


def _unusable(trial: Mapping[str, Any], coding: Mapping[str, Any]) -> str:
    if trial.get("method") not in LIUREN:
        return "not liuren"
    pillars = trial.get("pillars") or {}
    if not pillars.get("day") or not trial.get("month_general"):
        return "no chart kept"
    if not trial.get("actual"):
        return "no outcome stated"
    return "" if trial["id"] in coding else "what was hidden is not a thing of the pool"


def _replay(
    trial: Mapping[str, Any],
    coded: Mapping[str, Any],
    program: Program,
    pool: Pool,
    options: int,
) -> Replayed:
    chart = program.cast(_casting(trial, coded))
    actual = _thing(coded["object"], pool)
    others = [_thing(one, pool) for one in coded.get("others", ())]
    rest = others or [thing for thing in pool.objects if thing.id != actual.id]
    weights = program.forecast(chart, [actual, *rest])
    own = weights[actual.id]
    better = sum(weights[one.id] > own for one in rest)
    ties = sum(weights[one.id] == own for one in rest)
    place = 1 + better + ties / 2
    among = len(rest) + 1 if others else options
    return Replayed(
        id=str(trial["id"]),
        thing=actual.id,
        notation=str(chart.get("notation", "")),
        told=str(trial.get("claimed")),
        forced=bool(others),
        place=place,
        size=len(rest) + 1,
        rank=1 + (among - 1) * (place - 1) / len(rest),
        options=among,
        chance=own / sum(weights.values()),
        right=None if not others else (1.0 if place == 1 else 0.5 if not better else 0.0),
        chart_agrees=_agrees(trial.get("published_chart") or {}, chart),
    )


def _casting(trial: Mapping[str, Any], coded: Mapping[str, Any]) -> dict[str, Any]:
    pillars = trial["pillars"]
    casting = {
        "day": pillars["day"],
        "hour": pillars.get("hour_branch") or pillars["hour"][-1],
        "general": trial["month_general"][0],
    }
    period = (trial.get("engine_check") or {}).get("period")
    if period:
        casting["daytime"] = period == "day"
    if coded.get("month"):
        casting["month"] = coded["month"]
    return casting


def _thing(coded: str | Mapping[str, Any], pool: Pool) -> PoolObject:
    if isinstance(coded, str):
        return pool.by_id[coded]
    own = {facet: tuple(values) for facet, values in coded.items() if facet not in ("id", "like")}
    model = pool.by_id[coded["like"]].attributes if "like" in coded else {}
    return PoolObject(str(coded["id"]), {}, {**model, **own})


def _agrees(printed: Mapping[str, Any], chart: Mapping[str, Any]) -> bool | None:
    if not printed.get("transmissions") or "transmissions" not in chart:
        return None
    lessons = [f"{one['upper']}{one['lower']}" for one in chart["lessons"]]
    return "".join(one["branch"] for one in chart["transmissions"]) == printed[
        "transmissions"
    ] and (printed.get("lessons") in (None, lessons))


def _summary(replayed: Sequence[Replayed], options: int) -> dict[str, Any]:
    free = [one for one in replayed if not one.forced]
    forced = [one for one in replayed if one.forced]
    right = sum(one.right or 0.0 for one in forced)
    chance = sum(1 / one.options for one in forced)
    return {
        "replayed": len(replayed),
        "told_as_hits": sum(one.told == "hit" for one in free),
        "free": len(free),
        "mean_rank": fmean(one.rank for one in free) if free else None,
        "options": options,
        "chance_rank": (options + 1) / 2,
        "forced": len(forced),
        "forced_right": right,
        "forced_chance": chance,
        # Forced choices of one size only: else the binomial is not exact and nothing is said.
        "forced_p": binomial_tail(int(right), len(forced), chance / len(forced))
        if forced and len({one.options for one in forced}) == 1 and right == int(right)
        else None,
        "charts_agree": sum(one.chart_agrees is True for one in replayed),
        "charts_printed": sum(one.chart_agrees is not None for one in replayed),
    }
