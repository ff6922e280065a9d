"""A chart and its reading: picture and text, profile, candidates, findings, schools that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, RedirectResponse, Response

import liuren
from liuren.charts.casting import cast
from liuren.drawing.facts import jinkoujue_facts
from liuren.drawing.svg import chart_svg
from liuren.drawing.text import chart_text
from liuren.reading import vocabulary
from liuren.terms.errors import LiurenError
from liuren.web.book import clauses_by_id
from liuren.web.casting import OTHER, READING_PATHS, casting_form
from liuren.web.convention_form import convention_words
from liuren.web.languages import checked
from liuren.web.moments import carried, moment_shown, moments_around, with_moment
from liuren.web.owners import is_owner, settings_of
from liuren.web.requests import address, query_text, request_of
from liuren.web.sharing import changed_since, engine_of, mark_of
from liuren.web.shelf import Shelf
from liuren.web.templating import fragment, page

router = APIRouter()

_SHELF = Shelf()
#: Keys that go from chart to chart.
_KEYS = {"day_back": "{", "hour_back": "[", "hour_on": "]", "day_on": "}"}
_CANDIDATES, _NEAREST = 10, 5
# Stands in kept pieces for what names the chart in an address; no text contains it.
_CHART_HERE = "\ue000"
# Disputes shown side by side; the rest are in the text of the chart.
_MOST_DISPUTES = 4
# Of a notation: day, month general, hour, and day or night where it is written.
_SHOWN_OF_CANDIDATE = "日將時占"
_ALWAYS_FIXED = {"chart", "at", "day"}


@router.get("/{language}/reading")
async def liuren_reading(request: Request, language: str) -> Response:
    """A she fu reading."""
    return _kept(request, checked(language), "liuren")


@router.get("/{language}/jinkoujue-reading")
async def jinkoujue_reading(request: Request, language: str) -> Response:
    """A 金口訣 reading."""
    return _kept(request, checked(language), "jinkoujue")


def _kept(request: Request, language: str, method: str) -> Response:
    """The reading from the shelf if it stands there; a page about now is never kept."""
    key = (request.url.netloc, request.url.path, request.url.query, is_owner(request))
    body = _SHELF.get(key)
    if body is not None:
        return HTMLResponse(body)
    response = _reading(request, language, method)
    if response.status_code == 200:
        _SHELF.put(key, bytes(response.body))
    return response


def _reading(request: Request, language: str, method: str) -> Response:
    query = request.query_params
    if "" in query.values():  # a form sends every field; the address is to be kept and shared
        return RedirectResponse(address(request.url.path, query), 303)
    try:
        wanted = request_of(query)
        topic = query.get("topic")
        if topic not in vocabulary.topics():
            topic = None  # a question in somebody's own words is a fact of the chart only
        chart = cast(method, wanted)
        if not _ALWAYS_FIXED & wanted.keys():
            return RedirectResponse(address(request.url.path, _fixed(query, chart)), 303)
        reading = liuren.read(chart, profile=query.get("profile") or "base", topic=topic)
        context = _context(request, language, reading)
    except LiurenError as error:
        if error.code == "wrong_method":
            return RedirectResponse(
                address(f"/{language}/{READING_PATHS[OTHER[method]]}", query), 303
            )
        return casting_form(request, language, method, error)
    return page(request, "reading", language, **context)


def _fixed(query: Mapping[str, str], chart: Any) -> dict[str, str]:
    """The address of "now" with the moment written out, so that it shows the same chart tomorrow.

    With its offset, since the hour may be one that comes twice.
    """
    clock = chart.moment.to_dict()["clock"]
    return {**query, "at": clock["time"] + clock["offset"], "zone": clock["zone"]}


def _context(request: Request, language: str, reading: Any) -> dict[str, Any]:
    query = request.query_params
    chart = with_moment(query, reading.chart.to_dict())
    named = {"chart": chart["notation"], **carried(query, chart)}
    on = query_text(named)
    said = {f"{one.finding.clause} {one.finding.concept}" for one in reading.evidence}
    mark = mark_of(chart, said)
    seen = query.get("seen", "")[:80]
    changed = changed_since(seen, mark)
    share = {**named, "topic": query.get("topic"), "seen": mark}
    fits = reading.fits
    nearest = reading.candidates(_CANDIDATES) if fits else reading.ranking.nearest(_NEAREST)
    return {
        "chart": chart,
        "named": named,
        "on": on,
        "origin": settings_of(request).address or str(request.base_url).rstrip("/"),
        "moment": moment_shown(request.url.path, query, chart, language),
        "svg": chart_svg(chart, language, standalone=False),
        "text": chart_text(chart, language),
        "facts": jinkoujue_facts(chart, language) if chart["method"] == "jinkoujue" else [],
        "paragraph": reading.paragraph(language),
        "profile": reading.profile.to_dict(),
        "fits": fits,
        "candidates": [one.to_dict() for one in nearest],
        "holding": {one.finding.clause for one in reading.evidence},
        "groups": _by_facet(reading.evidence, language, on, on_topic=True),
        "other_groups": _by_facet(reading.evidence, language, on, on_topic=False),
        "convention_words": convention_words(chart["convention"], language),
        "keys": _KEYS,
        "steps": _steps(request, chart, named),
        "share": address(request.url.path, share),
        "changed": changed,
        "seen_engine": engine_of(seen) if changed else "",
        "warnings": [_warning(warning, chart, named, language) for warning in chart["warnings"]],
        "disputed": _disputed(chart, named, language),
        "topic": reading.topic,
        "profile_used": reading.profile_used,
        "topics": [(name, row[language]) for name, row in vocabulary.topics().items()],
        "owner": is_owner(request),
        "colours": frozenset(vocabulary.values("colour")),
    }


# ---------------------------------------------------------------- findings


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of one facet: how many, what they say (each thing once), and the list as HTML."""

    facet: str
    count: int
    labels: list[str]
    listed: Markup


