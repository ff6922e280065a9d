"""Speed of the calendar: one moment, a million moments, start-up; against lunar_python in one run.

    python benchmarks/calendar_speed.py

Prints medians and ratios; exits with 1 if a promise of docs/reference/calendar.md is not kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from lunar_python import Solar

from liuren.calendar import arrays, lunar, moment, moments
from liuren.calendar.days import DAY, gregorian_date, gregorian_day
from liuren.calendar.delta_t import DATA

MILLION = 1_000_000
RANDOM = np.random.default_rng(1)
SPAN = (gregorian_day(1645, 1, 1) * DAY, gregorian_day(2200, 1, 1) * DAY)


def timed(work: Callable[[], object], runs: int = 5) -> float:
    """Median seconds of a few runs."""
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def theirs(times: np.ndarray) -> None:
    """Pillars, void and the 中氣 of each moment by lunar_python."""
    for t in times.tolist():
        jdn, second = divmod(int(t), DAY)
        clock = (second // 3600, second // 60 % 60, second % 60)
        date = Solar.fromYmdHms(*gregorian_date(jdn), *clock).getLunar()
        eight = date.getEightChar()
        eight.setSect(1)
        (eight.getYear(), eight.getMonth(), eight.getDay(), eight.getTime(), eight.getDayXunKong())
        date.getPrevQi().getName()


def started(code: str) -> float:
    """Median seconds of a process, with compiled modules kept as in any installation."""
    with tempfile.TemporaryDirectory() as cache:
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        kept["PYTHONPYCACHEPREFIX"] = cache
        command = [sys.executable, "-c", code]
        subprocess.run(command, check=True, env=kept)
        return timed(lambda: subprocess.run(command, check=True, env=kept), runs=9)


def main() -> int:
    times = RANDOM.uniform(*SPAN, MILLION)
    arrays.terms_ut()
    thousand = timed(lambda: theirs(times[:1000]), runs=1)
    million = timed(lambda: moments(times, zone="Asia/Shanghai"))
    single = (
        timed(lambda: [moment("2026-11-30T10:00", zone="Asia/Seoul") for _ in range(200)]) / 200
    )
    days = (times // DAY).astype(np.int64)
    arrays.lunar_dates(days[:1])
    sun_million = timed(lambda: arrays.sunrise_sunset(days, 116.4, 39.9), runs=1)
    lunar_million = timed(lambda: arrays.lunar_dates(days))
    lunar_single = timed(lambda: [lunar.lunar_date(d) for d in days[:2000].tolist()]) / 2000
    numpy_alone = started("import numpy")
    with_arrays = started("import numpy; from liuren.calendar import moments")
    scalar = started("from liuren.calendar import moment")
    nothing = started("pass")
    size = sum(path.stat().st_size for path in DATA.iterdir())
    rows = [
        ("one moment: pillars, general, day or night", f"{single * 1e6:.0f} µs"),
        ("one thousand by lunar_python", f"{thousand:.2f} s"),
        ("one million: pillars, general, void", f"{million:.2f} s"),
        ("  as a share of lunar_python's thousand (at most 0.1)", f"{million / thousand:.3f}"),
        ("one million sunrises and sunsets", f"{sun_million:.2f} s"),
        ("one million lunar dates", f"{lunar_million:.2f} s"),
        ("one lunar date", f"{lunar_single * 1e6:.0f} µs"),
        (
            "import of arrays over numpy's (at most 30 ms)",
            f"{(with_arrays - numpy_alone) * 1e3:.0f} ms",
        ),
        ("start of the scalar path over an empty process", f"{(scalar - nothing) * 1e3:.0f} ms"),
        ("shipped data (at most 1500 kB)", f"{size / 1000:.0f} kB"),
    ]
    for name, value in rows:
        print(f"{name:58}{value:>12}")
    kept = million / thousand <= 0.1 and with_arrays - numpy_alone < 0.03 and size < 1_500_000
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
