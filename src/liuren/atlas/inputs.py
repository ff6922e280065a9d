"""Reading files of tables: CSV, JSON lines, Parquet and Arrow, a piece at a time.

A reader gives batches with the numbers of their rows, and faults for lines that are no rows at all, so that
nothing that was in the file goes unmentioned. Memory does not grow with the file.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet
from numpy.typing import NDArray

from liuren.atlas.batch import BATCH_ROWS, pieces
from liuren.atlas.faults import Fault
from liuren.terms.errors import InputError, LiurenError

FORMATS: Final = ("csv", "jsonl", "parquet", "arrow")
_ENDINGS: Final = {
    ".csv": "csv", ".tsv": "csv", ".txt": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet",
    ".pq": "parquet", ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow", ".arrows": "arrow",
}  # fmt: skip
_BLOCK: Final = 1 << 21
_LONGEST_LINE: Final = 1 << 20

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive rows of an input: a batch, the numbers of its rows from 1, and the lines among them that
    were no rows.
    """

    batch: pa.RecordBatch
    numbers: Numbers
    faults: tuple[Fault, ...] = ()

    @property
    def count(self) -> int:
        """Rows of the input that this accounts for."""
        return len(self.numbers) + len(self.faults)


@dataclass(frozen=True, slots=True)
class Input:
    """An opened input: its format, its columns, its pieces, and the number of its rows where the file says it.

    Use it in a ``with`` statement.
    """

    format: str
    names: tuple[str, ...]
    pieces: Iterator[Piece]
    rows: int | None = None
    stream: Any = None

    def __enter__(self) -> Input:
        return self

    def __exit__(self, *_: object) -> None:
        if self.stream is not None:
            self.stream.close()


def format_of(path: str, given: str | None, head: bytes = b"") -> str:
    """The format of a file: as given, by its name, or by its first bytes.

    Raises:
        InputError: an unknown format.
    """
    if given is not None:
        if given not in FORMATS:
            raise InputError(
                f"“{given[:20]}” is not a format of tables.",
                hint=f"Formats: {', '.join(FORMATS)}.",
                code="bad_format",
            )
        return given
    found = _ENDINGS.get(Path(path).suffix.lower()) if path != "-" else None
    if found is not None:
        return found
    if head[:6] == b"ARROW1" or head[:4] == b"\xff\xff\xff\xff":
        return "arrow"
    if head[:4] == b"PAR1":
        return "parquet"
    if head.lstrip()[:1] == b"{":
        return "jsonl"
    if path == "-" or head:
        return "csv"
    raise InputError(
        f"The format of {path} cannot be told from its name.",
        hint=f"End it in .csv, .jsonl, .parquet or .arrow, or name the format ({', '.join(FORMATS)}).",
        code="bad_format",
    )


def open_input(path: str, given: str | None = None, rows: int = BATCH_ROWS) -> Input:
    """Open a file, or standard input for ``-``.

    Raises:
        InputError: there is no such file, or it is not what its format says.
    """
    stream: Any = sys.stdin.buffer if path == "-" else _opened(path)
    if not hasattr(stream, "peek"):
        stream = io.BufferedReader(stream)
    try:
        kind = format_of(path, given, stream.peek(8)[:8])
        found = _OPENERS[kind](stream, path, rows)
    except (pa.ArrowInvalid, OSError, LiurenError) as error:
        if path != "-":
            stream.close()
        if isinstance(error, LiurenError):
            raise
        raise _unreadable(path, kind, error) from error
    return found if path == "-" else replace(found, stream=stream)


def _opened(path: str) -> io.BufferedReader:
    try:
        return open(path, "rb")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror or error}.",
            hint="Use - for standard input.",
            code="no_such_file",
        ) from error


def _unreadable(path: str, kind: str, error: Exception) -> InputError:
    name = "Standard input" if path == "-" else path
    return InputError(
        f"{name} is not a readable {kind} table: {str(error).splitlines()[0][:160]}",
        hint=f"Formats: {', '.join(FORMATS)}.",
        code="bad_table",
    )


def _open_csv(stream: Any, path: str, rows: int) -> Input:
    first = _first_line(stream)
    delimiter = next((mark for mark in ",\t;" if mark in first), ",")
    names = _csv_fields(first, delimiter)
    if not any(names):
        raise InputError(
            "The table is empty; a CSV table begins with a line of column names.",
            hint="For example: day,hour,general",
            code="empty_table",
        )
    if len(set(names)) < len(names):
        raise InputError(
            f"Two columns have one name: {', '.join(names)[:200]}.",
            hint="Name each column once.",
            code="bad_table",
        )
    return Input("csv", tuple(names), _csv_pieces(stream, names, delimiter, path, rows))


