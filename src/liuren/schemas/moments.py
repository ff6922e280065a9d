"""A moment in the calendar."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from liuren.schemas.values import Branch, ConventionOptions, Document, Labels, Pillar, Warning_


class FourPillars(Document):
    """The pillars of year, month, day and hour."""

    year: Pillar
    month: Pillar
    day: Pillar
    hour: Pillar


class Voids(Document):
    """The void branches of each pillar's decade."""

    year: list[Branch]
    month: list[Branch]
    day: list[Branch]
    hour: list[Branch]


class SolarTerm(Document):
    """A solar term: ``number`` 0 is 立春; ``seconds`` is the distance from the moment."""

    name: str
    number: int = Field(ge=0, le=23)
    instant: str
    local: str
    seconds: float


class Clock(Document):
    """The civil time that was read, its zone, and what it would be without summer time."""

    time: str
    zone: str
    offset: str
    summer_time: bool
    standard: str
    calendar: Literal["gregorian", "julian"]
    weekday: str


class LocalTime(Document):
    """The time from which the hour was taken, and whether it fell on another date than the clock's."""

    time: str
    solar_time: str
    date_changed: bool
    longitude_minutes: float | None = Field(default=None, description="Minutes by longitude")
    equation_of_time_minutes: float | None = None
    mean: str | None = Field(default=None, description="Local mean solar time")
    true: str | None = Field(default=None, description="True solar time")


class LunarDate(Document):
    """Date of the lunar calendar in force (``calendar``: china, korea or japan)."""

    calendar: str
    year: int
    month: int
    leap: bool
    day: int
    days_in_month: int
    text: str
    disputed: bool
    year_pillar: Pillar


class Seconds(Document):
    """A number of seconds and how well it is known."""

    seconds: float
    error: float


class Boundaries(Document):
    """Seconds to the nearest solar term, edge of a double hour and change of day."""

    uncertainty: float
    term: float
    hour: float
    day: float
    sun: float | None = Field(default=None, description="To sunrise or sunset, where it decides")


class Degrees(Document):
    """Where the hour was taken; degrees east and north, and the town if one was named."""

    longitude: float
    latitude: float | None
    name: str | None = None
    country: str | None = Field(default=None, description="ISO 3166 code")
    zone: str | None = None
    labels: Labels | None = Field(default=None, description="Town and country in four languages")


class Moment(Document):
    """A moment: pillars, month general, terms, lunar date, warnings."""

    instant: str = Field(description="Universal time, ISO 8601, ending in Z")
    pillars: FourPillars
    general: Branch = Field(description="Month general in force under the convention")
    daytime: bool
    void: list[Branch]
    voids: Voids
    month_branch: Branch
    hour_branch: Branch
    generals: dict[str, Branch] = Field(description="Month general under each custom")
    term: SolarTerm
    next_term: SolarTerm
    clock: Clock
    local: LocalTime
    lunar: LunarDate | None
    lunar_elsewhere: dict[str, str] = Field(
        description="Countries whose lunar date differs on this day"
    )
    place: Degrees | None = None
    jdn: int = Field(description="Julian day number of the civil day")
    delta_t: Seconds
    boundaries: Boundaries
    warnings: list[Warning_]
    convention: ConventionOptions
    sun: dict[str, Any] | None = None


class AnnualBranch(Document):
    """The annual branch (行年) at one age, or at every age from 1 to 60."""

    birth: str
    sex: str
    age: int | None = None
    annual: Pillar | None = None
    ages: dict[str, Pillar] | None = None
