"""The steps of a trial: what is allowed when, who sees what, and what the chain holds."""

from __future__ import annotations

import json

import pytest
from casebook_standins import StandIn, make_pool

from liuren.casebook.chain import SEALED
from liuren.casebook.errors import ForecastError, NotFoundError, TrialError
from liuren.casebook.ledger import Ledger
from liuren.casebook.plan import Plan
from liuren.casebook.pool import Pool
from liuren.casebook.reports import report
from liuren.casebook.verification import verify


def begin(ledger: Ledger, pool: Pool, **plan: object) -> str:
    return str(ledger.begin(Plan(**{"trials": 5, "arrangements": 99, **plan}), pool)["series"])  # type: ignore[arg-type]


def test_a_trial_from_seal_to_reveal(ledger: Ledger, pool: Pool, program: StandIn) -> None:
    series = begin(ledger, pool)
    sealed = ledger.seal(series, program, {"number": 7})
    trial = sealed["trial"]
    assert sealed["state"] == "sealed"
    assert len(sealed["things"]) == 5
    assert sealed["target"] in sealed["options"]
    reader = ledger.local_reader("小明")
    answer = ledger.answer(trial, reader, {sealed["options"][0]: 3, sealed["options"][1]: 1})
    assert not answer["late"]
    assert answer["forecast"][sealed["options"][0]] == 0.75
    shown = ledger.reveal(trial)
    assert shown["state"] == "revealed"
    assert shown["target"] == sealed["target"]
    assert shown["entries"] == {reader: answer["forecast"]}
    assert set(shown["forecasts"]) == {"program", "base-rate", "shuffled-chart", "wrong-hour"}
    assert shown["chart"]["notation"] == "7"
    receipts = [sealed["receipt"], answer["receipt"], shown["receipt"]]
    checked = verify(json.loads(json.dumps(ledger.export())), receipts)
    assert checked.valid, checked.problems
    assert checked.counts["revealed"] == 1


