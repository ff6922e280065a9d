"""Running the command inside this process, with its own casebook and cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from liuren.cli import main


class Ended(NamedTuple):
    """How a command line ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``liuren`` with some words in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIUREN_DATABASE", str(tmp_path / "cases.sqlite"))
    monkeypatch.delenv("LIUREN_DEBUG", raising=False)
    for name in ("LIUREN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run_words(*words: str) -> Ended:
        capsys.readouterr()
        status = main(list(words))
        captured = capsys.readouterr()
        return Ended(status, captured.out, captured.err)

    return run_words
