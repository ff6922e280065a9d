"""The casebook: adding, editing, finding and erasing cases."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from liuren.casebook.bigrams import Gram, grams, query_grams
from liuren.casebook.case import OUTCOMES, Case, check, now
from liuren.casebook.errors import NotFoundError
from liuren.casebook.seal import canonical, digest
from liuren.casebook.store import tables
from liuren.casebook.store.database import Database
from liuren.casebook.store.sqlite_file import damaged
from liuren.terms.errors import InputError
from liuren.terms.search import contains

PAGE = 50
MERGED = ("added", "extended", "unchanged", "conflicting", "erased")


class Casebook:
    """Cases in a database. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Casebook:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # ------------------------------------------------------------ writing

    def add(self, case: Case) -> Case:
        """Store a new case and return it with its id, times and revision 1."""
        moment = now()
        new = check(
            replace(
                case,
                id=case.id or new_id(),
                created=case.created or moment,
                updated=moment,
                revision=1,
            )
        )
        with self.database.writing() as connection:
            _put(connection, new)
        return new

    def edit(self, case_id: str, **fields: Any) -> Case:
        """Change fields (``liuren.casebook.case.EDITABLE``); the state before stays in the history.

        Raises ``NotFoundError``, ``FixedError`` for the chart and findings, ``InputError``.
        """
        with self.database.writing() as connection:
            before = self._read(connection, case_id)
            after = check(before.edited(fields))
            if after == before:
                return before
            after = replace(after, updated=now(), revision=before.revision + 1)
            _put(connection, after)
        return after

    def erase(self, case_id: str) -> None:
        """Remove a case and its whole history for good; only its id and the time are kept."""
        with self.database.writing() as connection:
            case_id = self._read(connection, case_id).id
            for table in (tables.tags, tables.grams, tables.revisions):
                connection.execute(delete(table).where(table.c.case_id == case_id))
            connection.execute(delete(tables.cases).where(tables.cases.c.id == case_id))
            connection.execute(insert(tables.erasures).values(case_id=case_id, at=now()))

    def put_history(self, histories: Sequence[Sequence[Case]]) -> dict[str, list[str]]:
        """Take in cases with their histories (all states, oldest first), all or nothing.

        Returns ids by what happened: ``added``, ``extended`` (the file knew later edits), ``unchanged``,
        ``conflicting`` (both sides were edited differently; ours is kept), ``erased`` (erased here before).
        """
        done: dict[str, list[str]] = {name: [] for name in MERGED}
        with self.database.writing() as connection:
            for history in histories:
                checked = [check(case) for case in history]
                done[merge_history(connection, checked)].append(checked[-1].id)
        return done

    def put_states(self, cases: Sequence[Case]) -> dict[str, list[str]]:
        """Take in present states without history (from a table or a text), all or nothing.

        A case that is known is edited when its ``updated`` says that it was taken from our present state; else
        a difference is ``conflicting``. Returns ids as ``put_history`` does.
        """
        done: dict[str, list[str]] = {name: [] for name in MERGED}
        with self.database.writing() as connection:
            for case in cases:
                new = check(replace(case, id=case.id or new_id()))
                done[_merge_state(connection, new)].append(new.id)
        return done

    # ------------------------------------------------------------ reading

    def get(self, case_id: str) -> Case:
        """The case with this id, or the only one whose id begins so (4 characters at least)."""
        with self.database.reading() as connection:
            return self._read(connection, case_id)

    def history(self, case_id: str) -> list[Case]:
        """All states of a case, oldest first."""
        with self.database.reading() as connection:
            return _history(connection, self._read(connection, case_id).id)

    def histories(self) -> list[list[Case]]:
        """All states of all cases in order of creation, as one consistent picture."""
        with self.database.reading() as connection:
            order = select(tables.cases.c.id).order_by(tables.cases.c.created, tables.cases.c.id)
            return [_history(connection, one) for one in connection.scalars(order)]

    def search(
        self,
        text: str = "",
        *,
        tag: str | None = None,
        status: str | None = None,
        method: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int = PAGE,
        offset: int = 0,
    ) -> list[Case]:
        """Cases that contain every word of ``text``, newest first.

        ``since`` and ``until`` compare with the time of creation (ISO 8601, UTC), ``until`` not included.
        """
        with self.database.reading() as connection:
            found = []
            passed = 0
            for row in connection.execute(_query(text, tag, status, method, since, until)):
                if not contains(row.searched, text):
                    continue
                passed += 1
                if passed > offset:
                    found.append(_case(row.content, row.digest))
                if len(found) >= limit:
                    break
            return found

    def tags(self) -> dict[str, int]:
        """Every tag and how many cases have it, most used first."""
        number = func.count().label("number")
        with self.database.reading() as connection:
            rows = connection.execute(
                select(tables.tags.c.tag, number)
                .group_by(tables.tags.c.tag)
                .order_by(number.desc(), tables.tags.c.tag)
            )
            return {row.tag: row.number for row in rows}

    def counts(self) -> dict[str, int]:
        """How many cases have each outcome: what is still open is shown beside what was told."""
        with self.database.reading() as connection:
            rows = connection.execute(
                select(tables.cases.c.status, func.count().label("number")).group_by(
                    tables.cases.c.status
                )
            )
            return {row.status: row.number for row in rows}

    def _read(self, connection: Connection, case_id: str) -> Case:
        table = tables.cases
        exact = connection.execute(select(table).where(table.c.id == case_id)).first()
        if exact is not None:
            return _case(exact.content, exact.digest)
        rows = []
        if len(case_id) >= 4:
            starts = table.c.id.startswith(case_id, autoescape=True)
            rows = list(connection.execute(select(table).where(starts).limit(2)))
        if len(rows) == 1:
            return _case(rows[0].content, rows[0].digest)
        if rows:
            raise NotFoundError(
                f"More than one case begins with {case_id!r}.", hint="Give more of the id."
            )
        raise NotFoundError(f"There is no case {case_id[:40]!r}.", hint="liuren cases list")


