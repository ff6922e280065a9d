"""One run from an input file to an output file and a file of faults."""

from __future__ import annotations

import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from liuren.atlas.batch import BATCH_ROWS, empty_result, plan_metadata
from liuren.atlas.faults import SCHEMA, Fault, fault_table, told_in
from liuren.atlas.inputs import Input, Piece, format_of, open_input
from liuren.atlas.outputs import Output, open_output
from liuren.atlas.parts import Outcome, Parts
from liuren.atlas.plan import Plan
from liuren.atlas.planning import make_plan
from liuren.atlas.runners import InProcess, Runner, Task
from liuren.terms.errors import InputError, LiurenError

#: Told how many more rows went in, how many of them are faults, and how many rows there are if that is known.
Progress = Callable[[int, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What to read, where to write, who works. ``-`` is standard input or output.

    ``errors`` is the file of faults (JSON lines, CSV, Parquet or Arrow by its name) in ``language``, None for
    nowhere but the counts; ``settings`` are those of :func:`liuren.atlas.planning.make_plan`.
    """

    source: str
    target: str
    source_format: str | None = None
    target_format: str | None = None
    errors: str | None = None
    language: str = "en"
    resume: bool = False
    rows: int = BATCH_ROWS
    runner: Runner = field(default_factory=InProcess)
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run did: rows in, rows out, faults (rows in = rows out + faults) and the digest of the output."""

    given: int
    rows: int
    faults: int
    digest: str | None
    plan: Plan

    def to_dict(self) -> dict[str, Any]:
        """The summary as plain data."""
        from liuren.terms.versions import ENGINE, rulebook_digest

        return {
            "rows_in": self.given,
            "rows_out": self.rows,
            "rows_reported": self.faults,
            "digest": self.digest,
            "plan": self.plan.to_dict(),
            "engine": ENGINE,
            "rulebook": rulebook_digest(),
        }


def run(
    job: Job,
    progress: Progress = lambda _given, _faults, _total: None,
    bad: Callable[[Fault], None] = lambda _fault: None,
) -> Summary:
    """Do a job, telling ``progress``, and ``bad`` the first row that cannot be read as soon as it is met.

    Raises:
        InputError: input, plan or output cannot be used; nothing was written then.
    """
    if job.resume and "-" in (job.source, job.target):
        raise InputError(
            "Only a run from a file to a file can be resumed.",
            hint="Give names of files instead of -.",
            code="no_resume",
        )
    with open_input(job.source, job.source_format, job.rows) as opened:
        kind = format_of(job.target, job.target_format)
        plan = make_plan(opened.names, **job.settings)
        if job.target == "-":
            return _stream(job, opened, kind, plan, progress, _First(bad))
        return _into_file(job, opened, kind, plan, progress, _First(bad))


def _tasks(opened: Input, plan: Plan, done: dict[int, Outcome]) -> Iterator[Task]:
    for index, piece in enumerate(opened.pieces):
        if index not in done:
            yield Task(index, _kept_as_text(piece, opened.format, plan))


def _kept_as_text(piece: Piece, kind: str, plan: Plan) -> Piece:
    """JSON has no column types: kept columns are texts, for a number in one piece may be a word in the next."""
    if kind != "jsonl" or not plan.keep:
        return piece
    columns = {
        name: column.cast(pa.string()) if name in plan.keep else column
        for name, column in zip(piece.batch.schema.names, piece.batch.columns, strict=True)
    }
    return Piece(pa.RecordBatch.from_pydict(columns), piece.numbers, piece.faults)


# ------------------------------------------------------------------ into a file


class _First:
    """Tells the first fault that is met, and no other."""

    def __init__(self, tell: Callable[[Fault], None]) -> None:
        self._tell, self._told = tell, False

    def see(self, found: Iterable[Fault]) -> None:
        fault = None if self._told else next(iter(found), None)
        if fault is not None:
            self._told = True
            self._tell(fault)


def _into_file(
    job: Job, opened: Input, kind: str, plan: Plan, progress: Progress, first: _First
) -> Summary:
    target = Path(job.target)
    parts = Parts(target.with_name(target.name + ".parts"))
    _check_target(target)
    done = parts.begin(_identity(job, plan), job.resume)
    outcomes = dict(done)
    for outcome in done.values():
        progress(outcome.given, outcome.faults, opened.rows)
    shared = parts if job.runner.shares_folder else None
    with _beside(target) as stream:
        with _Grown(stream, kind, plan, opened) as grown:
            for outcome in job.runner.run(_tasks(opened, plan, done), plan, shared):
                first.see(outcome.found or parts.found(outcome.index))
                outcomes[outcome.index] = outcome if outcome.batch is None else parts.save(outcome)
                progress(outcome.given, outcome.faults, opened.rows)
                grown.follow(outcomes, parts.batches)
            grown.follow(outcomes, parts.batches)
        summary = _counted(outcomes, plan, stream.digest)
        if job.errors:
            _write_faults(job, map(parts.found, range(len(outcomes))))
    parts.remove()
    return summary


@contextmanager
def _beside(target: Path) -> Iterator[_Hashed]:
    """A stream into a file beside the target, which takes the target's place if all went well."""
    part = target.with_name(target.name + ".part")
    try:
        with part.open("wb") as stream:
            yield _Hashed(stream)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


class _Hashed(io.RawIOBase):
    """A stream that is written once from front to back, and knows the sha256 of what went through."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self._stream, self._hash, self._place = stream, hashlib.sha256(), 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def write(self, data: Any) -> int:
        self._hash.update(data)
        size = self._stream.write(data)
        self._place += size
        return size

    @property
    def digest(self) -> str:
        """sha256 of everything written so far."""
        return f"sha256:{self._hash.hexdigest()}"


class _Grown:
    """The output as it grows, piece after piece in the order of the input, while later pieces are at work."""

    def __init__(self, stream: Any, kind: str, plan: Plan, opened: Input) -> None:
        self._stream, self._kind, self._plan, self._opened = stream, kind, plan, opened
        self._writer: Output | None = None
        self._next = 0

    def __enter__(self) -> _Grown:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        """Finish the output; one without rows still has its columns. After a failure only let go of it."""
        if self._writer is None and kind is None:
            nothing = pa.schema([(name, pa.string()) for name in self._opened.names])
            self._writer = self._opened_writer(empty_result(nothing, self._plan).schema)
        if self._writer is not None:
            self._writer.close()

    def follow(
        self,
        outcomes: Mapping[int, Outcome],
        batches: Callable[[int], Iterable[pa.RecordBatch]],
    ) -> None:
        """Add every finished piece that follows on what is written."""
        while self._next in outcomes:
            for batch in batches(self._next):
                if self._writer is None:
                    self._writer = self._opened_writer(batch.schema)
                self._writer.write(batch.replace_schema_metadata(None))
            self._next += 1

    def _opened_writer(self, schema: pa.Schema) -> Output:
        whole = schema.with_metadata(plan_metadata(self._plan))
        return open_output(self._stream, self._kind, whole)


def _check_target(target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(target.parent, os.W_OK):
            raise PermissionError("no permission to write")
    except OSError as error:
        raise InputError(
            f"{target} cannot be written: {error.strerror or error}.",
            hint="Choose another folder.",
            code="bad_output",
        ) from error


def _identity(job: Job, plan: Plan) -> dict[str, Any]:
    found: dict[str, Any] = {"plan": plan.digest, "rows": job.rows, "source": job.source}
    if job.source != "-":
        state = Path(job.source).stat()
        found |= {"size": state.st_size, "modified": state.st_mtime_ns}
    return found


def _counted(outcomes: dict[int, Outcome], plan: Plan, digest: str | None) -> Summary:
    given, rows, faults = (
        sum(getattr(outcome, name) for outcome in outcomes.values())
        for name in ("given", "rows", "faults")
    )
    if given != rows + faults or sorted(outcomes) != list(range(len(outcomes))):
        raise LiurenError(
            f"{given} rows went in, {rows} came out and {faults} were reported.",
            hint="This is a fault in Liuren; please report it.",
            code="rows_lost",
        )
    return Summary(given, rows, faults, digest, plan)


def _write_faults(job: Job, pieces: Iterable[Iterable[Fault]]) -> None:
    """Write the faults of all pieces, in the order of the input and the language of the job."""
    path = str(job.errors)
    kind = format_of(path, None)
    try:
        with open(path, "wb") as stream:
            writer = open_output(stream, kind, SCHEMA)
            for piece in pieces:
                for batch in fault_table(told_in(one, job.language) for one in piece).to_batches():
                    writer.write(batch)
            writer.close()
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}.",
            hint="Choose another folder.",
            code="bad_output",
        ) from error


# ------------------------------------------------------------------ to standard output


def _stream(
    job: Job, opened: Input, kind: str, plan: Plan, progress: Progress, first: _First
) -> Summary:
    """Rows to standard output in the order of the input, as soon as they are there."""
    if kind == "parquet":
        raise InputError(
            "Parquet needs a file; it cannot go to standard output.",
            hint="Write to a file, or choose csv, jsonl or arrow.",
            code="bad_format",
        )
    outcomes: dict[int, Outcome] = {}
    waiting: dict[int, Outcome] = {}
    faults: list[Fault] = []

    def rows_of(index: int) -> Iterator[pa.RecordBatch]:
        outcome = waiting.pop(index)
        faults.extend(outcome.found)
        if outcome.batch is not None:
            yield outcome.batch

    with _Grown(sys.stdout.buffer, kind, plan, opened) as grown:
        for outcome in job.runner.run(_tasks(opened, plan, {}), plan, None):
            first.see(outcome.found)
            waiting[outcome.index] = outcome
            outcomes[outcome.index] = replace(outcome, batch=None, found=())
            progress(outcome.given, outcome.faults, opened.rows)
            grown.follow(outcomes, rows_of)
    sys.stdout.buffer.flush()
    if job.errors:
        _write_faults(job, [faults])
    return _counted(outcomes, plan, None)
