"""The picture of a chart of either method."""

from __future__ import annotations

from liuren.drawing.canvas import Data
from liuren.drawing.plate import liuren_svg
from liuren.drawing.positions import jinkoujue_svg


def chart_svg(
    chart: Data,
    language: str = "zh-Hant",
    *,
    standalone: bool = True,
    compare: Data | None = None,
    lit: frozenset[str] = frozenset(),
) -> str:
    """A chart (``to_dict()``) as SVG, 360 units wide.

    ``compare`` is the same chart under another school: parts that differ are outlined. ``lit`` holds names
    of parts to highlight for a trace: ``cell:子`` (earth position), ``lesson:1`` … ``lesson:4``,
    ``transmission:0`` … ``transmission:2``, ``position:stem`` …
    """
    draw = liuren_svg if chart["method"] == "liuren" else jinkoujue_svg
    return draw(chart, language, standalone=standalone, compare=compare, lit=lit)
