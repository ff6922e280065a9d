"""The cache of compiled copies: what is kept, what is replaced, what counts as not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from liuren.terms.datafiles import load_compiled, save_compiled


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIUREN_CACHE", str(tmp_path))
    return tmp_path


def test_a_copy_is_found_by_name_and_key_and_the_last_replaces_the_others(cache: Path) -> None:
    save_compiled("work.rules", "one", {"a": (1, b"2")})
    assert load_compiled("work.rules", "one") == {"a": (1, b"2")}
    assert load_compiled("work.rules", "two") is None
    save_compiled("work.rules", "two", [])
    assert load_compiled("work.rules", "one") is None
    assert len(list(cache.iterdir())) == 1


def test_a_damaged_copy_counts_as_not_there(cache: Path) -> None:
    save_compiled("work.rules", "one", {"a": 1})
    (path,) = cache.iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert load_compiled("work.rules", "one") is None


def test_of_many_copies_of_one_kind_the_last_made_are_kept(cache: Path) -> None:
    save_compiled("work.rules", "k", 0)
    for number in range(12):
        save_compiled(f"work.tables.{number}", "k", number, at_most=5)
        for path in cache.glob(f"work.tables.{number}-*"):
            os.utime(path, (number, number))
    kept = [n for n in range(12) if load_compiled(f"work.tables.{n}", "k") is not None]
    assert kept == [7, 8, 9, 10, 11]
    assert load_compiled("work.rules", "k") == 0
