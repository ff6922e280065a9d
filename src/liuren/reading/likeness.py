"""How far a thing coded with some values of a facet answers to a value that a clause states."""

from __future__ import annotations

from collections.abc import Iterable

#: Narrower value → wider values; likeness of pairs; value → the value it denies; likeness of a code that
#: is wider than the statement (said "silverware", coded "metal").
Relations = tuple[dict[str, tuple[str, ...]], dict[str, dict[str, float]], dict[str, str], float]

# Likeness through a wider value of the code.
_BY_WIDER = 0.8


def answers(stated: str, codes: Iterable[str], relations: Relations) -> float:
    """Likeness 0 … 1 of the best of ``codes`` to ``stated``; the complement for a denial."""
    opposite = relations[2]
    if stated in opposite:
        codes = tuple(codes)
        if stated in codes:
            return 1.0
        return 1.0 - max(
            (_likeness(opposite[stated], code, relations) for code in codes), default=1.0
        )
    return max((_likeness(stated, code, relations) for code in codes), default=0.0)


def _likeness(stated: str, code: str, relations: Relations) -> float:
    if stated == code:
        return 1.0
    wider, near, _, narrower = relations
    above = wider_than(code, wider)
    if stated in above:
        return 1.0
    if code in wider_than(stated, wider):
        return narrower
    pairs = near.get(stated, {})
    return max(pairs.get(code, 0.0), *(_BY_WIDER * pairs.get(wide, 0.0) for wide in (code, *above)))


def wider_than(value: str, wider: dict[str, tuple[str, ...]]) -> set[str]:
    """All values that a value counts as beside itself (銀器 is 五金, and so 金)."""
    found: set[str] = set()
    waiting = list(wider.get(value, ()))
    while waiting:
        wide = waiting.pop()
        if wide not in found:
            found.add(wide)
            waiting.extend(wider.get(wide, ()))
    return found
