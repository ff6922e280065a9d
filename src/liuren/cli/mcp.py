"""``liuren mcp``: serve language models over the Model Context Protocol."""

from __future__ import annotations

import click

from liuren.cli.clicked import language_option
from liuren.cli.help import Command
from liuren.terms.errors import LiurenError
from liuren.terms.installing import install_command


@click.command("mcp", cls=Command)
@click.option("--http", is_flag=True, help="Streamable HTTP instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address for --http.")
@click.option("--port", default=8766, show_default=True, type=int, help="Port for --http.")
@language_option
def mcp(http: bool, host: str, port: int, language: str) -> None:
    """Serve charts, readings, clauses and trials to language models."""
    del language  # that of faults in these words; each call of a tool names its own
    try:
        from liuren.mcp.server import run_http, run_stdio
    except ModuleNotFoundError as error:
        raise LiurenError(
            f"The MCP server needs a package that is not installed ({error.name}).",
            hint=install_command("mcp", "cases"),
            code="extra_missing",
        ) from error
    if http:
        run_http(host, port)
    else:
        run_stdio()
