"""Liuren itself as the program of a trial: charts of the controls, and a whole trial with the lexicon."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from liuren.casebook.draw import Lots
from liuren.casebook.ledger import Ledger
from liuren.casebook.plan import Plan
from liuren.casebook.pool import RECOMMENDED_SIZE, PoolObject
from liuren.casebook.program import (
    SHUFFLED,
    WRONG_HOUR,
    ReadingProgram,
    describe_by_forecast,
    lexicon_pool,
    recast,
)
from liuren.casebook.store import Database
from liuren.casebook.verification import verify
from liuren.reading import vocabulary
from liuren.terms.branches import NAMES as BRANCHES
from liuren.terms.errors import LiurenError
from liuren.terms.pillars import NAMES as PILLARS

CASTING = {"day": "甲子", "hour": "卯", "general": "亥", "month": "寅", "querent": "君子"}


def test_the_lexicon_is_large_enough_and_coded() -> None:
    pool = lexicon_pool()
    assert len(pool.objects) >= RECOMMENDED_SIZE
    assert pool.digest == lexicon_pool().digest
    for rates in pool.base_rates.values():
        assert sum(rates.values()) == pytest.approx(1)


def test_a_wrong_hour_changes_the_hour_only() -> None:
    program = ReadingProgram()
    chart = program.cast({**CASTING, "settings": ("shehai=depth",)})
    hours = set()
    for number in range(60):
        other = program.other_chart(chart, WRONG_HOUR, Lots("00", str(number)))
        assert other["hour"] != chart["hour"]
        for name in ("day", "general", "month", "querent", "convention"):
            assert other[name] == chart[name]
        hours.add(other["hour"])
    assert len(hours) == 11


def test_a_shuffled_chart_is_of_any_time() -> None:
    program = ReadingProgram()
    chart = program.cast(CASTING)
    others = [
        program.other_chart(chart, SHUFFLED, Lots("00", str(number))) for number in range(200)
    ]
    assert len({one["day"] for one in others}) > 50
    assert len({one["hour"] for one in others}) == 12
    assert len({one["general"] for one in others}) == 12
    assert all(one["querent"] == "君子" for one in others)
    again = program.other_chart(chart, SHUFFLED, Lots("00", "0"))
    assert again == others[0]


SEATED = {"day": "甲寅", "hour": "巳", "general": "亥", "seat": "酉", "month": "卯", "guest": 2}


def test_a_casting_with_a_seat_is_of_jinkoujue() -> None:
    program = ReadingProgram()
    assert program.cast(CASTING)["method"] == "liuren"
    chart = program.cast(SEATED)
    assert (chart["method"], chart["seat"], chart["general_of_month"]) == ("jinkoujue", "酉", "亥")
    assert program.cast({"chart": "甲寅日 亥將 巳時 酉位"})["method"] == "jinkoujue"
    with pytest.raises(LiurenError, match="a day and an hour"):
        program.cast({"chart": "甲人元 玄武神 申將 午位"})


def test_controls_of_a_jinkoujue_chart_keep_the_question_and_change_the_time() -> None:
    program = ReadingProgram()
    chart = program.cast(SEATED)
    wrong = [
        program.other_chart(chart, WRONG_HOUR, Lots("00", str(number))) for number in range(60)
    ]
    assert {one["hour"] for one in wrong} == set("子丑寅卯辰巳午未申酉戌亥") - {"巳"}
    for other in wrong:
        for name in ("method", "day", "general_of_month", "month", "seat", "guest", "convention"):
            assert other[name] == chart[name]
    any_time = [
        program.other_chart(chart, SHUFFLED, Lots("00", str(number))) for number in range(200)
    ]
    assert len({one["day"] for one in any_time}) > 50
    assert len({one["general_of_month"] for one in any_time}) == 12
    assert {(one["seat"], one["guest"], one["method"]) for one in any_time} == {
        ("酉", 2, "jinkoujue")
    }


def test_a_jinkoujue_chart_ranks_things_by_the_same_formula() -> None:
    """Probabilities over what is shown; they differ from chart to chart, and no thing is a favourite under chance."""
    program, pool = ReadingProgram(), lexicon_pool()
    things = pool.objects[::70]
    seen = []
    for number, day in enumerate(PILLARS):
        hour, general, seat = (BRANCHES[(number * step) % 12] for step in (1, 5, 7))
        chart = program.cast({"day": day, "hour": hour, "general": general, "seat": seat})
        chances = program.forecast(chart, things)
        assert sum(chances.values()) == pytest.approx(1)
        seen.append(chances)
    assert len({tuple(each.values()) for each in seen}) > 40
    for thing in things:
        mean = sum(each[thing.id] for each in seen) / len(seen)
        assert mean == pytest.approx(1 / len(things), rel=0.25)


def test_a_whole_trial_by_jinkoujue(tmp_path: Path) -> None:
    with Database(tmp_path / "trials.db") as database:
        ledger = Ledger(database)
        series = ledger.begin(Plan(trials=1, options=5), lexicon_pool(), "")["series"]
        view = ledger.seal(series, ReadingProgram(), SEATED)
        assert ledger.view(view["trial"])["chart"]["method"] == "jinkoujue"
        ended = ledger.reveal(view["trial"])
        assert set(ended["forecasts"]) >= {"program", "base-rate", SHUFFLED, WRONG_HOUR}
        assert verify(ledger.export()).valid


def test_the_description_of_a_forecast_is_its_share_of_each_value() -> None:
    pool = lexicon_pool()
    even = describe_by_forecast(dict.fromkeys(pool.ids, 1.0), pool)
    for facet, rates in pool.base_rates.items():
        total = sum(even[facet].values())
        assert {value: chance / total for value, chance in even[facet].items()} == pytest.approx(
            dict(rates)
        )


@pytest.mark.parametrize(
    "casting",
    [
        CASTING,
        {"at": "2026-11-30T10:00", "zone": "Asia/Seoul", "longitude": 126.98, "solar_time": "true"},
        {"at": "1988-07-01T23:30", "zone": "Asia/Shanghai", "settings": ("day_boundary=00:00",)},
        {"at": "2026-11-30T10:00", "zone": "Asia/Seoul", "birth": "甲午", "sex": "female"},
    ],
)
def test_the_same_engine_casts_the_same_chart_again(casting: dict[str, Any]) -> None:
    chart = ReadingProgram().cast(casting)
    again = recast(json.loads(json.dumps(chart))).to_dict()
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(chart))


@pytest.mark.parametrize("mode", ["choice", "description"])
def test_a_trial_with_chart_book_and_lexicon(tmp_path: Path, mode: str) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        ledger = Ledger(database)
        series = ledger.begin(Plan(trials=2, mode=mode), lexicon_pool())["series"]
        view = ledger.seal(series, ReadingProgram(), CASTING)
        ended = ledger.reveal(view["trial"])
        assert verify(ledger.export()).valid
    assert ended["chart"]["day"] == "甲子"
    if mode == "choice":
        assert sum(ended["forecasts"]["program"].values()) == pytest.approx(1)
        assert set(ended["forecasts"]["program"]) == set(ended["options"])
    else:
        assert set(ended["forecasts"]["program"]) <= set(lexicon_pool().base_rates)


class _Earlier(ReadingProgram):
    """The program with another formula, as a trial of last year was sealed by it."""

    name = "liuren 0.1.0, weighing 1"

    def forecast(self, chart: Mapping[str, Any], things: Sequence[PoolObject]) -> dict[str, float]:
        del chart
        return {thing.id: 1.0 + place for place, thing in enumerate(things)}


def test_a_trial_keeps_the_forecast_of_the_formula_it_was_sealed_with(tmp_path: Path) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        ledger = Ledger(database)
        series = ledger.begin(Plan(trials=2, options=5), lexicon_pool())["series"]
        for program in (_Earlier(), ReadingProgram()):
            ledger.reveal(ledger.seal(series, program, CASTING)["trial"])
        exported = ledger.export()
    assert verify(exported).valid
    seals = [link for link in exported["links"] if link["kind"] == "seal"]
    assert [link["body"]["program"] for link in seals] == [_Earlier.name, ReadingProgram().name]
    assert ReadingProgram().name.endswith(f"weighing {vocabulary.weighing()['version']}")
    earlier = next(link for link in exported["links"] if link["kind"] == "reveal")
    opened = earlier["body"]["openings"]["forecast"]["value"]["program"]
    assert sorted(opened.values()) == pytest.approx([n / 15 for n in range(1, 6)])
