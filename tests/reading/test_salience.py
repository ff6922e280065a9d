"""Where the spirit of a clause stands: yang days 干上 first, yin days 初傳 with 干上."""

import pytest

import liuren
from liuren.reading.salience import salience, subjects
from liuren.rules import tree

from .standin import DAY_BRANCH, DAY_STEM, INITIAL, branch

# 甲子 day, 午將 申時: 子 over 寅, the lodging of 甲; transmissions 申? are read from the chart itself.
YANG = liuren.liuren_chart(day="甲子", hour="申", general="午", month="未")
YIN = liuren.liuren_chart(day="乙丑", hour="申", general="午", month="未")


def test_yang_day_puts_the_spirit_on_the_stem_first() -> None:
    on_stem = salience(YANG).standing(tree.Over(branch(YANG.on_stem), DAY_STEM))
    assert (on_stem.place, on_stem.rank) == ("干上", 1)
    initial = salience(YANG).standing(
        tree.Within(tree.Quantity("element", "element", (INITIAL,)), tree.Literal("element", (0,)))
    )
    assert (initial.place, initial.rank) == ("初傳", 2)


def test_yin_day_puts_the_first_transmission_first_and_the_branch_spirit_behind() -> None:
    initial = salience(YIN).standing(tree.Carries(INITIAL, tree.Literal("general", (0,))))
    assert initial.rank == 1
    only_on_branch = tree.Over(branch(YIN.on_branch), DAY_BRANCH)
    standing = salience(YIN).standing(only_on_branch)
    if YIN.on_branch not in (YIN.on_stem, YIN.transmissions[0]):
        assert (standing.place, standing.rank) == ("支上", 4)


def test_emended_reading_starts_yin_days_from_the_branch_spirit() -> None:
    chart = liuren.liuren_chart(
        day="乙丑", hour="申", general="午", month="未", convention={"A24": "emended"}
    )
    standing = salience(chart).standing(tree.Over(branch(chart.on_branch), DAY_BRANCH))
    assert standing.rank == 1


@pytest.mark.parametrize("spirit", range(12))
def test_a_spirit_stands_where_the_chart_has_it(spirit: int) -> None:
    standing = salience(YANG).standing(tree.Carries(branch(spirit), tree.Literal("general", (1,))))
    expected = (
        1
        if spirit == YANG.on_stem
        else 2
        if spirit == YANG.transmissions[0]
        else 3
        if spirit == YANG.on_branch
        else 4
        if spirit in YANG.transmissions
        else 5
    )
    assert standing.rank == expected


def test_a_general_stands_where_its_carrier_stands() -> None:
    general = YANG.rider_of(YANG.on_stem)
    condition = tree.Stands(tree.Literal("general", (general,)), DAY_STEM)
    assert salience(YANG).standing(condition).place == "干上"


def test_context_is_no_subject() -> None:
    season = tree.Within(tree.Quantity("season", "season"), tree.Literal("season", (0,)))
    assert subjects(season) == ()
    assert salience(YANG).standing(season).place == "課體"
    assert subjects(tree.And((season, tree.Over(branch(3), branch(4))))) == (("branch", (3,)),)


def test_first_transmission_counts_only_where_it_is_the_spirit() -> None:
    """用事(X): X is the first transmission, or on the day; another 初傳 lends X no rank."""
    other = next(
        b for b in range(12) if b not in (*YANG.transmissions, YANG.on_stem, YANG.on_branch)
    )
    in_play = tree.Or((tree.Within(INITIAL, branch(other)), tree.Over(branch(other), DAY_STEM)))
    assert salience(YANG).standing(in_play).rank == 5


def test_prosperous_needs_play_and_season() -> None:
    spring = liuren.liuren_chart(day="甲子", hour="卯", general="亥", month="寅")
    for spirit in range(12):
        standing = salience(spring).standing(tree.Over(branch(spirit), branch(0)))
        strong = salience(spring).prosperous(standing)
        in_play = spirit in (spring.on_stem, spring.on_branch, spring.transmissions[0])
        assert strong == (in_play and spirit in (2, 3, 5, 6))
    unknown = liuren.liuren_chart(day="甲子", hour="卯", general="亥")
    standing = salience(unknown).standing(tree.Within(INITIAL, branch(unknown.transmissions[0])))
    assert not salience(unknown).prosperous(standing)


def test_jinkoujue_puts_the_use_line_first() -> None:
    chart = liuren.jinkoujue_chart(day="甲寅", hour="巳", general="亥", seat="酉")
    assert chart.use == "general"
    general = tree.Within(tree.Quantity("branch", "general"), branch(3))
    noble = tree.Within(tree.Quantity("general", "noble"), tree.Literal("general", (8,)))
    assert salience(chart).standing(general).place == "用爻"
    assert salience(chart).standing(noble).rank == 2
