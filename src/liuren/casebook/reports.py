"""The score of a series: the program, its controls and every human reader in one table, beside chance.

Computed from an exported chain alone, so anybody can compute it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from liuren.casebook import scoring
from liuren.casebook.chain import TrialRecord, plan_of, pool_of_series, trials_of
from liuren.casebook.errors import TrialError
from liuren.casebook.plan import Plan
from liuren.casebook.pool import Pool
from liuren.casebook.program import uniform
from liuren.casebook.verification import verify

GROUP = "group"


@dataclass(frozen=True, slots=True)
class Judged:
    """One forecast beside its target.

    ``option_scores``: score of each shown thing in their order; ``target``: index of the true one; ``scores``: score of
    every thing of the pool by id (descriptions only, for re-pairing readings and targets); ``true``: id of the target;
    ``factor``: p(target)/q(target) for the betting score; ``log``, ``brier`` and its ``base``: proper scores.
    """

    option_scores: tuple[float, ...]
    target: int
    rank: int
    factor: float
    log: float
    brier: float
    base: float
    true: str
    scores: Mapping[str, float]


def report(
    chain: Mapping[str, Any], series: str, names: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The table of a series.

    ``rows``: one for each reader — ``reader``, ``kind`` (program, control, human, group), ``trials``,
    ``rank_sum``, ``hits`` (``hits``, ``trials``, ``rate``, ``interval``, ``chance``, ``p``), ``log``, ``brier``, ``betting``,
    ``permutation``; p-values are null until the planned number of trials is done (``peeking`` is then
    false), because looking early at a fixed-size test spoils it; betting score and interval may always be looked at.
    ``trials``: every trial, open and abandoned ones included. ``counts``, ``plan``, ``pool``, ``verified``.

    Raises ``TrialError`` when there is no such series or the chain cannot be read.
    """
    checked = verify(chain)
    if any(problem.code == "format" for problem in checked.problems):
        raise TrialError(
            "This is not a sound chain of trials: " + checked.problems[0].message + ".",
            hint="liuren trial verify FILE",
        )
    links = chain["links"]
    plan, pool = plan_of(links, series), pool_of_series(links, series)
    trials = trials_of(links, series)
    ended = [one for one in trials if one.target is not None]
    complete = len(ended) >= plan.trials
    rows = [
        row_of(reader, kind, judged, plan, complete, _arrangement_seed(series, reader))
        for reader, kind, judged in _readers(ended, plan, pool)
    ]
    labels = names or {}
    return {
        "series": series,
        "plan": plan.to_dict(),
        "pool": {"name": pool.name, "digest": pool.digest, "size": len(pool.objects)},
        "verified": checked.valid,
        "problems": [one.to_dict() for one in checked.problems],
        "complete": complete,
        "peeking": not complete,
        "counts": {
            "planned": plan.trials,
            "started": len(trials),
            "revealed": sum(one.state == "revealed" for one in trials),
            "abandoned": sum(one.state == "abandoned" for one in trials),
            "open": sum(one.state in ("sealed", "dealt") for one in trials),
            "unscored": sum(one.state == "abandoned" and one.target is None for one in trials),
            "late": sum(len(one.late) for one in trials),
        },
        "rows": [{**row, "name": labels.get(row["reader"], row["reader"])} for row in rows],
        "trials": [one.to_dict() for one in trials],
    }


def _readers(
    ended: Sequence[TrialRecord], plan: Plan, pool: Pool
) -> list[tuple[str, str, list[list[Judged]]]]:
    """Reader, kind, and for each trial answered the judged forecasts (several only for the group)."""
    found: list[tuple[str, str, list[list[Judged]]]] = []
    for reader in ("program", *plan.controls):
        judged = [
            [judge(plan, pool, one, one.opened["forecast"][reader])]
            for one in ended
            if reader in one.opened["forecast"]
        ]
        found.append((reader, "program" if reader == "program" else "control", judged))
    humans = list(dict.fromkeys(reader for one in ended for reader in one.entries))
    for reader in humans:
        judged = [
            [judge(plan, pool, one, one.entries[reader])] for one in ended if reader in one.entries
        ]
        found.append((reader, "human", judged))
    if humans and plan.group:
        together = [
            [judge(plan, pool, one, forecast) for forecast in one.entries.values()]
            for one in ended
            if one.entries
        ]
        found.append((GROUP, GROUP, together))
    return found


