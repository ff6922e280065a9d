"""Errors that a user may see: what was read, what was expected, the nearest valid value."""

from __future__ import annotations


def printable(text: str) -> str:
    """``text`` with � for controls, marks of direction and halves of surrogate pairs.

    What was read is quoted in messages, and these go to terminals, pages and UTF-8 files.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _SPACES else "�" for c in text)


#: Spaces that a text may have although they are not counted as printable.
_SPACES = "\n\t\u3000\u00a0"


class LiurenError(Exception):
    """Base of every error that Liuren raises on purpose.

    ``code`` is a stable machine name, ``message`` says what was read and what was expected,
    ``hint`` names the nearest valid value or the next step (may be empty). ``details`` holds the
    same facts as data (``read``, ``expected``, ``nearest`` …) for printers in other languages.

    Examples:
        >>> import liuren
        >>> try:
        ...     liuren.liuren_chart(day="甲丑", hour="卯", general="亥")
        ... except liuren.LiurenError as error:
        ...     print(error.code, "|", error.hint)
        no_such_pillar | Nearest pillars: 甲子, 甲寅, 癸丑, 乙丑.
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
        self.message = printable(message)
        self.hint = printable(hint)
        self.details = {name: printable(fact) for name, fact in (details or {}).items()}
        if code is not None:
            self.code = code
        super().__init__(f"{self.message} {self.hint}".strip())

    def localized(self, language: str) -> tuple[str, str]:
        """Message and hint in zh-Hant, zh-Hans, ko or en.

        By code and facts from ``vocabulary/errors.toml``, else by the English sentence from
        ``vocabulary/sentences.toml``; a sentence that is in neither stays English.
        """
        if language == "en":
            return self.message, self.hint
        from liuren.terms.sentences import translated

        by_facts = self._by_facts(language) if self.details else None
        if by_facts is None:
            message = translated(self.message, language) or self.message
            hint = translated(self.hint, language)
            return message, self.hint if hint is None else hint
        message, hint = by_facts
        if language == "ko":
            from liuren.terms.particles import particles_chosen

            message, hint = particles_chosen(message), particles_chosen(hint)
        return message, hint or translated(self.hint, language) or ""

    def _by_facts(self, language: str) -> tuple[str, str] | None:
        """Message and hint from the facts of the error, None where there is no sentence for them."""
        from liuren.terms.datafiles import read_toml
        from liuren.terms.resources import data_path

        words = read_toml(data_path("vocabulary") / "errors.toml")
        template = words["message"].get(self.code, {}).get(language)
        if template is None:
            return None
        facts = dict.fromkeys(("read", "what", "expected", "nearest"), "") | self.details
        if language.startswith("zh"):  # a list
            facts |= {name: facts[name].replace(", ", "、") for name in ("expected", "nearest")}
        name = words["what"].get(facts["what"], {}).get(language)
        message = template.format(**{**facts, "what": name or facts["what"]})
        expected = words["expected"].get(self.details.get("expected", ""), {}).get(language)
        if expected:
            message += words["expected_is"][language].format(expected=expected)
        return message, words["hint"][language].format(**facts) if facts["nearest"] else ""

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
