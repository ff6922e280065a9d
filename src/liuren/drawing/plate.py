"""The picture of a 大六壬 chart: transmissions, lessons right to left, the plate with its earth positions fixed."""

from __future__ import annotations

from liuren.drawing import canvas
from liuren.drawing.canvas import MARGIN, WIDTH, Data, Element, short
from liuren.drawing.marks import VOID_MARK
from liuren.drawing.text import PLATE_ROWS, heading_lines, person_words
from liuren.terms.labels import message, term

CELL_WIDTH, CELL_HEIGHT = 84.0, 72.0
_ROOM = CELL_WIDTH - 10


class _Drawing:
    """One picture in the making: the chart, the language, and what is to be marked."""

    __slots__ = ("chart", "compare", "language", "lit", "root", "void")

    def __init__(self, chart: Data, language: str, compare: Data | None, lit: frozenset[str]):
        self.chart, self.language, self.compare, self.lit = chart, language, compare, lit
        self.void = frozenset(chart["void"])
        title = f"{term('word', 'da-liu-ren', language)} {chart['day']} {chart['hour']}"
        self.root = canvas.canvas(title, chart["notation"], language)

    def say(self, key: str) -> str:
        return message(key, self.language)

    def general(self, name: str) -> str:
        return short(term("general", name, self.language))

    def differs(self, part: str, index: int) -> bool:
        return self.compare is not None and self.compare[part][index] != self.chart[part][index]

    def title(self, group: Element, y: float, content: str) -> float:
        canvas.text(group, MARGIN, y + 12, content, "title", "start")
        return y + 20


def liuren_svg(
    chart: Data,
    language: str = "zh-Hant",
    *,
    standalone: bool = True,
    compare: Data | None = None,
    lit: frozenset[str] = frozenset(),
) -> str:
    """A 大六壬 chart as SVG; arguments as in ``liuren.drawing.svg.chart_svg``."""
    drawing = _Drawing(chart, language, compare, lit)
    y = heading(drawing.root, chart, language)
    y = _transmissions(drawing, y + 4)
    y = _lessons(drawing, y + 8)
    y = _plate(drawing, y + 8)
    return canvas.finished(drawing.root, y, standalone)


def heading(root: Element, chart: Data, language: str) -> float:
    """Moment, pillars, void, month general, day or night; returns where the next part begins."""
    y = 22.0
    written_lines = [*heading_lines(chart, language), facts_line(chart, language)]
    if of_whom := person_line(chart, language):
        written_lines.append(of_whom)
    for written in written_lines:
        content = written.replace("  ", "\u2003")  # a picture shows two plain spaces as one
        room = WIDTH - MARGIN
        fitting = (one for one in ("heading", "label") if canvas.width_of(content, one) <= room)
        style = next(fitting, "small")
        canvas.text(root, WIDTH / 2, y, content, style)
        y += 20
    return y - 8


def facts_line(chart: Data, language: str) -> str:
    """Void, month general and day or night in one line."""
    parts = []
    if chart.get("void"):
        parts.append(f"{short(message('chart.void', language))} {''.join(chart['void'])}")
    general = chart.get("general_of_month") or (chart["method"] == "liuren" and chart["general"])
    if general:
        parts.append(f"{short(message('chart.general', language))} {general}")
    parts.append(short(message("chart.daytime" if chart["daytime"] else "chart.night", language)))
    return " · ".join(parts)


def person_line(chart: Data, language: str) -> str:
    """Which guest, and what is known of the person."""
    guest = chart.get("guest", 1)
    parts = [message("chart.guest", language, number=guest)] if guest != 1 else []
    parts += [f"{short(label)} {value}".strip() for label, value in person_words(chart, language)]
    return " · ".join(parts)


def _transmissions(drawing: _Drawing, y: float) -> float:
    chart, language = drawing.chart, drawing.language
    group = canvas.group(drawing.root, "transmissions")
    y = drawing.title(group, y, drawing.say("chart.transmissions"))
    kin = chart.get("kin") or ["", "", ""]
    pairs = [
        (term("general", row["rider"], language), term("kin", one, language) if one else "")
        for row, one in zip(chart["transmissions"], kin, strict=True)
    ]
    beside = all(_fits_beside(rider, relation) for rider, relation in pairs)
    for index, row in enumerate(chart["transmissions"]):
        marks = canvas.classes(
            "row",
            differs=drawing.differs("transmissions", index),
            lit=f"transmission:{index}" in drawing.lit,
            void=row["void"],
        )
        canvas.box(group, MARGIN, y, WIDTH - 2 * MARGIN, 34, marks)
        name = drawing.say("chart." + ("initial", "middle", "final")[index])
        canvas.text(group, MARGIN + 10, y + 22, name, "label", "start")
        if row["stem"]:
            canvas.character(group, 132, y + 24, row["stem"], "stem")
        else:
            canvas.text(group, 132, y + 23, VOID_MARK, "label")
        canvas.character(group, 160, y + 24, row["branch"], "stem", sign=True)
        _pair(group, y, *pairs[index], beside=beside)
        y += 38
    return y


