"""Charts of both methods as data, in canonical characters."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from liuren.schemas.moments import Moment
from liuren.schemas.values import (
    Branch,
    ConventionOptions,
    Document,
    Element,
    General,
    Labels,
    Pillar,
    Position,
    State,
    Stem,
    Warning_,
)


class ChartPillars(Document):
    """Pillars as far as they are known."""

    year: Pillar | None
    month: Pillar | None
    day: Pillar | None
    hour: Pillar | None
    birth: Pillar | None = None
    age: Pillar | None = None


class Lesson(Document):
    """One of the four lessons; the lower of the first is the day stem."""

    upper: Branch
    lower: Branch | Stem
    rider: General


class Transmission(Document):
    """One of the three transmissions; ``stem`` is its hidden stem (遁干), null when void."""

    branch: Branch
    rider: General
    stem: Stem | None
    void: bool


class Dispute(Document):
    """What another school gives for this chart: the option, its value, what would differ, the source."""

    option: str
    value: str
    source: str = Field(description="In English")
    sources: Labels
    level: str | None = None
    transmissions: list[Branch] | None = None
    generals: list[General] | None = None
    noble: str | None = None
    use: Position | None = None
    stem: Stem | None = None
    lesson_form: str | None = None


class Decision(Document):
    """Why these transmissions: the method, its names, the candidates of the last step, their counts."""

    method: str
    form: str
    names: list[str]
    candidates: list[Branch]
    counts: list[int]


class LiurenChart(Document):
    """A 大六壬 chart."""

    method: Literal["liuren"]
    notation: str = Field(description="One line that names the chart and can be read back")
    day: Pillar
    hour: Branch
    general: Branch
    daytime: bool
    month: Branch | None
    season: Literal["春", "夏", "秋", "冬"] | None = Field(
        description="By the month, or as it was given where the month is not known"
    )
    year: Branch | None
    birth: Branch | None
    age_branch: Branch | None
    term: str | None
    querent: str | None
    direction: Branch | None
    topic: str | None
    sex: str | None
    pillars: ChartPillars
    instant: str | None
    moment: Moment | None
    plate: dict[Branch, Branch] = Field(description="Earth branch → heaven branch above it")
    riders: dict[Branch, General] = Field(description="Earth branch → general standing there")
    lessons: list[Lesson] = Field(min_length=4, max_length=4)
    transmissions: list[Transmission] = Field(min_length=3, max_length=3)
    kin: list[str] = Field(description="Kin (六親) of the three transmissions")
    lesson_form: str
    lesson_method: str
    patterns: list[str]
    void: list[Branch] = Field(min_length=2, max_length=2)
    hidden_stems: dict[Branch, Stem | None]
    stages: dict[Branch, str] = Field(description="Heaven branch → life stage on its seat")
    states: dict[Element, State] | None = Field(description="Null when no season is known")
    spirits: dict[str, dict[str, Branch]]
    decision: Decision
    disputes: list[Dispute]
    convention: ConventionOptions
    warnings: list[Warning_]
    engine: str
    rulebook: str = Field(description="Digest of the texts, sha256:…")


class Relation(Document):
    """How one position stands to one below it (生, 被生, 剋, 被剋, 比)."""

    upper: Position
    relation: str
    lower: Position


class Combination(Document):
    """A combination, clash, frame, end or barrier between positions.

    ``broken`` is given for a whole frame and for a barrier (關 隔 鎖); a union of stems for which two vie (妒合) becomes
    nothing.
    """

    name: str
    between: list[str]
    missing: str | None = None
    becomes: Element | None = None
    of: Any = None
    frame: str | None = None
    broken: bool | None = None


class ComingUnit(Document):
    """When a double hour, day, month or year begins (local time, date, date, civil year), and its pillar."""

    begins: str
    pillar: Pillar


class Coming(Document):
    """The next ones after the chart that have a stem or branch; null after the end of the calendar."""

    hour: ComingUnit | None
    day: ComingUnit | None
    month: ComingUnit | None
    year: ComingUnit | None


class TimingSign(Document):
    """What to wait for (應期): a stem, a branch, or both; ``next`` only for a chart cast by time."""

    by: str
    stem: Stem | None
    branch: Branch | None
    next: Coming | None


class TimingBound(Document):
    """A position with strength that is the branch of the day or hour: no later than that."""

    position: Position
    unit: Literal["day", "hour"]


class Timing(Document):
    """When it comes about (應期)."""

    signs: list[TimingSign]
    hastened_by: list[str]
    within: list[TimingBound]


class JinkoujueChart(Document):
    """A 金口訣 chart: stem (人元), noble (貴神), general (將神), seat (地分)."""

    method: Literal["jinkoujue"]
    notation: str
    day: Pillar | None
    hour: Branch | None
    general_of_month: Branch | None
    general_laid: Branch | None = Field(
        description="The general laid on the hour; for a later guest (次客) not that of the month"
    )
    daytime: bool | None
    month: Branch | None
    year: Branch | None
    birth: str | None = Field(description="Birth pillar, or its branch if only that is known")
    annual: str | None = Field(description="Annual pillar (行年), or its branch")
    great_run: Branch | None = Field(description="Branch of the great run (大運), as given")
    sex: str | None
    topic: str | None
    term: str | None
    pillars: ChartPillars
    instant: str | None
    moment: Moment | None
    stem: Stem = Field(description="人元")
    noble: General = Field(description="貴神")
    general: Branch = Field(description="將神")
    general_name: str = Field(description="Name of the general as a spirit (太沖)")
    seat: Branch = Field(description="地分")
    seat_from: str | None = Field(
        description="Where the seat came from (number:15), null for a plain branch"
    )
    noble_stem: Stem | None = Field(description="神干, null without a day")
    noble_branch: Branch = Field(description="The noble's own branch")
    general_stem: Stem | None = Field(description="將干, null without a day")
    use: Position = Field(description="The use line (用爻)")
    elements: dict[Position, Element]
    yang: dict[Position, bool]
    strength: dict[Position, State] = Field(
        description="By the convention: inside the chart, or by the month"
    )
    chart_strength: dict[Position, State] = Field(description="State inside the chart")
    season_strength: dict[Position, State] | None = Field(
        description="State by the month, null without one"
    )
    moves: list[str] = Field(description="五動 and 三動 that hold")
    relations: list[Relation] = Field(description="All six pairs")
    combinations: list[Combination] = Field(
        description="Unions, frames, clashes, punishments, harms, ends and barriers"
    )
    void: list[Branch] | None = Field(description="旬空 of the day")
    great_void: str | None = Field(
        description="Element that the decade of the day lacks (四大空亡)"
    )
    timing: Timing = Field(description="應期")
    killer: str | None = Field(
        description="Which of the twelve killers, counted from the general, is on the seat"
    )
    spirits: dict[str, str] = Field(description="Name → branch, two branches, stem or pillar")
    spirits_on: dict[str, list[str]] = Field(
        description="Position → names of the spirits that stand there"
    )
    guest: int = Field(
        ge=1, le=144, description="Which guest of the hour; the 13th equals the first"
    )
    disputes: list[Dispute]
    convention: ConventionOptions
    warnings: list[Warning_]
    engine: str
    rulebook: str
