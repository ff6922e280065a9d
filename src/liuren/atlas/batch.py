"""Tables of charts or moments in, tables of readings out.

One pure function, :func:`read_rows`, from a record batch to a record batch; every runner, file format and
machine does nothing but call it. Rows that cannot be read are left out and reported, so that rows in = rows
out + faults, always.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from liuren.atlas import columns
from liuren.atlas.casts import read_casts
from liuren.atlas.cells import one_array
from liuren.atlas.faults import Fault, FaultSheet, fault_table
from liuren.atlas.plan import Plan
from liuren.atlas.planning import make_plan
from liuren.terms.convention import Convention
from liuren.terms.errors import InputError

#: Rows that are read together; large enough for arrays, small enough for memory.
BATCH_ROWS: Final = 1 << 16
_FAULTS: Final = b"liuren.faults"


def read_rows(
    batch: pa.RecordBatch, numbers: NDArray[np.int64], plan: Plan
) -> tuple[pa.RecordBatch, list[Fault]]:
    """The readings of a batch, and the faults of the rows that could not be read.

    ``numbers`` are the rows' numbers in the whole input, counted from 1. The result depends on nothing but
    the arguments and the texts.
    """
    sheet = FaultSheet(numbers)
    casts = read_casts(batch, plan, sheet)
    good = np.flatnonzero(~sheet.bad)
    whole = len(good) == len(numbers)
    rows = columns.Rows(
        casts if whole else casts.take(good), numbers if whole else numbers[good], plan
    )
    made = {name: columns.make(name, rows) for name in plan.columns}
    for name in plan.keep:
        column = batch.column(name)
        made[f"input.{name}"] = column if whole else column.take(pa.array(good))
    return pa.RecordBatch.from_pydict(made), sheet.faults()


def read_batch(
    table: Any,
    *,
    columns: str | Iterable[str] | None = None,
    convention: Convention | str | Mapping[str, str] | None = None,
    method: str | None = None,
    work: str | None = None,
    keep: str | Iterable[str] = (),
    zone: str | None = None,
    fold: int | None = None,
    solar_time: str = "clock",
    calendar: str = "auto",
    longitude: float | None = None,
    latitude: float | None = None,
) -> pa.Table:
    """Readings of a table of charts or moments.

    ``table`` is anything that gives an Arrow stream (pyarrow, Polars, DuckDB, pandas), or a mapping of names
    to lists. Rows are charts (columns ``day``, ``hour``, ``general``, or ``chart``) or moments (``at``, with
    ``zone``), and may give ``month``, ``year``, ``birth``, ``age_branch``, ``great_run``, ``daytime`` …, as single calls do.
    The result has the columns asked for (default: the chart and the clauses that fire); rows that cannot be
    read are left out, and ``liuren.atlas.batch.errors_of(result)`` lists them with their numbers.

    Raises:
        InputError: the table as a whole cannot be read, or an unknown column was asked for.

    Examples:
        >>> import liuren
        >>> table = liuren.read_batch({"day": ["甲子"], "hour": ["卯"], "general": ["亥"]})
        >>> table["notation"].to_pylist()
        ['甲子日 亥將 卯時']
    """
    reader = arrow_stream(table)
    plan = make_plan(
        reader.schema.names,
        method=method,
        work=work,
        convention=convention,
        columns=columns,
        keep=keep,
        zone=zone,
        fold=fold,
        solar_time=solar_time,
        calendar=calendar,
        longitude=longitude,
        latitude=latitude,
    )
    made, faults = [], []
    for batch, numbers in numbered(pieces(reader)):
        rows, found = read_rows(batch, numbers, plan)
        made.append(rows)
        faults += found
    schema = made[0].schema if made else empty_result(reader.schema, plan).schema
    return pa.Table.from_batches(made, schema=schema).replace_schema_metadata(
        _metadata(plan, faults)
    )


def errors_of(result: pa.Table) -> pa.Table:
    """The rows that :func:`read_batch` left out: row (from 1), column, value, code, message, hint."""
    kept = (result.schema.metadata or {}).get(_FAULTS, b"[]")
    return fault_table(Fault(**fault) for fault in json.loads(kept))


def _metadata(plan: Plan, faults: list[Fault]) -> dict[bytes, bytes]:
    listed = json.dumps([asdict(fault) for fault in faults], ensure_ascii=False)
    return {**plan_metadata(plan), _FAULTS: listed.encode()}


def plan_metadata(plan: Plan) -> dict[bytes, bytes]:
    """What a table of readings says about itself: plan, rulebook, and the clauses of packed findings."""
    from liuren.terms.versions import ENGINE, rulebook_digest

    found = {
        b"liuren.engine": ENGINE.encode(),
        b"liuren.rulebook": rulebook_digest().encode(),
        b"liuren.plan": json.dumps(plan.to_dict(), ensure_ascii=False).encode(),
    }
    if "findings" in plan.columns:
        from liuren.atlas.findings import findings

        clauses = findings(plan.work, plan.convention).names
        found[b"liuren.clauses"] = " ".join(clauses).encode()
    return found


def empty_result(schema: pa.Schema, plan: Plan) -> pa.RecordBatch:
    """A result without rows, for its schema."""
    batch = pa.RecordBatch.from_pylist([], schema=schema)
    return read_rows(batch, np.zeros(0, dtype=np.int64), plan)[0]


# ------------------------------------------------------------------ streams


def arrow_stream(table: Any) -> pa.RecordBatchReader:
    """A stream of record batches from whatever a user holds.

    Raises:
        InputError: it is no table.
    """
    if isinstance(table, pa.RecordBatchReader):
        return table
    if isinstance(table, pa.RecordBatch):
        return pa.RecordBatchReader.from_batches(table.schema, [table])
    if isinstance(table, Mapping):
        table = _from_lists(table)
    if hasattr(table, "__arrow_c_stream__"):
        return pa.RecordBatchReader.from_stream(table)
    if hasattr(table, "collect") and not hasattr(table, "__arrow_c_array__"):
        return arrow_stream(table.collect())  # a lazy frame
    if hasattr(table, "__arrow_c_array__"):
        return arrow_stream(pa.record_batch(table))
    if hasattr(table, "to_arrow_table"):
        return arrow_stream(table.to_arrow_table())
    raise InputError(
        f"A table was expected, not {type(table).__name__}.",
        hint="Give an Arrow, Polars, DuckDB or pandas table, or a mapping of column names to lists.",
        code="bad_table",
    )


def _from_lists(table: Mapping[str, Any]) -> pa.Table:
    try:
        return pa.table({str(name): list(values) for name, values in table.items()})
    except (pa.ArrowInvalid, pa.ArrowTypeError, TypeError) as error:
        raise InputError(
            f"The lists do not make a table: {str(error)[:120]}.",
            hint="Every list needs the same length, and values of one type.",
            code="bad_table",
        ) from error


def pieces(batches: Iterable[pa.RecordBatch], rows: int = BATCH_ROWS) -> Iterator[pa.RecordBatch]:
    """The same rows in batches of exactly ``rows`` (the last one shorter), however they came."""
    waiting: list[pa.RecordBatch] = []
    count = 0
    for batch in batches:
        while count + batch.num_rows >= rows:
            first = rows - count
            yield _joined([*waiting, batch.slice(0, first)])
            batch = batch.slice(first)
            waiting, count = [], 0
        if batch.num_rows:
            waiting.append(batch)
            count += batch.num_rows
    if waiting:
        yield _joined(waiting)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    """One batch of several, without dictionaries, so that equal rows come in equal types."""
    table = pa.Table.from_batches([batch for batch in batches if batch.num_rows])
    return pa.RecordBatch.from_arrays(
        [one_array(column) for column in table.columns], names=table.column_names
    )


def numbered(
    batches: Iterable[pa.RecordBatch],
) -> Iterator[tuple[pa.RecordBatch, NDArray[np.int64]]]:
    """Batches with the numbers of their rows, from 1."""
    first = 1
    for batch in batches:
        yield batch, np.arange(first, first + batch.num_rows, dtype=np.int64)
        first += batch.num_rows
