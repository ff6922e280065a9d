"""Who does the work: this process, a pool of processes, or a cluster.

Every runner calls :func:`perform` on every task and gives the outcomes in any order. A task whose worker
died is done again by another: it depends on nothing but itself, so nothing is lost and nothing comes twice.

The cluster engine is Dask distributed: pure Python, started on one machine or joined by address, with retries
when workers die; nothing here needs more than "run this function on that value".
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final, Protocol

from liuren.atlas.batch import read_rows
from liuren.atlas.inputs import Piece
from liuren.atlas.parts import Outcome, Parts
from liuren.atlas.plan import Plan
from liuren.terms.errors import InputError, LiurenError
from liuren.terms.installing import install_command

#: A task that has taken this many workers with it is given up.
TRIES: Final = 4
#: Tasks waiting for each worker; bounds the memory of a run.
_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of the input, by its place."""

    index: int
    piece: Piece


class WorkerError(LiurenError):
    """Workers died again and again on one piece."""

    code = "workers_died"


Perform = Callable[[Task, Plan, Parts | None], Outcome]


def perform(task: Task, plan: Plan, parts: Parts | None) -> Outcome:
    """Read one piece; keep it in ``parts`` where workers share the folder, else give it back."""
    rows, faults = read_rows(task.piece.batch, task.piece.numbers, plan)
    found = sorted([*faults, *task.piece.faults], key=lambda fault: fault.row)
    outcome = Outcome(task.index, task.piece.count, rows.num_rows, len(found), rows, tuple(found))
    return outcome if parts is None else parts.save(outcome)


class Runner(Protocol):
    """Performs tasks; ``shares_folder`` says whether its workers see this machine's files."""

    @property
    def shares_folder(self) -> bool: ...

    def run(self, tasks: Iterable[Task], plan: Plan, parts: Parts | None) -> Iterator[Outcome]: ...


@dataclass(frozen=True, slots=True)
class InProcess:
    """This process, one piece after another."""

    shares_folder: bool = True

    def run(self, tasks: Iterable[Task], plan: Plan, parts: Parts | None) -> Iterator[Outcome]:
        """The outcomes in order."""
        for task in tasks:
            yield perform(task, plan, parts)


@dataclass(frozen=True, slots=True)
class ProcessPool:
    """Processes on this machine, started afresh (spawn: threads of Arrow and Polars do not survive a fork)."""

    workers: int
    perform: Perform = perform
    shares_folder: bool = True

    def run(self, tasks: Iterable[Task], plan: Plan, parts: Parts | None) -> Iterator[Outcome]:
        """The outcomes as they come; a pool that broke is replaced and its tasks are done again."""
        waiting = iter(tasks)
        lost: list[Task] = []
        tries: dict[int, int] = {}
        pool = self._pool()
        pending: dict[Future[Outcome], Task] = {}
        try:
            while True:
                broken = not self._fill(pool, pending, lost, waiting, plan, parts)
                if not pending and not broken:
                    return
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    task = pending.pop(future)
                    try:
                        outcome = future.result()
                    except BrokenProcessPool:
                        lost.append(task)
                        broken = True
                        continue
                    yield outcome
                if broken:
                    lost.extend(pending.values())
                    pending.clear()
                    pool.shutdown(wait=True, cancel_futures=True)
                    _count_tries(lost, tries)
                    pool = self._pool()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _pool(self) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))

    def _fill(
        self,
        pool: ProcessPoolExecutor,
        pending: dict[Future[Outcome], Task],
        lost: list[Task],
        waiting: Iterator[Task],
        plan: Plan,
        parts: Parts | None,
    ) -> bool:
        """Give the workers tasks; False if the pool turned out to be broken."""
        while len(pending) < self.workers * _AHEAD:
            task = lost.pop() if lost else next(waiting, None)
            if task is None:
                return True
            try:
                pending[pool.submit(self.perform, task, plan, parts)] = task
            except BrokenProcessPool:
                lost.append(task)
                return False
        return True


def _count_tries(lost: list[Task], tries: dict[int, int]) -> None:
    """Count the deaths that each lost task was part of; which of them was the cause is not known."""
    for task in lost:
        tries[task.index] = tries.get(task.index, 0) + 1
    suspects = [task.piece for task in lost if tries[task.index] >= TRIES]
    if suspects:
        numbers = [
            n for piece in suspects if len(piece.numbers) for n in piece.numbers[[0, -1]].tolist()
        ] or [0]
        raise WorkerError(
            f"Workers died {TRIES} times while reading rows {min(numbers)} to {max(numbers)}.",
            hint="Is there enough memory? Go on with --resume and fewer --workers.",
        )


@dataclass(frozen=True, slots=True)
class Cluster:
    """Dask distributed: ``local`` starts workers on this machine, an address joins a running scheduler."""

    address: str
    workers: int = 2
    perform: Perform = perform
    timeout: float = 10.0

    @property
    def shares_folder(self) -> bool:
        """Only workers started here surely see this machine's files."""
        return self.address == "local"

    def run(self, tasks: Iterable[Task], plan: Plan, parts: Parts | None) -> Iterator[Outcome]:
        """The outcomes as they come; the scheduler gives the tasks of dead workers to others."""
        distributed = _distributed()
        with self._client(distributed) as client:
            waiting = iter(tasks)
            threads = max(1, sum(client.nthreads().values()))
            futures = distributed.as_completed()
            for _ in range(threads * _AHEAD):
                self._submit(client, futures, waiting, plan, parts)
            for future in futures:
                outcome = self._outcome(future, distributed)
                future.release()
                self._submit(client, futures, waiting, plan, parts)
                yield outcome

    def _client(self, distributed: Any) -> Any:
        if self.address == "local":
            cluster = distributed.LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=50,
            )
            return _Owned(distributed.Client(cluster), cluster)
        try:
            return distributed.Client(self.address, timeout=self.timeout)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(
                f"No scheduler answers at {self.address[:80]}.",
                hint="Start one with `dask scheduler`, and workers with `dask worker ADDRESS`.",
                code="no_scheduler",
            ) from error

    def _submit(
        self, client: Any, futures: Any, waiting: Iterator[Task], plan: Plan, parts: Parts | None
    ) -> None:
        task = next(waiting, None)
        if task is None:
            return
        with warnings.catch_warnings():
            # The piece travels with its task on purpose: data scattered to a worker would die with it.
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
            futures.add(client.submit(self.perform, task, plan, parts, pure=False, retries=TRIES))

    def _outcome(self, future: Any, distributed: Any) -> Outcome:
        try:
            outcome: Outcome = future.result()
        except distributed.KilledWorker as error:
            raise WorkerError(
                "Workers died again and again on one piece of the table.",
                hint="Is there enough memory on the workers? Go on with --resume.",
            ) from error
        return outcome


class _Owned:
    """A client together with the cluster that was started for it."""

    def __init__(self, client: Any, cluster: Any) -> None:
        self._client, self._cluster = client, cluster

    def __enter__(self) -> Any:
        return self._client

    def __exit__(self, *_: object) -> None:
        self._client.close()
        self._cluster.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise InputError(
            "A cluster needs the package distributed, which is not installed.",
            hint=install_command("cluster"),
            code="missing_extra",
        ) from error
    return distributed
