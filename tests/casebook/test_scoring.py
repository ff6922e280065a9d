"""Scores against numbers worked out by hand or by counting every case."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest

from liuren.casebook import scoring


@pytest.mark.parametrize("sizes", [[2], [3, 4], [5, 5, 5], [2, 3, 4, 5]])
def test_rank_sum_distribution_is_the_count_of_all_outcomes(sizes: list[int]) -> None:
    outcomes = itertools.product(*(range(1, size + 1) for size in sizes))
    counted = Counter(sum(one) for one in outcomes)
    counts = scoring.rank_sum_counts(sizes)
    assert {place + len(sizes): count for place, count in enumerate(counts)} == counted
    for total in range(sum(sizes) + 2):
        exact = Fraction(sum(n for s, n in counted.items() if s <= total), math.prod(sizes))
        assert scoring.rank_sum_p(total, sizes) == float(exact)


@pytest.mark.parametrize(("options", "sum_at_most"), [(5, 49), (4, 41)])
def test_critical_sums_of_twenty_trials(options: int, sum_at_most: int) -> None:
    assert scoring.rank_sum_critical([options] * 20) == sum_at_most
    assert scoring.rank_sum_p(sum_at_most, [options] * 20) <= 0.05
    assert scoring.rank_sum_p(sum_at_most + 1, [options] * 20) > 0.05


def test_rank_sum_states_mean_and_deviation() -> None:
    result = scoring.rank_sum([1, 2, 3, 4, 5] * 4, [5] * 20)
    assert (result.total, result.mean) == (60, 60)
    assert result.deviation == pytest.approx(math.sqrt(20 * 24 / 12))
    assert result.p == pytest.approx(0.5313, abs=1e-4)
    assert scoring.rank_sum([], []).p == 1.0


def test_no_sum_of_one_trial_is_significant() -> None:
    assert scoring.rank_sum_critical([5]) is None


def test_ties_are_broken_by_the_order_of_showing() -> None:
    scores = {"a": 0.5, "b": 0.5, "c": 1.0}
    assert scoring.rank_of("a", scores, ["b", "a", "c"]) == 3
    assert scoring.rank_of("a", scores, ["a", "b", "c"]) == 2


def test_a_constant_reader_of_base_rates_scores_nothing() -> None:
    base = {"a": 0.2, "b": 0.3, "c": 0.5}
    for target in base:
        assert scoring.log_score(base, base, target) == 0
    assert scoring.facet_score({"colour": base}, {"colour": base}, {"colour": ["b"]}) == 0


def test_only_the_honest_forecast_does_best_on_average() -> None:
    truth = {"a": 0.2, "b": 0.3, "c": 0.5}
    base = dict.fromkeys(truth, 1 / 3)

    def expected_log(forecast: dict[str, float]) -> float:
        return sum(p * scoring.log_score(forecast, base, one) for one, p in truth.items())

    def expected_brier(forecast: dict[str, float]) -> float:
        return sum(p * scoring.brier_score(forecast, one) for one, p in truth.items())

    for other in ({"a": 0.3, "b": 0.3, "c": 0.4}, {"a": 0.1, "b": 0.3, "c": 0.6}, base):
        assert expected_log(other) < expected_log(truth)
        assert expected_brier(other) > expected_brier(truth)
    # Vagueness earns nothing.
    assert expected_log(base) == 0


def test_certainty_that_fails_is_tempered_not_fatal() -> None:
    base = {"a": 0.5, "b": 0.5}
    assert scoring.log_score({"a": 1.0, "b": 0.0}, base, "b") == -math.inf
    mixed = scoring.temper({"a": 1.0, "b": 0.0}, base, 0.1)
    assert mixed == pytest.approx({"a": 0.95, "b": 0.05})
    assert scoring.log_score(mixed, base, "b") == pytest.approx(math.log(0.1))


def test_things_with_several_values_of_a_facet_share_them() -> None:
    base = {"colour": {"red": 0.5, "blue": 0.5}}
    said = {"colour": {"red": 0.8, "blue": 0.2}}
    both = scoring.facet_score(said, base, {"colour": ["red", "blue"]})
    assert both == pytest.approx((math.log(1.6) + math.log(0.4)) / 2)
    assert scoring.facet_score(said, base, {}) == 0
    assert scoring.facet_brier(said, base, {"colour": ["red", "blue"]}) == pytest.approx(0.18)
    assert scoring.facet_brier({}, base, {"colour": ["red"]}) == pytest.approx(0.5)


def test_the_betting_score_is_a_fair_game() -> None:
    forecast = {"a": 0.7, "b": 0.2, "c": 0.1}
    assert sum(chance * 3 for chance in forecast.values()) / 3 == pytest.approx(1)
    bet = scoring.betting([2.0, 12.0, 0.5])
    assert (bet.score, bet.best, bet.crossed_at) == (12.0, 24.0, 2)
    assert scoring.betting([]).score == 1.0


def test_permutation_p_is_never_zero_and_counts_ties() -> None:
    certain = [[1.0 if i == j else 0.0 for j in range(8)] for i in range(8)]
    assert scoring.permute_targets(certain, 999, 1) == pytest.approx(1 / 1000, abs=2e-3)
    assert scoring.permute_targets([[1.0] * 5] * 5, 999, 1) == 1.0
    assert scoring.permute_targets([], 99, 1) == 1.0
    assert scoring.redraw_targets([[1.0, 1.0]] * 5, [0] * 5, 999, 1) == 1.0
    assert scoring.redraw_targets([[0.0, 5.0]] * 20, [1] * 20, 999, 1) == 1 / 1000
    assert scoring.redraw_targets([[-math.inf, 0.0]] * 20, [0] * 20, 99, 1) == 1.0


def test_permutation_p_agrees_with_all_permutations() -> None:
    table = [[0.3, 0.1, 0.9, 0.2], [0.5, 0.4, 0.3, 0.8], [0.2, 0.9, 0.6, 0.1], [0.7, 0.2, 0.4, 0.5]]
    sums = [
        sum(table[i][j] for i, j in enumerate(places))
        for places in itertools.permutations(range(4))
    ]
    observed = sum(table[i][i] for i in range(4))
    exact = sum(one >= observed - 1e-12 for one in sums) / len(sums)
    assert scoring.permute_targets(table, 20_000, 7) == pytest.approx(exact, abs=0.012)


def test_confidence_sequence_at_known_places() -> None:
    assert scoring.confidence_sequence(0, 0) == (0.0, 1.0)
    # With no hit in n: (1-p)^n / (1/(n+1)) = 0.05.
    low, high = scoring.confidence_sequence(0, 10)
    assert low == 0
    assert (1 - high) ** 10 == pytest.approx(0.05 / 11)
    low, high = scoring.confidence_sequence(10, 10)
    assert high == 1
    assert low**10 == pytest.approx(0.05 / 11)
    low, high = scoring.confidence_sequence(250, 1000)
    assert 0.2 < low < 0.25 < high < 0.305


@pytest.mark.parametrize(
    ("count", "trials", "rate"), [(3, 5, 0.3), (0, 4, 0.5), (7, 7, 0.9), (6, 5, 0.5)]
)
def test_binomial_tail(count: int, trials: int, rate: float) -> None:
    exact = sum(
        math.comb(trials, hit) * rate**hit * (1 - rate) ** (trials - hit)
        for hit in range(max(count, 0), trials + 1)
    )
    assert scoring.binomial_tail(count, trials, rate) == pytest.approx(exact)


def test_power_of_the_example_in_the_design() -> None:
    needed = scoring.trials_needed(4, 0.35)
    assert needed is not None
    assert 120 <= needed <= 132  # "about 125"
    assert scoring.power(needed, 4, 0.35) >= 0.8
    assert scoring.power(needed - 1, 4, 0.35) < 0.8
    assert scoring.power(100, 4, 0.25) <= 0.05
    assert scoring.trials_needed(4, 0.25) is None
    assert scoring.trials_needed(4, 0.2) is None
    assert scoring.trials_needed(4, 1.0) == 3
    assert scoring.trials_needed(2, 0.5000001) is None


def test_betting_trials_follow_the_growth_of_the_stake() -> None:
    growth = 0.35 * math.log(4 * 0.35) + 0.65 * math.log(4 * 0.65 / 3)
    assert scoring.betting_trials(4, 0.35) == pytest.approx(math.log(20) / growth)
    assert scoring.betting_trials(4, 0.25, share=0.6) is None
    assert scoring.betting_trials(5, 1.0) == pytest.approx(math.log(20) / math.log(5))
