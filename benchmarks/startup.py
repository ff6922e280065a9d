"""Time of ``liuren shefu`` as a whole process against ``python -c pass``, in one run.

    python benchmarks/startup.py [RUNS]

Both are started by the interpreter that runs this, in turn, with compiled byte code and with the compiled
copies of the texts in a cache folder of their own, which one start before makes. Prints medians in
milliseconds and the ratio; exits with 1 if it is above what is promised.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import liuren

PROMISED = 8
READING = ["shefu", "--day", "甲子", "--hour", "卯", "--general", "亥", "--month", "寅"]
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "liuren chart": ["-m", "liuren", "chart", *READING[1:]],
    "liuren shefu": ["-m", "liuren", *READING],
    "liuren shefu --lang ko": ["-m", "liuren", *READING, "--lang", "ko"],
    "liuren shefu --at …": [
        "-m",
        "liuren",
        "shefu",
        "--at",
        "2026-11-30T10:00",
        "--zone",
        "Asia/Seoul",
    ],
    "liuren shefu --json": ["-m", "liuren", *READING, "--json"],
}

Row = tuple[str, float, str, str, bool]


def medians(runs: int) -> dict[str, float]:
    """Median seconds of every command; the commands take turns, so that all meet the same weather."""
    source = str(Path(liuren.__file__).parent)
    subprocess.run([sys.executable, "-m", "compileall", "-q", source], check=False)
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as cache:
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        kept["LIUREN_CACHE"] = cache
        for turn in range(runs + 1):
            for name, command in COMMANDS.items():
                start = time.perf_counter()
                subprocess.run(
                    [sys.executable, *command], env=kept, stdout=subprocess.DEVNULL, check=True
                )
                if turn:  # the first fills the cache
                    taken[name].append(time.perf_counter() - start)
    return {name: median(times) for name, times in taken.items()}


def main() -> list[Row]:
    """Rows (name, value, unit, limit, kept)."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    found = medians(runs)
    empty = found["python -c pass"]
    rows: list[Row] = [(name, 1e3 * value, "ms", "", True) for name, value in found.items()]
    for name in ("liuren shefu", "liuren shefu --lang ko", "liuren shefu --at …"):
        ratio = found[name] / empty
        rows.append((f"  {name} / python", ratio, "×", f"≤ {PROMISED}", ratio <= PROMISED))
    return rows


if __name__ == "__main__":
    rows = main()
    for what, value, unit, limit, _ in rows:
        print(f"{what:<44}{value:>12.1f} {unit:<3} {limit}")
    sys.exit(0 if all(row[-1] for row in rows) else 1)
