"""A reading: the findings of a work on one chart, weighed, grouped and turned into an answer."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from liuren.reading import topics
from liuren.reading.candidates import Candidate, Ranking, rank
from liuren.reading.evidence import Evidence, Statement, statements, taste_if_edible, trust
from liuren.reading.profile import Profile, build_profile
from liuren.reading.salience import for_facet, salience
from liuren.terms.errors import InputError
from liuren.terms.notebook import ShownInNotebooks
from liuren.terms.parse import excerpt
from liuren.terms.records import record

_SHOWN = 20


@record
class Reading(ShownInNotebooks):
    """What one or more works say on a chart about a topic.

    ``evidence`` are the findings with standing and trust, in the book's order of reading (salience, then
    the order of the text). ``profile`` and ``ranking`` are about the hidden thing whatever the topic is.
    """

    chart: Any
    works: tuple[str, ...]
    topic: str
    profile_used: str
    evidence: tuple[Evidence, ...]

    @property
    def work(self) -> str:
        """The first of the works."""
        return self.works[0]

    @property
    def findings(self) -> tuple[Any, ...]:
        """The findings of the rules, without judgement."""
        return tuple(one.finding for one in self.evidence)

    @cached_property
    def stated(self) -> tuple[Statement, ...]:
        """What is said of each facet, several clauses put together."""
        found = taste_if_edible(statements(list(self.evidence)))
        if hasattr(self.chart, "noble"):
            from liuren.reading.custom import position_statements

            found = [*found, *position_statements(self.chart)]
        return tuple(found)

    @cached_property
    def profile(self) -> Profile:
        """The facets of the hidden thing."""
        told = "positions" if hasattr(self.chart, "noble") else "values"
        return build_profile(self.stated, told)

    @cached_property
    def ranking(self) -> Ranking:
        """The lexicon ranked by agreement with the profile."""
        return rank(self.profile, list(self.stated))

    @property
    def empty(self) -> bool:
        """Whether the clauses say that the cover is empty, which is an answer of its own."""
        return self.profile.existence == "nothing"

    @property
    def fits(self) -> bool:
        """Whether some object of the lexicon fits well."""
        return not self.empty and self.ranking.fits

    @property
    def _counted(self) -> bool:
        from liuren.terms.convention import default_convention

        return self.work == "shefu" and self.chart.convention == default_convention()

    def candidates(self, count: int = _SHOWN) -> list[Candidate]:
        """The best objects; none when the cover is empty or nothing fits well."""
        return self.ranking.nearest(count) if self.fits else []

    def paragraph(self, language: str) -> str:
        """The reading in words, in zh-Hant, zh-Hans, ko or en."""
        from liuren.reading.paragraph import paragraph

        return paragraph(self, language)

    def to_dict(self, *, traces: bool = True, paragraphs: bool = False) -> dict[str, Any]:
        """The documented JSON shape; without ``traces`` each finding's ``trace`` is left out."""
        found: dict[str, Any] = {
            "chart": self.chart.to_dict(),
            "work": self.work,
            "works": list(self.works),
            "topic": self.topic,
            "findings": [_finding_dict(one, traces) for one in self.evidence],
            "profile": self.profile.to_dict(counted=self._counted),
            "candidates": [one.to_dict() for one in self.candidates()],
            "nearest": [one.to_dict() for one in self.ranking.nearest(5)],
            "fits": self.fits,
            "weighing": _version(),
            "convention": self.chart.convention.to_dict(),
            "profile_used": self.profile_used,
        }
        if paragraphs:
            from liuren.terms.labels import LANGUAGES

            found["paragraph"] = {language: self.paragraph(language) for language in LANGUAGES}
        return found


def read(
    chart: Any, *, work: str | None = None, profile: str = "base", topic: str | None = None
) -> Reading:
    """Read a chart by a work; by default by every work of its art, the book itself first.

    ``profile`` chooses the text: ``base`` (with its 一云 as option A16 says), ``all`` variants, or the
    siglum of one authority beside the base. ``topic`` chooses which findings are on topic (default:
    the chart's own question, else the hidden thing; for 金口訣 events).

    Raises:
        InputError: an unknown work, profile or topic.

    Examples:
        >>> import liuren
        >>> reading = liuren.read(liuren.parse_notation("甲子日 亥將 卯時 寅月"))
        >>> reading.work, reading.to_dict()["profile"]["exists"]["verdict"]
        ('shefu', 'nothing')
    """
    from liuren.rules import findings

    _check_profile(profile)
    works = works_of(chart) if work is None else (work,)
    subject = topics.default_topic(chart) if topic is None else topics.parse_topic(topic)
    found = [one for name in works for one in findings(chart, name)]
    return Reading(
        chart, works, subject, profile, weigh(chart, _selected(found, profile, chart), subject)
    )


