"""Plain words: what the numbers of a series show, and what they do not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from liuren.terms.datafiles import read_toml
from liuren.terms.resources import data_path

# The betting score from which one speaks of evidence: 1/alpha.
_WEAK = 3.0


@cache
def _texts() -> Mapping[str, Mapping[str, str]]:
    return read_toml(data_path("vocabulary") / "trials.toml")


def say(key: str, language: str, **values: object) -> str:
    """A sentence or heading of the trials in one of the four languages."""
    text = _texts()[key][language]
    return text.format(**values) if values else text


def statements(report: Mapping[str, Any], language: str, reader: str = "program") -> list[str]:
    """What the table of a series (``liuren.casebook.report``) says about one reader, sentence by sentence.

    The first says what this is, the last what it does not show; both are always there.
    """
    counts, plan = report["counts"], report["plan"]
    row = next((one for one in report["rows"] if one["reader"] == reader), None)
    told = [
        say("words.nature", language),
        say("words.counts", language, **counts),
    ]
    if not report["verified"]:
        told.append(say("words.broken", language, number=len(report["problems"])))
    if counts["abandoned"]:
        told.append(say("words.abandoned", language))
    if counts["late"]:
        told.append(say("words.late", language, late=counts["late"]))
    if row is None or not row["trials"]:
        told.append(say("words.nothing", language))
    else:
        told += _about(row, report, plan, language)
    if plan["draw"] == "die":
        told.append(say("words.die", language))
    return [
        *told,
        say("words.limits", language),
        say("words.classical", language),
        say("words.advice", language),
    ]


def _about(
    row: Mapping[str, Any], report: Mapping[str, Any], plan: Mapping[str, Any], language: str
) -> list[str]:
    hits = row["hits"]
    low, high = hits["interval"]
    told = [
        say(
            "words.hits",
            language,
            hits=hits["hits"],
            trials=hits["trials"],
            rate=percent(hits["rate"]),
            chance=percent(hits["chance"]),
            low=percent(low),
            high=percent(high),
            confidence=percent(hits["confidence"]),
        ),
        say(_interval(low, high, hits["chance"]), language),
        say(
            _evidence(row["betting"]["score"], plan["alpha"]),
            language,
            score=number(row["betting"]["score"]),
            limit=number(1 / plan["alpha"]),
            alpha=percent(plan["alpha"]),
        ),
    ]
    best = row["betting"]["best"]
    if best >= 1 / plan["alpha"] > row["betting"]["score"]:
        told.append(say("words.had_crossed", language, best=number(best)))
    told.append(say("words.log.above" if row["log"]["total"] > 0 else "words.log.below", language))
    if report["peeking"]:
        told.append(say("words.peeking", language, planned=report["counts"]["planned"]))
    elif primary(row, plan) is None:
        told.append(say("words.incomplete_reader", language))
    else:
        p = primary(row, plan)
        key = (
            "words.primary.below" if p is not None and p <= plan["alpha"] else "words.primary.above"
        )
        told.append(
            say(
                key,
                language,
                test=say(f"test.{plan['primary']}", language),
                p=f"{p:.3g}",
                alpha=f"{plan['alpha']:g}",
            )
        )
    return told + _controls(row, report, language)


def primary(row: Mapping[str, Any], plan: Mapping[str, Any]) -> float | None:
    """The p-value of the test that the plan named; None before the planned end."""
    if plan["primary"] == "betting":
        final = row["hits"]["p"] is not None
        return min(1.0, 1 / row["betting"]["best"]) if final else None
    p: float | None = row[plan["primary"]]["p"]
    return p


def _controls(row: Mapping[str, Any], report: Mapping[str, Any], language: str) -> list[str]:
    if row["kind"] != "program":
        return []
    told = []
    for control in report["rows"]:
        if control["kind"] == "control" and control["reader"] != "base-rate" and control["trials"]:
            better = control["log"]["total"] >= row["log"]["total"]
            key = "words.control.as_good" if better else "words.control.worse"
            told.append(say(key, language, control=say(f"reader.{control['reader']}", language)))
    return told


def _interval(low: float, high: float, chance: float) -> str:
    if low > chance:
        return "words.interval.above"
    return "words.interval.below" if high < chance else "words.interval.contains"


def _evidence(score: float, alpha: float) -> str:
    if score >= 1 / alpha:
        return "words.evidence.strong"
    if score >= _WEAK:
        return "words.evidence.weak"
    return "words.evidence.none" if score >= 1 else "words.evidence.against"


def percent(share: float) -> str:
    """``0.25`` as ``25%``."""
    return f"{100 * share:.3g}%"


def number(value: float) -> str:
    """Three significant digits, without an exponent where that can be read."""
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
    return f"{value:.1e}"


def ranks(view: Mapping[str, Any], language: str) -> list[str]:
    """How each reader ranked the thing, in words; descriptions are ranked in the table of the series."""
    if view["mode"] != "choice" or not view["target"]:
        return []
    answers = [
        (say(f"reader.{name}", language), forecast)
        for name, forecast in view["forecasts"].items()
        if name != "base-rate"
    ]
    answers += [(view["readers"].get(name, name), given) for name, given in view["entries"].items()]
    told = []
    for name, forecast in answers:
        order = sorted(view["options"], key=lambda one: -forecast[one])
        told.append(
            say(
                "trial.rank",
                language,
                reader=name,
                rank=order.index(view["target"]) + 1,
                options=len(order),
                chance=percent(forecast[view["target"]]),
            )
        )
    return told
