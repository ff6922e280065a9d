"""Moments, charts, readings, annual branches, batches."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

import liuren
from liuren.charts.casting import cast, moment_of
from liuren.schemas.charts import JinkoujueChart, LiurenChart
from liuren.schemas.moments import AnnualBranch, Moment
from liuren.schemas.readings import Reading
from liuren.terms.errors import LiurenError
from liuren.web.api import requests
from liuren.web.api.replies import ApiRoute, Json, problem_of, refusals
from liuren.web.languages import negotiate

router = APIRouter(route_class=ApiRoute, tags=["charts and readings"], responses=refusals(414, 422))


@router.get("/moment", response_model=Moment)
def moment(asked: Annotated[requests.MomentRequest, Query()]) -> Response:
    """Pillars, month general, solar terms, lunar date and warnings of a moment."""
    return Json(moment_of(asked.casting()).to_dict())


@router.get("/chart", response_model=LiurenChart | JinkoujueChart)
def chart(asked: Annotated[requests.AnyChartRequest, Query()]) -> Response:
    """A chart without a reading."""
    return Json(cast(asked.named_method(), asked.casting()).to_dict())


@router.get("/reading", response_model=Reading)
def reading(asked: Annotated[requests.ReadingRequest, Query()]) -> Response:
    """A 大六壬 chart read by the she fu book."""
    return Json(_read("liuren", asked))


@router.get("/jinkoujue", response_model=Reading)
def jinkoujue(asked: Annotated[requests.JinkoujueReadingRequest, Query()]) -> Response:
    """A 金口訣 chart and its reading."""
    return Json(_read("jinkoujue", asked))


def _read(
    method: str, asked: requests.ReadingRequest | requests.JinkoujueReadingRequest
) -> dict[str, Any]:
    casting = {
        name: value for name, value in asked.casting().items() if name not in requests.Shown.names()
    }
    found = liuren.read(cast(method, casting), profile=asked.profile, topic=asked.topic)
    return found.to_dict(traces=asked.traces, paragraphs=asked.paragraphs)


@router.get("/annual", response_model=AnnualBranch)
def annual(asked: Annotated[requests.AnnualRequest, Query()]) -> Response:
    """The annual branch (行年) of a person at an age, or at every age from 1 to 60."""
    person = {"birth": asked.birth, "sex": asked.sex}
    if asked.age is not None:
        return Json(
            {**person, "age": asked.age, "annual": liuren.annual_branch(**person, age=asked.age)}
        )
    ages = {str(age): liuren.annual_branch(**person, age=age) for age in range(1, 61)}
    return Json({**person, "ages": ages})


@router.post("/batch", response_model=requests.BatchReply, responses=refusals(400, 413))
def batch(request: Request, asked: requests.BatchRequest) -> Response:
    """Up to 500 charts at once. Larger tables: ``liuren batch`` or ``liuren.read_batch``."""
    language = negotiate(request)
    return Json({"readings": [_batch_item(asked, one, language) for one in asked.charts]})


def _batch_item(
    asked: requests.BatchRequest, one: requests.AnyRequest, language: str
) -> dict[str, Any]:
    try:
        chart = cast(asked.method, one.casting())
        found = liuren.read(chart, profile=asked.profile, topic=asked.topic or one.topic)
    except LiurenError as error:
        return {"error": problem_of(error, language)}
    if asked.full:
        return {"reading": found.to_dict(traces=False)}
    return {
        "brief": {
            "chart": chart.notation,
            "findings": list(dict.fromkeys(one.finding.clause for one in found.evidence)),
            "exists": found.profile.existence,
            "candidates": [
                {name: row[name] for name in ("object", "labels", "weight")}
                for row in (candidate.to_dict() for candidate in found.candidates())
            ],
        }
    }
