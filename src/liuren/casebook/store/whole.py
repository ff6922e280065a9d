"""The one file that holds everything: cases with their histories, the chain, what is still sealed, readers.

It holds the targets of open trials, so it is the owner's; to give trials away use ``Ledger.export``.
Links by which others join are not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from liuren.casebook.case import check, now
from liuren.casebook.chain import export
from liuren.casebook.errors import ImportFileError
from liuren.casebook.exchange import read_history
from liuren.casebook.store.cases import MERGED, Casebook, merge_history
from liuren.casebook.store.database import Database
from liuren.casebook.store.trials import TrialRows, trial_rows
from liuren.casebook.verification import verify

FORMAT = "liuren-casebook/1"


def export_whole(database: Database) -> dict[str, Any]:
    """Everything, as plain data."""
    histories = Casebook(database).histories()
    with trial_rows(database) as rows:
        return {
            "format": FORMAT,
            "at": now(),
            "cases": [[state.to_dict() for state in history] for history in histories],
            "chain": export(rows.links()),
            "sealed": rows.all_kept(),
            "readers": rows.all_readers(),
        }


def import_whole(database: Database, data: Any) -> dict[str, Any]:
    """Take in ``export_whole``, all or nothing.

    Returns what happened to the cases (as ``Casebook.put_history``) and ``chain``: number of links taken over. A chain
    is taken over only if ours is a beginning of it. Raises ``ImportFileError``.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise ImportFileError(
            "This file does not hold a whole casebook.", hint=f'"format": "{FORMAT}"'
        )
    try:
        histories = [
            [check(state) for state in read_history(states, f"case {number}")]
            for number, states in enumerate(data["cases"], 1)
        ]
        links, sealed, readers = data["chain"]["links"], data["sealed"], data["readers"]
    except (KeyError, TypeError) as error:
        raise ImportFileError(f"The file lacks {error}.", hint="Export again.") from None
    if links:
        _check_chain(data["chain"])
    done: dict[str, Any] = {name: [] for name in MERGED}
    with database.writing() as connection:
        for history in histories:
            done[merge_history(connection, history)].append(history[-1].id)
        done["chain"] = _restore(TrialRows(connection), links, sealed, readers)
    return done


def _check_chain(chain: Any) -> None:
    broken = [
        one for one in verify(chain).problems if one.code in ("format", "hash", "order", "head")
    ]
    if broken:
        raise ImportFileError(
            f"The chain of trials in the file is broken: {broken[0].message}.",
            hint="liuren trial verify shows where.",
        )


def _restore(rows: TrialRows, links: Any, sealed: Any, readers: Any) -> int:
    taken = rows.restore(links)
    if taken < 0:
        raise ImportFileError(
            "The file's chain of trials is not the continuation of the one here; two chains cannot be joined.",
            hint="Import it into a new casebook (--database FILE).",
        )
    ended = {link["trial"] for link in links if link["kind"] in ("reveal", "abandon")}
    for one in sealed if taken else ():
        known = rows.kept(one["trial"])
        if one["trial"] not in ended and one["name"] not in known:
            rows.keep(one["trial"], one["name"], one["opening"])
    for one in readers:
        if rows.reader(one["id"]) is None and rows.reader_named(one["name"]) is None:
            rows.add_reader(one["id"], one["name"], one["key_hash"], one["created"])
    return taken
