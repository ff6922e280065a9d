"""Tools that cast, read and look up."""

from __future__ import annotations

from typing import Annotated, Any

from mcp.types import CallToolResult

import liuren
from liuren.charts.casting import cast
from liuren.mcp.answers import ClausesAnswer, Question, ReadingAnswer, answered, refusing
from liuren.mcp.asking import question_about_time
from liuren.mcp.parameters import (
    At,
    Branch,
    ConventionName,
    Day,
    Daytime,
    Hour,
    Language,
    Latitude,
    Longitude,
    MonthGeneral,
    Notation,
    Place,
    Profile,
    Season,
    Settings,
    Sex,
    SolarTime,
    Topic,
    Traces,
    Zone,
    request_of,
)
from liuren.terms.labels import message


@refusing
def cast_and_read_shefu(
    at: At = None,
    zone: Zone = None,
    place: Place = None,
    longitude: Longitude = None,
    latitude: Latitude = None,
    solar_time: SolarTime = None,
    fold: int | None = None,
    chart: Notation = None,
    day: Day = None,
    hour: Hour = None,
    general: MonthGeneral = None,
    daytime: Daytime = None,
    month: Branch = None,
    season: Season = None,
    year: Branch = None,
    birth: Branch = None,
    age_branch: Branch = None,
    sex: Sex = None,
    querent: str | None = None,
    direction: Branch = None,
    topic: Topic = None,
    convention: ConventionName = None,
    settings: Settings = None,
    profile: Profile = "base",
    traces: Traces = False,
    language: Language = "en",
) -> Annotated[CallToolResult, ReadingAnswer]:
    """Cast a 大六壬 chart and read it by the she fu (射覆) book: what is under the cover.

    Give a moment with its zone or place, or day, hour and month general, or a chart in notation. If the time is
    missing or ambiguous the answer is a question with candidates: ask the user. Every finding names the clause of
    the book that says it; say so, and keep apart what is your own imagery.
    """
    request = request_of(
        at=at, zone=zone, place=place, longitude=longitude, latitude=latitude,
        solar_time=solar_time, fold=fold, chart=chart, day=day, hour=hour, general=general,
        daytime=daytime, month=month, season=season, year=year, birth=birth, age_branch=age_branch,
        sex=sex, querent=querent, direction=direction, topic=topic, convention=convention,
        settings=settings,
    )  # fmt: skip
    return _read("liuren", request, profile, traces, language)


@refusing
def cast_and_read_jinkoujue(
    at: At = None,
    zone: Zone = None,
    place: Place = None,
    longitude: Longitude = None,
    latitude: Latitude = None,
    solar_time: SolarTime = None,
    fold: int | None = None,
    chart: Notation = None,
    day: Day = None,
    hour: Hour = None,
    general: MonthGeneral = None,
    seat: Branch = None,
    seat_by: str | None = None,
    guest: int | None = None,
    daytime: Daytime = None,
    month: Branch = None,
    year: Branch = None,
    birth: Branch = None,
    sex: Sex = None,
    age: int | None = None,
    annual: Branch = None,
    great_run: Branch = None,
    topic: Topic = None,
    convention: ConventionName = None,
    settings: Settings = None,
    profile: Profile = "base",
    traces: Traces = False,
    language: Language = "en",
) -> Annotated[CallToolResult, ReadingAnswer]:
    """Cast a 金口訣 (Jin Kou Jue) chart of four positions and read it by the book.

    ``seat`` (地分) is the branch of where the asker sits or points, or what ``seat_by`` says (direction, number,
    strokes, animal, lot, hour, annual, natal); ``guest`` 2 to 12 is a later guest within the
    same hour (次客法). Time as in cast_and_read_shefu: missing or ambiguous, and the answer is a question.
    """
    request = request_of(
        at=at, zone=zone, place=place, longitude=longitude, latitude=latitude,
        solar_time=solar_time, fold=fold, chart=chart, day=day, hour=hour, general=general,
        seat=seat, seat_by=seat_by, guest=guest, daytime=daytime, month=month, year=year, birth=birth,
        sex=sex, age=age, annual=annual, great_run=great_run, topic=topic, convention=convention, settings=settings,
    )  # fmt: skip
    return _read("jinkoujue", request, profile, traces, language)


