"""The finished pieces of a run, kept beside its output until the output is whole.

A folder ``OUT.parts`` holds one Arrow file a piece; a piece is there or not there, never half. A run that
stopped for any reason goes on where it was, and workers may finish pieces in any order.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.ipc

from liuren.atlas.faults import Fault, faults_of, kept_faults
from liuren.terms.errors import InputError


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one piece: rows that went in, rows that came out, faults, and the rows themselves
    where they were not saved.
    """

    index: int
    given: int
    rows: int
    faults: int
    batch: pa.RecordBatch | None = None
    found: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """The folder of finished pieces of one run."""

    folder: Path

    def begin(self, identity: dict[str, Any], resume: bool) -> dict[int, Outcome]:
        """Start, or go on with ``resume``: the pieces that are finished.

        Raises:
            InputError: the pieces there belong to another input, plan or program.
        """
        listed = self.folder / "run.json"
        if resume and listed.is_file():
            if json.loads(listed.read_text(encoding="utf-8")) != identity:
                raise InputError(
                    f"The unfinished run in {self.folder} is of another input, convention or version.",
                    hint="Run without --resume to begin anew.",
                    code="other_run",
                )
            return {outcome.index: outcome for outcome in self._finished()}
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        listed.write_text(json.dumps(identity, ensure_ascii=False), encoding="utf-8")
        return {}

    def save(self, outcome: Outcome) -> Outcome:
        """Keep a finished piece; safe against being stopped at any moment."""
        assert outcome.batch is not None
        counts = json.dumps([outcome.given, outcome.rows, outcome.faults]).encode()
        if outcome.found:
            _write(self._path(outcome.index, "faults"), kept_faults(outcome.found).to_batches(), {})
        _write(self._path(outcome.index, "rows"), [outcome.batch], {b"liuren.counts": counts})
        return Outcome(outcome.index, outcome.given, outcome.rows, outcome.faults)

    def _path(self, index: int, kind: str) -> Path:
        return self.folder / f"{index:08d}.{kind}.arrow"

    def _finished(self) -> Iterator[Outcome]:
        for path in sorted(self.folder.glob("*.rows.arrow")):
            with pa.OSFile(str(path)) as source:
                metadata = pyarrow.ipc.open_stream(source).schema.metadata
            given, rows, faults = json.loads(metadata[b"liuren.counts"])
            yield Outcome(int(path.name[:8]), given, rows, faults)

    def batches(self, index: int) -> Iterator[pa.RecordBatch]:
        """The rows of one piece."""
        return _read(self._path(index, "rows"))

    def found(self, index: int) -> Iterator[Fault]:
        """The faults of one piece that is finished."""
        path = self._path(index, "faults")
        for batch in _read(path) if path.is_file() else ():
            yield from faults_of(batch)

    def remove(self) -> None:
        """Delete the folder once the output is whole."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _write(path: Path, batches: Iterable[pa.RecordBatch], metadata: dict[bytes, bytes]) -> None:
    import os

    listed = list(batches)
    part = path.with_suffix(f".{os.getpid()}.part")
    with pa.OSFile(str(part), "wb") as target:
        schema = listed[0].schema.with_metadata(metadata)
        with pyarrow.ipc.new_stream(target, schema) as writer:
            for batch in listed:
                writer.write_batch(batch)
    part.replace(path)


def _read(path: Path) -> Iterator[pa.RecordBatch]:
    with pa.OSFile(str(path)) as source:
        yield from pyarrow.ipc.open_stream(source)
