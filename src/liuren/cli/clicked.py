"""Commands and options as click has them, made from the options as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, TypeVar

import click

from liuren.cli.help import Command as Spoken
from liuren.cli.help import spoken
from liuren.cli.options import JSON, LANGUAGE, Option
from liuren.terms.labels import parse_language

Command = TypeVar("Command", bound=Callable[..., Any])


def with_options(command: Command, options: Sequence[Option]) -> Command:
    """Add options to a command, in their order."""
    for option in reversed(options):
        command = _clicked(option)(command)
    return command


def language_option(command: Command) -> Command:
    """Add ``--lang`` to a command."""
    return with_options(command, (LANGUAGE,))


def json_option(command: Command) -> Command:
    """Add ``--json`` to a command."""
    return with_options(command, (JSON,))


def command_of(name: str, module: ModuleType) -> click.Command:
    """The click command of a module that has its options as data."""
    function = with_options(_alone(getattr(module, name)), module.OPTIONS)
    argument = getattr(module, "ARGUMENT", None)
    if argument is not None:
        function = click.argument(argument, required=False)(function)
    return click.command(name, cls=Spoken)(function)


def _alone(function: Callable[..., None]) -> Callable[..., None]:
    """The function wrapped, since click keeps notes on what it is given."""

    def called(**arguments: Any) -> None:
        function(**arguments)

    called.__doc__ = function.__doc__
    return called


def _clicked(option: Option) -> Callable[[Command], Command]:
    given: dict[str, Any] = {"help": option.help}
    if option.metavar:
        given["metavar"] = option.metavar
    if option.required:
        given["required"] = True
    if option.kind == "flag":
        given |= {"is_flag": True, "default": False}
    elif option.kind == "many":
        given["multiple"] = True
    elif option.kind == "number":
        given["type"] = float
    elif option.kind == "whole":
        ranged = option.low is not None or option.high is not None
        given["type"] = click.IntRange(option.low, option.high) if ranged else int
    elif option.kind == "language":
        given["callback"] = _language
    elif option.kind == "switch":
        given["default"] = None  # neither of the two
    if option.default is not None:  # a default of None would make a required option be given
        given |= {"default": option.default, "show_default": True}
    return click.option(option.flag, option.argument, **given)


def _language(context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
    return spoken(context) if value is None else parse_language(value)
