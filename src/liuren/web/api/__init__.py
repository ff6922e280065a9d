"""The HTTP API under ``/api/v1``: the same documents as ``--json``, errors in one shape, OpenAPI.

Every operation is a thin translation: a request model in, the public face, a document out. Documents are
described by ``liuren.schemas`` and given as they are made; tests hold the two together.
Names: ``router``.
"""

from __future__ import annotations

from fastapi import APIRouter

from liuren.web.api import books, cases, charts, trials

__all__ = ["router"]

router = APIRouter(prefix="/api/v1")
for room in (charts, books, cases, trials):
    router.include_router(room.router)
