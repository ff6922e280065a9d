"""``liuren trial`` as a user meets it, with a stand-in for the chart and its reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from casebook_standins import StandIn, make_pool
from click.testing import CliRunner, Result

from liuren.casebook import program as programs
from liuren.cli.group import program
from liuren.terms.errors import LiurenError


class Shell:
    def __init__(self, location: str) -> None:
        self.location = location

    def __call__(
        self, *arguments: str, fails: bool = False, exit_code: int = 0, **more: Any
    ) -> Result:
        words = ["trial", "--database", self.location, *arguments]
        result = CliRunner().invoke(program, words, **more)
        if fails:
            assert isinstance(result.exception, LiurenError), result.output
        else:
            assert result.exit_code == exit_code, (result.output, result.exception)
        return result

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json").stdout)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setattr(programs, "ReadingProgram", StandIn)
    monkeypatch.setattr(programs, "lexicon_pool", make_pool)
    return Shell(str(tmp_path / "cases.sqlite"))


def test_a_series_from_plan_to_score(shell: Shell, tmp_path: Path) -> None:
    series = shell.json("begin", "--trials", "3", "--title", "晚飯後")["series"]
    receipts = []
    for number in range(3):
        sealed = shell.json("seal")
        assert sealed["target"] is None
        one = sealed["trial"]
        receipts.append(sealed["receipt"])
        shell("answer", one, "小明", "2")
        shell("answer", one, "민수", "5", "1", "0", "0", "2")
        if number == 1:
            shell("abandon", one, "--reason", "dinner")
        else:
            assert shell.json("reveal", one)["target"]
        assert "thing" in shell("show", one, "--lang", "en").output
    table = shell.json("score")
    assert [row["name"] for row in table["rows"]][-2:] == ["小明", "민수"]
    assert table["counts"]["abandoned"] == 1
    assert table["complete"]
    assert all(row["trials"] == 3 for row in table["rows"])
    text = shell("score", series, "--reader", "小明", "--lang", "zh-Hant").output
    assert "小明" in text
    assert "不替它作保" in text
    assert shell.json("list")[0]["title"] == "晚飯後"

    chain = tmp_path / "chain.json"
    shell("export", str(chain))
    kept = [option for receipt in receipts for option in ("--receipt", receipt)]
    assert shell.json("verify", str(chain), *kept)["valid"]
    assert shell.json("verify")["valid"]
    assert shell.json("score", "--chain", str(chain))["rows"][0] == table["rows"][0]
    data = json.loads(chain.read_text())
    data["links"][4]["body"]["position"] = 7
    chain.write_text(json.dumps(data))
    result = shell("verify", str(chain), "--lang", "ko", exit_code=1)
    assert "어긋난" in result.output


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "ko", "en"])
def test_the_game_on_one_device(shell: Shell, language: str) -> None:
    # A name, a bad answer, a good one, nobody else, and the cover comes off.
    played = shell("play", "--lang", language, input="小明\n9\n3\n\n\n").output
    assert "小明" in played
    assert "1." in played
    assert shell.json("list")[0]["revealed"] == 1
    assert shell.json("verify")["valid"]
    again = shell("play", "--lang", language, "--name", "小明", input="5 1 0 0 2\n\n").output
    assert "小明" in again
    assert shell.json("list")[0]["revealed"] == 2


def test_the_game_with_a_die(shell: Shell) -> None:
    shell("begin", "--draw", "die", "--options", "6", "--trials", "2")
    shell("play", "--name", "A", input="4\n\n1\n\n")
    dealt = shell.json("deal")
    sealed = shell.json("seal", "--trial", dealt["trial"], "--die", "2", "--show-target")
    assert sealed["target"] == dealt["options"][1]
    assert shell.json("list")[0]["open"] == 1


def test_a_description(shell: Shell) -> None:
    shell("begin", "--mode", "description", "--trials", "2")
    one = shell.json("seal")["trial"]
    done = shell.json("answer", one, "A", "colour=red:3", "colour=blue:1", "shape=round")
    assert done["forecast"] == {"colour": {"red": 0.75, "blue": 0.25}, "shape": {"round": 1.0}}
    shell("reveal", one)
    assert shell.json("answer", one, "A", "colour=red")["late"]
    table = shell.json("score")
    assert table["counts"]["late"] == 1
    assert any(
        "after the reveal" in one
        for one in json.loads(shell("score", "--json", "--lang", "en").stdout)["statements"]
    )


def test_your_own_pool(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "pool.toml").write_text(
        'name = "home"\nobjects = [{id = "cup"}, {id = "key"}, {id = "pen", labels = {en = "my pen"}}]\n'
    )
    begun = shell.json("begin", "--pool", str(tmp_path / "pool.toml"), "--options", "3")
    assert begun["pool"]["size"] == 3
    assert "my pen" in shell("seal", "--lang", "en").output
    (tmp_path / "bad.json").write_text('{"name": "x"}')
    shell("begin", "--pool", str(tmp_path / "bad.json"), fails=True)


def test_a_token_to_join(shell: Shell) -> None:
    series = shell.json("begin")["series"]
    assert shell.json("invite", series)["role"] == "join"
    assert len(shell("invite", series, "--role", "host").output.strip()) >= 20
    shell("invite", "nothing", fails=True)
    shell("invite", series, "--role", "judge", fails=True)


def test_power(shell: Shell) -> None:
    told = shell.json("power", "--rate", "0.35", "--options", "4")
    assert told["trials"] == 129
    assert "129" in shell("power", "--rate", "0.35", "--options", "4", "--lang", "ko").output
    assert shell("power", "--rate", "0.1", "--lang", "en").output.strip()


def test_what_goes_wrong_is_said_in_words(shell: Shell, tmp_path: Path) -> None:
    shell("seal", fails=True)
    shell("score", fails=True)
    shell("show", "nothing", fails=True)
    shell("begin", "--mode", "guess", fails=True)
    shell("begin", "--options", "1", fails=True)
    shell("verify", str(tmp_path / "none.json"), fails=True)
    (tmp_path / "x.json").write_text("[]")
    shell("verify", str(tmp_path / "x.json"), exit_code=1)
    shell("score", "--chain", str(tmp_path / "x.json"), fails=True)
    shell("begin")
    one = shell.json("seal")["trial"]
    for answer in (["9"], ["a"], ["1", "2"], ["1", "2", "x", "0", "0"]):
        shell("answer", one, "A", *answer, fails=True)
