"""The MCP server: its tools, and its two ways to be reached."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout
from io import TextIOWrapper
from typing import Any

from mcp.server import MCPServer
from mcp.types import ToolAnnotations

import liuren

INSTRUCTIONS = """\
Liuren casts 大六壬 and 金口訣 charts and reads them by two classical books, clause by clause.
Never compute pillars, month general, transmissions or generals yourself: call a tool.
If a tool answers with a question, put it to the user; do not choose among the candidates.
Say of every statement whether it is from the chart, from a clause (name it) or your own imagery.
A chart depends on conventions; results name them, and `disputes` says where schools differ.
This is a traditional art and a game of imagery: nothing shows that it works better than chance.
Blind trials measure that; never look for the target of a sealed trial. No advice on health, law or money."""


def create_server() -> MCPServer[Any]:
    """The server with its tools, not yet connected to anything."""
    from liuren.mcp import readings, trials

    server: MCPServer[Any] = MCPServer(
        "liuren",
        title="Liuren",
        version=liuren.__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
    )
    looks = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    adds = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
    ends = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
    for tool, hints in (
        (readings.cast_and_read_shefu, looks),
        (readings.cast_and_read_jinkoujue, looks),
        (readings.look_up_clause, looks),
        (trials.open_trials, adds),
        (trials.seal_trial, adds),
        (trials.answer_trial, adds),
        (trials.reveal_trial, ends),
        (trials.score_trials, looks),
    ):
        server.add_tool(tool, annotations=hints, structured_output=True)
    return server


def run_stdio() -> None:
    """Serve one client on standard input and output; nothing but protocol reaches standard output.

    While it is set up, what anything prints goes to standard error. While it serves, the SDK keeps the wire for
    itself and points the descriptor at standard error. Afterwards it stays there, so that nothing that was still
    in a buffer follows the protocol out.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A stray print must not fail either, whatever the encoding of the console.
            stream.reconfigure(errors="backslashreplace")
    with redirect_stdout(sys.stderr):
        server = create_server()
    try:
        server.run("stdio")
    finally:
        os.dup2(sys.stderr.fileno(), 1)


def run_http(host: str, port: int) -> None:
    """Serve clients over streamable HTTP at ``http://HOST:PORT/mcp``."""
    create_server().run("streamable-http", host=host, port=port)
