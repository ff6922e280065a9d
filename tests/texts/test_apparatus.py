"""The slips and contradictions of the books: what is recommended runs, what is printed can be had, and a reader sees both."""

from __future__ import annotations

from typing import Any, Final

import pytest

import liuren
from liuren.edition import work as edition_work
from liuren.reading import vocabulary
from liuren.terms.convention import default_convention, registry

from .test_option_readings import conditions

#: Clauses of she fu whose print the close reading mends or doubts.
SLIPS: Final = (
    "zi.22 zi.38 chou.14 yin.6 yin.7 yin.22 si.21 wu.17 wei.3 wei.29 shen.3 shen.11 you.9 you.27 guiren.5"
    " guiren.20 xuanwu.12 qili.2 qili.4 jishi.3 guoshi.5 wuse.5 youwu.9 xushi.9 xushi.11 xushi.13 xushi.14"
    " keshi.2 shiwei.1 mzj.5 xingzhuang2.3 tianjiang.24 tianjiang.29 tianjiang.32"
)  # fmt: skip

#: Sentences of 金口訣 with slips of copying and of conversion between the scripts.
SLIPS_OF_JINKOUJUE: Final = (
    "4 13 68 145 201 216 219 223 230 255 266 267 293 324 329 330 366 372 378"
)

#: Number of contradictions of each book, C01 … and K01 ….
CONTRADICTIONS: Final = {"shefu": ("C", 22), "jinkoujue": ("K", 14)}

SHEFU = {clause.id: clause for clause in edition_work("shefu")}
EMENDED: Final[list[tuple[str, dict[str, Any]]]] = [
    (clause.id, entry)
    for work in CONTRADICTIONS
    for clause in edition_work(work)
    for entry in clause.apparatus
    if entry["option"]
]


@pytest.mark.parametrize(
    "clause",
    [
        *(f"shefu:{name}" for name in SLIPS.split()),
        *(f"jinkoujue:{name}" for name in SLIPS_OF_JINKOUJUE.split()),
    ],
)
def test_every_slip_is_in_the_apparatus(clause: str) -> None:
    assert edition_work(clause.partition(":")[0])[clause].apparatus


@pytest.mark.parametrize("work", CONTRADICTIONS)
def test_every_contradiction_is_in_the_apparatus_and_at_its_clauses(work: str) -> None:
    letter, count = CONTRADICTIONS[work]
    listed = {row["id"]: row for row in edition_work(work).contradictions}
    assert sorted(listed) == [f"{letter}{number:02d}" for number in range(1, count + 1)]
    for clause in edition_work(work):
        assert set(clause.contradictions) == {
            name for name, row in listed.items() if clause.id in row["clauses"]
        }


@pytest.mark.parametrize(("clause", "entry"), EMENDED, ids=[clause for clause, _ in EMENDED])
def test_an_emendation_can_be_taken_back(clause: str, entry: dict[str, Any]) -> None:
    """The option names the value under which the mended words are read; another value reads otherwise."""
    option, _, value = entry["option"].partition("=")
    row = registry()[option]
    assert value in row["values"]
    if (
        row["room"] == "reading"
    ):  # of the order in which a reader looks: tests/reading/test_salience.py
        assert SHEFU[clause].status == "method"
        return
    work = clause.partition(":")[0]
    mended = conditions(work, ((option, value),)).get(clause)
    others = [
        conditions(work, ((option, other),)).get(clause)
        for other in row["values"]
        if other != value
    ]
    assert any(other != mended for other in others)
    # What cannot stand at all (安裝) is left out of a sentence that can: adopted or not, it runs.
    assert default_convention()[option] == value
    assert mended is not None


@pytest.mark.parametrize("rule", vocabulary.weighing()["priority"], ids=lambda rule: rule["id"])
def test_what_is_put_first_is_a_contradiction_of_the_book(rule: dict[str, Any]) -> None:
    """Where one line of the book overrules another the clauses are those of the contradiction."""
    (row,) = [r for r in edition_work("shefu").contradictions if r["id"] == rule["id"]]
    exact = {name for group in rule["order"] for name in group if not name.endswith("*")}
    assert exact <= set(row["clauses"])
    for group in rule["order"]:
        for name in group:
            assert any(clause.startswith(name.rstrip("*")) for clause in row["clauses"])


#: What the close reading recommends where two lines disagree, on a chart where both speak: the clause that leads,
#: the one that is shown against it, the facet.
LEADS: Final = [
    # 甲午日 with 寅 and 午 in the transmissions: red inside, black by the other account.
    ("C13", {"day": "甲午", "hour": "子", "general": "辰"}, "shefu:biaoli.3", "shefu:biaoli.4"),
]


def test_the_main_reading_leads_the_other_account() -> None:
    for contradiction, facts, first, second in LEADS:
        reading = liuren.read(liuren.liuren_chart(**facts))
        values = {clause: s for s in reading.stated for clause in s.clauses if s.facet == "inside"}
        assert values[first].trust > values[second].trust
        assert (contradiction, first) in values[second].overruled
