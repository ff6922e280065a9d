"""The plan of a batch from what was asked and from what its input has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from liuren.atlas.cells import recognised
from liuren.atlas.columns import chosen
from liuren.atlas.plan import METHODS, Plan
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError


def make_plan(
    names: Iterable[str],
    *,
    method: str | None = None,
    work: str | None = None,
    convention: Convention | str | Mapping[str, str] | None = None,
    columns: str | Iterable[str] | None = None,
    keep: str | Iterable[str] = (),
    zone: str | None = None,
    fold: int | None = None,
    solar_time: str = "clock",
    calendar: str = "auto",
    longitude: float | None = None,
    latitude: float | None = None,
) -> Plan:
    """The plan for an input with columns ``names``.

    Without ``method`` a column of seats (地分) means 金口訣. ``columns`` and ``keep`` are lists or texts with
    commas; ``keep="all"`` keeps every input column.

    Raises:
        InputError: the input names no chart and no moment, or a name is unknown.
    """
    given = list(names)
    fields = recognised(given)
    art = method or ("jinkoujue" if "seat" in fields else "liuren")
    if art not in METHODS:
        raise InputError(
            f"“{art[:40]}” is not a method.", hint="Methods: liuren, jinkoujue.", code="bad_method"
        )
    _check_fields(fields, art, given)
    plan = Plan(
        method=art,
        work=work or {"liuren": "shefu", "jinkoujue": "jinkoujue"}[art],
        convention=load_convention(convention),
        columns=(),
        keep=_kept(keep, given),
        zone=zone,
        fold=fold,
        solar_time=solar_time,
        calendar=calendar,
        longitude=longitude,
        latitude=latitude,
    )
    return replace(plan, columns=chosen(columns, plan, "at" in fields))


def _kept(keep: str | Iterable[str], given: list[str]) -> tuple[str, ...]:
    if keep == "all":
        return tuple(given)
    wanted = keep.split(",") if isinstance(keep, str) else list(keep)
    found = tuple(name.strip() for name in wanted if name.strip())
    for name in found:
        if name not in given:
            raise InputError(
                f"The input has no column “{name[:40]}”.",
                hint=f"Its columns: {', '.join(given)[:200]}.",
                code="unknown_column",
            )
    return found


def _check_fields(fields: Mapping[str, str], method: str, given: list[str]) -> None:
    if any(name.strip().lower() == "seat_by" for name in given):
        raise InputError(
            "A table has no column seat_by; the way stands in the seat itself.",
            hint="For example 酉, number:15, direction:西 or animal:馬.",
            code="unknown_column",
        )
    cast = {"day", "hour"} <= fields.keys() and bool({"general", "term", "month"} & fields.keys())
    if "chart" in fields:
        return
    if not (cast or "at" in fields):
        raise InputError(
            f"The table names neither charts nor moments; its columns are {', '.join(given)[:200] or '(none)'}.",
            hint="Expected a column at (date and time), or chart (notation), or day, hour and general.",
            code="no_cast_columns",
        )
    if method == "jinkoujue" and "seat" not in fields:
        raise InputError(
            "A table of 金口訣 charts needs a column seat (地分).",
            hint="For example seat = 酉.",
            code="no_cast_columns",
        )
