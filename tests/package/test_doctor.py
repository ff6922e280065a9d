"""``liuren doctor`` finds everything well here, and says so when something is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from liuren.cli import doctor


def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "liuren", "doctor", *words],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **more},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_all_is_well() -> None:
    done = run("--json")
    assert done.returncode == 0, done.stdout
    report = json.loads(done.stdout)
    assert report["well"] is True
    sections = {check["section"] for check in report["checks"]}
    assert sections == {"program", "extras", "data", "clock", "lessons"}
    (seconds,) = [float(one["seen"]) for one in report["checks"] if one["name"] == "seconds"]
    assert seconds < 1


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko", "en"])
def test_in_four_languages(language: str) -> None:
    done = run("--lang", language)
    assert done.returncode == 0
    assert "✗" not in done.stdout


def test_a_wrong_lesson_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "TRANSMISSIONS", "0" * 64)
    found = {check.name: check.well for check in doctor._lessons()}
    assert found == {"methods": True, "transmissions": False, "seconds": True}


def test_what_breaks_a_look_is_a_finding() -> None:
    def data() -> object:
        raise KeyError("texts")
        yield

    (check,) = doctor._tried(data)  # type: ignore[arg-type]
    assert (check.section, check.name, check.well) == ("data", "KeyError", False)


def test_a_broken_book_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "texts" / "broken"
    (folder / "chapters").mkdir(parents=True)
    (folder / "work.toml").write_text('id = "broken"\nmethod = ', encoding="utf-8")
    done = run(LIUREN_BOOKS=str(tmp_path), LIUREN_CACHE=str(tmp_path / "cache"), LIUREN_LANG="en")
    assert done.returncode == 1
    assert "✗" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_font_without_the_characters_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def font() -> doctor.Check:
        return next(check for check in doctor._extras() if check.name == "font")

    assert font().well is True
    monkeypatch.setattr(doctor, "_GLYPH", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    assert (font().well, font().seen) == (None, doctor.FONT)
