"""Databases of both kinds, and a stand-in program that needs no charts.

PostgreSQL is started once for the session from Debian's package, in a fresh data folder, on a free
loopback port, and stopped at the end. Without the package the tests fail; they are not left out.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from casebook_standins import Clock, StandIn, make_pool

from liuren.casebook.ledger import Ledger
from liuren.casebook.pool import Pool
from liuren.casebook.store import Database

POSTGRESQL = "the Debian package postgresql is not installed: apt-get install postgresql"


def _binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: one.parts)
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        pytest.fail(POSTGRESQL)
    return (found[-1] if found else Path(str(on_path))).parent


def _server_user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as postgres, or as nobody."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    pytest.fail("PostgreSQL cannot run as root and there is no user postgres or nobody")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a fresh PostgreSQL server, without a database name."""
    binaries, user = _binaries(), _server_user()
    folder = Path(tempfile.mkdtemp(prefix="liuren-postgresql-"))
    try:
        if user:
            os.chown(folder, user["user"], user["group"])
        data, port = folder / "data", _free_port()

        def run(*command: str) -> None:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, check=False, **user
            )
            assert done.returncode == 0, done.stdout + done.stderr

        run(
            str(binaries / "initdb"),
            f"--pgdata={data}",
            "--username=liuren",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        )
        options = f"-p {port} -h 127.0.0.1 -k {folder} -c max_connections=40 -c fsync=off"
        control = [str(binaries / "pg_ctl"), f"--pgdata={data}", "--wait"]
        run(*control, f"--options={options}", f"--log={folder / 'log'}", "start")
        try:
            yield f"postgresql://liuren@127.0.0.1:{port}"
        finally:
            run(*control, "--mode=immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    import psycopg

    yield f"{postgresql_server}/postgres"
    with psycopg.connect(f"{postgresql_server}/postgres", autocommit=True) as admin:
        admin.execute("SET client_min_messages TO warning")
        admin.execute("DROP SCHEMA IF EXISTS liuren CASCADE")


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place for a casebook, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "cases.sqlite")
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def database(location: str) -> Iterator[Database]:
    with Database(location) as opened:
        yield opened


@pytest.fixture
def pool() -> Pool:
    return make_pool()


@pytest.fixture
def program() -> StandIn:
    return StandIn()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(database: Database, clock: Callable[[], str]) -> Ledger:
    return Ledger(database, clock)
