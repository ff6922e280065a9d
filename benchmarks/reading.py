"""Time of one full reading in a warm process: clauses, profile and candidates; the same with traces.

Run: python benchmarks/reading.py [COUNT]. Prints medians in milliseconds over COUNT different charts.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import liuren
from liuren.terms.pillars import NAMES as PILLARS


def charts(count: int) -> list[Any]:
    """Different charts, spread over days, terms and hours."""
    return [
        liuren.liuren_chart(day=PILLARS[n * 7 % 60], hour=n * 5 % 12, term=n * 11 % 24)
        for n in range(count)
    ]


def median(work: Callable[[Any], object], given: list[Any]) -> float:
    """Median milliseconds of ``work`` over ``given``."""
    times = []
    for one in given:
        start = time.perf_counter()
        work(one)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def full(chart: Any) -> object:
    reading = liuren.read(chart)
    return reading.profile, reading.candidates()


def main() -> None:
    given = charts(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    full(given[0])
    liuren.read(given[0]).to_dict()
    print(f"reading, profile, candidates  {median(full, given):8.2f} ms")
    print(
        f"as data, without traces       {median(lambda c: liuren.read(c).to_dict(traces=False), given):8.2f} ms"
    )
    print(
        f"as data, with traces          {median(lambda c: liuren.read(c).to_dict(), given):8.2f} ms"
    )
    print(f"paragraph in four languages   {median(_paragraphs, given):8.2f} ms")


def _paragraphs(chart: Any) -> object:
    reading = liuren.read(chart)
    return [reading.paragraph(language) for language in ("zh-Hant", "zh-Hans", "ko", "en")]


if __name__ == "__main__":
    main()
