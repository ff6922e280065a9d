"""Every cheat is found by ``verify``, which is given the exported chain and nothing else."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from casebook_standins import Clock, StandIn, make_pool
from hypothesis import given, settings
from hypothesis import strategies as st

from liuren.casebook.chain import export, link_hash, make_link, receipt
from liuren.casebook.ledger import Ledger
from liuren.casebook.plan import Plan
from liuren.casebook.seal import Opening
from liuren.casebook.store import Database
from liuren.casebook.verification import verify

Chain = dict[str, Any]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chain]:
    """Two series, eight trials: revealed, abandoned, open, dealt; answers by two readers, one late."""
    folder: Path = tmp_path_factory.mktemp("chain")
    program = StandIn()
    with Database(folder / "c.sqlite") as database:
        ledger = Ledger(database, Clock())
        readers = [ledger.local_reader(name) for name in ("A", "B")]
        one = ledger.begin(Plan(trials=6), make_pool())["series"]
        two = ledger.begin(Plan(trials=4, mode="description"), make_pool())["series"]
        three = ledger.begin(Plan(trials=3, draw="die"), make_pool())["series"]
        for number in range(4):
            trial = ledger.seal(one, program, {"number": number})["trial"]
            for reader in readers:
                ledger.answer(trial, reader, ledger.view(trial)["options"][number])
            ledger.reveal(trial)
        ledger.answer(f"{one}.1", readers[0], ledger.view(f"{one}.1")["target"])
        trial = ledger.seal(two, program)["trial"]
        ledger.answer(trial, readers[0], {"colour": {"red": 0.7, "blue": 0.3}})
        ledger.reveal(trial)
        ledger.abandon(ledger.seal(two, program)["trial"], "tired")
        ledger.seal(two, program)
        ledger.seal(three, program, trial=ledger.deal(three)["trial"], die=2)
        ledger.reveal(f"{three}.1")
        ledger.deal(three)
        yield json.loads(json.dumps(ledger.export()))


def rehash(chain: Chain) -> Chain:
    """Write the joints anew, as a cheat with time would."""
    links: list[Any] = []
    for link in chain["links"]:
        previous = links[-1] if links else None
        links.append(
            make_link(
                previous, link["at"], link["kind"], link["body"], link["series"], link["trial"]
            )
        )
    return export(links)


def codes(chain: Chain, receipts: tuple[str, ...] = ()) -> set[str]:
    return {problem.code for problem in verify(chain, receipts).problems}


def places(chain: Chain, kind: str) -> list[int]:
    return [place for place, link in enumerate(chain["links"]) if link["kind"] == kind]


def test_the_honest_chain_is_sound(honest: Chain) -> None:
    checked = verify(honest)
    assert checked.problems == ()
    assert checked.counts == {
        "links": len(honest["links"]),
        "started": 9,
        "sealed": 8,
        "revealed": 6,
        "abandoned": 1,
        "open": 2,
        "late": 1,
    }
    assert rehash(copy.deepcopy(honest)) == honest


def test_any_change_of_any_link_is_found(honest: Chain) -> None:
    """Every leaf of every link, changed by itself."""
    chance = random.Random(1)
    tried = 0
    for place, link in enumerate(honest["links"]):
        leaves = list(_leaves(link))
        for path in chance.sample(leaves, min(12, len(leaves))):
            cheat = copy.deepcopy(honest)
            _change(cheat["links"][place], path)
            assert not verify(cheat).valid, (place, path)
            tried += 1
    assert tried > 200


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*path, place))
    else:
        yield path


def _change(value: Any, path: tuple[Any, ...]) -> None:
    for step in path[:-1]:
        value = value[step]
    old = value[path[-1]]
    value[path[-1]] = old + 1 if isinstance(old, int | float) else f"{old}x"


def test_every_dropped_link_and_every_dropped_trial_is_found(honest: Chain) -> None:
    for place in range(len(honest["links"])):
        cheat = copy.deepcopy(honest)
        del cheat["links"][place]
        assert not verify(cheat).valid
    trials = {link["trial"] for link in honest["links"]} - {""}
    for trial in trials:
        cheat = copy.deepcopy(honest)
        cheat["links"] = [link for link in cheat["links"] if link["trial"] != trial]
        assert not verify(cheat).valid
        cheat["head"] = {"count": len(cheat["links"]), "hash": cheat["links"][-1]["hash"]}
        last = honest["links"][-1]["trial"] == trial
        assert last or not verify(cheat).valid


def test_a_dropped_trial_is_found_even_in_a_chain_written_anew(honest: Chain) -> None:
    series = honest["links"][places(honest, "seal")[0]]["series"]
    for number in (1, 2, 3):  # not the last: a series may simply have been stopped there
        cheat = copy.deepcopy(honest)
        cheat["links"] = [one for one in cheat["links"] if one["trial"] != f"{series}.{number}"]
        assert "position" in codes(rehash(cheat))


def test_every_pair_of_links_out_of_order_is_found(honest: Chain) -> None:
    count = len(honest["links"])
    for first in range(count):
        for second in (first + 1, count - 1):
            if first < second < count:
                cheat = copy.deepcopy(honest)
                links = cheat["links"]
                links[first], links[second] = links[second], links[first]
                assert "order" in codes(cheat)
    shuffled = copy.deepcopy(honest)
    shuffled["links"].reverse()
    assert "order" in codes(shuffled)


def test_a_cut_tail_is_found(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    del cheat["links"][-3:]
    assert codes(cheat) == {"head"}
    # With the head rewritten only a receipt of what was cut shows it.
    cut = export(cheat["links"])
    assert verify(cut).valid
    assert codes(cut, (receipt(honest["links"][-1]),)) == {"receipt"}


@pytest.mark.parametrize("name", ["target", "decoys", "chart", "forecast", "plan", "pool", "seed"])
def test_an_edited_secret_is_found_even_in_a_chain_written_anew(honest: Chain, name: str) -> None:
    for kind in ("reveal", "abandon"):
        for place in places(honest, kind):
            cheat = copy.deepcopy(honest)
            opening = cheat["links"][place]["body"]["openings"][name]
            opening["value"] = _other(opening["value"])
            assert "seal" in codes(rehash(cheat))


def _other(value: Any) -> Any:
    if isinstance(value, dict):
        return {**value, "more": 1}
    return ("0" if str(value)[0] != "0" else "1") + str(value)[1:]


@pytest.mark.parametrize("place", range(4))
def test_a_target_changed_together_with_its_seal_is_not_what_the_seed_draws(
    honest: Chain, place: int
) -> None:
    cheat = copy.deepcopy(honest)
    reveal = cheat["links"][places(cheat, "reveal")[place]]
    seal = next(
        one for one in cheat["links"] if one["kind"] == "seal" and one["trial"] == reveal["trial"]
    )
    options = reveal["body"]["openings"]["decoys"]["value"]["options"]
    old = reveal["body"]["openings"]["target"]["value"]
    for other in options:
        if other != old:
            opening = Opening.of(other)
            reveal["body"]["openings"]["target"] = opening.to_dict()
            seal["body"]["commitments"]["target"] = opening.commitment
            assert codes(rehash(cheat)) == {"draw"}


def test_things_chosen_by_hand_are_found(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    reveal = cheat["links"][places(cheat, "reveal")[0]]
    seal = next(
        one for one in cheat["links"] if one["kind"] == "seal" and one["trial"] == reveal["trial"]
    )
    options = reveal["body"]["openings"]["decoys"]["value"]["options"]
    options.reverse()
    opening = Opening.of({"options": options})
    reveal["body"]["openings"]["decoys"] = opening.to_dict()
    seal["body"]["commitments"]["decoys"] = opening.commitment
    seal["body"]["options"] = options
    assert "draw" in codes(rehash(cheat))


def test_a_late_answer_is_found_wherever_it_is_put(honest: Chain) -> None:
    reveal_at = places(honest, "reveal")[0]
    reveal = honest["links"][reveal_at]
    opening = Opening.of(
        {
            one: float(one == reveal["body"]["openings"]["target"]["value"])
            for one in reveal["body"]["openings"]["decoys"]["value"]["options"]
        }
    )
    late = {"reader": "r1", "commitment": opening.commitment}
    for place in range(len(honest["links"]) + 1):
        cheat = copy.deepcopy(honest)
        previous = cheat["links"][place - 1] if place else None
        link = make_link(previous, reveal["at"], "entry", late, reveal["series"], reveal["trial"])
        cheat["links"].insert(place, link)
        assert not verify(cheat).valid
        anew = rehash(cheat)
        assert not verify(anew).valid
        if place > reveal_at:
            assert "late" in codes(anew)


def test_the_mark_of_a_late_answer_cannot_be_taken_off(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    link = next(one for one in cheat["links"] if one["body"].get("late"))
    opening = Opening.from_dict(link["body"]["opening"])
    link["body"] = {"reader": link["body"]["reader"], "commitment": opening.commitment}
    assert "late" in codes(rehash(cheat))


def test_an_answer_swapped_or_hidden_at_the_reveal_is_found(honest: Chain) -> None:
    for change in ("swap", "hide", "invent"):
        cheat = copy.deepcopy(honest)
        entries = cheat["links"][places(cheat, "reveal")[0]]["body"]["entries"]
        first, second = list(entries)
        if change == "swap":
            entries[first], entries[second] = entries[second], entries[first]
        elif change == "hide":
            del entries[first]
        else:
            invented = Opening.of(entries[first]["value"])
            entries[invented.commitment] = invented.to_dict()
        assert "entry" in codes(rehash(cheat))


def test_probabilities_that_are_none_are_found(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    reveal_at = places(cheat, "reveal")[0]
    reveal = cheat["links"][reveal_at]
    sealed, opening = next(iter(reveal["body"]["entries"].items()))
    greedy = Opening.of(dict.fromkeys(opening["value"], 1.0))
    entry = next(one for one in cheat["links"] if one["body"].get("commitment") == sealed)
    entry["body"]["commitment"] = greedy.commitment
    del reveal["body"]["entries"][sealed]
    reveal["body"]["entries"][greedy.commitment] = greedy.to_dict()
    assert codes(rehash(cheat)) == {"entry"}


def test_a_plan_changed_afterwards_is_found(honest: Chain) -> None:
    for name, value in (("trials", 4), ("alpha", 0.2), ("primary", "betting"), ("caution", 0.5)):
        cheat = copy.deepcopy(honest)
        cheat["links"][places(cheat, "series")[0]]["body"]["plan"][name] = value
        assert "plan" in codes(rehash(cheat))


def test_more_trials_than_planned_are_found(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    cheat["links"][places(cheat, "series")[0]]["body"]["plan"]["trials"] = 2
    assert any("more trials" in one.message for one in verify(rehash(cheat)).problems)


def test_a_chain_written_anew_does_not_hold_the_receipts(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    cheat["links"][0]["body"]["casebook"] = "0" * 32
    anew = rehash(cheat)
    kept = tuple(receipt(link) for link in honest["links"])
    assert verify(honest, kept).valid
    assert len(verify(anew, kept).problems) >= len(kept)
    for nonsense in ("", "x", "1-", "999999-00000000", "1-zz"):
        assert codes(honest, (nonsense,)) == {"receipt"}


def test_time_set_back_is_found(honest: Chain) -> None:
    cheat = copy.deepcopy(honest)
    place = places(cheat, "entry")[3]
    cheat["links"][place]["at"] = "2020-01-01T00:00:00Z"
    cheat["links"][place]["hash"] = link_hash(cheat["links"][place])
    for later in range(place + 1, len(cheat["links"])):
        cheat["links"][later]["previous"] = cheat["links"][later - 1]["hash"]
        cheat["links"][later]["hash"] = link_hash(cheat["links"][later])
    cheat["head"]["hash"] = cheat["links"][-1]["hash"]
    assert codes(cheat) == {"time"}


@pytest.mark.parametrize(
    "break_it",
    [
        lambda _chain: None,
        lambda _chain: [],
        lambda _chain: {},
        lambda chain: {**chain, "links": None},
        lambda chain: {**chain, "links": []},
        lambda chain: {**chain, "links": [5]},
        lambda chain: {**chain, "links": [{}]},
        lambda chain: {**chain, "head": 7},
        lambda chain: {**chain, "links": [{**chain["links"][0], "number": [1]}]},
        lambda chain: {**chain, "links": [{**chain["links"][0], "body": {1: 2}}]},
    ],
)
def test_nonsense_is_a_problem_not_an_accident(
    honest: Chain, break_it: Callable[[Chain], Any]
) -> None:
    assert not verify(break_it(copy.deepcopy(honest))).valid


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_body_of_any_link_may_be_nonsense(honest: Chain, data: st.DataObject) -> None:
    cheat = {**honest, "links": list(honest["links"])}
    place = data.draw(st.integers(1, len(honest["links"]) - 1))
    link = copy.deepcopy(honest["links"][place])
    path = data.draw(st.sampled_from([path for path in _leaves(link["body"]) if path]))
    target = link["body"]
    for step in path[: data.draw(st.integers(0, len(path) - 1))]:
        target = target[step]
    name = data.draw(st.sampled_from(list(target))) if isinstance(target, dict) else 0
    old, target[name] = target[name], data.draw(_JSON)
    cheat["links"][place] = link
    verify(rehash(cheat))  # says something or nothing, but does not fall over
    assert verify(cheat).valid is (json.dumps(target[name]) == json.dumps(old))


def problems() -> list[str]:
    """What the verification may find wrong, with X in every place."""
    import ast
    from pathlib import Path

    from liuren.casebook import verification

    tree = ast.parse(Path(verification.__file__).read_text(encoding="utf-8"))
    found = []
    for node in ast.walk(tree):
        name = getattr(
            getattr(node, "func", None), "attr", getattr(getattr(node, "func", None), "id", "")
        )
        if isinstance(node, ast.Call) and name in ("_problem", "Problem"):
            text = node.args[-1]
            if isinstance(text, ast.Constant):
                found.append(str(text.value))
            elif isinstance(text, ast.JoinedStr):
                found.append(
                    "".join(
                        str(p.value) if isinstance(p, ast.Constant) else "X" for p in text.values
                    )
                )
    return found


def test_every_fault_of_a_chain_is_told_in_every_language() -> None:
    from liuren.terms.sentences import translated

    assert len(problems()) > 40
    for text in problems():
        for language in ("zh-Hant", "zh-Hans", "ko"):
            assert translated(text, language), text
