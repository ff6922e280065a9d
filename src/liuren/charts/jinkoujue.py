"""The 金口訣 chart: stem (人元), noble (貴神), general (將神), seat (地分).

Rules: the month general laid on the hour and counted forward to the seat; the noble counted from
its fixed earth branch to the seat; the stem by five-rat from the day stem (古本 起例; all castable
dated charts of the seed agree). Options of the convention: ``noble_table``, ``noble_plate``,
``noble_direction``, ``xuanwu_branch``, ``stem_count``, ``use_line``, ``jinkoujue_strength``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from liuren.charts import annual as annual_rules
from liuren.charts import moves, riders, ruling, seats, strength
from liuren.charts.annual import annual_branch as annual_branch
from liuren.charts.given import (
    branch_of,
    cast_notes,
    general_of,
    hour_of,
    known_facts,
    light_of,
    optional,
    required,
)
from liuren.terms import branches, generals, parse, pillars, positions, seasons, spirits, stems
from liuren.terms.convention import Convention, load_convention
from liuren.terms.errors import InputError
from liuren.terms.notebook import ShownInNotebooks
from liuren.terms.records import field, record

_MOST_GUESTS: Final = 144


@record
class JinkoujueChart(ShownInNotebooks):
    """A 金口訣 chart.

    The four positions are ``stem`` 0…9, ``noble`` (a general 0…11), ``general`` and ``seat``
    (branches). ``day`` and ``hour`` are None for a chart given by its positions. ``birth`` and
    ``annual`` are pillars, ``birth_branch`` and ``annual_branch`` the branches (known also where
    only a branch was given), ``great_run`` a branch. ``elements`` and ``strength`` run from the
    stem to the seat; ``strength`` are indexes into ``elements.STATES`` inside the chart.
    """

    day: int | None
    hour: int | None
    general_of_month: int | None
    daytime: bool
    stem: int
    noble: int
    general: int
    seat: int
    noble_branch: int
    noble_stem: int | None
    general_stem: int | None
    use: str
    elements: tuple[int, int, int, int]
    strength: tuple[int, ...]
    convention: Convention
    month: int | None = None
    year: int | None = None
    birth: int | None = None
    birth_branch: int | None = None
    annual: int | None = None
    annual_branch: int | None = None
    great_run: int | None = None
    sex: str | None = None
    topic: str | None = None
    term: int | None = None
    guest: int = 1
    seat_from: str | None = None
    hour_pillar: int | None = None
    month_pillar: int | None = None
    year_pillar: int | None = None
    instant: str | None = None
    notes: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), compare=False, repr=False)
    moment: Any = field(default=None, compare=False, repr=False)

    @property
    def branches(self) -> tuple[int, int, int]:
        """Branches of noble, general and seat."""
        return (self.noble_branch, self.general, self.seat)

    @property
    def yang(self) -> tuple[bool, bool, bool, bool]:
        """Sign of each position, the noble by its own branch."""
        return _signs(self.stem, self.noble_branch, self.general, self.seat)

    @property
    def general_laid(self) -> int | None:
        """The general that is laid on the hour: that of the month, for a later guest another (次客法)."""
        first = self.general_of_month
        return None if first is None else guest_general(first, self.guest)

    @property
    def void(self) -> tuple[int, int] | None:
        """旬空 of the day."""
        return None if self.day is None else pillars.void(self.day)

    @property
    def great_void(self) -> int | None:
        """四大空亡: element wanting in the decade (甲子 甲午 water, 甲寅 甲申 metal), or None."""
        if self.day is None:
            return None
        return {0: 4, 30: 4, 50: 3, 20: 3}.get(pillars.decade(self.day))

    @property
    def ruler(self) -> int | None:
        """Element that rules by the month under option ``earth_season``; None without a month."""
        return ruling.ruler(self)

    @property
    def past_mid_term(self) -> bool:
        """Whether the 中氣 of the month is past; False where the term is not known."""
        return self.term is not None and self.term % 2 == 1

    @property
    def season_strength(self) -> tuple[int, ...] | None:
        """State of each position by the month, None without a month."""
        ruler = self.ruler
        return None if ruler is None else strength.states(self.elements, ruler)

    @property
    def moves(self) -> tuple[str, ...]:
        """五動 三動 that hold."""
        return moves.moves(self.elements)

    @property
    def killer(self) -> str:
        """Which of the 十二神煞, counted from the general's three-combination, is on the seat."""
        return spirits.frame_killer(self.general, self.seat)

    @property
    def warnings(self) -> tuple[dict[str, Any], ...]:
        """Each with ``code``, ``message`` and ``labels`` in four languages."""
        from liuren.charts.moments import warnings_of

        return warnings_of(self)

    @property
    def notation(self) -> str:
        """One line that parses back to this chart, see :mod:`liuren.charts.notation`."""
        from liuren.charts.writing import write_jinkoujue

        return write_jinkoujue(self)

    @property
    def disputes(self) -> tuple[dict[str, Any], ...]:
        """What other options of the chart rules would give instead."""
        from liuren.charts.disputes import jinkoujue_disputes

        return jinkoujue_disputes(self)

    def to_dict(self) -> dict[str, Any]:
        """The chart as plain data in canonical characters (the documented JSON shape)."""
        from liuren.charts.describe import jinkoujue_dict

        return jinkoujue_dict(self)


