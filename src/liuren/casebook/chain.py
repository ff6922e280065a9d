"""The chain of all trials, and how anybody checks it.

Every act (a plan, a pool, a deal, a seal, an answer, a reveal, an abandonment) is a link. A link holds the
hash of the link before it, so a link cannot be changed, removed, inserted or moved without breaking the
chain from there on. ``verify`` needs the exported chain and nothing else.

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
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from liuren.casebook.draw import Lots
from liuren.casebook.errors import TrialError
from liuren.casebook.forecast import check_facets, check_options
from liuren.casebook.plan import Plan
from liuren.casebook.pool import Pool
from liuren.casebook.seal import Opening, canonical, digest, opens

FORMAT = "liuren-trials/1"
FIRST = "0" * 64
SEALED = ("target", "pool", "decoys", "chart", "forecast", "plan", "seed")
_FIELDS = ("number", "at", "kind", "series", "trial", "body", "previous")
_RECEIPT = re.compile(r"\s*(\d+)-([0-9a-f]{8,64})\s*")
# What reading a body that is not of its documented form may raise.
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, TrialError)


# ---------------------------------------------------------------- writing


def link_hash(link: Mapping[str, Any]) -> str:
    """The hash of a link (64 hexadecimal digits)."""
    return hashlib.sha256(canonical({name: link[name] for name in _FIELDS})).hexdigest()


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


# ---------------------------------------------------------------- verifying


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that should not be: ``code``, the number of the link (None: the whole), the trial, words."""

    code: str
    number: int | None
    trial: str
    message: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "number": self.number,
            "trial": self.trial,
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What ``verify`` found. ``valid`` means no problem; late answers that are marked are not one."""

    problems: tuple[Problem, ...]
    counts: Mapping[str, int]
    series: Mapping[str, Mapping[str, Any]]
    late: tuple[Mapping[str, Any], ...]
    head: str

    @property
    def valid(self) -> bool:
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        return {
            "valid": self.valid,
            "problems": [one.to_dict() for one in self.problems],
            "counts": dict(self.counts),
            "series": {name: dict(one) for name, one in self.series.items()},
            "late": [dict(one) for one in self.late],
            "head": self.head,
        }


def verify(chain: Any, receipts: Iterable[str] = ()) -> Report:
    """Check an exported chain with no other knowledge. Never raises, whatever it is given.

    Found are: a changed link (``hash``), links dropped, inserted or moved (``order``), a cut tail (``head``),
    time running backwards (``time``), trials missing from a series (``position``), an opening that is not what was
    sealed (``seal``), a target or things that the seed does not draw (``draw``), an answer after the reveal that
    is not marked late (``late``), an answer that was hidden or swapped (``entry``), a plan that is
    not the one written down first (``plan``), acts out of turn (``turn``), anything malformed (``format``).
    ``receipts`` (as given by ``receipt``) must be in the chain (``receipt``): that finds a chain written anew.
    """
    return _Check(chain).run(receipts)


class _Check:
    """One pass over a chain; problems gather on the way."""

    def __init__(self, chain: Any) -> None:
        self.chain = chain
        self.problems: list[Problem] = []
        self.links: list[Mapping[str, Any]] = []
        self.pools: dict[str, Pool] = {}
        self.plans: dict[str, tuple[Plan, str, str]] = {}  # series -> plan, pool digest, link hash
        self.positions: dict[str, int] = {}
        self.deals: dict[str, Mapping[str, Any]] = {}
        self.seals: dict[str, Mapping[str, Any]] = {}
        self.ended: set[str] = set()
        self.abandoned: set[str] = set()
        self.entries: dict[str, list[str]] = {}
        self.late: list[Mapping[str, Any]] = []
        self.trial_series: dict[str, str] = {}

    def run(self, receipts: Iterable[str]) -> Report:
        self._envelope()
        previous = None
        for place, link in enumerate(self.links):
            if self._joint(place, link, previous):
                try:
                    self._act(link)
                except _MALFORMED as error:
                    self._problem("format", link, f"the body is not of its form ({error})")
                previous = link
        self._receipts(receipts)
        return self._report()

    # -- the chain itself

    def _envelope(self) -> None:
        chain = self.chain
        if not isinstance(chain, Mapping) or chain.get("format") != FORMAT:
            self._problem("format", None, f"this is not an exported chain ({FORMAT})")
            return
        links = chain.get("links")
        if not isinstance(links, list) or not links:
            self._problem("format", None, "the chain has no links")
            return
        self.links = links
        head = chain.get("head")
        last = links[-1].get("hash") if isinstance(links[-1], Mapping) else None
        if not isinstance(head, Mapping) or head != {"count": len(links), "hash": last}:
            self._problem("head", None, "the chain does not end where its head says")

    def _joint(self, place: int, link: Any, previous: Mapping[str, Any] | None) -> bool:
        wanted = {*_FIELDS, "hash"}
        texts = ("at", "kind", "series", "trial", "previous", "hash")
        if (
            not isinstance(link, Mapping)
            or set(link) != wanted
            or not all(isinstance(link[name], str) for name in texts)
            or not isinstance(link["body"], Mapping)
        ):
            self.problems.append(Problem("format", place, "", f"link {place} is not of its form"))
            return False
        try:
            if link["hash"] != link_hash(link):
                self._problem("hash", link, "the link was changed after it was written")
        except (TypeError, ValueError):
            self._problem("format", link, "the link holds what JSON cannot")
            return False
        if link["number"] != place:
            self._problem("order", link, f"link {place} calls itself {link['number']}")
        if link["previous"] != (previous["hash"] if previous else FIRST):
            self._problem("order", link, "the link does not follow the one before it")
        if previous and link["at"] < previous["at"]:
            self._problem("time", link, "time runs backwards")
        return True

    # -- what the links say

    def _act(self, link: Mapping[str, Any]) -> None:
        kind, body = link["kind"], link["body"]
        if (kind == "start") != (link["number"] == 0):
            self._problem("turn", link, "a chain has one start, at its beginning")
        if kind == "start":
            return
        if kind == "pool":
            pool = Pool.from_dict(body["pool"])
            if digest(body["pool"]) != body["digest"]:
                self._problem("hash", link, "the pool is not the one its digest names")
            self.pools[body["digest"]] = pool
        elif kind == "series":
            self._series(link, body)
        elif kind in ("deal", "seal"):
            self._position(link, body)
            (self._deal if kind == "deal" else self._seal)(link, body)
        elif kind == "entry":
            self._entry(link, body)
        elif kind in ("reveal", "abandon"):
            self._end(link, body)
        else:
            self._problem("format", link, f"unknown kind {kind[:40]!r}")

    def _series(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        if link["series"] in self.plans:
            self._problem("plan", link, "the plan of a series was written twice")
            return
        if body["pool"] not in self.pools:
            self._problem("plan", link, "the pool of the series is not in the chain")
        self.plans[link["series"]] = (Plan.from_dict(body["plan"]), body["pool"], link["hash"])

    def _position(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        trial, series = link["trial"], link["series"]
        if series not in self.plans:
            self._problem("plan", link, "the trial belongs to no series with a plan")
            return
        if link["kind"] == "seal" and trial in self.deals:
            if body["position"] != self.deals[trial]["body"]["position"]:
                self._problem("position", link, "the place in the series changed after the deal")
            return
        expected = self.positions.get(series, 0) + 1
        if body["position"] != expected:
            self._problem(
                "position", link, f"trial {expected} of the series is missing before this one"
            )
        self.positions[series] = int(body["position"])
        self.trial_series[trial] = series
        if expected > self.plans[series][0].trials:
            self._problem("plan", link, "the series has more trials than were planned")

    def _deal(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        if link["trial"] in self.deals or link["trial"] in self.seals:
            self._problem("turn", link, "the trial was dealt twice")
        self.deals[link["trial"]] = link
        _ = [*body["options"]], body["commitments"]["seed"]

    def _seal(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        trial = link["trial"]
        if trial in self.seals or trial in self.ended:
            self._problem("turn", link, "the trial was sealed twice")
        self.seals.setdefault(trial, link)
        if set(body["commitments"]) != set(SEALED):
            self._problem("seal", link, "not everything that must be sealed was sealed")
        deal = self.deals.get(trial)
        if deal and deal["body"]["options"] != body["options"]:
            self._problem("draw", link, "the things are not those that were dealt")
        if deal and deal["body"]["commitments"]["seed"] != body["commitments"].get("seed"):
            self._problem("draw", link, "the seed is not the one of the deal")
        if link["series"] in self.plans:
            plan = self.plans[link["series"]][0]
            if (plan.mode, plan.draw) != (body["mode"], body["draw"]):
                self._problem("plan", link, "the trial is not of the kind that was planned")
            if (body["options"] is None) != (plan.mode == "description"):
                self._problem(
                    "plan", link, "things are shown exactly when they are to be chosen from"
                )

    def _entry(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        trial = link["trial"]
        reader = str(body["reader"])
        if body.get("late"):
            if trial not in self.ended:
                self._problem("turn", link, "the answer is marked late but the trial is open")
            _ = body["opening"]["value"]
            self.late.append(
                {"trial": trial, "reader": reader, "number": link["number"], "at": link["at"]}
            )
        elif trial in self.ended:
            self._problem("late", link, "an answer after the reveal that is not marked late")
        elif trial not in self.seals:
            self._problem("turn", link, "an answer to a trial that is not sealed")
        else:
            self.entries.setdefault(trial, []).append(str(body["commitment"]))

    def _end(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        trial = link["trial"]
        if trial in self.ended:
            self._problem("turn", link, "the trial was ended twice")
            return
        self.ended.add(trial)
        if link["kind"] == "abandon":
            self.abandoned.add(trial)
        if trial not in self.seals:
            if trial not in self.deals or link["kind"] == "reveal":
                self._problem("turn", link, "a trial was ended that was never sealed")
            return
        self._openings(link, body)
        self._opened_entries(link, body)

    def _openings(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        seal = self.seals[link["trial"]]
        sound = True
        for name, sealed in seal["body"]["commitments"].items():
            opening = body["openings"].get(name)
            if opening is None or not opens(sealed, Opening.from_dict(opening)):
                self._problem("seal", link, f"the {name} shown is not the {name} sealed")
                sound = False
        if sound and link["series"] in self.plans:
            self._opened_values(link, {name: body["openings"][name]["value"] for name in SEALED})

    def _opened_values(self, link: Mapping[str, Any], opened: Mapping[str, Any]) -> None:
        seal = self.seals[link["trial"]]["body"]
        plan, pool_digest, series_hash = self.plans[link["series"]]
        if opened["plan"] != plan.to_dict():
            self._problem("plan", link, "the plan sealed is not the plan of the series")
        if opened["pool"] != pool_digest:
            self._problem("plan", link, "the pool sealed is not the pool of the series")
        options = opened["decoys"]["options"]
        position = seal["position"]
        pool = self.pools.get(pool_digest)
        dealt = pool and deal_options(opened["seed"], series_hash, position, pool, plan.options)
        if options != dealt or seal["options"] not in (None, options):
            self._problem("draw", link, "the seed does not draw these things")
        if opened["target"] not in options:
            self._problem("draw", link, "the target is not among the things")
        elif plan.draw == "program" and opened["target"] != draw_target(
            opened["seed"], series_hash, position, options
        ):
            self._problem("draw", link, "the seed does not draw this target")
        for reader, forecast in opened["forecast"].items():
            self._forecast(link, plan.mode, reader, forecast, options)

    def _opened_entries(self, link: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        given = self.entries.get(link["trial"], [])
        if set(body["entries"]) != set(given):
            self._problem("entry", link, "the answers shown are not the answers given")
        seal = self.seals[link["trial"]]["body"]
        options = seal["options"] or body["openings"]["decoys"]["value"]["options"]
        for sealed, opening in body["entries"].items():
            if not opens(sealed, Opening.from_dict(opening)):
                self._problem("entry", link, "an answer shown is not the answer given")
            else:
                self._forecast(link, seal["mode"], "an answer", opening["value"], options)

    def _forecast(
        self, link: Mapping[str, Any], mode: str, who: str, forecast: Any, options: Sequence[str]
    ) -> None:
        try:
            if mode == "choice":
                check_options(forecast, options)
            else:
                check_facets(forecast)
        except _MALFORMED as error:
            self._problem("entry", link, f"{who}: not a forecast ({error})")

    # -- the end

    def _receipts(self, receipts: Iterable[str]) -> None:
        for text in receipts:
            match = _RECEIPT.fullmatch(str(text))
            number = int(match[1]) if match else -1
            link = self.links[number] if 0 <= number < len(self.links) else None
            kept = match[2] if match else ""
            if not isinstance(link, Mapping) or not str(link.get("hash")).startswith(kept or "?"):
                self.problems.append(
                    Problem(
                        "receipt", None, "", f"the receipt {str(text)[:40]} is not in the chain"
                    )
                )

    def _report(self) -> Report:
        started = {*self.deals, *self.seals}
        revealed = self.ended - self.abandoned
        series = {}
        for name, (plan, _pool, _hash) in self.plans.items():
            own = {trial for trial, of in self.trial_series.items() if of == name}
            series[name] = {
                "planned": plan.trials,
                "started": len(own),
                "revealed": len(own & revealed),
                "abandoned": len(own & self.abandoned),
                "open": len(own - self.ended),
            }
        counts = {
            "links": len(self.links),
            "started": len(started),
            "sealed": len(self.seals),
            "revealed": len(revealed),
            "abandoned": len(self.abandoned),
            "open": len(started - self.ended),
            "late": len(self.late),
        }
        last = self.links[-1] if self.links else None
        head = receipt(last) if isinstance(last, Mapping) and _is_link(last) else ""
        return Report(tuple(self.problems), counts, series, tuple(self.late), head)

    def _problem(self, code: str, link: Mapping[str, Any] | None, message: str) -> None:
        number = link["number"] if link and isinstance(link["number"], int) else None
        self.problems.append(Problem(code, number, link["trial"] if link else "", message))


def _is_link(link: Mapping[str, Any]) -> bool:
    return isinstance(link.get("number"), int) and isinstance(link.get("hash"), str)
