"""The number of states in which each clause fires is what the shipped census says."""

from __future__ import annotations

import pytest

from liuren.edition.works import works
from liuren.rules.census import differences, read_census


@pytest.mark.parametrize("work", works())
def test_the_census_is_up_to_date(work: str) -> None:
    """If this fails on purpose: ``python -m liuren.rules.census --write`` and say why in the change list."""
    assert differences(work) == {}


def test_counts_known_by_hand() -> None:
    census = read_census("shefu")
    # 子 over 日干 and carrying 天后: 144 of 17,280, as the close reading counts it.
    assert census["shefu:zi.5"] == [144, 17280]
    # One of ten day stems.
    assert census["shefu:shigan.2"] == [1728, 17280]
    # A general rides a given spirit on a twelfth of all charts or not at all, summed over the twelve.
    ridden = [
        census[f"shefu:qinglong.{n}"][0] for n in (8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21)
    ]
    assert sum(ridden) == 17280
