"""``liuren chart``: a 大六壬 chart without a reading."""

from __future__ import annotations

from typing import Any

from liuren.cli.casting import chart_of
from liuren.cli.language import echo_json
from liuren.cli.options import CASTING, PRINTING, Option

OPTIONS = (
    *CASTING,
    Option("--season", "春|夏|秋|冬", "Season, where the month is not known."),
    Option("--age-branch", "申", "Annual branch (行年)."),
    Option("--svg", "FILE", "Also write the chart as a picture."),
    *PRINTING,
)


def chart(svg: str | None, language: str, as_json: bool, **options: Any) -> None:
    """Cast a 大六壬 chart: pillars, three transmissions, four lessons, plates, and where schools differ."""
    from liuren.drawing.text import chart_text

    data = chart_of("liuren", options).to_dict()
    if svg:
        _write_picture(svg, data, language)
    if as_json:
        echo_json(data)
    else:
        print(chart_text(data, language))
        print(f"\n{data['notation']}")


def _write_picture(path: str, data: dict[str, Any], language: str) -> None:
    """Write the chart as SVG; a file that is no picture is never written over."""
    from liuren.cli.files import beginning, write_text
    from liuren.drawing.svg import chart_svg
    from liuren.terms.errors import InputError

    there = beginning(path)
    if there and b"<svg" not in there:
        raise InputError(
            f"{path[:80]} is there already and is not a picture; it was not touched.",
            hint="Name another file.",
            code="file_exists",
        )
    write_text(path, chart_svg(data, language))