def _read(
    method: str, request: dict[str, Any], profile: str, traces: bool, language: str
) -> CallToolResult:
    from liuren.drawing.text import chart_text

    question = question_about_time(method, request, language)
    if question:
        document = ReadingAnswer(kind="question", question=question)
        return answered(document.model_dump(), asked(question))
    reading = liuren.read(cast(method, request), profile=profile, topic=request.get("topic"))
    data = reading.to_dict(traces=traces)
    text = chart_text(data["chart"], language)
    paragraph = reading.paragraph(language)
    document_ = {
        "kind": "reading",
        "reading": data,
        "text": text,
        "paragraph": paragraph,
        "convention": data["convention"],
        "warnings": data["chart"]["warnings"],
    }
    return answered(document_, "\n\n".join([text, data["chart"]["notation"], paragraph]))


def asked(question: Question) -> str:
    """A question with its candidates, as text."""
    candidates = (
        f"- {one.meaning}: {one.chart or '–'}  {one.arguments}" for one in question.candidates
    )
    return "\n".join([question.question, *candidates])


@refusing
def look_up_clause(
    clause: str | None = None,
    words: str | None = None,
    work: str | None = None,
    chart: Notation = None,
    limit: int = 20,
    language: Language = "en",
) -> Annotated[CallToolResult, ClausesAnswer]:
    """Look up a clause of the books by id (shefu:zi.5), or clauses by words in any language.

    With ``chart`` (a notation) also: does the clause hold on that chart, and why or why not.
    """
    from liuren.edition import work as edition_work
    from liuren.rules import works
    from liuren.rules.catalogue import rows_of
    from liuren.terms.errors import InputError

    if not clause and not words:
        raise InputError(
            "Neither a clause nor words to look for were given.",
            hint="clause=shefu:zi.5, or words=小女.",
            code="empty",
        )
    names = [work] if work else works()
    if clause:
        name = clause.partition(":")[0] if ":" in clause else names[0]
        found = [edition_work(name)[clause].id]
    else:
        found = [one.id for name in names for one in edition_work(name).search(words or "")]
    shown = list(rows_of(found[: max(1, min(limit, 200))]).values())
    trace = liuren.explain(liuren.parse_notation(chart), found[0]) if chart and found else None
    document = {
        "total": len(found),
        "clauses": shown,
        "trace": None if trace is None else trace.to_dict(),
    }
    return answered(document, _clauses_text(document, language))


def _clauses_text(document: dict[str, Any], language: str) -> str:
    script = "zh-Hans" if language == "zh-Hans" else "zh-Hant"
    total = document["total"]
    lines = [message("web.search.count", language, count=total)] if total != 1 else []
    for row in document["clauses"]:
        lines.append(f"[{row['id']}] {row['text'][script]}")
        if row["translations"].get(language):
            lines.append(f"  {row['translations'][language]}")
    if document["trace"]:
        holds = message(f"reading.{'holds' if document['trace']['holds'] else 'fails'}", language)
        lines.append(f"{document['trace']['chart']} — {holds}")
        lines += _conditions(document["trace"]["leaves"], language, 1)
    return "\n".join(lines)


def _conditions(nodes: list[dict[str, Any]], language: str, depth: int) -> list[str]:
    lines = []
    for node in nodes:
        mark = "✓" if node["holds"] else "✗"
        lines.append(f"{'  ' * depth}{mark} {node['text'][language]}")
        lines += [f"{'  ' * depth}  · {fact[language]}" for fact in node["evidence"]]
        lines += _conditions(node["children"], language, depth + 1)
    return lines
