"""Errors that a user may see: what was read, what was expected, the nearest valid value."""

from __future__ import annotations


class LiurenError(Exception):
    """Base of every error that Liuren raises on purpose.

    ``code`` is a stable machine name, ``message`` says what was read and what was expected,
    ``hint`` names the nearest valid value or the next step (may be empty). ``details`` holds the
    same facts as data (``read``, ``expected``, ``nearest`` …) for printers in other languages.
    """

    code = "error"

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        code: str | None = None,
        details: dict[str, str] | None = None,
    ) -> None:
        self.message = message
        self.hint = hint
        self.details = details or {}
        if code is not None:
            self.code = code
        super().__init__(f"{message} {hint}".strip())

    def to_dict(self) -> dict[str, str]:
        """The error in the one documented shape shared by JSON, HTTP and MCP."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class InputError(LiurenError):
    """Something a user entered cannot be read or does not exist."""

    code = "bad_input"


class ConventionError(LiurenError):
    """An unknown convention, option or value of an option."""

    code = "bad_convention"


class DataError(LiurenError):
    """A text, vocabulary or table shipped with Liuren (or a user's own) is malformed."""

    code = "bad_data"
