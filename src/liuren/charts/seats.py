"""Ways to get the seat (地分) of a 金口訣 chart.

The client's direction, a number spoken or written (1 = 子), strokes, birth animal, the hour, the
annual or natal branch, or a drawn lot. What was given is kept with the chart, so that the same
chart can be cast again.
"""

from __future__ import annotations

from typing import Final

from liuren.terms import branches
from liuren.terms.errors import InputError
from liuren.terms.parse import ANIMALS, DIRECTIONS, clean, excerpt, parse_branch, parse_direction

WAYS: Final = (
    "branch", "any", "direction", "number", "strokes", "animal", "hour", "annual", "natal", "lot",
)  # fmt: skip

#: Lots are drawn from this many tickets; the ticket is written down with the chart.
_TICKETS: Final = 12_000_000


def seat_by_number(value: object, what: str = "a number") -> int:
    """Branch of a whole number from 1: 1 = 子 … 12 = 亥, 13 = 子 again."""
    number = value
    if isinstance(value, str):
        text = clean(value)
        number = int(text) if text.isdecimal() and len(text) <= 18 else None
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise InputError(
            f"“{excerpt(value)}” is not {what} for the seat; expected a whole number from 1.",
            hint="1 is 子, 12 is 亥, 13 is 子 again.",
            code="bad_number",
            details={"what": what, "read": excerpt(value), "expected": "1…"},
        )
    return (number - 1) % 12


def seat_by_animal(value: object) -> int:
    """Branch of a birth animal in Chinese, Korean or English."""
    found = ANIMALS.get(clean(value)) if isinstance(value, str) else None
    return parse_branch(value, "an animal") if found is None else found


def draw_lot() -> int:
    """A ticket drawn at random from the system's source; keep it, the seat follows from it."""
    import secrets

    return secrets.randbelow(_TICKETS) + 1


def _way_of(value: object) -> tuple[str, object]:
    """What a text names: a number (``15``), a direction (``東``), an animal (``猪``), ``number:15`` as
    charts note it, else a branch."""
    text = clean(value) if isinstance(value, str) else ""
    way, sign, rest = text.partition(":")
    if sign and way in WAYS:
        return way, rest
    if text.isdecimal():
        return "number", text
    if text in DIRECTIONS:
        return "direction", text
    return ("animal" if text in ANIMALS else "branch"), value


def _plain_seat(value: object) -> int:
    """A branch; what is a direction, a number or an animal is told the way to give it."""
    try:
        return parse_branch(value, "the seat")
    except InputError as error:
        meant, _ = _way_of(value)
        if meant == "branch":
            raise
        hint = f"Give seat_by={meant} with it, or seat_by=any."
        raise InputError(error.message, hint=hint, code=error.code, details=error.details) from None


def seat_of(way: str, value: object) -> tuple[int, str | None]:
    """Branch and a note of where it came from (``number:15``), None for a plain branch.

    ``any`` takes a text for what it looks like. ``hour``, ``annual`` and ``natal`` take the branch found for them by the caller; ``lot`` takes
    the ticket.
    """
    if way == "any":
        way, value = _way_of(value)
    if way in ("branch", ""):
        return _plain_seat(value), None
    if way in ("number", "strokes", "lot"):
        branch = seat_by_number(value, {"number": "a number", "lot": "a ticket"}.get(way, way))
        return branch, f"{way}:{int(str(value).strip())}"
    if way == "direction":
        branch = parse_direction(value, "a direction")
    elif way == "animal":
        branch = seat_by_animal(value)
    elif way in WAYS:
        branch = parse_branch(value, f"the {way} branch")
    else:
        raise InputError(
            f"“{excerpt(way)}” is not a way to get the seat.",
            hint=f"Ways: {', '.join(WAYS)}.",
            code="bad_seat_way",
            details={"read": excerpt(way), "expected": ", ".join(WAYS)},
        )
    return branch, f"{way}:{branches.NAMES[branch]}"
