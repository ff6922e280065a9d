"""Verifying a chain: every rule that the acts of a series must keep, and what is wrong where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from liuren.casebook.chain import (
    FIELDS,
    FIRST,
    FORMAT,
    SEALED,
    deal_options,
    draw_target,
    link_hash,
    receipt,
)
from liuren.casebook.errors import TrialError
from liuren.casebook.forecast import check_facets, check_options
from liuren.casebook.plan import Plan
from liuren.casebook.pool import Pool
from liuren.casebook.seal import Opening, digest, opens

_RECEIPT = re.compile(r"\s*(\d+)-([0-9a-f]{8,64})\s*")
# What reading a body that is not of its documented form may raise.
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, TrialError)


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
        wanted = {*FIELDS, "hash"}
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
