"""A chart as a picture: SVG built from the data form of a chart.

Colours are classes (``wood``, ``fire`` …), so that one stylesheet serves light, dark and print; a small
character names the element too, since colour alone says nothing to many readers. A standalone picture
carries its own stylesheet, one for a page leaves styling to the page.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

from liuren.drawing.text import PLATE_ROWS, VOID_MARK, heading_lines
from liuren.terms import branches, elements, stems
from liuren.terms.labels import message, term

Data = dict[str, Any]
Element = ElementTree.Element

WIDTH = 360
CELL_WIDTH, CELL_HEIGHT = 84, 72
MARGIN = 12

_ELEMENT_CLASSES = {"木": "wood", "火": "fire", "土": "earth", "金": "metal", "水": "water"}


def element_of(character: str) -> str:
    """The element character of a branch or a stem."""
    table = branches if character in branches.NAMES else stems
    return elements.NAMES[table.ELEMENTS[table.NAMES.index(character)]]


def _text(
    parent: Element, x: float, y: float, content: str, classes: str, anchor: str = "middle"
) -> Element:
    node = ElementTree.SubElement(
        parent, "text", {"x": f"{x:g}", "y": f"{y:g}", "class": classes, "text-anchor": anchor}
    )
    node.text = content
    return node


def _rectangle(
    parent: Element, x: float, y: float, width: float, height: float, classes: str
) -> Element:
    return ElementTree.SubElement(
        parent,
        "rect",
        {
            "x": f"{x:g}",
            "y": f"{y:g}",
            "width": f"{width:g}",
            "height": f"{height:g}",
            "rx": "6",
            "class": classes,
        },
    )


def _character(parent: Element, x: float, y: float, character: str, size: str = "branch") -> None:
    element = element_of(character)
    _text(parent, x, y, character, f"{size} {_ELEMENT_CLASSES[element]}")


def _canvas(height: float, title: str, description: str, language: str) -> Element:
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height:g}",
            "class": "liuren-chart",
            "role": "img",
            "lang": language if language.startswith("zh") else "zh-Hant",
        },
    )
    ElementTree.SubElement(root, "title").text = title
    ElementTree.SubElement(root, "desc").text = description
    return root


def stylesheet() -> str:
    """The stylesheet of a standalone picture; the web page serves the same file."""
    return (files("liuren.drawing") / "chart.css").read_text(encoding="utf-8")


def _finish(root: Element, standalone: bool) -> str:
    if standalone:
        style = ElementTree.Element("style")
        style.text = stylesheet()
        root.insert(2, style)
    return ElementTree.tostring(root, encoding="unicode")


def _header(root: Element, chart: Data, language: str) -> float:
    y = 22.0
    for line in heading_lines(chart, language):
        _text(root, WIDTH / 2, y, line, "heading")
        y += 20
    return y


def _facts_line(chart: Data, language: str) -> str:
    parts = []
    if chart.get("void"):
        parts.append(f"{message('chart.void', language)} {''.join(chart['void'])}")
    general = chart.get("general_of_month") or chart.get("general")
    if general:
        parts.append(f"{message('chart.general', language)} {general}")
    parts.append(message("chart.daytime" if chart["daytime"] else "chart.night", language))
    return "  ·  ".join(parts)


def liuren_svg(
    chart: Data,
    language: str = "zh-Hant",
    *,
    standalone: bool = True,
    compare: Data | None = None,
    lit: frozenset[str] = frozenset(),
) -> str:
    """A 大六壬 chart as SVG, 360 units wide.

    ``compare`` is the chart of another school: cells, lessons and transmissions that differ are outlined.
    ``lit`` holds names of parts to highlight for a trace: ``cell:子`` (earth position), ``lesson:1``,
    ``transmission:0``.
    """
    title = f"{term('word', 'da-liu-ren', language)} {chart['day']} {chart['hour']}"
    root = _canvas(0, title, chart["notation"], language)
    y = _header(root, chart, language)
    _text(root, WIDTH / 2, y, _facts_line(chart, language), "small")
    y = _draw_transmissions(root, chart, language, y + 14, compare, lit)
    y = _draw_lessons(root, chart, language, y + 10, compare, lit)
    y = _draw_plate(root, chart, language, y + 10, compare, lit)
    root.set("viewBox", f"0 0 {WIDTH} {y:g}")
    return _finish(root, standalone)


def _classes(base: str, differs: bool, is_lit: bool) -> str:
    return " ".join([base, *(["differs"] if differs else []), *(["lit"] if is_lit else [])])


def _draw_transmissions(
    root: Element, chart: Data, language: str, y: float, compare: Data | None, lit: frozenset[str]
) -> float:
    group = ElementTree.SubElement(root, "g", {"class": "transmissions"})
    _text(group, MARGIN, y + 12, message("chart.transmissions", language), "title", "start")
    y += 20
    for index, row in enumerate(chart["transmissions"]):
        differs = compare is not None and compare["transmissions"][index] != row
        void = " void" if row["void"] else ""
        classes = _classes("row" + void, differs, f"transmission:{index}" in lit)
        _rectangle(group, MARGIN, y, WIDTH - 2 * MARGIN, 32, classes)
        name = message("chart." + ("initial", "middle", "final")[index], language)
        _text(group, MARGIN + 10, y + 21, name, "label", "start")
        if row["stem"]:
            _character(group, 132, y + 23, row["stem"], "stem")
        else:
            _text(group, 132, y + 22, VOID_MARK, "label")
        _character(group, 160, y + 23, row["branch"], "stem")
        _text(group, 176, y + 16, element_of(row["branch"]), "sign")
        _text(group, 190, y + 21, term("general", row["rider"], language), "label", "start")
        if chart.get("kin") and language.startswith("zh"):
            kin = term("kin", chart["kin"][index], language)
            _text(group, WIDTH - MARGIN - 10, y + 21, kin, "small", "end")
        y += 36
    return y


def _draw_lessons(
    root: Element, chart: Data, language: str, y: float, compare: Data | None, lit: frozenset[str]
) -> float:
    group = ElementTree.SubElement(root, "g", {"class": "lessons"})
    title = f"{message('chart.lessons', language)} · {message('chart.lessons_order', language)}"
    _text(group, MARGIN, y + 12, title, "title", "start")
    y += 20
    for index, lesson in enumerate(chart["lessons"]):
        x = WIDTH - MARGIN - (index + 1) * CELL_WIDTH
        differs = compare is not None and compare["lessons"][index] != lesson
        classes = _classes("cell", differs, f"lesson:{index + 1}" in lit)
        _rectangle(group, x + 2, y, CELL_WIDTH - 4, 82, classes)
        centre = x + CELL_WIDTH / 2
        _text(
            group, centre, y + 17, term("general", lesson["rider"], language).split("(")[0], "label"
        )
        _character(group, centre, y + 45, lesson["upper"])
        _character(group, centre, y + 73, lesson["lower"])
        for dy, character in ((36, lesson["upper"]), (64, lesson["lower"])):
            _text(group, centre + 20, y + dy, element_of(character), "sign")
    return y + 88


def _draw_plate(
    root: Element, chart: Data, language: str, y: float, compare: Data | None, lit: frozenset[str]
) -> float:
    group = ElementTree.SubElement(root, "g", {"class": "plate"})
    _text(group, MARGIN, y + 12, message("chart.plate", language), "title", "start")
    y += 20
    void = set(chart["void"])
    for line, earths in enumerate(PLATE_ROWS):
        columns = range(4) if len(earths) == 4 else (0, 3)
        for column, earth in zip(columns, earths, strict=True):
            _draw_cell(
                group, chart, earth, MARGIN + column * CELL_WIDTH, y + line * CELL_HEIGHT, language,
                void=void, compare=compare, is_lit=f"cell:{earth}" in lit,
            )  # fmt: skip
    _draw_centre(group, chart, language, y)
    return y + 4 * CELL_HEIGHT + MARGIN


def _draw_cell(
    group: Element,
    chart: Data,
    earth: str,
    x: float,
    y: float,
    language: str,
    *,
    void: set[str],
    compare: Data | None,
    is_lit: bool,
) -> None:
    heaven, rider = chart["plate"][earth], chart["riders"][earth]
    differs = compare is not None and (compare["plate"][earth], compare["riders"][earth]) != (
        heaven,
        rider,
    )
    is_void = heaven in void
    classes = _classes("cell void" if is_void else "cell", differs, is_lit)
    cell = ElementTree.SubElement(group, "g", {"class": "position", "data-earth": earth})
    _rectangle(cell, x + 2, y + 2, CELL_WIDTH - 4, CELL_HEIGHT - 4, classes)
    _text(cell, x + CELL_WIDTH / 2, y + 19, term("general", rider, language).split("(")[0], "label")
    _character(cell, x + CELL_WIDTH / 2, y + 48, heaven)
    _text(cell, x + CELL_WIDTH / 2 + 22, y + 40, element_of(heaven), "sign")
    _text(cell, x + 12, y + CELL_HEIGHT - 10, earth, "earth-name")
    if is_void:
        _text(cell, x + CELL_WIDTH - 13, y + CELL_HEIGHT - 10, VOID_MARK, "void-mark")


def _draw_centre(group: Element, chart: Data, language: str, y: float) -> None:
    names = list(dict.fromkeys([chart["lesson_form"], *chart["patterns"]]))
    lines = [term("form", name, language) for name in names[:5]]
    if not language.startswith("zh"):
        lines = [line.split(" (")[0] for line in lines]
    top = y + 2 * CELL_HEIGHT - (len(lines) - 1) * 10 + 4
    for number, line in enumerate(lines):
        _text(group, WIDTH / 2, top + number * 20, line, "form" if number == 0 else "small")


def jinkoujue_svg(
    chart: Data,
    language: str = "zh-Hant",
    *,
    standalone: bool = True,
    lit: frozenset[str] = frozenset(),
) -> str:
    """A 金口訣 chart as SVG: four positions, arrows where one overcomes (→ ✕) or generates another."""
    title = f"{term('word', 'jin-kou-jue', language)} {chart['day']}"
    root = _canvas(0, title, chart["notation"], language)
    y = _header(root, chart, language)
    _text(root, WIDTH / 2, y, _facts_line(chart, language), "small")
    y += 16
    tops = []
    for position, key, value, name in _positions(chart, language):
        tops.append(y)
        classes = _classes("row", position == chart["use"], f"position:{position}" in lit)
        _rectangle(root, MARGIN, y, 250, 52, classes.replace("differs", "use"))
        _text(root, MARGIN + 10, y + 22, message(key, language).split("(")[0], "label", "start")
        if position == chart["use"]:
            _text(
                root,
                MARGIN + 10,
                y + 42,
                message("chart.use", language).split("(")[0],
                "small",
                "start",
            )
        for offset, character in enumerate(value):
            _character(root, 128 + offset * 30, y + 36, character)
        sign = f"{chart['elements'][position]} {chart['strength'][position]}"
        _text(root, 196, y + 22, sign, "label", "start")
        if name:
            _text(root, 196, y + 42, name.split("(")[0], "small", "start")
        y += 62
    _draw_relations(root, chart, language, tops)
    root.set("viewBox", f"0 0 {WIDTH} {y + MARGIN:g}")
    return _finish(root, standalone)


def _positions(chart: Data, language: str) -> list[tuple[str, str, str, str]]:
    noble = f"{chart['noble_stem']}{chart['noble_branch']}"
    general = f"{chart['general_stem']}{chart['general']}"
    return [
        ("stem", "chart.stem", chart["stem"], ""),
        ("noble", "chart.noble", noble, term("general", chart["noble"], language)),
        ("general", "chart.general_spirit", general, term("spirit", chart["general"], language)),
        ("seat", "chart.seat", chart["seat"], ""),
    ]


def relation(upper: str, lower: str) -> tuple[str, bool] | None:
    """How two elements stand: ("剋" or "生", whether the first acts), or None when they are alike."""
    step = (elements.NAMES.index(lower) - elements.NAMES.index(upper)) % 5
    return {1: ("生", True), 2: ("剋", True), 3: ("剋", False), 4: ("生", False)}.get(step)


def _draw_relations(root: Element, chart: Data, language: str, tops: list[float]) -> None:
    names = ("stem", "noble", "general", "seat")
    group = ElementTree.SubElement(root, "g", {"class": "relations"})
    for index in range(3):
        found = relation(chart["elements"][names[index]], chart["elements"][names[index + 1]])
        x, top, bottom = 284.0, tops[index] + 26, tops[index + 1] + 26
        if found is None:
            _text(group, x + 26, (top + bottom) / 2 + 5, "比", "label")
            continue
        kind, downward = found
        start, end = (top, bottom) if downward else (bottom, top)
        css = "overcomes" if kind == "剋" else "generates"
        path = f"M{x - 10:g} {start:g} H{x + 6:g} V{end:g} H{x - 10:g}"
        ElementTree.SubElement(group, "path", {"d": path, "class": f"arrow {css}"})
        head = f"M{x - 4:g} {end - 5:g} L{x - 12:g} {end:g} L{x - 4:g} {end + 5:g}"
        ElementTree.SubElement(group, "path", {"d": head, "class": f"arrow {css}"})
        word = {"zh-Hans": {"剋": "克", "生": "生"}}.get(language, {}).get(kind, kind)
        _text(group, x + 26, (start + end) / 2 + 5, word, f"label {css}-word")


def chart_svg(chart: Data, language: str = "zh-Hant", *, standalone: bool = True) -> str:
    """The picture of a chart of either method."""
    draw = liuren_svg if chart["method"] == "liuren" else jinkoujue_svg
    return draw(chart, language, standalone=standalone)
