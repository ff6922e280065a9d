"""What is asked of a batch: the art, the convention, how times are meant, and the columns wanted."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from liuren.terms.convention import Convention

METHODS = ("liuren", "jinkoujue")


@dataclass(frozen=True, slots=True)
class Plan:
    """The same for every row, on every machine. Build one with :func:`liuren.atlas.planning.make_plan`.

    ``columns`` are names of :mod:`liuren.atlas.columns`; ``keep`` are input columns that go through
    unchanged, under the name ``input.NAME``. ``zone`` … ``latitude`` are for rows that do not say themselves.
    """

    method: str
    work: str
    convention: Convention
    columns: tuple[str, ...]
    keep: tuple[str, ...] = ()
    zone: str | None = None
    fold: int | None = None
    solar_time: str = "clock"
    calendar: str = "auto"
    longitude: float | None = None
    latitude: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "method": self.method,
            "work": self.work,
            "convention": self.convention.to_dict(),
            "columns": list(self.columns),
            "keep": list(self.keep),
            "zone": self.zone,
            "fold": self.fold,
            "solar_time": self.solar_time,
            "calendar": self.calendar,
            "longitude": self.longitude,
            "latitude": self.latitude,
        }

    @property
    def digest(self) -> str:
        """A name for everything the result depends on besides the input: plan, program, texts."""
        from liuren.terms.versions import ENGINE, rulebook_digest

        whole = [self.to_dict(), ENGINE, rulebook_digest()]
        text = json.dumps(whole, ensure_ascii=True, sort_keys=True)
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
