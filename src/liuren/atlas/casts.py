"""Rows of a table to casts: arrays of the small integers from which charts are made.

The order of authority is that of a single call: a notation, or the moment, and single facts over it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from liuren.atlas.cells import (
    READERS,
    UNKNOWN,
    Ints,
    decode,
    different,
    integers,
    plain_array,
    recognised,
)
from liuren.atlas.faults import FaultSheet
from liuren.atlas.plan import Plan
from liuren.terms import parse, seasons
from liuren.terms.errors import InputError, LiurenError

#: Arrays of a cast, −1 for what is not known.
PARTS: Final = (
    "day", "hour", "general", "daytime", "month", "season", "year", "birth", "age_branch", "term", "querent",
    "direction", "sex", "topic", "hour_pillar", "month_pillar", "year_pillar", "birth_pillar",
    "age_pillar", "great_run", "seat", "guest", "uncertain",
)  # fmt: skip
_QUERENTS: Final = ("君子", "小人")
_SEXES: Final = ("male", "female")


@dataclass(frozen=True, slots=True)
class Casts:
    """Many casts of one method. ``parts`` are arrays of one length (int16, −1: not known) by the names of
    ``PARTS``; ``topic`` counts in ``topics``; ``ut`` are seconds as in the calendar, NaN without a moment.
    """

    method: str
    parts: dict[str, Ints]
    topics: tuple[str, ...]
    ut: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.ut)

    def __getitem__(self, name: str) -> Ints:
        return self.parts[name]

    def take(self, rows: NDArray[np.int64]) -> Casts:
        """The casts of these rows."""
        parts = {name: column[rows] for name, column in self.parts.items()}
        return Casts(self.method, parts, self.topics, self.ut[rows])

    def with_earth_days(self) -> Casts:
        """The same with the 中氣 of the month for the term from eighteen days before the next 立春 立夏
        立秋 立冬 on: no clause sees the difference but by who rules (option ``earth_season``).

        Only where the instant is that of the month and the term, as in a single chart.
        """
        from liuren.calendar.arrays import earth_days

        dated = np.flatnonzero(~np.isnan(self.ut))
        term, within = earth_days(self.ut[dated])
        given, month = self["term"][dated], self["month"][dated]
        own = (month == (2 + term // 2) % 12) & ((given < 0) | (given == term))
        own &= np.isin(month, seasons.EARTH_MONTHS)
        terms = self["term"].copy()
        terms[dated] = np.where(own, np.where(within, term | 1, term), given)
        return replace(self, parts=self.parts | {"term": terms})


def read_casts(batch: pa.RecordBatch, plan: Plan, sheet: FaultSheet) -> Casts:
    """The casts of a batch, one for each row; rows in error are marked on the sheet and meaningless."""
    names = recognised(batch.schema.names)
    columns = {field: batch.column(name) for field, name in names.items()}
    count = batch.num_rows
    parts: dict[str, Ints] = {n: np.full(count, UNKNOWN, dtype=np.int16) for n in PARTS}
    topics: list[str] = []
    ut = np.full(count, np.nan)
    if "at" in columns:
        from liuren.atlas.instants import place_rows, read_moments

        places = place_rows(columns, names, count, plan, sheet)
        moments = read_moments(columns["at"], names["at"], places, plan, sheet)
        _lay_moments(parts, moments)
        ut = moments["ut"]
    if "chart" in columns:
        _lay_notations(parts, topics, ut, columns["chart"], names["chart"], plan, sheet)
    _lay_facts(parts, topics, columns, names, sheet)
    _finish(parts, plan, sheet)
    return Casts(plan.method, parts, tuple(topics), ut)


def _lay_moments(parts: dict[str, Ints], moments: dict[str, Any]) -> None:
    for pillar in ("year", "month", "hour"):
        known = moments[pillar] >= 0
        parts[f"{pillar}_pillar"][:] = moments[pillar]
        parts[pillar][:] = np.where(known, moments[pillar] % 12, UNKNOWN)
    for name in ("day", "general", "term", "daytime", "uncertain"):
        parts[name][:] = moments[name]


def _lay_facts(
    parts: dict[str, Ints],
    topics: list[str],
    columns: dict[str, Any],
    names: dict[str, str],
    sheet: FaultSheet,
) -> None:
    age = np.full(len(sheet.bad), UNKNOWN, dtype=np.int16)
    for field, (read, targets) in READERS.items():
        if field not in columns or targets[0] in ("longitude", "latitude"):
            continue
        found = decode(columns[field], names[field], read, sheet, len(targets))
        given = ~np.isnan(found[0])
        for target, values in zip(targets, found, strict=True):
            column = age if target == "age" else parts[target]
            column[given] = integers(values)[given]
    if "topic" in columns:
        texts, places = different(plain_array(columns["topic"]))
        for index, value in enumerate(texts):
            rows = np.flatnonzero(places == index)
            try:
                topic = parse.parse_topic(str(value))
            except LiurenError as error:
                sheet.add(rows.tolist(), names["topic"], value, error)
                continue
            parts["topic"][rows] = _place(topics, topic)
    if (age >= 0).any():
        _lay_ages(parts, age, names["age"], sheet)


def _place(known: list[str], name: str | None) -> int:
    if name is None:
        return UNKNOWN
    if name not in known:
        known.append(name)
    return known.index(name)


def _lay_ages(parts: dict[str, Ints], age: Ints, name: str, sheet: FaultSheet) -> None:
    """Annual pillars of rows that give a nominal age and no annual branch."""
    from liuren.charts.annual import annual_pillar, common_annual_pillar

    jinkoujue = bool((parts["seat"] >= 0).any())
    wanted = (age >= 0) & (parts["age_branch"] < 0)

    def pillar(years: int, sex: int, birth: int) -> tuple[int, ...]:
        gender = None if sex < 0 else _SEXES[sex]
        if not jinkoujue:
            found = common_annual_pillar(gender, years)
        elif birth < 0 or gender is None:
            raise InputError(
                "The annual pillar (行年) needs a birth pillar and a sex besides the age.",
                hint="Give birth = 甲午 (a whole pillar) and sex = male or female.",
                code="missing",
            )
        else:
            found = annual_pillar(birth, gender, years)
        return found % 12, found

    keys = np.stack([age, parts["sex"], parts["birth_pillar"]], -1)
    _by_combination(
        keys, wanted, pillar, (parts["age_branch"], parts["age_pillar"]), name, age, sheet
    )


def _by_combination(
    keys: Ints,
    wanted: NDArray[np.bool_],
    read: Callable[..., tuple[int, ...]],
    targets: tuple[Ints, ...],
    name: str,
    shown: Any,
    sheet: FaultSheet,
) -> None:
    """Do something that depends on a few small numbers once for each combination of them."""
    rows = np.flatnonzero(wanted & ~sheet.bad)
    if not len(rows):
        return
    different_keys, places = np.unique(keys[rows], axis=0, return_inverse=True)
    places = places.reshape(-1)
    for index, key in enumerate(different_keys.tolist()):
        here = rows[places == index]
        try:
            found = read(*key)
        except LiurenError as error:
            sheet.add(here.tolist(), name, shown[here[0]] if shown is not None else None, error)
            continue
        for target, value in zip(targets, found, strict=True):
            target[here] = value


def _lay_notations(
    parts: dict[str, Ints],
    topics: list[str],
    ut: NDArray[np.float64],
    column: Any,
    name: str,
    plan: Plan,
    sheet: FaultSheet,
) -> None:
    from liuren.calendar.instants import seconds_of
    from liuren.charts.notation import parse_notation

    values, places = different(plain_array(column))
    rows_of = _rows_by_place(places, len(values))
    for rows, value in zip(rows_of, values, strict=True):
        try:
            chart = parse_notation(str(value))
            facts = _facts_of(chart, plan)
        except LiurenError as error:
            sheet.add(rows.tolist(), name, value, error)
            continue
        for part, fact in facts.items():
            parts[part][rows] = UNKNOWN if fact is None else fact
        parts["topic"][rows] = _place(topics, chart.topic)
        if chart.instant is not None:
            seconds = seconds_of(chart.instant, chart.convention["calendar_switch"])
            ut[rows] = np.nan if seconds is None else seconds


def _rows_by_place(places: NDArray[np.int64], count: int) -> list[NDArray[np.int64]]:
    order = np.argsort(places, kind="stable")
    bounds = np.searchsorted(places[order], np.arange(count + 1))
    return [order[bounds[i] : bounds[i + 1]] for i in range(count)]


def _facts_of(chart: Any, plan: Plan) -> dict[str, Any]:
    """The parts of a chart given in notation; refused if it is of another art or convention."""
    jinkoujue = hasattr(chart, "noble")
    if jinkoujue != (plan.method == "jinkoujue"):
        raise InputError(
            "The notation is that of a chart of the other art.",
            hint="A token with 位 makes it a 金口訣 chart; read the two in two tables.",
            code="wrong_method",
        )
    if chart.convention.differences() and chart.convention != plan.convention:
        raise InputError(
            "The notation names another convention than the table's.",
            hint="One table is read under one convention: "
            + " ".join(f"{k}={v}" for k, v in plan.convention.differences().items()),
            code="other_convention",
        )
    names = ["day", "hour", "daytime", "month", "year", "term"]
    names += ["hour_pillar", "month_pillar", "year_pillar"]
    facts = {name: getattr(chart, name) for name in names}
    facts["sex"] = None if chart.sex is None else _SEXES.index(chart.sex)
    if not jinkoujue:
        for name in ("general", "birth", "age_branch", "direction", "birth_pillar", "age_pillar"):
            facts[name] = getattr(chart, name)
        facts["season"] = chart.told_season
        facts["querent"] = None if chart.querent is None else _QUERENTS.index(chart.querent)
        return facts
    if chart.day is None or chart.hour is None or chart.general_of_month is None:
        raise InputError(
            "A chart given only by its positions has no day and hour, which a table needs.",
            hint="Read it singly.",
            code="positions_only",
        )
    facts |= {
        "general": chart.general_of_month,
        "seat": chart.seat,
        "guest": chart.guest,
        "birth": chart.birth_branch,
        "birth_pillar": chart.birth,
        "age_branch": chart.annual_branch,
        "age_pillar": chart.annual,
        "great_run": chart.great_run,
    }
    return facts


# ------------------------------------------------------------------ what follows, and what is missing


def _finish(parts: dict[str, Ints], plan: Plan, sheet: FaultSheet) -> None:
    from liuren.charts.states import daylight

    _months_of_terms(parts)
    _seasons(parts, sheet)
    for name, what in (("day", "the day pillar"), ("hour", "the hour branch")):
        _require(parts[name], name, what, sheet)
    _generals(parts, sheet)
    _hours(parts, sheet)
    if plan.method == "jinkoujue":
        _require(parts["seat"], "seat", "the seat", sheet)
        guest = parts["guest"]
        guest[guest < 0] = 1
    unknown = parts["daytime"] < 0
    parts["daytime"][unknown] = daylight(parts["hour"], plan.convention)[unknown]


def _require(column: Ints, name: str, what: str, sheet: FaultSheet) -> None:
    missing = np.flatnonzero((column < 0) & ~sheet.bad)
    if len(missing):
        error = InputError(
            f"A chart needs {what}; nothing was given.",
            hint="Give day, hour and general (for example 甲子, 卯, 亥), or at.",
            code="missing",
        )
        sheet.add(missing.tolist(), name, None, error)


def _months_of_terms(parts: dict[str, Ints]) -> None:
    term, month = parts["term"], parts["month"]
    wanted = (month < 0) & (term >= 0)
    month[wanted] = ((2 + term // 2) % 12)[wanted]


def _seasons(parts: dict[str, Ints], sheet: FaultSheet) -> None:
    """Seasons stay only where no month is known; one that is not that of the month is refused."""
    from liuren.charts.given import season_of

    season, month = parts["season"], parts["month"]

    def keep(told: int, of: int) -> tuple[int]:
        found = season_of(told, None if of < 0 else of)
        return (UNKNOWN if found is None else found,)

    keys = np.stack([season, month], -1)
    _by_combination(keys, season >= 0, keep, (season,), "season", None, sheet)


def _generals(parts: dict[str, Ints], sheet: FaultSheet) -> None:
    from liuren.charts.given import general_of

    missing = parts["general"] < 0
    if not missing.any():
        return

    def find(term: int, month: int) -> tuple[int]:
        known = (None if value < 0 else value for value in (term, month))
        return (general_of(None, {}, *known),)

    keys = np.stack([parts["term"], parts["month"]], -1)
    _by_combination(keys, missing, find, (parts["general"],), "general", None, sheet)


def _hours(parts: dict[str, Ints], sheet: FaultSheet) -> None:
    """Hour pillars that were not given, and a refusal of those that the day cannot have."""
    from liuren.charts.given import hour_of
    from liuren.terms import pillars

    day, hour, pillar = parts["day"].astype(int), parts["hour"].astype(int), parts["hour_pillar"]
    expected = (day % 5 * 12 + hour) % 60
    coming = ((day + 1) % 5 * 12 + hour) % 60
    known = (day >= 0) & (hour >= 0)
    fits = (pillar == expected) | ((hour == 0) & (pillar == coming))
    wrong = known & (pillar >= 0) & ~fits

    def refuse(hour_pillar: int, day_pillar: int) -> tuple[()]:
        hour_of(pillars.NAMES[hour_pillar], {}, day_pillar)
        return ()

    keys = np.stack([pillar, parts["day"]], -1)
    _by_combination(keys, wrong, refuse, (), "hour", None, sheet)
    unknown = known & (pillar < 0)
    pillar[unknown] = expected[unknown]
