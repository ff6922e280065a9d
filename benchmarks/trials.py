"""Trials: time of their steps, and a replay of published trials.

Run: python benchmarks/trials.py [TRIALS.json]. Without a file only times are printed. The replay shows where the actual
thing ranks in the lexicon; published trials were selected for success, so it is no evidence of accuracy.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from liuren.casebook import Database, Ledger, Plan, ReadingProgram, lexicon_pool, report, verify
from liuren.casebook.replay import replay
from liuren.cli.trial_text import replay_table

CODING = Path(__file__).with_name("published-trials.toml")
SERIES = 20


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of ``work`` and its result."""
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) * 1000, result


def steps() -> dict[str, float]:
    """Median milliseconds of each step of a series of 20 trials in a fresh SQLite file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Database(Path(folder) / "cases.sqlite") as database,
    ):
        ledger, program = Ledger(database), ReadingProgram()
        series = ledger.begin(Plan(trials=SERIES), lexicon_pool())["series"]
        reader = ledger.local_reader("reader")
        times: dict[str, list[float]] = {"seal": [], "answer": [], "reveal": []}
        for number in range(SERIES):
            casting = {"day": number * 7 % 60, "hour": number * 5 % 12, "term": number}
            spent, view = timed(
                lambda casting=casting: ledger.seal(series, Fixed(program, casting))
            )
            times["seal"].append(spent)
            trial, first = view["trial"], view["options"][0]
            times["answer"].append(
                timed(lambda trial=trial, first=first: ledger.answer(trial, reader, first))[0]
            )
            times["reveal"].append(timed(lambda trial=trial: ledger.reveal(trial))[0])
        chain = ledger.export()
        medians = {name: statistics.median(values) for name, values in times.items()}
        medians["verify"] = timed(lambda: verify(chain))[0]
        medians["score"] = timed(lambda: report(chain, series))[0]
        return medians


class Fixed:
    """The program with a chart of a given day, hour and term."""

    def __init__(self, program: ReadingProgram, casting: dict[str, int]) -> None:
        self._program, self._casting = program, casting
        self.name = program.name
        self.other_chart, self.forecast, self.describe = (
            program.other_chart,
            program.forecast,
            program.describe,
        )

    def cast(self, _casting: Any) -> dict[str, Any]:
        import liuren

        return dict(liuren.liuren_chart(**self._casting).to_dict())


def main() -> None:
    for name, spent in steps().items():
        print(f"{name:8} {spent:8.1f} ms")
    if len(sys.argv) > 1:
        trials = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["trials"]
        coding = tomllib.loads(CODING.read_text(encoding="utf-8"))
        found = replay(trials, coding, ReadingProgram(), lexicon_pool())
        print(replay_table(found, "en"))
        print(json.dumps(found["summary"], indent=1))


if __name__ == "__main__":
    main()
