"""How an optional part is installed here: into this environment, from a checkout or from an index."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from liuren.terms.resources import checkout


def install_command(*extras: str) -> str:
    """The command that adds some extras to the environment that runs this.

    ``pip install 'liuren[web]'``; in a checkout ``.venv/bin/pip install -e '.[web]'``.
    """
    source = checkout()
    what = f"{_near(source)}[{','.join(extras)}]" if source else f"liuren[{','.join(extras)}]"
    return f"{_pip()} install {'-e ' if source else ''}'{what}'"


def _pip() -> str:
    """``pip`` where that is the one of this environment, else its path."""
    is_own = sys.prefix == sys.base_prefix or os.environ.get("VIRTUAL_ENV") == sys.prefix
    if is_own:
        return "pip"
    return _near(Path(sys.executable).parent / "pip")


def _near(path: Path) -> str:
    """A path as seen from the present folder, where it is below that."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
