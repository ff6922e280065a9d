"""What is shipped: sdist and wheel hold everything, and the wheel works in an environment with nothing else.

One test, because building and installing takes most of its time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import liuren
from liuren.schemas import DOCUMENTS

ROOT = Path(__file__).parents[2]
CORE = {"liuren", "numpy", "lark", "click", "rich", "tzdata"}
#: What the core packages themselves need, and pip.
BROUGHT = {"markdown-it-py", "mdurl", "pygments", "pip", "setuptools"}
CAST = ["--day", "甲子", "--hour", "卯", "--general", "亥", "--lang", "ko"]
SMOKE = (
    ["shefu", *CAST],
    ["shefu", *CAST, "--why", "zi.5"],
    ["shefu", "--at", "2026-11-30T10:00", "--zone", "Asia/Seoul", "--place", "Seoul", "--json"],
    ["jinkoujue", *CAST, "--seat", "酉"],
    ["chart", *CAST, "--svg", "chart.svg"],
    ["moment", "--at", "嘉祐七年三月十七日", "--zone", "Asia/Shanghai", "--lang", "zh-Hant"],
    ["annual", "--birth", "甲午", "--sex", "male", "--age", "66"],
    ["text", "--search", "小女"],
    ["coverage"],
    ["doctor"],
)

#: Tests that pass on the installed package with nothing but what it brings …
NEED_NO_EXTRAS = (
    "terms", "charts", "edition", "census", "rules/test_compile.py", "rules/test_findings.py",
    "reading", "drawing", "agreement",
)  # fmt: skip
#: … but for those with these words in their names: pictures as bitmaps (web), a reported case (cases).
NEED_EXTRAS = ("bitmap", "SV-01")


def run(*command: str | Path, cwd: Path, clean: bool = True) -> str:
    kept = ("PATH", "HOME", "TMPDIR", "LANG", "PIP_FIND_LINKS", "PIP_CERT", "PIP_CONSTRAINT")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {"LIUREN_CACHE": str(cwd / "cache"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment if clean else {**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def test_the_packages_are_whole_and_the_wheel_works_alone(tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    run(sys.executable, "-m", "build", "-q", "-o", dist, ROOT, cwd=tmp_path, clean=False)
    (wheel,) = dist.glob("*.whl")
    (source,) = dist.glob("*.tar.gz")
    _holds_everything(wheel, source)

    place = tmp_path / "empty"
    venv.create(place, with_pip=True)
    python, program = place / "bin" / "python", place / "bin" / "liuren"
    run(python, "-m", "pip", "install", "-q", wheel, cwd=tmp_path, clean=False)
    listed = json.loads(run(python, "-m", "pip", "list", "--format=json", cwd=tmp_path))
    assert CORE <= {one["name"].lower() for one in listed} <= CORE | BROUGHT

    version = run(program, "--version", cwd=tmp_path)
    digest = liuren.parse_notation("甲子日 亥將 卯時").to_dict()["rulebook"]
    assert version.strip() == f"liuren {liuren.__version__} (rulebook {digest})"
    for arguments in SMOKE:
        assert run(program, *arguments, cwd=tmp_path).strip()
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")
    reading = json.loads(run(program, "shefu", *CAST, "--json", cwd=tmp_path))
    here = liuren.read(liuren.liuren_chart(day="甲子", hour="卯", general="亥"))
    assert reading == json.loads(json.dumps(here.to_dict()))
    for command, extra in (("serve", "web"), ("mcp", "mcp"), ("cases", "cases")):
        done = subprocess.run(
            [program, command, *(["list"] if command == "cases" else [])],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=False,
            env={"LIUREN_DATABASE": str(tmp_path / "x.sqlite"), "LIUREN_LANG": "en"},
        )
        assert done.returncode == 2, done.stderr
        assert f"liuren[{extra}" in done.stderr
        assert "Traceback" not in done.stderr

    run(python, "-m", "pip", "install", "-q", "pytest", "hypothesis", cwd=tmp_path, clean=False)
    tests = [ROOT / "tests" / place for place in NEED_NO_EXTRAS]
    options = ["-q", "--import-mode=importlib", "-p", "no:cacheprovider", f"--rootdir={tmp_path}"]
    options += ["-c", os.devnull, "-k", f"not ({' or '.join(NEED_EXTRAS)})"]
    run(python, "-m", "pytest", *options, *tests, cwd=tmp_path)


def _holds_everything(wheel: Path, source: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(source) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("texts", "vocabulary", "conventions"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                name = path.relative_to(ROOT).as_posix()
                assert f"liuren/_data/{name}" in packed
                assert name in sources
    parts = ("py.typed", "rules/grammar.lark", "rules/lexicon.toml", "web/templates/base.html")
    parts += ("web/static/site.css", "drawing/chart.css", "calendar/data/terms.i32")
    for part in (*parts, *(f"schemas/json/{name}.json" for name in DOCUMENTS)):
        assert f"liuren/{part}" in packed
        assert f"src/liuren/{part}" in sources
    assert {"README.md", "LICENSE", "CHANGELOG.md", "Makefile", "Containerfile"} <= sources
    assert not any("__pycache__" in name or name.startswith(("tests/", "docs/")) for name in packed)
