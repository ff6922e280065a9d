"""The moment of a chart on a page: a shared link keeps the clock, and a place says which town it was taken for."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from liuren.terms.labels import LANGUAGES, message

TALLY = {"at": "2026-11-30T10:00", "place": "Johannesburg", "birth": "甲午", "set.shehai": "depth"}


def shown(client: TestClient, path: str, query: dict[str, str] | None = None) -> str:
    answer = client.get(path, params=query)
    assert answer.status_code == 200
    return unescape(answer.text)


def shared(text: str) -> str:
    return str(re.search(r'href="([^"]*&seen=[^"]*)"', text).group(1))  # type: ignore[union-attr]


def steps(text: str) -> dict[str, dict[str, str]]:
    names = {"{": "day_back", "[": "hour_back", "]": "hour_on", "}": "day_on"}
    found = re.findall(r'href="([^"]+)" aria-keyshortcuts="(.)"', text)
    return {
        names[key]: {name: values[0] for name, values in parse_qs(urlsplit(href).query).items()}
        for href, key in found
    }


def clock_of(text: str) -> str:
    return str(re.search(r'<dl class="facts moment">.*?<dd>(.*?)</dd>', text, re.S).group(1))  # type: ignore[union-attr]


@pytest.mark.parametrize("path", ["/en/reading", "/ko/jinkoujue-reading"])
def test_a_shared_link_keeps_the_clock(client: TestClient, path: str) -> None:
    query = {**TALLY, "seat": "酉"} if "jinkoujue" in path else TALLY
    first = shown(client, path, query)
    again = shown(client, shared(first))
    assert clock_of(again) == clock_of(first)
    assert "2026-11-30 10:00" in clock_of(again)
    assert "Africa/Johannesburg" in clock_of(again)
    for name, time in (("hour_on", "2026-11-30T12:00:00"), ("day_back", "2026-11-29T10:00:00")):
        assert steps(again)[name]["at"] == time
        assert steps(again)[name]["zone"] == "Africa/Johannesburg"


def test_a_step_from_a_shared_link_keeps_what_the_notation_says(client: TestClient) -> None:
    """Convention and facts stand in the notation, which a step leaves behind."""
    step = steps(shown(client, shared(shown(client, "/en/reading", TALLY))))["hour_on"]
    assert step["set.shehai"] == "depth"
    assert step["birth"] == "甲午"
    assert "chart" not in step
    assert "甲午命" in shown(client, "/en/reading", step)


def test_a_season_that_was_checked_is_not_asked_of_other_moments(client: TestClient) -> None:
    query = {"at": "2026-11-30T09:10", "zone": "Asia/Seoul", "season": "冬"}
    assert all("season" not in step for step in steps(shown(client, "/ko/reading", query)).values())


def test_the_sun_of_a_shared_link_stays(client: TestClient) -> None:
    query = {"at": "2026-11-30T09:10", "place": "서울", "solar_time": "true"}
    first = shown(client, "/ko/reading", query)
    again = shown(client, shared(first))
    for text in (first, again):
        assert message("web.cast.solar.true", "ko") in text
        assert "2026-11-30 08:49" in text
    assert steps(again)["hour_on"]["solar_time"] == "true"


def test_what_a_reading_leads_to_keeps_the_clock(client: TestClient) -> None:
    text = shown(client, "/en/reading", TALLY)
    clause = next(one for one in re.findall(r'href="([^"]+)"', text) if "/clause/" in one)
    back = next(
        one for one in re.findall(r'href="([^"]+)"', shown(client, clause)) if "/reading?" in one
    )
    assert "2026-11-30 10:00" in clock_of(shown(client, back))
    for kind in ("txt", "json", "svg"):
        link = next(one for one in re.findall(r'href="([^"]+)"', text) if f"chart.{kind}" in one)
        assert "Africa/Johannesburg" in client.get(link).text
    data = json.loads(client.get(link.replace(".svg", ".json")).text)
    assert data["moment"]["clock"]["time"] == "2026-11-30T10:00:00"


def test_a_kept_case_keeps_the_clock(client: TestClient) -> None:
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">',
                           shown(client, "/en/reading", TALLY).partition('class="keep')[2]))  # fmt: skip
    made = client.post("/en/cases", data={**form, "question": "what?"})
    text = shown(client, made.headers["location"])
    assert "Africa/Johannesburg" in text


def test_an_instant_without_a_clock_is_not_stepped_by_another(client: TestClient) -> None:
    """10:00 at Seoul is 01:00 at Greenwich: another double hour, so Greenwich is not taken for its clock."""
    notation = "戊申日 寅將 巳時 己亥月 丙午年 小雪 @2026-11-30T01:00:00Z"
    text = shown(client, "/en/reading", {"chart": notation})
    assert steps(text) == {}
    assert 'name="zone" required' in text
    placed = shown(client, "/en/reading", {"chart": notation, "zone": "Asia/Seoul"})
    assert steps(placed)["hour_on"]["at"] == "2026-11-30T12:00:00"
    wrong = shown(client, "/en/reading", {"chart": notation, "zone": "America/Lima"})
    assert steps(wrong) == {}
    assert message("web.moment.another", "en") in wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_town_that_was_taken_is_told(client: TestClient, language: str) -> None:
    text = shown(client, f"/{language}/reading", {"at": "2026-11-30T10:00", "place": "Anyang, KR"})
    country = {"ko": "대한민국", "en": "South Korea", "zh-Hant": "韓國", "zh-Hans": "韩国"}[
        language
    ]
    assert country in text.partition('<dl class="facts moment">')[2].partition("</dl>")[0]
    where = {
        "ko": "북위 37.39°, 동경 126.93°",
        "en": "37.39° N, 126.93° E",
        "zh-Hant": "北緯 37.39°、東經 126.93°",
        "zh-Hans": "北纬 37.39°、东经 126.93°",
    }
    assert where[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({"place": "Anyang"}, "Asia/Seoul"),
        ({"place": "Springfield"}, "America/New_York"),
        ({"place": "Urumqi"}, "Asia/Urumqi"),
        ({"zone": "CST"}, "Asia/Taipei"),
    ],
)  # fmt: skip
def test_an_unclear_place_or_zone_is_picked(
    client: TestClient, language: str, given: dict[str, str], chosen: str
) -> None:
    answer = client.get(f"/{language}/reading", params={"at": "2026-11-30T10:00", **given})
    assert answer.status_code == 422
    listed = unescape(answer.text).partition('class="links"')[2].partition("</ul>")[0]
    links = re.findall(r'href="([^"]+)"', listed)
    assert len(links) > 1
    assert any(chosen in clock_of(shown(client, link)) for link in links)


def test_now_in_an_hour_that_comes_twice(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written without its offset, the address of such a "now" would ask which of two hours is meant."""
    twice = datetime(2026, 11, 1, 6, 30, tzinfo=UTC).timestamp()
    with monkeypatch.context() as patched:
        patched.setattr("time.time", lambda: twice)
        answer = client.get("/en/reading", params={"zone": "America/New_York"})
    assert answer.status_code == 303
    assert "2026-11-01 01:30" in clock_of(shown(client, answer.headers["location"]))


