"""Relations between the four positions of a 金口訣 chart: moves, pairs, combinations.

Source: 六壬神課金口訣古本 (五動 三動, 合, 妒合, 三奇, 三合, 俱比, 朝元, 四絕, 四敗, 關隔鎖); the seed quotes parts of the moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from liuren.terms import branches, elements, positions, relations, stems

if TYPE_CHECKING:
    from liuren.charts.jinkoujue import JinkoujueChart

#: 五動 三動: name, from, relation (剋 2, 生 1, 比 0 as steps of the element), to.
_MOVES: Final = (
    ("妻動", 0, 2, 3),
    ("官動", 1, 2, 0),
    ("賊動", 1, 2, 2),
    ("財動", 2, 2, 1),
    ("鬼動", 3, 2, 0),
    ("父母動", 3, 1, 0),
    ("子孫動", 0, 1, 3),
    ("兄弟動", 0, 0, 3),
)

#: Stem combinations by place: name and the two positions.
_STEM_UNIONS: Final = (
    ("官合", "noble", "stem"),
    ("正合", "general", "noble"),
    ("隔合", "general", "stem"),
)
_WONDERS: Final = {
    frozenset({0, 4, 6}): "甲戊庚",
    frozenset({1, 2, 3}): "乙丙丁",
    frozenset({8, 9, 7}): "壬癸辛",
}
_FRAME_NAMES: Final = ("潤下", "從革", "炎上", "曲直")
#: Element of each frame: 申子辰 water, 巳酉丑 metal, 寅午戌 fire, 亥卯未 wood.
_FRAME_ELEMENTS: Final = tuple(elements.NAMES.index(e) for e in "水金火木")

#: 四絕 of general and seat, either way round.
_ENDS: Final = frozenset(frozenset(branches.NAMES.index(b) for b in pair) for pair in ("寅酉", "卯申", "午亥", "子巳"))  # fmt: skip
#: 四敗: element of the general → the seat on which it is defeated.
_DEFEATS: Final = {elements.NAMES.index(e): branches.NAMES.index(b) for e, b in zip("水土火木金", "酉酉卯子午", strict=True)}  # fmt: skip
#: 關 隔 鎖 of general and seat, either way round, and the branch of the noble that breaks it (斬關 毀隔 破鎖).
_BARRIERS: Final = (
    ("關", frozenset(("寅酉",)), "申"),
    ("隔", frozenset(("卯辰", "卯戌")), "寅"),
    ("鎖", frozenset(("卯申",)), "午"),
)


def moves(four: tuple[int, ...]) -> tuple[str, ...]:
    """五動 and 三動 of the four elements (stem, noble, general, seat)."""
    return tuple(name for name, a, step, b in _MOVES if (four[b] - four[a]) % 5 == step)


def pairs(four: tuple[int, ...]) -> tuple[tuple[str, str, str], ...]:
    """All six pairs, upper first: (upper, relation 比 生 剋 被剋 被生 of upper to lower, lower)."""
    return tuple(
        (
            positions.IDS[a],
            elements.RELATIONS[elements.relation(four[a], four[b])],
            positions.IDS[b],
        )
        for a in range(4)
        for b in range(a + 1, 4)
    )


def combinations(chart: JinkoujueChart) -> list[dict[str, Any]]:
    """Combinations, frames, wonders, clashes, punishments, harms, ends and barriers within the chart.

    Each entry: ``name``, ``between`` (positions); for an incomplete frame (虛一待用) ``missing``; for a whole frame
    and for a barrier (關 隔 鎖) whether it is ``broken``; for a union of stems the element that it ``becomes``, None
    where two stems vie for one (妒合).
    """
    found: list[dict[str, Any]] = []
    found += _stem_unions(chart)
    found += _branch_relations(chart)
    found += _frames(chart)
    wonder = _WONDERS.get(frozenset(s for s in _stems(chart).values() if s is not None))
    if wonder:
        found.append({"name": "三奇", "between": ["stem", "noble", "general"], "of": wonder})
    return found + _alike(chart) + _ends(chart) + _barriers(chart)


def wanting_wonder(chart: JinkoujueChart) -> list[int]:
    """The stem that two of a wonder still want; empty where they are complete or fewer."""
    present = {stem for stem in _stems(chart).values() if stem is not None}
    return [stem for wonder in _WONDERS if len(wonder & present) == 2 for stem in wonder - present]


def wanting_branches(chart: JinkoujueChart) -> list[int]:
    """The branch that two of a frame still want (虛一待用)."""
    return [branches.NAMES.index(each["missing"]) for each in _frames(chart) if "missing" in each]


def _stems(chart: JinkoujueChart) -> dict[str, int | None]:
    return {"stem": chart.stem, "noble": chart.noble_stem, "general": chart.general_stem}


def _places(chart: JinkoujueChart) -> tuple[tuple[str, int], ...]:
    return (("noble", chart.noble_branch), ("general", chart.general), ("seat", chart.seat))


def _stem_unions(chart: JinkoujueChart) -> list[dict[str, Any]]:
    found = []
    known = _stems(chart)
    for name, a, b in _STEM_UNIONS:
        one, other = known[a], known[b]
        if one is not None and other is not None and stems.partner(one) == other:
            element = elements.NAMES[stems.combined_element(one)]
            becomes = None if _vying(known) else element
            found.append({"name": name, "between": [a, b], "becomes": becomes})
    if two := _vying(known):
        found.append({"name": "妒合", "between": two})
    if relations.COMBINES[chart.general] == chart.seat:
        found.append({"name": "進合", "between": ["general", "seat"]})
    if any(stems.partner(s) == chart.stem for s in branches.LODGERS[chart.seat]):
        found.append({"name": "鬼合", "between": ["seat", "stem"]})
    return found


def _vying(known: dict[str, int | None]) -> list[str]:
    """The two positions whose like stems vie for the third (甲 with two 己); empty where none do."""
    for name, stem in known.items():
        others = [other for other in known if other != name]
        if stem is not None and all(known[other] == stems.partner(stem) for other in others):
            return others
    return []


def _alike(chart: JinkoujueChart) -> list[dict[str, Any]]:
    """四位俱比, all of one element; 一類朝元, and all three branches of the stem's own sign too."""
    if len(set(chart.elements)) > 1:
        return []
    everywhere = list(positions.IDS)
    found: list[dict[str, Any]] = [{"name": "四位俱比", "between": everywhere}]
    if len(set(chart.yang)) == 1:
        found.append({"name": "一類朝元", "between": everywhere})
    return found


