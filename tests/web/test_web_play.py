"""Cases and trials by forms, without JavaScript."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from liuren.casebook import Case, Cast, open_casebook
from liuren.terms.labels import message
from liuren.web import Settings, create_app

CHART = "甲子日 亥將 卯時 寅月"


def things_of(text: str) -> list[str]:
    """The things that may be under the cover."""
    return re.findall(r'name="thing" value="([^"]+)"', text)


def began(client: TestClient, **plan: str) -> str:
    """The address of a new series."""
    place = client.post("/ko/trials", data={"trials": "3", **plan}).headers["location"]
    assert client.get(place).status_code == 200
    return place


def sealed(client: TestClient, series: str) -> str:
    """The address of a newly sealed trial."""
    answer = client.post(f"{series}/seal", data={"zone": "Asia/Seoul"})
    assert answer.status_code == 303
    place, _, receipt = answer.headers["location"].partition("?receipt=")
    assert receipt
    return place


def test_a_trial_with_a_seat_is_by_jinkoujue(client: TestClient) -> None:
    series = began(client)
    assert 'name="seat"' in client.get(series).text
    answer = client.post(f"{series}/seal", data={"zone": "Asia/Seoul", "seat": "酉"})
    page = client.get(answer.headers["location"]).text
    assert "지분(地分)" in page
    (reading,) = re.findall(r'href="(/ko/jinkoujue-reading[^"]+)"', page)
    assert client.get(unescape(reading)).status_code == 200


def test_a_case_from_question_to_outcome(client: TestClient) -> None:
    form = {
        "question": "무엇이 들었나",
        "chart": CHART,
        "tags": "놀이; 상자",
        "notes": "첫 줄\r\n둘째 줄",
    }
    place = client.post("/ko/cases", data=form).headers["location"]
    page = client.get(place).text
    assert "무엇이 들었나" in page
    assert "지금의 엔진도 같은 결과" in page
    assert 'class="liuren-chart ko"' in page
    told = {"outcome.status": "hit", "outcome.text": "병", "outcome.at": "2026-12-01"}
    client.post(place, data=told)
    page = client.get(place).text
    assert "적중" in page
    assert page.count("<li>2") >= 2  # both states of the history
    assert "무엇이 들었나" in client.get("/ko/cases", params={"q": "들었", "outcome": "hit"}).text
    assert "무엇이 들었나" not in client.get("/ko/cases", params={"outcome": "miss"}).text


def test_a_case_without_a_chart_is_cast_for_now(client: TestClient) -> None:
    place = client.post("/en/cases", data={"question": "what now", "zone": "Asia/Seoul"})
    page = client.get(place.headers["location"]).text
    assert "As it was cast then" in page


def test_a_case_is_erased_only_when_it_is_meant(client: TestClient) -> None:
    place = client.post("/en/cases", data={"question": "x", "chart": CHART}).headers["location"]
    client.post(f"{place}/erase", data={})
    assert client.get(place).status_code == 200
    client.post(f"{place}/erase", data={"sure": "yes"})
    assert client.get(place).status_code == 404


def test_a_stored_chart_is_shown_as_it_was_cast(tmp_path: Path) -> None:
    import liuren

    chart = liuren.parse_notation(CHART).to_dict()
    old = {**chart, "lesson_form": "元首", "engine": "liuren 0.0.1", "moment": None}
    where = tmp_path / "old.sqlite"
    with open_casebook(where) as book:
        kept = book.add(Case(question="old", cast=Cast.of(old)))
    app = create_app(Settings(database=str(where)))
    page = TestClient(app).get(f"/en/cases/{kept.id}").text
    app.state.database.close()
    assert "liuren 0.0.1" in page
    assert "differs" in page
    assert "lesson_form" in page
    assert "Head of All" in page


@pytest.mark.parametrize(
    "chart",
    [
        {"method": "liuren"},
        {"method": "liuren", "void": "<script>", "lessons": 7, "notation": "<b>", "day": "<b>"},
        {"method": "other", "convention": {"name": "../x", "A01": "<b>"}, "notation": "甲子"},
    ],
)
def test_a_case_from_elsewhere_with_a_chart_that_is_none(
    tmp_path: Path, chart: dict[str, object]
) -> None:
    where = tmp_path / "odd.sqlite"
    with open_casebook(where) as book:
        kept = book.add(Case(question="odd", cast=Cast.of(chart)))
    app = create_app(Settings(database=str(where)))
    answer = TestClient(app, raise_server_exceptions=False).get(f"/ko/cases/{kept.id}")
    app.state.database.close()
    assert answer.status_code == 200
    assert "odd" in answer.text
    assert "<script>" not in answer.text
    assert "<b>" not in answer.text


def test_cases_leave_and_come_back(client: TestClient) -> None:
    client.post("/en/cases", data={"question": "first", "chart": CHART})
    exported = client.get("/en/cases/export.jsonl")
    assert "first" in exported.text
    assert client.get("/en/cases/export.csv").text.startswith("\ufeffid")
    assert "first" in client.get("/en/cases/export.md").text
    files = {"file": ("cases.jsonl", exported.content)}
    answer = client.post("/en/cases/import/jsonl", files=files)
    assert "0 added, 0 extended, 1 unchanged" in answer.text
    bad = client.post("/ko/cases/import/jsonl", files={"file": ("x.jsonl", b"not json\n")})
    assert bad.status_code == 422
    assert "x.jsonl" not in bad.text
    assert re.search('role="alert"[^>]*><p>[^<]*[가-힣]', bad.text)


def test_one_device_seal_answer_reveal_score(client: TestClient) -> None:
    series = began(client, title="가족 놀이", options="4")
    trial = sealed(client, series)
    page = client.get(trial).text
    things = things_of(page)
    assert len(things) == 4
    answer = client.post(f"{trial}/answer", data={"reader": "김", "thing": things[1]})
    assert "receipt=" in answer.headers["location"]
    points = {"reader": "이", f"points.{things[0]}": "3", f"points.{things[2]}": "1"}
    assert client.post(f"{trial}/answer", data=points).status_code == 303
    assert "김\u00a0· 이" in client.get(f"{trial}/answered").text
    assert client.post(f"{trial}/reveal").status_code == 303
    page = client.get(trial).text
    assert "덮여 있던 물건" in page
    assert page.count("순위") >= 3
    score = client.get(series).text
    assert "우연" in score
    assert "이상이 없습니다" in score
    assert client.post(f"{trial}/reveal").status_code == 422


def test_an_answer_that_says_nothing_is_refused_in_words(client: TestClient) -> None:
    trial = sealed(client, began(client))
    answer = client.post(f"{trial}/answer", data={"reader": "김"})
    assert answer.status_code == 422
    assert re.search('role="alert"[^>]*><p>[^<]*[가-힣]', answer.text)
    assert 'value="김"' in answer.text


def test_the_target_is_not_shown_to_readers(client: TestClient, stranger: TestClient) -> None:
    series = began(client)
    link = invitation(client, series)
    trial = sealed(client, series)
    joined(stranger, link, "손님")
    assert "숨기는 사람만 볼 것" in client.get(trial).text
    page = stranger.get(trial).text
    assert "숨기는 사람만 볼 것" not in page
    assert 'class="target"' not in page


def invitation(client: TestClient, series: str) -> str:
    """The path and query of an invitation."""
    page = client.post(f"{series}/invite").text
    found = re.search(r'id="link">http://testserver([^<]+)<', page)
    assert found is not None
    return found.group(1)


def joined(guest: TestClient, link: str, name: str) -> str:
    """Where somebody lands who took a name."""
    assert guest.get(link).status_code == 200
    token = link.partition("token=")[2]
    answer = guest.post("/ko/join", data={"token": token, "name": name})
    assert answer.status_code == 303
    return answer.headers["location"]


def test_guests_by_a_link_may_answer_and_nothing_more(
    app: FastAPI, client: TestClient, stranger: TestClient
) -> None:
    series = began(client, group="yes")
    trial = sealed(client, series)
    assert stranger.get(trial).status_code == 403
    link = invitation(client, series)
    assert joined(stranger, link, "손님") == trial
    things = things_of(stranger.get(trial).text)
    assert stranger.post(f"{trial}/answer", data={"thing": things[0]}).status_code == 303
    for action in ("reveal", "abandon"):
        assert stranger.post(f"{trial}/{action}").status_code == 403
    assert stranger.post(f"{series}/seal").status_code == 403
    assert stranger.get("/ko/trials").status_code == 403
    assert stranger.get("/ko/cases").status_code == 403
    other = TestClient(app, follow_redirects=False, client=("192.0.2.8", 1))
    token = link.partition("token=")[2]
    taken = other.post("/ko/join", data={"token": token, "name": "손님"})
    assert taken.status_code == 422
    assert re.search('role="alert"[^>]*><p>[^<]*손님[^<]*[가-힣]', taken.text)
    wrong = other.post("/ko/join", data={"token": "wrong", "name": "x"})
    assert wrong.status_code in (404, 422)
    elsewhere = began(client)
    assert stranger.get(elsewhere).status_code == 403
    client.post(f"{trial}/reveal")
    assert "손님" in stranger.get(series).text


def test_a_die_chooses(client: TestClient) -> None:
    series = began(client, draw="die", options="6")
    dealt = client.post(f"{series}/deal").headers["location"].partition("?")[0]
    assert "주사위" in client.get(dealt).text
    wrong = client.post(f"{dealt}/seal", data={"die": "9"})
    assert wrong.status_code == 422
    assert client.post(f"{dealt}/seal", data={"die": "2"}).status_code == 303
    things = things_of(client.get(dealt).text)
    client.post(f"{dealt}/reveal")
    page = client.get(dealt).text
    assert page.count('class="here"') == 1
    assert page.index('class="here"') > page.index('<ol class="things"')
    assert len(things) == 6


def test_a_description_is_an_answer(client: TestClient) -> None:
    trial = sealed(client, began(client, mode="description"))
    page = client.get(trial).text
    assert not things_of(page)
    assert 'name="facet.colour"' in page
    form = {"reader": "김", "facet.colour": "red", "facet.size": ""}
    assert client.post(f"{trial}/answer", data=form).status_code == 303
    client.post(f"{trial}/reveal")
    assert 'class="target"' in client.get(trial).text


def test_an_abandoned_trial_is_opened(client: TestClient) -> None:
    trial = sealed(client, began(client))
    client.post(f"{trial}/abandon", data={"reason": "비가 와서"})
    assert 'class="target"' in client.get(trial).text


def test_the_chain_can_be_checked_by_anybody(client: TestClient) -> None:
    from liuren.casebook import verify

    series = began(client)
    receipt = client.post(f"{series}/seal", data={}).headers["location"].partition("receipt=")[2]
    chain = client.get(f"{series}/chain.json").json()
    assert verify(chain, (receipt,)).valid


@pytest.mark.parametrize("form", [{"trials": "many"}, {"options": "1"}, {"mode": "guess"}])
def test_a_bad_plan_keeps_the_form(client: TestClient, form: dict[str, str]) -> None:
    answer = client.post("/en/trials", data={"title": "My game", **form})
    assert answer.status_code == 422
    assert 'value="My game"' in answer.text


def test_an_invitation_names_the_address_others_reach(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "c.sqlite"), address="http://192.168.1.4:8765")
    app = create_app(settings)
    client = TestClient(app, follow_redirects=False)
    page = client.post(f"{began(client)}/invite").text
    assert "http://192.168.1.4:8765/ko/join?token=" in page
    assert "--host 0.0.0.0" not in page
    app.state.database.close()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No thing was chosen."),
        ("ko", "고른 물건이 없습니다."),
        ("zh-Hant", "尚未選定一件。"),
    ],
)
def test_an_answer_without_a_thing_is_told(client: TestClient, language: str, said: str) -> None:
    trial = sealed(client, began(client)).replace("/ko/", f"/{language}/")
    answer = client.post(f"{trial}/answer", data={"reader": "Mina"})
    assert answer.status_code == 422
    assert f"<p>{said}</p>" in answer.text
    assert 'value="Mina"' in answer.text


def test_the_words_fit_what_was_searched_and_what_is_over(client: TestClient) -> None:
    """An empty casebook is not a search without result; what was revealed is no longer under a cover."""
    assert message("web.cases.none", "ko") in client.get("/ko/cases").text
    assert message("web.cases.not_found", "ko") in client.get("/ko/cases?q=zzz").text
    trial = sealed(client, began(client))
    before = client.get(trial).text
    client.post(f"{trial}/reveal")
    after = client.get(trial).text
    under = re.search('id="things">([^<]+)<', before).group(1)  # type: ignore[union-attr]
    assert under not in after
    assert message("web.trials.shown", "ko") in after


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000, b'{"a":' * 50_000, b'{"id":' + b"9" * 5000 + b"}", b"\x00", b"null", b"[]\n1"],
)
def test_an_import_that_is_no_export_is_refused_in_words(
    client: TestClient, content: bytes
) -> None:
    """Nested a hundred thousand deep it was a fault of ours."""
    answer = client.post("/ko/cases/import/jsonl", files={"file": ("x.jsonl", content)})
    assert answer.status_code == 422
    assert re.search('role="alert"[^>]*><p>[^<]*[가-힣]', answer.text)
    assert "Traceback" not in answer.text
