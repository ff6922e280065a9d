"""The 大六壬 chart: plate, four lessons, three transmissions, twelve generals and what follows.

Sources are named where the rules are (``nine_methods``, ``riders``, ``patterns``, and the tables of
``liuren.terms``). A chart is a frozen value of small integers; text is made by :meth:`to_dict` and
by the printers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from liuren.charts import nine_methods, patterns, riders, ruling
from liuren.charts.given import (
    branch_of,
    cast_notes,
    general_of,
    hour_of,
    known_facts,
    light_of,
    optional,
    required,
    season_of,
)
from liuren.terms import (
    branches,
    elements,
    kin,
    parse,
    pillars,
    seasons,
    spirits,
    stages,
    stems,
)
from liuren.terms.convention import Convention
from liuren.terms.notebook import ShownInNotebooks
from liuren.terms.records import field, record


@record
class LiurenChart(ShownInNotebooks):
    """A 大六壬 chart.

    Branches, stems, pillars and generals are the integers of ``liuren.terms``; facts that were not
    given are None. ``riders`` is indexed by earth branch; ``lessons`` are four pairs (upper spirit,
    earth seat), where the seat of the first is the lodging of the day stem and its lower is the
    stem itself; ``term`` is a solar term 0…23 with 0 = 立春; ``told_season`` is 0…3, of a chart of
    which the season is known and not the month.
    """

    day: int
    hour: int
    general: int
    daytime: bool
    month: int | None
    year: int | None
    birth: int | None
    age_branch: int | None
    term: int | None
    querent: str | None
    direction: int | None
    topic: str | None
    sex: str | None
    offset: int
    riders: tuple[int, ...]
    lessons: tuple[tuple[int, int], ...]
    transmissions: tuple[int, int, int]
    method: str
    lesson_form: str
    patterns: tuple[str, ...]
    void: tuple[int, int]
    convention: Convention
    hour_pillar: int
    month_pillar: int | None = None
    year_pillar: int | None = None
    birth_pillar: int | None = None
    age_pillar: int | None = None
    told_season: int | None = None
    instant: str | None = None
    notes: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), compare=False, repr=False)
    moment: Any = field(default=None, compare=False, repr=False)

    # Where things stand

    def heaven(self, earth: int) -> int:
        """Spirit of the heaven plate over earth branch ``earth``."""
        return (earth + self.offset) % 12

    def seat(self, spirit: int) -> int:
        """Earth branch under heaven spirit ``spirit``."""
        return (spirit - self.offset) % 12

    def rider_of(self, spirit: int) -> int:
        """General that rides heaven spirit ``spirit``."""
        return self.riders[(spirit - self.offset) % 12]

    def carrier(self, general: int) -> int:
        """Heaven spirit that carries ``general``."""
        return self.heaven(self.riders.index(general))

    # The day

    @property
    def stem(self) -> int:
        """Day stem 0…9."""
        return self.day % 10

    @property
    def branch(self) -> int:
        """Day branch 0…11."""
        return self.day % 12

    @property
    def lodging(self) -> int:
        """寄宮: branch on which the day stem lodges."""
        return stems.LODGING[self.day % 10]

    @property
    def on_stem(self) -> int:
        """干上神."""
        return self.lessons[0][0]

    @property
    def on_branch(self) -> int:
        """支上神."""
        return self.lessons[2][0]

    @property
    def season(self) -> int | None:
        """春 夏 秋 冬 = 0…3 by the month, else as it was told; None if neither is known."""
        return self.told_season if self.month is None else seasons.season(self.month)

    @property
    def forms(self) -> frozenset[str]:
        """All names the chart goes by: heading, method and patterns."""
        return frozenset((self.lesson_form, self.method, *self.patterns))

    # What follows from the day and the month

    def is_void(self, branch: int) -> bool:
        """旬空."""
        return branch in self.void

    def hidden_stem(self, branch: int) -> int | None:
        """遁干 of a branch under option ``hidden_stem``; None for a void branch by decade."""
        rule = self.convention["hidden_stem"]
        if rule == "decade":
            return pillars.hidden_stem(self.day, branch)
        start = self.day % 10 if rule == "day_five_rat" else self.hour_pillar % 10
        return stems.five_rat(start, branch)

    def kin(self, branch: int) -> int:
        """六親 of a branch seen from the day stem, an index into ``kin.NAMES``."""
        return kin.kin(stems.ELEMENTS[self.day % 10], branches.ELEMENTS[branch])

    @property
    def ruler(self) -> int | None:
        """Element that rules by the month under option ``earth_season``, that of the season where
        only the season was told; None without both.
        """
        if self.month is None and self.told_season is not None:
            return seasons.season_ruler(self.told_season)
        return ruling.ruler(self)

    @property
    def shefu_ruler(self) -> int | None:
        """Element that rules for she fu: by the month, or by the day stem under option
        ``shefu_strength=day_stem``.
        """
        if self.convention.get("shefu_strength", "season") == "day_stem":
            return stems.ELEMENTS[self.day % 10]
        return self.ruler

    def state(self, element: int) -> int | None:
        """旺 相 休 囚 死 of an element for she fu (``elements.STATES``), None without a ruler."""
        ruler = self.shefu_ruler
        return None if ruler is None else elements.state(element, ruler)

    def stage(self, spirit: int) -> int:
        """十二長生 of a spirit's element at its earth seat, an index into ``stages.NAMES``."""
        rule = self.convention["life_stages"]
        return stages.stage(branches.ELEMENTS[spirit], self.seat(spirit), rule)

    def month_spirit(self, name: str) -> int | None:
        """Branch of a monthly spirit such as 月厭 or 生氣; None without a month."""
        return None if self.month is None else spirits.monthly_spirit(name, self.month)

    @property
    def past_mid_term(self) -> bool:
        """Whether the 中氣 of the month is past: by the term, else by the month general."""
        if self.term is not None:
            return self.term % 2 == 1
        if self.month is None:
            return False
        return self.general == seasons.general_of_term(2 * ((self.month - 2) % 12) + 1)

    # Words about the chart

    @property
    def decision(self) -> nine_methods.Decision:
        """Why these transmissions: method, candidates, counts."""
        return nine_methods.decide(self.day, self.offset, self.convention)

    @property
    def disputes(self) -> tuple[dict[str, Any], ...]:
        """What other schools would give instead, see :mod:`liuren.charts.disputes`."""
        from liuren.charts.disputes import disputes

        return disputes(self)

    @property
    def warnings(self) -> tuple[dict[str, Any], ...]:
        """Each with ``code``, ``message`` and ``labels`` in four languages."""
        from liuren.charts.moments import warnings_of

        return warnings_of(self)

    @property
    def notation(self) -> str:
        """One line that parses back to this chart, see :mod:`liuren.charts.notation`."""
        from liuren.charts.writing import write_liuren

        return write_liuren(self)

    def to_dict(self) -> dict[str, Any]:
        """The chart as plain data in canonical characters (the documented JSON shape)."""
        from liuren.charts.describe import liuren_dict

        return liuren_dict(self)


