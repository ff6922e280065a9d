"""Real processes: many write at once, and a killed one loses nothing it had acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from liuren.casebook.ledger import Ledger
from liuren.casebook.store import Casebook, Database
from liuren.casebook.verification import verify

# Writes cases and links for ever (or COUNT of them) and says so after each is acknowledged.
WRITER = """
import sys
from liuren.casebook.case import Case
from liuren.casebook.store import Casebook, Database
from liuren.casebook.store.trials import trial_rows

location, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Database(location) as database:
    casebook = Casebook(database)
    number = 0
    while number < count or count == 0:
        number += 1
        case = casebook.add(Case(question=f"{name} {number}", notes="字" * 200))
        casebook.edit(case.id, notes="改")
        with trial_rows(database, writing=True) as rows:
            link = rows.append("note", {"by": name, "count": number})
        print(case.id, link["number"], link["hash"], flush=True)
"""


def start(location: str, name: str, count: int = 0) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, location, name, str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_write_at_once(location: str) -> None:
    # Neither finds a casebook there: both begin by making it.
    writers = [start(location, name, 15) for name in ("甲", "乙")]
    acknowledged = []
    for writer in writers:
        output, errors = writer.communicate(timeout=50)
        assert writer.returncode == 0, errors
        acknowledged += [line.split() for line in output.splitlines()]
    assert len(acknowledged) == 30
    with Database(location) as database:
        casebook = Casebook(database)
        assert {line[0] for line in acknowledged} == {one.id for one in casebook.search(limit=100)}
        assert all(len(history) == 2 for history in casebook.histories())
        links = Ledger(database).links()
    assert [link["number"] for link in links] == list(range(31))
    assert {(str(link["number"]), link["hash"]) for link in links[1:]} == {
        (line[1], line[2]) for line in acknowledged
    }
    problems = {problem.code for problem in verify(_exported(links)).problems}
    assert problems == {"format"}  # the kind "note" is unknown; the joints are sound


def _exported(links: list[dict[str, object]]) -> dict[str, object]:
    from liuren.casebook.chain import export

    return export(links)


@pytest.mark.parametrize("round_", range(3))
def test_a_killed_process_loses_no_acknowledged_write(location: str, round_: int) -> None:
    writer = start(location, "killed")
    assert writer.stdout is not None
    assert writer.stderr is not None
    lines = [writer.stdout.readline()]
    time.sleep(random.Random(round_).uniform(0.05, 0.4))
    os.kill(writer.pid, signal.SIGKILL)
    lines += writer.stdout.readlines()
    writer.wait(timeout=20)
    writer.stdout.close()
    writer.stderr.close()
    acknowledged = [line.split() for line in lines if line.endswith("\n")]
    assert acknowledged
    with Database(location) as database:
        casebook = Casebook(database)
        hashes = {link["hash"] for link in Ledger(database).links()}
        for case_id, _number, link_hash in acknowledged:
            assert casebook.get(case_id).notes == "改"
            assert link_hash in hashes
        # and it can still be written
        casebook.edit(acknowledged[-1][0], notes="後")


def test_a_process_killed_while_it_makes_the_file_leaves_no_half_casebook(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    for wait in (0.0, 0.35, 0.45, 0.55):
        writer = start(str(path), "killed")
        time.sleep(wait)
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate(timeout=20)
        with Database(path) as database:
            Casebook(database).search()
        for leftover in tmp_path.iterdir():
            leftover.unlink()
