"""Requests made from the OpenAPI description, well-formed and not, sent to the running server.

Every answer has to be one that the description announces: status, type, schema, methods, no fault of the
server. ``schemathesis.toml`` says the one thing in which the API differs from what schemathesis expects.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 40


def test_no_request_is_answered_in_an_undescribed_way(server: str, tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        f"--config-file={ROOT / 'schemathesis.toml'}",
        "run",
        f"{server}/api/v1/openapi.json",
        "--max-examples=5",
        f"--max-time={SECONDS}",
        "--continue-on-failure",
        "--no-color",
        "--seed=8",
    ]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS + 60,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "passed" in done.stdout
