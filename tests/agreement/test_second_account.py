"""The three transmissions and the twelve generals once more, written from the books in characters.

Nothing is shared with the engine: plates are dictionaries of characters, overcoming is a set of pairs, and
each method is written as its verse has it. All 720 lessons agree under every school of 涉害.
"""

from __future__ import annotations

from collections import Counter

import pytest

from liuren.charts.liuren import liuren_chart
from liuren.terms import branches, generals, pillars

ZHI = "子丑寅卯辰巳午未申酉戌亥"
GAN = "甲乙丙丁戊己庚辛壬癸"
XING = dict(
    zip(
        "甲乙丙丁戊己庚辛壬癸" + ZHI,
        "木木火火土土金金水水" + "水土木木土火火土金金土水",
        strict=True,
    )
)
KE = {"木土", "土水", "水火", "火金", "金木"}
JI = dict(zip(GAN, "寅辰巳未巳未申戌亥丑", strict=True))
HE = dict(zip("甲己乙庚丙辛丁壬戊癸", "己甲庚乙辛丙壬丁癸戊", strict=True))
PUNISH = dict(zip("子卯寅巳申丑戌未辰午酉亥", "卯子巳申寅戌未丑辰午酉亥", strict=True))
MENG, ZHONG = "寅申巳亥", "子午卯酉"


def ke(a: str, b: str) -> bool:
    return XING[a] + XING[b] in KE


def yang(sign: str) -> bool:
    return (GAN if sign in GAN else ZHI).index(sign) % 2 == 0


def step(branch: str, n: int) -> str:
    return ZHI[(ZHI.index(branch) + n) % 12]


def opposite(branch: str) -> str:
    return step(branch, 6)


class Plate:
    """Heaven over earth."""

    def __init__(self, offset: int) -> None:
        self.over = {earth: step(earth, offset) for earth in ZHI}
        self.under = {heaven: earth for earth, heaven in self.over.items()}


def four(day: str, plate: Plate) -> list[tuple[str, str, str]]:
    """(upper, lower, earth seat) of the lessons; the lower of the first is the stem."""
    gan, zhi = day[0], day[1]
    one = plate.over[JI[gan]]
    three = plate.over[zhi]
    return [
        (one, gan, JI[gan]),
        (plate.over[one], one, one),
        (three, zhi, zhi),
        (plate.over[three], three, three),
    ]


def chain(first: str, plate: Plate) -> str:
    return first + plate.over[first] + plate.over[plate.over[first]]


def transmissions(day: str, offset: int, rule: str) -> str:
    plate = Plate(offset)
    gan, zhi = day[0], day[1]
    on_gan, on_zhi = plate.over[JI[gan]], plate.over[zhi]
    if offset == 0:
        return lying(gan, zhi)
    lessons = four(day, plate)
    thieves = unique([(u, s) for u, low, s in lessons if ke(low, u)])
    conquests = unique([(u, s) for u, low, s in lessons if ke(u, low)])
    group = thieves or conquests
    if group:
        return chain(chosen(day, group, thieves != [], lessons, rule), plate)
    if offset == 6:  # 返吟 without overcoming: the horse of the branch, then branch, then stem
        horse = {"丑": "亥", "未": "巳"}[zhi]
        return horse + on_zhi + on_gan
    if JI[gan] == zhi:  # 八專: two forward or two backward
        first = step(on_gan, 2) if yang(gan) else step(plate.over[on_zhi], -2)
        return first + on_gan + on_gan
    uppers = [u for u, _, _ in lessons]
    arrows = [u for u in uppers[1:] if ke(u, gan)] or [u for u in uppers[1:] if ke(gan, u)]
    if arrows:
        like = [u for u in arrows if yang(u) == yang(gan)]
        return chain((like or arrows)[0], plate)
    if len(set(uppers)) == 3:  # 別責
        trine = {"丑": "巳", "未": "亥", "酉": "丑"}
        first = plate.over[JI[HE[gan]]] if yang(gan) else trine[zhi]
        return first + on_gan + on_gan
    if yang(gan):  # 昴星
        return plate.over["酉"] + on_zhi + on_gan
    return plate.under["酉"] + on_gan + on_zhi


