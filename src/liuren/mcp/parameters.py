"""The parameters that tools share; the names are those of the command line and the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

Language = Annotated[
    Literal["zh-Hant", "zh-Hans", "ko", "en"], Field(description="Language of the text")
]
At = Annotated[
    str | None,
    Field(
        description="Moment of the question, ISO 8601 with an offset, or with zone or place beside it, "
        "e.g. 2026-11-30T10:00+09:00. Do not convert it yourself."
    ),
]
Zone = Annotated[str | None, Field(description="IANA time zone, e.g. Asia/Seoul")]
Place = Annotated[str | None, Field(description="City in any script, e.g. 서울, 北京, Taipei")]
Longitude = Annotated[float | None, Field(description="Degrees east", ge=-180, le=180)]
Latitude = Annotated[float | None, Field(description="Degrees north", ge=-90, le=90)]
SolarTime = Annotated[
    str | None,
    Field(description="clock (default), mean, true or half_hour: where the hour is from"),
]
Notation = Annotated[
    str | None, Field(description="A chart in Liuren's one-line notation, as other results give it")
]
Day = Annotated[str | None, Field(description="Day pillar, e.g. 甲子; instead of a moment")]
Hour = Annotated[str | None, Field(description="Hour branch, e.g. 卯; with day")]
MonthGeneral = Annotated[str | None, Field(description="Month general (月將), e.g. 亥; with day")]
Daytime = Annotated[bool | None, Field(description="Cast by day or by night; default by the hour")]
Branch = Annotated[str | None, Field(description="A branch or a pillar, e.g. 寅 or 甲寅")]
Season = Annotated[
    str | None, Field(description="Season (春 夏 秋 冬), where the month is not known")
]
Sex = Annotated[str | None, Field(description="male or female")]
Topic = Annotated[str | None, Field(description="What is asked; default the hidden thing")]
ConventionName = Annotated[str | None, Field(description="A school; default: default")]
Settings = Annotated[
    list[str] | None, Field(description="Single options of schools, e.g. ['shehai=depth']")
]
Profile = Annotated[str, Field(description="base, all (every variant), or the siglum of one text")]
Traces = Annotated[
    bool,
    Field(
        description="Add to every finding the trace of its conditions (half a megabyte). "
        "look_up_clause gives the trace of one clause."
    ),
]
Series = Annotated[str, Field(description="The id of the series, as open_trials gave it")]
TrialId = Annotated[str, Field(description="The id of the trial, SERIES.NUMBER")]


def request_of(**given: Any) -> dict[str, Any]:
    """The casting request in a tool's arguments, what was not given left out."""
    return {name: value for name, value in given.items() if value not in (None, "", [])}
