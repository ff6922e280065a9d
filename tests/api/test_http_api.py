"""The HTTP API on a real server: the same documents as the library, one shape of errors, who may write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

import liuren

Problems = Callable[[str, Any], list[str]]
CAST = {"day": "甲子", "hour": "卯", "general": "亥", "month": "寅"}


def got(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text[:500]
    return answer.json()


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


def test_documents_are_those_of_the_library(api: httpx.Client) -> None:
    chart = liuren.liuren_chart(**CAST)
    assert got(api.get("/chart", params=CAST)) == plain(chart.to_dict())
    assert got(api.get("/reading", params=CAST)) == plain(liuren.read(chart).to_dict())
    season = {"day": "甲子", "hour": "卯", "general": "亥", "season": "春"}
    told = liuren.read(liuren.liuren_chart(**season))
    assert got(api.get("/reading", params=season)) == plain(told.to_dict())
    moment = liuren.moment("2026-11-30T10:00", zone="Asia/Seoul")
    asked = {"at": "2026-11-30T10:00", "zone": "Asia/Seoul"}
    assert got(api.get("/moment", params=asked)) == plain(moment.to_dict())
    seat = {"day": "甲寅", "hour": "巳", "general": "亥", "seat": "酉"}
    other = liuren.jinkoujue_chart(**seat)
    assert got(api.get("/jinkoujue", params=seat)) == plain(liuren.read(other).to_dict())
    assert got(api.get("/chart", params={**seat, "method": "jinkoujue"})) == plain(other.to_dict())
    assert got(api.get("/chart", params=seat)) == plain(other.to_dict())
    named = {"chart": other.notation}
    assert got(api.get("/chart", params=named)) == plain(other.to_dict())
    why = got(api.get("/clause/jinkoujue-beyond:1/trace", params=named))
    assert why == plain(liuren.explain(other, "jinkoujue-beyond:1").to_dict())
    trace = got(api.get("/clause/shefu:zi.5/trace", params=CAST))
    assert trace == plain(liuren.explain(chart, "shefu:zi.5").to_dict())


def test_a_chart_is_found_again_by_its_notation(api: httpx.Client) -> None:
    chart = got(
        api.get("/chart", params={**CAST, "set": ["shehai=depth", "noble_table=jia_sheep"]})
    )
    assert chart["convention"]["shehai"] == "depth"
    assert got(api.get("/chart", params={"chart": chart["notation"]})) == chart


def test_annual_branch(api: httpx.Client, problems: Problems) -> None:
    person = {"birth": "甲午", "sex": "male"}
    assert got(api.get("/annual", params={**person, "age": 66}))["annual"] == "辛丑"
    ages = got(api.get("/annual", params=person))
    assert ages["ages"]["1"] == "丙申" or len(ages["ages"]) == 60
    assert problems("annual-branch", ages) == []


def test_books(api: httpx.Client) -> None:
    works = {row["work"]: row for row in got(api.get("/works"))}
    assert sum(works["shefu"]["coverage"].values()) == works["shefu"]["clauses"] == 834
    assert works["shefu"]["chapters"]["zi"] == {
        "zh-Hant": "神后子",
        "zh-Hans": "神后子",
        "ko": "신후 자(神后子)",
        "en": "Shen Hou, 子",
    }
    page = got(api.get("/works/shefu/clauses", params={"chapter": "zi", "limit": 3, "offset": 2}))
    assert [clause["id"] for clause in page["clauses"]] == [
        "shefu:zi.3",
        "shefu:zi.4",
        "shefu:zi.5",
    ]
    found = got(api.get("/search", params={"q": "young girl", "work": "shefu"}))
    assert "shefu:zi.5" in [clause["id"] for clause in found["clauses"]]
    assert got(api.get("/clause/shefu:zi.5"))["text"]["zh-Hant"] == "子加日，乘天后乃小女。"


def test_batch_keeps_the_order_and_tells_what_is_wrong_with_one(api: httpx.Client) -> None:
    rows = got(api.post("/batch", json={"charts": [CAST, {**CAST, "day": "甲丑"}, CAST]}))[
        "readings"
    ]
    assert rows[1]["error"]["code"] == "no_such_pillar"
    assert rows[0] == rows[2]
    chart = liuren.liuren_chart(**CAST)
    assert set(rows[0]["brief"]["findings"]) == set(liuren.fired(chart, work="shefu"))
    full = got(api.post("/batch", json={"charts": [CAST], "full": True}))["readings"][0]
    assert full["reading"] == plain(liuren.read(chart).to_dict(traces=False))


@pytest.mark.parametrize(
    ("path", "params", "status", "code"),
    [
        ("/chart", {"day": "甲丑", "hour": "卯", "general": "亥"}, 422, "no_such_pillar"),
        ("/chart", {"day": "甲子"}, 422, "incomplete_cast"),
        ("/chart", {"dey": "甲子"}, 422, "bad_request"),
        ("/chart", {"chart": "nonsense"}, 422, None),
        ("/moment", {"at": "2026-03-08T02:30", "zone": "America/New_York"}, 422, "missing_time"),
        ("/moment", {"at": "2026-11-01T01:30", "zone": "America/New_York"}, 422, "repeated_time"),
        ("/moment", {"zone": "CST"}, 422, "ambiguous_zone"),
        ("/moment", {"longitude": "NaN"}, 422, "bad_request"),
        ("/chart", {**CAST, "set": ["shehai=deep"]}, 422, "unknown_value"),
        ("/clause/shefu:zi.999", {}, 404, "unknown_clause"),
        ("/works/nothing/clauses", {}, 404, "unknown_work"),
        ("/trials/nothing", {}, 404, "not_found"),
        ("/trials/series/nothing/score", {}, 404, "not_found"),
        ("/cases/nothing", {}, 404, "not_found"),
        ("/nothing", {}, 404, "http_404"),
        ("/search", {}, 422, "bad_request"),
    ],
)
def test_errors_have_one_shape(
    api: httpx.Client,
    path: str,
    params: dict[str, Any],
    status: int,
    code: str | None,
    problems: Problems,
) -> None:
    reply = got(api.get(path, params=params), status)
    assert problems("error", reply) == []
    assert code in (None, reply["error"]["code"])


def test_a_repeated_time_comes_with_its_candidates(api: httpx.Client) -> None:
    asked = {"at": "2026-11-01T01:30", "zone": "America/New_York"}
    found = got(api.get("/moment", params=asked), 422)["error"]["candidates"]
    assert [one["offset"] for one in found] == ["-04:00", "-05:00"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"question": "\\ud800"}', b"[]", b'{"question": 1e999}']
)
def test_broken_bodies(api: httpx.Client, body: bytes, problems: Problems) -> None:
    answer = api.post("/cases", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert problems("error", answer.json()) == []


def test_wrong_methods_name_the_right_ones(api: httpx.Client, problems: Problems) -> None:
    answer = api.put("/cases")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"
    assert problems("error", answer.json()) == []


def test_cases(api: httpx.Client, problems: Problems) -> None:
    new = {"question": "袖中何物", "tags": ["game"], "casting": CAST}
    case = got(api.post("/cases", json=new), 201)
    assert problems("case", case) == []
    assert case["cast"]["notation"] == liuren.liuren_chart(**CAST).notation
    assert case["findings"]
    changes = {"outcome": {"status": "hit", "text": "a key"}}
    assert got(api.patch(f"/cases/{case['id']}", json=changes))["outcome"]["status"] == "hit"
    states = got(api.get(f"/cases/{case['id']}/history"))["cases"]
    assert [state["outcome"]["status"] for state in states] == ["open", "hit"]
    assert got(api.get("/cases", params={"text": "袖中"}))["cases"][0]["id"] == case["id"]
    assert api.delete(f"/cases/{case['id']}").status_code == 204
    got(api.get(f"/cases/{case['id']}"), 404)


def test_a_trial(api: httpx.Client, problems: Problems) -> None:
    begun = got(api.post("/trials/series", json={"trials": 2, "options": 4}), 201)
    sealed = got(api.post(f"/trials/series/{begun['series']}/trials", json={"casting": CAST}), 201)
    assert sealed["target"] is None
    assert problems("trial", sealed) == []
    seated = {"casting": {**CAST, "seat": "酉"}}
    other = got(api.post(f"/trials/series/{begun['series']}/trials", json=seated), 201)
    assert other["chart"]["method"] == "jinkoujue"
    name = sealed["trial"]
    seen = got(api.get(f"/trials/{name}"))
    assert (seen["state"], seen["target"], seen["forecasts"]) == ("sealed", None, {})
    hidden = got(api.get(f"/trials/{name}", params={"role": "host"}))["target"]
    assert hidden in seen["options"]
    wrong = got(api.post(f"/trials/{name}/answers", json={"reader": "Ha", "answer": "x"}), 422)
    assert wrong["error"]["code"] == "bad_forecast"
    answer = {"reader": "Ha", "answer": seen["options"][0]}
    taken = got(api.post(f"/trials/{name}/answers", json=answer), 201)
    assert taken["late"] is False
    ended = got(api.post(f"/trials/{name}/reveal"))
    assert ended["target"] == hidden
    assert got(api.post(f"/trials/{name}/reveal"), 409)["error"]["code"] == "trial"
    late = got(api.post(f"/trials/{name}/answers", json=answer), 201)
    assert late["late"] is True
    score = got(api.get(f"/trials/series/{begun['series']}/score", params={"lang": "ko"}))
    assert problems("score", score) == []
    assert score["statements"]
    assert "Ha" in [row["name"] for row in score["rows"]]
    states = {row["series"]: row for row in got(api.get("/trials/series"))["series"]}
    assert problems("series", states[begun["series"]]) == []
    assert got(api.get("/trials/chain"))["links"]


def test_a_public_server_is_read_only(public_server: str, problems: Problems) -> None:
    with httpx.Client(base_url=f"{public_server}/api/v1", timeout=60) as api:
        got(api.get("/chart", params=CAST))
        for answer in (
            api.get("/cases"),
            api.post("/cases", json={"question": "?"}),
            api.post("/trials/series", json={}),
            api.get("/trials/series"),
            api.get("/trials/chain"),
        ):
            assert problems("error", got(answer, 403)) == []
        owner = {"authorization": "Bearer secret"}
        begun = got(api.post("/trials/series", json={"trials": 1}, headers=owner), 201)
        seal = f"/trials/series/{begun['series']}/trials"
        guest = {"authorization": f"Bearer {begun['tokens']['join']}"}
        got(api.post(seal, json={}, headers=guest), 403)
        host = {"authorization": f"Bearer {begun['tokens']['host']}"}
        trial = got(api.post(seal, json={}, headers=host), 201)["trial"]
        got(api.get(f"/trials/{trial}"), 403)
        got(api.get(f"/trials/{trial}", params={"role": "host"}, headers=guest), 403)
        options = got(api.get(f"/trials/{trial}", headers=guest))["options"]
        mine = {"reader": "guest", "answer": options[0]}
        taken = got(api.post(f"/trials/{trial}/answers", json=mine, headers=guest), 201)
        assert taken["key"]
        got(api.post(f"/trials/{trial}/answers", json=mine, headers=guest), 409)
        again = {**mine, "key": taken["key"], "answer": options[1]}
        got(api.post(f"/trials/{trial}/answers", json=again, headers=guest), 201)
        got(api.post(f"/trials/{trial}/reveal", headers=guest), 403)
        assert got(api.post(f"/trials/{trial}/reveal", headers=host))["target"] in options


@pytest.mark.parametrize(
    ("wanted", "language", "said"),
    [
        ("", "en", "does not exist"),
        ("ko-KR,ko;q=0.9", "ko", "육십갑자에 甲丑은 없습니다"),
        ("zh-TW", "zh-Hant", "六十甲子中沒有甲丑"),
        ("zh-CN,zh", "zh-Hans", "六十甲子中没有甲丑"),
    ],
)
def test_errors_are_told_in_the_language_asked_for(
    api: httpx.Client, problems: Problems, wanted: str, language: str, said: str
) -> None:
    """The code stays; in a batch too, and for what is refused before any chart is cast."""
    headers = {"accept-language": wanted}
    asked = {"day": "甲丑", "hour": "卯", "general": "亥"}
    answers = [
        api.get("/chart", params=asked, headers=headers),
        api.get("/chart", params={"age": "old"}, headers=headers),
        api.get("/no-such-thing", headers=headers),
    ]
    for answer in answers:
        assert answer.headers["content-language"] == language
        assert problems("error", answer.json()) == []
    assert said in answers[0].json()["error"]["message"]
    told = [answer.json()["error"]["message"] for answer in answers]
    assert language == "en" or all(re.search("[가-힣一-鿿]", one) for one in told)
    batch = got(api.post("/batch", json={"charts": [asked]}, headers=headers))
    assert batch["readings"][0]["error"] == answers[0].json()["error"]


def test_a_batch_says_beforehand_how_many_it_takes(api: httpx.Client) -> None:
    described = got(api.get("/openapi.json"))
    most = described["components"]["schemas"]["BatchRequest"]["properties"]["charts"]["maxItems"]
    assert f"Up to {most} charts" in described["paths"]["/api/v1/batch"]["post"]["description"]
    one = {"day": "甲子", "hour": "卯", "general": "亥"}
    refused = got(api.post("/batch", json={"charts": [one] * (most + 1)}), 422)["error"]
    assert str(most) in refused["hint"]
    assert "liuren batch" in refused["hint"]


def test_the_examples_of_the_description_run(api: httpx.Client) -> None:
    described = got(api.get("/openapi.json"))
    run = []
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            call = _example(described, path, operation)
            if call is None:
                continue
            address, query, body = call
            answer = api.request(method, address, params=query, json=body)
            assert answer.is_success, (method, path, answer.text)
            run.append(path)
    assert len(run) >= 14


def _example(
    described: dict[str, Any], path: str, operation: dict[str, Any]
) -> tuple[str, dict[str, Any], Any] | None:
    """Address, query and body of the example of an operation; None where it needs an id made before."""
    query: dict[str, Any] = {}
    for parameter in operation.get("parameters", []):
        schema = parameter["schema"]
        shown = schema.get("examples", [])
        if parameter["in"] == "path":
            if not shown:
                return None
            path = path.replace(f"{{{parameter['name']}}}", shown[0])
        elif shown:
            query[parameter["name"]] = shown[0]
        else:
            assert not parameter["required"], (path, parameter["name"])
    body = None
    if "requestBody" in operation:
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        body = described["components"]["schemas"][name.rpartition("/")[2]]["examples"][0]
    return path.removeprefix("/api/v1"), query, body
