"""Every clause of a work with what the rules make of it."""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from liuren.rules.compile import source_files
from liuren.terms.datafiles import fingerprint, load_compiled, save_compiled
from liuren.terms.parse import parse_text


@lru_cache(maxsize=8)
def _packed(work: str) -> dict[str, bytes]:
    """The row of every clause by its id, each packed for itself: a reading shows a tenth of them."""
    from liuren.edition import library

    code = (Path(__file__), Path(str(library.__file__)))
    key = fingerprint([*source_files(work), *library.work_files(work), *code])
    kept = load_compiled(f"{work}.clauses", key)
    if isinstance(kept, dict):
        return kept
    packed = {row["id"]: marshal.dumps(row) for row in _make(work)}
    save_compiled(f"{work}.clauses", key, packed)
    return packed


def _make(work: str) -> list[dict[str, Any]]:
    from liuren.edition.library import work as edition_work
    from liuren.rules.rulebook import rarity, rulebook
    from liuren.rules.traces import condition_words

    book = rulebook(work)
    written = _written(work)
    rows = []
    for clause in edition_work(work):
        row = clause.to_dict()
        rules = book.by_clause.get(clause.id, [])
        row["condition"] = condition_words(book, rules) or None
        row["rules"] = written.get(clause.id, [])
        row["methods"] = book.source.methods.get(clause.id, [])
        row["rarity"] = rarity(book, clause.id)
        row["example"] = _notation(book, clause.id)
        row["unreachable"] = book.source.unreachable.get(clause.id)
        rows.append(row)
    return rows


def _written(work: str) -> dict[str, list[dict[str, str]]]:
    """The fences of each clause as they stand in the chapter."""
    from liuren.edition.works import read_chapters

    found: dict[str, list[dict[str, str]]] = {}
    for chapter in read_chapters(work):
        for fence in chapter.fences:
            for clause in fence.clauses:
                found.setdefault(clause, []).append({"kind": fence.kind, "text": fence.body})
    return found


def _notation(book: Any, clause: str) -> str | None:
    """The notation of the first worked example of a clause, which a reader can open."""
    text = book.source.examples.get(clause)
    if text is None:
        return None
    from liuren.rules.errors import Place, RuleError
    from liuren.rules.examples import cast, read_example

    place = Place(clause, 1)
    try:
        chart = cast(read_example(text, book.source.method, place), book.source.method, place)
        return str(chart.notation)
    except RuleError:
        return None


def clauses(work: str) -> list[dict[str, Any]]:
    """Every clause of a work in the order of the book, as plain data.

    Each has ``id``, ``chapter``, ``heading``, ``headings``, ``text`` (both scripts), ``translations`` (ko, en),
    ``notes``, ``status``, ``reason``, ``reasons``, ``apparatus``, ``contradictions``, ``condition`` (four languages, under the default
    convention) or None, ``rules`` (as written), ``methods``, ``rarity`` ({fires, states}) or None, and
    ``example`` (the notation of a chart on which it fires) or None, ``unreachable`` ({reason, revived_by}) for a
    clause that can never fire under the default convention, else None.

    Raises:
        InputError: no such work.

    Examples:
        >>> import liuren
        >>> found = {clause["id"]: clause for clause in liuren.clauses("shefu")}
        >>> len(found), found["shefu:zi.5"]["text"]["zh-Hant"]
        (834, '子加日，乘天后乃小女。')
    """
    return [marshal.loads(row) for row in _packed(parse_text(work, "work", "shefu")).values()]


def rows_of(ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The rows of some clauses by their ids, as :func:`clauses` gives them."""
    return {name: marshal.loads(_packed(name.partition(":")[0])[name]) for name in ids}


def coverage(work: str) -> dict[str, int]:
    """How many clauses of a work have each status; only statuses that occur."""
    from liuren.edition.library import STATUSES
    from liuren.edition.library import work as edition_work

    counted = dict.fromkeys(STATUSES, 0)
    for clause in edition_work(work):
        counted[clause.status] += 1
    return {status: number for status, number in counted.items() if number}
