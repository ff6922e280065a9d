"""Every example in the documents is run, and prints what the document says.

```` ```console ```` — lines that begin with ``$ liuren`` are run in order, in an empty casebook; what they print has to be
what follows. ``…`` alone stands for any lines, inside a line for anything. A series id in the document (eight hex digits)
stands for the id that the run gave.

```` ```python ```` — run in order in one namespace, in a page; with ``>>>`` the answers are compared. A fragment that
cannot stand alone is preceded by ``<!-- fragment -->``.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in (*ROOT.glob("README*.md"), *ROOT.glob("docs/**/*.md"))
    if "_build" not in page.parts
)
_FENCE = re.compile(
    r"(?:^<!-- (?P<mark>[\w-]+) -->\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S
)
_SERIES = re.compile(r"\b[0-9a-f]{8}\b")


def fences(page: Path, kind: str) -> Iterator[tuple[int, str]]:
    """Line number and body of the fences of a kind that are to be run."""
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        if match["kind"] == kind and match["mark"] != "fragment":
            yield text.count("\n", 0, match.start("body")) + 1, match["body"]


def with_fences(kind: str) -> list[Path]:
    return [page for page in PAGES if any(fences(page, kind))]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# ---------------------------------------------------------------- console


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that should follow."""
    for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.rstrip("\n").split("\n") if output.strip() else []


def pattern_of(expected: list[str], known: dict[str, str]) -> tuple[re.Pattern[str], list[str]]:
    """A pattern for the whole output, and the series ids of the document that it catches."""
    caught: list[str] = []

    def line_pattern(line: str) -> str:
        parts = []
        for piece in re.split(r"(…|\b[0-9a-f]{8}\b)", line):
            if piece == "…":
                parts.append(".*")
            elif _SERIES.fullmatch(piece):
                if piece in known:
                    parts.append(known[piece])
                else:
                    caught.append(piece)
                    known[piece] = f"(?P=s{piece})"
                    parts.append(f"(?P<s{piece}>[0-9a-f]{{8}})")
            else:
                parts.append(re.escape(piece))
        return "".join(parts)

    pieces = [
        r"(?:.*\n)*" if line == "…" else line_pattern(line) + r"[ \t]*\n" for line in expected
    ]
    return re.compile("".join(pieces)), caught


def run_command(command: str, environment: dict[str, str]) -> str:
    words = shlex.split(command)
    settings = {}
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        settings[name] = value
    assert words[0] == "liuren", f"only liuren is run in console examples: {command}"
    done = subprocess.run(
        [sys.executable, "-m", "liuren", *words[1:]],
        env={**environment, **settings},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("page", with_fences("console"), ids=name_of)
def test_console(page: Path, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "LIUREN_DATABASE": str(tmp_path / "cases.sqlite"),
        "LIUREN_LANG": "en",
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
    }
    known: dict[str, str] = {}
    for line, body in fences(page, "console"):
        for command, expected in commands(body):
            actual_command = _SERIES.sub(lambda match: known.get(match[0], match[0]), command)
            printed = run_command(actual_command, environment)
            pattern, caught = pattern_of(expected, known)
            match = pattern.fullmatch(printed)
            where = f"{name_of(page)}:{line}: $ {command}"
            assert match, f"{where}\nexpected:\n" + "\n".join(expected) + f"\nprinted:\n{printed}"
            known.update({one: match[f"s{one}"] for one in caught})


# ---------------------------------------------------------------- Python


@pytest.mark.parametrize("page", with_fences("python"), ids=name_of)
def test_python(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIUREN_DATABASE", str(tmp_path / "cases.sqlite"))
    namespace: dict[str, object] = {"__name__": "__main__"}
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for line, body in fences(page, "python"):
        if ">>>" in body:
            test = doctest.DocTestParser().get_doctest(
                body, namespace, name_of(page), str(page), line
            )
            runner = doctest.DocTestRunner(optionflags=flags)
            failures: list[str] = []
            runner.run(test, out=failures.append, clear_globs=False)
            namespace = test.globs
            assert not failures, "".join(failures)
        else:
            exec(compile("\n" * (line - 1) + body, str(page), "exec"), namespace)


# ---------------------------------------------------------------- what the program writes


def test_written_parts_are_up_to_date(tmp_path: Path) -> None:
    """CLI reference, conventions, documents, glossaries: ``python docs/written.py`` writes them."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import written

        for name, svg in written.pictures().items():
            kept = (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
            assert kept == svg, f"docs/pictures/{name} is behind: make docs"
        for page in written.PAGES:
            fresh = tmp_path / Path(page).name
            # In a process of its own: click keeps what other tests made it work out.
            command = [
                sys.executable,
                "-m",
                "cogapp",
                "-e",
                "-n",
                "utf-8",
                "-o",
                str(fresh),
                "-I",
                str(ROOT / "docs"),
                str(ROOT / "docs" / page),
            ]
            status = subprocess.run(command, check=False, capture_output=True).returncode
            assert status == 0
            kept = (ROOT / "docs" / page).read_text(encoding="utf-8")
            assert kept == fresh.read_text(encoding="utf-8"), f"docs/{page} is behind: make docs"
    finally:
        sys.path.remove(str(ROOT / "docs"))


def test_every_command_has_its_place_in_the_reference() -> None:
    from liuren.cli.program import COMMANDS

    page = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"### `liuren {name}`" in page
