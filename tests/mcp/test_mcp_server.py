"""The MCP server through real client sessions: in a pipe, over HTTP, and under a locale that is not UTF-8."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import CallToolResult, TextContent

import liuren
from liuren.drawing.text import chart_text
from liuren.mcp.server import create_server

CAST = {"day": "甲子", "hour": "卯", "general": "亥", "month": "寅"}
TOOLS = {
    "cast_and_read_shefu",
    "cast_and_read_jinkoujue",
    "look_up_clause",
    "open_trials",
    "seal_trial",
    "answer_trial",
    "reveal_trial",
    "score_trials",
}
#: Standard output of the server must be protocol whatever these are.
LOCALES = ({}, {"LC_ALL": "C", "PYTHONIOENCODING": "gbk"}, {"LC_ALL": "C", "PYTHONUTF8": "0"})


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


def text_of(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {
        "LIUREN_DATABASE": str(folder / "cases.sqlite"),
        "LIUREN_CACHE": str(folder / "cache"),
        **more,
    }


@pytest.fixture(autouse=True)
def _own_casebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIUREN_DATABASE", str(tmp_path / "cases.sqlite"))


async def _call(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    assert not result.is_error, text_of(result)
    return result


# ---------------------------------------------------------------- what the tools answer


def test_a_reading_is_the_document_with_chart_text_convention_and_warnings() -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            result = await _call(client, "cast_and_read_shefu", **CAST, traces=True, language="ko")
            found = result.structured_content
            reading = liuren.read(liuren.liuren_chart(**CAST))
            assert found["reading"] == plain(reading.to_dict())
            assert found["text"] == chart_text(reading.chart.to_dict(), "ko")
            assert found["paragraph"] == reading.paragraph("ko")
            assert found["convention"]["shehai"] == "mengzhong"
            assert found["warnings"] == []
            assert found["text"] in text_of(result)
            told = {**CAST, "month": None, "season": "봄"}
            result = await _call(client, "cast_and_read_shefu", **told)
            assert result.structured_content["reading"]["chart"]["season"] == "春"
            seat = {"day": "甲寅", "hour": "巳", "general": "亥", "seat": "酉"}
            other = await _call(client, "cast_and_read_jinkoujue", **seat)
            expected = liuren.read(liuren.jinkoujue_chart(**seat)).to_dict(traces=False)
            assert other.structured_content["reading"] == plain(expected)

    anyio.run(session)


def test_tools_are_few_and_typed() -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == TOOLS
            for tool in tools.values():
                assert tool.output_schema is not None
                assert tool.description
            assert tools["reveal_trial"].annotations.destructive_hint is True
            assert tools["cast_and_read_shefu"].annotations.read_only_hint is True

    anyio.run(session)


@pytest.mark.parametrize(
    ("asked", "code", "number"),
    [
        ({}, "time_missing", 4),
        ({"place": "Seoul"}, "time_missing", 1),
        ({"at": "2026-11-30T10:00"}, "zone_missing", 4),
        ({"at": "2026-11-30", "zone": "Asia/Seoul"}, "hour_missing", 12),
        ({"at": "2026-11-01T01:30", "zone": "America/New_York"}, "repeated_time", 2),
        ({"at": "2026-03-08T02:30", "zone": "America/New_York"}, "missing_time", 2),
        ({"at": "2026-11-30T10:00", "zone": "CST"}, "ambiguous_zone", 4),
        ({"at": "2026-11-30T10:00", "place": "Springfield"}, "ambiguous_place", 5),
        ({"at": "2026-11-30T10:00", "place": "Urumqi"}, "which_clock", 2),
    ],
)
def test_an_unclear_time_is_asked_about(asked: dict[str, str], code: str, number: int) -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            result = await _call(client, "cast_and_read_shefu", **asked)
            found = result.structured_content
            assert (found["kind"], found["reading"]) == ("question", None)
            assert found["question"]["code"] == code
            candidates = found["question"]["candidates"]
            assert len(candidates) >= number
            assert found["question"]["question"] in text_of(result)
            for one in candidates[:3]:
                answer = await _call(client, "cast_and_read_shefu", **one["arguments"])
                chart = answer.structured_content["reading"]["chart"]
                assert chart["notation"] == one["chart"]

    anyio.run(session)


def test_a_place_is_asked_about_before_the_time() -> None:
    """Without a time an ambiguous place was refused instead of asked about."""

    async def session() -> None:
        async with Client(create_server()) as client:
            found = (
                await _call(client, "cast_and_read_shefu", place="Springfield")
            ).structured_content
            assert found["question"]["code"] == "ambiguous_place"
            chosen = found["question"]["candidates"][0]["arguments"]
            then = (await _call(client, "cast_and_read_shefu", **chosen)).structured_content
            assert then["question"]["code"] == "time_missing"

    anyio.run(session)


@pytest.mark.parametrize(
    ("language", "letters"), [("ko", "[가-힣]"), ("zh-Hant", "[一-鿿]"), ("zh-Hans", "[一-鿿]")]
)
def test_texts_are_in_the_language_asked_for(language: str, letters: str) -> None:
    """Questions, refusals and the words around results too; no sentence stays English."""

    async def session() -> None:
        async with Client(create_server()) as client:
            say = {"language": language}
            begun = await _call(client, "open_trials", trials=1, options=3, **say)
            series = begun.structured_content["series"]["series"]
            chart = liuren.liuren_chart(**CAST).notation
            sealed = await _call(client, "seal_trial", series=series, chart=chart, **say)
            view = sealed.structured_content["trial"]
            answer = {"trial": view["trial"], "reader": "김", "answer": view["things"][0]["id"]}
            results = [
                begun,
                sealed,
                await _call(client, "answer_trial", **answer, **say),
                await _call(client, "reveal_trial", trial=view["trial"], **say),
                await _call(client, "answer_trial", **{**answer, "reader": "이"}, **say),
                await _call(client, "score_trials", series=series, **say),
                await _call(client, "look_up_clause", words="小女", chart=chart, **say),
                await _call(client, "cast_and_read_shefu", **say),
                await _call(client, "cast_and_read_shefu", at="2026-11-30T10:00", **say),
                await _call(client, "cast_and_read_shefu", at="2026-11-30", zone="UTC", **say),
                await _call(client, "cast_and_read_shefu", place="Springfield", **say),
                await client.call_tool("cast_and_read_shefu", {**CAST, "day": "甲丑", **say}),
                await client.call_tool("reveal_trial", {"trial": "none.1", **say}),
            ]
            for result in results:
                first = " ".join(text_of(result).split("\n")[:2])
                assert re.search(letters, first), first
                assert not re.search(r"\b(the|is|was|of|not|for)\b", first), first

    anyio.run(session)


def test_near_a_boundary_both_candidates_are_in_the_warnings() -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            asked = {"at": "2026-12-07T10:53", "zone": "Asia/Shanghai"}
            found = (await _call(client, "cast_and_read_shefu", **asked)).structured_content
            (warning,) = [one for one in found["warnings"] if one["code"] == "near_term"]
            months = [one["pillars"]["month"] for one in warning["candidates"]]
            assert months == ["己亥", "庚子"]

    anyio.run(session)


def test_refusals_have_the_shape_of_the_api() -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            for tool, asked, code in (
                ("cast_and_read_shefu", {**CAST, "day": "甲丑"}, "no_such_pillar"),
                ("cast_and_read_shefu", {"day": "甲子"}, "incomplete_cast"),
                ("cast_and_read_shefu", {"at": "tomorrow"}, "bad_time"),
                ("look_up_clause", {"clause": "shefu:zi.999"}, "unknown_clause"),
                ("reveal_trial", {"trial": "none.1"}, "not_found"),
                ("seal_trial", {"series": "none", "chart": "甲子日 亥將 卯時"}, "not_found"),
            ):
                result = await client.call_tool(tool, asked)
                assert result.is_error
                assert result.structured_content["error"]["code"] == code
                assert result.structured_content["error"]["message"] in text_of(result)

    anyio.run(session)


def test_looking_up_a_clause_and_asking_why() -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            chart = liuren.liuren_chart(**CAST)
            asked = {"clause": "shefu:zi.5", "chart": chart.notation}
            found = (await _call(client, "look_up_clause", **asked)).structured_content
            assert found["clauses"][0]["text"]["zh-Hant"] == "子加日，乘天后乃小女。"
            assert found["trace"] == plain(liuren.explain(chart, "shefu:zi.5").to_dict())
            words = (await _call(client, "look_up_clause", words="小女")).structured_content
            assert "shefu:zi.5" in [one["id"] for one in words["clauses"]]

    anyio.run(session)


def test_a_blind_trial_keeps_its_target_from_the_model() -> None:
    async def session() -> None:
        async with Client(create_server()) as client:
            begun = (await _call(client, "open_trials", trials=2, options=4)).structured_content
            series = begun["series"]["series"]
            asked = await _call(client, "seal_trial", series=series)
            assert asked.structured_content["question"]["code"] == "time_missing"
            chart = liuren.liuren_chart(**CAST).notation
            sealed = (
                await _call(client, "seal_trial", series=series, chart=chart)
            ).structured_content
            trial = sealed["trial"]
            place = {"at": "2026-11-30T10:00", "zone": "Asia/Seoul", "seat": "酉"}
            seated = await _call(client, "seal_trial", series=series, **place)
            assert seated.structured_content["trial"]["chart"]["method"] == "jinkoujue"
            assert (trial["target"], trial["forecasts"]) == (None, {})
            things = [thing["id"] for thing in trial["things"]]
            answer = {"trial": trial["trial"], "reader": "model", "answer": things}
            taken = (await _call(client, "answer_trial", **answer)).structured_content["answer"]
            assert taken["forecast"][things[0]] == max(taken["forecast"].values())
            ended = await _call(client, "reveal_trial", trial=trial["trial"])
            assert ended.structured_content["trial"]["target"] in things
            score = (await _call(client, "score_trials", series=series)).structured_content["score"]
            assert score["counts"]["revealed"] == 1
            assert "model" in [row["name"] for row in score["rows"]]

    anyio.run(session)


# ---------------------------------------------------------------- the wires


@asynccontextmanager
async def _over_pipe(folder: Path, **more: str) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "liuren", "mcp"],
        env=environment(folder, **more),
    )
    async with Client(stdio_client(server)) as client:
        yield client


@pytest.mark.parametrize("locale", LOCALES)
def test_a_session_in_a_pipe(tmp_path: Path, locale: dict[str, str]) -> None:
    async def session() -> None:
        async with _over_pipe(tmp_path, **locale) as client:
            result = await _call(client, "cast_and_read_shefu", **CAST, language="ko")
            reading = liuren.read(liuren.liuren_chart(**CAST))
            expected = plain(reading.to_dict(traces=False))
            assert result.structured_content["reading"] == expected
            assert result.structured_content["paragraph"] == reading.paragraph("ko")

    anyio.run(session)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_line_of_standard_output_is_protocol(tmp_path: Path, locale: dict[str, str]) -> None:
    """Also when a tool, and what runs beside it, print as they like."""
    noisy = tmp_path / "noisy.py"
    noisy.write_text(
        "import os, subprocess, sys\n"
        "from liuren.mcp import readings, server\n"
        "real = readings._read\n"
        "def loud(*given):\n"
        "    print('占 in a tool', flush=True)\n"
        "    print('unflushed 占', end='')\n"
        "    os.write(1, b'to the descriptor\\n')\n"
        "    subprocess.run(['echo', 'from a child'], check=True)\n"
        "    return real(*given)\n"
        "readings._read = loud\n"
        "server.run_stdio()\n",
        encoding="utf-8",
    )
    messages = [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "cast_and_read_shefu", "arguments": {**CAST, "language": "zh-Hant"}},
        },
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": "cast_and_read_shefu", "arguments": {**CAST, "day": "甲丑"}},
        },
        {"jsonrpc": "2.0", "id": 4, "method": "no/such/method"},
    ]
    lines = b"".join(json.dumps(one).encode() + b"\n" for one in messages)
    running = subprocess.Popen(
        [sys.executable, str(noisy)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment(tmp_path, **locale)},
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(lines + b"not json at all \xff\n")
    running.stdin.flush()
    answers: dict[Any, Any] = {}
    while not {1, 2, 3, 4} <= set(answers):
        line = running.stdout.readline()
        assert line, running.stderr.read().decode("utf-8", "replace") if running.stderr else ""
        message = json.loads(line.decode("utf-8"))
        assert message["jsonrpc"] == "2.0"
        answers[message.get("id")] = message
    rest, noise = running.communicate(timeout=30)
    for line in rest.splitlines():
        assert json.loads(line.decode("utf-8"))["jsonrpc"] == "2.0"
    assert b"from a child" in noise
    assert b"to the descriptor" in noise
    assert "甲子" in answers[2]["result"]["structuredContent"]["text"]
    assert answers[3]["result"]["structuredContent"]["error"]["code"] == "no_such_pillar"
    assert "error" in answers[4]


@pytest.fixture
def http_server(tmp_path: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = subprocess.Popen(
        [sys.executable, "-m", "liuren", "mcp", "--http", "--port", str(port)],
        env={**os.environ, **environment(tmp_path, LC_ALL="C", PYTHONIOENCODING="gbk")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        running.terminate()
        running.wait(timeout=30)


def test_a_session_over_http(http_server: str) -> None:
    async def session() -> None:
        async with Client(http_server) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            result = await _call(client, "cast_and_read_shefu", **CAST)
            expected = liuren.read(liuren.liuren_chart(**CAST)).to_dict(traces=False)
            assert result.structured_content["reading"] == plain(expected)

    anyio.run(session)
