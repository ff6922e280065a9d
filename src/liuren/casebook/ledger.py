"""Blind trials, step by step: begin, seal, answer, reveal, score.

Every step writes one link of the chain (``liuren.casebook.chain``). Until the reveal the target, the
decoys' seed, the program's forecasts and all answers are known only by their commitments.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from liuren.casebook import chain
from liuren.casebook.case import now
from liuren.casebook.draw import fresh_seed
from liuren.casebook.errors import ForecastError, NotFoundError, TrialError
from liuren.casebook.forecast import over_facets, over_options
from liuren.casebook.plan import Plan
from liuren.casebook.pool import Pool
from liuren.casebook.program import BASE_RATE, Program, uniform
from liuren.casebook.seal import Opening
from liuren.casebook.store import Database
from liuren.casebook.store.trials import TrialRows, trial_rows

ROLES = ("host", "join")
LONGEST_NAME = 60


class Ledger:
    """The trials of a casebook. Every method is one transaction."""

    def __init__(self, database: Database, clock: Callable[[], str] = now) -> None:
        self.database = database
        self._clock = clock

    # ------------------------------------------------------------ series

    def begin(self, plan: Plan, pool: Pool, title: str = "") -> dict[str, Any]:
        """Write down a plan and its pool. Returns ``series``, ``plan``, ``pool``, ``receipt``, ``tokens``."""
        if plan.options > len(pool.objects):
            raise TrialError(
                f"{plan.options} things cannot be drawn from a pool of {len(pool.objects)}.",
                hint=f"At most {len(pool.objects)} options.",
            )
        if plan.mode == "description" and not pool.base_rates:
            raise TrialError(
                f"The pool {pool.name!r} is not coded on any facet, so nothing can be described.",
                hint="Use mode choice, or a pool with attributes.",
            )
        series = secrets.token_hex(4)
        with self._writing() as rows:
            known = {link["body"]["digest"] for link in rows.links(series)}  # pools only: it is new
            if pool.digest not in known:
                self._append(rows, "pool", {"pool": pool.to_dict(), "digest": pool.digest})
            body = {"plan": plan.to_dict(), "pool": pool.digest, "title": title}
            link = self._append(rows, "series", body, series=series)
            tokens = {role: _issue(rows, series, role) for role in ROLES}
        return {
            "series": series,
            "title": title,
            "plan": plan.to_dict(),
            "pool": {"name": pool.name, "digest": pool.digest, "size": len(pool.objects)},
            "receipt": chain.receipt(link),
            "tokens": tokens,
        }

    def series(self) -> list[dict[str, Any]]:
        """Every series: plan, pool, and how many trials are revealed, abandoned and open."""
        links = self.links()
        found = []
        for link in links:
            if link["kind"] == "series":
                states = [one.state for one in chain.trials_of(links, link["series"])]
                found.append(
                    {
                        "series": link["series"],
                        "title": link["body"]["title"],
                        "at": link["at"],
                        "plan": link["body"]["plan"],
                        "pool": link["body"]["pool"],
                        "started": len(states),
                        "revealed": states.count("revealed"),
                        "abandoned": states.count("abandoned"),
                        "open": states.count("sealed") + states.count("dealt"),
                    }
                )
        return found

    # ------------------------------------------------------------ a trial

    def deal(self, series: str) -> dict[str, Any]:
        """Show things to a hider who will roll a die among them (``draw="die"``). Returns the trial's view."""
        with self._writing() as rows:
            links = self._series_links(rows, series)
            plan = chain.plan_of(links, series)
            if plan.draw != "die":
                raise TrialError(
                    "In this series the program draws the target.", hint="Seal the trial directly."
                )
            position, seed = self._next_position(links, series, plan), Opening.of(fresh_seed())
            options = chain.deal_options(
                seed.value,
                _series_hash(links, series),
                position,
                chain.pool_of_series(links, series),
                plan.options,
            )
            trial = f"{series}.{position}"
            body = {
                "position": position,
                "options": options,
                "commitments": {"seed": seed.commitment},
            }
            link = self._append(rows, "deal", body, series=series, trial=trial)
            rows.keep(trial, "deal", {"seed": seed.to_dict()})
            return {**self._view(rows, trial, "host"), "receipt": chain.receipt(link)}

    def seal(
        self,
        series: str,
        program: Program,
        casting: Mapping[str, Any] | None = None,
        *,
        trial: str | None = None,
        die: int | None = None,
    ) -> dict[str, Any]:
        """Draw the target, cast the chart, forecast, and seal it all.

        With ``draw="die"``: ``trial`` as dealt and ``die``, the number rolled (1 is the first thing shown).
        Returns the view of the trial as the host sees it (with the target) and the ``receipt`` to give to everyone.
        """
        chart = dict(program.cast(casting))
        with self._writing() as rows:
            links = self._series_links(rows, series)
            plan = chain.plan_of(links, series)
            pool = chain.pool_of_series(links, series)
            series_hash = _series_hash(links, series)
            if plan.draw == "die":
                trial, position, seed, options = self._dealt(rows, series, trial)
                target = _rolled(options, die)
            else:
                if die is not None or trial is not None:
                    raise TrialError(
                        "In this series the program draws; a die or a dealt trial has no place.",
                        hint="Leave them out, or begin a series with draw=die.",
                    )
                position, seed = self._next_position(links, series, plan), Opening.of(fresh_seed())
                trial = f"{series}.{position}"
                options = chain.deal_options(seed.value, series_hash, position, pool, plan.options)
                target = chain.draw_target(seed.value, series_hash, position, options)
            openings = {
                "target": Opening.of(target),
                "pool": Opening.of(pool.digest),
                "decoys": Opening.of({"options": options}),
                "chart": Opening.of(chart),
                "forecast": Opening.of(
                    _forecasts(
                        program, chart, plan, pool, options, (seed.value, series_hash, position)
                    )
                ),
                "plan": Opening.of(plan.to_dict()),
                "seed": seed,
            }
            body = {
                "position": position,
                "mode": plan.mode,
                "draw": plan.draw,
                "program": program.name,
                "options": options if plan.mode == "choice" else None,
                "commitments": {name: one.commitment for name, one in openings.items()},
            }
            link = self._append(rows, "seal", body, series=series, trial=trial)
            rows.forget(trial)
            rows.keep(trial, "seal", {name: one.to_dict() for name, one in openings.items()})
            return {**self._view(rows, trial, "host"), "receipt": chain.receipt(link)}

    def answer(self, trial: str, reader: str, given: Any) -> dict[str, Any]:
        """Take a reader's answer (forms: ``liuren.casebook.forecast``), sealed until the reveal.

        Answering again before the reveal replaces the answer; both stay in the chain. After the reveal the answer
        is kept, marked late, and never counted. Returns ``receipt``, ``late``, ``forecast``.
        """
        with self._writing() as rows:
            record = self._record(rows, trial)
            if rows.reader(reader) is None:
                raise NotFoundError(f"There is no reader {reader[:40]!r}.", hint="Join first.")
            if record.state == "dealt":
                raise TrialError("The trial is not sealed yet.", hint="Wait for the hider's die.")
            forecast = self._forecast(rows, record, given)
            opening = Opening.of(forecast)
            late = record.state != "sealed"
            if late:
                body = {"reader": reader, "late": True, "opening": opening.to_dict()}
            else:
                body = {"reader": reader, "commitment": opening.commitment}
                rows.keep(trial, opening.commitment, opening.to_dict())
            link = self._append(rows, "entry", body, series=record.series, trial=trial)
        return {
            "trial": trial,
            "reader": reader,
            "forecast": forecast,
            "late": late,
            "receipt": chain.receipt(link),
        }

    def reveal(self, trial: str) -> dict[str, Any]:
        """Lift the cover: open everything that was sealed. Returns the trial's view and a ``receipt``."""
        return self._end(trial, "reveal", "")

    def abandon(self, trial: str, reason: str = "") -> dict[str, Any]:
        """End a trial without play. It is opened, shown and, having been sealed, still counted."""
        return self._end(trial, "abandon", reason)

    def _end(self, trial: str, kind: str, reason: str) -> dict[str, Any]:
        with self._writing() as rows:
            record = self._record(rows, trial)
            if record.state in ("revealed", "abandoned"):
                raise TrialError(
                    f"Trial {trial} was {record.state} at {record.ended_at}.",
                    hint=f"liuren trial show {trial}",
                )
            if record.state == "dealt" and kind == "reveal":
                raise TrialError(
                    "The trial is not sealed yet, so there is nothing to reveal.",
                    hint="Seal it with the number rolled, or abandon it.",
                )
            kept = rows.kept(trial)
            body: dict[str, Any] = {
                "openings": kept.pop("seal", {}),
                "entries": {name: one for name, one in kept.items() if name != "deal"},
            }
            if kind == "abandon":
                body["reason"] = reason
            link = self._append(rows, kind, body, series=record.series, trial=trial)
            rows.forget(trial)
            return {**self._view(rows, trial, "host"), "receipt": chain.receipt(link)}

    # ------------------------------------------------------------ looking

    def view(self, trial: str, role: str = "join") -> dict[str, Any]:
        """What a ``host`` or a reader (``join``) may see of a trial now.

        ``trial``, ``series``, ``position``, ``planned``, ``mode``, ``draw``, ``state``, ``things`` (id and labels, in
        the order shown; null while they are hidden), ``facets`` (base rates, for descriptions), ``chart``,
        ``answered`` (reader names), ``target`` (host, or after the end), ``forecasts``, ``entries``, ``late`` (after).
        """
        with trial_rows(self.database) as rows:
            return self._view(rows, trial, role)

    def newest(self, series: str) -> str | None:
        """The id of the newest trial of a series."""
        with trial_rows(self.database) as rows:
            trials = chain.trials_of(self._series_links(rows, series), series)
        return trials[-1].id if trials else None

    def links(self) -> list[dict[str, Any]]:
        with trial_rows(self.database) as rows:
            return rows.links()

    def export(self) -> dict[str, Any]:
        """The chain as anybody may have it (``liuren.casebook.chain.export``)."""
        return chain.export(self.links())

    def names(self) -> dict[str, str]:
        """Reader id -> name. Names are not part of the chain."""
        with trial_rows(self.database) as rows:
            return rows.reader_names()

    # ------------------------------------------------------------ people and tokens

    def register(self, name: str, key: str | None = None) -> dict[str, str]:
        """A reader by name: a new one gets an id and a ``key``; a known one has to show the key.

        Returns ``reader``, ``name``, ``key``.
        """
        with self._writing() as rows:
            return self._register(rows, name, key)

    def local_reader(self, name: str) -> str:
        """The id of a reader on this device, whom the casebook's owner vouches for."""
        name = _tidy(name)
        with self._writing() as rows:
            known = rows.reader_named(name)
            return known.id if known else self._register(rows, name, None)["reader"]

    def rename(self, reader: str, name: str) -> None:
        """Give a reader another name, or none worth the word; the chain holds only the id."""
        with self._writing() as rows:
            rows.rename_reader(reader, _tidy(name))

    def authenticate(self, key: str) -> str:
        """The id of the reader whose key this is. Raises ``NotFoundError``."""
        reader, _, _secret = key.partition(".")
        with trial_rows(self.database) as rows:
            known = rows.reader(reader)
        if known is None or not hmac.compare_digest(known.key_hash, _hash(key)):
            raise NotFoundError("This key belongs to no reader.", hint="Join again by the link.")
        return reader

    def invite(self, subject: str, role: str = "join") -> str:
        """A token that lets its bearer into a trial or a whole series as ``host`` or reader (``join``)."""
        if role not in ROLES:
            raise TrialError(
                f"There is no role {role[:40]!r}.", hint=f"One of: {', '.join(ROLES)}."
            )
        with self._writing() as rows:
            self._series_links(rows, subject.partition(".")[0])
            return _issue(rows, subject, role)

    def bearer(self, token: str) -> dict[str, str]:
        """What a token opens: ``subject`` (a series or a trial) and ``role``. Raises ``NotFoundError``."""
        with trial_rows(self.database) as rows:
            known = rows.token(_hash(token))
        if known is None:
            raise NotFoundError("This link is not valid.", hint="Ask the host for a new one.")
        return {"subject": known.trial, "role": known.role}

    def join(self, token: str, name: str, key: str | None = None) -> dict[str, str]:
        """Come in by a link. Returns ``reader``, ``name``, ``key``, ``subject``."""
        found = self.bearer(token)
        return {**self.register(name, key), "subject": found["subject"]}

    # ------------------------------------------------------------ inside

    def _writing(self) -> Any:
        return trial_rows(self.database, writing=True)

    def _append(
        self, rows: TrialRows, kind: str, body: Mapping[str, Any], series: str = "", trial: str = ""
    ) -> dict[str, Any]:
        return rows.append(kind, body, series=series, trial=trial, at=self._clock())

    def _series_links(self, rows: TrialRows, series: str) -> list[dict[str, Any]]:
        links = rows.links(series)
        if not any(link["series"] == series for link in links):
            raise NotFoundError(f"There is no series {series[:40]!r}.", hint="liuren trial list")
        return links

    def _record(self, rows: TrialRows, trial: str) -> chain.TrialRecord:
        records = chain.trials_of(rows.trial_links(trial))
        if not records:
            raise NotFoundError(f"There is no trial {trial[:40]!r}.", hint="liuren trial list")
        return records[0]

    def _next_position(self, links: Sequence[Mapping[str, Any]], series: str, plan: Plan) -> int:
        started = len(chain.trials_of(links, series))
        if started >= plan.trials:
            raise TrialError(
                f"All {plan.trials} trials of this series have been started.",
                hint="Begin another series; its plan is written down first.",
            )
        return started + 1

    def _dealt(
        self, rows: TrialRows, series: str, trial: str | None
    ) -> tuple[str, int, Opening, list[str]]:
        if trial is None:
            raise TrialError("Which trial was dealt?", hint="Deal first, then seal that trial.")
        record = self._record(rows, trial)
        if record.state != "dealt" or record.series != series:
            raise TrialError(f"Trial {trial} is not waiting for a die.", hint="Deal a new one.")
        seed = Opening.from_dict(rows.kept(trial)["deal"]["seed"])
        return trial, record.position, seed, record.options

    def _forecast(self, rows: TrialRows, record: chain.TrialRecord, given: Any) -> dict[str, Any]:
        if record.mode == "choice":
            return dict(over_options(given, record.options))
        pool = chain.pool_of_series(rows.links(record.series), record.series)
        described: dict[str, Any] = dict(over_facets(given, pool.base_rates))
        if not described:
            raise ForecastError(
                "The description is empty.", hint=f"Facets: {', '.join(pool.base_rates)}."
            )
        return described

    def _register(self, rows: TrialRows, name: str, key: str | None) -> dict[str, str]:
        name = _tidy(name)
        known = rows.reader_named(name)
        if known is None:
            reader = f"r{secrets.token_hex(4)}"
            key = f"{reader}.{secrets.token_urlsafe(18)}"
            rows.add_reader(reader, name, _hash(key))
            return {"reader": reader, "name": name, "key": key}
        if key is None or not hmac.compare_digest(known.key_hash, _hash(key)):
            raise TrialError(
                f"The name {name!r} is taken.",
                hint="Choose another name, or join from the device that has its key.",
                code="name_taken",
            )
        return {"reader": known.id, "name": name, "key": key}

    def _view(self, rows: TrialRows, trial: str, role: str) -> dict[str, Any]:
        record = self._record(rows, trial)
        links = rows.links(record.series)
        plan = chain.plan_of(links, record.series)
        pool = chain.pool_of_series(links, record.series)
        kept = rows.kept(trial).get("seal", {})
        ended = record.state in ("revealed", "abandoned")
        opened = record.opened or {
            name: kept[name]["value"]
            for name in (("chart", "target") if role == "host" else ("chart",))
            if name in kept
        }
        names = rows.reader_names()
        return {
            **record.to_dict(),
            "planned": plan.trials,
            "group": plan.group,
            "things": [thing.to_dict() for thing in pool.pick(record.options)] or None,
            "facets": pool.base_rates if record.mode == "description" else None,
            "chart": opened.get("chart"),
            "target": opened.get("target"),
            "answered": [names.get(one, one) for one in record.answered],
            "readers": {one: names.get(one, one) for one in {**record.answered, **record.entries}},
            "ended": ended,
        }