def _fits_beside(rider: str, relation: str) -> bool:
    together = canvas.width_of(rider, "label") + canvas.width_of(relation, "small")
    return not relation or together < WIDTH - MARGIN - 210


def _pair(group: Element, y: float, rider: str, relation: str, *, beside: bool) -> None:
    """General and kin: beside each other where all three have room, else one above the other."""
    if beside or not relation:
        canvas.text(group, 196, y + 22, rider, "label", "start")
        canvas.text(group, WIDTH - MARGIN - 10, y + 22, relation, "small", "end")
    else:
        canvas.text(group, 196, y + 15, rider, "label", "start")
        canvas.text(group, 196, y + 29, relation, "small", "start")


def _lessons(drawing: _Drawing, y: float) -> float:
    group = canvas.group(drawing.root, "lessons")
    order = short(drawing.say("chart.lessons_order"))
    y = drawing.title(group, y, f"{drawing.say('chart.lessons')} · {order}")
    for index, lesson in enumerate(drawing.chart["lessons"]):
        x = WIDTH - MARGIN - (index + 1) * CELL_WIDTH
        marks = canvas.classes(
            "cell",
            differs=drawing.differs("lessons", index),
            lit=f"lesson:{index + 1}" in drawing.lit,
            void=lesson["upper"] in drawing.void,
        )
        canvas.box(group, x + 2, y, CELL_WIDTH - 4, 86, marks)
        centre = x + CELL_WIDTH / 2
        canvas.fitted(group, centre, y + 18, drawing.general(lesson["rider"]), _ROOM)
        canvas.character(group, centre, y + 50, lesson["upper"], sign=True)
        canvas.character(group, centre, y + 78, lesson["lower"], sign=True)
    return y + 90


def _plate(drawing: _Drawing, y: float) -> float:
    group = canvas.group(drawing.root, "plate")
    y = drawing.title(group, y, drawing.say("chart.plate"))
    for row, earths in enumerate(PLATE_ROWS):
        columns = range(4) if len(earths) == 4 else (0, 3)
        for column, earth in zip(columns, earths, strict=True):
            _cell(drawing, group, earth, MARGIN + column * CELL_WIDTH, y + row * CELL_HEIGHT)
    _centre(drawing, group, y)
    return y + 4 * CELL_HEIGHT + MARGIN


def _cell(drawing: _Drawing, group: Element, earth: str, x: float, y: float) -> None:
    chart, other = drawing.chart, drawing.compare
    heaven, rider = chart["plate"][earth], chart["riders"][earth]
    differs = other is not None and (other["plate"][earth], other["riders"][earth]) != (
        heaven,
        rider,
    )
    is_void = heaven in drawing.void
    marks = canvas.classes(
        "cell", differs=differs, lit=f"cell:{earth}" in drawing.lit, void=is_void
    )
    cell = canvas.group(group, "position")
    canvas.box(cell, x + 2, y + 2, CELL_WIDTH - 4, CELL_HEIGHT - 4, marks)
    canvas.fitted(cell, x + CELL_WIDTH / 2, y + 19, drawing.general(rider), _ROOM)
    canvas.character(cell, x + CELL_WIDTH / 2, y + 52, heaven, sign=True)
    canvas.text(cell, x + 13, y + CELL_HEIGHT - 9, earth, "earth-name")
    if is_void:
        canvas.text(cell, x + CELL_WIDTH - 14, y + CELL_HEIGHT - 9, VOID_MARK, "void-mark")


def _centre(drawing: _Drawing, group: Element, y: float) -> None:
    """The names of the lesson in the middle of the ring."""
    chart = drawing.chart
    names = list(dict.fromkeys([chart["lesson_form"], *chart["patterns"]]))[:6]
    lines = [term("form", name, drawing.language) for name in names]
    if drawing.language == "en":
        lines = [short(content) for content in lines]
    top = y + 2 * CELL_HEIGHT - (len(lines) - 1) * 10 + 4
    for number, content in enumerate(lines):
        style = "form" if number == 0 else "small"
        canvas.text(group, WIDTH / 2, top + number * 20, content, style)
