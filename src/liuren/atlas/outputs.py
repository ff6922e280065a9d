"""Writing tables: CSV, JSON lines, Parquet, Arrow."""

from __future__ import annotations

import json
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet

from liuren.atlas.cells import plain_array


class Output(Protocol):
    """Where tables of readings go."""

    def write(self, batch: pa.RecordBatch) -> None:
        """Add the rows of a batch."""

    def close(self) -> None:
        """Finish the file."""


def open_output(target: Any, kind: str, schema: pa.Schema) -> Output:
    """A writer of ``kind`` onto a binary stream; ``schema`` carries what the table says about itself."""
    if kind == "jsonl":
        return _JsonLines(target)
    if kind == "csv":
        return _Csv(target, schema)
    if kind == "parquet":
        writer: Output = _Arrowed(pyarrow.parquet.ParquetWriter(target, schema, compression="zstd"))
        return writer
    return _Arrowed(pyarrow.ipc.new_stream(target, schema))


class _Arrowed:
    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def write(self, batch: pa.RecordBatch) -> None:
        self._writer.write_batch(batch)

    def close(self) -> None:
        self._writer.close()


class _Csv:
    """CSV has no lists and no bytes: lists become texts with spaces, bytes hexadecimal digits."""

    def __init__(self, target: Any, schema: pa.Schema) -> None:
        flat = pa.schema([pa.field(field.name, _flat_type(field.type)) for field in schema])
        plain = pyarrow.csv.WriteOptions(quoting_style="needed")
        self._writer = pyarrow.csv.CSVWriter(target, flat, write_options=plain)
        self._schema = flat

    def write(self, batch: pa.RecordBatch) -> None:
        columns = [_flat(column) for column in batch.columns]
        self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


def _flat_type(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_timestamp(kind) or _nested(kind) or pa.types.is_fixed_size_binary(kind):
        return pa.string()
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _nested(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind))


def _flat(column: pa.Array) -> pa.Array:
    kind = column.type
    if _nested(kind):
        texts = plain_list(column)
        return pa.compute.binary_join(texts, " ")
    if pa.types.is_dictionary(kind):
        return column.dictionary_decode()
    if pa.types.is_timestamp(kind):
        return timestamp_texts(column)
    if pa.types.is_fixed_size_binary(kind):
        return pa.array([None if v is None else v.hex() for v in column.to_pylist()], pa.string())
    return column


def timestamp_texts(column: pa.Array) -> pa.Array:
    """ISO texts of a column of times, years before 1 included; with Z where they are of UTC."""
    missing = column.is_null().to_numpy(zero_copy_only=False)
    ticks = column.cast(pa.int64()).fill_null(0).to_numpy(zero_copy_only=False)
    texts = np.datetime_as_string(ticks.astype(f"M8[{column.type.unit}]"))
    return pa.array(np.char.add(texts, "Z" if column.type.tz else ""), pa.string(), mask=missing)


def plain_list(column: pa.Array) -> pa.Array:
    """A list of texts without dictionary, its slices made plain."""
    if pa.types.is_fixed_size_list(column.type):
        column = column.cast(pa.list_(column.type.value_type))
    values = plain_array(column.values)
    return pa.ListArray.from_arrays(column.offsets, values)


class _JsonLines:
    def __init__(self, target: Any) -> None:
        self._target = target

    def write(self, batch: pa.RecordBatch) -> None:
        columns = [
            timestamp_texts(c) if pa.types.is_timestamp(c.type) else c for c in batch.columns
        ]
        plain = pa.RecordBatch.from_arrays(columns, names=batch.schema.names)
        lines = (json.dumps(_json_ready(row), ensure_ascii=False) for row in plain.to_pylist())
        self._target.write("".join(line + "\n" for line in lines).encode())

    def close(self) -> None:
        return


def _json_ready(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _json_value(value) for name, value in row.items()}


def _json_value(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if hasattr(value, "isoformat"):
        return value.isoformat().replace("+00:00", "Z")
    return value
