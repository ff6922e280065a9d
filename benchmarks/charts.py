"""Time to cast one 大六壬 chart, from pillars and from an instant, against kinliuren 0.1.2.9 in one run.

    python benchmarks/charts.py

kinliuren is installed from PyPI into an environment of its own in a temporary folder and casts from
pillars and a solar term only, so that casting from an instant is compared with its cast alone. Both
sides cast the same charts: every day with every hour and a solar term that goes with neither, each
chart once, so that nothing is remembered from chart to chart but tables. Prints medians in
microseconds and ratios; exits with 1 if a ratio is below what is promised.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import liuren
from liuren.terms import branches, pillars, seasons, stems

RIVAL = "kinliuren==0.1.2.9"
PROMISED = {"from pillars": 200, "from an instant": 50}

Row = tuple[str, float, str, str, bool]

# What the other program needs to be asked, run in its own environment: the same charts, one by one.
_ASK = """
import json, sys, time
from kinliuren.kinliuren import Liuren
taken = []
for term, month, day, hour in json.load(sys.stdin):
    start = time.perf_counter()
    try:
        Liuren(term, month, day, hour).result(0)
    except Exception:
        continue
    taken.append(time.perf_counter() - start)
print(json.dumps(taken))
"""
_MONTHS = ("正", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")


def casts() -> list[tuple[int, int, int]]:
    """(day, hour, solar term) of 720 charts, every day with every hour."""
    return [(day, hour, (5 * day + 7 * hour) % 24) for day in range(60) for hour in range(12)]


def seconds(work: Callable[..., object], given: Sequence[tuple[Any, ...]]) -> float:
    """Median seconds of ``work`` over its arguments, each once."""
    taken = []
    for arguments in given:
        start = time.perf_counter()
        work(*arguments)
        taken.append(time.perf_counter() - start)
    return median(taken)


def theirs(folder: Path) -> tuple[float, int]:
    """Median seconds of kinliuren, and how many of the charts it could cast at all."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", RIVAL], check=True)
    asked = [
        (
            seasons.TERMS[term],
            _MONTHS[term // 2],
            pillars.NAMES[day],
            pillars.NAMES[pillars.pillar(stems.five_rat(day % 10, hour), hour)],
        )
        for day, hour, term in casts()
    ]
    done = subprocess.run(
        [python, "-c", _ASK], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    taken = json.loads(done.stdout)
    return median(taken), len(taken)


def by_pillars(day: str, hour: str, general: str, month: str) -> None:
    """Ours from names of pillars and branches, with everything the other computes."""
    chart = liuren.liuren_chart(day=day, hour=hour, general=general, month=month)
    _ = (chart.lessons, chart.transmissions, chart.riders, chart.patterns, chart.void)


def by_instant(text: str) -> None:
    """Ours from a date and time in a zone."""
    chart = liuren.liuren_chart(moment=liuren.moment(text, zone="Asia/Shanghai"))
    _ = (chart.lessons, chart.transmissions, chart.riders, chart.patterns, chart.void)


def as_data(*arguments: str) -> None:
    """Ours from pillars and printed whole as data: strengths, stages, spirits and disputes too."""
    names = ("day", "hour", "general", "month")
    liuren.liuren_chart(**dict(zip(names, arguments, strict=True))).to_dict()


def main() -> list[Row]:
    """Rows (name, value, unit, limit, kept) of both programs."""
    named = [
        (
            pillars.NAMES[day],
            branches.NAMES[hour],
            branches.NAMES[seasons.general_of_term(term)],
            branches.NAMES[seasons.month_of_term(term)],
        )
        for day, hour, term in casts()
    ]
    dates = [
        (f"{1700 + 7 * n % 500}-{n % 12 + 1:02d}-{n % 28 + 1:02d}T{n % 24:02d}:{n % 60:02d}",)
        for n in range(720)
    ]
    by_pillars(*named[0])
    by_instant("2000-01-01T12:00")
    as_data(*named[0])
    with tempfile.TemporaryDirectory() as folder:
        other, cast = theirs(Path(folder))
    ours = {
        "from pillars": seconds(by_pillars, named),
        "from an instant": seconds(by_instant, dates),
        "from pillars, all as data": seconds(as_data, named),
    }
    found = [(f"kinliuren, from pillars ({cast} of {len(named)})", 1e6 * other, "µs", "", True)]
    for name, own in ours.items():
        found.append((f"Liuren, {name}", 1e6 * own, "µs", "", True))
        limit = PROMISED.get(name)
        ratio = other / own
        found.append(
            (f"  times as fast, {name}", ratio, "×", f"≥ {limit}" if limit else "",
             limit is None or ratio >= limit)
        )  # fmt: skip
    return found


if __name__ == "__main__":
    rows = main()
    for what, value, unit, limit, _ in rows:
        print(f"{what:<44}{value:>12.1f} {unit:<3} {limit}")
    sys.exit(0 if all(row[-1] for row in rows) else 1)
