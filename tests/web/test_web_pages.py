"""Pages as text: what they say, in which language, and what they keep when something is wrong."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

import liuren
from liuren.terms.datafiles import read_toml
from liuren.terms.labels import LANGUAGES, message
from liuren.terms.resources import data_path
from liuren.web import templating

CHART = "甲子日 亥將 卯時 寅月"
SEAT = "甲寅日 亥將 巳時 酉位"


def links_of(text: str) -> list[str]:
    """Every address that a page links to."""
    return [unescape(found) for found in re.findall(r'href="([^"]+)"', text)]


def test_every_label_is_there_in_four_languages() -> None:
    for file in ("web", "interface"):
        for key, row in read_toml(data_path("vocabulary") / f"{file}.toml").items():
            assert set(row) == set(LANGUAGES), key
            assert all(text.strip() for text in row.values()), key
            places = {
                language: sorted(re.findall(r"{(\w+)}", text)) for language, text in row.items()
            }
            assert len({tuple(found) for found in places.values()}) == 1, key


def test_every_label_that_a_template_asks_for_exists() -> None:
    known = {
        key
        for file in ("web", "interface")
        for key in read_toml(data_path("vocabulary") / f"{file}.toml")
    }
    assert templating.templates.env.loader is not None
    asked: set[str] = set()
    for name in templating.templates.env.loader.list_templates():
        source, *_ = templating.templates.env.loader.get_source(templating.templates.env, name)
        whole = re.findall(r"\bt\('([a-z_.-]+)'[,)]", source)
        asked |= set(whole)
        for beginning in re.findall(r"\bt\('([a-z_.-]+)' ~", source):
            assert any(key.startswith(beginning) for key in known), beginning
    assert asked <= known
    assert len(asked) > 150


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"), ("zh-TW", "zh-Hant"), ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("fr,de;q=0.5", "en"), ("en;q=0.3,ko;q=0.7", "ko"), ("", "en"), (";;;q=q,=", "en"),
    ],
)  # fmt: skip
def test_the_browser_chooses_the_language(client: TestClient, header: str, language: str) -> None:
    answer = client.get("/", headers={"accept-language": header})
    assert answer.headers["location"] == f"/{language}/"


def test_the_language_chosen_last_is_kept(client: TestClient) -> None:
    client.get("/zh-Hant/")
    assert client.get("/", headers={"accept-language": "en"}).headers["location"] == "/zh-Hant/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reading_says_what_the_library_says(client: TestClient, language: str) -> None:
    text = unescape(client.get(f"/{language}/reading", params={"chart": CHART}).text)
    reading = liuren.read(liuren.parse_notation(CHART))
    assert reading.paragraph(language) in text
    for row in reading.to_dict(traces=False)["findings"]:
        assert f"/{language}/clause/{row['clause']}?chart=" in text
        assert row["labels"][language] in text
    assert f'<html lang="{language}">' in text


@pytest.mark.parametrize(("language", "word"), [("zh-Hans", "春"), ("ko", "봄"), ("en", "spring")])
def test_a_season_is_chosen_in_the_form(client: TestClient, language: str, word: str) -> None:
    form = client.get(f"/{language}/?season=春").text
    assert f'<option value="春" selected>{word}</option>' in form
    assert 'name="season"' not in client.get(f"/{language}/jinkoujue").text
    entered = "day=甲子&hour=卯&general=亥&season=春"
    assert "甲子日 亥將 卯時 春占" in unescape(client.get(f"/{language}/reading?{entered}").text)
    refused = client.get(f"/{language}/reading?{entered}&month=午")
    assert refused.status_code == 422
    assert f'<option value="春" selected>{word}</option>' in refused.text


def test_now_is_written_out(client: TestClient) -> None:
    answer = client.get("/ko/reading", params={"zone": "Asia/Seoul"})
    assert answer.status_code == 303
    place = answer.headers["location"]
    assert "at=" in place
    assert client.get(place).status_code == 200


def test_date_and_time_are_two_fields(client: TestClient) -> None:
    query = {"date": "2026-11-30", "time": "10:30", "zone": "Asia/Seoul"}
    text = client.get("/en/reading", params=query).text
    assert "2026-11-30 10:30" in text
    assert "戊申日 寅將 巳時" in unescape(text)


def test_neighbours_in_time(client: TestClient) -> None:
    query = {"at": "2026-11-30T10:30", "zone": "Asia/Seoul"}
    steps = [
        link for link in links_of(client.get("/en/reading", params=query).text) if "at=" in link
    ]
    times = [re.search(r"at=([^&]+)", link).group(1) for link in steps if "lang" not in link]  # type: ignore[union-attr]
    for wanted in ("2026-11-29T10%3A30", "2026-11-30T08%3A30", "2026-11-30T12%3A30", "2026-12-01T10%3A30"):  # fmt: skip
        assert any(time.startswith(wanted) for time in times)


def test_a_jinkoujue_page_sets_the_facts_beside_the_chart(client: TestClient) -> None:
    """Moves, combinations, spirits and timing; the dates stay when one goes on to the next guest."""
    cast = {"at": "2026-11-30T10:00", "zone": "Asia/Seoul", "seat": "寅", "birth": "甲午",
            "sex": "female", "age": "33"}  # fmt: skip
    page = unescape(client.get("/zh-Hant/jinkoujue-reading", params=cast).text)
    for words in (
        "<summary>動",
        "<summary>合沖",
        "<summary>神煞",
        "<summary>應期",
        "日 2026-12-06",
        "行年 庚午",
    ):
        assert words in page, words
    (onward,) = re.findall(rf'href="([^"]+)"[^>]*>{message("web.step.guest_on", "zh-Hant")}<', page)
    second = unescape(client.get(onward).text)
    assert "第2客 · 本命 甲午 · 行年 庚午 · 女" in second
    # 庚申 over the seat for the second guest: 乙巳 is waited for.
    assert "天地合　乙巳　時 2026-12-04 09:00" in second


def test_guests_follow_each_other(client: TestClient) -> None:
    text = unescape(client.get("/ko/jinkoujue-reading", params={"chart": SEAT}).text)
    following = next(link for link in links_of(text) if "%E5%AE%A22" in link)
    assert "客2" in unescape(client.get(following).text)


def test_a_boundary_offers_both_charts(client: TestClient) -> None:
    query = {"at": "2026-11-22T16:23", "zone": "Asia/Seoul"}
    text = client.get("/en/reading", params=query).text
    sides = re.findall(r'<a href="([^"]+)"( aria-current="true")? lang="zh-Hant">([^<]+)<', text)
    shown = {words: here for _, here, words in sides}
    assert "庚子日 卯將 申時" in shown
    assert "庚子日 寅將 申時" in shown
    assert sum(bool(here) for here in shown.values()) == 1
    for href, _, words in sides:
        assert words.split()[1] in unescape(client.get(unescape(href)).text)


def test_a_repeated_hour_offers_both_moments(client: TestClient) -> None:
    query = {"at": "1988-10-09T02:30", "zone": "Asia/Seoul"}
    answer = client.get("/ko/reading", params=query)
    assert answer.status_code == 422
    assert "두 번" in answer.text
    links = [link for link in links_of(answer.text) if "at=1988-10-08" in link and link.startswith("/ko/reading")]  # fmt: skip
    assert len(links) == 2
    for link in links:
        assert client.get(link).status_code == 200


def test_a_disputed_lesson_shows_the_others(client: TestClient) -> None:
    text = client.get("/en/reading", params={"chart": CHART}).text
    assert "Table of the noble" in text
    other = next(link for link in links_of(text) if "noble_table%3Djia_sheep" in link)
    assert "jia_sheep" in client.get(other).text


def test_conventions_travel(client: TestClient) -> None:
    query = {
        "day": "甲子", "hour": "卯", "general": "亥", "convention": "zhanshi", "set.noble_table": "jia_sheep",
    }  # fmt: skip
    text = client.get("/ko/reading", params=query).text
    assert "점사약결" in text
    share = next(link for link in links_of(text) if "seen=" in link)
    again = client.get(share).text
    assert "school=zhanshi" in unescape(again)
    assert "noble_table=jia_sheep" in unescape(again)


def test_the_share_link_is_the_same_reading(client: TestClient) -> None:
    query = {"at": "2026-11-30T10:30", "zone": "Asia/Seoul"}
    first = client.get("/en/reading", params=query).text
    share = next(link for link in links_of(first) if "seen=" in link)
    again = client.get(share).text
    assert "This link was made by" not in again
    said = re.compile(r'<p class="paragraph">.*?</p>', re.DOTALL)
    assert said.search(first).group() == said.search(again).group()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("part", "words"), [(2, "casts a different chart"), (3, "other clauses hold today")]
)
def test_the_share_link_notices_another_engine(client: TestClient, part: int, words: str) -> None:
    text = client.get("/en/reading", params={"chart": CHART}).text
    share = next(link for link in links_of(text) if "seen=" in link)
    before, _, mark = share.partition("seen=")
    pieces = mark.split("~")
    pieces[part] = "00000000"
    answer = client.get(f"{before}seen={'~'.join(pieces)}").text
    assert words in answer


def test_an_error_keeps_what_was_entered(client: TestClient) -> None:
    query = {
        "day": "甲丑", "hour": "卯", "general": "亥", "month": "寅",
        "set.shehai": "depth", "daytime": "night",
    }  # fmt: skip
    answer = client.get("/ko/reading", params=query)
    assert answer.status_code == 422
    assert "육십갑자" in answer.text
    for value in ("甲丑", "卯", "亥", "寅"):
        assert f'value="{value}"' in answer.text
    assert re.search(r'value="depth" checked', answer.text)
    assert re.search(r'value="night" selected', answer.text)


def test_an_error_keeps_the_moment_entered(client: TestClient) -> None:
    query = {"date": "2026-02-30", "time": "10:15", "zone": "Asia/Seoul", "solar_time": "mean"}
    answer = client.get("/zh-Hans/reading", params=query)
    assert answer.status_code == 422
    for value in ("2026-02-30", "10:15", "Asia/Seoul"):
        assert f'value="{value}"' in answer.text
    assert re.search(r'value="mean" selected', answer.text)


def test_a_refused_case_keeps_what_was_entered(client: TestClient) -> None:
    form = {"question": "어디에 있나", "chart": "아무 글", "notes": "긴 메모"}
    answer = client.post("/ko/cases", data=form)
    assert answer.status_code == 422
    for value in form.values():
        assert value in answer.text


def test_a_chart_of_the_other_art_goes_to_its_own_page(client: TestClient) -> None:
    answer = client.get("/en/reading", params={"chart": SEAT})
    assert answer.headers["location"].startswith("/en/jinkoujue-reading?")


# ---------------------------------------------------------------- books


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_that_holds_is_explained(client: TestClient, language: str) -> None:
    text = client.get(f"/{language}/clause/shefu:wu.20", params={"chart": CHART}).text
    trace = liuren.explain(liuren.parse_notation(CHART), "shefu:wu.20").to_dict()
    assert trace["condition"][language] in unescape(text)
    assert text.count(" lit") == 3
    assert "shefu:wu.19" in text


def test_a_clause_that_does_not_hold_is_explained(client: TestClient) -> None:
    answer = client.get("/en/clause/shefu:zi.5", params={"chart": CHART})
    assert "Why not" in answer.text
    assert 'class="fails"' in answer.text


def test_a_clause_that_can_never_hold_says_so(client: TestClient) -> None:
    text = client.get("/en/clause/shefu:zi.30").text
    assert "never hold under the default convention" in text
    assert "A01=either" in text
    assert "A01=either" in client.get("/en/atlas").text


def test_the_apparatus_is_shown(client: TestClient) -> None:
    text = client.get("/en/clause/shefu:guiren.5").text
    assert "<del>群子</del>" in text
    assert "<ins>君子</ins>" in text
    # nobody can read 石金火
    assert "<ins>?</ins>" in client.get("/en/clause/shefu:xushi.11").text


def test_how_else_a_clause_may_be_read(client: TestClient) -> None:
    text = unescape(client.get("/en/clause/shefu:wuse.5").text)
    assert "colours of 休 and 囚" in text
    assert "<code>A20=both</code>" in text
    assert "resting (休) or imprisoned (囚)" in text
    assert "round · long" in client.get("/en/clause/shefu:xingzhuang2.3").text
    assert 'id="options"' not in client.get("/en/clause/shefu:zi.7").text


def test_a_clause_that_an_option_silences_says_so(client: TestClient) -> None:
    query = {"chart": f"{CHART} text=printed"}
    assert "this clause is silent" in client.get("/en/clause/shefu:jishi.3", params=query).text
    assert "no condition to test" in client.get("/en/clause/shefu:jishi.1", params=query).text


def test_example_charts_are_one_tap_away(client: TestClient) -> None:
    text = client.get("/en/book/shefu/zi").text
    link = next(link for link in links_of(text) if "zi.5?chart=" in link)
    assert "✓" in client.get(link).text


@pytest.mark.parametrize(
    ("wanted", "clause"), [("婢妾", "shefu:zi.10"), ("惡石", ""), ("편지가", "shefu:wu.20"), ("letter ARRIVES", "shefu:wu.20"), ("shefu:zi.5", "shefu:zi.5")],
)  # fmt: skip
def test_search_finds_every_script(client: TestClient, wanted: str, clause: str) -> None:
    text = client.get("/zh-Hans/search", params={"q": wanted}).text
    assert clause in text
    if clause:
        assert f"/zh-Hans/clause/{clause}" in text


def test_search_on_a_chart_says_what_holds(client: TestClient) -> None:
    text = client.get("/en/search", params={"q": "letter", "chart": CHART}).text
    holding = re.findall(r'class="holds".*?/clause/([^?]+)\?', text)
    fired = set(liuren.fired(liuren.parse_notation(CHART)))
    assert "shefu:wu.20" in holding
    assert set(holding) <= fired
    assert not set(re.findall(r'class="fails".*?/clause/([^?]+)\?', text)) & fired


@pytest.mark.parametrize(
    "path", ["/en/clause/shefu:no.1", "/en/clause/nobody:1", "/en/book/shefu/none", "/en/book/none/zi", "/fr/book"]
)  # fmt: skip
def test_what_is_not_there_is_a_page(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


# ---------------------------------------------------------------- downloads


@pytest.mark.parametrize(
    ("kind", "media", "beginning"),
    [
        ("svg", "image/svg+xml", b"<svg"), ("png", "image/png", b"\x89PNG"), ("json", "application/json", b"{"),
        ("txt", "text/plain; charset=utf-8", "日 甲子".encode()),
    ],
)  # fmt: skip
def test_downloads(client: TestClient, kind: str, media: str, beginning: bytes) -> None:
    answer = client.get(f"/zh-Hant/chart.{kind}", params={"chart": CHART})
    assert answer.headers["content-type"] == media
    assert answer.headers["content-disposition"] == f'attachment; filename="chart.{kind}"'
    assert answer.content.startswith(beginning)


def test_the_json_is_the_chart(client: TestClient) -> None:
    answer = client.get("/en/chart.json", params={"chart": CHART}).json()
    assert answer == liuren.parse_notation(CHART).to_dict() | {"moment": None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_are_named_in_the_language_of_the_page(client: TestClient, language: str) -> None:
    """神后子 in both scripts alike, 論物有無訣 not; and why a clause is not encoded."""
    named = {row["chapter"]: row["headings"][language] for row in liuren.clauses("shefu")}
    contents = unescape(client.get(f"/{language}/book").text)
    assert all(heading in contents for heading in named.values())
    assert f"<h1>{named['youwu']}</h1>" in unescape(
        client.get(f"/{language}/book/shefu/youwu").text
    )
    row = next(row for row in liuren.clauses("shefu") if row["reason"])
    clause = unescape(client.get(f"/{language}/clause/{row['id']}").text)
    assert named[row["chapter"]] in clause
    assert row["reasons"][language] in clause
    if language == "zh-Hans":
        assert "訣" not in contents.partition("<main")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_sent_to_somebody_shows_what_it_is(client: TestClient, language: str) -> None:
    """Title, words and picture of a chart for whatever previews links; by the name the server was asked by."""
    for host in ("localhost:8765", "127.0.0.1:8765"):
        answer = client.get(f"/{language}/reading", params={"chart": CHART}, headers={"host": host})
        told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', answer.text))
        assert "甲子" in told["title"]
        assert unescape(told["description"])[:20] in unescape(answer.text.partition("<main")[2])
        picture = unescape(told["image"])
        assert picture.startswith(f"http://{host}/{language}/chart.png?")
        assert client.get(picture.partition(host)[2]).content.startswith(b"\x89PNG")
