"""The documents build, with every warning an error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_sphinx(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    done = subprocess.run(
        [*command, "-d", tmp_path / "trees", ROOT / "docs", tmp_path / "html"],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    for page in ("index", "tutorial", "ko/tutorial", "reference/cli", "reference/python"):
        assert (tmp_path / "html" / f"{page}.html").is_file()


def test_translated_pages_have_the_steps_of_the_original() -> None:
    """Each translation of the tutorial runs the same commands; glossaries have the same rows."""
    docs = ROOT / "docs"

    def steps(page: Path) -> list[str]:
        lines = page.read_text(encoding="utf-8").splitlines()
        return [line.split("--")[0] for line in lines if line.startswith("$ ")]

    def rows(page: Path) -> int:
        return sum(line.startswith("| ") for line in page.read_text(encoding="utf-8").splitlines())

    for language in ("ko", "zh-Hant", "zh-Hans"):
        original = [" ".join(step.split()[:3]) for step in steps(docs / "tutorial.md")]
        translated = [" ".join(step.split()[:3]) for step in steps(docs / language / "tutorial.md")]
        assert translated == original
        assert rows(docs / language / "glossary.md") == rows(docs / "reference" / "glossary.md")


def test_translations_have_the_same_pages_and_both_scripts_the_same_sections() -> None:
    def sections(language: str) -> dict[str, list[int]]:
        return {
            page.name: [
                len(line) - len(line.lstrip("#"))
                for line in page.read_text(encoding="utf-8").splitlines()
                if line.startswith("#")
            ]
            for page in (ROOT / "docs" / language).glob("*.md")
        }

    assert sections("zh-Hant") == sections("zh-Hans")
    assert set(sections("ko")) == set(sections("zh-Hant"))  # the same pages, told in its own order
