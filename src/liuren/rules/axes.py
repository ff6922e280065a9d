"""The axes of the space of charts: which there are, and which of them a condition reads.

Every axis from outside the plate has one more place at its end for "not known".
"""

from __future__ import annotations

from liuren.rules import tree
from liuren.rules.lexicon import kinds
from liuren.terms import positions

#: Axes of the she fu plate, and those from outside with the number of their values.
PLATE = ("day", "term", "hour")
PLATE_SHAPE = (60, 24, 12)
STATES = 17_280
OUTSIDE = {
    "year": 12, "annual": 12, "natal": 12, "direction": 12, "querent": 2, "sex": 2,
    "topic": len(kinds()["topic"]),
}  # fmt: skip
#: Axes of 金口訣. The day is its stem alone unless a clause reads more of it; ``general`` is 將神.
JINKOUJUE = {
    "stem-of-day": 10, "day": 60, "daytime": 2, "general": 12, "seat": 12,
}  # fmt: skip
JINKOUJUE_OUTSIDE = {
    "month": 12, "year": 12, "annual": 60, "natal": 60, "great-run": 12, "sex": 2,
    "topic": len(kinds()["topic"]), "guest": 12, "hour": 12, "month-general": 12,
}  # fmt: skip

_POSITIONAL = frozenset(
    ("stem", "noble", "general", "seat", "noble-branch", "noble-stem", "general-stem", "use")
)
_OUTSIDE_OF = {
    "annual-pillar": "annual", "annual-stem": "annual", "natal-pillar": "natal",
    "natal-stem": "natal", "season": "month",
}  # fmt: skip
_PREDICATE_AXES = {
    "annual-known": ("annual",), "annual-harms": ("annual",), "annual-tomb": ("annual", "natal"),
    "annual-combines": ("annual",), "annual-meets": ("annual", "noble", "general", "seat"),
    "run-at": ("great-run",), "seen": ("general", "seat"), "killer": ("seat",),
    "yang-day": ("stem-of-day",), "yin-day": ("stem-of-day",),
}  # fmt: skip


def axes(condition: tree.Condition, method: str, noble_on_heaven: bool = False) -> tuple[str, ...]:
    """The axes that an unfolded condition reads, in their fixed order.

    Where the noble is counted on the heaven plate (``noble_plate=heaven``) it depends on 將神 as well.
    """
    read: set[str] = set()
    for node in tree.walk(condition):
        if isinstance(node, tree.Predicate):
            read.update(_PREDICATE_AXES.get(node.name, ()))
            if method == "jinkoujue" and node.name not in _PREDICATE_AXES:
                read.update(positions.IDS)
        for operand in tree.operands(node):
            for inner in tree.walk_operands(operand):
                if isinstance(inner, tree.Quantity):
                    read.add(_OUTSIDE_OF.get(inner.name, inner.name))
                    if inner.name == "month-state":
                        read.add("month")
                    if inner.name == "chart-state":  # each position's state depends on all four
                        read.update(positions.IDS)
                elif isinstance(inner, tree.Literal) and inner.kind == "position":
                    read.update(positions.IDS[v] for v in inner.values)
    if method == "liuren":
        return (*PLATE, *(axis for axis in OUTSIDE if axis in read))
    return _jinkoujue_axes(read, noble_on_heaven)


def _jinkoujue_axes(read: set[str], noble_on_heaven: bool) -> tuple[str, ...]:
    found = set()
    if "use" in read or "noble-stem" in read or "noble-branch" in read:
        read |= {"stem", "noble", "general", "seat"}
    if noble_on_heaven and "noble" in read:
        read.add("general")
    if read & {"day", "day-branch"}:
        found.add("day")
    elif read & {"day-stem", "stem", "noble", "noble-stem", "general-stem", "stem-of-day"}:
        found.add("stem-of-day")
    if read & {"stem", "noble", "seat"}:
        found.add("seat")
    if read & {"noble", "day-part"}:
        found.add("daytime")
    if read & {"general", "general-stem"}:
        found.add("general")
    return (
        *(axis for axis in JINKOUJUE if axis in found),
        *(axis for axis in JINKOUJUE_OUTSIDE if axis in read),
    )


def sizes(names: tuple[str, ...], method: str) -> tuple[int, ...]:
    """Number of values of each axis, without the place for "not known"."""
    if method == "liuren":
        known = {**dict(zip(PLATE, PLATE_SHAPE, strict=True)), **OUTSIDE}
    else:
        known = {**JINKOUJUE, **JINKOUJUE_OUTSIDE}
    return tuple(known[name] for name in names)


def is_outside(axis: str, method: str) -> bool:
    """Whether the axis comes from outside the plate and may be unknown."""
    return axis in (OUTSIDE if method == "liuren" else JINKOUJUE_OUTSIDE)


def shape(names: tuple[str, ...], method: str) -> tuple[int, ...]:
    """Number of places of each axis, the one for "not known" among them."""
    return tuple(
        size + is_outside(axis, method)
        for axis, size in zip(names, sizes(names, method), strict=True)
    )


def known_places(names: tuple[str, ...], method: str) -> tuple[slice, ...]:
    """The index that leaves out the places for "not known"."""
    return tuple(slice(0, size) for size in sizes(names, method))
