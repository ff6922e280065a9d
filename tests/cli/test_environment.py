"""The command in strange surroundings: encodings, folders, caches, pipes, closed streams."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CHART = ("chart", "--day", "甲子", "--hour", "卯", "--general", "亥", "--month", "寅")
SHEFU = ("shefu", *CHART[1:])
BAD = ("chart", "--day", "甲丑", "--hour", "卯", "--general", "亥")


def liuren(
    *words: str, cache: Path, bare: bool = False, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own."""
    kept = {} if bare else {"PATH": os.environ.get("PATH", ""), "HOME": str(cache)}
    kept |= {"LIUREN_CACHE": str(cache / "cache")} | environment
    return subprocess.run(
        [sys.executable, "-m", "liuren", *words], env=kept, capture_output=True, check=False
    )


@pytest.mark.parametrize("encoding", ["gbk", "cp949", "cp932", "cp1252", "ascii", "utf-16"])
@pytest.mark.parametrize("language", ["zh-Hans", "ko"])
def test_encodings_that_lack_characters(tmp_path: Path, encoding: str, language: str) -> None:
    ended = liuren(*CHART, "--lang", language, cache=tmp_path, PYTHONIOENCODING=encoding)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == b""
    assert ended.stdout.decode(encoding)
    refused = liuren(*BAD, "--lang", language, cache=tmp_path, PYTHONIOENCODING=encoding)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"Traceback" not in refused.stderr


@pytest.mark.parametrize("encoding", ["gbk", "ascii"])
def test_data_is_whole_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    import json

    ended = liuren(*CHART, "--json", cache=tmp_path, PYTHONIOENCODING=encoding)
    assert json.loads(ended.stdout)["day"] == "甲子"


def test_files_are_read_as_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    """PYTHONWARNDEFAULTENCODING tells of every file that is opened without naming its encoding."""
    surroundings: Any = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONWARNDEFAULTENCODING": "1",
        "PYTHONWARNINGS": "error::EncodingWarning",
    }
    for words in (
        SHEFU,
        ("text", "shefu:zi.5"),
        ("moment", "--at", "2026-11-30", "--place", "北京"),
    ):
        ended = liuren(*words, cache=tmp_path, **surroundings)
        assert ended.returncode == 0, ended.stderr
        again = liuren(*words, cache=tmp_path)
        assert len(again.stdout) > 100


def test_without_any_environment(tmp_path: Path) -> None:
    assert liuren(*CHART, cache=tmp_path, bare=True).returncode == 0


@pytest.mark.parametrize("cache", ["/proc/none", "/dev/null", "/dev/null/x"])
def test_a_cache_that_cannot_be_used(tmp_path: Path, cache: str) -> None:
    ended = liuren(*CHART, cache=tmp_path, LIUREN_CACHE=cache)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_home_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "home").write_bytes(b"")
    kept = {"HOME": str(tmp_path / "home"), "PATH": os.environ.get("PATH", "")}
    ended = subprocess.run(
        [sys.executable, "-m", "liuren", *CHART], env=kept, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    first = liuren(*SHEFU, cache=tmp_path)
    assert first.returncode == 0
    files = sorted((tmp_path / "cache").glob("*.bin"))
    assert len(files) > 5

    def halve(content: bytes) -> bytes:
        return content[: len(content) // 2]

    def flip(content: bytes) -> bytes:
        place = len(content) * 2 // 3
        return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]

    def foreign(_content: bytes) -> bytes:
        import marshal

        return marshal.dumps({"a": [1, 2]})

    for spoil in (halve, flip, foreign, lambda _: b"", lambda _: b"N"):
        for file in files:
            file.write_bytes(spoil(file.read_bytes()))
        ended = liuren(*SHEFU, cache=tmp_path)
        assert ended.returncode == 0, ended.stderr
        assert ended.stdout == first.stdout


def test_streams_that_are_closed(tmp_path: Path) -> None:
    command = f"{sys.executable} -m liuren {' '.join(CHART)}"
    kept = {"PATH": os.environ.get("PATH", ""), "HOME": str(tmp_path)}
    for line, status in (
        (f"{command} <&- >/dev/null", 0),
        (f"{command} >&-", 0),
        (f"{command} 2>&- >/dev/null", 0),
        (f"{command.replace('甲子', '甲丑')} 2>&-", 2),
        (f"set -o pipefail; {command} | true", 0),
        (f"set -o pipefail; {sys.executable} -m liuren text shefu | head -1 >/dev/null", 0),
        (f"set -o pipefail; {sys.executable} -m liuren text shefu --json | head -1 >/dev/null", 0),
    ):
        ended = subprocess.run(["bash", "-c", line], env=kept, capture_output=True, check=False)
        assert ended.returncode == status, (line, ended.stderr)
        assert b"Traceback" not in ended.stderr
        assert b"Exception" not in ended.stderr


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "liuren", *CHART],
            env={"HOME": str(tmp_path)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ended.returncode == 2
    assert b"No space left" in ended.stderr


def test_a_zone_of_the_machine_that_does_not_exist(tmp_path: Path) -> None:
    ended = liuren("moment", cache=tmp_path, TZ="Nowhere/Land")
    assert ended.returncode in (0, 2)
    assert b"Traceback" not in ended.stderr
