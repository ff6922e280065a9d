"""What today's engine would draw differently. The stored chart itself is never changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from liuren.casebook.case import Case

# Written down beside the chart and reported on their own.
_ABOUT = ("engine", "rulebook", "convention", "warnings")
# Of a moment, what tells how it was written: a chart cast again from its instant knows neither the name of the
# town (its coordinates are cast from) nor that no hour was given.
_AS_GIVEN = ("place", "warnings")


def difference(
    case: Case,
    today: Mapping[str, Any],
    findings: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Compare a case's stored chart with ``today``, the ``to_dict()`` of the same chart cast now.

    ``findings``: today's findings, when they are to be compared too (by clause id).
    Returns ``same`` (chart and findings agree), ``chart`` (list of ``path``, ``then``, ``now``),
    ``convention`` (the same for options), ``engine`` and ``rulebook`` (``then``, ``now``),
    ``findings`` (clause ids ``gone`` and ``new``).
    """
    then = case.cast.chart if case.cast else {}
    chart = changes(_chart_only(then), _chart_only(today))
    gone_and_new = _findings(case.findings, findings)
    return {
        "same": not chart and not gone_and_new["gone"] and not gone_and_new["new"],
        "chart": chart,
        "convention": changes(then.get("convention") or {}, today.get("convention") or {}),
        "engine": {"then": then.get("engine"), "now": today.get("engine")},
        "rulebook": {"then": then.get("rulebook"), "now": today.get("rulebook")},
        "findings": gone_and_new,
    }


def _chart_only(chart: Mapping[str, Any]) -> dict[str, Any]:
    drawn = {name: value for name, value in chart.items() if name not in _ABOUT}
    if drawn.get("moment"):
        drawn["moment"] = {
            name: value for name, value in drawn["moment"].items() if name not in _AS_GIVEN
        }
    return drawn


def _findings(
    then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]] | None
) -> dict[str, list[str]]:
    if now is None:
        return {"gone": [], "new": []}
    before = dict.fromkeys(str(one.get("clause")) for one in then)
    after = dict.fromkeys(str(one.get("clause")) for one in now)
    return {
        "gone": [clause for clause in before if clause not in after],
        "new": [clause for clause in after if clause not in before],
    }


def changes(then: Any, now: Any, path: str = "") -> list[dict[str, Any]]:
    """Leaves in which two plain values differ: ``path`` (dotted), ``then``, ``now``."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        names = dict.fromkeys([*then, *now])
        return [
            change
            for name in names
            for change in changes(then.get(name), now.get(name), f"{path}.{name}" if path else name)
        ]
    if isinstance(then, list | tuple) and isinstance(now, list | tuple) and len(then) == len(now):
        return [
            change
            for place, (before, after) in enumerate(zip(then, now, strict=True))
            for change in changes(before, after, f"{path}.{place}" if path else str(place))
        ]
    return [] if then == now else [{"path": path, "then": then, "now": now}]
