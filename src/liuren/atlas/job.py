"""One run from an input file to an output file and a file of faults."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

from liuren.atlas.batch import BATCH_ROWS, empty_result, plan_metadata
from liuren.atlas.faults import SCHEMA, fault_table
from liuren.atlas.files import Input, Piece, format_of, open_input, open_output
from liuren.atlas.parts import Outcome, Parts
from liuren.atlas.plan import Plan, make_plan
from liuren.atlas.runners import InProcess, Runner, Task
from liuren.terms.errors import InputError, LiurenError

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What to read, where to write, who works. ``-`` is standard input or output.

    ``errors`` is the file of faults (JSON lines, CSV, Parquet or Arrow by its name), None for nowhere but the
    counts; ``settings`` are those of :func:`liuren.atlas.plan.make_plan`.
    """

    source: str
    target: str
    source_format: str | None = None
    target_format: str | None = None
    errors: str | None = None
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


def run(job: Job, progress: Progress = lambda _given, _faults: None) -> Summary:
    """Do a job; ``progress`` is told how many more rows went in and how many of them are faults.

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
            return _stream(job, opened, kind, plan, progress)
        return _into_file(job, opened, kind, plan, progress)


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


def _into_file(job: Job, opened: Input, kind: str, plan: Plan, progress: Progress) -> Summary:
    target = Path(job.target)
    parts = Parts(target.with_name(target.name + ".parts"))
    _check_target(target)
    done = parts.begin(_identity(job, plan), job.resume)
    outcomes = dict(done)
    for outcome in done.values():
        progress(outcome.given, outcome.faults)
    shared = parts if job.runner.shares_folder else None
    for outcome in job.runner.run(_tasks(opened, plan, done), plan, shared):
        outcomes[outcome.index] = outcome if outcome.batch is None else parts.save(outcome)
        progress(outcome.given, outcome.faults)
    summary = _counted(outcomes, plan, None)
    digest = _assemble(target, kind, parts, len(outcomes), plan, opened)
    if job.errors:
        _write_faults(job.errors, parts.faults(len(outcomes)))
    parts.remove()
    return Summary(summary.given, summary.rows, summary.faults, digest, plan)


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


def _schema(plan: Plan, first: pa.Schema | None, opened: Input) -> pa.Schema:
    if first is None:
        nothing = pa.schema([(name, pa.string()) for name in opened.names])
        first = empty_result(nothing, plan).schema
    return first.with_metadata(plan_metadata(plan))


def _assemble(target: Path, kind: str, parts: Parts, count: int, plan: Plan, opened: Input) -> str:
    """Write the output beside its place, move it there when it is whole, and give its sha256."""
    part = target.with_name(target.name + ".part")
    first = next(parts.batches(min(count, 1)), None)
    with part.open("wb") as stream:
        writer = open_output(stream, kind, _schema(plan, first and first.schema, opened))
        for batch in parts.batches(count):
            writer.write(batch.replace_schema_metadata(None))
        writer.close()
    found = _digest_of(part)
    part.replace(target)
    return found


def _digest_of(path: Path) -> str:
    with path.open("rb") as stream:
        return "sha256:" + hashlib.file_digest(stream, "sha256").hexdigest()


def _write_faults(path: str, batches: Iterator[pa.RecordBatch]) -> None:
    kind = format_of(path, None)
    try:
        with open(path, "wb") as stream:
            writer = open_output(stream, kind, SCHEMA)
            for batch in batches:
                writer.write(batch)
            writer.close()
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}.",
            hint="Choose another folder.",
            code="bad_output",
        ) from error


# ------------------------------------------------------------------ to standard output


def _stream(job: Job, opened: Input, kind: str, plan: Plan, progress: Progress) -> Summary:
    """Rows to standard output in the order of the input, as soon as they are there."""
    if kind == "parquet":
        raise InputError(
            "Parquet needs a file; it cannot go to standard output.",
            hint="Write to a file, or choose csv, jsonl or arrow.",
            code="bad_format",
        )
    outcomes: dict[int, Outcome] = {}
    faults: list[Any] = []
    early: dict[int, Outcome] = {}
    writer = None
    stream = sys.stdout.buffer
    for outcome in job.runner.run(_tasks(opened, plan, {}), plan, None):
        early[outcome.index] = outcome
        outcomes[outcome.index] = Outcome(
            outcome.index, outcome.given, outcome.rows, outcome.faults
        )
        progress(outcome.given, outcome.faults)
        while (following := early.pop(_written(outcomes, early), None)) is not None:
            assert following.batch is not None
            if writer is None:
                writer = open_output(stream, kind, _schema(plan, following.batch.schema, opened))
            writer.write(following.batch.replace_schema_metadata(None))
            faults += following.found
    if writer is None:
        writer = open_output(stream, kind, _schema(plan, None, opened))
    writer.close()
    stream.flush()
    if job.errors:
        _write_faults(job.errors, iter(fault_table(faults).to_batches()))
    return _counted(outcomes, plan, None)


def _written(outcomes: dict[int, Outcome], early: dict[int, Outcome]) -> int:
    """The index of the next piece to write: the first finished one that is still waiting and follows on."""
    waiting = min(early, default=-1)
    return waiting if all(index in outcomes for index in range(waiting)) else -1
