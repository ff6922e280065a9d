"""Where the data folders are: beside the source in a checkout, inside the package in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_CHECKOUT = _PACKAGE.parent.parent


def data_path(folder: str) -> Path:
    """Path of ``texts``, ``vocabulary`` or ``conventions``."""
    packaged = _PACKAGE / "_data" / folder
    return packaged if packaged.is_dir() else _CHECKOUT / folder
