"""All charts at once: tables of charts in and out, base rates, reachability, schools compared.

Knows charts and moments as arrays, the rules' truth tables, Arrow, and the engines that spread work over
processes and machines. Must not know how a single reading is shown. Main names: ``read_batch``, ``Plan``,
``read_rows``;
``reports.reports`` for the questions about a book as a whole.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from liuren.terms.errors import InputError
from liuren.terms.installing import install_command

__all__ = ["Plan", "errors_of", "read_batch", "read_rows"]

if TYPE_CHECKING:
    from liuren.atlas.batch import errors_of, read_batch, read_rows
    from liuren.atlas.plan import Plan

_HOMES = {
    "Plan": "liuren.atlas.plan",
    "errors_of": "liuren.atlas.batch",
    "read_batch": "liuren.atlas.batch",
    "read_rows": "liuren.atlas.batch",
}

if find_spec("pyarrow") is None:
    raise InputError(
        "Tables of charts need the package pyarrow, which is not installed.",
        hint=f"{install_command('batch')}, or with atlas for plots too.",
        code="missing_extra",
    )


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liuren.atlas' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
