"""Charts and readings in a notebook: a picture, or a page with the picture and the words.

Works on the data form alone; whatever has ``to_dict()`` in a documented shape can be shown.
"""

from __future__ import annotations

import os
from html import escape
from typing import Any

from liuren.drawing.svg import chart_svg
from liuren.terms.labels import message, parse_language

Data = dict[str, Any]


def notebook_language() -> str:
    """LIUREN_LANG, else English.

    Raises:
        InputError: LIUREN_LANG names a language that Liuren does not have.
    """
    return parse_language(os.environ.get("LIUREN_LANG") or "en")


def picture(value: Any) -> str:
    """The chart of a chart or reading as SVG that stands alone."""
    return chart_svg(_chart(value.to_dict()), notebook_language(), standalone=True)


def page(value: Any) -> str:
    """HTML: the picture, what names the chart, warnings; of a reading also its words and findings."""
    language = notebook_language()
    data: Data = value.to_dict()
    chart = _chart(data)
    parts = [
        chart_svg(chart, language, standalone=True),
        f"<p><code>{escape(chart['notation'])}</code></p>",
        *(f"<p>⚠ {escape(_words(one, language))}</p>" for one in chart["warnings"]),
    ]
    if "findings" in data:
        parts.append(f"<p>{escape(value.paragraph(language))}</p>")
        parts.append(_findings(data, language))
    return f'<div lang="{language}">{"".join(parts)}</div>'


def _chart(data: Data) -> Data:
    """The chart itself, or the chart of a reading."""
    found: Data = data.get("chart", data)
    return found


def _words(warning: Any, language: str) -> str:
    labels = warning.get("labels") or {}
    return str(labels.get(language, warning["message"]))


def _findings(data: Data, language: str) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(one['clause'])}</code></td><td>{escape(one['labels'][language])}</td></tr>"
        for one in data["findings"]
        if one["on_topic"]
    )
    heading = escape(message("reading.findings", language))
    return f"<details><summary>{heading}</summary><table>{rows}</table></details>"
