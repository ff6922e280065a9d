"""Strength inside a 金口訣 chart.

The element that nothing else in the chart overcomes rules, and the others follow from it. The rule
reproduces the twelve charts of 古本 貴神休旺所主 and every claim of the seed's examples.
"""

from __future__ import annotations

from functools import lru_cache

from liuren.terms import elements


@lru_cache(maxsize=1024)
def ruler(four: tuple[int, int, int, int], tie: str = "overcomer") -> int:
    """Ruling element of four positions.

    One element: itself. Two, three against one: the majority; two against two: the overcomer, or
    the generated one. Three: the one that overcomes another and is itself free (with ``tie`` =
    ``majority``, the repeated one if it is free; option J46). Four: the one without an overcomer.
    """
    present = set(four)
    if len(present) == 2:
        return _of_two(four)
    free = [e for e in present if (e + 3) % 5 not in present]
    if len(present) == 3 and len(free) > 1:
        if tie == "majority":
            repeated = [e for e in free if four.count(e) == 2]
            if repeated:
                return repeated[0]
        free = [e for e in free if (e + 2) % 5 in present]
    return free[0]


def _of_two(four: tuple[int, int, int, int]) -> int:
    a, b = sorted(set(four), key=four.count, reverse=True)
    if four.count(a) == 3:
        return a
    if elements.overcomes(a, b) or elements.generates(b, a):
        return a
    return b


def states(four: tuple[int, int, int, int], ruling: int) -> tuple[int, ...]:
    """State of each position, indexes into ``elements.STATES``."""
    return tuple(elements.state(element, ruling) for element in four)
