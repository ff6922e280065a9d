"""Cases and blind trials."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from liuren.schemas.values import Document, Labels


class Place(Document):
    """Where the question was asked; degrees, north and east positive."""

    name: str
    latitude: float | None
    longitude: float | None


class Outcome(Document):
    """What came of a case."""

    status: Literal["open", "hit", "partial", "miss", "unknown"]
    text: str
    at: str


class Person(Document):
    """Somebody named in a case."""

    name: str
    role: str
    birth: str
    sex: str
    note: str


class KeptChart(Document):
    """A chart as it was cast, never drawn again by a newer engine."""

    chart: dict[str, Any]
    notation: str
    convention: dict[str, Any]
    engine: str
    rulebook: str


class Case(Document):
    """A question, its chart as cast then, the findings, and what came of it."""

    id: str
    question: str
    moment: str
    zone: str
    place: Place
    cast: KeptChart | None
    findings: list[dict[str, Any]]
    notes: str
    tags: list[str]
    outcome: Outcome
    people: list[Person]
    trial: str
    created: str
    updated: str
    revision: int


class CaseList(Document):
    """Cases, newest first."""

    cases: list[Case]


class Plan(Document):
    """What is decided before the first trial of a series."""

    trials: int
    options: int
    mode: Literal["choice", "description"]
    draw: Literal["program", "die"]
    group: bool
    primary: str
    alpha: float
    caution: float
    arrangements: int
    controls: list[str]


class SeriesBegun(Document):
    """A new series: its plan, its pool, the receipt of the plan, the tokens that let others in."""

    series: str
    title: str
    plan: Plan
    pool: dict[str, Any]
    receipt: str
    tokens: dict[str, str] | None = None


class SeriesState(Document):
    """A series and how far it has come."""

    series: str
    title: str
    at: str
    plan: Plan
    pool: str
    started: int
    revealed: int
    abandoned: int
    open: int


class SeriesList(Document):
    """Every series of the casebook."""

    series: list[SeriesState]


class Thing(Document):
    """A thing shown: its id, labels and coded attributes."""

    id: str
    labels: Labels
    attributes: dict[str, Any]


class Trial(Document):
    """A trial as the one who asks may see it now. ``target`` and the forecasts are null until the reveal."""

    trial: str
    series: str
    position: int
    state: Literal["dealt", "sealed", "revealed", "abandoned"]
    mode: Literal["choice", "description"]
    draw: Literal["program", "die"]
    options: list[str]
    target: str | None
    sealed_at: str | None
    ended_at: str | None
    reason: str
    forecasts: dict[str, Any]
    entries: dict[str, Any]
    answered: Any
    late: list[Any]
    planned: int
    group: bool
    things: list[Thing] | None
    facets: dict[str, dict[str, float]] | None
    chart: dict[str, Any] | None
    readers: dict[str, str]
    ended: bool
    receipt: str | None = None


class AnswerTaken(Document):
    """An answer, sealed until the reveal. Keep the receipt."""

    trial: str
    reader: str
    forecast: dict[str, Any]
    late: bool
    receipt: str


class Score(Document):
    """The table of a series beside chance. p-values are null until the planned number of trials is done."""

    series: str
    plan: Plan
    pool: dict[str, Any]
    verified: bool
    problems: list[dict[str, Any]]
    complete: bool
    peeking: bool
    counts: dict[str, int]
    rows: list[dict[str, Any]]
    trials: list[dict[str, Any]]
    statements: list[str] | None = Field(default=None, description="The same in words")
