"""One open casebook serves many threads, as the web door uses it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from casebook_standins import StandIn, make_pool

from liuren.casebook.case import Case
from liuren.casebook.ledger import Ledger
from liuren.casebook.plan import Plan
from liuren.casebook.store import Casebook, Database
from liuren.casebook.verification import verify


def test_threads_write_and_read_at_once(database: Database) -> None:
    casebook, ledger = Casebook(database), Ledger(database)
    series = ledger.begin(Plan(trials=12, arrangements=99), make_pool())["series"]

    def work(number: int) -> str:
        case = casebook.add(Case(question=f"第{number}問"))
        trial = str(ledger.seal(series, StandIn())["trial"])
        ledger.reveal(trial)
        casebook.search(f"第{number}問")
        return case.id

    with ThreadPoolExecutor(6) as threads:
        ids = list(threads.map(work, range(12)))
    assert {one.id for one in casebook.search()} == set(ids)
    checked = verify(ledger.export())
    assert checked.valid
    assert checked.counts["revealed"] == 12