def _branch_relations(chart: JinkoujueChart) -> list[dict[str, Any]]:
    found = []
    places = _places(chart)
    for i, (one, a) in enumerate(places):
        for other, b in places[i + 1 :]:
            between = [one, other]
            if relations.COMBINES[a] == b:
                found.append({"name": "六合", "between": between})
            if relations.clash(a) == b:
                found.append({"name": "沖", "between": between})
            if relations.PUNISHES[a] == b:
                found.append({"name": "刑", "between": between})
            elif relations.PUNISHES[b] == a:
                found.append({"name": "刑", "between": [other, one]})
            if relations.HARMS[a] == b:
                found.append({"name": "害", "between": between})
            if relations.BREAKS[a] == b:
                found.append({"name": "破", "between": between})
    return found


def _frames(chart: JinkoujueChart) -> list[dict[str, Any]]:
    found = []
    places = _places(chart)
    for group in range(4):
        members = {branch for _, branch in places if branch % 4 == group}
        between = [name for name, branch in places if branch % 4 == group]
        if len(members) == 3:
            broken = elements.overcomes(chart.elements[0], _FRAME_ELEMENTS[group])
            found.append({"name": _FRAME_NAMES[group], "between": between, "broken": broken})
        elif len(members) == 2:
            (missing,) = set(relations.frame(group)) - members
            found.append(
                {
                    "name": "虛一待用",
                    "between": between,
                    "missing": branches.NAMES[missing],
                    "frame": _FRAME_NAMES[group],
                }
            )
    return found


def _ends(chart: JinkoujueChart) -> list[dict[str, Any]]:
    between = ["general", "seat"]
    found: list[dict[str, Any]] = []
    if frozenset((chart.general, chart.seat)) in _ENDS:
        found.append({"name": "四絕", "between": between})
    if _DEFEATS[chart.elements[2]] == chart.seat:
        found.append({"name": "四敗", "between": between})
    return found


def _barriers(chart: JinkoujueChart) -> list[dict[str, Any]]:
    two = {branches.NAMES[chart.general] + branches.NAMES[chart.seat]}
    two |= {pair[::-1] for pair in two}
    return [
        {
            "name": name,
            "between": ["general", "seat"],
            "broken": branches.NAMES[chart.noble_branch] == breaker,
        }
        for name, closed, breaker in _BARRIERS
        if two & closed
    ]
