"""The one shape of errors, in JSON on HTTP and in the results of MCP tools."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from liuren.schemas.values import Document


class Problem(Document):
    """A stable ``code``; what was read and what was expected; the nearest valid value or the next step."""

    code: str
    message: str
    hint: str
    candidates: list[dict[str, Any]] | None = Field(
        default=None, description="What was meant, where it could be more than one thing"
    )


class ErrorReply(Document):
    """An error."""

    error: Problem
