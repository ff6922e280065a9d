"""The quick reading of command lines and that by click are one."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click
import pytest

from liuren.cli import quick
from liuren.cli.clicked import command_of
from liuren.cli.commands import COMMANDS
from liuren.terms.errors import InputError

from .conftest import Run

#: Those of the commands that have their options as data.
PLAIN = [
    name for name, (module, _) in COMMANDS.items() if hasattr(import_module(module), "OPTIONS")
]

LINES: list[tuple[str, list[str]]] = [
    ("shefu", []),
    ("shefu", ["--day", "甲子", "--hour=卯", "--general", "亥", "--night", "--all"]),
    ("shefu", ["--set", "shehai=depth", "--set=day_night=yin_you", "--json", "--lang", "ko"]),
    ("shefu", ["--daytime", "--night", "--daytime"]),
    ("shefu", ["--longitude", "-5.5", "--latitude=1e1", "--fold", "1"]),
    ("shefu", ["--day", "", "--topic="]),
    ("chart", ["--svg", "a b.svg"]),
    ("jinkoujue", ["--seat", "酉", "--guest", "3", "--age", "-1", "--lang=zh-TW"]),
    ("moment", ["--limit", "7", "--from", "2020", "--to", "-5"]),
    ("annual", ["--birth", "甲午", "--sex", "male"]),
    ("coverage", ["--list", "rule", "--work", "shefu"]),
    ("text", ["shefu:zi.5", "--json"]),
    ("text", ["--search", "桃 符"]),
    ("text", []),
    # only click may answer these
    ("shefu", ["--help"]),
    ("shefu", ["-h"]),
    ("shefu", ["--day"]),
    ("shefu", ["--day", "--hour", "卯"]),
    ("shefu", ["--dya", "甲子"]),
    ("shefu", ["extra"]),
    ("shefu", ["--"]),
    ("shefu", ["--json=1"]),
    ("shefu", ["--fold", "2"]),
    ("shefu", ["--longitude", "east"]),
    ("shefu", ["--guest", "1"]),
    ("jinkoujue", ["--guest", "1.5"]),
    ("annual", ["--birth", "甲午"]),
    ("moment", ["--limit", "0"]),
    ("text", ["a", "b"]),
    ("text", ["-x"]),
]


def by_click(name: str, words: list[str]) -> dict[str, Any] | None:
    """What click reads; None where it refuses or answers by itself."""
    command = command_of(name, import_module(COMMANDS[name][0]))
    try:
        return dict(command.make_context(name, list(words)).params)
    except (click.ClickException, click.exceptions.Exit):
        return None


def test_commands_with_options_as_data() -> None:
    assert PLAIN == ["shefu", "chart", "jinkoujue", "annual", "moment", "text", "coverage"]


@pytest.mark.parametrize(
    ("name", "words"), LINES, ids=lambda v: v if isinstance(v, str) else " ".join(v)
)
def test_both_read_the_same(
    name: str, words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIUREN_LANG", "zh-Hans")
    module = import_module(COMMANDS[name][0])
    found = quick.read(module.OPTIONS, getattr(module, "ARGUMENT", None), words)
    other = by_click(name, words)
    capsys.readouterr()
    if found is not None:
        assert found == other
    else:
        assert other is None or words == ["--"] or words == ["--day", "--hour", "卯"]


def test_an_unknown_language_is_refused_by_both() -> None:
    module = import_module(COMMANDS["chart"][0])
    with pytest.raises(InputError, match="tlh"):
        quick.read(module.OPTIONS, None, ["--lang", "tlh"])
    with pytest.raises(InputError, match="tlh"):
        command_of("chart", module).make_context("chart", ["--lang", "tlh"])


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_has_help(run: Run, name: str) -> None:
    words = (name, "--help") if name else ("--help",)
    ended = run(*words)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith(f"Usage: liuren {name}".strip())


def test_without_a_command_the_help_is_printed(run: Run) -> None:
    assert run().out.startswith("Usage: liuren")
    ended = run("--version")
    assert ended.status == 0
    assert "sha256:" in ended.out