def test_nothing_sealed_is_in_the_chain_before_the_reveal(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    series = begin(ledger, pool, mode="description")
    trial = ledger.seal(series, program, {"number": 424242})["trial"]
    ledger.answer(trial, ledger.local_reader("A"), {"colour": {"red": 1}})
    seal, entry = ledger.links()[-2:]
    assert set(seal["body"]["commitments"]) == set(SEALED)
    assert seal["body"]["options"] is None
    assert "thing-" not in json.dumps([seal, entry])
    assert "424242" not in json.dumps([seal, entry])
    assert set(entry["body"]) == {"reader", "commitment"}


def test_one_secret_has_another_commitment_each_time(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    series = begin(ledger, pool)
    seals = [ledger.seal(series, program) and ledger.links()[-1]["body"] for _ in range(3)]
    assert len({one["commitments"]["plan"] for one in seals}) == 3


def test_readers_do_not_see_what_the_host_sees(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    series = begin(ledger, pool)
    trial = ledger.seal(series, program)["trial"]
    reader = ledger.local_reader("A")
    ledger.answer(trial, reader, ledger.view(trial)["options"][0])
    seen, hosts = ledger.view(trial), ledger.view(trial, "host")
    assert seen["target"] is None
    assert hosts["target"] in seen["options"]
    assert seen["forecasts"] == seen["entries"] == {}
    assert seen["answered"] == ["A"]
    assert seen["chart"] == hosts["chart"] is not None
    ledger.reveal(trial)
    assert ledger.view(trial)["target"] == hosts["target"]


def test_the_last_answer_in_time_counts_and_all_are_kept(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    trial = ledger.seal(begin(ledger, pool), program)["trial"]
    options, reader = ledger.view(trial)["options"], ledger.local_reader("A")
    ledger.answer(trial, reader, options[0])
    ledger.answer(trial, reader, options[1])
    shown = ledger.reveal(trial)
    assert max(shown["entries"][reader], key=shown["entries"][reader].get) == options[1]
    assert shown["answered"] == ["A"]
    assert sum(link["kind"] == "entry" for link in ledger.links()) == 2
    assert verify(ledger.export()).valid


def test_a_late_answer_is_kept_marked_and_never_counted(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    series = begin(ledger, pool)
    trial = ledger.seal(series, program)["trial"]
    target = ledger.reveal(trial)["target"]
    reader = ledger.local_reader("late")
    assert ledger.answer(trial, reader, target)["late"]
    checked = verify(ledger.export())
    assert checked.valid
    assert [one["reader"] for one in checked.late] == [reader]
    table = report(ledger.export(), series)
    assert table["counts"]["late"] == 1
    assert reader not in [row["reader"] for row in table["rows"]]


def test_an_abandoned_trial_is_opened_and_counted(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    series = begin(ledger, pool)
    ledger.reveal(ledger.seal(series, program)["trial"])
    given_up = ledger.abandon(ledger.seal(series, program)["trial"], "dinner")
    ledger.seal(series, program)
    assert (given_up["state"], given_up["reason"]) == ("abandoned", "dinner")
    assert given_up["target"] in given_up["options"]
    table = report(ledger.export(), series)
    assert table["counts"] == {
        "planned": 5,
        "started": 3,
        "revealed": 1,
        "abandoned": 1,
        "open": 1,
        "unscored": 0,
        "late": 0,
    }
    assert table["rows"][0]["trials"] == 2
    assert [one["state"] for one in table["trials"]] == ["revealed", "abandoned", "sealed"]


def test_a_die_chooses_among_the_things_dealt(ledger: Ledger, pool: Pool, program: StandIn) -> None:
    series = begin(ledger, pool, draw="die", options=6)
    dealt = ledger.deal(series)
    assert dealt["state"] == "dealt"
    assert len(dealt["things"]) == 6
    with pytest.raises(TrialError):
        ledger.answer(dealt["trial"], ledger.local_reader("A"), dealt["options"][0])
    with pytest.raises(TrialError, match="die"):
        ledger.seal(series, program, trial=dealt["trial"], die=7)
    sealed = ledger.seal(series, program, trial=dealt["trial"], die=3)
    assert sealed["target"] == dealt["options"][2]
    assert sealed["options"] == dealt["options"]
    ledger.reveal(dealt["trial"])
    given_up = ledger.abandon(ledger.deal(series)["trial"])
    assert given_up["target"] is None
    checked = verify(ledger.export())
    assert checked.valid, checked.problems
    assert report(ledger.export(), series)["counts"]["unscored"] == 1


def test_steps_out_of_turn_are_refused_and_leave_no_link(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    series = begin(ledger, pool, trials=2)
    trial = ledger.seal(series, program)["trial"]
    reader = ledger.local_reader("A")
    options = ledger.view(trial)["options"]
    ledger.reveal(trial)
    ledger.seal(series, program)
    count = len(ledger.links())
    for step in (
        lambda: ledger.reveal(trial),
        lambda: ledger.abandon(trial),
        lambda: ledger.seal(series, program),
        lambda: ledger.deal(series),
        lambda: ledger.seal("nothing", program),
        lambda: ledger.reveal("nothing.1"),
        lambda: ledger.answer(f"{series}.2", "r0", options[0]),
        lambda: ledger.answer(f"{series}.2", reader, "no such thing"),
        lambda: ledger.begin(Plan(options=500), pool),
        lambda: ledger.seal(series, program, die=1),
    ):
        with pytest.raises((TrialError, NotFoundError)):
            step()
    assert len(ledger.links()) == count


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"thing-0": -1},
        {"thing-0": float("nan")},
        {"thing-0": True},
        {"thing-0": "much"},
        [],
        ["thing-0"],
        "",
        {"elsewhere": 1},
    ],
)
def test_forecasts_that_are_none_are_refused(
    ledger: Ledger, program: StandIn, given: object
) -> None:
    trial = ledger.seal(begin(ledger, make_pool(5)), program)["trial"]
    with pytest.raises(ForecastError):
        ledger.answer(trial, ledger.local_reader("A"), given)


@pytest.mark.parametrize(
    "given", [{}, [], {"taste": {"sweet": 1}}, {"colour": {}}, {"colour": {"red": -1}}]
)
def test_descriptions_that_are_none_are_refused(
    ledger: Ledger, pool: Pool, program: StandIn, given: object
) -> None:
    trial = ledger.seal(begin(ledger, pool, mode="description"), program)["trial"]
    with pytest.raises(ForecastError):
        ledger.answer(trial, ledger.local_reader("A"), given)


def test_rankings_and_single_choices_become_probabilities(ledger: Ledger, program: StandIn) -> None:
    trial = ledger.seal(begin(ledger, make_pool(5)), program)["trial"]
    options, reader = ledger.view(trial)["options"], ledger.local_reader("A")
    ranking = ledger.answer(trial, reader, options)["forecast"]
    assert ranking[options[0]] == pytest.approx(5 / 15)
    assert ranking[options[4]] == pytest.approx(1 / 15)
    choice = ledger.answer(trial, reader, options[3])["forecast"]
    assert choice[options[3]] == pytest.approx(0.6)
    assert sum(choice.values()) == pytest.approx(1)


def test_joining_by_a_link(ledger: Ledger, pool: Pool, program: StandIn) -> None:
    begun = ledger.begin(Plan(trials=5), pool)
    series, tokens = begun["series"], begun["tokens"]
    assert ledger.bearer(tokens["host"]) == {"subject": series, "role": "host"}
    joined = ledger.join(tokens["join"], "  小 明 ")
    assert (joined["name"], joined["subject"]) == ("小 明", series)
    assert ledger.authenticate(joined["key"]) == joined["reader"]
    # The name is taken, except for who has its key.
    with pytest.raises(TrialError, match="taken"):
        ledger.join(tokens["join"], "小 明")
    again = ledger.join(tokens["join"], "小 明", joined["key"])
    assert again["reader"] == joined["reader"]
    trial = ledger.seal(series, program)["trial"]
    assert ledger.newest(series) == trial
    only_this = ledger.invite(trial)
    assert ledger.bearer(only_this) == {"subject": trial, "role": "join"}
    for wrong in ("", "x", joined["reader"], tokens["join"]):
        with pytest.raises(NotFoundError):
            ledger.authenticate(wrong)
    with pytest.raises(NotFoundError):
        ledger.bearer("x")
    # Neither tokens nor keys nor names are in the database's clear text of the chain.
    text = json.dumps(ledger.export())
    assert tokens["join"] not in text
    assert joined["key"] not in text
    assert "小 明" not in text
    ledger.rename(joined["reader"], "somebody")
    assert ledger.names()[joined["reader"]] == "somebody"


def test_one_pool_is_written_down_once(ledger: Ledger, pool: Pool) -> None:
    begin(ledger, pool)
    begin(ledger, pool)
    begin(ledger, make_pool(30))
    assert [link["kind"] for link in ledger.links()] == [
        "start",
        "pool",
        "series",
        "series",
        "pool",
        "series",
    ]
    assert next(one["pool"] for one in ledger.series()) == pool.digest


def test_time_does_not_run_backwards_in_the_chain(
    ledger: Ledger, pool: Pool, program: StandIn
) -> None:
    times = iter(["2026-11-30T12:00:00Z", "2026-11-30T11:00:00Z"] * 20)
    backwards = Ledger(ledger.database, lambda: next(times))
    series = begin(backwards, pool)
    backwards.reveal(backwards.seal(series, program)["trial"])
    assert verify(backwards.export()).valid


def test_the_draw_is_fair_over_the_pool(ledger: Ledger, program: StandIn) -> None:
    series = begin(ledger, make_pool(5), trials=200, controls=())
    targets = [ledger.seal(series, program)["target"] for _ in range(200)]
    counts = [targets.count(one) for one in make_pool(5).ids]
    chi_squared = sum((count - 40) ** 2 / 40 for count in counts)
    assert chi_squared < 30  # 1 in 200,000 by chance


@pytest.mark.parametrize(
    "items",
    [
        {"trials": 0},
        {"trials": 2.5},
        {"trials": True},
        {"options": 1},
        {"alpha": 0.9},
        {"caution": -0.1},
        {"mode": "guess"},
        {"draw": "hand"},
        {"primary": "best"},
        {"controls": ("none",)},
        {"mode": "description", "draw": "die"},
    ],
)
def test_plans_that_cannot_be_judged_are_refused(items: dict[str, object]) -> None:
    with pytest.raises(TrialError):
        Plan(**items)  # type: ignore[arg-type]


def test_a_plan_comes_back_from_its_text() -> None:
    plan = Plan(trials=7, controls=("base-rate",))
    assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
    with pytest.raises(TrialError, match="nothing"):
        Plan.from_dict({"nothing": 1})
