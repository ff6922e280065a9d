"""The command group of click, loaded piece by piece: help, faults and the longer commands."""

from __future__ import annotations

import os
from importlib import import_module

import click

from liuren.cli.commands import COMMANDS
from liuren.cli.help import Group
from liuren.cli.language import language_of


class LazyGroup(Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        module = import_module(COMMANDS[name][0])
        if hasattr(module, "OPTIONS"):
            from liuren.cli.clicked import command_of

            return command_of(name, module)
        command: click.Command = getattr(module, name)
        return command

    def listed(self, ctx: click.Context) -> list[tuple[str, str]]:  # noqa: ARG002
        return [(name, text) for name, (_, text) in COMMANDS.items()]


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from liuren import __version__
    from liuren.rules import rulebook_digest

    click.echo(f"liuren {__version__} (rulebook {rulebook_digest()})")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Version."
)
def program() -> None:
    """大六壬 and 金口訣 charts and readings, every word traced to its source."""


def invoke(words: list[str]) -> int:
    """Run a command line and give its exit status.

    Raises:
        LiurenError: it cannot be read, or the command refuses.
        KeyboardInterrupt: the user broke it off.
    """
    if "_LIUREN_COMPLETE" in os.environ:  # a shell asks what could come next
        program.main(args=words, prog_name="liuren")
    try:
        with program.make_context("liuren", list(words), obj=language_of(words)) as root:
            program.invoke(root)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        if context is not None and "Missing command" in error.message:
            click.echo(context.get_help())  # a group without a command: what is there?
            return 0
        from liuren.cli.refusals import refusal_of

        raise refusal_of(error) from None
    return 0
