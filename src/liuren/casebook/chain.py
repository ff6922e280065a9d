"""The chain of all trials: its links, the draw, and reading it.

Every act (a plan, a pool, a deal, a seal, an answer, a reveal, an abandonment) is a link. A link holds the
hash of the link before it, so a link cannot be changed, removed, inserted or moved without breaking the
chain from there on. ``verification.verify`` needs the exported chain and
nothing else.

What a chain alone cannot show: that its keeper did not write the whole of it anew. Against that there
are *receipts*: after each act everybody present is given the number and the beginning of the hash of its link.
A chain written anew does not contain them.

A link: ``{"number", "at", "kind", "series", "trial", "body", "previous", "hash"}``; ``hash`` is the SHA-256
of the canonical JSON of the others. Kinds and bodies:

* ``start`` ``{"format", "casebook"}``
* ``pool`` ``{"pool", "digest"}``
* ``series`` ``{"plan", "pool": digest, "title"}``
* ``deal`` ``{"position", "options", "commitments": {"seed"}}`` — things shown to a hider who rolls a die
* ``seal`` ``{"position", "mode", "draw", "program", "options" | null, "commitments"}`` — names in ``SEALED``; what
  forecast, with the version of its formula (chains begun before it was kept do without)
* ``entry`` ``{"reader", "commitment"}``, or ``{"reader", "late": true, "opening"}`` after the reveal
* ``reveal`` ``{"openings", "entries": {commitment: opening}}``
* ``abandon`` the same with ``"reason"``; a trial that was only dealt has no openings
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from liuren.casebook.draw import Lots
from liuren.casebook.errors import TrialError
from liuren.casebook.plan import Plan
from liuren.casebook.pool import Pool
from liuren.casebook.seal import canonical

FORMAT = "liuren-trials/1"
FIRST = "0" * 64
SEALED = ("target", "pool", "decoys", "chart", "forecast", "plan", "seed")
FIELDS = ("number", "at", "kind", "series", "trial", "body", "previous")


# ---------------------------------------------------------------- writing


def link_hash(link: Mapping[str, Any]) -> str:
    """The hash of a link (64 hexadecimal digits)."""
    return hashlib.sha256(canonical({name: link[name] for name in FIELDS})).hexdigest()


def make_link(
    previous: Mapping[str, Any] | None,
    at: str,
    kind: str,
    body: Mapping[str, Any],
    series: str = "",
    trial: str = "",
) -> dict[str, Any]:
    """The next link. Time never runs backwards in a chain, even if the clock does."""
    link = {
        "number": previous["number"] + 1 if previous else 0,
        "at": max(at, previous["at"]) if previous else at,
        "kind": kind,
        "series": series,
        "trial": trial,
        "body": dict(body),
        "previous": previous["hash"] if previous else FIRST,
    }
    return {**link, "hash": link_hash(link)}


def receipt(link: Mapping[str, Any]) -> str:
    """What a person keeps of a link: its number and the first 16 digits of its hash."""
    return f"{link['number']}-{link['hash'][:16]}"


def export(links: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The chain as it is given away: no secret is in it."""
    return {
        "format": FORMAT,
        "head": {"count": len(links), "hash": links[-1]["hash"] if links else FIRST},
        "links": [dict(link) for link in links],
    }


# ---------------------------------------------------------------- the draw


def deal_options(seed: str, series_hash: str, position: int, pool: Pool, count: int) -> list[str]:
    """The things of a trial in the order in which they are shown."""
    return _lots(seed, series_hash, position, "options").sample(pool.ids, min(count, len(pool.ids)))


def draw_target(seed: str, series_hash: str, position: int, options: Sequence[str]) -> str:
    """The target among the options."""
    return options[_lots(seed, series_hash, position, "target").below(len(options))]


def control_lots(seed: str, series_hash: str, position: int, control: str) -> Lots:
    """The lots from which a control takes its other chart."""
    return _lots(seed, series_hash, position, control)


