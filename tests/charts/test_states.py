"""The array account agrees with the scalar builder on everything."""

from __future__ import annotations

import numpy as np
import pytest

from liuren.charts import nine_methods
from liuren.charts.jinkoujue import jinkoujue_chart
from liuren.charts.lessons import FORMS, METHODS, lessons_under
from liuren.charts.liuren import liuren_chart
from liuren.charts.positions import JinkoujueStates
from liuren.charts.states import LiurenStates, all_states
from liuren.terms import positions, seasons
from liuren.terms.convention import load_convention, registry

CHART_OPTIONS = [{}] + [
    {option: value}
    for option in (*nine_methods.OPTIONS, "noble_table")
    for value in registry()[option]["values"][1:]
]
JINKOUJUE_OPTIONS = [{}] + [
    {option: value}
    for option in (
        "noble_table", "noble_plate", "noble_direction", "xuanwu_branch", "stem_count",
        "use_line", "J46", "day_night",
    )
    for value in registry()[option]["values"][1:]
]  # fmt: skip


def test_all_casts() -> None:
    day, hour, general, light = np.ogrid[:60, :12, :12, :2]
    month = (hour + 5 * general) % 12
    states = LiurenStates(day, hour, general, month=month, daytime=light)
    assert states.shape == (60, 12, 12, 2)
    names = ("閉口", "帷薄不修", "遊子", "炎上", "不備", "斬關", "連茹", "涉害")
    forms = {name: np.broadcast_to(states.has_form(name), states.shape) for name in names}
    riders = np.broadcast_to(states.riders, (*states.shape, 12))
    three = np.broadcast_to(states.transmissions, (*states.shape, 3))
    uppers = np.broadcast_to(states.uppers, (*states.shape, 4))
    void = np.broadcast_to(states.void, (*states.shape, 2))
    for at in np.ndindex(states.shape):
        d, h, g, light_of = at
        chart = liuren_chart(d, h, g, daytime=bool(light_of), month=(h + 5 * g) % 12)
        assert tuple(riders[at]) == chart.riders
        assert tuple(three[at]) == chart.transmissions
        assert tuple(uppers[at]) == tuple(upper for upper, _ in chart.lessons)
        assert tuple(void[at]) == chart.void
        for name in names:
            assert forms[name][at] == (name in chart.forms), (name, chart.notation)


@pytest.mark.parametrize("options", CHART_OPTIONS, ids=str)
def test_lessons_under_every_option(options: dict[str, str]) -> None:
    convention = load_convention(options)
    table = lessons_under(convention)
    for day in range(60):
        for offset in range(12):
            chart = liuren_chart(day, 0, offset, convention=convention)
            assert tuple(table.transmissions[day, offset]) == chart.transmissions
            assert METHODS[table.method[day, offset]] == chart.method
            assert FORMS[table.form[day, offset]] == chart.lesson_form
            named = {name for name, mask in table.patterns.items() if mask[day, offset]}
            assert named <= chart.forms
            assert chart.forms & set(table.patterns) == named
            riders = LiurenStates(day, 0, offset, daytime=True, convention=convention).riders
            light = liuren_chart(day, 0, offset, daytime=True, convention=convention)
            assert tuple(riders) == light.riders


def test_the_state_space() -> None:
    states = all_states()
    assert states.shape == (60, 24, 12)
    assert states.full(states.day).shape == (17280,)
    index = (31 * 24 + 5) * 12 + 7
    assert states.full(states.day)[index] == 31
    assert states.full(states.hour)[index] == 7
    assert states.term is not None
    assert states.month is not None
    assert states.full(states.month)[index] == seasons.month_of_term(5)
    generals = states.full(states.general).reshape(60, 24, 12)[0, :, 0]
    assert generals.tolist() == [seasons.general_of_term(t) for t in range(24)]
    assert states.full(states.daytime).mean() == 0.5
    chart = liuren_chart(31, 7, term=5)
    assert tuple(np.broadcast_to(states.transmissions, (60, 24, 12, 3))[31, 5, 7]) == (
        chart.transmissions
    )
    for spirit in range(12):
        found = np.broadcast_to(states.rider_of(spirit), states.shape)[31, 5, 7]
        assert found == chart.rider_of(spirit)
        assert np.broadcast_to(states.is_void(spirit), states.shape)[31, 5, 7] == (
            chart.is_void(spirit)
        )
    yan = states.month_spirit("月厭")
    assert yan is not None
    assert np.broadcast_to(yan, states.shape)[31, 5, 7] == chart.month_spirit("月厭")


def test_general_by_month_and_hours_of_the_day_follow_the_convention() -> None:
    states = all_states("zhanshi")
    generals = states.full(states.general).reshape(60, 24, 12)[0, :, 0]
    assert generals.tolist() == [(11 - t // 2) % 12 for t in range(24)]
    assert states.full(states.daytime).mean() == pytest.approx(8 / 12)


def test_unknown_names_hold_nowhere() -> None:
    states = all_states()
    assert not states.has_form("無此課").any()
    assert LiurenStates(0, 0, 0).month_spirit("月厭") is None


@pytest.mark.parametrize("options", JINKOUJUE_OPTIONS, ids=str)
def test_jinkoujue(options: dict[str, str]) -> None:
    convention = load_convention(options)
    random = np.random.default_rng(20261130)
    n = 400
    day, hour, general, seat, guest = (
        random.integers(low, high, n) for low, high in ((0, 60), (0, 12), (0, 12), (0, 12), (1, 26))
    )
    states = JinkoujueStates(day, hour, general, seat, guest=guest, convention=convention)
    assert states.shape == (n,)
    for i in range(n):
        chart = jinkoujue_chart(
            int(day[i]), int(hour[i]), int(general[i]), int(seat[i]),
            guest=int(guest[i]), convention=convention,
        )  # fmt: skip
        assert (states.stem[i], states.noble[i], states.general[i], states.noble_branch[i]) == (
            chart.stem, chart.noble, chart.general, chart.noble_branch,
        )  # fmt: skip
        assert positions.IDS[states.use[i]] == chart.use
        assert tuple(states.elements[i]) == chart.elements
        assert tuple(states.strength[i]) == chart.strength
