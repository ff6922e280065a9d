"""The public face: its names, the examples in its docstrings, types as users see them, notebooks."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import liuren
from liuren.terms.engine import VERSION

NAMES = [name for name in liuren.__all__ if not name.startswith("__")]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_an_example_that_works(name: str) -> None:
    finder = doctest.DocTestFinder(recurse=False)
    (found,) = finder.find(getattr(liuren, name), name, globs={})
    assert found.examples, f"{name} has no example"
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(found)
    assert results.failed == 0


def test_names_and_version() -> None:
    assert sorted(liuren.__all__) == liuren.__all__ == dir(liuren)
    assert liuren.__version__ == VERSION
    with pytest.raises(AttributeError):
        liuren.nothing  # noqa: B018


USER = """
import liuren
from liuren import LiurenError


def what_is_under(day: str, hour: str, general: str) -> list[str]:
    chart = liuren.liuren_chart(day=day, hour=hour, general=general, convention={"shehai": "depth"})
    reading = liuren.read(chart, profile="all")
    names: list[str] = [one.thing.labels["en"] for one in reading.candidates()]
    return names or liuren.fired(chart, work="shefu")


def pillars(at: str) -> dict[str, str]:
    moment = liuren.moment(at, zone="Asia/Seoul", longitude=126.98)
    found: dict[str, str] = moment.pillars
    return found


def age(birth: str) -> str:
    return liuren.annual_branch(birth=birth, sex="female", age=30)


def four(moment_text: str) -> str:
    chart = liuren.jinkoujue_chart(moment=liuren.moment(moment_text), seat="酉", guest=2)
    notation: str = chart.notation
    return notation


try:
    print(what_is_under("甲子", "卯", "亥"), pillars("2026-11-30T10:00"), age("甲午"))
except LiurenError as error:
    print(error.code, error.message, error.hint)
"""


def test_types_hold_for_users(tmp_path: Path) -> None:
    """mypy --strict on a program that only knows the public face (py.typed, no stubs)."""
    program = tmp_path / "user.py"
    program.write_text(USER, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file=",
            "--cache-dir",
            str(tmp_path),
            str(program),
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT / "src"), "PATH": ""},
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko", "en"])
def test_notebooks(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("LIUREN_LANG", language)
    chart = liuren.liuren_chart(day="甲子", hour="卯", general="亥")
    other = liuren.jinkoujue_chart(day="甲寅", hour="巳", general="亥", seat="酉")
    reading = liuren.read(chart)
    for shown in (chart, other, reading):
        assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
        page = shown._repr_html_()
        assert page.startswith(f'<div lang="{language}">')
        assert "<svg" in page
    assert reading.paragraph(language)[:20] in reading._repr_html_()


def test_the_four_first_pages_say_the_same() -> None:
    """The same examples, links and pictures in the same order, each page in its own language."""
    shapes = {}
    for tag in ("en", "ko", "zh-Hans", "zh-Hant"):
        name = "README.md" if tag == "en" else f"README.{tag}.md"
        text = (ROOT / name).read_text(encoding="utf-8")
        fences = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
        commands = [line for _, body in fences for line in body.split("\n") if line[:1] in "$>m"]
        links = set(re.findall(r"\]\((?!README)([^)]+)\)", text))
        own = [f"docs/{tag}/", f".{tag}.svg", f"--lang {tag}"]
        plain = [re.sub(r"\s+#.*", "", line) for line in commands]
        for piece, put in zip(own, ("docs/", ".svg", "--lang"), strict=True):
            plain = [line.replace(piece, put) for line in plain]
            links = {link.replace(piece, put) for link in links}
        shapes[tag] = ([kind for kind, _ in fences], plain, links)
        others = set(re.findall(r"\]\((README[^)]*)\)", text))
        assert len(others) == 3, name
        assert name not in others
    assert shapes["ko"] == shapes["zh-Hans"] == shapes["zh-Hant"] == shapes["en"]
