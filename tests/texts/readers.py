"""What the second reader looks at: a chart of either art by its public data, and tables of its own.

Nothing here comes from the program but the dictionary of a chart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"
STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
GENERALS: Final = [
    "貴人",
    "騰蛇",
    "朱雀",
    "六合",
    "勾陳",
    "青龍",
    "天空",
    "白虎",
    "太常",
    "玄武",
    "太陰",
    "天后",
]
ELEMENT: Final = dict(
    zip(BRANCHES + STEMS, "水土木木土火火土金金土水" + "木木火火土土金金水水", strict=True)
)
LODGING: Final = dict(zip(STEMS, "寅辰巳未巳未申戌亥丑", strict=True))
OVERCOMES: Final = dict(zip("木土水火金", "土水火金木", strict=True))
GENERATES: Final = dict(zip("木火土金水", "火土金水木", strict=True))
PUNISHES: Final = dict(zip(BRANCHES, "卯戌巳子辰申午丑寅酉未亥", strict=True))
FIRST, MIDDLE, LAST = "寅申巳亥", "子午卯酉", "辰戌丑未"
LUCKY: Final = {"貴人", "六合", "青龍", "太常", "太陰", "天后"}
STAGES: Final = ["長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死", "墓", "絕", "胎", "養"]
BIRTH: Final = dict(zip("木火金水土", "亥寅巳申申", strict=True))
PILLARS: Final = [STEMS[number % 10] + BRANCHES[number % 12] for number in range(60)]

HARMS: Final = {frozenset(pair) for pair in ("子未", "丑午", "寅巳", "卯辰", "申亥", "酉戌")}
UNIONS: Final = {frozenset(pair) for pair in ("子丑", "寅亥", "卯戌", "辰酉", "巳申", "午未")}
STEM_UNIONS: Final = {frozenset(pair) for pair in ("甲己", "乙庚", "丙辛", "丁壬", "戊癸")}
FRAMES: Final = [set(frame) for frame in ("申子辰", "亥卯未", "寅午戌", "巳酉丑")]
SOUND: Final = "金火木土金火水土金木水土火木水金火木土金火水土金木水土火木水"
TOMB: Final = dict(zip("木火金水土", "未戌丑辰辰", strict=True))
KILLER: Final = dict(zip("申子辰亥卯未寅午戌巳酉丑", "巳巳巳申申申亥亥亥寅寅寅", strict=True))


def generates(one: str, other: str) -> bool:
    """Whether either of two letters generates the other."""
    return GENERATES[ELEMENT[one]] == ELEMENT[other] or GENERATES[ELEMENT[other]] == ELEMENT[one]


class Plate:
    """What a reader of the she fu book looks at, taken from the public data of a chart."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.day: str = data["day"]
        self.stem, self.branch = self.day
        self.lodging = LODGING[self.stem]
        self.plate: dict[str, str] = data["plate"]
        self.seat = {spirit: place for place, spirit in self.plate.items()}
        self.carries = {spirit: data["riders"][place] for place, spirit in self.plate.items()}
        self.transmissions: list[str] = [each["branch"] for each in data["transmissions"]]
        self.use = self.transmissions[0]
        self.use_seat = self.seat[self.use]
        self.on_stem, self.on_branch = self.plate[self.lodging], self.plate[self.branch]
        self.uppers = {lesson["upper"] for lesson in data["lessons"]}
        self.names = {data["lesson_form"], data["lesson_method"], *data["patterns"]}
        self.void: list[str] = data["void"]
        self.month: str | None = data["month"] and data["month"][-1]
        self.year: str | None = data["year"] and data["year"][-1]
        self.natal: str | None = data["birth"] and data["birth"][-1]
        self.annual: str | None = data["age_branch"] and data["age_branch"][-1]
        self.hour: str = data["hour"]
        self.term: str | None = data["term"]
        self.querent: str | None = data["querent"]
        self.topic: str | None = data["topic"]
        self.came_from: str | None = data["direction"]

    def over(self, spirits: str, places: str) -> bool:
        return any(self.seat[spirit] in places for spirit in spirits)

    def on_day(self, spirits: str) -> bool:
        """On the stem or the branch of the day."""
        return self.on_stem in spirits or self.on_branch in spirits

    def in_play(self, spirits: str) -> bool:
        return self.use in spirits or self.on_day(spirits)

    def general_on_day(self, general: str) -> bool:
        return general in {self.carries[self.on_stem], self.carries[self.on_branch]}

    def general_in_play(self, general: str) -> bool:
        return self.carries[self.use] == general or self.general_on_day(general)

    def rides(self, spirit: str, *generals: str) -> bool:
        return self.carries[spirit] in generals

    def overcomes_stem(self, spirit: str) -> bool:
        return OVERCOMES[ELEMENT[spirit]] == ELEMENT[self.stem]

    def overcomes_day(self, spirit: str) -> bool:
        return self.overcomes_stem(spirit) or OVERCOMES[ELEMENT[spirit]] == ELEMENT[self.branch]

    def state(self, letter: str) -> str:
        """旺 相 休 囚 死 of the element of a letter; nothing without a month."""
        if self.month is None:
            return "?"
        own, season = ELEMENT[letter], ELEMENT[self.month]
        if own == season:
            return "旺"
        if GENERATES[season] == own:
            return "相"
        if GENERATES[own] == season:
            return "休"
        return "囚" if OVERCOMES[own] == season else "死"

    def use_is(self, states: str) -> bool:
        return self.state(self.use) in states

    def afflicted(self, spirit: str) -> bool:
        overcome = any(
            OVERCOMES[ELEMENT[by]] == ELEMENT[spirit]
            for by in (self.stem, self.branch, self.seat[spirit])
        )
        return overcome or spirit in {
            PUNISHES[by] for by in (self.lodging, self.branch, self.seat[spirit])
        }

    def season(self, names: str) -> bool:
        if self.month is None:
            return False
        return "冬春夏秋"[(BRANCHES.index(self.month) + 1) // 3 % 4] in names

    def month_star(self, first: str, step: int) -> str | None:
        """A star that stands on ``first`` in month 寅 and moves by ``step`` a month."""
        if self.month is None:
            return None
        return BRANCHES[(BRANCHES.index(first) + step * (BRANCHES.index(self.month) - 2)) % 12]

    def months_ahead(self) -> int | None:
        if self.month is None:
            return None
        return (BRANCHES.index(self.use_seat) - BRANCHES.index(self.month)) % 12

    def stage(self) -> str:
        start = BRANCHES.index(BIRTH[ELEMENT[self.use]])
        return STAGES[(BRANCHES.index(self.use_seat) - start) % 12]

    def steps(self) -> set[int]:
        places = [BRANCHES.index(each) for each in self.transmissions]
        return {(places[1] - places[0]) % 12, (places[2] - places[1]) % 12}


class Positions:
    """What a reader of the 金口訣 looks at: four positions, the annual pillar, who asks what."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.stem: str = data["stem"]
        self.noble: str = data["noble"]
        self.general: str = data["general"]
        self.seat: str = data["seat"]
        self.noble_branch: str = data["noble_branch"]
        self.letters = [self.stem, self.noble_branch, self.general, self.seat]
        self.elements = [ELEMENT[letter] for letter in self.letters]
        self.stems = {self.stem, data["noble_stem"], data["general_stem"]}
        self.strength = list(data["strength"].values())
        self.use: str = data["use"]
        self.day: str | None = data["day"]
        self.month: str | None = data["month"] and data["month"][-1]
        self.annual: str | None = data["annual"]
        self.year = self.annual and self.annual[-1]
        self.birth: str | None = data["birth"]
        self.sex: str | None = data["sex"]
        self.topic: str | None = data["topic"]
        self.killer_places = {
            BRANCHES[(BRANCHES.index(KILLER[self.general]) + step) % 12] for step in (0, 1)
        }

    def overcomes(self, upper: int, lower: int) -> bool:
        return OVERCOMES[self.elements[upper]] == self.elements[lower]

    def generates(self, one: int, other: int) -> bool:
        return GENERATES[self.elements[one]] == self.elements[other]

    def overcome(self, place: int) -> bool:
        return any(self.overcomes(by, place) for by in range(4))

    def neighbours(self, relation: Callable[[int, int], bool]) -> list[bool]:
        return [relation(at, at + 1) or relation(at + 1, at) for at in range(3)]

    def three(self) -> bool:
        others = {self.general, self.noble_branch} - {self.year}
        return any({self.year, other} <= frame for other in others for frame in FRAMES)

    def six(self) -> bool:
        return any(
            frozenset((str(self.year), other)) in UNIONS
            for other in (self.general, self.noble_branch)
        )

    def stem_union(self) -> bool:
        first = str(self.annual)[0]
        return any(frozenset((first, stem)) in STEM_UNIONS for stem in self.stems if stem)

    def annual_tomb(self) -> bool:
        return bool(self.birth) and TOMB[SOUND[PILLARS.index(str(self.birth)) // 2]] == self.year
