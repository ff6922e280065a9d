"""Files in and out: every format, bad lines, bad bytes, standard streams, memory of a run that stopped."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

from liuren.atlas import job as jobs
from liuren.atlas.inputs import open_input
from liuren.atlas.job import Job, run
from liuren.atlas.parts import Parts
from liuren.terms.errors import InputError

ROWS = [
    {"day": "甲子", "hour": "卯", "general": "亥", "note": "a, b"},
    {"day": "甲丑", "hour": "卯", "general": "亥", "note": "bad"},
    {"day": "乙丑", "hour": "子", "general": "登明", "note": None},
]


def write(path: Path, rows=ROWS) -> Path:
    table = pa.Table.from_pylist(rows)
    match path.suffix:
        case ".csv":
            lines = [",".join(table.column_names)]
            lines += [
                ",".join(f'"{v}"' if v is not None else "" for v in row.values()) for row in rows
            ]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8-sig")
        case ".jsonl":
            path.write_text("".join(json.dumps(row) + "\n\n" for row in rows), encoding="utf-8")
        case ".parquet":
            pyarrow.parquet.write_table(table, path)
        case ".arrow":
            with pyarrow.ipc.new_file(path, table.schema) as writer:
                writer.write_table(table)
        case ".arrows":
            with pyarrow.ipc.new_stream(path, table.schema) as writer:
                writer.write_table(table)
    return path


def read(path: Path) -> list[dict]:
    match path.suffix:
        case ".csv":
            import csv

            return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
        case ".jsonl":
            return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        case ".parquet":
            return pyarrow.parquet.read_table(path).to_pylist()
    return pyarrow.ipc.open_stream(path).read_all().to_pylist()


@pytest.mark.parametrize("end", [".csv", ".jsonl", ".parquet", ".arrow"])
@pytest.mark.parametrize("start", [".csv", ".jsonl", ".parquet", ".arrow", ".arrows"])
def test_every_format_in_and_out(tmp_path: Path, start: str, end: str) -> None:
    source, target = write(tmp_path / f"in{start}"), tmp_path / f"out{end}"
    errors = tmp_path / f"errors{end}"
    settings = {"columns": "row,transmissions,plate", "keep": "note"}
    summary = run(Job(str(source), str(target), errors=str(errors), settings=settings, rows=2))
    assert (summary.given, summary.rows, summary.faults) == (3, 2, 1)
    found = read(target)
    assert [int(row["row"]) for row in found] == [1, 3]
    assert found[0]["transmissions"] == "戌午寅"
    assert found[0]["input.note"] == "a, b"
    plate = found[0]["plate"]
    assert (plate.split() if end == ".csv" else plate)[0] == "申"
    assert [(int(f["row"]), f["code"]) for f in read(errors)] == [(2, "no_such_pillar")]
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(
        {source.name, target.name, errors.name}
    )


def test_lines_that_are_no_rows_keep_their_numbers(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text(
        "day,hour,general\n甲子,卯,亥\n甲子,卯\n\n甲子,辰,亥\n甲子,辰,亥,x\n甲子,x,亥\n甲子,巳,亥\n",
        encoding="utf-8",
    )
    for rows in (1, 2, 100):
        target, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
        summary = run(
            Job(
                str(source),
                str(target),
                errors=str(errors),
                rows=rows,
                settings={"columns": "row,hour"},
            )
        )
        assert (summary.given, summary.rows, summary.faults) == (6, 3, 3)
        assert [(row["row"], row["hour"]) for row in read(target)] == [
            (1, "丁卯"),
            (3, "戊辰"),
            (6, "己巳"),
        ]
        assert [(f["row"], f["code"]) for f in read(errors)] == [
            (2, "ragged_row"),
            (4, "ragged_row"),
            (5, "bad_input"),
        ]


def test_bad_json_and_bad_bytes_are_reported(tmp_path: Path) -> None:
    source, target, errors = (tmp_path / name for name in ("in.jsonl", "out.jsonl", "errors.jsonl"))
    source.write_bytes(
        b'{"at": "2026-11-30T10:00Z", "id": 1}\n{"at": \n[1]\n{"at": "\xff\xfe", "id": "x"}\n'
        b'{"at": 5}\n{"at": "2026-11-30T10:00Z", "id": {"a": 1}}'
    )
    settings = {"columns": "row", "keep": "id"}
    summary = run(Job(str(source), str(target), errors=str(errors), settings=settings))
    assert (summary.given, summary.rows, summary.faults) == (6, 2, 4)
    assert [row["input.id"] for row in read(target)] == ["1", '{"a": 1}']
    assert [f["code"] for f in read(errors)] == ["bad_json", "bad_json", "bad_json", "bad_time"]
    table = tmp_path / "in.csv"
    table.write_bytes("day,hour,general\n甲子,卯,亥\n".encode() + b"\xb0\xa1,\x00,\xff\n")
    summary = run(Job(str(table), str(target), errors=str(errors)))
    assert (summary.rows, summary.faults) == (1, 1)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("in.csv", b"", "The table is empty"),
        ("in.csv", b"a,a\n1,2\n", "Two columns have one name"),
        ("in.jsonl", b"", "The table is empty"),
        ("in.parquet", b"nonsense", "not a readable parquet table"),
        ("in.arrow", b"ARROW1nonsense", "not a readable arrow table"),
    ],
)
def test_what_is_no_table_is_refused(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    source = tmp_path / name
    source.write_bytes(content)
    with pytest.raises(InputError, match=message):
        run(Job(str(source), str(tmp_path / "out.csv")))
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_names_that_cannot_be_used(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv")
    with pytest.raises(InputError, match="cannot be read"):
        open_input(str(tmp_path / "nowhere.csv"))
    with pytest.raises(InputError, match="cannot be told from its name"):
        run(Job(str(source), str(tmp_path / "out.xyz")))
    with pytest.raises(InputError, match="not a format"):
        run(Job(str(source), "-", target_format="xlsx"))
    with pytest.raises(InputError, match="Parquet needs a file"):
        run(Job(str(source), "-", target_format="parquet"))
    with pytest.raises(InputError, match="can be resumed"):
        run(Job("-", str(tmp_path / "out.csv"), resume=True))


def test_standard_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream(io.BytesIO):
        @property
        def buffer(self) -> Stream:
            return self

    arrow = write(tmp_path / "in.arrows").read_bytes()
    lines = write(tmp_path / "in.jsonl").read_bytes()
    for given, sent in (("arrow", arrow), ("jsonl", lines), (None, arrow), (None, lines)):
        out = Stream()
        monkeypatch.setattr("sys.stdin", Stream(sent))
        monkeypatch.setattr("sys.stdout", out)
        summary = run(Job("-", "-", source_format=given, rows=1, settings={"columns": "row,void"}))
        monkeypatch.undo()
        assert (summary.rows, summary.faults) == (2, 1)
        assert out.getvalue().decode() == '"row","void"\n1,"戌亥"\n3,"戌亥"\n'


def stop_after(count: int):
    def progress(_given: int, _faults: int, _total: int | None) -> None:
        nonlocal count
        count -= 1
        if count == 0:
            raise KeyboardInterrupt

    return progress


def test_a_stopped_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"day": "甲子" if n % 7 else "甲丑", "hour": "卯", "general": "亥"} for n in range(40)]
    source = write(tmp_path / "in.jsonl", rows)
    settings = {"columns": "row,transmissions,clauses"}
    whole = run(Job(str(source), str(tmp_path / "whole.parquet"), rows=6, settings=settings))
    target = tmp_path / "out.parquet"
    with pytest.raises(KeyboardInterrupt):
        run(Job(str(source), str(target), rows=6, settings=settings), stop_after(3))
    assert not target.exists()
    parts = Parts(tmp_path / "out.parquet.parts")
    assert len(list(parts.folder.glob("*.rows.arrow"))) == 3
    with pytest.raises(InputError, match="is of another"):
        run(Job(str(source), str(target), rows=6, resume=True))
    done = []
    perform = jobs.Task
    monkeypatch.setattr(jobs, "Task", lambda *args: done.append(args[0]) or perform(*args))
    again = run(Job(str(source), str(target), rows=6, resume=True, settings=settings))
    assert done == [3, 4, 5, 6]
    assert again.digest == whole.digest
    assert (again.given, again.rows, again.faults) == (40, 34, 6)
    assert not parts.folder.exists()
