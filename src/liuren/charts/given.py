"""The facts given for a cast: read, or known from the moment; both arts ask for the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from liuren.terms import branches, parse, pillars, seasons, stems
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError


def known_facts(
    moment: Any, convention: Convention | str | Mapping[str, str] | None
) -> tuple[Mapping[str, Any], Convention]:
    """What a moment of the calendar says about a chart (nothing without one), and the chart's rules.

    A convention given besides a moment goes before that of the moment, which is reckoned anew: where
    days begin and which general rules depend on it.
    """
    if moment is None:
        return {}, load_convention(convention)
    from liuren.charts.moments import facts_of

    if not hasattr(moment, "ut"):
        raise InputError(
            f"moment is a moment of the calendar, not {type(moment).__name__}.",
            hint='For example liuren.moment("2026-11-30T10:00", zone="Asia/Seoul").',
            code="not_a_moment",
        )
    if convention is not None:
        moment = moment.under(load_convention(convention))
    return facts_of(moment), moment.convention


def required(reader: Any, value: object, known: Mapping[str, Any], name: str, what: str) -> Any:
    """A fact that a chart cannot do without, read or from the moment."""
    found = optional(reader, value, known, name, what)
    if found is None:
        raise InputError(
            f"A chart needs {what}; nothing was given.",
            hint="Give day=, hour= and general= (for example 甲子, 卯, 亥), or moment=.",
            code="missing",
            details={"what": what},
        )
    return found


def optional(reader: Any, value: object, known: Mapping[str, Any], name: str, what: str) -> Any:
    """A fact read from ``value``, else what the moment knows under ``name``, else None."""
    if value is None:
        return known.get(name)
    return reader(value, what)


def branch_of(
    value: object, known: Mapping[str, Any], name: str, what: str
) -> tuple[int | None, int | None]:
    """Branch and pillar of a fact that may be given as either."""
    if value is not None:
        return parse.parse_branch_or_pillar(value, what)
    pillar = known.get(f"{name}_pillar")
    return (None, None) if pillar is None else (pillar % 12, pillar)


def hour_of(value: object, known: Mapping[str, Any], day: int) -> tuple[int, int]:
    """Hour branch and hour pillar; a pillar that the day cannot have is refused.

    Late in the hour 子 under the midnight custom the stem may be that of the coming day.
    """
    branch, pillar = branch_of(value, known, "hour", "the hour")
    if branch is None:
        required(parse.parse_branch, None, {}, "hour", "the hour branch")
        raise AssertionError("unreachable")
    expected = pillars.pillar(stems.five_rat(day % 10, branch), branch)
    if pillar is None:
        return branch, expected
    coming = pillars.pillar(stems.five_rat((day + 1) % 10, branch), branch)
    if pillar != expected and not (branch == 0 and pillar == coming):
        name = pillars.NAMES[pillar]
        raise InputError(
            f"The hour {name} does not occur on a {stems.NAMES[day % 10]} day.",
            hint=f"On that day the hour {branches.NAMES[branch]} is {pillars.NAMES[expected]}.",
            code="no_such_hour",
            details={"read": name, "nearest": pillars.NAMES[expected]},
        )
    return branch, pillar


def season_of(value: object, month: int | None) -> int | None:
    """The season that was told, where no month says it; one that is not that of the month is refused."""
    if value is None:
        return None
    told = parse.parse_season(value)
    if month is None:
        return told
    if seasons.season(month) != told:
        name = seasons.SEASONS[seasons.season(month)]
        raise InputError(
            f"The season {seasons.SEASONS[told]} was given, and the month {branches.NAMES[month]}, "
            f"which is in {name}.",
            hint="Leave out one of the two, or give those that go together.",
            code="season_of_other_month",
            details={"read": seasons.SEASONS[told], "nearest": name},
        )
    return None


def light_of(daytime: object, known: Mapping[str, Any], rules: Convention) -> object:
    """Day or night as given, or by the sun of the moment; None where the hour of the chart decides.

    An hour given over that of the moment decides too, as the hour of the cast does.
    """
    if daytime is None and rules["day_night"] == "sunrise":
        return known.get("daytime")
    return daytime


def general_of(value: object, known: Mapping[str, Any], term: int | None, month: int | None) -> int:
    """The month general: given, or of the moment, or of the solar term."""
    found: int | None = optional(parse.parse_branch, value, known, "general", "the month general")
    if found is not None:
        return found
    if term is not None:
        return seasons.general_of_term(term)
    hint = "Give general=, or moment=."
    if month is not None:
        first = 2 * ((month - 2) % 12)
        before, after = (branches.NAMES[seasons.general_of_term(t)] for t in (first, first + 1))
        hint = (
            f"In month {branches.NAMES[month]} it is {before} before and {after} from "
            f"{seasons.TERMS[first + 1]}."
        )
    raise InputError(
        "A chart needs the month general (月將); nothing was given.",
        hint=hint,
        code="missing",
        details={"what": "the month general"},
    )


def cast_notes(
    rules: Convention,
    light: object,
    month: int | None,
    general: int,
    season: int | None = None,
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Notes on facts that had to be guessed or do not go together (code, words for the text)."""
    found: list[tuple[str, tuple[str, ...]]] = []
    if light is None and rules["day_night"] == "sunrise":
        found.append(("sunrise_unknown", ()))
    months = (month,) if month is not None else () if season is None else seasons.months(season)
    terms = [2 * ((one - 2) % 12) + half for one in months for half in (0, 1)]
    usual = dict.fromkeys(seasons.general_of_term(term) for term in terms)
    if usual and general not in usual:
        names = " ".join(branches.NAMES[b] for b in usual)
        of = "".join(branches.NAMES[b] for b in months)
        found.append(("general_of_other_month", (branches.NAMES[general], of, names)))
    return tuple(found)
