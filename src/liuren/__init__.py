"""Liuren: 大六壬 and 金口訣 charts, the she fu book clause by clause, every word traced to its source.

The public face: the names in ``__all__`` and nothing else. Each is loaded when it is first used, so
importing the package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "LiurenError",
    "__version__",
    "annual_branch",
    "clauses",
    "explain",
    "fired",
    "jinkoujue_chart",
    "liuren_chart",
    "load_convention",
    "moment",
    "parse_notation",
    "read",
    "read_batch",
]

if TYPE_CHECKING:
    from liuren.atlas.batch import read_batch
    from liuren.calendar import moment
    from liuren.charts.jinkoujue import annual_branch, jinkoujue_chart
    from liuren.charts.liuren import liuren_chart
    from liuren.charts.notation import parse_notation
    from liuren.reading import read
    from liuren.rules import clauses, explain, fired
    from liuren.terms.convention import load_convention
    from liuren.terms.errors import LiurenError

_HOMES = {
    "LiurenError": "liuren.terms.errors",
    "annual_branch": "liuren.charts.jinkoujue",
    "clauses": "liuren.rules",
    "explain": "liuren.rules",
    "fired": "liuren.rules",
    "jinkoujue_chart": "liuren.charts.jinkoujue",
    "liuren_chart": "liuren.charts.liuren",
    "load_convention": "liuren.terms.convention",
    "moment": "liuren.calendar",
    "parse_notation": "liuren.charts.notation",
    "read": "liuren.reading",
    "read_batch": "liuren.atlas.batch",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liuren' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
