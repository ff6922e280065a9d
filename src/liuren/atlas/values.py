"""Which values of which facets the clauses of a work state on each chart, as truth tables.

A value is a facet with a concept (``colour=black``). It is stated where some clause that fires concludes it,
variants included. How far it is trusted needs a single reading; that it is said does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from liuren.atlas.findings import LookUp
from liuren.rules import tables as truth
from liuren.rules import tree
from liuren.rules.phrases import unfold
from liuren.rules.rulebook import LinkedRule, Rulebook, rulebook
from liuren.terms.convention import Convention
from liuren.terms.datafiles import load_compiled, save_compiled


def statements(book: Rulebook) -> Iterator[tuple[str, str, tree.Condition]]:
    """(clause, facet=concept, condition) of everything a work says, rows of tables one by one."""
    for rule in book.rules:
        for conclusion, condition in _conclusions(rule, book):
            for concept, whole in _concepts(conclusion, condition, book):
                yield rule.clauses[0], f"{conclusion.facet}={concept}", whole


def _conclusions(
    rule: LinkedRule, book: Rulebook
) -> Iterator[tuple[tree.Conclusion, tree.Condition]]:
    """Each conclusion of a rule with the condition under which the rule draws it."""
    base = unfold(rule.condition, book.bodies)
    exempt = [unfold(e.condition, book.bodies) for e in rule.exemptions]
    free = tree.conjunction([base, *(tree.Not(e) for e in exempt)])
    for conclusion in rule.conclusions:
        yield conclusion, free
    for place, exemption in enumerate(rule.exemptions):
        later = [tree.Not(e) for e in exempt[place + 1 :]]
        for conclusion in exemption.conclusions:
            yield conclusion, tree.conjunction([base, exempt[place], *later])
    for refinement in rule.refinements:
        both = tree.conjunction([base, unfold(refinement.condition, book.bodies)])
        for conclusion in refinement.conclusions:
            yield conclusion, both


def _concepts(
    conclusion: tree.Conclusion, condition: tree.Condition, book: Rulebook
) -> Iterator[tuple[str, tree.Condition]]:
    found = conclusion.value
    if isinstance(found, str):
        yield found, condition
        return
    table = book.source.tables[found.table]
    earlier: list[tree.Condition] = []
    for row, concept in table.rows:
        keys: list[tree.Condition] = [
            tree.Within(argument, tree.Literal(kind, (value,)))
            for argument, kind, value in zip(found.args, table.kinds, row, strict=True)
        ]
        yield concept, tree.conjunction([condition, *keys, *(tree.Not(e) for e in earlier)])
        if len(table.kinds) > 1 or table.hit != "unique":
            earlier.append(tree.conjunction(keys))


@lru_cache(maxsize=8)
def values(work: str, convention: Convention) -> LookUp:
    """The look-up of every value that a work states; rarest first within a facet."""
    book = rulebook(work, convention)
    alternatives: dict[str, list[tree.Condition]] = {}
    for _, name, condition in statements(book):
        alternatives.setdefault(name, []).append(condition)
    conditions = {name: tree.disjunction(found) for name, found in alternatives.items()}
    tables = _tables(book, conditions)
    ordered = sorted(conditions, key=lambda n: (n.split("=")[0], _share(tables[n]), n))
    return LookUp(book, {name: conditions[name] for name in ordered}, tables)


def _share(table: truth.Table) -> float:
    return table.fires / table.states


def _tables(book: Rulebook, conditions: Mapping[str, tree.Condition]) -> dict[str, truth.Table]:
    name, key = f"{book.source.work}.values.{truth._short(book.convention)}", truth._key(book)
    kept = load_compiled(name, key)
    method = book.source.method
    if isinstance(kept, dict) and kept.keys() == conditions.keys():
        return {n: truth.Table(tuple(axes), method, packed) for n, (axes, packed) in kept.items()}
    found = {n: truth.condition_table(book, condition) for n, condition in conditions.items()}
    save_compiled(name, key, {n: (table.axes, table.packed) for n, table in found.items()})
    return found


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