def _by_facet(evidence: Iterable[Any], language: str, on: str, *, on_topic: bool) -> list[Group]:
    gathered: dict[str, list[Any]] = {}
    for one in evidence:
        if one.on_topic == on_topic:
            gathered.setdefault(one.facet, []).append(one.finding)
    here = str(escape(on))
    found = []
    for facet in sorted(gathered, key=lambda name: _place_of_facet().get(name, 99)):
        rows = gathered[facet]
        pieces = [_finding(language, row.labels[language], *_key_of(row)) for row in rows]
        listed = Markup("".join(pieces).replace(_CHART_HERE, here))
        labels = list(dict.fromkeys(row.labels[language] for row in rows))
        found.append(Group(facet, len(rows), labels, listed))
    return found


@cache
def _place_of_facet() -> Mapping[str, int]:
    return {name: place for place, name in enumerate(vocabulary.facets())}


def _key_of(row: Any) -> tuple[Any, ...]:
    counted = (row.rarity["fires"], row.rarity["states"]) if row.rarity else None
    return row.clause, row.mode, row.variant, counted


@lru_cache(maxsize=8192)
def _finding(
    language: str,
    said: str,
    clause: str,
    mode: str,
    variant: str | None,
    counted: tuple[int, int] | None,
) -> str:
    """One finding as an item of a list. The same on every chart but for the address of the chart, for
    which a mark stands; some thousands of them make up all readings.
    """
    return fragment(
        "finding",
        language,
        clause=clauses_by_id(clause.partition(":")[0])[clause],
        said=said,
        mode=mode,
        variant=variant,
        counted=counted,
        chart=_CHART_HERE,
    )


# ---------------------------------------------------------------- neighbours


