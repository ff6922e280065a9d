"""The facts of one chart as the rules see them.

Every value is a set, held as a bit mask over the values of its kind: 初傳 = 戌 is ``1 << 10``. A fact that
is not known is the empty set, so that every atom about it is false. A function of a quantity is an
:class:`Image`, which maps sets to sets. Keys are the ids of ``lexicon.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from liuren.rules import lexicon
from liuren.terms import (
    branches,
    generals,
    pillars,
    positions,
    relations,
    seasons,
    spirits,
    stages,
    stems,
)
from liuren.terms.datafiles import read_toml
from liuren.terms.labels import LANGUAGES
from liuren.terms.resources import data_path

Facts = dict[str, Any]


class Image(dict[int, int]):
    """A map of single values to sets, extended to sets: the image of a union is the union."""

    __slots__ = ()

    def __missing__(self, mask: int) -> int:
        found, rest = 0, mask
        while rest:
            bit = rest & -rest
            found |= self.get(bit, 0)
            rest ^= bit
        self[mask] = found
        return found


def image(values: Iterable[int]) -> Image:
    """The image of a table: position → value (negative: nothing)."""
    return Image({1 << i: 1 << v if v >= 0 else 0 for i, v in enumerate(values)})


def images(values: Iterable[Iterable[int]]) -> Image:
    """The image of a table: position → several values."""
    return Image({1 << i: sum(1 << v for v in set(many)) for i, many in enumerate(values)})


def bit(value: int | None) -> int:
    """The set of one value, empty if it is not known."""
    return 0 if value is None else 1 << value


NOTHING: Final = Image()

# ------------------------------------------------------------------ tables that no chart changes

LODGING: Final = image(stems.LODGING)
PILLAR_BRANCH: Final = image(p % 12 for p in range(60))
PILLAR_STEM: Final = image(p % 10 for p in range(60))
BRANCH_ELEMENT: Final = image(branches.ELEMENTS)
STEM_ELEMENT: Final = image(stems.ELEMENTS)
#: Sound elements are asked for by name (納音); the element of a pillar is that of its stem.
PILLAR_ELEMENT: Final = image(stems.ELEMENTS[p % 10] for p in range(60))
SOUND: Final = image(pillars.sound(p) for p in range(60))
DECADE: Final = image(pillars.decade(p) for p in range(60))
ALTERNATING: Final = image(i % 2 for i in range(60))
MANSION: Final = image(
    branch
    for name in lexicon.kinds()["mansion"]
    if (branch := branches.mansion_branch(name)) is not None
)
ELEMENT_FUNCTIONS: Final[Mapping[str, Image]] = {
    name: image((e + step) % 5 for e in range(5))
    for name, step in (("child", 1), ("wealth", 2), ("officer", 3), ("parent", 4))
}

#: Relation → image of the left set; the relation holds if the image meets the right set.
RELATED: Final[Mapping[str, Image]] = {
    "overcomes": ELEMENT_FUNCTIONS["wealth"],
    "generates": ELEMENT_FUNCTIONS["child"],
    "matches": image(range(5)),
    "punishes": image(relations.PUNISHES),
    "clashes": image(relations.clash(b) for b in range(12)),
    "harms": image(relations.HARMS),
    "combines:branch": image(relations.COMBINES),
    "combines:stem": image(stems.partner(s) for s in range(10)),
    "frames": images(set(relations.frame(b)) - {b} for b in range(12)),
}

LIUREN_GENERALS: Final = (image(generals.BRANCHES), image(generals.ELEMENTS))


def _general_images(own: tuple[int, ...]) -> tuple[Image, Image]:
    return image(own), image(branches.ELEMENTS[b] for b in own)


def question_id(text: str) -> str | None:
    """Id of the question that the rules know (grave), by any of its names or by the label of its topic (墳墓)."""
    row = lexicon.tables()["values"]["topic"]
    ids: list[str] = row["en-names"]
    name = text.replace("-", " ")  # a notation has no spaces
    for column in ("names", "zh-Hans", "ko", "en", "en-names"):
        if name in row[column]:
            return ids[int(row[column].index(name))]
    return _topic_labels().get(name)


@cache
def _topic_labels() -> dict[str, str]:
    """Every label of a topic → its id; the question of a rule has the id of the topic that shows its findings."""
    rows: dict[str, dict[str, Any]] = read_toml(data_path("vocabulary") / "topics.toml")
    return {row[language]: name for name, row in rows.items() for language in LANGUAGES}


def topic(text: str | None) -> int:
    """The set of the question asked, by any of its names; empty for one that no rule reads."""
    asked = None if text is None else question_id(text)
    ids = lexicon.tables()["values"]["topic"]["en-names"]
    return 1 << int(ids.index(asked)) if asked in ids else 0


# ------------------------------------------------------------------ 大六壬


def liuren_facts(chart: Any) -> Facts:
    """Facts of a ``charts.liuren.LiurenChart``."""
    day, month, offset = chart.day, chart.month, chart.offset
    first, middle, last = chart.transmissions
    riders = chart.riders
    of_spirit = [riders[(s - offset) % 12] for s in range(12)]
    uppers = {upper for upper, _ in chart.lessons}
    on_stem, on_branch = chart.lessons[0][0], chart.lessons[2][0]
    three = 1 << first | 1 << middle | 1 << last
    shown = three | 1 << on_stem | 1 << on_branch
    stem_rule = chart.convention["life_stages"]
    facts: Facts = {
        "initial": 1 << first,
        "middle": 1 << middle,
        "final": 1 << last,
        "transmissions": three,
        "initial-seat": 1 << (first - offset) % 12,
        "upper-stem": 1 << on_stem,
        "upper-branch": 1 << on_branch,
        "lesson-uppers": sum(1 << upper for upper in uppers),
        "lodging": 1 << stems.LODGING[day % 10],
        "year": bit(chart.year),
        "direction": bit(chart.direction),
        "initial-general": 1 << of_spirit[first],
        "transmission-generals": 1 << of_spirit[first]
        | 1 << of_spirit[middle]
        | 1 << of_spirit[last],
        "querent": {"君子": 1, "小人": 2}.get(chart.querent, 3),
        "hour": 1 << chart.hour,
        "month-general": 1 << chart.general,
        "annual": bit(chart.age_branch),
        "natal": bit(chart.birth),
        "day-part": 1 if chart.daytime else 2,
        "sex": {"male": 1, "female": 2}.get(chart.sex, 0),
        "topic": topic(chart.topic),
        "heaven-on": image((e + offset) % 12 for e in range(12)),
        "seat-of": image((s - offset) % 12 for s in range(12)),
        "rider": image(of_spirit),
        "standing": image(riders),
        "hidden-stem": image(
            -1 if (stem := chart.hidden_stem(b)) is None else stem for b in range(12)
        ),
        "stage": image(chart.stage(s) for s in range(12)),
        "stem-stage": image(stages.stem_stage(day % 10, b, stem_rule) for b in range(12)),
        "void": 1 << chart.void[0] | 1 << chart.void[1],
        "forms": sum(
            1 << i for i, name in enumerate(lexicon.kinds()["form"]) if name in chart.forms
        ),
        "appearing": sum(1 << upper for upper in uppers) | three,
        "elements-appearing": BRANCH_ELEMENT[shown],
        "lessons-distinct": len(set(chart.lessons)) == 4,
        "home": LIUREN_GENERALS[0],
        "general-element": LIUREN_GENERALS[1],
    }
    _day(facts, day)
    _month(facts, chart, month)
    return facts


def _day(facts: Facts, day: int | None) -> None:
    if day is None:
        facts |= {"day": 0, "day-stem": 0, "day-branch": 0, "yang-day": False, "yin-day": False}
        return
    facts |= {
        "day": 1 << day,
        "day-stem": 1 << day % 10,
        "day-branch": 1 << day % 12,
        "yang-day": day % 2 == 0,
        "yin-day": day % 2 == 1,
    }


def _month(facts: Facts, chart: Any, month: int | None) -> None:
    """Facts that need the month; without one the five states may still come from the day."""
    ruler = chart.shefu_ruler
    facts["state"] = NOTHING if ruler is None else image(chart.state(e) for e in range(5))
    facts["after-solstice"] = _after_solstice(chart.term, month, chart.season, chart.general)
    facts["season"] = bit(chart.season)
    if month is None:
        empty = ("month", "moon-dread", "breath-of-life", "breath-of-death")
        facts |= dict.fromkeys((*empty, "past", "to-come"), 0)
        return
    monthly = spirits.monthly(month)
    facts |= {
        "month": 1 << month,
        "moon-dread": 1 << monthly["月厭"],
        "breath-of-life": 1 << monthly["生氣"],
        "breath-of-death": 1 << monthly["死氣"],
        "past": sum(1 << (month - step) % 12 for step in range(1, 6)),
        "to-come": sum(1 << (month + step) % 12 for step in range(1, 6)),
    }


def _after_solstice(term: int | None, month: int | None, season: int | None, general: int) -> bool:
    """From 冬至 to 立春: by the solar term, else by the month or season and the general.

    In month 子 the general turns to 丑 at the solstice; all of month 丑 lies after it.
    """
    if term is not None:
        return term >= 21
    if month is None:
        return general == 1 and season in (None, 3)
    return month == 1 or (month == 0 and general == 1)


# ------------------------------------------------------------------ 金口訣


def jinkoujue_facts(chart: Any) -> Facts:
    """Facts of a ``charts.jinkoujue.JinkoujueChart``."""
    own, element = _general_images(_own_branches(chart))
    annual = getattr(chart, "annual_branch", None)
    facts: Facts = {
        "stem": 1 << chart.stem,
        "noble": 1 << chart.noble,
        "general": 1 << chart.general,
        "seat": 1 << chart.seat,
        "noble-branch": 1 << chart.noble_branch,
        "noble-stem": bit(chart.noble_stem),
        "general-stem": bit(chart.general_stem),
        "annual": bit(annual),
        "annual-pillar": bit(chart.annual),
        "annual-stem": 0 if chart.annual is None else 1 << chart.annual % 10,
        "natal": bit(chart.birth_branch),
        "natal-pillar": bit(chart.birth),
        "natal-stem": 0 if chart.birth is None else 1 << chart.birth % 10,
        "great-run": bit(chart.great_run),
        "use": 1 << positions.IDS.index(chart.use),
        "guest": chart.guest,
        "hour": bit(chart.hour),
        "month-general": bit(chart.general_of_month),
        "month": bit(chart.month),
        "season": 0 if chart.month is None else 1 << seasons.season(chart.month),
        "year": bit(chart.year),
        "day-part": 1 if chart.daytime else 2,
        "sex": {"male": 1, "female": 2}.get(chart.sex, 0),
        "topic": topic(chart.topic),
        "home": own,
        "general-element": element,
        "annual-known": annual is not None,
        "annual-tomb": annual is not None
        and chart.birth is not None
        and stages.TOMBS[pillars.sound(chart.birth)] == annual,
        "seen": 1 << chart.general | 1 << chart.seat,
        "killer": images(
            [spirits.FRAME_KILLERS.index(spirits.frame_killer(b, chart.seat))] for b in range(12)
        ),
        "annual-meets": _meetings(annual, chart),
    }
    _day(facts, chart.day)
    _positions(facts, chart)
    return facts


def _own_branches(chart: Any) -> tuple[int, ...]:
    if chart.convention["xuanwu_branch"] == "hai":
        return generals.BRANCHES
    return generals.JINKOUJUE_BRANCHES


def _meetings(annual: int | None, chart: Any) -> Image:
    """Position → whether the annual branch meets its branch in 三合 (bit 2) or 六合 (bit 3)."""
    found = [0]
    for branch in (chart.noble_branch, chart.general, chart.seat):
        meets = 0
        if annual is not None:
            meets |= 4 if relations.same_frame(annual, branch) else 0
            meets |= 8 if relations.COMBINES[annual] == branch else 0
        found.append(meets)
    return Image({1 << i: meets for i, meets in enumerate(found)})


def _positions(facts: Facts, chart: Any) -> None:
    """What the four positions do to each other; 0 is the stem on top, 3 the seat."""
    four = chart.elements
    pairs = [(p, q) for p in range(4) for q in range(4) if p != q]
    near = [(p, q) for p, q in pairs if abs(p - q) == 1]

    def overcomes(p: int, q: int) -> bool:
        return bool((four[p] + 2) % 5 == four[q])

    def generates(p: int, q: int) -> bool:
        return bool((four[p] + 1) % 5 == four[q])

    hurt = {q for p, q in pairs if overcomes(p, q)}
    signs = [0 if yang else 1 for yang in chart.yang]
    strength = chart.strength
    rulers = [p for p in range(4) if strength[p] == 0]
    by_state = Image()
    for p in range(4):
        by_state[1 << strength[p]] = by_state.get(1 << strength[p], 0) | 1 << signs[p]
    seasonal = chart.season_strength
    meeting = (overcomes, generates)
    facts |= {
        "position-element": image(four),
        "position-polarity": image(signs),
        "chart-state": image(strength),
        "position-month-state": NOTHING if seasonal is None else image(seasonal),
        "month-state": NOTHING if chart.month is None else _month_states(chart),
        "overcome": sum(1 << q for q in hurt),
        "overcome-near": _targets(near, overcomes),
        "generated": _targets(pairs, generates),
        "generated-near": _targets(near, generates),
        "rescued": _targets([(p, q) for p, q in pairs if p not in hurt], generates),
        "countered": _targets([(p, q) for p, q in pairs if p in hurt], overcomes),
        "neighbours-meet": sum(
            1 << k for k, holds in enumerate(meeting) if any(holds(p, q) for p, q in near)
        ),
        "all-neighbours": sum(
            1 << k
            for k, holds in enumerate(meeting)
            if all(holds(p, p + 1) or holds(p + 1, p) for p in range(3))
        ),
        "any-pair": sum(
            1 << k for k, holds in enumerate(meeting) if any(holds(p, q) for p, q in pairs)
        ),
        "upward": sum(
            1 << k for k, holds in enumerate(meeting) if all(holds(p + 1, p) for p in range(3))
        ),
        "downward": sum(
            1 << k for k, holds in enumerate(meeting) if all(holds(p, p + 1) for p in range(3))
        ),
        "stacked": _lower(four, 1),
        "above": _lower(four, 3),
        "victim-near": sum({1 << four[q] for p, q in near if overcomes(p, q)}),
        "victim": sum({1 << four[q] for p, q in pairs if overcomes(p, q)}),
        "alike": len(set(four)) < 4,
        "signs-by-state": by_state,
        "sole-ruler": 1 << signs[rulers[0]] if len(rulers) == 1 else 0,
    }


def _targets(pairs: list[tuple[int, int]], holds: Any) -> int:
    return sum({1 << q for p, q in pairs if holds(p, q)})


def _lower(four: tuple[int, ...], reach: int) -> Image:
    """Element → elements that lie below a position of it, at most ``reach`` steps down."""
    found = Image({1 << e: 0 for e in range(5)})
    for p in range(4):
        for q in range(p + 1, min(p + reach, 3) + 1):
            found[1 << four[p]] |= 1 << four[q]
    return found


def _month_states(chart: Any) -> Image:
    from liuren.terms.elements import state

    ruler = chart.ruler
    return image(state(e, ruler) for e in range(5))
