"""What the HTTP API takes. What it gives is in ``liuren.schemas``, shared with ``--json`` and MCP.

Requests are closed: a misspelt name is refused, not ignored.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from liuren.charts.casting import method_of
from liuren.schemas.errors import Problem
from liuren.schemas.readings import Reading
from liuren.schemas.values import Document, Labels

Text = Annotated[str, Field(max_length=200)]
Setting = Annotated[str, Field(max_length=80)]
Long = Annotated[str, Field(max_length=100_000)]
Degrees = Annotated[float, Field(allow_inf_nan=False)]
Method = Literal["liuren", "jinkoujue"]
Language = Literal["zh-Hant", "zh-Hans", "ko", "en"]


class Request(BaseModel):
    """Base of everything that is sent to the API."""

    model_config = ConfigDict(extra="forbid")


class Body(Request):
    """Base of what is sent as a body: 0 is not taken for false, nor "1" for a number."""

    model_config = ConfigDict(strict=True)


class MomentRequest(Request):
    """A moment; without ``at`` it is now."""

    at: Text | None = Field(
        default=None, description="Date and time; now if missing", examples=["2026-11-30T10:00"]
    )
    zone: Text | None = Field(default=None, description="IANA time zone", examples=["Asia/Seoul"])
    place: Text | None = Field(default=None, description="City in any script")
    longitude: Degrees | None = Field(default=None, ge=-180, le=180, description="Degrees east")
    latitude: Degrees | None = Field(default=None, ge=-90, le=90, description="Degrees north")
    solar_time: Text | None = Field(default=None, description="clock, mean, true or half_hour")
    calendar: Text | None = Field(default=None, description="auto, gregorian or julian")
    fold: int | None = Field(default=None, ge=0, le=1, description="Which of two repeated times")
    convention: Text | None = Field(default=None, description="Name of a convention (school)")
    set: list[Setting] = Field(
        default=[], max_length=40, description="Single options, e.g. shehai=depth"
    )

    def casting(self) -> dict[str, Any]:
        """The request as ``liuren.charts.casting`` takes it."""
        given = self.model_dump(exclude_none=True)
        settings = given.pop("set", [])
        return {**given, "settings": tuple(settings)} if settings else given


class ChartRequest(MomentRequest):
    """A chart: in notation; or by day, hour and month general; or by a moment."""

    at: Text | None = Field(default=None, description="Date and time, e.g. 2026-11-30T10:00")
    chart: Text | None = Field(
        default=None, description="A chart in one-line notation, e.g. 甲子日 亥將 卯時 寅月"
    )
    day: Text | None = Field(default=None, description="Day pillar", examples=["甲子"])
    hour: Text | None = Field(default=None, description="Hour branch", examples=["卯"])
    general: Text | None = Field(default=None, description="Month general (月將)", examples=["亥"])
    daytime: bool | None = None
    month: Text | None = Field(default=None, description="Month branch", examples=["寅"])
    year: Text | None = None
    birth: Text | None = Field(default=None, description="Birth branch or pillar (本命)")
    sex: Text | None = None
    topic: Text | None = None


class LiurenRequest(ChartRequest):
    """A 大六壬 chart."""

    season: Text | None = Field(
        default=None, description="Season (春 夏 秋 冬), where the month is not known"
    )
    age_branch: Text | None = Field(default=None, description="Annual branch (行年)")
    querent: Text | None = Field(default=None, description="君子 or 小人")
    direction: Text | None = None


class JinkoujueRequest(ChartRequest):
    """A 金口訣 chart."""

    seat: Text | None = Field(default=None, description="Seat (地分)", examples=["酉"])
    seat_by: Text | None = Field(default=None, description="What seat is: branch, direction, lot …")
    guest: int | None = Field(default=None, ge=1, le=12, description="Which guest within the hour")
    age: int | None = Field(default=None, ge=1, le=200, description="Nominal age")
    annual: Text | None = Field(default=None, description="Annual branch or pillar (行年)")
    great_run: Text | None = Field(default=None, description="Branch of the great run (大運)")


class AnyRequest(LiurenRequest):
    """A chart of either method."""

    seat: Text | None = Field(default=None, description="Seat (地分) of a 金口訣 chart")
    seat_by: Text | None = Field(default=None, description="What seat is: branch, direction, lot …")
    guest: int | None = Field(default=None, ge=1, le=12)
    age: int | None = Field(default=None, ge=1, le=200)
    annual: Text | None = Field(default=None, description="Annual pillar of a 金口訣 chart")
    great_run: Text | None = Field(default=None, description="Great run of a 金口訣 chart")


class AnyChartRequest(AnyRequest):
    """A chart of the method named; a seat, or 位 in a notation, names 金口訣 too."""

    method: Method | None = None

    def named_method(self) -> Method:
        """The method, by its name or by the seat that only 金口訣 has."""
        if self.method is not None:
            return self.method
        return "jinkoujue" if method_of(self.model_dump()) == "jinkoujue" else "liuren"

    def casting(self) -> dict[str, Any]:
        given = super().casting()
        given.pop("method", None)
        return given


class Shown(BaseModel):
    """Which texts are admitted and how much is shown."""

    profile: Text = Field(default="base", description="base, all, or the siglum of one authority")
    traces: bool = Field(default=True, description="Every finding with its trace (large)")
    paragraphs: bool = Field(default=False, description="Also the reading in words")

    @classmethod
    def names(cls) -> set[str]:
        """The fields that are no part of a casting."""
        return {"profile", "traces", "paragraphs", "method"}


class ReadingRequest(LiurenRequest, Shown):
    """A 大六壬 chart to be read."""


class JinkoujueReadingRequest(JinkoujueRequest, Shown):
    """A 金口訣 chart to be read."""


class AnnualRequest(Request):
    """A person's birth pillar, sex, and nominal age; without an age, ages 1 to 60."""

    birth: Text = Field(description="Birth pillar (本命)", examples=["甲午"])
    sex: Text = Field(description="male or female", examples=["male"])
    age: int | None = Field(default=None, ge=1, le=200)


