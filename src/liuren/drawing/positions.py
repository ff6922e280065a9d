"""The picture of a 金口訣 chart: four positions from top to bottom, arrows for what each does to the next."""

from __future__ import annotations

from liuren.drawing import canvas
from liuren.drawing.canvas import MARGIN, WIDTH, Data, Element, short
from liuren.drawing.marks import VOID_MARK
from liuren.drawing.plate import heading
from liuren.drawing.text import characters_of
from liuren.terms import elements, positions
from liuren.terms.labels import message, term

_KEYS = {"stem": "stem", "noble": "noble", "general": "general_spirit", "seat": "seat"}
_ROW, _STEP, _BOX = 54.0, 64.0, 258.0


def jinkoujue_svg(
    chart: Data,
    language: str = "zh-Hant",
    *,
    standalone: bool = True,
    compare: Data | None = None,
    lit: frozenset[str] = frozenset(),
) -> str:
    """A 金口訣 chart as SVG; arguments as in ``liuren.drawing.svg.chart_svg``."""
    title = f"{short(term('word', 'jin-kou-jue', language))} {chart.get('day') or ''}".strip()
    root = canvas.canvas(title, chart["notation"], language)
    top = heading(root, chart, language) + 6
    for index, position in enumerate(positions.IDS):
        _position(root, chart, language, position, top + index * _STEP, compare, lit)
    for index in range(3):
        _arrow(root, chart, language, index, top + index * _STEP + _ROW / 2)
    bottom = _foot(root, chart, language, top + 3 * _STEP + _ROW + 8)
    return canvas.finished(root, bottom + MARGIN, standalone)


def _foot(root: Element, chart: Data, language: str, y: float) -> float:
    """Moves, and the stems and branches to wait for, below the positions; returns where they end."""
    group = canvas.group(root, "foot")
    waited = [f"{sign['stem'] or ''}{sign['branch'] or ''}" for sign in chart["timing"]["signs"]]
    rows = {
        "chart.moves": [short(term("move", name, language)) for name in chart["moves"]],
        "chart.timing": list(dict.fromkeys(waited)),
    }
    for key, words in rows.items():
        for line in _lines(short(message(key, language)), words):
            y += 18
            canvas.text(group, MARGIN, y, line, "small", "start")
    return y


def _lines(title: str, words: list[str]) -> list[str]:
    """A title and words in as many lines as the picture asks for."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} · {word}" if lines else f"{title}\u2003{word}"
        if lines and canvas.width_of(longer, "small") > WIDTH - 2 * MARGIN:
            lines.append(word)
        else:
            lines[-1:] = [longer]
    return lines


def _position(
    root: Element,
    chart: Data,
    language: str,
    position: str,
    y: float,
    compare: Data | None,
    lit: frozenset[str],
) -> None:
    is_use = position == chart["use"]
    value = characters_of(chart, position)
    differs = compare is not None and (
        characters_of(compare, position) != value or (position == compare["use"]) != is_use
    )
    is_void = value[-1] in (chart["void"] or ())
    marks = canvas.classes("row", differs=differs, lit=f"position:{position}" in lit, void=is_void)
    canvas.box(root, MARGIN, y, _BOX, _ROW, f"{marks} use" if is_use else marks)
    if is_void:
        canvas.text(root, MARGIN + _BOX - 14, y + 21, VOID_MARK, "void-mark")
    name = message(f"chart.{_KEYS[position]}", language)
    # 귀신 alone is heard as a ghost; in English the characters have no room.
    lines = [(name if language == "ko" else short(name), "label")]
    if spirit := _spirit(chart, language, position):
        lines.append((spirit, "fine"))
    if is_use:
        lines.append((short(message("chart.use", language)), "fine mark"))
    first, apart = (18, 15) if len(lines) == 3 else (22, 20)
    for number, (content, style) in enumerate(lines):
        canvas.text(root, MARGIN + 10, y + first + number * apart, content, style, "start")
    for offset, content in enumerate(reversed(value)):
        canvas.character(root, 188 - offset * 30, y + 37, content)
    state = short(term("state", chart["strength"][position], language))
    canvas.text(root, 207, y + 22, chart["elements"][position], "label", "start")
    canvas.text(root, 207, y + 42, state, "fine", "start")


def _spirit(chart: Data, language: str, position: str) -> str:
    if position == "noble":
        return short(term("general", chart["noble"], language))
    if position == "general":
        return short(term("spirit", chart["general"], language))
    return ""


def relation(upper: str, lower: str) -> tuple[str, bool] | None:
    """How two elements stand: ("剋" or "生", whether the first acts), or None when they are alike."""
    step = (elements.NAMES.index(lower) - elements.NAMES.index(upper)) % 5
    return {1: ("生", True), 2: ("剋", True), 3: ("剋", False), 4: ("生", False)}.get(step)


def _arrow(root: Element, chart: Data, language: str, index: int, top: float) -> None:
    upper, lower = (chart["elements"][name] for name in positions.IDS[index : index + 2])
    found = relation(upper, lower)
    edge, far, bottom = MARGIN + _BOX + 4, MARGIN + _BOX + 20, top + _STEP
    words = MARGIN + _BOX + 25
    group = canvas.group(root, "relation")
    # Neighbouring arrows keep apart where they meet at a position.
    top, bottom = top + 6, bottom - 6
    if found is None:
        label = message("chart.relation.alike", language)
        canvas.text(group, words, (top + bottom) / 2 + 4, label, "fine", "start")
        return
    kind, downward = found
    name = "overcomes" if kind == "剋" else "generates"
    start, end = (top, bottom) if downward else (bottom, top)
    canvas.line(group, f"M{edge:g} {start:g} H{far:g} V{end:g} H{edge:g}", f"arrow {name}")
    head = f"M{edge:g} {end:g} l7 -4.5 v9 z"
    canvas.line(group, head, f"head {name}")
    label = message(f"chart.relation.{name}", language)
    canvas.text(group, words, (top + bottom) / 2 + 4, label, f"fine {name}-word", "start")
