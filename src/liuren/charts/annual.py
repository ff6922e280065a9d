"""行年, the annual pillar of a person.

金口訣 seed: the count starts at age one (nominal) from the 丙 of the birth decade for a man and goes
forward, from the 壬 of the birth decade for a woman and goes backward. 大六壬 and 占事略決 §23 start
at 丙寅 and 壬申 for everyone, which is the same count for those born in the decade of 甲子.
"""

from __future__ import annotations

from typing import Final

from liuren.terms import pillars
from liuren.terms.errors import InputError
from liuren.terms.parse import excerpt, parse_pillar, parse_sex

_OLDEST: Final = 150


def annual_pillar(birth: object, sex: object, age: object) -> int:
    """Annual pillar 0…59 from a birth pillar, a sex and a nominal age 1…150 (虛歲)."""
    return _count(pillars.decade(parse_pillar(birth, "the birth pillar")), sex, age)


def annual_branch(birth: object, sex: object, age: object) -> str:
    """行年 as a pillar.

    Raises InputError for a pillar that does not exist, an unknown sex, an age outside 1…150.

    Examples:
        >>> import liuren
        >>> liuren.annual_branch(birth="甲午", sex="male", age=66)
        '辛丑'
    """
    return pillars.NAMES[annual_pillar(birth, sex, age)]


def common_annual_pillar(sex: object, age: object) -> int:
    """Annual pillar by the rule of 大六壬: 丙寅 forward for men, 壬申 backward for women."""
    return _count(0, sex, age)


def parse_age(age: object) -> int:
    """A nominal age 1…150."""
    value = age
    if isinstance(value, str) and len(value) <= 4 and value.strip().isdecimal():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _OLDEST:
        raise InputError(
            f"“{excerpt(age)}” is not a nominal age; expected a whole number 1…{_OLDEST}.",
            hint="Count one at birth and one more at each new year (虛歲).",
            code="bad_age",
            details={"what": "a nominal age", "read": excerpt(age), "expected": f"1…{_OLDEST}"},
        )
    return value


def _count(decade: int, sex: object, age: object) -> int:
    years = parse_age(age) - 1
    if parse_sex(sex) == "male":
        return (decade + 2 + years) % 60
    return (decade + 8 - years) % 60
