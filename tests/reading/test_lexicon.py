"""The vocabulary of the reading: every value exists, labels are unique, nothing is coded twice."""

import pkgutil
import tomllib
from collections import Counter

import pytest

from liuren.edition import work as edition_work
from liuren.reading import lexicon, vocabulary
from liuren.reading.likeness import answers
from liuren.reading.objects import named_by
from liuren.reading.profile import KEYS
from liuren.terms.convention import registry
from liuren.terms.errors import DataError
from liuren.terms.resources import data_path

LANGUAGES = vocabulary.LANGUAGES
OBJECTS = lexicon()
# Concepts too wide to be one thing of the lexicon.
NOT_ONE_THING: set[str] = set()
FILES = sorted((data_path("vocabulary") / "objects").glob("*.toml"))


def test_there_are_at_least_400_things() -> None:
    assert len(OBJECTS) >= 400


def test_ids_are_unique_across_files() -> None:
    ids = Counter(name for path in FILES for name in tomllib.loads(path.read_text("utf-8")))
    assert [name for name, count in ids.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_unique(language: str) -> None:
    labels = Counter(thing.labels[language].strip().lower() for thing in OBJECTS)
    assert [label for label, count in labels.items() if count > 1 or not label] == []


def test_every_value_exists_and_is_given_once() -> None:
    for thing in OBJECTS:
        for facet, codes in thing.attributes.items():
            assert vocabulary.facets()[facet]["attribute"], thing.id
            assert len(set(codes)) == len(codes), thing.id
            assert set(codes) <= set(vocabulary.values(facet)), thing.id


def test_every_thing_is_coded_enough_to_be_told_apart() -> None:
    needed = {"kind", "edible", "alive", "habitat", "origin"}
    for thing in OBJECTS:
        assert needed <= set(thing.attributes), thing.id
        assert len(thing.attributes) >= 8, thing.id
    codes = Counter(repr(sorted(thing.attributes.items())) for thing in OBJECTS)
    assert max(codes.values()) == 1


def test_codes_do_not_contradict_each_other() -> None:
    exclusive = {"edible", "alive", "hollow"}
    for thing in OBJECTS:
        for facet in exclusive & set(thing.attributes):
            assert len(thing.attributes[facet]) == 1, (thing.id, facet)
        for facet, codes in thing.attributes.items():
            for value, denied in vocabulary.relations(facet)[2].items():
                assert not {value, denied} <= set(codes), (thing.id, facet)
        if "taste" in thing.attributes:
            assert thing.attributes["edible"] == ("yes",) or thing.attributes["kind"], thing.id


def test_attributes_have_four_labels_unique_within_the_facet() -> None:
    rows = tomllib.loads((data_path("vocabulary") / "attributes.toml").read_text("utf-8"))
    for name, row in rows.items():
        assert name.startswith(f"{row['facet']}-")
        assert vocabulary.facets()[row["facet"]]["attribute"]
    for language in LANGUAGES:
        labels = Counter((row["facet"], row[language]) for row in rows.values())
        assert [label for label, count in labels.items() if count > 1 or not label[1]] == []
    wordings = Counter(
        (row["facet"], word) for row in rows.values() for word in {row["zh-Hant"], *row["alias"]}
    )
    assert max(wordings.values()) == 1
    facets = [row["facet"] for row in rows.values()]
    assert facets == sorted(facets)


def test_relations_name_known_values() -> None:
    for facet in vocabulary.facets():
        wider, near, opposite, _ = vocabulary.relations(facet)
        known = set(vocabulary.values(facet))
        assert set(wider) <= known
        assert {w for ws in wider.values() for w in ws} <= known
        assert set(near) <= known
        assert set(opposite) | set(opposite.values()) <= known
        assert all(0 < likeness <= 1 for row in near.values() for likeness in row.values())


def test_profile_keys_hold_every_attribute_facet_once() -> None:
    gathered = [facet for facets in KEYS.values() for facet in facets]
    attributes = [facet for facet, row in vocabulary.facets().items() if row["attribute"]]
    assert sorted(gathered) == sorted(attributes)


def test_topics_name_known_facets() -> None:
    for name, row in vocabulary.topics().items():
        assert set(row["facets"]) <= set(vocabulary.facets()), name
        assert all(row[language] for language in LANGUAGES)


def test_sentences_exist_in_four_languages_with_the_same_places() -> None:
    import re

    for key, row in vocabulary.explanation().items():
        places = {language: set(re.findall(r"\{(\w+)", row[language])) for language in LANGUAGES}
        if key.startswith("phrase."):
            facet, _, value = key.removeprefix("phrase.").partition(".")
            assert value in vocabulary.values(facet), key
        else:
            assert len({frozenset(found) for found in places.values()}) == 1, key


def test_likeness() -> None:
    kinds = vocabulary.relations("kind")
    assert answers("metal", ("silverware",), kinds) == 1.0
    assert 0 < answers("silverware", ("metal",), kinds) < 1.0
    assert answers("water", ("weapon",), kinds) == 0.0
    assert answers("fire", (), kinds) == 0.0
    shapes = vocabulary.relations("shape")
    assert answers("not-round", ("square",), shapes) == 1.0
    assert answers("not-round", ("round",), shapes) == 0.0
    assert answers("square", ("four-cornered",), shapes) == 1.0


def test_answers_of_codings_are_what_likeness_says() -> None:
    for facet in ("kind", "colour", "shape", "edible"):
        codings, own = vocabulary.codings(facet)
        assert [codings[place] for place in own] == [o.attributes.get(facet, ()) for o in OBJECTS]
        for value in vocabulary.values(facet):
            found = vocabulary.answers_of(facet, value)
            for place, coding in enumerate(codings):
                exact = answers(value, coding, vocabulary.relations(facet)) if coding else 0.0
                assert found.get(place, 0.0) == exact


def test_an_unknown_value_is_an_error_with_the_nearest(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "bad.toml"
    path.write_text('[x]\nzh-Hant="x"\nzh-Hans="x"\nko="x"\nen="x"\ncolour=["purpel"]\n', "utf-8")
    with pytest.raises(DataError) as error:
        vocabulary._object_rows([path], {"colour": {"purple": {}, "red": {}}})
    assert error.value.code == "unknown_value"
    assert "purple" in error.value.hint


def test_every_method_of_the_texts_is_carried_out() -> None:
    named = {
        line.split()[1]
        for path in data_path("texts").glob("*/chapters/*.md")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("行 ")
    }
    assert {"salience-yang-day", "host_and_guest"} <= named
    assert named == set(vocabulary.weighing()["method"])


def _is_there(name: str) -> bool:
    """Whether a name is a key of the weighing, a facet, an option, a clause or a name of the program."""
    if name.startswith("liuren."):
        return pkgutil.resolve_name(name) is not None
    work, colon, _ = name.partition(":")
    if colon:
        return any(clause.id == name for clause in edition_work(work))
    weighing = vocabulary.weighing()
    first, _, rest = name.partition(".")
    if first == "priority":
        return any(rule["id"] == rest for rule in weighing["priority"])
    known = weighing.get(first) if not rest else weighing[first].get(rest)
    return known is not None or name in registry() or name in vocabulary.facets()


@pytest.mark.parametrize("method", vocabulary.weighing()["method"])
def test_what_carries_a_method_out_is_there(method: str) -> None:
    names = vocabulary.weighing()["method"][method].split("`")[1::2]
    assert names
    assert [name for name in names if not _is_there(name)] == []
    assert not _is_there("ranks.yon")
    assert not _is_there("shefu:zi.99")


def test_every_thing_and_animal_of_the_book_is_in_the_lexicon() -> None:
    """Each concept that names a thing or an animal names an object of the lexicon."""
    rows = {
        name: row
        for path in (data_path("vocabulary") / "concepts").glob("*.toml")
        for name, row in tomllib.loads(path.read_text("utf-8")).items()
        if row["facet"] in ("object", "animal")
    }
    missing = {name for name, row in rows.items() if not named_by(row["zh-Hant"])}
    assert missing <= NOT_ONE_THING