#: What ``profile`` may be; 一云 is the one siglum under which the editions give other readings.
PROFILES = ("base", "all", "一云")


def _check_profile(profile: object) -> None:
    if profile not in PROFILES:
        raise InputError(
            f"“{excerpt(profile)}” is not a profile of readings.",
            hint=f"Profiles: {', '.join(PROFILES)}.",
            code="unknown_profile",
        )


def works_of(chart: Any) -> tuple[str, ...]:
    """The works of a chart's art, in the order of the edition."""
    from liuren.edition.works import work_facts, works

    art = "jinkoujue" if hasattr(chart, "noble") else "liuren"
    return tuple(name for name in works() if work_facts(name)["method"] == art)


def weigh(chart: Any, found: Iterable[Any], topic: str) -> tuple[Evidence, ...]:
    """Findings with standing, trust and topic; the most salient first, then in the order of the text."""
    listed = list(found)
    standings = salience(chart)
    same: dict[tuple[str, str], list[str]] = {}
    for one in listed:
        same.setdefault((one.facet, one.concept), []).append(one.clause)
    weighed = []
    for one in listed:
        facet = one.attribute or one.facet
        standing = for_facet(standings.standing(one.condition, one.definitions), facet)
        strong = standings.prosperous(standing)
        others = same[one.facet, one.concept]
        agrees = _without(others, one.clause) if len(others) > 1 else ()
        answers = topics.on_topic(facet, one.labels, topic)
        weighed.append(
            Evidence(one, standing, trust(one, standing, strong), strong, answers, agrees)
        )
    weighed.sort(key=lambda one: one.standing.rank)
    return tuple(weighed)


def _without(clauses: list[str], own: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for clause in clauses if clause != own))


def _selected(found: list[Any], profile: str, chart: Any) -> list[Any]:
    if profile == "all":
        return found
    if profile == "base":
        chosen = _by_variant_option(found, chart.convention.get("A16", "add"))
    else:
        chosen = [one for one in found if not one.variant or one.variant == profile]
    return _first_of_each(chosen) if chart.convention.get("A17", "all") == "first" else chosen


def _by_variant_option(found: list[Any], option: str) -> list[Any]:
    """A16: 一云 beside the main reading (``add``), instead of it (``replace``), or not at all (``off``).

    A note in small characters that has a condition of its own (寅加亥亦為橋) stands instead of nothing.
    """
    if option == "add":
        return found
    if option == "off":
        return [one for one in found if not one.variant]
    replaced: set[str] = set()
    for one in found:
        if one.variant:
            mains = [main for main in found if _is_main(main, one)]
            replaced.update(main.clause for main in mains[-1:])
    return [one for one in found if one.variant or one.clause not in replaced]


def _is_main(one: Any, variant: Any) -> bool:
    """Whether ``variant`` says otherwise of the condition of ``one``, at most two places after it."""
    if one.variant or one.condition != variant.condition:
        return False
    section, _, number = variant.clause.rpartition(".")
    before, _, previous = one.clause.rpartition(".")
    if section != before or not (number.isdigit() and previous.isdigit()):
        return False
    return 0 < int(number) - int(previous) <= 2


def _first_of_each(found: list[Any]) -> list[Any]:
    """A17=first: of several readings of one condition on one facet the first in the text."""
    kept: dict[tuple[Any, str], str] = {}
    return [
        one
        for one in found
        if kept.setdefault((one.condition, one.attribute or one.facet), one.clause) == one.clause
    ]


def _finding_dict(one: Evidence, traces: bool) -> dict[str, Any]:
    finding = one.finding
    found: dict[str, Any] = {
        "clause": finding.clause,
        "also": list(finding.also),
        "agrees": list(one.agrees),
        "facet": finding.facet,
        "concept": finding.concept,
        "labels": dict(finding.labels),
        "mode": finding.mode,
        "variant": finding.variant,
        "salience": one.standing.rank,
        "place": one.standing.place,
        "prosperous": one.prosperous,
        "trust": round(one.trust, 4),
        "on_topic": one.on_topic,
        "rarity": dict(finding.rarity) if finding.rarity else None,
    }
    if finding.attribute:
        found["attribute"] = finding.attribute
    if traces:
        found["trace"] = finding.trace.to_dict()
    return found


def _version() -> dict[str, Any]:
    from liuren.reading import vocabulary

    return {"version": vocabulary.weighing()["version"]}
