"""What is exported can be imported: whole, again, and into a casebook that went on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from casebook_standins import StandIn, make_pool

from liuren.casebook.case import Case, Cast, Outcome, Person, Place
from liuren.casebook.errors import ImportFileError
from liuren.casebook.exchange import (
    from_csv,
    from_json_lines,
    from_markdown,
    to_csv,
    to_json_lines,
    to_markdown,
)
from liuren.casebook.ledger import Ledger
from liuren.casebook.plan import Plan
from liuren.casebook.store import Casebook, Database
from liuren.casebook.store.whole import export_whole, import_whole
from liuren.casebook.words import say

AWKWARD = (
    "=1+1",
    "'quoted",
    "'=1+1",
    '-5, 六; "q"',
    "two\nlines\r\nand ~~~~\n~~~~json liuren-case\n{}\n~~~~",
    "  spaces  ",
    "열쇠\u2028와",
)


@pytest.fixture
def full(tmp_path: Path) -> Casebook:
    casebook = Casebook(Database(tmp_path / "full.sqlite"))
    for number, text in enumerate(AWKWARD):
        case = casebook.add(
            Case(
                question=text,
                notes=text,
                tags=("射覆", f"t{number}"),
                place=Place(text, 1.5, -2.25),
                people=(Person(text),),
                cast=Cast.of({"method": "liuren", "notation": text, "day": "甲子"}),
                findings=({"clause": "shefu:zi.5"},),
            )
        )
        casebook.edit(case.id, outcome=Outcome("hit", text))
    yield casebook
    casebook.close()


def test_json_lines_carry_the_whole_history(full: Casebook, database: Database) -> None:
    text = to_json_lines(full.histories())
    assert text.count("\n") == len(AWKWARD)
    other = Casebook(database)
    done = other.put_history(from_json_lines(text))
    assert len(done["added"]) == len(AWKWARD)
    assert other.histories() == full.histories()
    assert len(other.put_history(from_json_lines(text))["unchanged"]) == len(AWKWARD)


@pytest.mark.parametrize("form", ["csv", "markdown"])
def test_tables_and_texts_carry_the_present_state(
    full: Casebook, database: Database, form: str
) -> None:
    if form == "csv":
        states = from_csv(to_csv(full.histories()))
    else:
        states = from_markdown(
            to_markdown(full.histories(), "ko", lambda key, lang: say(key, lang))
        )
    other = Casebook(database)
    assert len(other.put_states(states)["added"]) == len(AWKWARD)
    for ours in other.search():
        theirs = full.get(ours.id).to_dict()
        assert {**ours.to_dict(), "revision": 2} == theirs
    assert len(other.put_states(states)["unchanged"]) == len(AWKWARD)


def test_a_row_changed_in_a_spreadsheet_becomes_an_edit(full: Casebook) -> None:
    states = from_csv(to_csv(full.histories()))
    states[-1] = replace(states[-1], notes="자물쇠")
    done = full.put_states(states)
    assert len(done["extended"]) == 1
    assert [one.revision for one in full.history(done["extended"][0])] == [1, 2, 3]
    # The same sheet with another change is older than what is here now, and charts are not edited.
    states[-1] = replace(states[-1], notes="문")
    assert len(full.put_states(states)["conflicting"]) == 1
    redrawn = [replace(one, cast=None) for one in from_csv(to_csv(full.histories()))]
    assert len(full.put_states(redrawn)["conflicting"]) == len(AWKWARD)


def test_a_plain_list_of_questions_is_enough(database: Database) -> None:
    casebook = Casebook(database)
    done = casebook.put_states(from_csv("question,tags\n袖中何物,射覆；課\n盒中何物,\n"))
    assert len(done["added"]) == 2
    assert casebook.tags() == {"射覆": 1, "課": 1}


def test_histories_that_went_different_ways_are_not_mixed(full: Casebook, tmp_path: Path) -> None:
    with Database(tmp_path / "other.sqlite") as database:
        other = Casebook(database)
        other.put_history(full.histories())
        case = full.search()[0]
        full.edit(case.id, notes="ours")
        assert other.put_history([full.history(case.id)])["extended"] == [case.id]
        full.edit(case.id, notes="ours again")
        other.edit(case.id, notes="theirs")
        assert other.put_history([full.history(case.id)])["conflicting"] == [case.id]
        assert other.get(case.id).notes == "theirs"
        other.erase(case.id)
        assert other.put_history([full.history(case.id)])["erased"] == [case.id]


def test_one_file_holds_everything(database: Database, tmp_path: Path) -> None:
    casebook, ledger = Casebook(database), Ledger(database)
    casebook.add(Case(question="袖中何物"))
    series = ledger.begin(Plan(trials=3), make_pool())["series"]
    reader = ledger.local_reader("小明")
    ledger.reveal(ledger.seal(series, StandIn())["trial"])
    waiting = ledger.seal(series, StandIn())["trial"]
    ledger.answer(waiting, reader, ledger.view(waiting)["options"][0])
    whole = json.loads(json.dumps(export_whole(database)))
    with Database(tmp_path / "new.sqlite") as other:
        done = import_whole(other, whole)
        assert (len(done["added"]), done["chain"]) == (1, len(ledger.links()))
        moved = Ledger(other)
        assert moved.export() == ledger.export()
        assert moved.names() == {reader: "小明"}
        # The open trial can still be ended, and the old file changes nothing any more.
        assert moved.reveal(waiting)["target"] == ledger.view(waiting, "host")["target"]
        assert import_whole(other, whole)["chain"] == 0
    # Two chains that went different ways cannot be joined.
    ledger.abandon(waiting)
    with Database(tmp_path / "new.sqlite") as other:
        before = Ledger(other).export()
        with pytest.raises(ImportFileError, match="cannot be joined"):
            import_whole(other, export_whole(database))
        assert Ledger(other).export() == before


def test_an_import_with_one_bad_line_takes_nothing(full: Casebook, database: Database) -> None:
    text = to_json_lines(full.histories()) + '{"history": [{"id": "x", "revision": 2}]}\n'
    with pytest.raises(ImportFileError, match=f"line {len(AWKWARD) + 1}"):
        Casebook(database).put_history(from_json_lines(text))
    assert Casebook(database).search() == []


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (from_json_lines, "not json"),
        (from_json_lines, "[]"),
        (from_json_lines, '{"history": []}'),
        (from_json_lines, '{"history": [5]}'),
        (from_csv, "name\nx\n"),
        (from_csv, 'question\n"open'),
        (from_csv, "question,latitude\nq,north\n"),
        (from_csv, "question,cast\nq,{\n"),
        (from_csv, "question\na,b,c\n"),
        (from_markdown, "# nothing"),
        (from_markdown, "~~~~json liuren-case\n[1]\n~~~~"),
    ],
)
def test_what_cannot_be_read_is_said_so(read: object, text: str) -> None:
    with pytest.raises(ImportFileError):
        read(text)  # type: ignore[operator]


@pytest.mark.parametrize("data", [None, [], {}, {"format": "liuren-casebook/1"}, {"format": "x"}])
def test_a_whole_file_of_another_form_is_refused(tmp_path: Path, data: object) -> None:
    with Database(tmp_path / "c.sqlite") as database, pytest.raises(ImportFileError):
        import_whole(database, data)