def lying(gan: str, zhi: str) -> str:
    """伏吟: punishments; self-punishing ones go over to the other side, then to the opposite."""
    own, other = JI[gan], zhi
    if not (yang(gan) or gan in "乙癸"):
        own, other = zhi, JI[gan]
    middle = other if PUNISH[own] == own else PUNISH[own]
    last = (
        opposite(middle)
        if PUNISH[middle] in (middle, own) and not turns(own, middle)
        else PUNISH[middle]
    )
    return own + middle + last


def turns(first: str, middle: str) -> bool:
    """A round of three punishments (寅巳申, 丑戌未) does not come back at once."""
    return PUNISH[middle] not in (middle, first)


def unique(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return list({upper: (upper, seat) for upper, seat in reversed(pairs)}.values())[::-1]


def chosen(
    day: str,
    group: list[tuple[str, str]],
    below: bool,
    lessons: list[tuple[str, str, str]],
    rule: str,
) -> str:
    if len(group) == 1:
        return group[0][0]
    like = [pair for pair in group if yang(pair[0]) == yang(day[0])]
    if len(like) == 1:
        return like[0][0]
    left = like or group
    if rule != "mengzhong":
        wading = {pair: depth(*pair, below, rule) for pair in left}
        left = [pair for pair in left if wading[pair] == max(wading.values())]
    for ranks in (MENG, ZHONG):
        here = [pair for pair in left if pair[1] in ranks]
        if here:
            left = here
            break
    if len(left) > 1:
        order = lessons if yang(day[0]) else [*lessons[2:], *lessons[:2]]
        names = [upper for upper, _ in left]
        return next(upper for upper, _, _ in order if upper in names)
    return left[0][0]


def depth(upper: str, seat: str, below: bool, rule: str) -> int:
    """Overcomings met on the way home by branches and the stems lodged on them."""
    way = []
    place = seat if rule == "depth_with_seat" else step(seat, 1)
    while place != upper:
        way += [place, *(gan for gan in GAN if JI[gan] == place)]
        place = step(place, 1)
    return sum(ke(sign, upper) if below else ke(upper, sign) for sign in way)


@pytest.mark.parametrize("rule", ["mengzhong", "depth", "depth_with_seat"])
def test_all_720_lessons(rule: str) -> None:
    for day in pillars.NAMES:
        for offset in range(12):
            chart = liuren_chart(day, 0, offset, convention={"shehai": rule})
            found = "".join(branches.NAMES[b] for b in chart.transmissions)
            assert found == transmissions(day, offset, rule), (day, offset)


def test_the_absolute_hour_changes_nothing() -> None:
    for day in pillars.NAMES:
        for offset in range(12):
            found = {
                liuren_chart(day, hour, (hour + offset) % 12).transmissions for hour in range(12)
            }
            assert len(found) == 1


NOBLES = dict(
    zip(
        GAN,
        ("丑未", "子申", "亥酉", "亥酉", "丑未", "子申", "丑未", "午寅", "巳卯", "巳卯"),
        strict=True,
    )
)
SHEEP = dict(
    zip(
        GAN,
        ("未丑", "申子", "酉亥", "亥酉", "丑未", "子申", "丑未", "寅午", "卯巳", "巳卯"),
        strict=True,
    )
)


@pytest.mark.parametrize(("table", "nobles"), [("jia_ox", NOBLES), ("jia_sheep", SHEEP)])
def test_all_generals(table: str, nobles: dict[str, str]) -> None:
    """The noble on the heaven plate; forward from 亥 to 辰, backward from 巳 to 戌; by day and by night."""
    count: Counter[str] = Counter()
    for gan in range(10):
        for offset in range(12):
            for light in (True, False):
                day = pillars.NAMES[gan]
                chart = liuren_chart(
                    day, 0, offset, daytime=light, convention={"noble_table": table}
                )
                plate = Plate(offset)
                seat = plate.under[nobles[GAN[gan]][0 if light else 1]]
                way = 1 if seat in "亥子丑寅卯辰" else -1
                expected = {step(seat, way * n): name for n, name in enumerate(generals.NAMES)}
                found = {ZHI[b]: generals.NAMES[chart.riders[b]] for b in range(12)}
                assert found == expected
                count["forward" if way == 1 else "backward"] += 1
    assert count["forward"] + count["backward"] == 240
