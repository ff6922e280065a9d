"""A case: a question, the chart as it was cast then, what was found in it, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any

from liuren.casebook.errors import FixedError
from liuren.terms.errors import InputError

OUTCOMES = ("open", "hit", "partial", "miss", "unknown")
LONGEST_TEXT = 1_000_000
# Fields that a later edit may change. The chart and its findings are not among them.
EDITABLE = ("question", "notes", "tags", "outcome", "people", "moment", "zone", "place", "trial")


@dataclass(frozen=True, slots=True)
class Cast:
    """A chart as cast then. It is stored whole and never drawn again by a newer engine."""

    chart: Mapping[str, Any]
    notation: str
    convention: Mapping[str, Any]
    engine: str
    rulebook: str

    @classmethod
    def of(cls, chart: Mapping[str, Any]) -> Cast:
        """Take notation, convention, engine and rulebook digest out of a chart's ``to_dict()``."""
        return cls(
            dict(chart),
            str(chart.get("notation") or ""),
            dict(chart.get("convention") or {}),
            str(chart.get("engine") or ""),
            str(chart.get("rulebook") or ""),
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "chart": dict(self.chart),
            "notation": self.notation,
            "convention": dict(self.convention),
            "engine": self.engine,
            "rulebook": self.rulebook,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Cast:
        return cls(
            dict(data["chart"]),
            str(data.get("notation", "")),
            dict(data.get("convention", {})),
            str(data.get("engine", "")),
            str(data.get("rulebook", "")),
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where the question was asked. Degrees, north and east positive."""

    name: str = ""
    latitude: float | None = None
    longitude: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "latitude": self.latitude, "longitude": self.longitude}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Place:
        return cls(str(data.get("name") or ""), data.get("latitude"), data.get("longitude"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it. ``status`` is one of ``OUTCOMES``; ``at`` is a date or time as the user gives it."""

    status: str = "open"
    text: str = ""
    at: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"status": self.status, "text": self.text, "at": self.at}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any] | str) -> Outcome:
        if isinstance(data, str):
            return cls(status=data)
        return cls(
            str(data.get("status") or "open"),
            str(data.get("text") or ""),
            str(data.get("at") or ""),
        )


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody named in a case, only if the user wants it. Every field but ``name`` may be empty."""

    name: str
    role: str = ""
    birth: str = ""
    sex: str = ""
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Person:
        return cls(**{one.name: str(data.get(one.name) or "") for one in fields(cls)})


@dataclass(frozen=True, slots=True)
class Case:
    """One case in its present state. ``revision`` counts its edits from 1; 0 means not stored yet."""

    id: str = ""
    question: str = ""
    moment: str = ""
    zone: str = ""
    place: Place = field(default_factory=Place)
    cast: Cast | None = None
    findings: tuple[Mapping[str, Any], ...] = ()
    notes: str = ""
    tags: tuple[str, ...] = ()
    outcome: Outcome = field(default_factory=Outcome)
    people: tuple[Person, ...] = ()
    trial: str = ""
    created: str = ""
    updated: str = ""
    revision: int = 0

    @property
    def method(self) -> str:
        """``liuren``, ``jinkoujue`` or empty when there is no chart."""
        return str(self.cast.chart.get("method", "")) if self.cast else ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "question": self.question,
            "moment": self.moment,
            "zone": self.zone,
            "place": self.place.to_dict(),
            "cast": self.cast.to_dict() if self.cast else None,
            "findings": [dict(one) for one in self.findings],
            "notes": self.notes,
            "tags": list(self.tags),
            "outcome": self.outcome.to_dict(),
            "people": [one.to_dict() for one in self.people],
            "trial": self.trial,
            "created": self.created,
            "updated": self.updated,
            "revision": self.revision,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Case:
        """Read the form of ``to_dict``; absent fields are empty. Raises ``InputError``."""
        try:
            return cls(
                id=str(data.get("id") or ""),
                question=str(data.get("question") or ""),
                moment=str(data.get("moment") or ""),
                zone=str(data.get("zone") or ""),
                place=Place.from_dict(data.get("place") or {}),
                cast=Cast.from_dict(data["cast"]) if data.get("cast") else None,
                findings=tuple(dict(one) for one in data.get("findings") or ()),
                notes=str(data.get("notes") or ""),
                tags=tuple(str(one) for one in data.get("tags") or ()),
                outcome=Outcome.from_dict(data.get("outcome") or {}),
                people=tuple(Person.from_dict(one) for one in data.get("people") or ()),
                trial=str(data.get("trial") or ""),
                created=str(data.get("created") or ""),
                updated=str(data.get("updated") or ""),
                revision=int(data.get("revision") or 0),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f"This is not a case: {error}.", hint="Expected the form that an export writes."
            ) from None

    def edited(self, changes: Mapping[str, Any]) -> Case:
        """The case with ``changes`` (names of ``EDITABLE``, values as in ``to_dict``).

        Raises ``FixedError`` for the chart and the findings, ``InputError`` for other names.
        """
        for name in changes:
            if name in ("cast", "chart", "findings"):
                raise FixedError(
                    "The chart and the findings of a case are kept as they were cast.",
                    hint="Add a new case, or look at the difference from today's engine.",
                )
            if name not in EDITABLE:
                raise InputError(
                    f"A case has no field {name!r} that can be edited.",
                    hint=f"Fields: {', '.join(EDITABLE)}.",
                )
        if "tags" in changes:
            changes = {**changes, "tags": list(changes["tags"])}
        laid_over = Case.from_dict({**self.to_dict(), **{k: _plain(v) for k, v in changes.items()}})
        return replace(laid_over, cast=self.cast, findings=self.findings)


def _plain(value: Any) -> Any:
    """Values of an edit may be given as our own classes."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value


_SURROGATE = re.compile("[\ud800-\udfff]")
_TAG_END = re.compile("[;；,，\\n]")


def check(case: Case) -> Case:
    """``case`` with its tags tidied (each once, no blanks; separators end a tag).

    Raises ``InputError`` for an unknown outcome, a text that is too long, or characters no database can keep.
    """
    if case.outcome.status not in OUTCOMES:
        import difflib

        near = difflib.get_close_matches(case.outcome.status, OUTCOMES, n=1)
        raise InputError(
            f"Outcome {case.outcome.status[:40]!r} is not one of {', '.join(OUTCOMES)}.",
            hint=f"Did you mean {near[0]!r}?" if near else "Use open until something is known.",
        )
    for text in _texts(case.to_dict()):
        if "\x00" in text or _SURROGATE.search(text):
            raise InputError(
                f"The text {text[:20]!r} contains a NUL or half a character.",
                hint="Remove it; it usually comes from a broken copy.",
            )
        if len(text) > LONGEST_TEXT:
            raise InputError(
                f"A text of {len(text)} characters is too long.",
                hint=f"At most {LONGEST_TEXT} characters a field.",
            )
    parts = (part.strip() for tag in case.tags for part in _TAG_END.split(tag))
    tags = tuple(dict.fromkeys(part for part in parts if part))
    return replace(case, tags=tags)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for pair in value.items() for one in pair for text in _texts(one)]
    if isinstance(value, list | tuple):
        return [text for one in value for text in _texts(one)]
    return []


def now() -> str:
    """The present instant as ISO 8601 in UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