def _lots(seed: str, series_hash: str, position: int, purpose: str) -> Lots:
    return Lots(seed, f"{series_hash}/{position}/{purpose}")


# ---------------------------------------------------------------- reading a chain


@dataclass(slots=True)
class TrialRecord:
    """What the chain says of one trial. ``state``: dealt, sealed, revealed or abandoned."""

    id: str
    series: str
    position: int
    state: str
    mode: str = "choice"
    draw: str = "program"
    options: list[str] = field(default_factory=list)
    sealed_at: str = ""
    ended_at: str = ""
    reason: str = ""
    opened: dict[str, Any] = field(default_factory=dict)
    entries: dict[str, Any] = field(default_factory=dict)  # reader -> forecast that counts
    answered: dict[str, int] = field(default_factory=dict)  # reader -> number of answers in time
    late: list[dict[str, Any]] = field(default_factory=list)

    @property
    def target(self) -> str | None:
        return self.opened.get("target")

    def to_dict(self) -> dict[str, Any]:
        return {
            "trial": self.id,
            "series": self.series,
            "position": self.position,
            "state": self.state,
            "mode": self.mode,
            "draw": self.draw,
            "options": list(self.options),
            "target": self.target,
            "sealed_at": self.sealed_at,
            "ended_at": self.ended_at,
            "reason": self.reason,
            "forecasts": dict(self.opened.get("forecast") or {}),
            "entries": dict(self.entries),
            "answered": dict(self.answered),
            "late": list(self.late),
        }


def trials_of(links: Iterable[Mapping[str, Any]], series: str | None = None) -> list[TrialRecord]:
    """The trials of a (sound) chain in order, of one series or of all."""
    trials: dict[str, TrialRecord] = {}
    commitments: dict[str, list[tuple[str, str]]] = {}
    for link in links:
        if not link["trial"] or (series is not None and link["series"] != series):
            continue
        body = link["body"]
        record = trials.setdefault(
            link["trial"],
            TrialRecord(link["trial"], link["series"], body.get("position", 0), "dealt"),
        )
        if link["kind"] == "deal":
            record.options = list(body["options"])
            record.draw = "die"
        elif link["kind"] == "seal":
            record.state = "sealed"
            record.mode, record.draw = body["mode"], body["draw"]
            record.options = list(body["options"] or [])
            record.sealed_at = link["at"]
        elif link["kind"] == "entry" and body.get("late"):
            record.late.append(
                {"reader": body["reader"], "at": link["at"], "forecast": body["opening"]["value"]}
            )
        elif link["kind"] == "entry":
            commitments.setdefault(record.id, []).append((body["reader"], body["commitment"]))
            record.answered[body["reader"]] = record.answered.get(body["reader"], 0) + 1
        else:
            record.state = "revealed" if link["kind"] == "reveal" else "abandoned"
            record.ended_at = link["at"]
            record.reason = body.get("reason", "")
            record.opened = {name: one["value"] for name, one in body["openings"].items()}
            if record.opened and not record.options:
                record.options = list(record.opened["decoys"]["options"])
            for reader, commitment in commitments.get(record.id, []):
                # A reader may answer again before the reveal; the last answer counts.
                record.entries[reader] = body["entries"][commitment]["value"]
    return list(trials.values())


def plan_of(links: Iterable[Mapping[str, Any]], series: str) -> Plan:
    """The plan of a series."""
    for link in links:
        if link["kind"] == "series" and link["series"] == series:
            return Plan.from_dict(link["body"]["plan"])
    raise TrialError(f"There is no series {series[:40]!r}.", hint="liuren trial list")


def pool_of_series(links: Iterable[Mapping[str, Any]], series: str) -> Pool:
    """The pool of a series, as it is written in the chain."""
    pools = {}
    for link in links:
        if link["kind"] == "pool":
            pools[link["body"]["digest"]] = link["body"]["pool"]
        elif link["kind"] == "series" and link["series"] == series:
            return Pool.from_dict(pools[link["body"]["pool"]])
    raise TrialError(f"There is no series {series[:40]!r}.", hint="liuren trial list")
