"""The casebook behind the pages: opened when first asked for, closed with the server."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from starlette.requests import Request

if TYPE_CHECKING:
    from liuren.casebook import Casebook, Ledger
    from liuren.casebook.store import Database

_opening = Lock()


def database_of(request: Request) -> Database:
    """The casebook's database. Raises ``CasebookError`` when it cannot be opened."""
    state = request.app.state
    with _opening:
        if state.database is None:
            from liuren.casebook.store import Database

            state.database = Database(state.settings.database)
    found: Database = state.database
    return found


def casebook_of(request: Request) -> Casebook:
    """Cases."""
    from liuren.casebook import Casebook

    return Casebook(database_of(request))


def ledger_of(request: Request) -> Ledger:
    """Trials."""
    from liuren.casebook import Ledger

    return Ledger(database_of(request))
