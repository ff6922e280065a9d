"""The same promises on SQLite and PostgreSQL."""

from __future__ import annotations

import pytest

from liuren.casebook.case import Case, Cast, Outcome, Person, Place
from liuren.casebook.errors import FixedError, NotFoundError
from liuren.casebook.store import Casebook, Database
from liuren.casebook.store.migrations import MIGRATIONS, NEWEST, migrate
from liuren.terms.errors import InputError

CHART = {
    "method": "liuren",
    "notation": "甲子日 卯時 亥將",
    "day": "甲子",
    "lesson_form": "重審",
    "patterns": ["炎上"],
    "transmissions": [{"branch": "戌"}, {"branch": "午"}, {"branch": "寅"}],
    "convention": {"shehai": "mengzhong"},
    "engine": "liuren 0.1.0",
    "rulebook": "sha256:0",
}


def example(**fields: object) -> Case:
    plain = {
        "question": "袖中何物？",
        "moment": "2026-11-30T10:00:00+09:00",
        "zone": "Asia/Seoul",
        "place": Place("서울", 37.57, 126.98),
        "cast": Cast.of(CHART),
        "findings": ({"clause": "shefu:zi.5", "facet": "person"},),
        "notes": "鑰匙，개의 열쇠",
        "tags": ("射覆", "課堂"),
        "people": (Person("Kim", role="querent"),),
    }
    return Case(**{**plain, **fields})  # type: ignore[arg-type]


@pytest.fixture
def casebook(database: Database) -> Casebook:
    return Casebook(database)


def test_a_case_comes_back_whole(casebook: Casebook) -> None:
    kept = casebook.add(example())
    again = casebook.get(kept.id)
    assert again == kept
    assert again.cast is not None
    assert (again.cast.engine, again.cast.rulebook) == ("liuren 0.1.0", "sha256:0")
    assert again.cast.chart == CHART
    assert Case.from_dict(again.to_dict()) == kept


def test_edits_are_kept_beside_what_was_before(casebook: Casebook) -> None:
    kept = casebook.add(example())
    casebook.edit(kept.id, notes="a key", outcome=Outcome("hit", "钥匙"))
    casebook.edit(kept.id, tags=("射覆",), people=[])
    states = casebook.history(kept.id)
    assert [one.revision for one in states] == [1, 2, 3]
    assert [one.notes for one in states] == ["鑰匙，개의 열쇠", "a key", "a key"]
    assert states[-1].people == ()
    assert states[-1].outcome == Outcome("hit", "钥匙")
    assert casebook.get(kept.id) == states[-1]


def test_an_edit_that_changes_nothing_writes_nothing(casebook: Casebook) -> None:
    kept = casebook.add(example())
    assert casebook.edit(kept.id, notes=kept.notes) == kept
    assert len(casebook.history(kept.id)) == 1


@pytest.mark.parametrize("name", ["cast", "findings", "chart"])
def test_chart_and_findings_cannot_be_edited(casebook: Casebook, name: str) -> None:
    kept = casebook.add(example())
    with pytest.raises(FixedError):
        casebook.edit(kept.id, **{name: None})
    assert casebook.get(kept.id) == kept


def test_history_rows_cannot_be_changed_in_the_database(casebook: Casebook) -> None:
    kept = casebook.add(example())
    with pytest.raises(Exception, match="only added"), casebook.database.writing() as connection:
        connection.exec_driver_sql("UPDATE revisions SET content = 'x'")
    assert casebook.history(kept.id) == [kept]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("何物", True),
        ("袖中", True),
        ("袖物", False),
        ("匙", True),
        ("열쇠", True),
        ("열쇠 서울", True),
        ("쇠열", False),
        ("重審", True),
        ("重审", True),
        ("중심", True),
        ("갑자", True),
        ("课堂", True),
        ("ｋｉｍ", True),
        ("課堂", True),
        ("KIM", True),
        ("甲子日", True),
        ("中物", False),
        ("querent 何物", True),
        ("100%", False),
        ("", True),
    ],
)
def test_search_finds_two_character_words(casebook: Casebook, query: str, found: bool) -> None:
    kept = casebook.add(example())
    casebook.add(Case(question="something else altogether"))
    hits = [one.id for one in casebook.search(query)]
    assert (kept.id in hits) is found
    assert len(hits) == (2 if query == "" else int(found))


