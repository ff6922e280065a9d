"""Help in the language of the user: commands of click that say what they do by ``vocabulary/help.toml``.

Commands and options carry their English, as errors do; the file has it in the other languages.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import cache
from typing import Any

import click

from liuren.cli.columns import padded, width, wrapped
from liuren.cli.commands import unknown_command
from liuren.cli.language import default_language
from liuren.cli.options import LANGUAGE
from liuren.terms.datafiles import read_toml
from liuren.terms.labels import message, parse_language
from liuren.terms.resources import data_path

_WIDEST_NAME = 30


@cache
def _texts() -> dict[str, dict[str, str]]:
    return {row["en"]: row for row in read_toml(data_path("vocabulary") / "help.toml")["text"]}


@cache
def _words() -> dict[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = read_toml(data_path("vocabulary") / "help.toml")["word"]
    return words


def text_in(text: str, language: str) -> str:
    """A sentence of help; one that the file lacks (an added command) stays as it is."""
    row = _texts().get(text)
    return row[language] if row else text


def value_in(metavar: str, language: str) -> str:
    """What stands for the value of an option or argument: ``TIME`` as 時刻; values themselves stay."""
    bare = metavar.strip("[].")
    shown = "|".join(
        _words()[part][language] if part in _words() else part for part in bare.split("|")
    )
    return metavar.replace(bare, shown, 1)


def _word(name: str, language: str) -> str:
    return _words()[name][language]


def spoken(context: click.Context) -> str:
    """The language of the command line that a context belongs to."""
    found = context.find_root().obj
    return found if isinstance(found, str) else default_language()


class Formatter(click.HelpFormatter):
    """Usage, paragraphs and lists by the columns of a terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        head = f"{'Usage: ' if prefix is None else prefix}{prog} "
        lines = wrapped(args, self.width - self.current_indent - width(head))
        for number, line in enumerate(lines):
            self.write(f"{head if number == 0 else ' ' * width(head)}{line}\n")

    def write_text(self, text: str) -> None:
        paragraphs = [" ".join(one.split()) for one in text.split("\n\n")]
        for number, paragraph in enumerate(paragraphs):
            if number:
                self.write_paragraph()
            for line in wrapped(paragraph, self.width - self.current_indent):
                self.write(f"{' ' * self.current_indent}{line}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = _WIDEST_NAME, col_spacing: int = 2
    ) -> None:
        rows = list(rows)
        first = min(max(width(name) for name, _ in rows), col_max) + col_spacing
        indent = " " * self.current_indent
        for name, text in rows:
            lines = wrapped(text, max(20, self.width - self.current_indent - first))
            if width(name) > first - col_spacing:
                self.write(f"{indent}{name}\n")
            else:
                self.write(f"{indent}{padded(name, first)}{lines.pop(0)}".rstrip() + "\n")
            for line in lines if text else ():
                self.write(f"{indent}{' ' * first}{line}\n")


class Context(click.Context):
    """A context that writes by columns."""

    formatter_class = Formatter


class Command(click.Command):
    """A command whose help is in the language of the user."""

    context_class = Context

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        language = spoken(ctx)
        pieces = [f"[{_word('OPTIONS', language)}]"]
        for parameter in self.get_params(ctx):
            pieces += [value_in(one, language) for one in parameter.get_usage_pieces(ctx)]
        if isinstance(self, click.Group):
            pieces += [_word("COMMAND", language), f"[{_word('ARGUMENTS', language)}]..."]
        formatter.write_usage(ctx.command_path, " ".join(pieces), _titled("usage", language))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if not self.help:
            return
        language = spoken(ctx)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(text_in(one, language) for one in paragraphs(self)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        language = spoken(ctx)
        rows = [_row(one, ctx, language) for one in self.get_params(ctx) if _is_shown(one)]
        _section(formatter, _titled("options", language), rows)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002
        return paragraphs(self)[0] if self.help else ""


class Group(Command, click.Group):
    """A group of such commands. Its own ``--lang`` holds for whatever comes after it."""

    command_class = Command

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.append(
            click.Option(
                [LANGUAGE.flag], metavar=LANGUAGE.metavar, help=LANGUAGE.help, expose_value=False,
                callback=lambda _context, _option, value: value and parse_language(value),
            )
        )  # fmt: skip

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        language = spoken(ctx)
        rows = [(name, text_in(text, language)) for name, text in self.listed(ctx)]
        _section(formatter, _titled("commands", language), rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            raise unknown_command(args[0], known, f"{ctx.command_path} ")
        return super().resolve_command(ctx, args)

    def listed(self, ctx: click.Context) -> list[tuple[str, str]]:
        """The commands with their first sentence in English."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        return [(name, one.get_short_help_str()) for name, one in found if one is not None]


def paragraphs(command: click.Command) -> list[str]:
    """The paragraphs of a command's help, each on one line."""
    return [" ".join(one.split()) for one in inspect.cleandoc(command.help or "").split("\n\n")]


def _is_shown(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Option) and not parameter.hidden


def _row(option: Any, ctx: click.Context, language: str) -> tuple[str, str]:
    """The flags of an option with what its value is, and its help with default and range."""
    names = ", ".join(option.opts)
    if option.secondary_opts:
        names += " / " + ", ".join(option.secondary_opts)
    if not option.is_flag and not option.count:
        names += " " + value_in(option.make_metavar(ctx), language)
    extra = option.get_help_extra(ctx)
    notes = []
    if extra.get("default"):
        notes.append(f"{_titled('default', language)}{extra['default']}")
    if "range" in extra:
        notes.append(extra["range"])
    if "required" in extra:
        notes.append(_word("required", language))
    shown = text_in(option.help or "", language)
    between = message("semicolon", language)
    return names, f"{shown} [{between.join(notes)}]".strip() if notes else shown


def _titled(word: str, language: str) -> str:
    return _word(word, language) + message("colon", language)


def _section(formatter: click.HelpFormatter, title: str, rows: list[tuple[str, str]]) -> None:
    if not rows:
        return
    formatter.write_paragraph()
    formatter.write(f"{title.rstrip()}\n")
    with formatter.indentation():
        formatter.write_dl(rows)
