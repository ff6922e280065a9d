"""What findings mean: facets, salience, the object's profile, ranked candidates; the only room with judgement.

Knows the rules' findings, the charts they were made on and the vocabulary of facets and objects. Must not
know how a reading is shown, stored or scored. Main names: ``read``, ``Reading``, ``forecast``, ``lexicon``.
The formula is ``vocabulary/weighing.toml``, explained in ``docs/reference/reading.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["Reading", "base_forecast", "forecast", "lexicon", "read"]

if TYPE_CHECKING:
    from liuren.reading.forecasts import base_forecast, forecast
    from liuren.reading.objects import lexicon
    from liuren.reading.readings import Reading, read

_HOMES = {
    "Reading": "liuren.reading.readings",
    "base_forecast": "liuren.reading.forecasts",
    "forecast": "liuren.reading.forecasts",
    "lexicon": "liuren.reading.objects",
    "read": "liuren.reading.readings",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'liuren.reading' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