def liuren_chart(
    day: object = None,
    hour: object = None,
    general: object = None,
    *,
    daytime: object = None,
    month: object = None,
    year: object = None,
    birth: object = None,
    age_branch: object = None,
    age: object = None,
    term: object = None,
    season: object = None,
    querent: object = None,
    direction: object = None,
    topic: str | None = None,
    sex: object = None,
    convention: Convention | str | Mapping[str, str] | None = None,
    moment: Any = None,
) -> LiurenChart:
    """Cast a 大六壬 chart.

    ``day`` is a pillar, ``hour`` and ``general`` (月將) are branches in any accepted spelling;
    with ``term`` the general may be left out. ``month``, ``year``, ``birth`` and ``age_branch``
    take a branch or a pillar. ``season`` (春 夏 秋 冬) serves where a book tells no more of the time:
    the month stays unknown, and the element of the season rules. With ``moment`` everything the calendar knows comes from it, and
    single facts may still be given over it.

    Raises InputError for anything that cannot be read or is missing and for a season that is not
    that of the month, ConventionError for an unknown convention.

    Examples:
        >>> import liuren
        >>> chart = liuren.liuren_chart(day="甲子", hour="卯", general="亥")
        >>> [one["branch"] for one in chart.to_dict()["transmissions"]], chart.lesson_form
        (['戌', '午', '寅'], '重審')
        >>> chart.notation
        '甲子日 亥將 卯時'
    """
    known, rules = known_facts(moment, convention)
    day_pillar = required(parse.parse_pillar, day, known, "day", "the day pillar")
    hour_branch, hour_pillar = hour_of(hour, known, day_pillar)
    solar_term = optional(parse.parse_term, term, known, "term", "the solar term")
    month_branch, month_pillar = branch_of(month, known, "month", "the month")
    if month_branch is None and solar_term is not None:
        month_branch = seasons.month_of_term(solar_term)
    told_season = season_of(season, month_branch)
    spirit = general_of(general, known, solar_term, month_branch)
    year_branch, year_pillar = branch_of(year, known, "year", "the year")
    birth_branch, birth_pillar = branch_of(birth, known, "birth", "the year of birth")
    gender = None if sex is None else parse.parse_sex(sex)
    age_at, age_pillar = branch_of(age_branch, known, "age_branch", "the annual branch")
    if age is not None and age_at is None:
        from liuren.charts.annual import common_annual_pillar

        age_pillar = common_annual_pillar(sex, age)
        age_at = age_pillar % 12
    light = light_of(daytime, known, rules)
    is_day = riders.is_daytime(hour_branch, rules) if light is None else parse.parse_daytime(light)
    return _build(
        day=day_pillar,
        hour=hour_branch,
        general=spirit,
        daytime=is_day,
        month=month_branch,
        rules=rules,
        year=year_branch,
        birth=birth_branch,
        age_branch=age_at,
        term=solar_term,
        querent=None if querent is None else parse.parse_querent(querent),
        direction=None if direction is None else parse.parse_direction(direction),
        topic=parse.parse_topic(topic),
        sex=gender,
        hour_pillar=hour_pillar,
        month_pillar=month_pillar,
        year_pillar=year_pillar,
        birth_pillar=birth_pillar,
        age_pillar=age_pillar,
        told_season=told_season,
        instant=known.get("instant"),
        moment=known.get("moment"),
        notes=cast_notes(rules, light, month_branch, spirit, told_season),
    )


def _build(
    *,
    day: int,
    hour: int,
    general: int,
    daytime: bool,
    month: int | None,
    rules: Convention,
    **facts: Any,
) -> LiurenChart:
    offset = (general - hour) % 12
    decision = nine_methods.decide(day, offset, rules)
    on_plate = riders.riders(day % 10, offset, daytime, rules["noble_table"])
    return LiurenChart(
        day=day,
        hour=hour,
        general=general,
        daytime=daytime,
        month=month,
        offset=offset,
        riders=on_plate,
        lessons=nine_methods.lessons(day, offset),
        transmissions=decision.transmissions,
        method=decision.method,
        lesson_form=decision.form,
        patterns=patterns.patterns(day, offset, decision, on_plate, month),
        void=pillars.void(day),
        convention=rules,
        **facts,
    )
