"""What the server refuses, and that every answer carries the headers that keep a page to itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from liuren.terms.labels import LANGUAGES, message
from liuren.web import Settings, create_app
from liuren.web.safety import MAX_BODY, MAX_QUERY

CHART = "甲子日 亥將 卯時 寅月"
PAGES = (
    "/en/", "/ko/jinkoujue", f"/zh-Hant/reading?chart={CHART}", "/zh-Hans/book", "/en/cases", "/en/trials",
    "/en/nothing-here", f"/en/chart.json?chart={CHART}", "/static/site.css", "/health", "/en/chart.json",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_a_picture_may_carry_its_own_style_and_nothing_else(client: TestClient) -> None:
    answer = client.get("/en/chart.svg", params={"chart": CHART})
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'"
    )


def test_no_page_has_inline_script_or_style(client: TestClient) -> None:
    for path in PAGES[:7]:
        text = client.get(path).text
        assert "<script>" not in text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick" not in text


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://testserver.elsewhere.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/en/cases", "/en/trials", "/en/enter", "/api/v1/cases"])
def test_changes_from_other_origins_are_refused(
    client: TestClient, path: str, headers: dict[str, str]
) -> None:
    answer = client.post(path, data={"question": "x"}, headers=headers)
    assert answer.status_code == 403
    assert client.get("/api/v1/cases").json() == {"cases": []}


def test_changes_from_our_own_pages_are_taken(client: TestClient) -> None:
    headers = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    answer = client.post("/en/cases", data={"question": "x", "chart": CHART}, headers=headers)
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8765", 200), ("localhost", 200), ("[::1]:80", 200), ("192.168.1.4:8765", 200),
        ("rebound.example", 421), ("localhost.rebound.example", 421), ("", 421),
    ],
)  # fmt: skip
def test_only_names_of_this_machine_are_answered(
    client: TestClient, host: str, status: int
) -> None:
    assert client.get("/health", headers={"host": host}).status_code == status


def test_a_long_address_is_refused(client: TestClient) -> None:
    assert client.get("/en/search", params={"q": "x" * MAX_QUERY}).status_code == 414


def test_ten_megabytes_of_noise_are_refused(client: TestClient) -> None:
    noise = random.Random(1).randbytes(10_000_000)
    for path in ("/en/cases", "/en/enter", "/en/cases/import/jsonl", "/api/v1/reading"):
        assert client.post(path, content=noise).status_code == 413


def test_a_stream_without_a_length_is_counted(client: TestClient) -> None:
    def pieces() -> object:
        for _ in range(MAX_BODY // 65536 + 2):
            yield b"q=" + b"x" * 65534

    answer = client.post(
        "/en/cases",
        content=pieces(),  # type: ignore[arg-type]
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413


def test_noise_in_an_address_is_an_error_page(client: TestClient) -> None:
    draw = random.Random(2)
    for _ in range(12):
        noise = "".join(chr(draw.choice((draw.randrange(1, 128), draw.randrange(0x4E00, 0x9FFF)))) for _ in range(40))  # fmt: skip
        for path in ("/ko/reading", "/en/jinkoujue-reading"):
            answer = client.get(path, params={draw.choice(("chart", "at", "day", "place")): noise})
            assert answer.status_code == 422
            assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2f..%2fapp.py", "/static//etc/passwd",
        "/en/clause/..%2f..%2f..%2fetc%2fpasswd", "/en/book/..%2f..%2f/etc", "/en/book/shefu/..%2f..%2fwork.toml",
        "/en/cases/export...%2f..%2fcases.sqlite", "/en/chart.py",
    ],
)  # fmt: skip
def test_no_address_reaches_a_file(client: TestClient, path: str) -> None:
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code in (404, 422)
    assert "import" not in answer.text


def test_a_convention_cannot_name_a_file(client: TestClient, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("very secret")
    for name in (str(secret), "../../pyproject", "/etc/passwd"):
        query = {"day": "甲子", "hour": "卯", "general": "亥", "convention": name}
        answer = client.get("/en/reading", params=query)
        assert answer.status_code == 422
        assert "very secret" not in answer.text


@pytest.mark.parametrize("text", ["'; DROP TABLE cases; --", '" OR 1=1 --', "%", "_", "\\"])
def test_sql_in_a_field_is_text(client: TestClient, text: str) -> None:
    client.post("/en/cases", data={"question": f"kept {text}", "chart": CHART, "tags": text})
    client.post("/en/cases", data={"question": "another", "chart": CHART})
    found = client.get("/en/cases", params={"q": text}).text
    assert "another" not in found or text in ("%", "_", "\\")
    for query in ({"tag": text}, {"outcome": text}, {"from": text}):
        assert client.get("/en/cases", params=query).status_code == 200
    assert client.get(f"/en/cases/{text.replace('/', '')}").status_code in (404, 200)
    assert len(client.get("/api/v1/cases").json()["cases"]) == 2


def test_markup_in_a_field_is_shown_as_text(client: TestClient) -> None:
    markup = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    place = client.post("/en/cases", data={"question": markup, "chart": CHART, "notes": markup})
    page = client.get(place.headers["location"]).text
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)" in page
    error = client.get("/en/reading", params={"day": markup, "hour": "卯", "general": "亥"})
    assert "<img" not in error.text


def test_a_fault_of_ours_is_a_page(app: FastAPI, caplog: pytest.LogCaptureFixture) -> None:
    @app.get("/en/broken")
    def broken() -> None:
        raise RuntimeError("private detail")

    answer = TestClient(app, raise_server_exceptions=False).get("/en/broken")
    assert answer.status_code == 500
    assert "private detail" not in answer.text
    assert "fault is in the program" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "private detail" in caplog.text


# ---------------------------------------------------------------- who may change things


@pytest.mark.parametrize(
    "path", ["/ko/cases", "/ko/trials", "/ko/cases/export.jsonl", "/ko/trials/abc", "/ko/cases/abc"]
)
def test_a_stranger_sees_no_cases(stranger: TestClient, path: str) -> None:
    answer = stranger.get(path)
    assert answer.status_code == 403
    assert "토큰" in answer.text or "링크" in answer.text


def test_a_stranger_may_read(stranger: TestClient) -> None:
    for path in ("/en/", f"/en/reading?chart={CHART}", "/en/book/shefu/zi", "/en/search?q=jade"):
        answer = stranger.get(path)
        assert answer.status_code == 200
        assert 'method="post"' not in answer.text


def test_a_public_server_is_read_only_without_the_token(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "c.sqlite"), public=True, token="open sesame")
    app = create_app(settings)
    visitor = TestClient(app, follow_redirects=False)
    assert visitor.get("/en/").status_code == 200
    assert visitor.post("/en/cases", data={"question": "x"}).status_code == 403
    assert visitor.post("/en/trials", data={}).status_code == 403
    assert visitor.get("/en/cases").status_code == 403
    assert visitor.post("/en/enter", data={"token": "sesame"}).status_code == 403
    assert visitor.get("/en/cases").status_code == 403
    assert visitor.post("/en/enter", data={"token": "open sesame"}).status_code == 303
    assert visitor.get("/en/cases").status_code == 200
    bearer = {"authorization": "Bearer open sesame"}
    other = TestClient(app, follow_redirects=False)
    assert other.post("/en/trials", data={}, headers=bearer).status_code == 303
    app.state.database.close()


def test_a_public_server_without_a_token_belongs_to_nobody(tmp_path: Path) -> None:
    app = create_app(Settings(database=str(tmp_path / "c.sqlite"), public=True))
    visitor = TestClient(app, follow_redirects=False, headers={"authorization": "Bearer "})
    assert visitor.post("/en/cases", data={"question": "x"}).status_code == 403
    assert visitor.post("/en/enter", data={"token": ""}).status_code == 403


@pytest.mark.parametrize("path", [*PAGES, "/", "/api/v1/works", "/api/v1/openapi.json"])
def test_whatever_can_be_got_can_be_asked_for_its_headers(client: TestClient, path: str) -> None:
    """Link previews and monitors ask with HEAD before they get."""
    got, asked = client.get(path), client.head(path)
    assert asked.status_code == got.status_code
    assert asked.content == b""
    assert {name: asked.headers.get(name) for name in ("content-type", "content-length")} == {
        name: got.headers.get(name) for name in ("content-type", "content-length")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_is_shown_the_door(stranger: TestClient, language: str) -> None:
    answer = stranger.get(f"/{language}/cases")
    assert answer.status_code == 403
    assert f'<a href="/{language}/enter">{message("web.enter", language)}</a>' in answer.text
