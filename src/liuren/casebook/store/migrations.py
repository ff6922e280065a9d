"""Numbered steps from an empty database to the present tables. A step once released is never edited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, inspect, select

from liuren.casebook.case import now
from liuren.casebook.store.tables import schema_step


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: SQL for every database, and SQL for one kind only."""

    number: int
    name: str
    statements: Sequence[str]
    sqlite: Sequence[str] = ()
    postgresql: Sequence[str] = ()

    def apply(self, connection: Connection) -> None:
        own = self.sqlite if connection.dialect.name == "sqlite" else self.postgresql
        for statement in (*self.statements, *own):
            connection.exec_driver_sql(statement)
        connection.execute(insert(schema_step).values(number=self.number, name=self.name, at=now()))


def _append_only_sqlite(table: str, *actions: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END"
        for action in actions
    ]


def _append_only_postgresql(table: str, *actions: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_no_{action.lower()} BEFORE {action} ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION rows_are_only_added()"
        for action in actions
    ]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        1,
        "cases",
        (
            "CREATE TABLE schema_step (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)",
            "CREATE TABLE cases (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, created TEXT NOT NULL,"
            " updated TEXT NOT NULL, moment TEXT NOT NULL, method TEXT NOT NULL, status TEXT NOT NULL,"
            " searched TEXT NOT NULL, content TEXT NOT NULL, digest TEXT NOT NULL)",
            "CREATE INDEX cases_by_creation ON cases (created, id)",
            "CREATE TABLE revisions (case_id TEXT NOT NULL REFERENCES cases (id), revision INTEGER NOT NULL,"
            " at TEXT NOT NULL, content TEXT NOT NULL, digest TEXT NOT NULL,"
            " PRIMARY KEY (case_id, revision))",
            "CREATE TABLE tags (tag TEXT NOT NULL, case_id TEXT NOT NULL REFERENCES cases (id),"
            " PRIMARY KEY (tag, case_id))",
            "CREATE TABLE grams (gram TEXT NOT NULL, case_id TEXT NOT NULL REFERENCES cases (id),"
            " PRIMARY KEY (gram, case_id))",
            "CREATE INDEX grams_by_case ON grams (case_id)",
            "CREATE TABLE erasures (case_id TEXT PRIMARY KEY, at TEXT NOT NULL)",
        ),
        sqlite=_append_only_sqlite("revisions", "UPDATE"),
        postgresql=(
            "CREATE FUNCTION rows_are_only_added() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'rows of %% are only added', TG_TABLE_NAME; END $$",
            *_append_only_postgresql("revisions", "UPDATE"),
        ),
    ),
    Migration(
        2,
        "trials",
        (
            "CREATE TABLE links (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, series TEXT NOT NULL,"
            " trial TEXT NOT NULL, content TEXT NOT NULL, hash TEXT NOT NULL)",
            "CREATE INDEX links_by_series ON links (series, number)",
            "CREATE INDEX links_by_trial ON links (trial, number)",
            "CREATE TABLE sealed (trial TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL,"
            " PRIMARY KEY (trial, name))",
            "CREATE TABLE readers (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
            " key_hash TEXT NOT NULL, created TEXT NOT NULL)",
            "CREATE TABLE tokens (hash TEXT PRIMARY KEY, trial TEXT NOT NULL, role TEXT NOT NULL,"
            " created TEXT NOT NULL)",
        ),
        sqlite=_append_only_sqlite("links", "UPDATE", "DELETE"),
        postgresql=_append_only_postgresql("links", "UPDATE", "DELETE"),
    ),
)

NEWEST = MIGRATIONS[-1].number


def step_reached(connection: Connection) -> int:
    """The number of the last step applied; 0 for an empty database."""
    if not inspect(connection).has_table(schema_step.name):
        return 0
    numbers = connection.scalars(select(schema_step.c.number)).all()
    return max(numbers, default=0)


def migrate(connection: Connection, upto: int = NEWEST) -> int:
    """Apply the steps that are missing, inside the caller's transaction. Returns the step reached."""
    reached = step_reached(connection)
    for migration in MIGRATIONS:
        if reached < migration.number <= upto:
            migration.apply(connection)
            reached = migration.number
    return reached