def test_pairs_that_all_occur_but_not_as_the_word_are_no_hit(casebook: Casebook) -> None:
    casebook.add(Case(question="甲乙 乙丙"))
    assert casebook.search("甲乙丙") == []


def test_search_narrows_by_tag_status_method_and_time(casebook: Casebook) -> None:
    first = casebook.add(example())
    second = casebook.add(example(cast=None, tags=("別",), outcome=Outcome("miss")))
    assert [one.id for one in casebook.search(tag="射覆")] == [first.id]
    assert [one.id for one in casebook.search(status="miss")] == [second.id]
    assert [one.id for one in casebook.search(method="liuren")] == [first.id]
    assert [one.id for one in casebook.search(since=second.created)] == [second.id]
    assert [one.id for one in casebook.search(until=second.created)] == [first.id]
    assert [one.id for one in casebook.search("何物", limit=1, offset=1)] == [first.id]
    assert casebook.tags() == {"別": 1, "射覆": 1, "課堂": 1}
    assert casebook.counts() == {"open": 1, "miss": 1}


def test_an_edit_is_found_by_its_new_words_only(casebook: Casebook) -> None:
    kept = casebook.add(example())
    casebook.edit(kept.id, notes="哨子")
    assert casebook.search("鑰匙") == []
    assert [one.id for one in casebook.search("哨子")] == [kept.id]


def test_erasing_leaves_no_word_of_the_case(casebook: Casebook) -> None:
    kept = casebook.add(example(notes="祕密之事"))
    casebook.edit(kept.id, notes="")
    casebook.erase(kept.id)
    with pytest.raises(NotFoundError):
        casebook.get(kept.id)
    with casebook.database.reading() as connection:
        for table in ("cases", "revisions", "tags", "grams"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one() == 0


def test_an_id_may_be_shortened_while_it_is_clear(casebook: Casebook) -> None:
    kept = casebook.add(example(id="abcdef123456"))
    casebook.add(example(id="abcd00000000"))
    assert casebook.get("abcde") == kept
    with pytest.raises(NotFoundError, match="More than one"):
        casebook.get("abcd")
    with pytest.raises(NotFoundError):
        casebook.get("abc")


@pytest.mark.parametrize("text", ["a\x00b", "half \ud800 a character"])
def test_text_that_no_database_keeps_is_refused(casebook: Casebook, text: str) -> None:
    with pytest.raises(InputError):
        casebook.add(Case(question=text))
    assert casebook.search() == []


def test_an_unknown_outcome_is_refused_with_the_nearest(casebook: Casebook) -> None:
    with pytest.raises(InputError) as caught:
        casebook.add(Case(question="q", outcome=Outcome("hitt")))
    assert "'hit'" in caught.value.hint


def test_opening_again_finds_what_was_kept(location: str) -> None:
    with Database(location) as first:
        kept = Casebook(first).add(example())
    with Database(location) as second:
        assert Casebook(second).get(kept.id) == kept
        assert second.schema_step == NEWEST


def test_steps_are_numbered_without_gaps() -> None:
    assert [one.number for one in MIGRATIONS] == list(range(1, NEWEST + 1))


def test_an_older_casebook_is_brought_up_to_date_with_its_cases(location: str) -> None:
    with Database(location) as old:
        kept = Casebook(old).add(example())
        with old.writing() as connection:  # back to the first step
            for table in ("tokens", "readers", "sealed", "links"):
                connection.exec_driver_sql(f"DROP TABLE {table}")
            connection.exec_driver_sql("DELETE FROM schema_step WHERE number > 1")
    with Database(location) as now:
        assert now.schema_step == NEWEST
        assert Casebook(now).get(kept.id) == kept
        with now.writing() as connection:
            assert migrate(connection) == NEWEST  # again is no harm
