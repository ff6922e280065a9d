"""``liuren batch`` and ``liuren atlas`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from liuren.cli import main


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    path.write_text("day,hour,general\n甲子,卯,亥\n甲丑,卯,亥\n", encoding="utf-8")
    return path


def test_batch_says_what_it_did(source: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target, errors = source.with_name("out.csv"), source.with_name("errors.csv")
    command = ["batch", str(source), str(target), "--columns", "row,transmissions"]
    assert main([*command, "--errors", str(errors), "--lang", "en"]) == 0
    out, err = capfd.readouterr()
    assert out == ""
    first, counts = err.split("\n", 1)
    assert first.startswith(
        "Row 2 (line 3 of a file with a heading) cannot be read: The pillar 甲丑"
    )
    assert counts.startswith("2 rows read, 1 written, 1 reported as unreadable.\nsha256:")
    assert target.read_text(encoding="utf-8") == '"row","transmissions"\n1,"戌午寅"\n'
    assert "no_such_pillar" in errors.read_text(encoding="utf-8")
    assert main([*command, "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert (data["rows_in"], data["rows_out"], data["rows_reported"]) == (2, 1, 1)
    assert data["plan"]["columns"] == ["row", "transmissions"]


def test_batch_with_a_convention_and_processes(
    source: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [
        "batch",
        str(source),
        "-",
        "--columns",
        "notation",
        "--quiet",
        "--set",
        "shehai=depth",
    ]
    assert main(command) == 0
    assert capfd.readouterr().out == '"notation"\n"甲子日 亥將 卯時 shehai=depth"\n'
    assert main([*command, "--workers", "2", "--piece", "1", "--to", "jsonl"]) == 0
    assert json.loads(capfd.readouterr().out) == {"notation": "甲子日 亥將 卯時 shehai=depth"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--columns", "foo"], "“foo” is not a column"),
        (["--cluster", "here"], "neither local nor the address"),
        (["--convention", "nowhere"], "There is no convention"),
        (["--zone", "Mars/Olympus", "--columns", "instant"], ""),
    ],
)
def test_bad_requests_of_batch(
    source: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    target = source.with_name("out.csv")
    status = main(["batch", str(source), str(target), *arguments, "--lang", "en"])
    out, err = capfd.readouterr()
    assert out == ""
    assert said in err
    assert status == (2 if said else 0)
    assert "Traceback" not in err


def test_columns_are_listed(source: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", str(source), "-", "--columns", "help"]) == 0
    names = capfd.readouterr().out.split()
    assert {"row", "clauses", "findings", "transmissions", "profile.colour"} <= set(names)


def test_atlas_lists_prints_and_writes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["atlas", "--lang", "ko"]) == 0
    listed = capfd.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed][:2] == ["rarity", "values"]
    assert main(["atlas", "pairs", "--lang", "zh-Hant", "--rows", "2"]) == 0
    printed = capfd.readouterr().out
    assert "8 對永無" in printed
    assert "另有 10 行" in printed
    assert "liuren atlas pairs" in printed
    assert "sha256:" in printed
    assert main(["atlas", "pairs", "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert data["rows"][0] == {
        "general": "貴人",
        "never_rides": ["辰", "戌"],
        "never_stands_on": [],
    }
    assert main(["atlas", "pairs", "--out", str(tmp_path / "atlas")]) == 0
    assert (tmp_path / "atlas" / "index.html").is_file()
    capfd.readouterr()
    assert main(["atlas", "nothing", "--lang", "en"]) == 2
    assert "There is no report" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("zh-Hant", "第 2 筆（有標題行的檔案為第 3 行）讀不懂：六十甲子中沒有甲丑"),
        ("zh-Hans", "第 2 条（有标题行的文件为第 3 行）读不懂：六十甲子中没有甲丑"),
        ("ko", "2번째 자료(제목 줄이 있는 파일이면 3번째 줄)를 읽지 못했습니다. 육십갑자에 甲丑은"),
    ],
)
def test_the_first_bad_row_is_named_at_once(
    source: Path, capfd: pytest.CaptureFixture[str], language: str, told: str
) -> None:
    with source.open("a", encoding="utf-8") as more:
        more.write("甲寅,x,亥\n")
    for target in (str(source.with_name("out.csv")), "-"):
        assert main(["batch", str(source), target, "--lang", language]) == 0
        err = capfd.readouterr().err
        assert err.startswith(told)
        assert err.count("甲丑") == 1
    errors = source.with_name("errors.csv")
    for target in (str(source.with_name("out.csv")), "-"):
        command = ["batch", str(source), target, "--errors", str(errors), "--quiet"]
        assert main([*command, "--lang", language]) == 0
        kept = errors.read_text(encoding="utf-8").splitlines()
        assert len(kept) == 3
        assert told.rpartition("：" if "：" in told else ". ")[2] in kept[1]
    assert main(["batch", str(source), "-", "--quiet", "--lang", language]) == 0
    assert capfd.readouterr().err == ""
