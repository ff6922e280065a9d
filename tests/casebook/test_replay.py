"""Replaying published trials with a stand-in: ranks by hand, and what cannot be replayed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from casebook_standins import StandIn, make_pool

from liuren.casebook.pool import PoolObject
from liuren.casebook.replay import replay

ROOT = Path(__file__).parents[2]
TRIALS = json.loads((ROOT / "tests/cases/shefu_trials.json").read_text(encoding="utf-8"))["trials"]


class Ordered(StandIn):
    """Prefers things of a low number; casts what it is told."""

    def cast(self, casting: Mapping[str, Any] | None) -> dict[str, Any]:
        return {"notation": json.dumps(casting, ensure_ascii=False)}

    def forecast(
        self,
        chart: Mapping[str, Any],  # noqa: ARG002
        things: Sequence[PoolObject],
    ) -> dict[str, float]:
        return {one.id: 1 / (2 + int(one.id.rpartition("-")[2]) // 2) for one in things}


def test_the_rank_is_the_place_in_the_pool_brought_to_a_small_choice() -> None:
    found = replay(
        TRIALS, {"SF-09": {"object": "thing-4", "month": "未"}}, Ordered(), make_pool(101), 11
    )
    (one,) = found["replayed"]
    # thing-0 … thing-3 come before, thing-5 ties: place 5.5 of 101.
    assert (one["place"], one["size"]) == (5.5, 101)
    assert one["rank"] == pytest.approx(1 + 10 * 4.5 / 100)
    assert json.loads(one["notation"]) == {
        "day": "己卯",
        "hour": "丑",
        "general": "未",
        "daytime": False,
        "month": "未",
    }
    assert found["summary"]["told_as_hits"] == 1


def test_a_forced_choice_is_right_wrong_or_a_tie() -> None:
    coding = {
        "SF-16": {"object": "thing-0", "others": ["thing-9"]},
        "SF-17": {"object": "thing-9", "others": ["thing-0"]},
        "SF-19": {"object": "thing-0", "others": ["thing-1"]},
    }
    found = replay(TRIALS, coding, Ordered(), make_pool(20))
    assert [one["right"] for one in found["replayed"]] == [1.0, 0.0, 0.5]
    assert found["summary"]["forced_right"] == 1.5
    assert found["summary"]["forced_chance"] == 1.5
    assert found["summary"]["mean_rank"] is None


def test_what_cannot_be_replayed_is_told_with_its_reason() -> None:
    found = replay(TRIALS, {}, Ordered(), make_pool())
    assert found["replayed"] == []
    reasons = {one["id"]: one["reason"] for one in found["skipped"]}
    assert len(reasons) == len(TRIALS)
    assert reasons["SF-22"] == "not liuren"
    assert reasons["SF-15"] == "no outcome stated"


def test_a_thing_may_be_coded_like_another() -> None:
    seen: list[PoolObject] = []

    class Watching(Ordered):
        def forecast(
            self, chart: Mapping[str, Any], things: Sequence[PoolObject]
        ) -> dict[str, float]:
            seen.append(things[0])
            return super().forecast(chart, things)

    coding = {"SF-09": {"object": {"id": "new-2", "like": "thing-0", "colour": ["blue"]}}}
    found = replay(TRIALS, coding, Watching(), make_pool())
    assert found["replayed"][0]["thing"] == "new-2"
    model = make_pool().by_id["thing-0"].attributes
    assert seen[0].attributes == {**model, "colour": ("blue",)}
    assert model["colour"] != ("blue",)


def test_the_coding_names_published_trials_and_things_of_the_lexicon() -> None:
    from liuren.casebook.program import lexicon_pool

    coding = tomllib.loads((ROOT / "benchmarks/published-trials.toml").read_text(encoding="utf-8"))
    known = set(lexicon_pool().ids)
    ids = {one["id"] for one in TRIALS}
    for trial, coded in coding.items():
        assert trial in ids
        for thing in (coded["object"], *coded.get("others", ())):
            assert (thing if isinstance(thing, str) else thing["like"]) in known
