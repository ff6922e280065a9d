"""Nominal age (虛歲): one at birth, one more with every new year."""

from __future__ import annotations

from liuren.calendar.reckoning import Moment
from liuren.terms.errors import InputError


def nominal_age(birth: Moment, at: Moment) -> int:
    """虛歲 at a moment of someone born at ``birth``; years begin as each moment's convention says.

    Raises:
        InputError: ``at`` is before ``birth``.
    """
    if at.ut < birth.ut:
        raise InputError(
            f"The birth ({birth.instant}) is after the moment of casting ({at.instant}).",
            hint="Exchange the two.",
            code="born_later",
        )
    return at.year_number - birth.year_number + 1
