"""Help in four languages: every word of it has its translation, and it follows the language asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import click
import pytest

from liuren.cli import help as spoken
from liuren.cli.columns import width, wrapped
from liuren.cli.group import program
from liuren.cli.program import COMMANDS

from .conftest import Run

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")


def contexts(
    command: click.Command = program, parent: click.Context | None = None, name: str = "liuren"
) -> Iterator[click.Context]:
    """A context for every command and subcommand."""
    settings: Any = command.context_settings
    context = command.context_class(command, info_name=name, parent=parent, **settings)
    yield context
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from contexts(found, context, inner)


ALL = {context.command_path: context for context in contexts()}


def texts() -> set[str]:
    """Every English text of help: of commands, of their list, of options."""
    found = {text for _, text in COMMANDS.values()}
    for context in ALL.values():
        found |= set(spoken.paragraphs(context.command))
        if isinstance(context.command, click.Group):
            found |= {context.command.get_short_help_str()}
        options: list[Any] = context.command.get_params(context)
        found |= {one.help for one in options if isinstance(one, click.Option)}
    return found


def metavars() -> set[str]:
    """What stands for values, apart from values themselves."""
    found = set()
    for context in ALL.values():
        for one in context.command.get_params(context):
            if not getattr(one, "is_flag", False):
                found |= set(one.make_metavar(context).strip("[].").split("|"))
    return {one for one in found if one.isupper()}


def test_every_text_has_its_translations_and_none_is_left_over() -> None:
    assert texts() == set(spoken._texts())
    for row in spoken._texts().values():
        assert all(row[language].strip() for language in LANGUAGES), row["en"]


def test_every_value_has_its_word() -> None:
    assert metavars() <= set(spoken._words())


@pytest.mark.parametrize("path", ALL)
def test_every_option_says_what_it_is_for(path: str) -> None:
    assert all(one.help for one in ALL[path].command.params if isinstance(one, click.Option))


@pytest.mark.parametrize("path", ["liuren", "liuren shefu", "liuren trial seal", "liuren batch"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_follows_the_option_and_the_environment(
    run: Run, path: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = path.split()[1:]
    head = {"ko": "사용법: ", "en": "Usage: "}.get(language, "用法：")
    asked = run(*words, "--help", "--lang", language)
    assert (asked.status, asked.err) == (0, "")
    assert asked.out.startswith(f"{head}{path} [")
    assert run("--lang", language, *words, "-h").out == asked.out
    monkeypatch.setenv("LIUREN_LANG", language)
    assert run(*words, "--help").out == asked.out


def test_a_language_before_the_command_holds_for_it(run: Run) -> None:
    cast = ("chart", "--day", "甲子", "--hour", "卯", "--general", "亥")
    assert run("--lang", "ko", *cast).out == run(*cast, "--lang", "ko").out
    assert run("--lang", "ko").out == run("--help", "--lang", "ko").out
    assert "tlh" in run("--lang", "tlh", *cast).err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ALL)
def test_help_fits_the_terminal(path: str, language: str, run: Run) -> None:
    shown = run(*path.split()[1:], "--help", "--lang", language).out
    assert all(width(line) <= 80 for line in shown.splitlines())
    if language != "en":
        prose = re.sub(r"liuren( \w+)*|\S*[-:=|./_{}<>`\d]\S*|（.*?）", " ", shown)
        assert not re.search(r"[a-z]{3,}( [a-z]{2,}){2}", prose), prose


def test_lines_are_broken_between_chinese_characters_but_not_before_a_stop() -> None:
    assert wrapped("甲子日，亥將卯時。", 8) == ["甲子日，", "亥將卯", "時。"]
    assert wrapped("두 낱말 사이에서", 8) == ["두 낱말", "사이에서"]
    assert wrapped("a 「甲」 b", 4) == ["a", "「甲」", "b"]