def jinkoujue_chart(
    day: object = None,
    hour: object = None,
    general: object = None,
    seat: object = None,
    *,
    seat_by: str = "branch",
    guest: object = 1,
    daytime: object = None,
    month: object = None,
    year: object = None,
    birth: object = None,
    annual: object = None,
    age: object = None,
    great_run: object = None,
    sex: object = None,
    topic: str | None = None,
    term: object = None,
    convention: Convention | str | Mapping[str, str] | None = None,
    moment: Any = None,
) -> JinkoujueChart:
    """Cast a 金口訣 chart.

    ``day`` is a pillar, ``hour`` and ``general`` (月將) branches, ``seat`` the 地分; with
    ``seat_by`` the seat comes from a number, strokes, a direction, an animal, the hour, the annual
    or natal branch, or a drawn lot (``seat`` is then the number given, or nothing). ``guest`` 1 is
    the first client of the hour, 2…12 the later ones (次客), 13 equals the first. ``birth`` and
    ``annual`` take a branch or a pillar; with a birth pillar, ``sex`` and nominal ``age`` the annual
    pillar is found.

    Raises InputError for anything that cannot be read or is missing, ConventionError for an
    unknown convention.

    Examples:
        >>> import liuren
        >>> chart = liuren.jinkoujue_chart(day="甲寅", hour="巳", general="亥", seat="酉").to_dict()
        >>> chart["stem"], chart["noble"], chart["general"], chart["seat"], chart["use"]
        ('癸', '太常', '卯', '酉', 'general')
    """
    known, rules = known_facts(moment, convention)
    day_pillar: int = required(parse.parse_pillar, day, known, "day", "the day pillar")
    hour_branch, hour_pillar = hour_of(hour, known, day_pillar)
    solar_term = optional(parse.parse_term, term, known, "term", "the solar term")
    month_branch, month_pillar = branch_of(month, known, "month", "the month")
    if month_branch is None and solar_term is not None:
        month_branch = seasons.month_of_term(solar_term)
    first_general = general_of(general, known, solar_term, month_branch)
    year_branch, year_pillar = branch_of(year, known, "year", "the year")
    person = _person(birth, annual, age, sex)
    place, origin = _seat(seat, seat_by, hour_branch, person)
    light = light_of(daytime, known, rules)
    is_day = riders.is_daytime(hour_branch, rules) if light is None else parse.parse_daytime(light)
    number = parse_guest(guest)
    laid = guest_general(first_general, number)
    return _assemble(
        day=day_pillar,
        hour=hour_branch,
        general_of_month=first_general,
        daytime=is_day,
        stem=guest_stem(day_pillar % 10, place, number, rules["stem_count"]),
        noble=_noble(day_pillar % 10, place, first_general, hour_branch, is_day, rules),
        general=(laid + place - hour_branch) % 12,
        seat=place,
        convention=rules,
        month=month_branch,
        year=year_branch,
        great_run=None
        if great_run is None
        else parse.parse_branch_or_pillar(great_run, "the great run")[0],
        topic=parse.parse_topic(topic),
        term=solar_term,
        guest=number,
        seat_from=origin,
        hour_pillar=hour_pillar,
        month_pillar=month_pillar,
        year_pillar=year_pillar,
        instant=known.get("instant"),
        notes=cast_notes(rules, light, month_branch, first_general),
        moment=known.get("moment"),
        **person,
    )


