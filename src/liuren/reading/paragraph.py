"""The explanation: one paragraph a person can read, in each language (``explanation.toml``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from liuren.reading import vocabulary
from liuren.reading.custom import use_element
from liuren.reading.evidence import Evidence
from liuren.reading.profile import Value
from liuren.terms import elements
from liuren.terms.labels import parse_language

# Facets told as "its colour is …", and those told as "it is taken to be …".
_LOOK = ("colour", "shape", "size", "texture", "taste", "surface", "inside", "number")
_NATURE = ("hollow", "alive", "habitat", "motion", "edible", "age", "completeness", "origin")
_FEW = 2
_THINGS = 5
# A value is told beside the strongest when it has at least this part of its weight.
_NEARLY = 0.6
# Facets of two answers, where clauses on both sides are a disagreement worth telling.
_EITHER_OR = ("alive", "edible")


def paragraph(reading: Any, language: str) -> str:
    """The reading in words, in one of the four languages (without the trace)."""
    teller = _Teller(reading, parse_language(language))
    return teller.hidden_thing() if reading.topic == "object" else teller.other()


class _Teller:
    def __init__(self, reading: Any, language: str) -> None:
        self.reading = reading
        self.language = language

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
            "" if existence == "nothing" else self.candidates(),
            self.evidence(),
        ]
        return self.word("space").join(sentence for sentence in sentences if sentence)

    def other(self) -> str:
        topic = vocabulary.topics()[self.reading.topic][self.language]
        chosen = self.strongest(one for one in self.reading.evidence if one.on_topic)
        told = (
            self.say("topic", topic=topic, things=self.listed(chosen, "comma"))
            if chosen
            else self.say("topic.none", topic=topic)
        )
        return self.word("space").join(s for s in (self.use(), told, self.evidence()) if s)

    def told(self) -> bool:
        """Whether anything is said of the thing itself."""
        return any(facet != "existence" for facet in self.reading.profile.facets)

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
        values = self.values("kind", 3)
        return self.say("kind", values=self.either(values)) if values else ""

    def look(self) -> str:
        items: list[str] = []
        for facet in _LOOK:
            values = self.values(facet, _FEW)
            if values and not (facet == "taste" and self.not_food()):
                key = "look.item.next" if items else "look.item"
                items.append(self.say(key, facet=self.facet(facet), values=self.either(values)))
        return self.say("look", items=self.word("stop").join(items)) if items else ""

    def nature(self) -> str:
        items = [phrase for facet in _NATURE if (phrase := self.phrase(facet))]
        last = "and" if self.language == "en" else "comma"
        return self.say("nature", items=self.listed(items, last)) if items else ""

    def named(self) -> str:
        named = self.strongest(
            one for one in self.reading.evidence if one.facet in ("object", "animal")
        )
        return self.say("named", things=self.listed(named, "comma")) if named else ""

    def conflicts(self) -> str:
        facets = [
            self.facet(facet) for facet in _EITHER_OR if len(self.reading.profile.best(facet)) > 1
        ]
        return self.say("conflict", facets=self.listed(facets, "comma")) if facets else ""

    def candidates(self) -> str:
        ranking = self.reading.ranking
        if not ranking.terms:
            return ""
        things = [one.thing.labels[self.language] for one in ranking.nearest(_THINGS)]
        key = "fits" if ranking.fits else "nothing_fits"
        return self.say(key, count=len(ranking.points), things=self.listed(things, "and"))

    def evidence(self) -> str:
        found: list[Evidence] = self.reading.evidence
        if not found:
            return self.say("evidence.none")
        chief = dict.fromkeys(
            one.finding.clause for one in sorted(found, key=lambda one: -one.trust) if one.on_topic
        )
        shown = list(chief)[:_THINGS] or [found[0].finding.clause]
        return self.say("evidence", count=len(found), clauses=self.listed(shown, "and"))

    # words

    def say(self, key: str, **places: object) -> str:
        return fill(vocabulary.explanation()[key][self.language], places)

    def word(self, key: str) -> str:
        return vocabulary.explanation()[key][self.language]

    def facet(self, facet: str) -> str:
        found: str = vocabulary.facets()[facet][self.language]
        return found

    def values(self, facet: str, count: int) -> list[str]:
        found: list[Value] = self.reading.profile.best(facet)
        if not found:
            return []
        least = found[0].weight * _NEARLY
        told = [value.statement.labels[self.language] for value in found if value.weight >= least]
        return told[:count]

    def phrase(self, facet: str) -> str:
        """The strongest value of a facet in the wording of the sentence ``nature``."""
        best = self.reading.profile.best(facet)
        if not best:
            return ""
        row = vocabulary.explanation().get(f"phrase.{facet}.{best[0].statement.value}")
        return row[self.language] if row else best[0].statement.labels[self.language]

    def not_food(self) -> bool:
        best = self.reading.profile.best("edible")
        return bool(best) and best[0].statement.value == "no"

    def either(self, words: Sequence[str]) -> str:
        return self.word("or").join(words)

    def listed(self, words: Sequence[str], last: str) -> str:
        if len(words) < 2:
            return "".join(words)
        return self.word("comma").join(words[:-1]) + self.word(last) + words[-1]

    def strongest(self, evidence: Any) -> list[str]:
        ordered = sorted(evidence, key=lambda one: (one.standing.rank, -one.trust))
        labels = dict.fromkeys(one.finding.labels[self.language] for one in ordered)
        return list(labels)[:_THINGS]


_PLACE = re.compile(r"\{(\w+)(?::([은이을과으로]+))?\}")
_PARTICLES = {"은": ("은", "는"), "이": ("이", "가"), "을": ("을", "를"), "과": ("과", "와")}


def fill(template: str, places: dict[str, object]) -> str:
    """Fill ``{name}`` and ``{name:은}`` places; the particle fits the last Hangul syllable."""

    def put(found: re.Match[str]) -> str:
        word = str(places[found[1]])
        return word + particle(word, found[2]) if found[2] else word

    return _PLACE.sub(put, template)


def particle(word: str, kind: str) -> str:
    """The form of a Korean particle after ``word``; what stands in brackets is not read."""
    read = re.sub(r"\([^)]*\)", "", word).rstrip(" ’”'\"")
    final = (ord(read[-1]) - 0xAC00) % 28 if read and "가" <= read[-1] <= "힣" else 0
    if kind == "으로":
        return "으로" if final not in (0, 8) else "로"
    after_consonant, after_vowel = _PARTICLES[kind]
    return after_consonant if final else after_vowel
