"""The command that opens the page."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from liuren.cli.group import program


def test_it_serves_on_this_machine(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "liuren", "serve", "--port", "0", "--no-open"]
    process = subprocess.Popen(
        [*command, "--database", str(tmp_path / "cases.sqlite")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}ko/") as answer:
            assert answer.status == 200
            assert "server" not in {name.lower() for name in answer.headers}
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_a_port_in_use_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = CliRunner().invoke(program, ["serve", "--port", str(port), "--no-open"])
    assert answer.exit_code != 0
    assert "free port" in str(answer.exception)
    assert "attempting" not in str(answer.exception)


@pytest.mark.parametrize(("words", "page"), [((), "/"), (("--lang", "ko"), "/ko/")])
def test_the_page_opens_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...], page: str
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("uvicorn.Server.run", lambda _, sockets: sockets[0].close())
    database = ["--database", f"sqlite:///{tmp_path / 'cases.sqlite'}"]
    answer = CliRunner().invoke(program, ["serve", "--port", "0", *database, *words])
    assert answer.exception is None
    assert [address[len(answer.output.strip()) - 1 :] for address in opened] == [page]


@pytest.mark.parametrize(("host", "here"), [("0.0.0.0", "127.0.0.1"), ("192.0.2.4", "192.0.2.4")])
def test_addresses(host: str, here: str) -> None:
    from liuren.cli.serve import _here, _own

    assert _here(host) == here
    assert socket.inet_aton(_own(host))
