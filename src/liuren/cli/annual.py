"""``liuren annual``: the annual branch (行年) at an age, and the songs of that branch."""

from __future__ import annotations

from liuren.cli.language import echo_json
from liuren.cli.options import PRINTING, Option

OPTIONS = (
    Option("--birth", "甲午", "Birth pillar.", required=True),
    Option("--sex", "male|female", "Sex.", required=True),
    Option("--age", "YEARS", "Nominal age; without it, ages 1 to 60 are listed.", "whole"),
    *PRINTING,
)


def annual(birth: str, sex: str, age: int | None, language: str, as_json: bool) -> None:
    """The annual branch of a person: men go forward from 丙, women backward from 壬 of the birth decade."""
    import liuren

    ages = [age] if age is not None else list(range(1, 61))
    rows = [(number, liuren.annual_branch(birth=birth, sex=sex, age=number)) for number in ages]
    if as_json:
        if age is not None:
            echo_json({"birth": birth, "sex": sex, "age": age, "annual": rows[0][1]})
        else:
            echo_json({"birth": birth, "sex": sex, "ages": {str(n): pillar for n, pillar in rows}})
        return
    if age is not None:
        print(rows[0][1])
        for line in _song(rows[0][1], language):
            print(line)
        return
    for start in range(0, 60, 10):
        print("  ".join(f"{number:>2} {pillar}" for number, pillar in rows[start : start + 10]))


def _song(pillar: str, language: str) -> list[str]:
    """The eight lines of the song of the annual branch, with their meaning."""
    import liuren

    sections = ["yin", "mao", "chen", "si", "wu", "wei", "shen", "you", "xu", "hai", "zi", "chou"]
    chapter = f"annual-song-{sections['寅卯辰巳午未申酉戌亥子丑'.index(pillar[1])]}"
    lines = []
    for clause in liuren.clauses("jinkoujue"):
        if clause["chapter"] == chapter:
            text = clause["text"]["zh-Hans" if language == "zh-Hans" else "zh-Hant"]
            meaning = clause["translations"].get(language)
            lines.append(f"  {text}" + (f"\n      {meaning}" if meaning else ""))
    return lines
