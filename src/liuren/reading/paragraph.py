"""The explanation: one paragraph a person can read, in each language (``explanation.toml``).

It tells whether anything is there, what it is like, what the book names, where the clauses disagree, and
last what comes nearest; a facet on which they disagree is told only there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from liuren.reading import vocabulary
from liuren.reading.custom import use_element
from liuren.reading.evidence import Evidence
from liuren.reading.likeness import wider_than
from liuren.reading.profile import Value
from liuren.terms import elements
from liuren.terms.labels import parse_language
from liuren.terms.particles import particle

# Facets told as "its colour is …", and those told as "it is taken to be …".
_LOOK = ("colour", "shape", "size", "texture", "taste", "surface", "inside", "number")
_NATURE = ("hollow", "alive", "habitat", "motion", "edible", "age", "completeness", "origin")
# How much one paragraph bears: values of a facet, facets of a sentence, things in a list.
_FEW = 2
_KINDS = 3
_FACETS = 5
_QUALITIES = 4
_THINGS = 5
_NEAREST = 3
_CLAUSES = 3
# Where a spirit of 大六壬 stands that is not in play (用事: initial transmission, or on the day).
_FAR = ("入傳", "他處")
# A value is told beside the strongest when it has at least this part of its weight.
_NEARLY = 0.6
# Values of one facet that deny each other: clauses on both sides are a disagreement worth telling.
_DENY = {
    "existence": ({"something"}, {"nothing"}),
    "alive": ({"yes"}, {"no"}),
    "edible": ({"yes"}, {"no"}),
    "hollow": ({"solid"}, {"hollow", "looks-solid"}),
    "age": ({"new", "new-and-small", "new-and-fresh", "new-and-tender"}, {"old", "worn"}),
    "completeness": ({"whole"}, {"incomplete", "damaged", "cut"}),
}
# The 한자 after a Korean label, which a list of labels does without; a word of one syllable keeps it.
_BRACKET = r"(?<=..)\([^()]*\)$"


def paragraph(reading: Any, language: str) -> str:
    """The reading in words, in one of the four languages (without the trace)."""
    teller = _Teller(reading, parse_language(language))
    return teller.hidden_thing() if reading.topic == "object" else teller.other()


class _Teller:
    def __init__(self, reading: Any, language: str) -> None:
        self.reading = reading
        self.language = language
        self.disputed = [facet for facet in _DENY if self.denied(facet)]

    def hidden_thing(self) -> str:
        existence = self.reading.profile.existence
        sentences = [
            self.use(),
            self.say(f"exists.{existence}"),
            self.say("after_all") if existence == "nothing" and self.told() else "",
            self.kind(),
            self.look(),
            self.nature(),
            self.named(),
            self.conflicts(),
            self.nearest(existence),
            self.evidence(),
        ]
        return self.word("space").join(sentence for sentence in sentences if sentence)

    def other(self) -> str:
        """What is said of the topic: first by the spirits in play, then by those elsewhere."""
        asked = [one for one in self.reading.evidence if one.on_topic]
        sentences = [self.use(), *self.answers(asked), self.evidence() if asked else ""]
        return self.word("space").join(sentence for sentence in sentences if sentence)

    def answers(self, asked: Sequence[Evidence]) -> list[str]:
        topic = vocabulary.topics()[self.reading.topic][self.language]
        stop = self.word("stop")
        near = self.labels(one for one in self.by_strength(asked) if in_play(one))
        others = self.labels(one for one in self.by_strength(asked) if not in_play(one))
        first, far = near[:_THINGS], [label for label in others if label not in near][:_THINGS]
        if not first and not far:
            return [self.say("topic.none", topic=topic)]
        if not first:
            return [self.say("topic.far.only", topic=topic, things=stop.join(far))]
        if not far:
            return [self.say("topic", topic=topic, things=stop.join(first))]
        return [
            self.say("topic.first", topic=topic, things=stop.join(first)),
            self.say("topic.far", things=stop.join(far)),
        ]

    def told(self) -> bool:
        """Whether anything is said of the thing itself."""
        return any(facet != "existence" for facet in self.reading.profile.facets)

    def denied(self, facet: str) -> bool:
        """Whether clauses stand on both sides of a facet."""
        stated = {value.statement.value for value in self.reading.profile.best(facet)}
        return all(stated & side for side in _DENY[facet])

    # sentences

    def use(self) -> str:
        chart = self.reading.chart
        if not hasattr(chart, "noble"):
            return ""
        element = elements.NAMES[use_element(chart)]
        return self.say(
            "use",
            position=self.word(f"position.{chart.use}"),
            element=self.word(f"element.{element}"),
        )

    def kind(self) -> str:
        values = self.values("kind", _KINDS)
        return self.say("kind", values=self.either(values)) if values else ""

    def look(self) -> str:
        told = [
            (facet, values)
            for facet in _LOOK
            if (values := self.values(facet, _FEW)) and not (facet == "taste" and self.not_food())
        ]
        items = [
            self.say("look.item.next" if place else "look.item", facet=self.facet(facet),
                     values=self.either(values))
            for place, (facet, values) in enumerate(self.weightiest(told, _FACETS))
        ]  # fmt: skip
        last = "and" if self.language == "en" else "between"
        return self.say("look", items=self.listed(items, last, "between")) if items else ""

    def nature(self) -> str:
        told = [
            (facet, phrase)
            for facet in _NATURE
            if facet not in self.disputed
            and (phrase := self.phrase(facet))
            and not (facet == "motion" and self.lifeless())
        ]
        items = [phrase for _, phrase in self.weightiest(told, _QUALITIES)]
        last = "and" if self.language == "en" else "comma"
        return self.say("nature", items=self.listed(items, last)) if items else ""

    def named(self) -> str:
        things = [one for one in self.reading.evidence if one.facet in ("object", "animal")]
        named = self.strongest([one for one in things if in_play(one)] or things)
        last = "last" if len(named) > 2 else "and"
        return self.say("named", things=self.listed(named, last)) if named else ""

    def conflicts(self) -> str:
        if not self.disputed:
            return ""
        questions = [self.word(f"whether.{facet}") for facet in self.disputed]
        best = [self.reading.profile.best(f)[0] for f in self.disputed if f != "existence"]
        leaning = [self.value_words(value.statement.facet, value) for value in best]
        key = "conflict" if leaning else "conflict.existence"
        last = "and" if self.language == "en" else "comma"
        return self.say(
            key, facets=self.listed(questions, last), values=self.word("comma").join(leaning)
        )

    def nearest(self, existence: str) -> str:
        ranking = self.reading.ranking
        if not ranking.terms:
            return ""
        fits = ranking.fits and existence != "nothing"
        things = ranking.nearest(_THINGS if fits else _NEAREST)
        labels = [one.thing.labels[self.language] for one in things]
        key = "fits" if fits else "empty" if existence == "nothing" else "nothing_fits"
        return self.say(key, count=len(ranking.points), things=self.listed(labels, "and"))

    def evidence(self) -> str:
        everything: list[Evidence] = self.reading.evidence
        if not everything:
            return self.say("evidence.none")
        found = [one for one in everything if one.on_topic] or everything
        chief = dict.fromkeys(
            one.finding.clause for one in sorted(found, key=lambda one: -one.trust)
        )
        shown = self.listed(list(chief)[:_CLAUSES], "and")
        key = "evidence" if len(found) > 1 else "evidence.one"
        return self.say(key, clauses=shown, **({"count": len(found)} if len(found) > 1 else {}))

    # words

    def say(self, key: str, **places: object) -> str:
        return fill(vocabulary.explanation()[key][self.language], places)

    def word(self, key: str) -> str:
        return vocabulary.explanation()[key][self.language]

    def facet(self, facet: str) -> str:
        found: str = vocabulary.facets()[facet][self.language]
        return found

    def weightiest(self, told: Sequence[tuple[str, Any]], count: int) -> list[tuple[str, Any]]:
        """The facets with the strongest values, in the order in which a reading shows them."""
        facets = self.reading.profile.facets
        kept = sorted(told, key=lambda one: -facets[one[0]].weight)[:count]
        return [one for one in told if one in kept]

    def values(self, facet: str, count: int) -> list[str]:
        found: list[Value] = self.reading.profile.best(facet)
        if not found:
            return []
        least = found[0].weight * _NEARLY
        told = [value for value in found if value.weight >= least]
        wider = vocabulary.relations(facet)[0]
        # “Four or several”, “treasure or metal”: the narrower says both.
        said = {wide for value in told for wide in wider_than(value.statement.value, wider)}
        words = [self.value_words(facet, v) for v in told if v.statement.value not in said]
        return list(dict.fromkeys(words))[:count]

    def value_words(self, facet: str, value: Value) -> str:
        """A value in the wording of a sentence: ``phrase.<facet>.<value>``, else its label."""
        row = vocabulary.explanation().get(f"phrase.{facet}.{value.statement.value}")
        return row[self.language] if row else value.statement.labels[self.language]

    def phrase(self, facet: str) -> str:
        """The strongest value of a facet in the wording of a sentence."""
        best = self.reading.profile.best(facet)
        return self.value_words(facet, best[0]) if best else ""

    def not_food(self) -> bool:
        return self.strongest_value("edible") == "no"

    def lifeless(self) -> bool:
        """Whether a dead thing would be said to walk or fly."""
        moves = self.strongest_value("motion") in ("walking", "flying")
        return moves and self.strongest_value("alive") == "no"

    def strongest_value(self, facet: str) -> str:
        best = self.reading.profile.best(facet)
        return best[0].statement.value if best else ""

    def either(self, words: Sequence[str]) -> str:
        return self.listed(words, "or")

    def listed(self, words: Sequence[str], last: str, between: str = "comma") -> str:
        if len(words) < 2:
            return "".join(words)
        return self.word(between).join(words[:-1]) + self.word(last) + words[-1]

    def strongest(self, evidence: Iterable[Evidence]) -> list[str]:
        """Labels of the strongest evidence, each once; Korean ones without the 한자 after them."""
        return self.labels(self.by_strength(evidence))[:_THINGS]

    def by_strength(self, evidence: Iterable[Evidence]) -> list[Evidence]:
        return sorted(evidence, key=lambda one: (one.standing.rank, -one.trust))

    def labels(self, evidence: Iterable[Evidence]) -> list[str]:
        labels = [one.finding.labels[self.language] for one in evidence]
        if self.language == "ko":
            labels = [re.sub(_BRACKET, "", label) for label in labels]
        return list(dict.fromkeys(labels))


def in_play(one: Evidence) -> bool:
    """Whether the clause speaks of a spirit in play, or of the whole chart."""
    return one.standing.place not in _FAR


def fill(template: str, places: dict[str, object]) -> str:
    """Fill ``{name}`` and ``{name:은}`` places; the particle fits the word put before it."""
    first, *rest = template.split("{")
    parts = [first]
    for piece in rest:
        place, _, after = piece.partition("}")
        name, _, kind = place.partition(":")
        word = str(places[name])
        parts += [word, particle(word, kind) if kind else "", after]
    return "".join(parts)
