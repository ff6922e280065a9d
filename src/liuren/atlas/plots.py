"""Plots as data, and pictures of them (SVG, PNG) with matplotlib, in four languages and without a screen."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from liuren.atlas.words import in_language
from liuren.terms.errors import InputError
from liuren.terms.installing import install_command

Words = Mapping[str, str]

#: Families with Chinese and Hangul, best first; what is missing falls back to the next.
_FAMILIES: Final = {
    "ko": ("Noto Sans CJK KR", "Noto Sans CJK JP", "Noto Serif CJK KR", "NanumGothic", "Malgun Gothic"),
    "zh-Hans": ("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Serif CJK SC", "Microsoft YaHei", "PingFang SC"),
    "zh-Hant": ("Noto Sans CJK TC", "Noto Sans CJK JP", "Noto Serif CJK TC", "Microsoft JhengHei", "PingFang TC"),
}  # fmt: skip
#: Colours that can be told apart by most eyes (Okabe and Ito).
_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#333333")


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot as data. ``kind``: bars (upright), rows (lying), lines, heat.

    ``labels`` name the places of every series; ``series`` are (name, values); words are mappings of languages,
    under the empty name where all languages share them.
    """

    id: str
    kind: str
    title: Words
    labels: tuple[Words, ...]
    series: tuple[tuple[Words, tuple[float, ...]], ...]
    across: Words
    upright: Words

    def to_dict(self) -> dict[str, Any]:
        """The plot as plain data."""
        return {
            "id": self.id,
            "kind": self.kind,
            "title": dict(self.title),
            "labels": [dict(label) for label in self.labels],
            "series": [{"name": dict(n), "values": list(v)} for n, v in self.series],
            "across": dict(self.across),
            "upright": dict(self.upright),
        }


def draw(plot: Plot, language: str = "en", form: str = "svg") -> bytes:
    """A picture of a plot; ``form`` is svg or png. The same plot gives the same bytes.

    Raises:
        InputError: matplotlib is not installed.
    """
    figure_of, context = _matplotlib()
    with context(_style(language)), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing", UserWarning)
        figure = figure_of(figsize=_size(plot), layout="constrained")
        axes = figure.subplots()
        axes.set_title(in_language(plot.title, language), fontsize=12)
        _KINDS[plot.kind](axes, plot, language)
        target = io.BytesIO()
        metadata = {"Date": None, "Creator": "liuren"} if form == "svg" else {"Software": "liuren"}
        figure.savefig(target, format=form, metadata=metadata, dpi=110)
    return target.getvalue()


def _matplotlib() -> tuple[Any, Any]:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise InputError(
            "Plots need the package matplotlib, which is not installed.",
            hint=install_command("atlas"),
            code="missing_extra",
        ) from error
    return Figure, matplotlib.rc_context


def _style(language: str) -> dict[str, Any]:
    known = _installed()
    wanted = _FAMILIES.get(language, _FAMILIES["zh-Hant"])
    found = [family for family in wanted if family in known]
    return {
        "font.family": [*found[:1], "DejaVu Sans"],
        "font.size": 9,
        "svg.hashsalt": "liuren",
        "svg.fonttype": "path",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": False,
    }


@cache
def _installed() -> frozenset[str]:
    from matplotlib import font_manager

    return frozenset(font.name for font in font_manager.fontManager.ttflist)


def _size(plot: Plot) -> tuple[float, float]:
    if plot.kind == "rows":
        return 8.5, 1.2 + 0.26 * len(plot.labels) * max(1, len(plot.series) * 0.7)
    if plot.kind == "heat":
        return 7.5, 1.6 + 0.36 * len(plot.series)
    return 8.5, 4.0


def _texts(words: tuple[Words, ...], language: str) -> list[str]:
    return [in_language(word, language) for word in words]


def _axes_names(axes: Any, plot: Plot, language: str) -> None:
    axes.set_xlabel(in_language(plot.across, language))
    axes.set_ylabel(in_language(plot.upright, language))


def _bars(axes: Any, plot: Plot, language: str) -> None:
    places = range(len(plot.labels))
    for (_, values), colour in zip(plot.series, _COLOURS, strict=False):
        axes.bar(places, values, color=colour, width=0.8)
    axes.set_xticks(list(places), _texts(plot.labels, language), rotation=60, ha="right")
    _axes_names(axes, plot, language)


def _rows(axes: Any, plot: Plot, language: str) -> None:
    count = len(plot.series)
    thick = 0.8 / count
    for number, ((name, values), colour) in enumerate(zip(plot.series, _COLOURS, strict=False)):
        places = [place + (number - (count - 1) / 2) * thick for place in range(len(values))]
        axes.barh(places, values, height=thick, color=colour, label=in_language(name, language))
    axes.set_yticks(list(range(len(plot.labels))), _texts(plot.labels, language))
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.axvline(0, color="#333333", linewidth=0.8)
    if count > 1:
        axes.legend(frameon=False)
    _axes_names(axes, plot, language)


def _lines(axes: Any, plot: Plot, language: str) -> None:
    places = list(range(len(plot.labels)))
    for (name, values), colour in zip(plot.series, _COLOURS, strict=False):
        axes.plot(
            places,
            values,
            color=colour,
            marker="o",
            markersize=3,
            label=in_language(name, language),
        )
    step = max(1, len(places) // 24)
    axes.set_xticks(places[::step], _texts(plot.labels, language)[::step], rotation=60, ha="right")
    axes.set_ylim(bottom=0)
    if len(plot.series) > 1:
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    _axes_names(axes, plot, language)


def _heat(axes: Any, plot: Plot, language: str) -> None:
    image = axes.imshow(
        [values for _, values in plot.series], cmap="cividis", aspect="auto", vmin=0
    )
    rotation = 60 if any(len(text) > 2 for text in _texts(plot.labels, language)) else 0
    axes.set_xticks(
        list(range(len(plot.labels))),
        _texts(plot.labels, language),
        rotation=rotation,
        ha="right" if rotation else "center",
    )
    names = [in_language(name, language) for name, _ in plot.series]
    axes.set_yticks(list(range(len(names))), names)
    axes.figure.colorbar(image, ax=axes)
    for side in axes.spines.values():
        side.set_visible(False)
    _axes_names(axes, plot, language)


_KINDS: Final = {"bars": _bars, "rows": _rows, "lines": _lines, "heat": _heat}
