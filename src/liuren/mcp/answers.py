"""What the tools answer: a result, or a question with candidates; always also as text.

The documents inside are those of ``--json`` and the HTTP API (``liuren.schemas``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, ParamSpec

from mcp.types import CallToolResult, TextContent
from pydantic import Field

from liuren.schemas.casebook import AnswerTaken, Score, SeriesBegun, Trial
from liuren.schemas.readings import Clause, Reading, Trace
from liuren.schemas.values import ConventionOptions, Document, Warning_
from liuren.terms.errors import LiurenError

Arguments = ParamSpec("Arguments")


class Candidate(Document):
    """One thing that may have been meant: the arguments to call again with, and the chart they would cast."""

    arguments: dict[str, Any]
    meaning: str
    chart: str | None = Field(default=None, description="Notation of the chart it would cast")


class Question(Document):
    """What has to be known before a chart can be cast. Ask the user; do not choose."""

    code: str
    question: str
    candidates: list[Candidate]


class ReadingAnswer(Document):
    """A reading with its chart as text, or a question about the time."""

    kind: Literal["reading", "question"]
    reading: Reading | None = Field(default=None, description="As `liuren … --json` prints it")
    text: str | None = Field(default=None, description="The chart in the old layout")
    paragraph: str | None = Field(default=None, description="The reading in words")
    convention: ConventionOptions | None = None
    warnings: list[Warning_] = Field(default=[])
    question: Question | None = None


class ClausesAnswer(Document):
    """Clauses that were looked up, and the trace of the first on a chart if one was given."""

    total: int
    clauses: list[Clause]
    trace: Trace | None = None


class SeriesAnswer(Document):
    """A series of trials has begun; its plan cannot be changed any more."""

    series: SeriesBegun


class SealAnswer(Document):
    """A trial is sealed. The target is not in here; nobody can see it before the reveal."""

    kind: Literal["trial", "question"]
    trial: Trial | None = None
    receipt: str | None = Field(default=None, description="Give it to everyone who plays")
    text: str | None = Field(default=None, description="The chart in the old layout")
    question: Question | None = None


class AnswerAnswer(Document):
    """An answer was sealed; its receipt proves later what it was."""

    answer: AnswerTaken


class RevealAnswer(Document):
    """The cover is off."""

    trial: Trial


class ScoreAnswer(Document):
    """The table of a series beside chance, and what it does and does not show."""

    score: Score


def answered(document: dict[str, Any], text: str) -> CallToolResult:
    """A result: the document, and the same as text for whoever reads no data."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=document
    )


def refused(error: LiurenError, language: str) -> CallToolResult:
    """A refusal in the one shape of errors, its words in ``language``, marked as such."""
    said, hint = error.localized(language)
    text = f"{said}\n{hint}".strip()
    return CallToolResult(
        content=[TextContent(type="text", text=f"[{error.code}] {text}")],
        structured_content={"error": {**error.to_dict(), "message": said, "hint": hint}},
        is_error=True,
    )


def refusing(tool: Callable[Arguments, CallToolResult]) -> Callable[Arguments, CallToolResult]:
    """The tool, its ``LiurenError`` told as a refusal."""

    @wraps(tool)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> CallToolResult:
        try:
            return tool(*args, **kwargs)
        except LiurenError as error:
            return refused(error, str(kwargs.get("language", "en")))

    return call
