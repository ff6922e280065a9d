"""What a report is: words in four languages, a table, plots, and how to make it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from liuren.atlas.words import words
from liuren.rules.rulebook import Rulebook
from liuren.terms.versions import ENGINE

if TYPE_CHECKING:
    from liuren.atlas.plots import Plot

Row = dict[str, Any]
#: Column → kind of its cells: number, share, bits, clause, clauses, facet, value, values, option, options,
#: setting, term, general, branches, words (a mapping of languages).
Columns = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """What a maker found: columns, rows, plots, and the figures that the explanation names."""

    columns: Columns
    rows: tuple[Row, ...]
    plots: tuple[Plot, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)


class Report:
    """One report. ``id`` and ``work`` name it; everything else is worked out on demand."""

    def __init__(self, name: str, book: Rulebook, make: Callable[[Rulebook], Result]) -> None:
        self.id, self.book, self._make = name, book, make

    @property
    def work(self) -> str:
        """The work it is about."""
        return self.book.source.work

    @cached_property
    def result(self) -> Result:
        """Table, plots and figures."""
        return self._make(self.book)

    @property
    def title(self) -> Mapping[str, str]:
        """Its title in four languages."""
        return words(f"report.{self.id}.title")

    @property
    def explanation(self) -> dict[str, str]:
        """What it says and how it was found, in four languages, figures filled in."""
        texts = words(f"report.{self.id}.text")
        return {tongue: text.format(**self.result.figures) for tongue, text in texts.items()}

    @property
    def columns(self) -> Columns:
        """The columns of the table and the kind of their cells."""
        return self.result.columns

    @property
    def rows(self) -> tuple[Row, ...]:
        """The table as plain data."""
        return self.result.rows

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The plots; :func:`liuren.atlas.plots.draw` makes pictures of them."""
        return self.result.plots

    @property
    def digest(self) -> str:
        """The digest of the rulebook it was made from."""
        return self.book.source.digest

    @property
    def command(self) -> str:
        """The one command that makes it again."""
        parts = ["liuren", "atlas", self.id]
        if self.work != "shefu":
            parts += ["--work", self.work]
        convention = self.book.convention
        base = convention.name.removesuffix("+")
        from liuren.terms.convention import convention_names, load_convention

        school = load_convention(base if base in convention_names() else None)
        if school.name != "default":
            parts += ["--convention", school.name]
        for option, value in convention.differences(school).items():
            parts += ["--set", f"{option}={value}"]
        return " ".join(parts)

    @property
    def table(self) -> Any:
        """The table as an Arrow table (mappings of languages as structs)."""
        import pyarrow as pa

        return pa.Table.from_pylist(
            [{name: row[name] for name in self.columns} for row in self.rows]
        )

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data, without pictures."""
        return {
            "id": self.id,
            "work": self.work,
            "title": dict(self.title),
            "explanation": self.explanation,
            "columns": {name: {"kind": kind, "labels": dict(words(f"column.{name}"))}
                        for name, kind in self.columns.items()},
            "rows": list(self.rows),
            "plots": [plot.to_dict() for plot in self.plots],
            "command": self.command,
            "convention": self.book.convention.to_dict(),
            "rulebook": self.digest,
            "engine": ENGINE,
        }  # fmt: skip
