"""All documents by name, their JSON Schemas, and the files in which they are shipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from liuren.schemas import casebook, charts, errors, moments, readings

DOCUMENTS: dict[str, type[BaseModel]] = {
    "moment": moments.Moment,
    "annual-branch": moments.AnnualBranch,
    "liuren-chart": charts.LiurenChart,
    "jinkoujue-chart": charts.JinkoujueChart,
    "reading": readings.Reading,
    "trace": readings.Trace,
    "clause": readings.Clause,
    "case": casebook.Case,
    "series": casebook.SeriesState,
    "trial": casebook.Trial,
    "score": casebook.Score,
    "error": errors.ErrorReply,
}

FOLDER = Path(__file__).with_name("json")


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a document, made from its model."""
    schema = DOCUMENTS[name].model_json_schema(mode="serialization", by_alias=True)
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:liuren:schema:v1:{name}",
    }
    return {**head, **schema}


def shipped(name: str) -> dict[str, Any]:
    """The JSON Schema of a document as it is shipped."""
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def write_all() -> list[Path]:
    """Write every schema file; gives the paths."""
    paths = []
    for name in DOCUMENTS:
        path = FOLDER / f"{name}.json"
        text = json.dumps(json_schema(name), ensure_ascii=False, indent=1)
        path.write_text(text + "\n", encoding="utf-8")
        paths.append(path)
    return paths
