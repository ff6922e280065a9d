"""One database, SQLite or PostgreSQL, with the same promises.

Writers come one at a time (``BEGIN IMMEDIATE``; an advisory lock), a commit that returned is on the
disk (``synchronous=FULL``; ``synchronous_commit=on``), and readers never wait for writers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, inspect
from sqlalchemy.engine import make_url

from liuren.casebook.errors import (
    BusyDatabaseError,
    CasebookError,
    ForeignDatabaseError,
    NewerDatabaseError,
    UnreachableDatabaseError,
)
from liuren.casebook.store.location import database_location
from liuren.casebook.store.migrations import NEWEST, migrate, step_reached
from liuren.casebook.store.sqlite_file import APPLICATION_ID, check_file, create_file, damaged
from liuren.terms.installing import install_command

PATIENCE = 30.0  # seconds a writer waits for its turn
SCHEMA = "liuren"
_WRITING = "liuren_writing"
_WRITER_LOCK = 0x4C69_7552


class Database:
    """An open database. Use as a context manager, or call ``close``.

    ``kind`` is ``sqlite`` or ``postgresql``; ``location`` its path, or its URL without the password.
    """

    def __init__(self, location: str | os.PathLike[str] | None = None) -> None:
        """Open ``location`` (URL, path, or the default), make it if absent, bring its tables up to date.

        Raises ``ForeignDatabaseError``, ``DamagedDatabaseError``, ``NewerDatabaseError`` (nothing was
        changed), ``UnreachableDatabaseError``, ``BusyDatabaseError``.
        """
        where = database_location(location)
        self.kind = "sqlite" if isinstance(where, Path) else "postgresql"
        if isinstance(where, Path):
            self.location = str(where)
            self._engine = _open_sqlite(where)
        else:
            url = _read_url(where)
            self.location = url.render_as_string(hide_password=True)
            self._engine = _open_postgresql(url)
        try:
            self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    @property
    def schema_step(self) -> int:
        """Number of the last migration applied."""
        with self.reading() as connection:
            return step_reached(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads: one consistent picture."""
        with _explained(self.location), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may write. When the block ends without an error it is on the disk."""
        with _explained(self.location), self._engine.connect() as connection:
            writer = connection.execution_options(**{_WRITING: True})
            with writer.begin():
                if self.kind == "postgresql":
                    writer.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER_LOCK})")
                yield writer

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _bring_up_to_date(self) -> None:
        with self.reading() as connection:
            reached = step_reached(connection)
            if self.kind == "postgresql" and reached == 0:
                _refuse_foreign_tables(connection, self.location)
        if reached > NEWEST:
            raise NewerDatabaseError(
                f"The casebook {self.location} has schema step {reached}; this program knows {NEWEST}.",
                hint="Use the newer Liuren that wrote it. Nothing was changed.",
            )
        if reached < NEWEST:
            with self.writing() as connection:
                migrate(connection)


def _refuse_foreign_tables(connection: Connection, location: str) -> None:
    found = set(inspect(connection).get_table_names(schema=SCHEMA))
    if found:
        raise ForeignDatabaseError(
            f"The schema {SCHEMA!r} in {location} belongs to something else "
            f"(it has {', '.join(sorted(found)[:3])}).",
            hint="Name another database. Nothing was changed.",
        )


# ---------------------------------------------------------------- SQLite


def _open_sqlite(path: Path) -> Engine:
    if path.is_dir():
        raise UnreachableDatabaseError(
            f"{path} is a folder; a casebook is a file.", hint=str(path / "cases.sqlite")
        )
    if not path.exists():
        create_file(path, _fill)
    elif path.stat().st_size == 0:
        _fill(path)
    check_file(path)
    return _sqlite_engine(path)


def _fill(draft: Path) -> None:
    engine = _sqlite_engine(draft, journal="DELETE")
    try:
        with _explained(str(draft)):
            writer = engine.connect().execution_options(**{_WRITING: True})
            with writer as connection, connection.begin():
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
                migrate(connection)
            # Last, so that the header of the main file already says whose it is.
            raw = engine.raw_connection()
            try:
                raw.cursor().execute("PRAGMA journal_mode=WAL")
            finally:
                raw.close()
    finally:
        engine.dispose()


def _sqlite_engine(path: Path, journal: str = "WAL") -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)), connect_args={"timeout": PATIENCE}
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun by us, below
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(PATIENCE * 1000)}")
        cursor.execute(f"PRAGMA journal_mode={journal}")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A reader that turns writer would not wait its turn: SQLite ignores the timeout there.
        writing = connection.get_execution_options().get(_WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


# ---------------------------------------------------------------- PostgreSQL


def _read_url(text: str) -> URL:
    try:
        return make_url(text)
    except exc.ArgumentError:
        raise UnreachableDatabaseError(
            "This is not a database URL.", hint="postgresql://USER:PASSWORD@HOST/NAME"
        ) from None


def _open_postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": 10, "client_encoding": "utf8"}
        )
    except ImportError:
        raise UnreachableDatabaseError(
            "PostgreSQL needs the package psycopg.", hint=install_command("cases")
        ) from None

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET search_path TO {SCHEMA}")
            cursor.execute("SET synchronous_commit TO on")
            cursor.execute(f"SET lock_timeout TO '{int(PATIENCE * 1000)}ms'")
        connection.commit()

    try:
        with _explained(url.render_as_string(hide_password=True)), engine.begin() as connection:
            encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
            if encoding != "UTF8":
                raise UnreachableDatabaseError(
                    f"The database keeps text as {encoding}; a casebook needs UTF8.",
                    hint="createdb --encoding=UTF8 --template=template0 NAME",
                )
            if SCHEMA not in inspect(connection).get_schema_names():
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER_LOCK})")
                connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    except BaseException:
        engine.dispose()
        raise
    return engine


# ---------------------------------------------------------------- errors


@contextmanager
def _explained(location: str) -> Iterator[None]:
    """Turn what a driver says into what the user can do."""
    try:
        yield
    except exc.DBAPIError as error:
        raise _explain(location, error) from error
    except exc.SQLAlchemyError as error:
        raise CasebookError(f"The database {location} could not be used: {error}.") from error


def _explain(location: str, error: exc.DBAPIError) -> CasebookError:
    said = str(error.orig).strip().splitlines()[0] if str(error.orig).strip() else "no answer"
    low = said.lower()
    if "locked" in low or "lock timeout" in low or "busy" in low:
        return BusyDatabaseError(
            f"Another program kept {location} locked for {PATIENCE:.0f} seconds.",
            hint="Nothing was written. Try again.",
        )
    if "malformed" in low or "not a database" in low or "disk image" in low:
        return damaged(location, said)
    if "readonly" in low or "read-only" in low or "permission denied" in low:
        return UnreachableDatabaseError(
            f"{location} cannot be written: {said}.", hint="Check its permissions."
        )
    if isinstance(error, exc.OperationalError):
        return UnreachableDatabaseError(
            f"{location} cannot be reached: {said}.",
            hint="Check the URL, that the server runs, and the disk.",
        )
    return CasebookError(f"The database {location} refused: {said}.")
