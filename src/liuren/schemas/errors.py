"""The one shape of errors, in JSON on HTTP and in the results of MCP tools."""

from __future__ import annotations

from liuren.schemas.values import Document


class Problem(Document):
    """A stable ``code``; what was read and what was expected; the nearest valid value or the next step."""

    code: str
    message: str
    hint: str


class ErrorReply(Document):
    """An error."""

    error: Problem
