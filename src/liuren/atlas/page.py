"""The atlas as files: a page in one language, a picture for every plot, and every table as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Final

from liuren.atlas.plots import draw
from liuren.atlas.reports.report import Report
from liuren.atlas.show import cell
from liuren.atlas.words import in_language, word, words
from liuren.terms.errors import InputError
from liuren.terms.versions import ENGINE

#: Rows that the page itself shows; the whole table is in the CSV beside it.
_SHOWN: Final = 60

_STYLE: Final = """
body{font:16px/1.6 system-ui,"Noto Sans CJK TC","Noto Sans CJK KR",sans-serif;max-width:62rem;margin:0 auto;
padding:1rem;color:#1c1c1c;background:#fff}
h1,h2{line-height:1.25}nav ul{columns:2;padding-left:1.2rem}
img{max-width:100%;height:auto}figure{margin:1rem 0}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}
code{background:#f2f2f2;padding:.1rem .3rem;border-radius:.2rem;overflow-wrap:anywhere}
.made{font-size:.85rem;color:#444}
@media(prefers-color-scheme:dark){body{background:#161616;color:#e8e8e8}code{background:#2a2a2a}
th,td{border-color:#333}.made{color:#aaa}img{background:#fff}}
"""
_NUMBERS: Final = ("number", "share", "bits", "decimal")


def write_atlas(
    reports: Iterable[Report],
    folder: Path,
    language: str,
    told: Callable[[str], None] = lambda _: None,
) -> Path:
    """Write the page ``index.html`` with its tables and pictures; ``told`` hears each report's name.

    Raises:
        InputError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = []
        for report in reports:
            told(report.id)
            _write_tables(report, folder)
            _write_pictures(report, folder, language)
            made.append(report)
        page = folder / "index.html"
        page.write_text(html_page(made, language), encoding="utf-8")
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror or error}.",
            hint="Choose another folder.",
            code="bad_output",
        ) from error
    return page


def _name(report: Report) -> str:
    return report.id if report.work == "shefu" else f"{report.work}-{report.id}"


def _write_tables(report: Report, folder: Path) -> None:
    (folder / f"{_name(report)}.csv").write_text(csv_text(report), encoding="utf-8")
    data = json.dumps(report.to_dict(), ensure_ascii=False, indent=1)
    (folder / f"{_name(report)}.json").write_text(data + "\n", encoding="utf-8")


def _write_pictures(report: Report, folder: Path, language: str) -> None:
    for plot in report.plots:
        for form in ("svg", "png"):
            path = folder / f"{_name(report)}-{plot.id}.{form}"
            path.write_bytes(draw(plot, language, form))


def csv_text(report: Report) -> str:
    """The table as CSV: ids and numbers as they are, lists with spaces, words by language."""
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    languages = ("zh-Hant", "zh-Hans", "ko", "en")
    heads: list[str] = []
    for name, kind in report.columns.items():
        heads += [f"{name}.{tongue}" for tongue in languages] if kind == "words" else [name]
    writer.writerow(heads)
    for row in report.rows:
        cells: list[object] = []
        for name, kind in report.columns.items():
            value = row[name]
            if kind == "words":
                cells += [value.get(tongue, "") for tongue in languages]
            else:
                cells.append(" ".join(value) if isinstance(value, list) else value)
        writer.writerow(cells)
    return target.getvalue()


def html_page(reports: list[Report], language: str) -> str:
    """The page of some reports; pictures and tables are beside it."""
    title = word("atlas.title", language)
    contents = "".join(
        f'<li><a href="#{_name(r)}">{escape(in_language(r.title, language))}</a></li>'
        for r in reports
    )
    sections = "".join(_section(report, language) for report in reports)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main>"
        f"<h1>{escape(title)}</h1><p>{escape(word('atlas.intro', language))}</p>"
        f"<nav><ul>{contents}</ul></nav>{sections}</main></body></html>\n"
    )


def _section(report: Report, language: str) -> str:
    name = _name(report)
    heading = escape(in_language(report.title, language))
    pictures = "".join(
        f'<figure><img src="{name}-{plot.id}.svg" alt="{escape(in_language(plot.title, language))}"></figure>'
        for plot in report.plots
    )
    return (
        f'<section id="{name}"><h2>{heading}</h2>'
        f"<p>{escape(report.explanation[language])}</p>{pictures}{_table(report, language)}"
        f'<p class="made">{escape(word("atlas.made_by", language))} <code>{escape(report.command)}</code><br>'
        f"{escape(report.work)} · {escape(_convention(report, language))} · {escape(report.digest)} · {ENGINE} · "
        f'<a href="{name}.csv">CSV</a> · <a href="{name}.json">JSON</a></p></section>'
    )


def _convention(report: Report, language: str) -> str:
    convention = report.book.convention
    changed = " ".join(f"{k}={v}" for k, v in convention.differences().items())
    return f"{word('atlas.convention', language)} {convention.name} {changed}".strip()


def _table(report: Report, language: str) -> str:
    heads = "".join(
        f'<th scope="col">{escape(words(f"column.{name}")[language])}</th>'
        for name in report.columns
    )
    rows = "".join(_table_row(report, row, language) for row in report.rows[:_SHOWN])
    left = len(report.rows) - _SHOWN
    more = ""
    if left > 0:
        text = word("atlas.more_rows", language).format(count=f"{left:,}")
        more = f'<p><a href="{_name(report)}.csv">{escape(text)}</a></p>'
    return f'<div class="table"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{more}'


def _table_row(report: Report, row: dict[str, object], language: str) -> str:
    cells = "".join(
        f"<td{' class=n' if kind in _NUMBERS else ''}>{escape(cell(kind, row[name], language))}</td>"
        for name, kind in report.columns.items()
    )
    return f"<tr>{cells}</tr>"