def positions_chart(
    stem: object,
    noble: object,
    general: object,
    seat: object,
    *,
    day: object = None,
    daytime: object = True,
    month: object = None,
    year: object = None,
    birth: object = None,
    annual: object = None,
    age: object = None,
    great_run: object = None,
    sex: object = None,
    topic: str | None = None,
    convention: Convention | str | Mapping[str, str] | None = None,
) -> JinkoujueChart:
    """A chart given by its four positions, as old books print them without a date.

    Nothing checks that it can be cast: examples 2 and 5 of the seed are such charts.
    """
    rules = load_convention(convention)
    month_branch, month_pillar = branch_of(month, {}, "month", "the month")
    year_branch, year_pillar = branch_of(year, {}, "year", "the year")
    return _assemble(
        day=None if day is None else parse.parse_pillar(day, "the day pillar"),
        hour=None,
        general_of_month=None,
        daytime=parse.parse_daytime(daytime),
        stem=parse.parse_stem(stem, "the stem (人元)"),
        noble=parse.parse_general(noble, "the noble (貴神)"),
        general=parse.parse_branch(general, "the general (將神)"),
        seat=parse.parse_branch(seat, "the seat (地分)"),
        convention=rules,
        month=month_branch,
        month_pillar=month_pillar,
        year=year_branch,
        year_pillar=year_pillar,
        great_run=None
        if great_run is None
        else parse.parse_branch_or_pillar(great_run, "the great run")[0],
        topic=parse.parse_topic(topic),
        **_person(birth, annual, age, sex),
    )


def guest_general(first: int, guest: int) -> int:
    """Month general laid for guest 1, 2, 3 …: 陽將後三前五, 陰將前三後五, from the one last used.

    子 gives 子 酉 寅 亥 …, twelve different ones; the thirteenth is the first again.
    """
    turns, odd = divmod(guest - 1, 2)
    if first % 2 == 0:
        return (first + 2 * turns - 3 * odd) % 12
    return (first - 2 * turns + 3 * odd) % 12


def guest_stem(day_stem: int, seat: int, guest: int, count: str = "five_rat") -> int:
    """人元 for guest 1, 2, 3 …: the first from the day stem, each later one by five-tiger from
    the stem of the guest before (戊 → 甲寅 … 庚申, 庚 → 戊寅 … 甲申).
    """
    first = stems.five_tiger if count == "five_tiger" else stems.five_rat
    stem = first(day_stem, seat)
    for _ in range((guest - 1) % 12):
        stem = stems.five_tiger(stem, seat)
    return stem


def use_line(stem: int, noble_branch: int, general: int, seat: int, rule: str = "guben") -> str:
    """用爻: the lone yang or the lone yin; two and two or all yin the general; all yang the noble."""
    signs = _signs(stem, noble_branch, general, seat)
    count = sum(signs)
    if count in (1, 3):
        return positions.IDS[signs.index(count == 1)]
    if count == 4:
        return "noble"
    if count == 2 and rule == "two_two_noble":
        return "noble"
    if count == 0 and rule == "all_yin_stem":
        return "stem"
    return "general"


