"""Nominal age (虛歲): one at birth, one more with every new year."""

from __future__ import annotations

from liuren.calendar.reckoning import Moment
from liuren.terms.errors import InputError


def nominal_age(birth: Moment, at: Moment) -> int:
    """虛歲 at a moment of someone born at ``birth``; years begin as each moment's convention says.

    Raises:
        InputError: ``at`` is before ``birth``.
    """
    for value in (birth, at):
        if not isinstance(value, Moment):
            raise InputError(
                f"moment is a moment of the calendar, not {type(value).__name__}.",
                hint='For example liuren.moment("2026-11-30T10:00", zone="Asia/Seoul").',
                code="not_a_moment",
            )
    if at.ut < birth.ut:
        raise InputError(
            f"The birth ({birth.instant}) is after the moment of casting ({at.instant}).",
            hint="Exchange the two.",
            code="born_later",
        )
    return at.year_number - birth.year_number + 1
