"""Forecasts: probabilities over shown things, or over the values of facets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from liuren.casebook.errors import ForecastError

_ROUNDING = 1e-6


def over_options(
    given: Mapping[str, Any] | Sequence[str] | str, options: Sequence[str]
) -> dict[str, float]:
    """Probabilities over ``options`` from what a reader says.

    ``given``: probabilities or points by option (missing ones 0; points are divided by their sum), a ranking
    (best first, complete; the first of K gets K points, the last 1), or the id of one option (it gets
    (1 + 1/K)/2, the others share the rest).

    Raises ``ForecastError``.
    """
    if isinstance(given, str):
        _known([given], options)
        picked = (1 + 1 / len(options)) / 2
        rest = (1 - picked) / (len(options) - 1)
        return {one: picked if one == given else rest for one in options}
    if isinstance(given, Mapping):
        _known(list(given), options)
        return _normal({one: given.get(one, 0.0) for one in options})
    ranking = list(given)
    _known(ranking, options)
    if sorted(ranking) != sorted(options):
        raise ForecastError(
            f"The ranking names {len(set(ranking))} of {len(options)} things.",
            hint="Name each shown thing once, the best first.",
        )
    return _normal({one: float(len(options) - ranking.index(one)) for one in options})


def over_facets(
    given: Mapping[str, Any], base: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """Facet probabilities from what a reader says; facets left out are no statement.

    ``given``: facet -> value -> probability or points. Values that the pool does not have take their share
    with them (the rest is not raised).

    Raises ``ForecastError`` for an unknown facet or numbers that are no probabilities.
    """
    if not isinstance(given, Mapping):
        raise ForecastError(
            "A description is facets with probabilities.", hint='{"colour": {"red": 1}}'
        )
    described = {}
    for facet, chances in given.items():
        if facet not in base:
            raise ForecastError(
                f"The pool is not coded on {str(facet)[:40]!r}.", hint=f"Facets: {', '.join(base)}."
            )
        if isinstance(chances, str):
            chances = {chances: 1.0}
        described[facet] = _normal(dict(chances))
    return described


def check_options(forecast: Mapping[str, Any], options: Sequence[str]) -> None:
    """Raise ``ForecastError`` unless ``forecast`` is probabilities over exactly ``options``."""
    if set(forecast) != set(options):
        raise ForecastError("The forecast is not over the things of its trial.")
    _distribution(forecast)


def check_facets(forecast: Mapping[str, Any]) -> None:
    """Raise ``ForecastError`` unless every facet's probabilities sum to 1."""
    for chances in forecast.values():
        _distribution(chances)


def _distribution(chances: Mapping[str, Any]) -> None:
    values = [_number(value) for value in chances.values()]
    if abs(math.fsum(values) - 1) > _ROUNDING:
        raise ForecastError(f"The probabilities sum to {math.fsum(values):.6g}, not 1.")


def _normal(points: Mapping[str, Any]) -> dict[str, float]:
    values = {one: _number(value) for one, value in points.items()}
    total = math.fsum(values.values())
    if total <= 0:
        raise ForecastError(
            "No probability was given to anything.", hint="Give points to one thing at least."
        )
    return {one: value / total for one, value in values.items()}


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ForecastError(
            f"{str(value)[:40]!r} is not a number.", hint="Probabilities or points, 0 or more."
        )
    if not math.isfinite(value) or value < 0:
        raise ForecastError(
            f"{value} is not a probability.", hint="Probabilities or points, 0 or more."
        )
    return float(value)


def _known(names: Sequence[str], options: Sequence[str]) -> None:
    for name in names:
        if name not in options:
            import difflib

            near = difflib.get_close_matches(str(name), options, n=1)
            raise ForecastError(
                f"{str(name)[:40]!r} is not among the things shown.",
                hint=f"Did you mean {near[0]!r}?" if near else f"Shown: {', '.join(options)}.",
            )