def _issue(rows: TrialRows, subject: str, role: str) -> str:
    token = secrets.token_urlsafe(18)
    rows.add_token(_hash(token), subject, role)
    return token


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _tidy(name: str) -> str:
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME or "\x00" in tidy:
        raise TrialError(
            "A reader needs a name.", hint=f"1 to {LONGEST_NAME} characters; a nickname will do."
        )
    return tidy


def _rolled(options: Sequence[str], die: int | None) -> str:
    if die is None or isinstance(die, bool) or not 1 <= die <= len(options):
        raise TrialError(f"The die shows {die!r}.", hint=f"A number from 1 to {len(options)}.")
    return options[die - 1]


def _series_hash(links: Sequence[Mapping[str, Any]], series: str) -> str:
    return str(
        next(one["hash"] for one in links if one["kind"] == "series" and one["series"] == series)
    )


def _forecasts(
    program: Program,
    chart: Mapping[str, Any],
    plan: Plan,
    pool: Pool,
    options: Sequence[str],
    place: tuple[str, str, int],
) -> dict[str, Any]:
    """The program's forecast and those of the controls, by reader."""

    def answer(read: Mapping[str, Any]) -> dict[str, Any]:
        if plan.mode == "choice":
            weights = program.forecast(read, pool.pick(options))
            return dict(over_options(dict(weights), options))
        described = program.describe(read, pool)
        return dict(over_facets({f: c for f, c in described.items() if c}, pool.base_rates))

    forecasts: dict[str, Any] = {"program": answer(chart)}
    for control in plan.controls:
        if control == BASE_RATE:
            forecasts[control] = (
                uniform(options)
                if plan.mode == "choice"
                else {facet: dict(rates) for facet, rates in pool.base_rates.items()}
            )
        else:
            other = program.other_chart(chart, control, chain.control_lots(*place, control))
            forecasts[control] = answer(other)
    return forecasts
