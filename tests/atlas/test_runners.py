"""Processes and clusters give what one process gives, whoever dies on the way."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from liuren.atlas.job import Job, Summary, run
from liuren.atlas.parts import Outcome, Parts
from liuren.atlas.plan import Plan
from liuren.atlas.runners import Cluster, InProcess, ProcessPool, Runner, Task, WorkerError, perform
from liuren.terms.errors import InputError


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six thousand moments, every hundredth of them no moment."""
    path = tmp_path_factory.mktemp("source") / "in.parquet"
    texts = [f"{1900 + n % 200}-{1 + n % 12:02d}-15T{n % 24:02d}:30" for n in range(6000)]
    texts[::100] = ["2026-02-30T00:00"] * 60
    pyarrow.parquet.write_table(pa.table({"at": texts}), path)
    return path


def done(source: Path, target: Path, runner: Runner | None = None) -> Summary:
    settings = {"columns": "row,notation,clauses,findings", "zone": "Asia/Seoul"}
    errors = str(target.with_suffix(".jsonl"))
    worker = InProcess() if runner is None else runner
    job = Job(str(source), str(target), errors=errors, rows=500, settings=settings, runner=worker)
    return run(job)


@pytest.fixture(scope="module")
def alone(source: Path) -> Summary:
    """The run of one process."""
    return done(source, source.with_name("alone.parquet"))


def killed_once(marker: Path, task: Task, plan: Plan, parts: Parts | None) -> Outcome:
    """Perform a task; the first worker that comes to the fourth piece dies at work."""
    if task.index == 3 and not marker.exists():
        marker.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return perform(task, plan, parts)


def always_killed(task: Task, plan: Plan, parts: Parts | None) -> Outcome:
    """A piece that kills every worker."""
    if task.index == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return perform(task, plan, parts)


def agrees(found: Summary, alone: Summary) -> None:
    assert (found.given, found.rows, found.faults) == (6000, 5940, 60)
    assert found.digest == alone.digest


def test_a_killed_process_loses_nothing(source: Path, alone: Summary, tmp_path: Path) -> None:
    marker = tmp_path / "killed"
    runner = ProcessPool(2, partial(killed_once, marker))
    agrees(done(source, tmp_path / "pool.parquet", runner), alone)
    assert marker.exists()
    faults = (tmp_path / "pool.jsonl").read_bytes()
    assert faults == source.with_name("alone.jsonl").read_bytes()


def test_a_killed_worker_of_a_cluster_loses_nothing(
    source: Path, alone: Summary, tmp_path: Path
) -> None:
    marker = tmp_path / "killed"
    runner = Cluster("local", 2, partial(killed_once, marker))
    agrees(done(source, tmp_path / "cluster.parquet", runner), alone)
    assert marker.exists()


def test_a_running_scheduler_is_joined_and_sends_the_rows_back(
    source: Path, alone: Summary, tmp_path: Path
) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        runner = Cluster(cluster.scheduler_address)
        assert not runner.shares_folder
        agrees(done(source, tmp_path / "joined.parquet", runner), alone)


def test_a_piece_that_kills_every_worker_is_said(source: Path, tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="Workers died 4 times while reading rows"):
        done(source, tmp_path / "never.parquet", ProcessPool(2, always_killed))
    assert (tmp_path / "never.parquet.parts").is_dir()


def test_no_scheduler_there(source: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No scheduler answers"):
        done(source, tmp_path / "never.parquet", Cluster("tcp://127.0.0.1:9", timeout=0.5))
