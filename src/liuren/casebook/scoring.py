"""Scores and tests whose behaviour under chance is known exactly.

Nothing here knows charts, pools or storage: numbers in, numbers out.

* Rank sum: under chance the rank of the target among K is uniform, so the sum over trials has mean
  Σ(K+1)/2 and variance Σ(K²−1)/12; the distribution is computed by convolution in whole numbers.
* Log and Brier scores are proper: only an honest forecast does best on average. Both are told against
  the base rates, so a reader without information gets zero or less (Gneiting & Raftery 2007; Brier 1950).
* The betting score multiplies p(target)/q(target). Under chance it is a non-negative martingale that
  starts at 1, so it ever reaches 1/α with probability at most α, however often it is looked at
  (Ville's inequality).
* The permutation test counts b of m rearrangements that do as well and gives p = (b+1)/(m+1), which is
  never 0 (Phipson & Smyth 2010). Whole targets are moved, so several answers to one target stay together.
* The confidence sequence for the hit rate inverts a beta-mixture martingale (Robbins 1970): it covers the
  true rate at all times at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

ALPHA = 0.05


# ---------------------------------------------------------------- rank sum


def rank_of(target: str, scores: Mapping[str, float], order: Sequence[str]) -> int:
    """Rank (1 = best) of ``target`` by descending score; ties go by ``order``.

    ``order`` has to be drawn without regard to the target; then ties are broken fairly and the
    rank stays uniform under chance.
    """
    ranked = sorted(order, key=lambda one: -scores[one])  # sorted() is stable
    return ranked.index(target) + 1


def rank_sum_counts(sizes: Sequence[int]) -> list[int]:
    """How many of the ∏K equally likely outcomes give each sum; index 0 is the sum ``len(sizes)``."""
    return list(_counts(tuple(sorted(sizes))))


@lru_cache(maxsize=32)
def _counts(sizes: tuple[int, ...]) -> tuple[int, ...]:
    counts = [1]
    for size in sizes:
        window = 0
        longer = []
        for place in range(len(counts) + size - 1):
            window += counts[place] if place < len(counts) else 0
            window -= counts[place - size] if place >= size else 0
            longer.append(window)
        counts = longer
    return tuple(counts)


def rank_sum_p(total: int, sizes: Sequence[int]) -> float:
    """P(sum of ranks ≤ total) when every rank is equally likely, exactly (1.0 for no trials)."""
    counts = _counts(tuple(sorted(sizes)))
    reached = sum(counts[: max(0, total - len(sizes) + 1)])
    return reached / math.prod(sizes)


def rank_sum_critical(sizes: Sequence[int], alpha: float = ALPHA) -> int | None:
    """The largest sum that is significant at ``alpha``, or None when no sum is."""
    counts = rank_sum_counts(sizes)
    limit = Fraction(alpha).limit_denominator(10**9) * sum(counts)
    reached = 0
    for place, count in enumerate(counts):
        reached += count
        if reached > limit:
            return len(sizes) + place - 1 if place else None
    return len(sizes) + len(counts) - 1


@dataclass(frozen=True, slots=True)
class RankSum:
    """Sum of ranks beside what chance gives. ``p`` is one-sided and exact."""

    trials: int
    total: int
    mean: float
    deviation: float
    p: float

    def to_dict(self) -> dict[str, Any]:
        return {
            "trials": self.trials,
            "sum": self.total,
            "chance_mean": self.mean,
            "chance_sd": self.deviation,
            "p": self.p,
        }


def rank_sum(ranks: Sequence[int], sizes: Sequence[int]) -> RankSum:
    """The rank-sum test of ``ranks`` (1 = best) among ``sizes`` options each."""
    return RankSum(
        len(ranks),
        sum(ranks),
        sum((size + 1) / 2 for size in sizes),
        math.sqrt(sum((size * size - 1) / 12 for size in sizes)),
        rank_sum_p(sum(ranks), sizes),
    )


# ---------------------------------------------------------------- proper scores


def temper(
    forecast: Mapping[str, float], base: Mapping[str, float], caution: float
) -> dict[str, float]:
    """Mix ``forecast`` with the base rates: (1−caution)·p + caution·q. Keeps every probability above 0."""
    return {
        one: (1 - caution) * forecast.get(one, 0.0) + caution * rate for one, rate in base.items()
    }


def log_score(forecast: Mapping[str, float], base: Mapping[str, float], target: str) -> float:
    """log(p/q) of the target in natural units; −inf when the forecast excluded it."""
    chance = forecast[target]
    return math.log(chance / base[target]) if chance > 0 else -math.inf


def brier_score(forecast: Mapping[str, float], target: str) -> float:
    """Σ(p − outcome)² over the options: 0 is perfect, 2 is certain and wrong."""
    return sum((chance - (one == target)) ** 2 for one, chance in forecast.items())


def facet_score(
    forecast: Mapping[str, Mapping[str, float]],
    base: Mapping[str, Mapping[str, float]],
    attributes: Mapping[str, Sequence[str]],
) -> float:
    """Σ over facets of log(p/q) at the thing's own values (mean over several values of one facet).

    A facet the forecast is silent about counts 0. Facets are correlated (metal, hard, grey), so this
    is a score to rank and permute, not a likelihood.
    """
    total = 0.0
    for facet, chances in forecast.items():
        values = [value for value in attributes.get(facet, ()) if value in base.get(facet, {})]
        for value in values:
            chance = chances.get(value, 0.0)
            gain = math.log(chance / base[facet][value]) if chance > 0 else -math.inf
            total += gain / len(values)
    return total


def facet_brier(
    forecast: Mapping[str, Mapping[str, float]],
    base: Mapping[str, Mapping[str, float]],
    attributes: Mapping[str, Sequence[str]],
) -> float:
    """Mean over the coded facets of Σ(p − t)², t being shared equally by the thing's values.

    Facets the forecast is silent about are taken at the base rates.
    """
    terms = []
    for facet, rates in base.items():
        values = [value for value in attributes.get(facet, ()) if value in rates]
        if values:
            chances = forecast.get(facet, rates)
            terms.append(
                sum(
                    (chances.get(value, 0.0) - (value in values) / len(values)) ** 2
                    for value in rates
                )
            )
    return sum(terms) / len(terms) if terms else 0.0


def shares(scores: Mapping[str, float]) -> dict[str, float]:
    """Turn log scores of things into probabilities over them (softmax)."""
    top = max(scores.values())
    if top == -math.inf:
        return {one: 1 / len(scores) for one in scores}
    weights = {one: math.exp(score - top) for one, score in scores.items()}
    total = math.fsum(weights.values())
    return {one: weight / total for one, weight in weights.items()}


# ---------------------------------------------------------------- betting score


@dataclass(frozen=True, slots=True)
class Bet:
    """The betting score: what a stake of 1 has become. ``crossed_at``: first trial with 1/alpha or more."""

    score: float
    best: float
    crossed_at: int | None

    def to_dict(self) -> dict[str, Any]:
        return {"score": self.score, "best": self.best, "crossed_at": self.crossed_at}


def betting(factors: Sequence[float], alpha: float = ALPHA) -> Bet:
    """Multiply the factors p(target)/q(target) of the trials in their order.

    By Ville's inequality ``best`` reaches 1/alpha under chance in at most ``alpha`` of all series,
    also when the series is stopped at will.
    """
    score = best = 1.0
    crossed_at = None
    for number, factor in enumerate(factors, 1):
        score *= factor
        best = max(best, score)
        if crossed_at is None and score >= 1 / alpha:
            crossed_at = number
    return Bet(score, best, crossed_at)


# ---------------------------------------------------------------- permutation


def permutation_p(better: int, arrangements: int) -> float:
    """(b+1)/(m+1)."""
    return (better + 1) / (arrangements + 1)


def permute_targets(scores: Sequence[Sequence[float]], arrangements: int, seed: int) -> float:
    """Permutation p of Σ scores[i][i], ``scores[i][j]`` being reading i scored against target j.

    Row i may be the mean over all readers of trial i: whole targets are moved. Valid when targets are
    exchangeable: one pool, drawn at random, no clue of time in the reading.
    """
    import numpy as np

    table = np.clip(np.asarray(scores, dtype=float), -1e9, 1e9)
    count = len(table)
    if count == 0:
        return 1.0
    generator = np.random.default_rng(seed)
    places = generator.permuted(np.tile(np.arange(count), (arrangements, 1)), axis=1)
    sums = table[np.arange(count), places].sum(axis=1)
    observed = float(np.trace(table))
    return permutation_p(int((sums >= observed - _slack(observed)).sum()), arrangements)


def redraw_targets(
    scores: Sequence[Sequence[float]], targets: Sequence[int], arrangements: int, seed: int
) -> float:
    """Randomisation p when each trial had its own options: the target of every trial is drawn again.

    ``scores[t][k]`` is the score (mean over readers) that option k would have brought in trial t,
    ``targets[t]`` the index of the true one. This repeats exactly the draw that made the targets.
    """
    import numpy as np

    if not scores:
        return 1.0
    generator = np.random.default_rng(seed)
    sums = np.zeros(arrangements)
    observed = 0.0
    for row, target in zip(scores, targets, strict=True):
        values = np.clip(np.asarray(row, dtype=float), -1e9, 1e9)
        sums += values[generator.integers(0, len(values), arrangements)]
        observed += float(values[target])
    return permutation_p(int((sums >= observed - _slack(observed)).sum()), arrangements)


def _slack(value: float) -> float:
    """Sums that differ only by rounding are ties and must count as such."""
    return 1e-9 * max(1.0, abs(value))


# ---------------------------------------------------------------- hit rate


def confidence_sequence(hits: int, trials: int, alpha: float = ALPHA) -> tuple[float, float]:
    """Interval for the hit rate that holds at every sample size at once, with probability 1−alpha.

    All rates p with B(h+1, n−h+1) / (p^h (1−p)^(n−h)) < 1/alpha.
    """
    if trials == 0:
        return (0.0, 1.0)
    misses = trials - hits
    evidence = math.lgamma(hits + 1) + math.lgamma(misses + 1) - math.lgamma(trials + 2)
    limit = -math.log(alpha)

    def excluded(rate: float) -> bool:
        fit = (hits * math.log(rate) if hits else 0.0) + (
            misses * math.log1p(-rate) if misses else 0.0
        )
        return evidence - fit >= limit

    peak = hits / trials
    low = 0.0 if hits == 0 else _edge(excluded, 1e-15, peak)
    high = 1.0 if misses == 0 else _edge(excluded, 1 - 1e-15, peak)
    return (low, high)


def _edge(excluded: Any, outside: float, inside: float) -> float:
    for _ in range(100):
        middle = (outside + inside) / 2
        if excluded(middle):
            outside = middle
        else:
            inside = middle
    return outside


# ---------------------------------------------------------------- power


def binomial_tail(count: int, trials: int, rate: float) -> float:
    """P(X ≥ count) for X binomial."""
    if count <= 0:
        return 1.0
    if rate <= 0 or count > trials:
        return 0.0
    if rate >= 1:
        return 1.0
    constant = math.lgamma(trials + 1)
    log_rate, log_rest = math.log(rate), math.log1p(-rate)
    terms = (
        math.exp(
            constant
            - math.lgamma(hit + 1)
            - math.lgamma(trials - hit + 1)
            + hit * log_rate
            + (trials - hit) * log_rest
        )
        for hit in range(count, trials + 1)
    )
    return min(1.0, math.fsum(terms))


def critical_hits(trials: int, options: int, alpha: float = ALPHA) -> int:
    """The fewest hits of ``trials`` that are significant at ``alpha`` (may exceed ``trials``)."""
    low, high = 0, trials + 1
    while low < high:
        middle = (low + high) // 2
        if binomial_tail(middle, trials, 1 / options) <= alpha:
            high = middle
        else:
            low = middle + 1
    return low


def power(trials: int, options: int, hit_rate: float, alpha: float = ALPHA) -> float:
    """Chance that ``trials`` trials come out significant when the true hit rate is ``hit_rate``."""
    return binomial_tail(critical_hits(trials, options, alpha), trials, hit_rate)


def trials_needed(
    options: int, hit_rate: float, alpha: float = ALPHA, wanted: float = 0.8
) -> int | None:
    """Fewest trials with a power of ``wanted`` (number of hits, one-sided, exact).

    None when ``hit_rate`` is not above chance or more than a million trials would be needed.
    """
    chance = 1 / options
    if hit_rate <= chance:
        return None
    if hit_rate >= 1:
        hit_rate = 1 - 1e-12
    spread = _quantile(1 - alpha) * math.sqrt(chance * (1 - chance)) + _quantile(
        wanted
    ) * math.sqrt(hit_rate * (1 - hit_rate))
    rough = (spread / (hit_rate - chance)) ** 2
    if rough > 1e6:
        return None
    # The exact power is a saw-tooth in the number of trials, so look a little to both sides.
    width = max(40, min(200, int(rough / 3)))
    trials = max(1, int(rough) - width)
    while power(trials, options, hit_rate, alpha) < wanted:
        trials += 1
    return trials


def betting_trials(
    options: int, hit_rate: float, share: float | None = None, alpha: float = ALPHA
) -> float | None:
    """About how many trials the betting score takes to reach 1/alpha: log(1/alpha) / mean log factor.

    ``share`` is the probability put on the favourite (the true hit rate when not given). None when the
    score would shrink.
    """
    stake = hit_rate if share is None else share
    rest = (1 - stake) / (options - 1)
    if stake <= 0 or (rest <= 0 and hit_rate < 1):
        return None
    growth = hit_rate * math.log(options * stake)
    growth += (1 - hit_rate) * math.log(options * rest) if hit_rate < 1 else 0.0
    return math.log(1 / alpha) / growth if growth > 0 else None


def _quantile(chance: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(chance)