class SearchRequest(Request):
    """Words to look for in all texts, translations and notes; all of them have to occur."""

    q: Annotated[str, Field(min_length=1, max_length=200, examples=["小女"])]
    work: Text | None = None
    limit: int = Field(default=50, ge=1, le=500)
    offset: int = Field(default=0, ge=0, le=1_000_000)


class ClausesRequest(Request):
    """A page of the clauses of a work."""

    chapter: Text | None = None
    status: Text | None = None
    limit: int = Field(default=50, ge=1, le=500)
    offset: int = Field(default=0, ge=0, le=1_000_000)


class Casting(AnyRequest):
    """A chart of either method, in a body."""

    model_config = ConfigDict(strict=True)


class BatchRequest(Body):
    """Up to 500 charts to be read at once; a chart that cannot be cast does not spoil the others."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "charts": [
                        {"day": "甲子", "hour": "卯", "general": "亥"},
                        {"at": "2026-11-30T10:00", "zone": "Asia/Seoul"},
                    ]
                }
            ]
        }
    )

    method: Method = "liuren"
    charts: list[Casting] = Field(min_length=1, max_length=500)
    profile: Text = "base"
    topic: Text | None = None
    full: bool = Field(default=False, description="Whole readings (without traces)")


class BriefCandidate(Document):
    """A candidate of a brief reading."""

    object: str
    labels: Labels
    weight: float


class BriefReading(Document):
    """A reading in short."""

    chart: str = Field(description="Notation of the chart")
    findings: list[str] = Field(description="Clauses that hold, most salient first")
    exists: str | None
    candidates: list[BriefCandidate]


class BatchItem(Document):
    """The reading of one chart, or why there is none."""

    brief: BriefReading | None = None
    reading: Reading | None = None
    error: Problem | None = None


class BatchReply(Document):
    """Readings in the order of the request."""

    readings: list[BatchItem]


class CasesRequest(Request):
    """Which cases; all words of ``text`` have to occur."""

    text: Text = ""
    tag: Text | None = None
    status: Literal["open", "hit", "partial", "miss", "unknown"] | None = None
    method: Method | None = None
    since: Text | None = None
    until: Text | None = None
    limit: int = Field(default=50, ge=1, le=500)
    offset: int = Field(default=0, ge=0, le=1_000_000)


class NewCase(Body):
    """A question to be kept, with a chart cast now or as told."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "question": "What is in the box?",
                    "casting": {"at": "2026-11-30T10:00", "zone": "Asia/Seoul"},
                    "tags": ["game"],
                }
            ]
        }
    )

    question: Annotated[str, Field(min_length=1, max_length=100_000)]
    method: Method = "liuren"
    casting: Casting | None = Field(default=None, description="Null: cast for now")
    with_chart: bool = True
    with_reading: bool = True
    notes: Long = ""
    tags: list[Text] = Field(default=[], max_length=100)


class OutcomeGiven(Body):
    """What came of a case."""

    status: Literal["open", "hit", "partial", "miss", "unknown"]
    text: Long = ""
    at: Text = ""


class CaseChanges(Body):
    """What is to be changed; the chart and the findings never are."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"outcome": {"status": "hit", "text": "a ring", "at": "2026-12-01"}}]
        }
    )

    question: Long | None = None
    notes: Long | None = None
    tags: list[Text] | None = Field(default=None, max_length=100)
    outcome: OutcomeGiven | None = None


class NewSeries(Body):
    """A plan, written down before the first trial."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"trials": 20, "options": 5, "title": "Sundays"}]}
    )

    trials: int = Field(default=20, ge=1, le=10_000)
    options: int = Field(default=5, ge=2, le=50)
    mode: Literal["choice", "description"] = "choice"
    draw: Literal["program", "die"] = "program"
    group: bool = False
    primary: Literal["rank_sum", "hits", "betting", "permutation"] = "rank_sum"
    title: Text = ""


class Sealing(Body):
    """How the chart of a new trial is cast (null: for now; with a seat, by 金口訣), and the die of a dealt trial."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"casting": {"at": "2026-11-30T10:00", "zone": "Asia/Seoul"}}]
        }
    )

    casting: Casting | None = None
    trial: Text | None = None
    die: int | None = Field(default=None, ge=1, le=1000)
    show_target: bool = Field(default=False, description="Also say what is under the cover")


class Answer(Body):
    """A reader's answer: the id of one thing, things from best to worst, or points by thing.

    For a description: facet → value → points.
    """

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"reader": "Mina", "answer": {"ring": 3, "apple": 1}}]}
    )

    reader: Annotated[str, Field(min_length=1, max_length=60)]
    key: Text | None = Field(default=None, description="The reader's key, if not the owner sends")
    answer: (
        Text
        | Annotated[list[Text], Field(max_length=1000)]
        | dict[str, Degrees]
        | dict[str, dict[str, Degrees]]
    )


class Abandoning(Body):
    """Why a trial is given up."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"reason": "The box fell open."}]})

    reason: Text = ""


class ScoreRequest(Request):
    """In which language, and for which reader, the score is put into words."""

    lang: Language = "en"
    reader: Text = "program"


class ViewRequest(Request):
    """As whom a trial is looked at; only its host may see the target before the reveal."""

    role: Literal["join", "host"] = "join"
