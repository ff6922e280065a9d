"""The chain and what belongs to it, as rows. The rules of a trial are in ``liuren.casebook.ledger``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select

from liuren.casebook.case import now
from liuren.casebook.chain import FORMAT, link_hash, make_link
from liuren.casebook.draw import fresh_seed
from liuren.casebook.errors import DamagedDatabaseError
from liuren.casebook.seal import canonical
from liuren.casebook.store import tables
from liuren.casebook.store.database import Database


class TrialRows:
    """Rows of trials within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # -- the chain

    def links(self, series: str | None = None) -> list[dict[str, Any]]:
        """All links in order, or those of one series with every pool."""
        table = tables.links
        query = select(table.c.content, table.c.hash).order_by(table.c.number)
        if series is not None:
            query = query.where(or_(table.c.series == series, table.c.kind == "pool"))
        return [_link(row.content, row.hash) for row in self._connection.execute(query)]

    def trial_links(self, trial: str) -> list[dict[str, Any]]:
        """The links of one trial in order."""
        table = tables.links
        query = select(table.c.content, table.c.hash).where(table.c.trial == trial)
        rows = self._connection.execute(query.order_by(table.c.number))
        return [_link(row.content, row.hash) for row in rows]

    def append(
        self, kind: str, body: Mapping[str, Any], *, series: str = "", trial: str = "", at: str = ""
    ) -> dict[str, Any]:
        """Write the next link (the first brings the chain's start with it)."""
        previous = self._last()
        if previous is None:
            start = {"format": FORMAT, "casebook": fresh_seed()[:32]}
            previous = self._write(make_link(None, at or now(), "start", start))
        return self._write(make_link(previous, at or now(), kind, body, series, trial))

    def restore(self, links: list[dict[str, Any]]) -> int:
        """Take over the links that are missing here; how many, or −1 when the chains differ."""
        own = self.links()
        shared = min(len(own), len(links))
        if [link["hash"] for link in own[:shared]] != [link["hash"] for link in links[:shared]]:
            return -1
        for link in links[len(own) :]:
            self._write(link)
        return max(0, len(links) - len(own))

    def _last(self) -> dict[str, Any] | None:
        table = tables.links
        query = select(table.c.content, table.c.hash).order_by(table.c.number.desc()).limit(1)
        row = self._connection.execute(query).first()
        return _link(row.content, row.hash) if row else None

    def _write(self, link: dict[str, Any]) -> dict[str, Any]:
        self._connection.execute(
            insert(tables.links).values(
                number=link["number"],
                kind=link["kind"],
                series=link["series"],
                trial=link["trial"],
                content=canonical(link).decode(),
                hash=link["hash"],
            )
        )
        return link

    # -- what is sealed

    def keep(self, trial: str, name: str, opening: Any) -> None:
        content = canonical(opening).decode()
        self._connection.execute(
            insert(tables.sealed).values(trial=trial, name=name, content=content)
        )

    def kept(self, trial: str) -> dict[str, Any]:
        """Everything sealed for a trial, by name."""
        table = tables.sealed
        rows = self._connection.execute(select(table).where(table.c.trial == trial))
        return {row.name: json.loads(row.content) for row in rows}

    def all_kept(self) -> list[dict[str, Any]]:
        rows = self._connection.execute(
            select(tables.sealed).order_by(tables.sealed.c.trial, tables.sealed.c.name)
        )
        return [
            {"trial": row.trial, "name": row.name, "opening": json.loads(row.content)}
            for row in rows
        ]

    def forget(self, trial: str) -> None:
        self._connection.execute(delete(tables.sealed).where(tables.sealed.c.trial == trial))

    # -- readers and tokens

    def reader(self, reader: str) -> Any:
        table = tables.readers
        return self._connection.execute(select(table).where(table.c.id == reader)).first()

    def reader_named(self, name: str) -> Any:
        table = tables.readers
        return self._connection.execute(select(table).where(table.c.name == name)).first()

    def reader_names(self) -> dict[str, str]:
        table = tables.readers
        rows = self._connection.execute(select(table.c.id, table.c.name).order_by(table.c.created))
        return {row.id: row.name for row in rows}

    def all_readers(self) -> list[dict[str, Any]]:
        rows = self._connection.execute(select(tables.readers).order_by(tables.readers.c.id))
        return [dict(row._mapping) for row in rows]

    def add_reader(self, reader: str, name: str, key_hash: str, created: str | None = None) -> None:
        self._connection.execute(
            insert(tables.readers).values(
                id=reader, name=name, key_hash=key_hash, created=created or now()
            )
        )

    def rename_reader(self, reader: str, name: str) -> None:
        table = tables.readers
        self._connection.execute(table.update().where(table.c.id == reader).values(name=name))

    def add_token(self, token_hash: str, subject: str, role: str) -> None:
        self._connection.execute(
            insert(tables.tokens).values(hash=token_hash, trial=subject, role=role, created=now())
        )

    def token(self, token_hash: str) -> Any:
        table = tables.tokens
        return self._connection.execute(select(table).where(table.c.hash == token_hash)).first()


@contextmanager
def trial_rows(database: Database, *, writing: bool = False) -> Iterator[TrialRows]:
    """Rows of trials, within one reading or writing transaction."""
    with database.writing() if writing else database.reading() as connection:
        yield TrialRows(connection)


def _link(content: str, hash_written: str) -> dict[str, Any]:
    try:
        link: dict[str, Any] = json.loads(content)
        sound = link_hash(link) == link["hash"] == hash_written
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise DamagedDatabaseError(
            "A link of the chain of trials is not what was written.",
            hint="Export the chain from a copy and run: liuren trial verify FILE",
        )
    return link
