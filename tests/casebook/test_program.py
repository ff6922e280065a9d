"""Liuren itself as the program of a trial: charts of the controls, and a whole trial with the lexicon."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from liuren.casebook.chain import verify
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
from liuren.reading import vocabulary

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
