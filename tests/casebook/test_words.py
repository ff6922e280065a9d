"""Plain words: the same in four languages, and never more than the numbers allow."""

from __future__ import annotations

import string
import tomllib
from typing import Any

import pytest
from casebook_standins import StandIn, make_pool

from liuren.casebook.ledger import Ledger
from liuren.casebook.plan import Plan
from liuren.casebook.program import uniform
from liuren.casebook.reports import report
from liuren.casebook.store import Database
from liuren.casebook.words import say, statements
from liuren.terms.resources import data_path

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")
TEXTS = tomllib.loads((data_path("vocabulary") / "trials.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", list(TEXTS))
def test_every_text_is_in_four_languages_with_the_same_places(key: str) -> None:
    row = TEXTS[key]
    assert tuple(row) == LANGUAGES
    places = [
        sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})
        for text in row.values()
    ]
    assert all(one == places[0] for one in places)
    assert all(text.strip() for text in row.values())
    assert any("가" <= letter <= "힣" for letter in row["ko"]) or row["ko"].startswith("p(")


def test_simplified_and_traditional_are_not_mixed() -> None:
    only_simplified, only_traditional = (
        "试验课盘对称输们这么里种还没说",
        "試驗課盤對稱輸們這麼裡種還沒說",
    )
    for row in TEXTS.values():
        assert not set(row["zh-Hant"]) & set(only_simplified)
        assert not set(row["zh-Hans"]) & set(only_traditional)


def table_of(
    database: Database, answers: str, trials: int = 20, reveal: int = 20
) -> dict[str, Any]:
    """A series in which reader A always (``right``), never (``wrong``) or evenly (``even``) answers."""
    ledger = Ledger(database)
    series = ledger.begin(Plan(trials=trials, arrangements=999), make_pool())["series"]
    reader = ledger.local_reader("A")
    for number in range(reveal):
        view = ledger.seal(series, StandIn(), {"number": number})
        target = view["target"]
        others = [one for one in view["options"] if one != target]
        given: Any = {"right": target, "wrong": others[0], "even": uniform(view["options"])}[
            answers
        ]
        ledger.answer(view["trial"], reader, given)
        ledger.reveal(view["trial"])
    return report(ledger.export(), series, ledger.names())


def human(table: dict[str, Any]) -> str:
    return str(next(row["reader"] for row in table["rows"] if row["kind"] == "human"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_is_and_is_not_is_always_said(tmp_path: Any, language: str) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        for answers in ("right", "wrong"):
            table = table_of(database, answers, reveal=4)
            for reader in ("program", human(table), "nobody"):
                told = statements(table, language, reader)
                assert told[0] == say("words.nature", language)
                assert told[-3:] == [
                    say(f"words.{name}", language) for name in ("limits", "classical", "advice")
                ]


def test_luck_is_called_luck(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        table = table_of(database, "even")
        told = " ".join(statements(table, "en", human(table)))
    assert "agree with luck alone" in told
    assert "Nothing here shows that it works better than chance" in told
    assert "strong sign" not in told


def test_a_reader_who_always_knows_gets_a_strong_sign_and_no_praise_beyond_it(
    tmp_path: Any,
) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        table = table_of(database, "right")
        told = statements(table, "en", human(table))
    row = next(one for one in table["rows"] if one["kind"] == "human")
    assert row["betting"]["score"] > 1e6
    assert row["rank_sum"]["p"] == 5.0**-20
    assert row["permutation"]["p"] == 1 / 1000
    assert row["hits"]["interval"][0] > 0.2
    text = " ".join(told)
    assert "strong sign; others still have to repeat it" in text
    assert "one uncommon result is not yet a skill" in text


def test_a_reader_who_is_always_wrong(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        table = table_of(database, "wrong", trials=40, reveal=40)
        told = " ".join(statements(table, "en", human(table)))
    assert "worse than guessing" in told
    assert "did worse than the base rates" in told


def test_before_the_planned_end_no_p_value_is_told(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        table = table_of(database, "right", reveal=19)
        told = " ".join(statements(table, "en", human(table)))
    assert table["peeking"]
    for row in table["rows"]:
        assert row["rank_sum"]["p"] is row["permutation"]["p"] is row["hits"]["p"] is None
    assert "are not done" in told
    assert "p = " not in told


def test_controls_stand_in_the_same_table_and_are_compared(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        table = table_of(database, "even")
        told = " ".join(statements(table, "en"))
    kinds = {row["reader"]: row["kind"] for row in table["rows"]}
    assert list(kinds)[:4] == ["program", "base-rate", "shuffled-chart", "wrong-hour"]
    base = table["rows"][1]
    assert base["log"]["total"] == 0
    assert base["betting"]["score"] == pytest.approx(1)
    assert base["brier"]["mean"] == pytest.approx(base["brier"]["base_rate"])
    assert "shuffled chart" in told
    assert "wrong-hour chart" in told


def test_a_broken_chain_is_evidence_of_nothing(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        ledger = Ledger(database)
        series = ledger.begin(Plan(trials=2, arrangements=99), make_pool())["series"]
        ledger.reveal(ledger.seal(series, StandIn())["trial"])
        chain = ledger.export()
    chain["links"][-1]["at"] = "2030"
    told = statements(report(chain, series), "en")
    assert any("evidence of nothing" in one for one in told)


def test_a_group_is_judged_by_its_mean(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        ledger = Ledger(database)
        series = ledger.begin(Plan(trials=4, group=True, arrangements=99), make_pool())["series"]
        readers = [ledger.local_reader(name) for name in "ABC"]
        for _ in range(4):
            view = ledger.seal(series, StandIn())
            for reader in readers:
                ledger.answer(view["trial"], reader, view["target"])
            ledger.reveal(view["trial"])
        table = report(ledger.export(), series, ledger.names())
    group = table["rows"][-1]
    one = table["rows"][-2]
    assert (group["kind"], group["answers"], group["trials"]) == ("group", 12, 4)
    # Three who say the same are no more evidence than one.
    assert group["betting"] == pytest.approx(one["betting"])
    assert group["rank_sum"] == one["rank_sum"]


def test_a_reader_who_skipped_a_trial_gets_no_planned_test(tmp_path: Any) -> None:
    with Database(tmp_path / "c.sqlite") as database:
        ledger = Ledger(database)
        series = ledger.begin(Plan(trials=2, arrangements=99), make_pool())["series"]
        reader = ledger.local_reader("A")
        for number in range(2):
            view = ledger.seal(series, StandIn())
            if number:
                ledger.answer(view["trial"], reader, view["target"])
            ledger.reveal(view["trial"])
        table = report(ledger.export(), series)
    row = next(one for one in table["rows"] if one["reader"] == reader)
    assert row["rank_sum"]["p"] is None
    assert any("did not answer every trial" in one for one in statements(table, "en", reader))


def test_every_name_of_the_room_is_where_it_is_said_to_be() -> None:
    import liuren.casebook

    assert all(getattr(liuren.casebook, name) is not None for name in liuren.casebook.__all__)