@contextmanager
def open_casebook(location: str | os.PathLike[str] | None = None) -> Iterator[Casebook]:
    """Open the casebook at a URL, a path, or the default place, for the length of a ``with`` block."""
    with Database(location) as database:
        yield Casebook(database)


def new_id() -> str:
    """An id that nobody else will draw: 12 hexadecimal digits."""
    return secrets.token_hex(6)


_METHODS = ("liuren", "jinkoujue")
_ISO = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?)?)?)?")


def check_search(
    status: str | None, method: str | None, since: str | None, until: str | None
) -> None:
    """Refuse a search that can find nothing: an outcome or a method that does not exist, no time.

    Raises ``InputError``.
    """
    if status and status not in OUTCOMES:
        raise InputError(
            f"Outcome {status[:40]!r} is not one of {', '.join(OUTCOMES)}.",
            hint=f"One of: {', '.join(OUTCOMES)}.",
        )
    if method and method not in _METHODS:
        raise InputError(
            f"“{method[:40]}” is not a method.", hint=f"Methods: {', '.join(_METHODS)}."
        )
    for time in (since, until):
        if time and not _ISO.fullmatch(time):
            raise InputError(
                f"“{time[:24]}” is not a date and time; expected for example 2026-11-30T10:00.",
                hint="For example 2026-11-30.",
            )


def searched_text(case: Case) -> str:
    """The text in which a search looks."""
    parts = [
        case.question,
        case.notes,
        " ".join(case.tags),
        case.outcome.text,
        case.place.name,
        case.moment,
        case.trial,
        *(f"{person.name} {person.role} {person.note}" for person in case.people),
    ]
    if case.cast:
        chart = case.cast.chart
        parts += [
            case.cast.notation,
            str(chart.get("day") or ""),
            str(chart.get("lesson_form") or ""),
        ]
        parts += [str(one) for one in chart.get("patterns") or ()]
    return "\n".join(part for part in parts if part)


