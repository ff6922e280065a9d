"""Writing the one line that names a chart; :mod:`liuren.charts.notation` reads it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from liuren.charts import riders
from liuren.terms import branches, generals, pillars, seasons, stems
from liuren.terms.convention import Convention, convention_names, load_convention

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart
    from liuren.charts.liuren import LiurenChart

_B: Final = branches.NAMES


def write_liuren(chart: LiurenChart) -> str:
    """The notation of a 大六壬 chart."""
    tokens = [
        pillars.NAMES[chart.day] + "日",
        _B[chart.general] + "將",
        _hour(chart.hour, chart.hour_pillar, chart.day),
        *_branch(chart.month, chart.month_pillar, "月"),
        *([] if chart.told_season is None else [seasons.SEASONS[chart.told_season] + "占"]),
        *_branch(chart.year, chart.year_pillar, "年"),
        *_branch(chart.birth, chart.birth_pillar, "命"),
        *_branch(chart.age_branch, chart.age_pillar, "歲"),
        *_sex(chart.sex),
        *_daytime(chart, chart.hour),
    ]
    if chart.querent is not None:
        tokens.append(chart.querent + "問")
    if chart.direction is not None:
        tokens.append(_B[chart.direction] + "來")
    tokens += _common(chart)
    return " ".join(tokens)


def write_jinkoujue(chart: JinkoujueChart) -> str:
    """The notation of a 金口訣 chart."""
    if chart.day is None or chart.hour is None or chart.general_of_month is None:
        tokens = _positions(chart)
    else:
        tokens = [
            pillars.NAMES[chart.day] + "日",
            _B[chart.general_of_month] + "將",
            _hour(chart.hour, chart.hour_pillar, chart.day),
            _B[chart.seat] + "位",
            *_daytime(chart, chart.hour),
        ]
    tokens += [
        *_branch(chart.month, chart.month_pillar, "月"),
        *_branch(chart.year, chart.year_pillar, "年"),
        *_branch(chart.birth_branch, chart.birth, "命"),
        *_branch(chart.annual_branch, chart.annual, "歲"),
        *_branch(chart.great_run, None, "運"),
        *_sex(chart.sex),
    ]
    if chart.guest != 1:
        tokens.append(f"客{chart.guest}")
    if chart.seat_from is not None:
        tokens.append(f"seat:{chart.seat_from}")
    return " ".join([*tokens, *_common(chart)])


def _positions(chart: JinkoujueChart) -> list[str]:
    tokens = [
        stems.NAMES[chart.stem] + "人元",
        generals.NAMES[chart.noble] + "神",
        _B[chart.general] + "將",
        _B[chart.seat] + "位",
    ]
    if chart.day is not None:
        tokens.insert(0, pillars.NAMES[chart.day] + "日")
    if not chart.daytime:
        tokens.append("夜占")
    return tokens


def _hour(hour: int, pillar: int | None, day: int) -> str:
    usual = pillars.pillar(stems.five_rat(day % 10, hour), hour)
    name = _B[hour] if pillar is None or pillar == usual else pillars.NAMES[pillar]
    return name + "時"


def _branch(branch: int | None, pillar: int | None, suffix: str) -> list[str]:
    if pillar is not None:
        return [pillars.NAMES[pillar] + suffix]
    return [] if branch is None else [_B[branch] + suffix]


def _sex(sex: str | None) -> list[str]:
    return [] if sex is None else ["男" if sex == "male" else "女"]


def _daytime(chart: LiurenChart | JinkoujueChart, hour: int) -> list[str]:
    """晝占 or 夜占 where the hour alone does not say so; by sunrise it never does."""
    by_sun = chart.convention["day_night"] == "sunrise"
    guessed = any(code == "sunrise_unknown" for code, _ in chart.notes)
    if by_sun != guessed or chart.daytime != riders.is_daytime(hour, chart.convention):
        return ["晝占" if chart.daytime else "夜占"]
    return []


def _common(chart: LiurenChart | JinkoujueChart) -> list[str]:
    tokens = []
    if chart.topic is not None:
        tokens.append("所問" + chart.topic)
    if chart.term is not None:
        tokens.append(seasons.TERMS[chart.term])
    tokens += _school_and_options(chart.convention, chart.convention.name)
    if chart.instant is not None:
        tokens.append("@" + chart.instant)
    return tokens


@lru_cache(maxsize=64)
def _school_and_options(convention: Convention, name: str) -> tuple[str, ...]:
    """``school=NAME`` unless default, and the options that are not as in the school.

    Conventions are equal by their options alone, so the name is an argument of its own.
    """
    base = name.removesuffix("+")
    school = load_convention(base if base in convention_names() else None)
    named = () if school.name == "default" else (f"school={school.name}",)
    return (*named, *(f"{k}={v}" for k, v in convention.differences(school).items()))
