"""Foreign, damaged and newer files are refused and left as they are; new ones are made whole."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from liuren.casebook.case import Case
from liuren.casebook.errors import (
    DamagedDatabaseError,
    ForeignDatabaseError,
    NewerDatabaseError,
    UnreachableDatabaseError,
)
from liuren.casebook.store import Casebook, Database, default_url
from liuren.casebook.store.location import database_location


def filled(path: Path, cases: int = 40) -> bytes:
    with Database(path) as database:
        casebook = Casebook(database)
        for number in range(cases):
            casebook.add(Case(question=f"第{number}問", notes="字" * 500))
    return path.read_bytes()


def refused(path: Path, error: type[Exception]) -> Exception:
    before = path.read_bytes()
    stamp = path.stat().st_mtime_ns
    with pytest.raises(error) as caught:
        Database(path)
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == stamp
    return caught.value


@pytest.mark.parametrize(
    "content",
    [b"hello", "六壬".encode() * 500, b"SQLite format 3\x00", os.urandom(5000), b"\x00" * 4096],
)
def test_a_file_of_another_kind_is_left_untouched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    error = refused(path, ForeignDatabaseError)
    assert str(path) in str(error)


def test_the_database_of_another_program_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE cases (id)")
    connection.commit()
    connection.close()
    refused(path, ForeignDatabaseError)
    assert [one.name for one in tmp_path.iterdir()] == ["other.sqlite"]


@pytest.mark.parametrize("page", [1, 2, 5, -1])
def test_a_damaged_page_is_found_and_left(tmp_path: Path, page: int) -> None:
    path = tmp_path / "cases.sqlite"
    content = bytearray(filled(path))
    start = page * 4096 % len(content)
    content[start : start + 4096] = os.urandom(4096)
    path.write_bytes(content)
    refused(path, DamagedDatabaseError)


@pytest.mark.parametrize("length", [100, 4096, 4097, 20480, -1, -4096])
def test_a_file_cut_short_is_found_and_left(tmp_path: Path, length: int) -> None:
    path = tmp_path / "cases.sqlite"
    content = filled(path)
    path.write_bytes(content[:length])
    refused(path, DamagedDatabaseError)


def test_one_changed_letter_in_a_case_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    content = filled(path, 1)
    changed = content.replace('"question":"第0問"'.encode(), '"question":"第9問"'.encode())
    assert changed != content
    path.write_bytes(changed)
    with Database(path) as database, pytest.raises(DamagedDatabaseError):
        Casebook(database).search()


def test_a_newer_casebook_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    filled(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO schema_step VALUES (99, 'later', '2030')")
    connection.commit()
    connection.close()
    refused(path, NewerDatabaseError)


def test_an_empty_file_becomes_a_casebook(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    path.touch()
    filled(path, 1)
    with Database(path) as database:
        assert len(Casebook(database).search()) == 1


def test_names_with_odd_characters_are_just_names(tmp_path: Path) -> None:
    path = tmp_path / "案例 簿?a=1#%41.sqlite"
    filled(path, 1)
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name]


def test_a_folder_or_a_place_without_permission_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UnreachableDatabaseError, match="folder"):
        Database(tmp_path)
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(UnreachableDatabaseError):
        Database(file / "cases.sqlite")


@pytest.mark.parametrize(
    "url", ["mysql://localhost/x", "sqlite://", "sqlite:///:memory:", "http://x"]
)
def test_other_kinds_of_database_are_named_as_unsupported(url: str) -> None:
    with pytest.raises(UnreachableDatabaseError):
        Database(url)


def test_a_server_that_is_not_there_is_said_so_without_the_password() -> None:
    with pytest.raises(UnreachableDatabaseError) as caught:
        Database("postgresql://somebody:secret-word@127.0.0.1:1/none")
    assert "secret-word" not in str(caught.value)


def test_a_foreign_schema_in_postgresql_is_left_untouched(postgresql_url: str) -> None:
    import psycopg

    with psycopg.connect(postgresql_url, autocommit=True) as admin:
        admin.execute("CREATE SCHEMA liuren")
        admin.execute("CREATE TABLE liuren.invoices (id int)")
        with pytest.raises(ForeignDatabaseError, match="invoices"):
            Database(postgresql_url)
        found = admin.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'liuren'"
        ).fetchall()
    assert found == [("invoices",)]


def test_the_default_place_is_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LIUREN_DATABASE", raising=False)
    monkeypatch.setenv("LIUREN_DATA", str(tmp_path / "data"))
    assert database_location(None) == tmp_path / "data" / "cases.sqlite"
    with Database() as database:
        assert database.location == str(tmp_path / "data" / "cases.sqlite")
    monkeypatch.setenv("LIUREN_DATABASE", "postgresql://h/x")
    assert default_url() == "postgresql://h/x"
    assert database_location(None) == "postgresql+psycopg://h/x"
