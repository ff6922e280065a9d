"""What click refuses, as errors of Liuren: what was read, what was expected, in every language."""

from __future__ import annotations

import re

import click
from click import exceptions

from liuren.cli.commands import nearest
from liuren.cli.help import spoken, value_in
from liuren.terms.errors import InputError, LiurenError
from liuren.terms.parse import excerpt

_READ = re.compile(r"(?:\w+ )?['“]?(?P<read>.*?)['”]? (?:is|does) ", re.DOTALL)


def refusal_of(error: click.ClickException) -> LiurenError:
    """The error to print for a command line that click cannot read."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "liuren"
    message, near = _said(error, path)
    hint = f"Did you mean {near}?" if near else f"See {path} --help."
    return InputError(message, hint=hint, code="bad_command")


def _said(error: click.ClickException, path: str) -> tuple[str, str]:
    """The English sentence, and the nearest valid word or ""."""
    if isinstance(error, exceptions.NoSuchOption):
        shown = f"“{excerpt(error.option_name)}”"
        return f"{path} has no option {shown}.", nearest(error.option_name, _options(error.ctx))
    if isinstance(error, exceptions.BadOptionUsage):
        wants = "takes no value" if "does not take" in error.message else "needs a value"
        return f"The option {error.option_name} {wants}.", ""
    if isinstance(error, exceptions.MissingParameter):
        return f"{_name(error.param, error.ctx)} is needed; it was not given.", ""
    if isinstance(error, exceptions.BadParameter):
        return _bad_value(error)
    extra = re.search(r"unexpected extra arguments? \((.*)\)", error.message, re.DOTALL)
    if extra:
        return f"“{excerpt(extra[1])}” is one word too many.", ""
    return f"The command line cannot be read: {error.message}", ""


def _bad_value(error: click.BadParameter) -> tuple[str, str]:
    read = _READ.match(error.message)
    shown = excerpt(read["read"]) if read else ""
    expected, near = _expected(error.param, shown)
    return (
        f"“{shown}” is not a value of {_name(error.param, error.ctx)}; expected {expected}.",
        near,
    )


def _expected(parameter: click.Parameter | None, read: str) -> tuple[str, str]:
    kind = parameter.type if parameter is not None else None
    if isinstance(kind, click.Choice):
        values = tuple(str(choice) for choice in kind.choices)
        return f"one of {', '.join(values)}", nearest(read, values)
    if isinstance(kind, click.Path | click.File):
        return "a file", ""
    whole = "a whole number" if isinstance(kind, click.types.IntParamType) else "a number"
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if low is None:
        return whole, ""
    return f"{whole} from {low}" + ("" if high is None else f" to {high}"), ""


def _name(parameter: click.Parameter | None, context: click.Context | None) -> str:
    """What the parameter is called in help: the flag of an option, the word for an argument."""
    if parameter is None:
        return "the option"
    if isinstance(parameter, click.Argument) and context is not None:
        return value_in(parameter.make_metavar(context).strip("[]"), spoken(context))
    return parameter.opts[0]


def _options(context: click.Context | None) -> tuple[str, ...]:
    if context is None:
        return ()
    return tuple(name for option in context.command.params for name in option.opts)
