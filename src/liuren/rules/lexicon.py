"""The closed vocabulary of the rule language, read from ``lexicon.toml`` and the tables of terms."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from liuren.terms import branches, generals, pillars, spirits, stems
from liuren.terms.datafiles import read_toml
from liuren.terms.records import record

Method = str  # "liuren" or "jinkoujue"

#: Kinds of value whose names come from the tables of terms.
_TERMS = {
    "branch": branches.NAMES,
    "stem": stems.NAMES,
    "pillar": pillars.NAMES,
    "general": generals.NAMES,
    "killer": spirits.FRAME_KILLERS,
}


@record
class Entry:
    """One meaning of a written form.

    ``role`` is quantity, function, predicate, set or value. ``kind`` is the kind of its value (empty for a
    predicate), ``args`` the kinds each argument may have, ``values`` the integers of a set or value.
    """

    role: str
    id: str
    kind: str
    args: tuple[tuple[str, ...], ...] = ()
    values: tuple[int, ...] = ()
    position: int | None = None


def source() -> Path:
    return Path(__file__).with_name("lexicon.toml")


@cache
def tables() -> dict[str, Any]:
    """The lexicon as written."""
    return read_toml(source())


@cache
def kinds() -> dict[str, tuple[str, ...]]:
    """Kind → canonical names of its values in the order of their integers."""
    listed = {kind: tuple(row["names"]) for kind, row in tables()["values"].items()}
    return {**listed, **_TERMS}


@cache
def forms(method: Method) -> dict[str, tuple[Entry, ...]]:
    """Every written form that may stand as an operand in a chapter of ``method`` → its meanings."""
    found: dict[str, list[Entry]] = {}

    def add(form: str, entry: Entry) -> None:
        if entry not in (meanings := found.setdefault(form, [])):
            meanings.append(entry)

    for role in ("quantity", "function", "predicate", "set"):
        for name, row in tables()[role].items():
            if method not in row.get("methods", ("liuren", "jinkoujue")):
                continue
            entry = _entry(role, name, row)
            for form in (*row["names"], *row.get("more", ())):
                add(form, entry)
    for kind, names in kinds().items():
        row = tables()["values"].get(kind, {})
        spellings = (names, row.get("zh-Hans", ()), row.get("en-names", ()))
        for spelling in spellings:
            for value, form in enumerate(spelling):
                add(form, Entry("value", names[value], kind, values=(value,)))
    for value, form in enumerate(branches.SPIRITS):
        add(form, Entry("value", branches.NAMES[value], "branch", values=(value,)))
    for kind, spelt in tables()["spellings"].items():
        for form, canonical in spelt.items():
            for entry in found[canonical]:
                if entry.kind == kind:
                    add(form, entry)
    return {form: tuple(entries) for form, entries in found.items()}


def _entry(role: str, name: str, row: dict[str, Any]) -> Entry:
    values: tuple[int, ...] = ()
    if role == "set":
        names = kinds()[row["type"]]
        members = row["values"].split() if " " in row["values"] else list(row["values"])
        values = tuple(names.index(member) for member in members)
    args = tuple(tuple(allowed) for allowed in row.get("args", ()))
    return Entry(role, name, row.get("type", ""), args, values, row.get("position"))


def keyword(name: str) -> tuple[str, ...]:
    """All spellings of a keyword, canonical traditional first."""
    return (*tables()["keyword"][name], *tables()["keyword-more"].get(name, ()))


def relation_forms() -> dict[str, str]:
    """Written form of a relation → its id."""
    return {form: name for name, row in tables()["relation"].items() for form in row["names"]}


@cache
def facets() -> dict[str, str]:
    """Word of a facet in rules, or its id → the id."""
    from liuren.terms.resources import data_path

    rows = read_toml(data_path("vocabulary") / "facets.toml")
    found = {row["rule"]: name for name, row in rows.items()}
    found.update(
        {row["zh-Hans"]: name for name, row in rows.items() if row["zh-Hans"] not in found}
    )
    found.update({name: name for name in rows})
    return found