def _put(connection: Connection, case: Case) -> None:
    """Write one new state of a case: its present row, its revision, its index."""
    content = canonical(case.to_dict()).decode()
    proof = digest(case.to_dict())
    row: dict[str, Any] = {
        "revision": case.revision,
        "created": case.created,
        "updated": case.updated,
        "moment": case.moment,
        "method": case.method,
        "status": case.outcome.status,
        "searched": searched_text(case),
        "content": content,
        "digest": proof,
    }
    if case.revision == 1:
        connection.execute(insert(tables.cases).values(id=case.id, **row))
    else:
        connection.execute(update(tables.cases).where(tables.cases.c.id == case.id).values(**row))
    connection.execute(
        insert(tables.revisions).values(
            case_id=case.id, revision=case.revision, at=case.updated, content=content, digest=proof
        )
    )
    for table, column, values in (
        (tables.tags, "tag", case.tags),
        (tables.grams, "gram", sorted(grams(row["searched"]))),
    ):
        connection.execute(delete(table).where(table.c.case_id == case.id))
        if values:
            connection.execute(
                insert(table), [{column: value, "case_id": case.id} for value in values]
            )


def merge_history(connection: Connection, history: Sequence[Case]) -> str:
    """Take in one case with all its states; says what happened (see ``Casebook.put_history``)."""
    case_id = history[-1].id
    erased = select(tables.erasures.c.case_id).where(tables.erasures.c.case_id == case_id)
    if connection.execute(erased).first():
        return "erased"
    ours = _history(connection, case_id)
    shared = min(len(ours), len(history))
    if [digest(case.to_dict()) for case in ours[:shared]] != [
        digest(case.to_dict()) for case in history[:shared]
    ]:
        return "conflicting"
    for case in history[shared:]:
        _put(connection, case)
    if not ours:
        return "added"
    return "extended" if len(history) > shared else "unchanged"


def _merge_state(connection: Connection, case: Case) -> str:
    ours = _history(connection, case.id)
    if not ours:
        moment = now()
        first = replace(
            case, created=case.created or moment, updated=case.updated or moment, revision=1
        )
        return merge_history(connection, [first])
    present = ours[-1]
    if replace(case, updated=present.updated, revision=present.revision) == present:
        return "unchanged"
    kept = replace(case, cast=present.cast, findings=present.findings)
    if case.updated != present.updated or kept != case:
        return "conflicting"
    _put(connection, replace(case, updated=now(), revision=present.revision + 1))
    return "extended"


def _history(connection: Connection, case_id: str) -> list[Case]:
    table = tables.revisions
    rows = connection.execute(
        select(table).where(table.c.case_id == case_id).order_by(table.c.revision)
    )
    return [_case(row.content, row.digest) for row in rows]


def _case(content: str, proof: str) -> Case:
    """Read a stored state; a single changed character is noticed."""
    try:
        data: Mapping[str, Any] = json.loads(content)
        sound = digest(data) == proof
    except ValueError:
        sound = False
    if not sound:
        raise damaged("(one case of it)", "a stored case is not what was written")
    return Case.from_dict(data)


def _has_all(spelling: list[Gram]) -> ColumnElement[bool]:
    """Whether a case has every pair of a word, each in one of its writings."""
    having = (
        tables.cases.c.id.in_(select(tables.grams.c.case_id).where(tables.grams.c.gram.in_(gram)))
        for gram in spelling
    )
    return and_(*having)


def _query(
    text: str,
    tag: str | None,
    status: str | None,
    method: str | None,
    since: str | None,
    until: str | None,
) -> Any:
    table = tables.cases
    conditions: list[ColumnElement[bool]] = [
        or_(*(_has_all(spelling) for spelling in word)) for word in query_grams(text)
    ]
    if tag is not None:
        tagged = select(tables.tags.c.case_id).where(tables.tags.c.tag == tag)
        conditions.append(table.c.id.in_(tagged))
    for column, value in ((table.c.status, status), (table.c.method, method)):
        if value is not None:
            conditions.append(column == value)
    if since is not None:
        conditions.append(table.c.created >= since)
    if until is not None:
        conditions.append(table.c.created < until)
    query = select(table.c.searched, table.c.content, table.c.digest)
    if conditions:
        query = query.where(and_(*conditions))
    return query.order_by(table.c.created.desc(), table.c.id.desc())
