"""The command that adds an extra is right for where the program runs from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from liuren.terms import installing, resources
from liuren.terms.installing import install_command


def test_in_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    source = resources.checkout()
    assert source is not None
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    monkeypatch.chdir(source)
    assert install_command("web", "cases") == "pip install -e '.[web,cases]'"
    monkeypatch.chdir("/")
    near = str(source).removeprefix("/")
    assert install_command("web") == f"pip install -e '{near}[web]'"


def test_in_an_environment_that_is_not_active(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.chdir(Path(sys.executable).parent.parent)
    assert install_command("web").startswith("bin/pip install ")


def test_as_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    monkeypatch.setattr(installing, "checkout", lambda: None)
    assert install_command("batch") == "pip install 'liuren[batch]'"
