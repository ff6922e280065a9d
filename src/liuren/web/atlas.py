"""All charts at once: how often each clause fires, which never do, and the reports of the atlas."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from liuren.edition.works import work_facts
from liuren.terms.errors import InputError
from liuren.web.book import BOOKS, clauses_by_id
from liuren.web.languages import checked
from liuren.web.templating import page

if TYPE_CHECKING:
    from liuren.atlas.reports import Report

router = APIRouter()

_MOST_CLAUSES = 60
_MOST_ROWS = 200
#: A report takes seconds the first time; two who ask for it at once wait for one working out.
_working = Lock()


@router.get("/{language}/atlas")
async def atlas_page(request: Request, language: str) -> Response:
    """Rarity of the clauses of each book, and the reports on it."""
    return page(request, "atlas", checked(language), books=[_overview(work) for work in BOOKS])


def _overview(work: str) -> dict[str, Any]:
    counted = [clause for clause in clauses_by_id(work).values() if clause["rarity"]]
    counted.sort(key=lambda clause: clause["rarity"]["fires"])
    fires = [clause for clause in counted if clause["rarity"]["fires"]]
    return {
        "work": work,
        "title": work_facts(work)["title"],
        "counted": len(counted),
        "never": [clause for clause in counted if not clause["rarity"]["fires"]],
        "rarest": fires[:_MOST_CLAUSES],
        "commonest": list(reversed(fires))[:_MOST_CLAUSES],
        "reports": [(one.id, one.title) for one in _reports(work).values()],
    }


@lru_cache(maxsize=8)
def _reports(work: str) -> dict[str, Report]:
    """The reports on a work by their ids, worked out when asked for and then kept.

    None where what the atlas needs (an extra) is not installed.
    """
    try:
        from liuren.atlas.reports import reports
    except (ModuleNotFoundError, InputError):
        return {}
    return {one.id: one for one in reports(work=work)}


def _report(work: str, name: str) -> Report:
    found = _reports(work).get(name) if work in BOOKS else None
    if found is None:
        raise HTTPException(404, "web.error.no_report")
    with _working:
        _ = found.result
    return found


@router.get("/{language}/atlas/{work}/{name}")
def report_page(request: Request, language: str, work: str, name: str) -> Response:
    """One report: what it says, its plots, its table."""
    from liuren.atlas.words import words

    report = _report(work, checked(language) and name)
    return page(
        request,
        "report",
        language,
        report=report,
        title=report.title[language],
        book=work_facts(work)["title"],
        heads=[
            (_kind(kind), words(f"column.{column}")[language])
            for column, kind in report.columns.items()
        ],
        rows=[_cells(report, row, language) for row in report.rows[:_MOST_ROWS]],
        left=max(0, len(report.rows) - _MOST_ROWS),
        plots=[(plot.id, plot.title.get(language, "")) for plot in report.plots],
    )


def _kind(kind: str) -> str:
    """How a column is set: clauses as links, numbers flush right, text."""
    if kind in ("clause", "clauses"):
        return "clauses"
    return "number" if kind in ("number", "share", "bits", "decimal") else "text"


def _cells(report: Report, row: dict[str, Any], language: str) -> list[tuple[str, Any]]:
    """The cells of a row as (kind, text); of clauses their ids."""
    from liuren.atlas.show import cell

    found: list[tuple[str, Any]] = []
    for name, kind in report.columns.items():
        if _kind(kind) == "clauses":
            value = row[name] or []
            found.append(("clauses", [value] if isinstance(value, str) else list(value)))
        else:
            found.append((_kind(kind), cell(kind, row[name], language)))
    return found


@router.get("/{language}/atlas/{work}/{name}/table.csv")
def report_table(language: str, work: str, name: str) -> Response:
    """The whole table of a report."""
    from liuren.atlas.page import csv_text

    report = _report(work, checked(language) and name)
    headers = {"content-disposition": f'attachment; filename="{report.work}-{report.id}.csv"'}
    return Response(csv_text(report), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/{language}/atlas/{work}/{name}/{plot}.svg")
def report_plot(language: str, work: str, name: str, plot: str) -> Response:
    """A plot of a report as a picture."""
    _report(work, checked(language) and name)
    return Response(_picture(work, name, plot, language), media_type="image/svg+xml")


@lru_cache(maxsize=64)
def _picture(work: str, name: str, plot: str, language: str) -> bytes:
    from liuren.atlas.plots import draw

    for one in _reports(work)[name].plots:
        if one.id == plot:
            with _working:
                return draw(one, language)
    raise HTTPException(404, "web.error.404")