@pytest.mark.parametrize(
    ("at", "step", "expected"),
    [
        (
            "1500-02-28T10:00",
            "day_on",
            "1500-02-29T10:00:00",
        ),  # a leap day that only the Julian calendar has
        ("1500-03-01T00:30", "hour_back", "1500-02-29T22:30:00"),
        ("1900-02-28T23:00", "hour_on", "1900-03-01T01:00:00"),
        ("2000-02-29T10:00", "day_on", "2000-03-01T10:00:00"),
        ("1999-12-31T23:30", "hour_on", "2000-01-01T01:30:00"),
        ("-0100-12-31T23:30", "hour_on", "-0099-01-01T01:30:00"),
        ("0000-03-01T10:00", "day_back", "0000-02-29T10:00:00"),
        ("0001-01-01T10:00", "day_back", "0000-12-31T10:00:00"),
    ],
)
def test_steps_keep_to_the_calendar_of_the_date(
    client: TestClient, at: str, step: str, expected: str
) -> None:
    query = {"at": at, "zone": "+08:00"}
    around = steps(shown(client, "/en/reading", query))
    assert around[step]["at"] == expected
    there = clock_of(shown(client, "/en/reading", around[step]))
    assert there.startswith(expected.replace("T", " ").removesuffix(":00"))