def _first_line(stream: Any) -> str:
    line = stream.readline(_LONGEST_LINE)
    return str(line.decode("utf-8-sig", errors="replace"))


def _csv_fields(line: str, delimiter: str) -> list[str]:
    import csv

    fields = next(csv.reader([line], delimiter=delimiter), [])
    return [field.strip() for field in fields]


def _csv_pieces(
    stream: Any, names: list[str], delimiter: str, path: str, rows: int
) -> Iterator[Piece]:
    """Batches of a CSV file; a line with too few or too many cells is a fault."""
    bad: list[Fault] = []

    def refuse(line: Any) -> str:
        error = InputError(
            f"This line has {line.actual_columns} cells; expected {line.expected_columns}.",
            hint="A cell with a comma in it needs quotation marks.",
            code="ragged_row",
        )
        shown = str(line.text or "")[:80]
        bad.append(Fault(int(line.number), "", shown, error.code, error.message, error.hint))
        return "skip"

    head = stream.peek(1)[:1]
    if not head:
        return
    text = pa.string()
    reader = pyarrow.csv.open_csv(
        _Cleaned(stream),
        read_options=pyarrow.csv.ReadOptions(
            use_threads=False, block_size=_BLOCK, column_names=names
        ),
        parse_options=pyarrow.csv.ParseOptions(
            delimiter=delimiter,
            invalid_row_handler=refuse,
            ignore_empty_lines=True,
        ),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(names, text), strings_can_be_null=True, null_values=[""]
        ),
    )
    yield from _csv_batches(reader, bad, path, rows)


def _csv_batches(reader: Any, bad: list[Fault], path: str, rows: int) -> Iterator[Piece]:
    number = 0

    def batches() -> Iterator[pa.RecordBatch]:
        try:
            yield from reader
        except pa.ArrowInvalid as error:
            raise _unreadable(path, "csv", error) from error

    for batch in pieces(batches(), rows):
        numbers, number = _numbers(batch.num_rows, number, bad)
        last = number
        inside = [fault for fault in bad if fault.row <= last]
        del bad[: len(inside)]
        yield Piece(batch, numbers, tuple(inside))
    if bad:
        empty = pa.RecordBatch.from_pylist([], schema=reader.schema)
        yield Piece(empty, np.zeros(0, dtype=np.int64), tuple(bad))


def _numbers(count: int, before: int, bad: list[Fault]) -> tuple[Numbers, int]:
    """Numbers of the next ``count`` good rows, and the number of the last row with any fault right after."""
    taken = sorted(fault.row for fault in bad)
    last = before + count
    for row in taken:
        if row > last:
            break
        last += 1
    numbers = np.setdiff1d(
        np.arange(before + 1, last + 1, dtype=np.int64), np.array(taken, dtype=np.int64)
    )
    return numbers[:count], last


