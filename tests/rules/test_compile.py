"""The compiled rulebook: kept, rebuilt when a source changes, usable where nothing can be written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from liuren.edition.works import works
from liuren.rules import compile as compiling
from liuren.rules.rulebook import Book


@pytest.mark.parametrize("work", works())
def test_what_is_loaded_equals_what_was_compiled(work: str, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIUREN_CACHE", str(tmp_path))
        fresh = compiling.compiled(work)
        kept = compiling.compiled(work)
    assert fresh == kept
    assert not fresh["problems"]
    a, b = Book(fresh), Book(kept)
    assert a.rules == b.rules
    assert a.definitions == b.definitions


def test_nothing_but_plain_nodes_is_written(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIUREN_CACHE", str(tmp_path))
        compiling.compiled("shefu")
    (file,) = tmp_path.glob("shefu.rules-*.bin")
    assert file.stat().st_size < 2_000_000
    assert not list(tmp_path.glob(".*"))


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = (
        "import liuren; from liuren.rules import fired;"
        "print(len(fired(liuren.liuren_chart('甲子', '卯', '亥'))))"
    )
    env = {"LIUREN_CACHE": str(blocked), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20


def test_loading_needs_neither_the_parser_nor_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIUREN_CACHE", str(tmp_path))  # which no other process writes to
    code = (
        "import sys, liuren; from liuren.rules import explain, findings, fired;"
        "c = liuren.liuren_chart('甲子', '卯', '亥'); fired(c); findings(c);"
        "print([m for m in ('lark', 'numpy', 'rich', 'tomllib') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    subprocess.run(command, check=True, capture_output=True)  # fills the cache
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_digest_depends_on_contents_not_on_places(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.mkdir()
    other.mkdir()
    (one / "x.md").write_text("text")
    (other / "x.md").write_text("text")
    before = compiling.digest([one / "x.md"])
    assert before == compiling.digest([other / "x.md"])
    (other / "x.md").write_text("texts")
    assert before != compiling.digest([other / "x.md"])