def judge(plan: Plan, pool: Pool, trial: TrialRecord, forecast: Mapping[str, Any]) -> Judged:
    """Judge one forecast of an ended trial."""
    options, target = trial.options, str(trial.target)
    if plan.mode == "choice":
        base = uniform(options)
        mixed = scoring.temper(forecast, base, plan.caution)
        scores = {one: scoring.log_score(mixed, base, one) for one in options}
        return Judged(
            tuple(scores[one] for one in options),
            options.index(target),
            scoring.rank_of(target, scores, options),
            mixed[target] / base[target],
            scores[target],
            scoring.brier_score(mixed, target),
            scoring.brier_score(base, target),
            target,
            {},
        )
    rates = pool.base_rates
    described = {
        facet: scoring.temper(chances, rates[facet], plan.caution)
        for facet, chances in forecast.items()
    }
    every = {
        thing.id: scoring.facet_score(described, rates, thing.attributes) for thing in pool.objects
    }
    chances = scoring.shares(every)
    attributes = pool.by_id[target].attributes
    return Judged(
        tuple(every[one] for one in options),
        options.index(target),
        scoring.rank_of(target, every, options),
        # Every thing of the pool is drawn equally often.
        chances[target] * len(pool.objects),
        every[target],
        scoring.facet_brier(described, rates, attributes),
        scoring.facet_brier({}, rates, attributes),
        target,
        every,
    )


def row_of(
    reader: str, kind: str, judged: list[list[Judged]], plan: Plan, complete: bool, seed: int
) -> dict[str, Any]:
    """One line of the table, from the judged forecasts of each trial. Of several forecasts for one target the mean is judged: they are not independent."""
    ranked = [_together(of_trial) for of_trial in judged]
    sizes = [len(one.option_scores) for one in ranked]
    hits = sum(one.rank == 1 for one in ranked)
    low, high = scoring.confidence_sequence(hits, len(ranked), plan.alpha)
    # Answering only some trials of a series leaves the planned test without its planned size.
    final = complete and len(ranked) >= plan.trials
    ranks = scoring.rank_sum([one.rank for one in ranked], sizes)
    return {
        "reader": reader,
        "kind": kind,
        "trials": len(ranked),
        "answers": sum(len(of_trial) for of_trial in judged),
        "rank_sum": {**ranks.to_dict(), "p": ranks.p if final else None},
        "hits": {
            "hits": hits,
            "trials": len(ranked),
            "rate": hits / len(ranked) if ranked else None,
            "interval": [low, high],
            "confidence": 1 - plan.alpha,
            "chance": 1 / plan.options,
            "p": scoring.binomial_tail(hits, len(ranked), 1 / plan.options) if final else None,
        },
        "log": {
            "total": sum(one.log for one in ranked),
            "mean": fmean(one.log for one in ranked) if ranked else None,
        },
        "brier": {
            "mean": fmean(one.brier for one in ranked) if ranked else None,
            "base_rate": fmean(one.base for one in ranked) if ranked else None,
        },
        "betting": scoring.betting([one.factor for one in ranked], plan.alpha).to_dict(),
        "permutation": {
            "p": _permutation(ranked, plan, seed) if final else None,
            "arrangements": plan.arrangements,
        },
    }


def _together(of_trial: Sequence[Judged]) -> Judged:
    if len(of_trial) == 1:
        return of_trial[0]
    first = of_trial[0]
    mean: Callable[[Callable[[Judged], float]], float] = lambda value: fmean(map(value, of_trial))  # noqa: E731
    places = range(len(first.option_scores))
    scores = [fmean(one.option_scores[place] for one in of_trial) for place in places]
    order = [str(place) for place in places]
    return Judged(
        tuple(scores),
        first.target,
        scoring.rank_of(str(first.target), {str(p): scores[p] for p in places}, order),
        # The mean of fair bets on one target is a fair bet, however alike the readers think.
        mean(lambda one: one.factor),
        mean(lambda one: one.log),
        mean(lambda one: one.brier),
        first.base,
        first.true,
        {thing: fmean(one.scores[thing] for one in of_trial) for thing in first.scores},
    )


def _permutation(ranked: Sequence[Judged], plan: Plan, seed: int) -> float:
    """Descriptions are re-paired with the targets of other trials; choices had things of their own, so their
    targets are drawn again among those."""
    if plan.mode == "description":
        table = [[reading.scores[other.true] for other in ranked] for reading in ranked]
        return scoring.permute_targets(table, plan.arrangements, seed)
    return scoring.redraw_targets(
        [one.option_scores for one in ranked],
        [one.target for one in ranked],
        plan.arrangements,
        seed,
    )


def _arrangement_seed(series: str, reader: str) -> int:
    """The same chain gives the same p-value everywhere."""
    return int.from_bytes(hashlib.sha256(f"{series}/{reader}".encode()).digest()[:8], "big")
