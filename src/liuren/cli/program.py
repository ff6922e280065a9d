"""The command group, loaded piece by piece, and what happens when something goes wrong."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Any

import click

from liuren.cli.language import language_of
from liuren.terms.errors import LiurenError
from liuren.terms.labels import message

# command → (module, one line of help); the module holds a click command of the same name.
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


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name][0]), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from liuren.cli.refusals import unknown_command

            raise unknown_command(args[0], COMMANDS, "liuren ")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from liuren import __version__
    from liuren.terms.versions import rulebook_digest

    click.echo(f"liuren {__version__} (rulebook {rulebook_digest()})")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Version."
)
def program() -> None:
    """大六壬 and 金口訣 charts and readings, every word traced to its source."""


def _prepare_streams() -> None:
    """A character that the terminal's encoding lacks must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def report_error(error: LiurenError, language: str) -> None:
    """Print an error the way every command does: what was read and expected, then the hint."""
    said, hint = error.localized(language)
    click.echo(f"{message('error.prefix', language)}: {said}", err=True)
    if hint:
        click.echo(f"{message('error.try', language)}: {hint}", err=True)


def run(arguments: list[str]) -> int:
    """Run the program; no traceback reaches a user."""
    _prepare_streams()
    try:
        _invoke([_decoded(word) for word in arguments])
        if sys.stdout is not None:
            sys.stdout.flush()
    except LiurenError as error:
        report_error(error, language_of(arguments))
        return 2
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        from liuren.cli.refusals import refusal_of

        report_error(refusal_of(error), language_of(arguments))
        return 2
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO) or error.filename:
            return _fault(error)
        _drop_output()
        refused = LiurenError(f"The output cannot be written: {error.strerror}.")
        report_error(refused, language_of(arguments))
        return 2
    except Exception as error:
        return _fault(error)
    return 0


def _invoke(arguments: list[str]) -> None:
    if "_LIUREN_COMPLETE" in os.environ:  # a shell asks what could come next
        program.main(args=arguments, prog_name="liuren")
    with program.make_context("liuren", arguments) as context:
        program.invoke(context)


def _decoded(word: str) -> str:
    """A word in UTF-8 although the locale has another encoding, as Python could not know."""
    if word.isascii() or word.isprintable():
        return word
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def _fault(error: Exception) -> int:
    if os.environ.get("LIUREN_DEBUG"):
        raise error
    click.echo(
        f"Liuren failed unexpectedly ({type(error).__name__}: {str(error)[:200]}). "
        "This is a fault in Liuren, not in what you typed. "
        "Run again with LIUREN_DEBUG=1 to see where, and please report it.",
        err=True,
    )
    return 1


def _drop_output() -> None:
    """The reader of our output has gone: send the rest nowhere, so that closing it fails no more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
