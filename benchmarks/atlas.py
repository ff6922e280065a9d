"""Speed of the atlas: truth tables, look-ups, instants, processes, memory; ratios within one run.

Run: python -m benchmarks atlas
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from liuren.atlas.batch import read_batch
from liuren.atlas.findings import findings
from liuren.atlas.job import Job, run
from liuren.atlas.runners import ProcessPool
from liuren.rules import tables as truth
from liuren.rules.axes import STATES
from liuren.rules.rulebook import Rulebook, book
from liuren.rules.space import liuren_space
from liuren.terms.convention import load_convention

Result = tuple[str, float, str, str, bool]
MILLION = 1_000_000


def best(work: Callable[[], object], times: int = 5) -> float:
    """Least seconds of several runs."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def every_clause() -> None:
    """All clauses of the she fu book on all 17,280 states, from the compiled rulebook."""
    liuren_space.cache_clear()
    rules = Rulebook(book("shefu"), load_convention())
    found = {clause: truth.table_of(rules, linked) for clause, linked in rules.by_clause.items()}
    truth.matrix(found.values())


def instants(count: int, seed: int = 1) -> pa.Table:
    """Moments spread over a hundred and fifty years."""
    seconds = np.random.default_rng(seed).integers(-(10**9), 4 * 10**9, count)
    return pa.table({"at": pa.array(seconds, pa.timestamp("s", "UTC"))})


def look_up() -> tuple[float, float]:
    """Seconds to look up a million charts, and to copy the same bytes."""
    book_of = findings("shefu", load_convention())
    states = np.random.default_rng(1).integers(0, STATES, MILLION)
    out = np.empty((MILLION, book_of.width), dtype=np.uint8)
    source = np.ones_like(out)
    return (
        best(lambda: book_of.states(states, out)),
        best(lambda: np.copyto(out, source)),
    )


def run_file(source: Path, target: Path, workers: int, columns: str) -> float:
    settings = {"columns": columns, "zone": "Asia/Seoul"}
    job = Job(str(source), str(target), settings=settings)
    if workers > 1:
        job = Job(str(source), str(target), settings=settings, runner=ProcessPool(workers))
    start = time.perf_counter()
    run(job)
    return time.perf_counter() - start


def processes(folder: Path) -> tuple[float, float, float]:
    """Seconds of one and of two processes on the same file, and how much of two cores this machine gives.

    The last figure is measured with processes that only count: what no program can exceed here and now.
    """
    source = folder / "in.parquet"
    pyarrow.parquet.write_table(instants(6 * MILLION), source)
    columns = "row,notation,clauses"
    run_file(source, folder / "warm.arrow", 1, "row")
    one = run_file(source, folder / "one.arrow", 1, columns)
    two = run_file(source, folder / "two.arrow", 2, columns)
    same = (folder / "one.arrow").read_bytes() == (folder / "two.arrow").read_bytes()
    if not same:
        raise SystemExit("one and two processes gave different files")
    return one, two, _cores()


def _cores() -> float:
    count = "sum(i * i for i in range(12_000_000))"

    def several(number: int) -> float:
        start = time.perf_counter()
        started = [subprocess.Popen([sys.executable, "-c", count]) for _ in range(number)]
        for process in started:
            process.wait()
        return time.perf_counter() - start

    return 2 * several(1) / several(2)


def memory(folder: Path) -> float:
    """Peak resident memory (MB) of a run of ten million rows in a process of its own."""
    source = folder / "ten.parquet"
    schema = pa.schema([("at", pa.timestamp("s", "UTC"))])
    with pyarrow.parquet.ParquetWriter(source, schema) as writer:
        for part in range(10):
            writer.write_table(instants(MILLION, part))
    command = [sys.executable, "-m", "liuren", "batch", str(source), str(folder / "ten.arrow")]
    command += ["--zone", "Asia/Seoul", "--columns", "row,transmissions,findings", "--quiet"]
    subprocess.run(command, check=True, env=os.environ.copy())
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> list[Result]:
    """Name, value, unit, limit, whether it is kept."""
    results: list[Result] = []

    def said(name: str, value: float, unit: str, limit: str, kept: bool) -> None:
        results.append((name, value, unit, limit, kept))

    book("shefu")
    clauses = best(every_clause, 3)
    said("all clauses on all 17,280 states", clauses, "s", "< 1", clauses < 1)
    looked, copied = look_up()
    said("a million charts to packed findings", looked, "s", "< 1", looked < 1)
    said("… against copying the same bytes", looked / copied, "×", "≤ 3", looked <= 3 * copied)
    table = instants(MILLION)
    settings: dict[str, Any] = {"zone": "Asia/Seoul", "columns": "findings"}
    took = best(lambda: read_batch(table, **settings), 3)
    said("a million instants to findings", took, "s", "< 3", took < 3)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        peak = memory(folder)
        said("peak memory, ten million rows", peak, "MB", "< 1000", peak < 1000)
        one, two, cores = processes(folder)
        # On an idle machine two counting processes give 2; elsewhere no program can do better than they do.
        ratio, limit = one / two, 0.85 * min(2.0, cores)
        said(
            f"two processes against one (counting: {cores:.2f})",
            ratio,
            "×",
            f"≥ {limit:.2f}",
            ratio >= limit,
        )
    return results


if __name__ == "__main__":
    for row in main():
        print(*row)
