"""The columns a table of readings may have, and how each is made from arrays of casts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from liuren.atlas.casts import Casts
from liuren.atlas.plan import Plan
from liuren.terms import branches, generals, pillars, positions, seasons, stems
from liuren.terms.errors import InputError

if TYPE_CHECKING:
    from liuren.atlas.findings import Findings
    from liuren.charts.positions import JinkoujueStates
    from liuren.charts.states import LiurenStates

_QUERENTS: Final = ("君子", "小人")
_UNIX: Final = 210_866_803_200  # seconds from the midnight before day 0 to 1970
_GREGORIAN: Final = -12_219_292_800  # 1582-10-15 in seconds from 1970


class Rows:
    """The rows of one batch that could be read: their casts, and what is derived from them on demand."""

    def __init__(self, casts: Casts, numbers: NDArray[np.int64], plan: Plan) -> None:
        self.casts, self.numbers, self.plan = casts, numbers, plan

    @cached_property
    def liuren(self) -> LiurenStates:
        """The 大六壬 charts as arrays."""
        from liuren.charts.states import LiurenStates

        c = self.casts
        day, hour, general = (c[name].astype(np.uint8) for name in ("day", "hour", "general"))
        return LiurenStates(
            day, hour, general, daytime=c["daytime"] == 1, convention=self.plan.convention
        )

    @cached_property
    def jinkoujue(self) -> JinkoujueStates:
        """The 金口訣 charts as arrays."""
        from liuren.charts.positions import JinkoujueStates

        c = self.casts
        return JinkoujueStates(
            c["day"],
            c["hour"],
            c["general"],
            c["seat"],
            daytime=c["daytime"] == 1,
            guest=c["guest"],
            convention=self.plan.convention,
        )

    @cached_property
    def findings(self) -> Findings:
        """What the work finds on each row."""
        from liuren.atlas.findings import findings

        return findings(self.plan.work, self.plan.convention).of(self.casts)


Maker = Callable[[Rows], pa.Array]


# ------------------------------------------------------------------ arrays of names


def named(values: NDArray[Any], names: tuple[str, ...]) -> pa.Array:
    """Indexes into names as a dictionary array; negative ones are nulls."""
    kind = np.int8 if len(names) < 128 else np.int16
    missing = values < 0
    codes = pa.array(values.astype(kind), mask=missing if missing.any() else None)
    return pa.DictionaryArray.from_arrays(codes, _texts(names))


@cache
def _texts(names: tuple[str, ...]) -> pa.Array:
    return pa.array(names, pa.string())


def _part(name: str, names: tuple[str, ...]) -> Maker:
    return lambda rows: named(rows.casts[name], names)


@cache
def _triples() -> tuple[str, ...]:
    b = branches.NAMES
    return tuple(x + y + z for x in b for y in b for z in b)


def _transmissions(rows: Rows) -> pa.Array:
    three = rows.liuren.transmissions.astype(np.int16)
    return named((three[:, 0] * 12 + three[:, 1]) * 12 + three[:, 2], _triples())


def _transmission(place: int) -> Maker:
    return lambda rows: named(rows.liuren.transmissions[:, place], branches.NAMES)


def _transmission_rider(place: int) -> Maker:
    def make(rows: Rows) -> pa.Array:
        spirit = rows.liuren.transmissions[:, place]
        return named(rows.liuren.rider_of(spirit), generals.NAMES)

    return make


def _riders(rows: Rows) -> pa.Array:
    return _fixed_list(rows.liuren.riders, generals.NAMES)


def _plate(rows: Rows) -> pa.Array:
    heaven = rows.liuren.heaven(np.arange(12, dtype=np.uint8)[:, None]).T
    return _fixed_list(heaven, branches.NAMES)


def _fixed_list(values: NDArray[Any], names: tuple[str, ...]) -> pa.Array:
    flat = named(np.ascontiguousarray(values).ravel(), names)
    return pa.FixedSizeListArray.from_arrays(flat, values.shape[1])


def _lesson_form(rows: Rows) -> pa.Array:
    from liuren.charts.lessons import FORMS

    return named(rows.liuren.lesson_form, FORMS)


def _lesson_method(rows: Rows) -> pa.Array:
    from liuren.charts.lessons import METHODS

    return named(rows.liuren.method, METHODS)


def _void(rows: Rows) -> pa.Array:
    pairs = tuple("".join(branches.NAMES[b] for b in pillars.void(10 * d)) for d in range(6))
    return named(rows.casts["day"] // 10, pairs)


def _term(rows: Rows) -> pa.Array:
    return named(rows.casts["term"], seasons.TERMS)


def _daytime(rows: Rows) -> pa.Array:
    return pa.array(rows.casts["daytime"] == 1)


def _instant(rows: Rows) -> pa.Array:
    missing = np.isnan(rows.casts.ut)
    seconds = np.where(missing, 0, np.floor(np.nan_to_num(rows.casts.ut) + 1e-6))
    unix = seconds.astype(np.int64) - _UNIX
    return pa.array(unix, pa.timestamp("s", "UTC"), mask=missing)


def _uncertain(rows: Rows) -> pa.Array:
    value = rows.casts["uncertain"]
    return pa.array(value == 1, mask=value < 0)


def _jinkoujue(name: str, names: tuple[str, ...]) -> Maker:
    return lambda rows: named(np.asarray(getattr(rows.jinkoujue, name)), names)


# ------------------------------------------------------------------ notation


def _notation(rows: Rows) -> pa.Array:
    """The notation of each chart, token by token; see :mod:`liuren.charts.notation`."""
    c = rows.casts
    tokens = [
        _token(c["day"], pillars.NAMES, "日"),
        _token(c["general"], branches.NAMES, "將"),
        _hour(c),
    ]
    if c.method == "jinkoujue":
        tokens += [_token(c["seat"], branches.NAMES, "位"), _light(rows)]
    tokens.append(_pair(c, "month", "月"))
    tokens.append(_token(c["season"], seasons.SEASONS, "占"))
    tokens.append(_pair(c, "year", "年"))
    tokens += [_pair(c, "birth", "命"), _pair(c, "age", "歲")]
    if c.method == "jinkoujue":
        tokens.append(_token(c["great_run"], branches.NAMES, "運"))
    tokens.append(_token(c["sex"], ("男", "女"), ""))
    if c.method == "jinkoujue":
        later = np.where(c["guest"] > 1, c["guest"], -1)
        tokens.append(_token(later, tuple(f"客{n}" for n in range(145)), ""))
    else:
        tokens.append(_light(rows))
        tokens.append(_token(c["querent"], _QUERENTS, "問"))
        tokens.append(_token(c["direction"], branches.NAMES, "來"))
    tokens.append(_token(c["topic"], tuple("所問" + t for t in c.topics) or ("",), ""))
    tokens.append(_token(c["term"], seasons.TERMS, ""))
    fixed = [pa.scalar(text) for text in _convention_tokens(rows.plan)]
    moments = _moment_token(rows)
    return pc.binary_join_element_wise(
        *tokens, *fixed, *moments, pa.scalar(" "), null_handling="skip"
    )


def _token(values: NDArray[Any], names: tuple[str, ...], suffix: str) -> pa.Array:
    return named(values, tuple(name + suffix for name in names)).dictionary_decode()


def _hour(c: Casts) -> pa.Array:
    usual = (c["day"].astype(int) % 5 * 12 + c["hour"]) % 60
    other = c["hour_pillar"] != usual
    names = branches.NAMES + pillars.NAMES
    return _token(np.where(other, c["hour_pillar"] + 12, c["hour"]), names, "時")


def _pair(c: Casts, name: str, suffix: str) -> pa.Array:
    branch = c["age_branch"] if name == "age" else c[name]
    pillar = c[f"{name}_pillar"]
    names = branches.NAMES + pillars.NAMES
    return _token(np.where(pillar >= 0, pillar + 12, branch), names, suffix)


def _light(rows: Rows) -> pa.Array:
    from liuren.charts.states import daylight

    given = rows.casts["daytime"]
    written = given != daylight(rows.casts["hour"], rows.plan.convention)
    return _token(np.where(written, given, -1), ("夜占", "晝占"), "")


def _convention_tokens(plan: Plan) -> list[str]:
    from liuren.terms.convention import convention_names, load_convention

    base = plan.convention.name.removesuffix("+")
    school = load_convention(base if base in convention_names() else None)
    tokens = [] if school.name == "default" else [f"school={school.name}"]
    return tokens + [f"{k}={v}" for k, v in plan.convention.differences(school).items()]


def _moment_token(rows: Rows) -> list[pa.Array]:
    ut = rows.casts.ut
    missing = np.isnan(ut)
    if missing.all():
        return []
    whole = np.nan_to_num(ut)
    unix = np.floor(whole + 1e-6).astype(np.int64) - _UNIX
    texts = _instant_texts(unix)
    old = np.flatnonzero(~missing & (unix < _GREGORIAN))
    if len(old):
        texts = _old_texts(texts, old, whole, rows.plan)
    return [pc.if_else(pa.array(missing), pa.scalar(None, pa.string()), texts)]


def _instant_texts(unix: NDArray[np.int64]) -> pa.Array:
    """``@2026-11-30T01:00:00Z`` of seconds from 1970, letter by letter; for years 1 to 9999."""
    from liuren.calendar.days import DAY, gregorian_date

    days, second = np.divmod(unix, DAY)
    year, month, day = gregorian_date(days + 2_440_588)
    letters = np.tile(np.frombuffer(b"@0000-00-00T00:00:00Z", dtype=np.uint8), (len(unix), 1))
    parts = (year // 100, year % 100, month, day, second // 3600, second // 60 % 60, second % 60)
    for place, part in zip((1, 3, 6, 9, 12, 15, 18), parts, strict=True):
        two = (part % 100).astype(np.uint8)
        letters[:, place] += two // 10
        letters[:, place + 1] += two % 10
    offsets = np.arange(len(unix) + 1, dtype=np.int32) * letters.shape[1]
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(letters)]
    return pa.Array.from_buffers(pa.string(), len(unix), buffers)


def _old_texts(
    texts: pa.Array, old: NDArray[np.int64], ut: NDArray[np.float64], plan: Plan
) -> pa.Array:
    from liuren.calendar.days import DAY, civil_date, clock_text, date_text

    listed = texts.to_pylist()
    for row in old.tolist():
        jdn, second = divmod(float(ut[row]), DAY)
        date = civil_date(int(jdn), plan.calendar, plan.convention["calendar_switch"])
        listed[row] = f"@{date_text(*date)}T{clock_text(second)}Z"
    return pa.array(listed, pa.string())


# ------------------------------------------------------------------ the registry

_EITHER: Final[Mapping[str, Maker]] = {
    "row": lambda rows: pa.array(rows.numbers),
    "instant": _instant,
    "year": _part("year_pillar", pillars.NAMES),
    "month": _part("month_pillar", pillars.NAMES),
    "day": _part("day", pillars.NAMES),
    "hour": _part("hour_pillar", pillars.NAMES),
    "year_branch": _part("year", branches.NAMES),
    "month_branch": _part("month", branches.NAMES),
    "hour_branch": _part("hour", branches.NAMES),
    "general": _part("general", branches.NAMES),
    "term": _term,
    "daytime": _daytime,
    "void": _void,
    "uncertain": _uncertain,
    "notation": _notation,
    "clauses": lambda rows: rows.findings.lists(),
    "fired": lambda rows: pa.array(rows.findings.counts()),
    "findings": lambda rows: rows.findings.binary(),
}
_LIUREN: Final[Mapping[str, Maker]] = {
    "lesson_form": _lesson_form,
    "lesson_method": _lesson_method,
    "transmissions": _transmissions,
    "initial": _transmission(0),
    "middle": _transmission(1),
    "final": _transmission(2),
    "initial_rider": _transmission_rider(0),
    "middle_rider": _transmission_rider(1),
    "final_rider": _transmission_rider(2),
    "plate": _plate,
    "riders": _riders,
}
_JINKOUJUE: Final[Mapping[str, Maker]] = {
    "human_origin": _jinkoujue("stem", stems.NAMES),
    "noble": _jinkoujue("noble", generals.NAMES),
    "spirit": _jinkoujue("general", branches.NAMES),
    "seat": _part("seat", branches.NAMES),
    "use": _jinkoujue("use", positions.IDS),
}
_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {"pillars": ("year", "month", "day", "hour")}
_DEFAULT: Final[Mapping[str, tuple[str, ...]]] = {
    "liuren": ("row", "notation", "general", "lesson_form", "transmissions", "clauses"),
    "jinkoujue": ("row", "notation", "human_origin", "noble", "spirit", "seat", "use", "clauses"),
}


def names(method: str, work: str) -> tuple[str, ...]:
    """Every column name there is for an art, groups and profile facets included."""
    own = _LIUREN if method == "liuren" else _JINKOUJUE
    return (*_EITHER, *own, *_GROUPS, *(f"profile.{facet}" for facet in _facets(work)))


@cache
def _facets(work: str) -> tuple[str, ...]:
    del work
    from liuren.reading.profile import KEYS

    return tuple(KEYS)


def chosen(wanted: str | Iterable[str] | None, plan: Plan, by_time: bool) -> tuple[str, ...]:
    """The columns wanted, groups opened; the default ones where nothing was said.

    Raises:
        InputError: an unknown name; the hint gives the nearest.
    """
    if wanted is None:
        default = _DEFAULT[plan.method]
        return (
            ("row", "instant", "year", "month", "day", "hour", *default[1:]) if by_time else default
        )
    listed = wanted.split(",") if isinstance(wanted, str) else list(wanted)
    known = names(plan.method, plan.work)
    found: dict[str, None] = {}
    for name in (text.strip() for text in listed):
        if name == "all":
            every = (n for n in known if n not in _GROUPS and not n.startswith("profile."))
            found |= dict.fromkeys(every)
        elif name in _GROUPS:
            found |= dict.fromkeys(_GROUPS[name])
        elif name == "profile":
            found |= dict.fromkeys(n for n in known if n.startswith("profile."))
        elif name in known:
            found[name] = None
        elif name:
            raise _unknown(name, known)
    return tuple(found)


def _unknown(name: str, known: tuple[str, ...]) -> InputError:
    import difflib

    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return InputError(
        f"“{name[:40]}” is not a column.",
        hint=(f"Did you mean {near[0]}? " if near else "") + f"Columns: {', '.join(known)}.",
        code="unknown_column",
    )


def make(name: str, rows: Rows) -> pa.Array:
    """One column of the result."""
    if name.startswith("profile."):
        from liuren.atlas.values import profile_column

        return profile_column(name.removeprefix("profile."), rows)
    own = _LIUREN if rows.plan.method == "liuren" else _JINKOUJUE
    return (own.get(name) or _EITHER[name])(rows)
