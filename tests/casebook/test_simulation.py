"""A thousand series under chance, and as many with a known edge: the tests must say what they promise.

Seeds are fixed, so a run is the same every time; the limits would be passed by chance alone less than once
in ten thousand choices of a seed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from casebook_standins import make_pool

from liuren.casebook import scoring
from liuren.casebook.chain import TrialRecord, deal_options, draw_target
from liuren.casebook.forecast import over_facets, over_options
from liuren.casebook.plan import Plan
from liuren.casebook.reports import judge, row_of

SERIES = 1000
POOL = make_pool()
# Kolmogorov-Smirnov: P(D > 2.23 / sqrt(n)) < 0.0001.
KS_LIMIT = 2.23 / math.sqrt(SERIES)

Reader = Callable[[random.Random, TrialRecord], Any]


def guess(chance: random.Random, trial: TrialRecord) -> dict[str, float]:
    """A reader without knowledge and with much confidence: one option gets most of it."""
    return over_options({one: chance.random() ** 6 for one in trial.options}, trial.options)


def knowing(rate: float) -> Reader:
    """A reader who prefers the target with probability ``rate`` and is else wrong."""

    def read(chance: random.Random, trial: TrialRecord) -> dict[str, float]:
        others = [one for one in trial.options if one != trial.target]
        favourite = trial.target if chance.random() < rate else chance.choice(others)
        rest = (1 - rate) / len(others)
        return {one: rate if one == favourite else rest for one in trial.options}

    return read


def play(plan: Plan, reader: Reader, seed: int, copies: int = 1) -> dict[str, Any]:
    """One series, drawn as the ledger draws it and scored as the table scores it."""
    chance = random.Random(seed)
    judged = []
    for position in range(1, plan.trials + 1):
        lots = f"{chance.getrandbits(256):064x}"
        options = deal_options(lots, str(seed), position, POOL, plan.options)
        trial = TrialRecord("t", "s", position, "revealed", options=options)
        trial.opened = {"target": draw_target(lots, str(seed), position, options)}
        forecast = reader(chance, trial)
        judged.append([judge(plan, POOL, trial, forecast)] * copies)
    return row_of("reader", "human", judged, plan, True, seed)


CHOICE = Plan(trials=20, options=5, arrangements=499)


@cache
def chance_series(copies: int = 1) -> tuple[dict[str, Any], ...]:
    return tuple(play(CHOICE, guess, seed, copies) for seed in range(SERIES))


def distance_from_uniform(values: Sequence[float]) -> float:
    ordered = sorted(values)
    count = len(ordered)
    return max(
        max((place + 1) / count - value, value - place / count)
        for place, value in enumerate(ordered)
    )


def smoothed_rank_sum(total: int, plan: Plan, chance: random.Random) -> float:
    """The exact p with ties broken by lot: uniform under chance, without steps."""
    sizes = [plan.options] * plan.trials
    below = scoring.rank_sum_p(total - 1, sizes)
    return below + chance.random() * (scoring.rank_sum_p(total, sizes) - below)


def test_rank_sums_are_uniform_under_chance() -> None:
    lots = random.Random(0)
    values = [smoothed_rank_sum(row["rank_sum"]["sum"], CHOICE, lots) for row in chance_series()]
    assert distance_from_uniform(values) < KS_LIMIT


@pytest.mark.parametrize("copies", [1, 7])
def test_permutation_p_is_uniform_under_chance(copies: int) -> None:
    """Also when seven readers say the same: whole targets are drawn again, answers are not counted as new."""
    values = [row["permutation"]["p"] for row in chance_series(copies)]
    assert distance_from_uniform(values) < KS_LIMIT
    assert all(row["answers"] == copies * row["trials"] for row in chance_series(copies))


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2])
def test_no_test_errs_more_often_than_it_says(alpha: float) -> None:
    for name in ("rank_sum", "permutation", "hits"):
        wrong = sum(row[name]["p"] <= alpha for row in chance_series())
        assert wrong <= SERIES * alpha + 3.8 * math.sqrt(SERIES * alpha * (1 - alpha)), name


def test_the_betting_score_exceeds_twenty_in_at_most_five_percent_even_with_peeking() -> None:
    plan = Plan(trials=60, options=5, arrangements=99)
    crossed = sum(
        play(plan, guess, 10_000 + seed)["betting"]["crossed_at"] is not None
        for seed in range(SERIES)
    )
    assert 0 < crossed <= SERIES * 0.05


def test_peeking_at_a_fixed_test_would_err_far_more_often() -> None:
    """Why the table shows no p-value before the planned end."""
    chance = random.Random(5)
    wrong = 0
    for _ in range(300):
        hits, found = 0, False
        for trials in range(1, 101):
            hits += chance.random() < 0.2
            found = found or scoring.binomial_tail(hits, trials, 0.2) <= 0.05
        wrong += found
    assert wrong > 300 * 0.15


@pytest.mark.parametrize("rate", [0.2, 0.5, 0.9])
def test_the_interval_holds_at_all_times_at_once(rate: float) -> None:
    chance = random.Random(11)
    missed = 0
    for _ in range(400):
        hits, outside = 0, False
        for trials in range(1, 121):
            hits += chance.random() < rate
            if trials % 5 == 0 or trials < 10:
                low, high = scoring.confidence_sequence(hits, trials)
                outside = outside or not low <= rate <= high
        missed += outside
    assert missed <= 400 * 0.05


def test_a_known_edge_is_found_with_the_computed_power() -> None:
    needed = scoring.trials_needed(5, 0.5)
    assert needed == 17
    plan = Plan(trials=needed, options=5, arrangements=99)
    expected = scoring.power(needed, 5, 0.5)
    found = sum(
        play(plan, knowing(0.5), 20_000 + seed)["hits"]["p"] <= 0.05 for seed in range(SERIES)
    )
    assert abs(found - SERIES * expected) < 3.9 * math.sqrt(SERIES * expected * (1 - expected))


def rank_sum_power(trials: int, rank_chances: Sequence[float]) -> float:
    """Power of the rank-sum test when the target has rank r with probability ``rank_chances[r-1]``."""
    critical = scoring.rank_sum_critical([len(rank_chances)] * trials)
    assert critical is not None
    law = [1.0]
    for _ in range(trials):
        longer = [0.0] * (len(law) + len(rank_chances) - 1)
        for place, chance in enumerate(law):
            for rank, step in enumerate(rank_chances):
                longer[place + rank] += chance * step
        law = longer
    return math.fsum(law[: critical - trials + 1])


def test_the_rank_sum_finds_an_edge_with_the_computed_power() -> None:
    plan = Plan(trials=20, options=5, arrangements=99)
    expected = rank_sum_power(20, [0.5] + [0.125] * 4)
    found = sum(
        play(plan, knowing(0.5), 30_000 + seed)["rank_sum"]["p"] <= 0.05 for seed in range(SERIES)
    )
    assert abs(found - SERIES * expected) < 3.9 * math.sqrt(SERIES * expected * (1 - expected))


def test_the_stake_of_a_knowing_reader_grows() -> None:
    plan = Plan(trials=60, options=5, arrangements=99)
    rows = [play(plan, knowing(0.5), 40_000 + seed) for seed in range(100)]
    assert sum(row["betting"]["best"] >= 20 for row in rows) > 90


# ---------------------------------------------------------------- descriptions


def describe(chance: random.Random, _trial: TrialRecord) -> dict[str, dict[str, float]]:
    rates = POOL.base_rates
    return over_facets(
        {facet: {value: chance.random() ** 3 for value in rates[facet]} for facet in rates}, rates
    )


def test_descriptions_under_chance() -> None:
    plan = Plan(trials=10, options=5, mode="description", arrangements=299)
    rows = [play(plan, describe, 50_000 + seed) for seed in range(400)]
    lots = random.Random(1)
    ranks = [smoothed_rank_sum(row["rank_sum"]["sum"], plan, lots) for row in rows]
    limit = 2.23 / math.sqrt(400)
    assert distance_from_uniform(ranks) < limit
    assert distance_from_uniform([row["permutation"]["p"] for row in rows]) < limit
    assert sum(row["betting"]["crossed_at"] is not None for row in rows) <= 400 * 0.05
    # A reader without knowledge loses on average.
    assert sum(row["log"]["total"] for row in rows) < 0


def test_a_vague_description_earns_nothing() -> None:
    plan = Plan(trials=10, options=5, mode="description", arrangements=99)
    row = play(plan, lambda _chance, _trial: dict(POOL.base_rates), 1)
    assert row["log"]["total"] == pytest.approx(0)
    assert row["betting"]["score"] == pytest.approx(1)
    assert row["brier"]["mean"] == pytest.approx(row["brier"]["base_rate"])
    assert row["permutation"]["p"] == 1.0