class _Cleaned(io.RawIOBase):
    """A byte stream in which bytes that are no UTF-8 have become the replacement character."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        import codecs

        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            part = self._stream.read1(_BLOCK)
            self._ready = self._decoder.decode(part, final=not part).replace("\0", "�").encode()
            if not part:
                break
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size


def _open_jsonl(stream: Any, path: str, rows: int) -> Input:
    del path
    lines = _json_lines(stream)
    first: list[tuple[int, Any]] = []
    names: dict[str, None] = {}
    for number, found in lines:
        first.append((number, found))
        if isinstance(found, dict):
            names.update(dict.fromkeys(found))
        if len(first) >= 1000:
            break
    if not names and not any(isinstance(found, Fault) for _, found in first):
        raise InputError(
            "The table is empty; expected a JSON object on each line.",
            hint='For example {"day": "甲子", "hour": "卯", "general": "亥"}',
            code="empty_table",
        )
    columns = tuple(names)
    return Input("jsonl", columns, _json_pieces(first, lines, columns, rows))


def _json_lines(stream: Any) -> Iterator[tuple[int, Any]]:
    """(number, object or fault) of each line that is not empty."""
    number = 0
    while line := stream.readline(_LONGEST_LINE):
        if not line.strip():
            continue
        number += 1
        whole = line.endswith(b"\n") or len(line) < _LONGEST_LINE
        while not line.endswith(b"\n") and len(line) >= _LONGEST_LINE:
            line = stream.readline(_LONGEST_LINE)
        yield number, _json_row(line, number) if whole else _no_object(number, "", "too long")


def _json_row(line: bytes, number: int) -> Any:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _no_object(number, line.decode("utf-8", "replace"), str(error))
    if not isinstance(found, dict):
        return _no_object(number, str(found), f"a {type(found).__name__}")
    return found


def _no_object(number: int, text: str, why: str) -> Fault:
    return Fault(
        number,
        "",
        text.strip()[:80],
        "bad_json",
        f"This line is no JSON object: {why[:120]}.",
        "One object a line.",
    )


def _json_pieces(
    first: list[tuple[int, Any]],
    rest: Iterator[tuple[int, Any]],
    names: tuple[str, ...],
    rows: int,
) -> Iterator[Piece]:
    def gather(lines: Iterator[tuple[int, Any]]) -> Iterator[Piece]:
        objects: list[dict[str, Any]] = []
        numbers: list[int] = []
        faults: list[Fault] = []
        for number, found in lines:
            if isinstance(found, Fault):
                faults.append(found)
            else:
                objects.append(found)
                numbers.append(number)
            if len(objects) + len(faults) == rows:
                yield _json_piece(objects, numbers, faults, names)
                objects, numbers, faults = [], [], []
        if objects or faults:
            yield _json_piece(objects, numbers, faults, names)

    def lines() -> Iterator[tuple[int, Any]]:
        yield from first
        yield from rest

    return gather(lines())


def _json_piece(
    objects: list[dict[str, Any]], numbers: list[int], faults: list[Fault], names: tuple[str, ...]
) -> Piece:
    arrays = [_json_column([row.get(name) for row in objects]) for name in names]
    batch = pa.RecordBatch.from_arrays(arrays, names=list(names))
    return Piece(batch, np.array(numbers, dtype=np.int64), tuple(faults))


def _json_column(values: list[Any]) -> pa.Array:
    """Texts, whole numbers, numbers or truths; a mixture becomes texts."""
    kinds = {type(value) for value in values if value is not None}
    for kind, arrow in ((str, pa.string()), (bool, pa.bool_()), (int, pa.int64())):
        if kinds <= {kind}:
            try:
                return pa.array(values, arrow)
            except (OverflowError, pa.ArrowInvalid, UnicodeEncodeError):
                break
    if kinds <= {int, float}:
        return pa.array([None if v is None else float(v) for v in values], pa.float64())
    return pa.array([None if v is None else _text(v) for v in values], pa.string())


def _text(value: Any) -> str:
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return str(shown).encode("utf-8", "replace").decode()


def _open_parquet(stream: Any, path: str, rows: int) -> Input:
    if path == "-":
        raise InputError(
            "A Parquet table cannot be read from standard input, for its index is at its end.",
            hint="Give the file's name, or send Arrow, CSV or JSON lines.",
            code="bad_format",
        )
    file = pyarrow.parquet.ParquetFile(stream)
    batches = file.iter_batches(batch_size=rows)
    names = tuple(file.schema_arrow.names)
    return Input("parquet", names, _plain_pieces(batches, rows), file.metadata.num_rows)


def _open_arrow(stream: Any, path: str, rows: int) -> Input:
    if stream.peek(6)[:6] == b"ARROW1" and path != "-":
        reader = pyarrow.ipc.open_file(pa.memory_map(path))
        batches = (reader.get_batch(i) for i in range(reader.num_record_batches))
        return Input("arrow", tuple(reader.schema.names), _plain_pieces(batches, rows))
    opened = pyarrow.ipc.open_stream(stream)
    return Input("arrow", tuple(opened.schema.names), _plain_pieces(opened, rows))


def _plain_pieces(batches: Any, rows: int) -> Iterator[Piece]:
    first = 1
    for batch in pieces(batches, rows):
        numbers = np.arange(first, first + batch.num_rows, dtype=np.int64)
        first += batch.num_rows
        yield Piece(batch, numbers)


_OPENERS: Final[dict[str, Callable[[Any, str, int], Input]]] = {
    "csv": _open_csv,
    "jsonl": _open_jsonl,
    "parquet": _open_parquet,
    "arrow": _open_arrow,
}
