"""The profile: trust, the book's priorities, existence first."""

import math

import pytest

import liuren
from liuren.reading import vocabulary
from liuren.reading.evidence import statements
from liuren.reading.profile import base_rates, build_profile
from liuren.reading.readings import Reading, weigh
from liuren.rules import tree

from .standin import DAY_STEM, INITIAL, StandIn, attribute, branch, thing

CHART = liuren.liuren_chart(day="甲子", hour="申", general="午", month="未")
FIRST = tree.Within(INITIAL, branch(CHART.transmissions[0]))


def reading(*found: StandIn, topic: str = "object") -> Reading:
    return Reading(CHART, ("shefu",), topic, "base", weigh(CHART, found, topic))


def weights(read: Reading, facet: str) -> dict[str, float]:
    return {v.statement.value: v.weight for v in read.profile.facets[facet].values}


def test_trust_is_the_documented_product() -> None:
    numbers = vocabulary.weighing()
    whole = reading(attribute("shefu:a.1", "colour", "red", rarity={"fires": 5, "states": 10}))
    expected = numbers["trust"] * numbers["salience"][1] * (1 - numbers["common"] * 0.5)
    assert math.isclose(weights(whole, "colour")["red"], expected)
    plain = weights(reading(attribute("shefu:a.1", "colour", "red")), "colour")["red"]
    leaning = reading(attribute("shefu:a.1", "colour", "red", mode="leans"))
    assert math.isclose(weights(leaning, "colour")["red"], plain * numbers["leans"])
    variant = reading(attribute("shefu:a.1", "colour", "red", variant="一云"))
    assert math.isclose(weights(variant, "colour")["red"], plain * numbers["variant"])


def test_several_spirits_add_up_below_the_ceiling() -> None:
    found = [
        attribute(f"shefu:a.{n}", "colour", "red", tree.Over(branch(n), DAY_STEM))
        for n in range(12)
    ]
    on_stem, first = found[CHART.on_stem], found[CHART.transmissions[0]]
    doubt = math.prod(1 - weights(reading(one), "colour")["red"] for one in (on_stem, first))
    assert math.isclose(weights(reading(on_stem, first), "colour")["red"], 1 - doubt)
    assert weights(reading(*found), "colour")["red"] == vocabulary.weighing()["ceiling"]


def test_what_clauses_say_of_one_spirit_counts_once() -> None:
    """One spirit is one pointer: the strongest of its clauses counts, and all of them are shown."""
    whole = [attribute(f"shefu:a.{n}", "colour", "red") for n in range(3)]
    of_first = [attribute(f"shefu:b.{n}", "colour", "red", FIRST) for n in range(3)]
    weaker = attribute("shefu:c.1", "colour", "red", FIRST, mode="leans")
    for same in (whole, of_first, [*of_first, weaker]):
        many = reading(*same)
        assert weights(many, "colour") == weights(reading(same[0]), "colour")
        assert len(many.profile.facets["colour"].values[0].statement.clauses) == len(same)
    assert (
        weights(reading(whole[0], of_first[0]), "colour")["red"]
        > weights(reading(*of_first), "colour")["red"]
    )


def test_the_verses_and_the_table_of_colours_are_one_pointer() -> None:
    """shefu:wuse.3, wuse.13 and wstable.9 read the same from the state of one spirit."""
    chart = liuren.liuren_chart(day="壬申", hour="卯", general="午", month="卯")
    read = liuren.read(chart, work="shefu")
    yellow = next(v for v in read.profile.best("colour") if v.statement.value == "yellow")
    assert set(yellow.statement.clauses) == {"shefu:wuse.3", "shefu:wuse.13", "shefu:wstable.9"}
    trusts = [e.trust for e in read.evidence if e.value == "yellow" and e.facet == "colour"]
    assert math.isclose(yellow.weight, max(trusts))


def test_a_clause_of_many_values_divides_its_trust() -> None:
    four = [
        attribute("shefu:a.1", "colour", value) for value in ("green", "black", "yellow", "white")
    ]
    found = weights(reading(*four), "colour")
    alone = weights(reading(four[0]), "colour")["green"]
    assert found["green"] < alone / 3
    assert sum(found.values()) <= alone + 1e-9


def test_probabilities_follow_bayes_and_contradiction_leaves_the_base_rates() -> None:
    base = base_rates("edible")
    (trust,) = weights(reading(attribute("shefu:a.1", "edible", "yes")), "edible").values()
    one = reading(attribute("shefu:a.1", "edible", "yes")).profile.facets["edible"].probabilities()
    luck = vocabulary.luck_of("edible", ("yes",))
    yes, no = base["yes"] * (1 - trust + trust / luck), base["no"] * (1 - trust)
    assert math.isclose(one["yes"], yes / (yes + no))
    both = reading(
        attribute("shefu:a.1", "colour", "red"), attribute("shefu:a.2", "colour", "black")
    )
    found = both.profile.facets["colour"].probabilities()
    red = reading(attribute("shefu:a.1", "colour", "red")).profile.facets["colour"].probabilities()
    assert math.isclose(sum(found.values()), 1.0)
    assert base_rates("colour")["red"] < found["red"] < red["red"]


def test_values_know_the_clauses_against_them() -> None:
    read = reading(
        attribute("shefu:a.1", "colour", "red"), attribute("shefu:a.2", "colour", "black")
    )
    red = next(v for v in read.profile.facets["colour"].values if v.statement.value == "red")
    assert red.against == ("shefu:a.2",)
    assert red.statement.clauses == ("shefu:a.1",)


