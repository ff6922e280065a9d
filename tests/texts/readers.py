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
YANG: Final = "子寅辰午申戌甲丙戊庚壬"
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
        return state(ELEMENT[letter], ELEMENT[self.month]) if self.month else "?"

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
        self.strong = [at for at, state in enumerate(self.strength) if state in "旺相"]
        self.use: str = data["use"]
        self.guest: int = data["guest"]
        self.month_general: str | None = data["general_of_month"]
        self.daytime: bool = data["daytime"]
        self.day: str | None = data["day"]
        self.month: str | None = data["month"] and data["month"][-1]
        self.annual: str | None = data["annual"]
        self.year = self.annual and self.annual[-1]
        self.birth: str | None = data["birth"]
        self.great_run: str | None = data["great_run"]
        self.sex: str | None = data["sex"]
        self.topic: str | None = data["topic"]
        self.run: str | None = data["great_run"]
        self.by_day: bool = data["daytime"]
        self.killer_places = {
            BRANCHES[(BRANCHES.index(KILLER[self.general]) + step) % 12] for step in (0, 1)
        }
        self.tiger = self.noble == "白虎" or self.general == "申"

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

    def sees(self, branches: str) -> bool:
        return self.general in branches or self.seat in branches

    def yang(self, place: int) -> bool:
        return self.letters[place] in YANG

    def killed(self) -> bool:
        """劫煞 or 災煞, counted from the general, is the seat."""
        return self.seat in self.killer_places

    def tiger_hurt(self) -> bool:
        return (self.noble == "白虎" and self.overcome(1)) or (
            self.general == "申" and self.overcome(2)
        )

    def tiger_on(self, branches: str) -> bool:
        """白虎 over such a general, or 傳送, which is 白虎, over such a seat."""
        return (self.noble == "白虎" and self.general in branches) or (
            self.general == "申" and self.seat in branches
        )

    def rescued(self, place: int) -> bool:
        return any(self.generates(by, place) and not self.overcome(by) for by in range(4))

    def over(self, upper: str, lower: str) -> bool:
        return any(self.elements[at : at + 2] == [upper, lower] for at in range(3))

    def hurt_by_neighbours(self) -> set[str]:
        """The elements that stand next to one that overcomes them."""
        downward = {self.elements[at + 1] for at in range(3) if self.overcomes(at, at + 1)}
        return downward | {self.elements[at] for at in range(3) if self.overcomes(at + 1, at)}

    def deadly_taiyin(self) -> bool:
        """太陰 overcome by the stem, and nothing to rescue it."""
        return self.noble == "太陰" and self.overcomes(0, 1) and not self.rescued(1)

    def season_state(self, place: int) -> str:
        """State of a position in the month branch; nothing without a month."""
        return state(self.elements[place], ELEMENT[self.month]) if self.month else "?"

    def natal_decade(self) -> str | None:
        return self.birth and PILLARS[PILLARS.index(self.birth) // 10 * 10]


def state(element: str, ruling: str) -> str:
    """旺 相 休 囚 死 of an element where another rules."""
    if element == ruling:
        return "旺"
    if GENERATES[ruling] == element:
        return "相"
    if GENERATES[element] == ruling:
        return "休"
    return "囚" if OVERCOMES[element] == ruling else "死"


def ruling(elements: list[str]) -> str:
    """The element that rules four positions: the one that no other overcomes.

    Two against two: the overcomer or the generated; three against one: the three; of two that are free, the one that overcomes.
    """
    present = sorted(set(elements), key=elements.count, reverse=True)
    if len(present) == 2:
        one, other = present
        loses = OVERCOMES[other] == one or GENERATES[one] == other
        return other if loses and elements.count(one) == 2 else one
    free = [each for each in present if all(OVERCOMES[by] != each for by in present)]
    if len(free) > 1:
        free = [each for each in free if OVERCOMES[each] in present]
    (found,) = free
    return found
