"""The commands by name, and what is said to a name that is none."""

from __future__ import annotations

from collections.abc import Iterable

from liuren.terms.errors import InputError
from liuren.terms.parse import excerpt

# command → (module, one line of help); the module holds a click command of the same name, or a
# function with its options as data (``liuren.cli.options``).
COMMANDS = {
    "shefu": ("liuren.cli.shefu", "Cast a 大六壬 chart and read it by the she fu book."),
    "chart": ("liuren.cli.chart", "Cast a 大六壬 chart, without a reading."),
    "jinkoujue": ("liuren.cli.jinkoujue", "Cast a 金口訣 chart and read it."),
    "annual": ("liuren.cli.annual", "The annual branch (行年) at an age."),
    "moment": (
        "liuren.cli.moment",
        "Pillars, month general, solar terms and lunar date of a moment.",
    ),
    "text": ("liuren.cli.text", "Read and search the two editions."),
    "coverage": ("liuren.cli.coverage", "How many clauses are encoded, by status."),
    "atlas": ("liuren.cli.atlas", "Questions about all charts at once."),
    "batch": ("liuren.cli.batch", "A table of moments or charts in, a table of readings out."),
    "trial": ("liuren.cli.trial", "Blind trials: seal, answer, reveal, score, verify."),
    "cases": ("liuren.cli.cases", "The casebook."),
    "serve": ("liuren.cli.serve", "Open the web page on this machine."),
    "mcp": ("liuren.cli.mcp", "Serve language models over MCP."),
    "doctor": ("liuren.cli.doctor", "Check the installation."),
}


def unknown_command(name: str, known: Iterable[str], kind: str = "") -> InputError:
    """The error for a command that does not exist; ``kind`` is the group it was looked for in."""
    commands = tuple(known)
    near = nearest(name, commands)
    hint = f"Did you mean {kind}{near}?" if near else f"Commands: {', '.join(commands)}."
    return InputError(f"There is no command “{excerpt(name)}”.", hint=hint, code="unknown_command")


def nearest(word: str, known: tuple[str, ...]) -> str:
    """The known word that is most like one that is not, or ""."""
    import difflib

    close = difflib.get_close_matches(word[:40], known, n=1, cutoff=0.5)
    return close[0] if close else ""
