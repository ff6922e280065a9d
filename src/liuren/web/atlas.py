"""All charts at once: how often each clause fires, which never do, and the plots of the atlas."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from liuren.web.book import BOOKS, clauses_by_id
from liuren.web.languages import checked
from liuren.web.templating import page

router = APIRouter()

_RAREST = 60


@router.get("/{language}/atlas")
async def atlas_page(request: Request, language: str) -> Response:
    """Rarity of the clauses of each book, and the reports of the atlas room."""
    checked(language)
    return page(
        request,
        "atlas",
        language,
        books=[_rarity(work) for work in BOOKS],
        reports=reports(),
    )


def _rarity(work: str) -> dict[str, Any]:
    counted = [clause for clause in clauses_by_id(work).values() if clause["rarity"]]
    counted.sort(key=lambda clause: clause["rarity"]["fires"])
    fires = [clause for clause in counted if clause["rarity"]["fires"]]
    return {
        "work": work,
        "counted": len(counted),
        "never": [clause for clause in counted if not clause["rarity"]["fires"]],
        "rarest": fires[:_RAREST],
        "commonest": list(reversed(fires))[:_RAREST],
    }


def reports() -> list[dict[str, Any]]:
    """The reports of the atlas room: ``id``, ``title`` in four languages, ``table``, ``svg``.

    None where what the atlas needs to draw (an extra) is not installed.
    """
    try:
        from liuren.atlas import reports as make
    except ModuleNotFoundError:
        return []
    return list(make())
