"""``liuren cases`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from liuren.casebook.store import Casebook, Database
from liuren.cli.group import program
from liuren.terms.errors import LiurenError

CHART = ["--day", "甲子", "--hour", "卯", "--general", "亥", "--month", "寅"]


class Shell:
    """Runs commands on one casebook."""

    def __init__(self, location: str) -> None:
        self.location = location

    def __call__(self, *arguments: str, fails: bool = False, **more: Any) -> Result:
        result = CliRunner().invoke(
            program, ["cases", "--database", self.location, *arguments], **more
        )
        if fails:
            assert isinstance(result.exception, LiurenError), result.output
        else:
            assert result.exit_code == 0, (result.output, result.exception)
        return result

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json").stdout)


@pytest.fixture
def shell(location: str) -> Shell:
    return Shell(location)


def test_a_case_is_added_found_edited_and_erased(shell: Shell) -> None:
    kept = shell.json(
        "add", "袖中何物", "--tag", "射覆", "--no-reading", "--person", "小明", *CHART
    )
    assert kept["cast"]["chart"]["day"] == "甲子"
    assert [one["branch"] for one in kept["cast"]["chart"]["transmissions"]] == ["戌", "午", "寅"]
    assert kept["cast"]["engine"].startswith("liuren ")
    assert shell.json("list", "何物")[0]["id"] == kept["id"]
    assert shell.json("list", "無此") == []
    shell(
        "edit", kept["id"], "--outcome", "hit", "--add-note", "鑰匙", "--no-people", "--lang", "en"
    )
    shown = shell.json("show", kept["id"][:6])
    assert (shown["outcome"]["status"], shown["notes"], shown["people"]) == ("hit", "鑰匙", [])
    told = shell("history", kept["id"], "--lang", "en").output
    assert "Outcome: open → hit" in told
    shell("edit", kept["id"], "--outcome-text", "鑰匙", "--outcome-at", "2026-12-01")
    told = shell("history", kept["id"], "--lang", "ko").output
    assert "결과 내용:  → 鑰匙" in told
    assert "결과가 난 때:  → 2026-12-01" in told
    assert (
        "Today's engine draws the same chart"
        in shell("difference", kept["id"], "--lang", "en").output
    )
    assert shell.json("where")["outcomes"] == {"hit": 1}
    refused = CliRunner().invoke(
        program, ["cases", "--database", shell.location, "erase", kept["id"]], input="n\n"
    )
    assert refused.exit_code == 1
    shell("erase", kept["id"], "--yes")
    assert shell.json("list") == []


@pytest.mark.parametrize(
    "when",
    [
        ["--at", "2026-11-30T10:00", "--place", "臺北"],
        ["--at", "1988-07-01T13:10", "--place", "北京"],
        ["--at", "嘉祐七年三月十七日", "--place", "開封"],
        ["--at", "2026-11-30", "--zone", "Asia/Seoul"],
        ["--at", "2026-12-07T10:53", "--place", "成都", "--solar-time", "true"],
        ["--at", "2026-11-30T23:10", "--place", "Seoul", "--method", "jinkoujue", "--seat", "酉"],
    ],
    ids=lambda when: when[1],
)
def test_the_engine_that_cast_a_case_draws_it_the_same(shell: Shell, when: list[str]) -> None:
    kept = shell.json("add", "q", "--no-reading", *when)
    found = shell.json("difference", kept["id"])
    assert (found["chart"], found["same"]) == ([], True)


def test_a_chart_of_another_engine_is_compared_not_redrawn(shell: Shell) -> None:
    kept = shell.json("add", "q", "--no-reading", *CHART)
    with Database(shell.location) as database:
        casebook = Casebook(database)
        old = casebook.get(kept["id"]).to_dict()
        old["cast"]["chart"]["transmissions"][0]["branch"] = "午"
        old["cast"]["chart"]["engine"] = "liuren 0.0.1"
        from liuren.casebook.case import Case

        casebook.add(Case.from_dict({**old, "id": "old000000000"}))
    found = shell.json("difference", "old0")
    assert not found["same"]
    assert found["chart"] == [{"path": "transmissions.0.branch", "then": "午", "now": "戌"}]
    assert found["engine"]["then"] == "liuren 0.0.1"
    assert shell.json("show", "old0")["cast"]["chart"] == old["cast"]["chart"]


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko", "en"])
def test_every_command_speaks_every_language(shell: Shell, language: str) -> None:
    kept = shell.json("add", "何物", "--no-chart")["id"]
    for command in (["list"], ["show", kept], ["history", kept], ["where"], ["difference", kept]):
        assert shell(*command, "--lang", language).output.strip()


@pytest.mark.parametrize("ending", ["jsonl", "csv", "md", "json"])
def test_files_go_out_and_come_in(shell: Shell, tmp_path: Path, ending: str) -> None:
    shell("add", "袖中何物", "--no-reading", *CHART)
    shell("add", "열쇠", "--no-chart")
    file = tmp_path / f"out.{ending}"
    shell("export", str(file))
    other = Shell(str(tmp_path / "other.sqlite"))
    done = other.json("import", str(file))
    assert len(done["added"]) == 2
    assert other.json("list", "何物")[0]["cast"] == shell.json("list", "何物")[0]["cast"]
    assert len(other.json("import", str(file))["unchanged"]) == 2


def test_what_goes_wrong_is_said_in_words(shell: Shell, tmp_path: Path) -> None:
    shell("show", "nothing", fails=True)
    shell("edit", shell.json("add", "q", "--no-chart")["id"], "--outcome", "hitt", fails=True)
    shell("add", "q", "--day", "甲丑", "--hour", "子", "--general", "子", fails=True)
    shell("import", str(tmp_path / "none.jsonl"), fails=True)
    (tmp_path / "gbk.csv").write_bytes("question\n何物\n".encode("gbk"))
    shell("import", str(tmp_path / "gbk.csv"), fails=True)
    shell("export", str(tmp_path / "no" / "folder.csv"), fails=True)
    (tmp_path / "notes.txt").write_text("mine")
    Shell(str(tmp_path / "notes.txt"))("list", fails=True)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_alone_it_lists(shell: Shell) -> None:
    shell("add", "何物", "--no-chart")
    assert "何物" in shell().output