def noble_branches(convention: Convention) -> tuple[int, ...]:
    """Own branches of the twelve nobles under option ``xuanwu_branch``."""
    if convention["xuanwu_branch"] == "hai":
        return generals.BRANCHES
    return generals.JINKOUJUE_BRANCHES


def _signs(stem: int, noble: int, general: int, seat: int) -> tuple[bool, bool, bool, bool]:
    return (stem % 2 == 0, noble % 2 == 0, general % 2 == 0, seat % 2 == 0)


def _noble(
    day_stem: int, seat: int, general: int, hour: int, daytime: bool, rules: Convention
) -> int:
    start = riders.noble_branch(day_stem, daytime, rules["noble_table"])
    if rules["noble_plate"] == "heaven":
        start = (start - general + hour) % 12
    forward = daytime if rules["noble_direction"] == "day_night" else start in riders.FORWARD
    return (seat - start if forward else start - seat) % 12


def _assemble(*, day: int | None, convention: Convention, **facts: Any) -> JinkoujueChart:
    """The parts of a chart that follow from its four positions."""
    stem, noble, general, seat = (facts[name] for name in positions.IDS)
    own = noble_branches(convention)[noble]
    four = (
        stems.ELEMENTS[stem],
        branches.ELEMENTS[own],
        branches.ELEMENTS[general],
        branches.ELEMENTS[seat],
    )
    count = stems.five_tiger if convention["stem_count"] == "five_tiger" else stems.five_rat
    ruling = strength.ruler(four, convention.get("J46", "overcomer"))
    return JinkoujueChart(
        day=day,
        noble_branch=own,
        noble_stem=None if day is None else count(day % 10, own),
        general_stem=None if day is None else count(day % 10, general),
        use=use_line(stem, own, general, seat, convention["use_line"]),
        elements=four,
        strength=strength.states(four, ruling),
        convention=convention,
        **facts,
    )


def _person(birth: object, annual: object, age: object, sex: object) -> dict[str, Any]:
    """Birth and annual pillar or branch; the annual pillar from age where it is not given."""
    born = (None, None) if birth is None else parse.parse_branch_or_pillar(birth, "the birth year")
    year = (
        (None, None)
        if annual is None
        else parse.parse_branch_or_pillar(annual, "the annual branch")
    )
    gender = None if sex is None else parse.parse_sex(sex)
    if annual is None and age is not None:
        if born[1] is None or gender is None:
            raise InputError(
                "The annual pillar (行年) needs a birth pillar and a sex besides the age.",
                hint="Give birth=甲午 (a whole pillar) and sex=male or female.",
                code="missing",
                details={"what": "birth pillar and sex"},
            )
        pillar = annual_rules.annual_pillar(born[1], gender, age)
        year = (pillar % 12, pillar)
    return {
        "birth": born[1],
        "birth_branch": born[0],
        "annual": year[1],
        "annual_branch": year[0],
        "sex": gender,
    }


def _seat(value: object, way: str, hour: int, person: Mapping[str, Any]) -> tuple[int, str | None]:
    given = value
    if value is None:
        found = {
            "hour": hour,
            "annual": person["annual_branch"],
            "natal": person["birth_branch"],
        }
        given = seats.draw_lot() if way == "lot" else found.get(way)
    if given is None:
        raise InputError(
            "A 金口訣 chart needs the seat (地分); nothing was given.",
            hint="Give seat= (for example 酉), or seat_by= with a number, a direction, lot …",
            code="missing",
            details={"what": "the seat"},
        )
    return seats.seat_of(way, given)


def parse_guest(value: object) -> int:
    number = value
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 6:
        number = int(value)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= _MOST_GUESTS:
        raise InputError(
            f"“{parse.excerpt(value)}” is not the number of a guest; expected 1…12.",
            hint="1 is the first client of the hour, 2 the next; the 13th equals the first.",
            code="bad_guest",
            details={"read": parse.excerpt(value), "expected": "1…12"},
        )
    return number