@pytest.mark.parametrize(
    ("facet", "stronger", "weaker"),
    [
        ("alive", ("shefu:sihuo.2", "yes"), ("shefu:shenjia.12", "no")),
        ("alive", ("shefu:xushi.8", "no"), ("shefu:xushi.7", "yes")),
        ("alive", ("shefu:shenjia.11", "yes"), ("shefu:shenjia.6", "no")),
        ("taste", ("shefu:shiwei.8", "bitter"), ("shefu:shiwei.3", "sour")),
        ("edible", ("shefu:keshi.3", "no"), ("shefu:tianjiang.26", "yes")),
        ("shape", ("shefu:mzj.4", "not-round"), ("shefu:xingzhuang.2", "round")),
    ],
)
def test_the_books_own_priorities(
    facet: str, stronger: tuple[str, str], weaker: tuple[str, str]
) -> None:
    found = [attribute(weaker[0], facet, weaker[1]), attribute(stronger[0], facet, stronger[1])]
    read = reading(*found)
    first, second = read.profile.facets[facet].values
    assert (first.statement.value, second.statement.value) == (stronger[1], weaker[1])
    assert second.weight < 0.5 * first.weight
    assert second.statement.overruled[0][1] == stronger[0]
    assert not first.statement.overruled
    assert second.statement.set_aside
    assert not first.statement.set_aside
    # Another clause says the same, and nothing overrules it.
    helped = reading(*found, attribute("shefu:z.1", facet, weaker[1]))
    value = next(v for v in helped.profile.best(facet) if v.statement.value == weaker[1])
    assert value.statement.overruled
    assert not value.statement.set_aside


def test_no_priority_where_the_two_agree() -> None:
    read = reading(
        attribute("shefu:sihuo.2", "alive", "yes"), attribute("shefu:shenjia.11", "alive", "yes")
    )
    (only,) = read.profile.facets["alive"].values
    assert not only.statement.overruled


def test_an_empty_cover_is_an_answer() -> None:
    read = reading(
        attribute("shefu:youwu.4", "existence", "nothing", FIRST),
        attribute("shefu:a.1", "kind", "metal", FIRST),
    )
    assert read.empty
    assert read.candidates() == []
    assert read.to_dict(traces=False)["profile"]["exists"]["verdict"] == "nothing"
    assert "empty" in read.paragraph("en")


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ((), "presumed"),
        (("something",), "something"),
        (("deceit",), "doubtful"),
        (("unreal", "something"), "doubtful"),
        (("nothing", "deceit"), "nothing"),
    ],
)
def test_existence_comes_first(values: tuple[str, ...], verdict: str) -> None:
    found = [attribute(f"shefu:youwu.{n}", "existence", v) for n, v in enumerate(values)]
    assert reading(*found, attribute("shefu:a.1", "kind", "wood")).profile.existence == verdict


def test_a_leaning_to_nothing_is_a_doubt() -> None:
    leaning = attribute("shefu:youwu.3", "existence", "nothing", mode="leans")
    assert reading(leaning).profile.existence == "doubtful"


def test_topics_are_kept_apart() -> None:
    found = (attribute("shefu:a.1", "colour", "red"), thing("shefu:a.2", "老婦", "person"))
    assert [one.on_topic for one in reading(*found).evidence] == [True, False]
    assert [one.on_topic for one in reading(*found, topic="person").evidence] == [False, True]


def test_agrees_names_the_clauses_that_say_the_same() -> None:
    found = (attribute("shefu:a.1", "colour", "red"), attribute("shefu:b.2", "colour", "red"))
    assert [one.agrees for one in reading(*found).evidence] == [("shefu:b.2",), ("shefu:a.1",)]


def test_statements_can_be_selected() -> None:
    evidence = list(
        reading(thing("shefu:a.2", "瓶"), attribute("shefu:a.1", "colour", "red")).evidence
    )
    assert [s.value for s in statements(evidence, lambda one: one.facet == "object")] == ["瓶"]
    assert build_profile(statements(evidence, lambda one: one.facet == "object")).facets == {}


def test_alive_or_dead_looks_at_the_branch_spirit_first() -> None:
    chart = liuren.liuren_chart(day="甲子", hour="卯", general="亥", month="寅")
    assert chart.on_branch not in (chart.on_stem, *chart.transmissions)
    there = tree.Over(branch(chart.on_branch), tree.Quantity("branch", "day-branch"))
    found = (
        attribute("shefu:shenjia.6", "alive", "no", there),
        attribute("shefu:shenjia.6", "colour", "green", there),
    )
    alive, colour = weigh(chart, found, "object")
    assert (alive.standing.place, colour.standing.place) == ("支上", "支上")
    assert alive.standing.rank == 1 < colour.standing.rank


def test_taste_counts_for_little_when_the_thing_is_no_food() -> None:
    taste = attribute("shefu:shiwei.8", "taste", "bitter")
    alone = weights(reading(taste), "taste")["bitter"]
    food = weights(reading(taste, attribute("shefu:keshi.2", "edible", "yes")), "taste")["bitter"]
    other = weights(reading(taste, attribute("shefu:keshi.3", "edible", "no")), "taste")["bitter"]
    assert food == alone
    assert math.isclose(other, alone * vocabulary.weighing()["taste-of-no-food"])