def _steps(
    request: Request, chart: dict[str, Any], named: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Addresses of the charts a double hour and a day away, and of the guests before and after."""
    path = request.url.path
    return [*moments_around(path, request.query_params, chart), *_guests_around(path, chart, named)]


def _guests_around(
    path: str, chart: dict[str, Any], named: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The charts of the guests before and after, in the same hour (次客法)."""
    if chart["method"] != "jinkoujue" or chart["day"] is None or chart["hour"] is None:
        return []
    tokens = [token for token in chart["notation"].split() if not token.startswith("客")]
    found = []
    for name, guest in (("guest_back", chart["guest"] - 1), ("guest_on", chart["guest"] + 1)):
        if 1 <= guest <= 12:
            notation = " ".join([*tokens, f"客{guest}"])
            found.append((name, address(path, {**named, "chart": notation})))
    return found


# ---------------------------------------------------------------- doubts


def _warning(
    warning: dict[str, Any], chart: dict[str, Any], named: Mapping[str, str], language: str
) -> dict[str, Any]:
    """A warning in words, with each of its candidates as a chart to open."""
    candidates: list[dict[str, Any]] = []
    for side in warning.get("candidates") or []:
        notation = _candidate(side, chart)
        if notation is None:
            continue
        shown = " ".join(token for token in notation.split() if token[-1] in _SHOWN_OF_CANDIDATE)
        here = notation.partition(" @")[0] == chart["notation"].partition(" @")[0]
        path = f"/{language}/{READING_PATHS[chart['method']]}"
        if all(one["text"] != shown for one in candidates):
            href = address(path, {**named, "chart": notation})
            candidates.append({"text": shown, "href": href, "here": here})
    text = warning["labels"][language]
    return {"text": text, "candidates": candidates if len(candidates) > 1 else []}


def _general(chart: dict[str, Any]) -> str:
    found: str = chart["general_of_month"] if chart["method"] == "jinkoujue" else chart["general"]
    return found


def _candidate(side: dict[str, Any], chart: dict[str, Any]) -> str | None:
    """The notation of the chart cast from one side of a boundary; what it does not say stays."""
    pillars = {**chart["pillars"], **(side.get("pillars") or {})}
    facts: dict[str, Any] = {
        "day": pillars["day"],
        "hour": pillars["hour"],
        "general": side.get("general") or _general(chart),
        "month": pillars.get("month") or chart["month"],
        "year": pillars.get("year") or chart["year"],
        "term": side.get("term") or chart["term"],
        "daytime": side.get("daytime", chart["daytime"]),
        "birth": chart["birth"],
        "sex": chart["sex"],
        "topic": chart["topic"],
        "convention": chart["convention"],
    }
    try:
        if chart["method"] == "jinkoujue":
            own = {"seat": chart["seat"], "guest": chart["guest"]}
            return liuren.jinkoujue_chart(**facts, **own).notation
        return liuren.liuren_chart(**facts, age_branch=chart["age_branch"]).notation
    except LiurenError:
        return None


def _disputed(
    chart: dict[str, Any], named: Mapping[str, str], language: str
) -> list[dict[str, Any]]:
    """The charts of the schools that differ, drawn with the differences outlined."""
    from liuren.terms.convention import option_texts

    shown: list[dict[str, Any]] = []
    for dispute in chart["disputes"]:
        if dispute["option"] not in option_texts() or len(shown) == _MOST_DISPUTES:
            continue
        if dispute["option"] == "text":  # what one text prints for this chart: no option to read by
            continue
        option = option_texts()[dispute["option"]]
        tokens = [t for t in chart["notation"].split() if not t.startswith(f"{dispute['option']}=")]
        notation = " ".join([*tokens, f"{dispute['option']}={dispute['value']}"])
        try:
            other = liuren.parse_notation(notation).to_dict()
        except LiurenError:
            continue
        if (other["day"], other["hour"]) == (chart["day"], chart["hour"]):
            other["moment"] = chart["moment"]
        path = f"/{language}/{READING_PATHS[chart['method']]}"
        shown.append(
            {
                "option": option["label"][language],
                "sentence": option["value"][dispute["value"]][language],
                "source": dispute["sources"][language],
                "svg": chart_svg(other, language, standalone=False, compare=chart),
                "href": address(path, {**named, "chart": other["notation"]}),
            }
        )
    return shown
