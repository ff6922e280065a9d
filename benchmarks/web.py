"""A reading page at 50 concurrent clients beside an empty page of the same server, in one run.

Run: python -m benchmarks.web [REQUESTS]. The server is a process of its own on a free port; clients are
sockets kept open that ask again as soon as they are answered. The reading page is asked for in two
ways: one and the same chart, and a chart that nobody asked for before. Limit: p99 of the reading page
at most 20 times p99 of the empty page, no error, and no growth of memory over the last half of the
requests.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count, repeat
from pathlib import Path
from urllib.parse import quote

import liuren
from liuren.terms.pillars import NAMES as PILLARS

CLIENTS = 50
RATIO = 20.0
#: Growth of memory that is still none (bytes): allocators round.
NOISE = 4_000_000
Row = tuple[str, float, str, str, bool]


class Server:
    """``liuren serve`` on a free port, with a casebook that nobody keeps."""

    def __enter__(self) -> Server:
        self._folder = tempfile.TemporaryDirectory()
        where = str(Path(self._folder.name) / "cases.sqlite")
        command = [sys.executable, "-m", "liuren", "serve", "--port", "0", "--no-open"]
        self._process = subprocess.Popen(
            [*command, "--database", where], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().rsplit(":", 1)[1].strip("/\n"))
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=20)
        self._folder.cleanup()

    @property
    def memory(self) -> int:
        """Resident bytes of the server (Linux); 0 where the system does not tell."""
        status = Path(f"/proc/{self._process.pid}/statm")
        if not status.exists():
            return 0
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def _client(
    port: int, paths: Iterator[str], until: list[int], times: list[float], bad: list[str]
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while until[0] > 0:
        until[0] -= 1
        path = next(paths)
        start = time.perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")
        )  # fmt: skip
        await reader.readexactly(length)
        times.append(time.perf_counter() - start)
        if not head.startswith(b"HTTP/1.1 200"):
            bad.append(head.split(b"\r\n", 1)[0].decode())
    writer.close()
    await writer.wait_closed()


def load(port: int, paths: Iterator[str], requests: int) -> tuple[list[float], list[str]]:
    """Seconds of every answer, and the answers that were not 200."""

    async def run() -> tuple[list[float], list[str]]:
        times: list[float] = []
        bad: list[str] = []
        until = [requests]
        await asyncio.gather(*(_client(port, paths, until, times, bad) for _ in range(CLIENTS)))
        return times, bad

    return asyncio.run(run())


def p99(times: list[float]) -> float:
    """The 99th percentile in milliseconds."""
    return 1000 * statistics.quantiles(times, n=100)[98]


def new_readings() -> Iterator[str]:
    """Addresses of readings of different charts, as many as one wants."""
    for n in count():
        chart = liuren.liuren_chart(
            day=PILLARS[n * 7 % 60], hour=n * 5 % 12, term=n * 11 % 24, year=n // 60 % 12
        )
        yield f"/en/reading?chart={quote(chart.notation)}"


def main() -> list[Row]:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rows: list[Row] = []
    with Server() as server:
        same = next(new_readings())
        load(server.port, repeat("/health"), 500)
        load(server.port, repeat(same), 500)
        load(server.port, new_readings(), 600)
        empty, bad_empty = load(server.port, repeat("/health"), max(2000, requests // 5))
        new, bad_new = load(server.port, new_readings(), max(1000, requests // 20))
        half, bad_half = load(server.port, repeat(same), requests // 2)
        before = server.memory
        rest, bad_rest = load(server.port, repeat(same), requests - requests // 2)
        grown = server.memory - before
        reading = half + rest
        bad = [*bad_empty, *bad_new, *bad_half, *bad_rest]
        ratio = p99(reading) / p99(empty)
        rows = [
            ("empty page, p99", p99(empty), "ms", "", True),
            ("reading page, p99", p99(reading), "ms", "", True),
            ("reading page, beside an empty page", ratio, "×", f"{RATIO:g}", ratio < RATIO),
            ("reading of a new chart, p99", p99(new), "ms", "", True),
            ("reading of a new chart, beside an empty page", p99(new) / p99(empty), "×", "", True),
            ("answers that were not 200", float(len(bad)), "", "0", not bad),
            ("memory of the server", server.memory / 1e6, "MB", "", True),
            ("growth over the last half", grown / 1e6, "MB", f"{NOISE / 1e6:g}", grown < NOISE),
        ]
    for name, value, unit, limit, kept in rows:
        told = f"  (limit {limit}{', BROKEN' if not kept else ''})" if limit else ""
        print(f"{name:46} {value:10.2f} {unit}{told}")
    return rows


if __name__ == "__main__":
    main()
