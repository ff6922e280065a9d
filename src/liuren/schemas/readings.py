"""Readings, their traces, and clauses of the books."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from liuren.schemas.charts import JinkoujueChart, LiurenChart
from liuren.schemas.values import ConventionOptions, Document, Labels, Rarity


class Evidence(Document):
    """A fact of the chart in four languages, and what it comes from (``source``: kind and name)."""

    zh_hant: str = Field(alias="zh-Hant")
    zh_hans: str = Field(alias="zh-Hans")
    ko: str
    en: str
    source: dict[str, Any]


class TraceNode(Document):
    """A condition, whether it holds, and why; ``joined`` says how its children are joined (all, any, none)."""

    text: Labels
    holds: bool
    evidence: list[Evidence]
    children: list[TraceNode]
    cells: list[str] = Field(description="Cells of the drawing that the condition is about")
    joined: str | None = None
    definition: dict[str, Any] | None = None


class Conclusion(Document):
    """What a rule says when it holds."""

    facet: str
    concept: str
    mode: str


class Said(Conclusion):
    """What a clause says, or would say if it held, with labels."""

    labels: Labels


class RuleTrace(Document):
    """One rule of a clause: where it is written, whether it holds, what it concludes."""

    kind: str
    place: str
    holds: bool
    concludes: list[Conclusion]
    exemptions: list[TraceNode]
    refinements: list[TraceNode]
    readings: list[Any]
    notes: list[Any]


class ClauseText(Document):
    """The words of a clause with their translations; ``reason`` says why it is not encoded, ``reasons``
    in four languages."""

    text: Labels
    translations: Labels
    reason: str
    reasons: dict[str, str]


class Trace(Document):
    """Why a clause holds on a chart, or why not."""

    clause: str
    status: str
    clause_text: ClauseText
    holds: bool
    condition: Labels
    says: list[Said] = Field(description="What it says; where it does not hold, what it would say")
    leaves: list[TraceNode]
    rules: list[RuleTrace]
    rarity: Rarity | None
    chart: str = Field(description="Notation of the chart")
    convention: ConventionOptions
    rulebook: str


class Finding(Document):
    """What a clause says of a chart. ``salience`` 1 is the strongest place; ``trust`` is from 0 to 1."""

    clause: str
    also: list[str] = Field(description="Other clauses that this rule executes")
    agrees: list[str] = Field(description="Other clauses that say the same of this chart")
    facet: str
    concept: str
    labels: Labels
    mode: str
    variant: str | None
    salience: int
    place: str
    prosperous: bool
    trust: float
    on_topic: bool
    rarity: Rarity | None
    attribute: str | None = None
    trace: Trace | None = None


class Statement(Document):
    """A value of a facet with its weight, the clauses for it and against it."""

    value: str
    facet: str
    labels: Labels
    weight: float
    clauses: list[str]
    against: list[str]
    rarity: Rarity | None
    overruled_by: list[dict[str, Any]]
    set_aside: bool = Field(description="Whether all of its clauses are overruled")
    custom: bool | None = None


class FacetProfile(Document):
    """What is said of one facet; ``weight`` (0 to 1) is that of its strongest value."""

    values: list[Statement]
    weight: float
    verdict: str | None = None


class Points(Document):
    """Points of a candidate from one facet."""

    facet: str
    points: float
    values: list[str]
    clauses: list[str]


class Candidate(Document):
    """A thing that could be under the cover: ``weight`` in points, ``share`` of probability, how many ``times``
    likelier than by chance that is, ``fit``."""

    object: str
    labels: Labels
    weight: float
    share: float
    times: float
    fit: float
    because: list[str]
    points: list[Points]


class Reading(Document):
    """A chart read by the books: findings, profile of the thing, ranked candidates."""

    chart: LiurenChart | JinkoujueChart = Field(discriminator="method")
    work: str
    works: list[str]
    topic: str
    findings: list[Finding]
    profile: dict[str, FacetProfile]
    candidates: list[Candidate]
    nearest: list[Candidate]
    fits: bool
    weighing: dict[str, Any]
    convention: ConventionOptions
    profile_used: str
    paragraph: Labels | None = None


class ClauseRule(Document):
    """A rule of a clause as the editors wrote it."""

    kind: str
    text: str


class Clause(Document):
    """A clause of a book: its text in both scripts, translations, notes, and what the program does with it."""

    id: str
    work: str
    chapter: str
    heading: str = Field(description="As the chapter has it")
    headings: Labels
    text: Labels
    translations: Labels
    notes: Labels
    status: str
    reason: str = Field(description="Why it is not encoded, as the chapter has it; else empty")
    reasons: dict[str, str] = Field(description="The reason in four languages; empty without one")
    condition: Labels | None
    rules: list[ClauseRule]
    methods: list[str]
    rarity: Rarity | None
    example: str | None
    unreachable: dict[str, Any] | None = Field(
        description="Why it can never fire under the default convention, and which option revives it"
    )
    apparatus: list[dict[str, Any]]
    contradictions: list[str]


class ClauseList(Document):
    """Clauses of a search or of a page of a book; ``total`` counts all that were found."""

    total: int
    clauses: list[Clause]


class WorkSummary(Document):
    """A book: the art it belongs to, its clauses counted by status, the headings of its chapters."""

    work: str
    method: str
    clauses: int
    coverage: dict[str, int]
    chapters: dict[str, Labels] = Field(description="Headings by chapter, in the order of the book")
