"""Which values of which facets the clauses of a work state on each chart, as truth tables.

A value is a facet with a concept (``colour=black``). It is stated where some clause that fires concludes it,
variants included. How far it is trusted needs a single reading; that it is said does not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from liuren.atlas.findings import LookUp
from liuren.rules import tables as truth
from liuren.rules import tree
from liuren.rules.rulebook import rulebook
from liuren.rules.statements import statements
from liuren.terms.convention import Convention


@lru_cache(maxsize=8)
def values(work: str, convention: Convention) -> LookUp:
    """The look-up of every value that a work states; rarest first within a facet."""
    book = rulebook(work, convention)
    alternatives: dict[str, list[tree.Condition]] = {}
    for one in statements(book):
        alternatives.setdefault(one.value, []).append(one.condition)
    conditions = {name: tree.disjunction(found) for name, found in alternatives.items()}
    tables = truth.kept_tables("values", book, lambda: conditions)
    ordered = sorted(conditions, key=lambda n: (n.split("=")[0], _share(tables[n]), n))
    return LookUp(book, {name: conditions[name] for name in ordered}, tables)


def _share(table: truth.Table) -> float:
    return table.fires / table.states


# ------------------------------------------------------------------ columns of a table of readings


def profile_column(key: str, rows: Any) -> pa.Array:
    """The values stated of one facet of the profile on each row, as lists of concept ids."""
    from liuren.reading.profile import KEYS

    look_up = _facet_look_up(rows.plan.work, rows.plan.convention, KEYS[key])
    lists = look_up.of(rows.casts).lists()
    names = pa.array([_short(name) for name in look_up.names], pa.string())
    renamed = pa.DictionaryArray.from_arrays(lists.values.indices, names)
    return pa.ListArray.from_arrays(lists.offsets, renamed)


def _short(name: str) -> str:
    from liuren.reading.vocabulary import short

    facet, _, concept = name.partition("=")
    return short(facet, concept)


@lru_cache(maxsize=64)
def _facet_look_up(work: str, convention: Convention, facets: tuple[str, ...]) -> LookUp:
    whole = values(work, convention)
    wanted = {
        name: condition
        for name, condition in whole.conditions.items()
        if name.split("=")[0] in facets
    }
    return LookUp(whole.book, wanted, whole.tables)


def matrix_of(look_up: LookUp) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Truths of names on the 17,280 states, (names, states)."""
    bits = np.unpackbits(look_up.matrix, axis=1, count=len(look_up.names))
    return np.ascontiguousarray(bits.T).astype(np.bool_)
