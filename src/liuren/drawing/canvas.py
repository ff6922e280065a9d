"""What every picture of a chart is made of: characters, labels that fit, boxes, and the stylesheet.

Colours are classes (``wood``, ``fire`` …), so that one stylesheet serves light, dark and print; a small
character names the element too, since colour alone says nothing to many readers. A standalone picture
carries its own stylesheet, one for a page leaves styling to the page.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from liuren.terms import branches, elements, stems

Data = dict[str, Any]

#: Units across; a page scales the picture to its column.
WIDTH = 360.0
MARGIN = 12.0

_ELEMENT_CLASSES = {"木": "wood", "火": "fire", "土": "earth", "金": "metal", "水": "water"}
_SIZES = {"heading": 14.0, "label": 13.0, "small": 12.0, "fine": 11.0, "form": 16.0}


def element_of(character: str) -> str:
    """The element character of a branch or a stem."""
    table = branches if character in branches.NAMES else stems
    return elements.NAMES[table.ELEMENTS[table.NAMES.index(character)]]


def short(label: str) -> str:
    """A label without what stands in brackets after it, for narrow places."""
    return label.split("(")[0].strip()


def width_of(content: str, style: str) -> float:
    """About how wide a text of a style is, in units: a wide character fills its square."""
    squares = sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.53 for c in content)
    return squares * _SIZES[style]


class Element:
    """An element in the making: its opening tag and what is inside. A chart has some two hundred."""

    __slots__ = ("inside", "opening", "tag")

    def __init__(self, tag: str, opening: str) -> None:
        self.tag, self.opening = tag, opening
        self.inside: list[str | Element] = []

    def write(self, pieces: list[str]) -> None:
        """Append the text of the element to ``pieces``."""
        pieces.append(f"<{self.opening}>")
        for one in self.inside:
            if isinstance(one, str):
                pieces.append(one)
            else:
                one.write(pieces)
        pieces.append(f"</{self.tag}>")


def canvas(title: str, description: str, language: str) -> Element:
    """An empty picture. ``title`` is what a screen reader says, ``description`` the notation."""
    root = Element("svg", f'class="liuren-chart {language}" role="img" lang="{language}"')
    root.inside.append(
        f"<title>{escape(title, quote=False)}</title><desc>{escape(description, quote=False)}</desc>"
    )
    return root


def group(parent: Element, name: str) -> Element:
    """A group of a class."""
    found = Element("g", f'g class="{name}"')
    parent.inside.append(found)
    return found


def text(
    parent: Element, x: float, y: float, content: str, classes: str, anchor: str = "middle"
) -> None:
    """A line of text at its baseline."""
    parent.inside.append(
        f'<text x="{x:g}" y="{y:g}" class="{classes}" text-anchor="{anchor}">{escape(content, quote=False)}</text>'
    )


def fitted(parent: Element, x: float, y: float, content: str, room: float) -> None:
    """A centred label; one too wide for ``room`` stands in two smaller lines around ``y``."""
    if width_of(content, "label") <= room or " " not in content:
        text(parent, x, y, content, "label")
        return
    first, _, rest = content.partition(" ")
    text(parent, x, y - 5, first, "fine")
    text(parent, x, y + 6, rest, "fine")


def box(parent: Element, x: float, y: float, width: float, height: float, classes: str) -> None:
    """A box with round corners."""
    parent.inside.append(
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" class="{classes}"/>'
    )


def line(parent: Element, path: str, classes: str) -> None:
    """A stroked path."""
    parent.inside.append(f'<path d="{path}" class="{classes}"/>')


def character(
    parent: Element, x: float, y: float, content: str, size: str = "branch", *, sign: bool = False
) -> None:
    """A stem or branch in the colour of its element; ``sign`` writes the element beside it."""
    element = element_of(content)
    text(parent, x, y, content, f"{size} {_ELEMENT_CLASSES[element]}")
    if sign:
        text(parent, x + (18 if size == "stem" else 21), y - 9, element, "sign")


def classes(base: str, *, differs: bool = False, lit: bool = False, void: bool = False) -> str:
    """The classes of a box: void, different from another school's, lit up for a trace."""
    marks = ("void", void), ("differs", differs), ("lit", lit)
    return " ".join([base, *(name for name, on in marks if on)])


@cache
def stylesheet() -> str:
    """The stylesheet of charts on a page: light, dark and print."""
    return (files("liuren.drawing") / "chart.css").read_text(encoding="utf-8")


@cache
def plain_stylesheet() -> str:
    """The light stylesheet without variables and media queries, which few programs that draw SVG know."""
    light = stylesheet().split("@media", 1)[0]
    colours = dict(re.findall(r"--([a-z-]+): ([^;]+);", light))
    plain = re.sub(r"\s*--[a-z-]+: [^;]+;", "", light)
    return re.sub(r"var\(--([a-z-]+)\)", lambda match: colours[match[1]], plain)


def finished(root: Element, height: float, standalone: bool) -> str:
    """The picture as text, its height known now."""
    size = f'viewBox="0 0 {WIDTH:g} {height:g}"'
    if standalone:
        size += f' width="{WIDTH:g}" height="{height:g}"'
        paper = f'<rect width="{WIDTH:g}" height="{height:g}" class="paper"/>'
        root.inside.insert(1, f"<style>{plain_stylesheet()}</style>{paper}")
    root.opening = f'svg xmlns="http://www.w3.org/2000/svg" {size} {root.opening}'
    pieces: list[str] = []
    root.write(pieces)
    return "".join(pieces)
