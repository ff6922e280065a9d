"""All reports of faults and wishes about other programs, one by one: each is tried here on Liuren, or it
is said which test tries it and why that is not a matter of the engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import liuren
from liuren.calendar import Moment, UncertainTimeError, zones
from liuren.calendar import nominal_age as age_of
from liuren.charts.annual import annual_pillar
from liuren.cli import main
from liuren.drawing.text import chart_text
from liuren.terms import branches, generals, kin, parse, pillars, spirits, stems

TESTS = Path(__file__).parent.parent
ENTRIES: dict[str, dict[str, Any]] = {
    entry["id"]: entry
    for entry in json.loads((TESTS / "cases" / "bug_reports.json").read_text(encoding="utf-8"))[
        "entries"
    ]
}
B, P = branches.NAMES, pillars.NAMES

#: What is not about the engine: where it is tried, and what it is about.
ELSEWHERE = {
    "ENC-03": ("browser/test_every_page.py", "fonts and requests of the installed page"),
    "PKG-01": ("package/test_wheel.py", "what the wheel contains"),
    "PKG-02": ("package/test_wheel.py", "what the wheel asks for"),
    "UI-01": ("browser/test_every_page.py", "width of the page on phones"),
    "UI-02": ("browser/test_flows.py", "the form casts only when asked"),
    "EX-02": ("drawing/test_pictures.py", "pictures and print"),
    "SC-01": ("casebook/test_exchange.py", "a case without outcome counts nowhere"),
    "SC-02": ("casebook/test_scoring.py", "rates beside their chance level"),
}
OPTIONS: dict[str, tuple[str, dict[str, str]]] = {
    "day_boundary": ("day_boundary", {"23:00": "23:00", "00:00": "00:00_next_hour_stem"}),
    "month_general": ("month_general", {"zhongqi": "zhongqi_instant", "jie": "jie"}),
    "day_night": ("day_night", {"mao_you": "mao_shen", "sun": "sunrise"}),
    "noble_table": ("noble_table", {"jia_niu": "jia_ox", "jia_yang": "jia_sheep"}),
    "shehai": ("shehai", {"count": "depth", "meng_zhong": "mengzhong"}),
    "year_boundary": ("year_start", {"li_chun": "lichun", "lunar_new_year": "lunar_new_year"}),
}
SOLAR = {"mean_solar": "mean", "true_solar": "true", "korea_half_hour": "half_hour"}


def convention(options: dict[str, str]) -> dict[str, str]:
    found = {
        ours: values[options[name]]
        for name, (ours, values) in OPTIONS.items()
        if options.get(name) in values
    }
    if options.get("clock", "").endswith("ignored"):
        found["summer_time"] = "kept"
    return found


def moment(facts: dict[str, Any], text: str | None = None) -> Moment:
    place, options = facts.get("place", {}), facts.get("options", {})
    return liuren.moment(
        text or facts["datetime"],
        zone=place.get("tz"),
        longitude=place.get("lon"),
        latitude=place.get("lat"),
        solar_time=SOLAR.get(options.get("clock", ""), "clock"),
        convention=convention(options),
    )


def situations(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Every cast of an entry, what is shared laid under what is its own."""
    given = entry["input"]
    shared = {k: v for k, v in given.items() if k not in ("cases", "datetimes")}
    found = [shared | case for case in given.get("cases", [{}])]
    return [s | {"datetime": t} for s in found for t in given.get("datetimes", [s.get("datetime")])]


def cast(facts: dict[str, Any]) -> Any:
    rules = convention(facts.get("options", {}))
    if facts.get("datetime"):
        at = moment(facts)
        if facts["method"] == "jinkoujue":
            light = {"night": False, "day": True}.get(facts["options"].get("noble", ""))
            return liuren.jinkoujue_chart(moment=at, seat=facts["difen"], daytime=light)
        return liuren.liuren_chart(moment=at)
    manual = True if "manual" in facts.get("options", {}).get("day_night", "") else None
    return liuren.liuren_chart(
        day=facts["day"], hour=facts["hour_branch"], general=facts["month_general"],
        daytime=manual, convention=rules,
    )  # fmt: skip


def short(chart: Any, branch: int) -> str:
    """A transmission in the short form of the reports: stem, branch, general, kin, void."""
    stem = chart.hidden_stem(branch)
    return (
        ("" if stem is None else stems.NAMES[stem])
        + B[branch]
        + "贵蛇雀合勾龙空虎常玄阴后"[chart.rider_of(branch)]
        + "兄子财官父"[chart.kin(branch)]
        + ("空" if chart.is_void(branch) else "")
    )


def clock(seconds: float, m: Any) -> str:
    return str(m.text_of(round(seconds / 60) * 60)[11:16])


#: How each expected fact is read from a cast.
READ: dict[str, Callable[[Any], Any]] = {
    "month_general": lambda c: B[c.general_of_month if hasattr(c, "noble") else c.general],
    "hour_branch": lambda c: B[c.hour],
    "month_build": lambda c: B[c.month],
    "tai_sui": lambda c: B[c.year],
    "year": lambda c: P[c.year_pillar],
    "month": lambda c: P[c.month_pillar],
    "day": lambda c: P[c.day],
    "day_23h": lambda c: P[c.day],
    "day_pillar_23h": lambda c: P[c.day],
    "hour": lambda c: P[c.hour_pillar],
    "transmissions": lambda c: "".join(B[b] for b in c.transmissions),
    "noble": lambda c: B[c.carrier(generals.NOBLE)],
    "period": lambda c: "day" if c.daytime else "night",
    "first_general": lambda c: short(c, c.transmissions[0]),
    "transmissions_with_generals": lambda c: [short(c, b) for b in c.transmissions],
    "lessons": lambda c: [
        B[u] + (stems.NAMES[c.stem] if i == 0 else B[s]) for i, (u, s) in enumerate(c.lessons)
    ],
    "generals": lambda c: ["贵蛇雀合勾龙空虎常玄阴后"[c.rider_of(b)] for b in c.transmissions],
    "relations": lambda c: [
        {"妻財": "妻财", "子孫": "子孙"}.get(k, k)
        for k in (kin.NAMES[c.kin(b)] for b in c.transmissions)
    ],
    "pillars": lambda c: " ".join(
        c.to_dict()["pillars"][n] for n in ("year", "month", "day", "hour")
    ),
    "used": lambda c: "".join(B[b] for b in c.void),
    "ri_lu": lambda c: c.to_dict()["spirits"]["日祿"],
    "ren_yuan": lambda c: stems.NAMES[c.stem],
    "gui_shen": lambda c: (
        f"{stems.NAMES[c.noble_stem]}{B[c.noble_branch]} {generals.NAMES[c.noble]}"
    ),
    "utc_offset": lambda c: zones.offset_text(c.moment.offset),
    "utc": lambda c: c.moment.instant[:-1].replace("T", " "),
    "standard_time": lambda c: clock(c.moment.ut + c.moment.standard, c.moment),
    "local_time": lambda c: clock(c.moment.local, c.moment),
}
#: Values in another form than one cast gives, tried by a function below.
_APART = {"true_solar", "sunset", "sunrise", "jiang_shen", "method_name", "names", "trace"}
_WORDS = {
    "rule", "wrong", "wrong_value", "wrong_hour", "wrong_month", "wrong_day", "note", "text", "ui",
    "other_rule", "page_value", "clock_only", "clock_hour_branch", "second_case", "day_0h",
    "day_pillar_0h", "void_year", "void_month", "void_day", "void_hour",
}  # fmt: skip
FORMS = {"八专": "八專", "昴星": "昴星", "别责": "別責", "返吟 (无依)": "返吟"}


def try_casts(entry: dict[str, Any]) -> None:
    """Cast everything and compare every fact that is expected."""
    charts = [cast(s) for s in situations(entry)]
    expected, tried = entry["expected"], 0
    for key, value in expected.items():
        if key in READ:
            nested = key in ("transmissions_with_generals", "lessons", "generals", "relations")
            many = isinstance(value, list) and len(value) == len(charts)
            if nested and not (many and isinstance(value[0], list)):
                many = False
            wanted = value if many else [value] * len(charts)
            found = [READ[key](c) for c in charts]
            if key == "local_time":
                assert all(near_minutes(a, b) <= 1 for a, b in zip(found, wanted, strict=True))
            elif key == "utc":
                assert [f[: len(w)] for f, w in zip(found, wanted, strict=True)] == wanted
            else:
                assert found == wanted, key
            tried += 1
        elif key == "method_name":
            assert {c.lesson_form for c in charts} == {FORMS[value]}
            tried += 1
        elif key in ("true_solar", "sunset", "sunrise"):
            wanted_text = value.split(" (")[0][-5:]
            sun = charts[-1].moment.to_dict().get("sun") or {}
            shown = {
                "true_solar": clock(charts[-1].moment.local, charts[-1].moment),
                "sunset": str(sun.get("set"))[-8:][:5] if sun else "",
                "sunrise": str(sun.get("rise"))[-8:][:5] if sun else "",
            }[key]
            if key != "true_solar":
                shown = sun["set" if key == "sunset" else "rise"].split("T")[1][:5]
            assert near_minutes(shown, wanted_text) <= 2, key
            tried += 1
        else:
            assert key in _APART | _WORDS, key
    assert tried


def near_minutes(a: str, b: str) -> int:
    one, two = (int(t[:2]) * 60 + int(t[3:5]) for t in (a, b))
    return min(abs(one - two), 1440 - abs(one - two))


def text_of(chart: Any, language: str = "zh-Hant") -> str:
    return chart_text(chart.to_dict(), language)


# ------------------------------------------------------------------ reports with a trial of their own


def mg_08(entry: dict[str, Any]) -> None:
    for second in range(0, 41, 10):
        at = moment(entry["input"] | {"datetime": f"2024-12-21 17:20:{second:02d}"})
        data = at.to_dict()
        near = [w for w in data["warnings"] if w["code"] == "near_term"]
        assert [c["general"] for w in near for c in w["candidates"]] == ["寅", "丑"]
    # The two ports say :19 and :32; every door of Liuren reads one table (DE431: 17:20:34).
    assert data["term"]["instant"] == "2024-12-21T09:20:34Z"


def db_03(entry: dict[str, Any]) -> None:
    try_casts(entry)
    chart = cast(situations(entry)[1])
    assert "子正零時換日，二十三時後時干用次日" in text_of(chart)
    assert chart.to_dict()["convention"]["day_boundary"] == "00:00_next_hour_stem"


def db_05(entry: dict[str, Any]) -> None:
    try_casts(entry)
    (facts,) = situations(entry)
    plain = cast(facts | {"options": facts["options"] | {"clock": "standard"}})
    assert {k: READ[k](plain) for k in ("day", "hour")} == entry["expected"]["clock_only"]


def db_06(entry: dict[str, Any]) -> None:
    (facts,) = situations(entry)
    for boundary, key in (("23:00", "day_23h"), ("00:00", "day_0h")):
        chart = cast(facts | {"options": {"day_boundary": boundary}})
        assert P[chart.day] == entry["expected"][key]
        assert "換日" in text_of(chart)
        assert liuren.parse_notation(chart.notation).convention == chart.convention


def mg_09(entry: dict[str, Any]) -> None:
    try_casts(entry)
    for facts, day in zip(situations(entry), entry["expected"]["day_pillar_0h"], strict=True):
        assert P[cast(facts | {"options": {"day_boundary": "00:00"}}).day] == day


def ts_05(entry: dict[str, Any]) -> None:
    data = liuren.moment(
        "1988-06-15T08:10", zone="Asia/Seoul", longitude=126.98, solar_time="true"
    ).to_dict()
    assert {"time", "zone", "offset", "summer_time", "standard"} <= data["clock"].keys()
    parts = {"time", "longitude_minutes", "equation_of_time_minutes", "date_changed"}
    assert parts <= data["local"].keys()
    assert len(entry["expected"]["output"]) == 7


def tz_02(entry: dict[str, Any]) -> None:
    with pytest.raises(UncertainTimeError) as caught:
        cast(situations(entry)[0])
    assert caught.value.code == "repeated_time"
    found = [
        {"utc": m.instant[:16].replace("T", " "), "hour": P[m.hour]}
        for m in caught.value.candidates
    ]
    assert found == entry["expected"]["candidates"]


def tz_04(entry: dict[str, Any]) -> None:
    at = moment(entry["input"] | {"datetime": "1991-08-01"})
    assert P[at.day] == entry["expected"]["day"]


def tz_10(entry: dict[str, Any]) -> None:
    charts = [cast(s | {"method": "liuren"}) for s in situations(entry)]
    assert [READ["utc_offset"](c) for c in charts] == entry["expected"]["utc_offset"]
    second = entry["expected"]["second_case"]
    assert {key: READ[key](charts[1]) for key in second} == second


def tz_14(entry: dict[str, Any]) -> None:
    (chart,) = [cast(s) for s in situations(entry)]
    assert B[chart.hour] == "午"
    assert READ["utc_offset"](chart) == "+06:56:17"
    assert chart.moment.to_dict()["local"]["longitude_minutes"] in (None, 0)


def hd_01(entry: dict[str, Any]) -> None:
    first, gone, last = entry["input"]["dates"]
    assert P[liuren.moment(first, zone="UTC").day] == entry["expected"]["day"][0]
    assert P[liuren.moment(last, zone="UTC").day] == entry["expected"]["day"][2]
    with pytest.raises(liuren.LiurenError, match="never was"):
        liuren.moment(gone, zone="UTC")
    proleptic = liuren.moment(gone, zone="UTC", calendar="gregorian")
    assert proleptic.to_dict()["warnings"] is not None


def hd_03(entry: dict[str, Any]) -> None:
    place, expected = entry["input"]["place"], entry["expected"]
    at = liuren.moment(
        "1128-06-30 20:00", longitude=place["lon"], latitude=place["lat"], calendar="julian"
    )
    chart = liuren.liuren_chart(moment=at)
    for key in ("day", "month_general", "hour_branch", "transmissions"):
        assert READ[key](chart) == expected[key]
    assert chart.lesson_form == "八專"


def yb_05(entry: dict[str, Any]) -> None:
    at = moment(entry["input"])
    (near,) = [w for w in at.to_dict()["warnings"] if w["code"] == "near_term"]
    months = [c["pillars"]["month"] for c in near["candidates"]]
    assert months == [c[:2] for c in entry["expected"]["candidates"]]


def vo_01(entry: dict[str, Any]) -> None:
    days = entry["input"]["days"]
    found = ["".join(B[b] for b in pillars.void(P.index(day))) for day in days]
    assert found == entry["expected"]["void"]
    for day in range(60):
        first, second = pillars.void(day)
        assert (second - first) % 12 == 1
        assert pillars.hidden_stem(day, first) is None


def vo_02(entry: dict[str, Any]) -> None:
    try_casts(entry)
    (chart,) = [cast(s) for s in situations(entry)]
    voids = chart.moment.to_dict()["voids"]
    for name in ("year", "month", "day", "hour"):
        assert "".join(voids[name]) == entry["expected"][f"void_{name}"]


def tr_04(entry: dict[str, Any]) -> None:
    try_casts(entry)
    for rule in ("mengzhong", "depth", "depth_with_seat"):
        for day in range(60):
            for hour in range(12):
                for general in range(12):
                    chart = liuren.liuren_chart(day, hour, general, convention={"shehai": rule})
                    assert all(0 <= b < 12 for b in chart.transmissions)


def tr_07(entry: dict[str, Any]) -> None:
    try_casts(entry)
    for facts, named in zip(situations(entry), ("數剋定深淺", "先孟後仲"), strict=True):
        text = text_of(cast(facts))
        assert f"涉害取法：{named}" in text
        assert "他派異同" in text


def tr_08(entry: dict[str, Any]) -> None:
    try_casts(entry)
    (facts,) = situations(entry)
    chart = cast(facts | {"options": facts["options"] | {"shehai": "count"}})
    decision = chart.to_dict()["decision"]
    depth = dict(zip(decision["candidates"], decision["counts"], strict=True))
    assert depth["寅"] > depth["午"]
    assert "蒿矢" not in chart.forms


def tr_13(entry: dict[str, Any]) -> None:
    try_casts(entry)
    (chart,) = [cast(s) for s in situations(entry)]
    assert {"重審", "間傳", "凝陰"} <= chart.forms


def sp_01(entry: dict[str, Any]) -> None:
    for day, expected in zip(entry["input"]["days"], entry["expected"]["po_sui"], strict=True):
        assert liuren.liuren_chart(day, "卯", "亥").to_dict()["spirits"]["day"]["破碎"] == expected


def sp_02(entry: dict[str, Any]) -> None:
    found = [spirits.net(B.index(b)) for b in entry["input"]["branches"]]
    traditional = {"天罗": "天羅", "地网": "地網"}
    assert found == [traditional[name] for name in entry["expected"]["label"]]
    assert [b for b in range(12) if spirits.net(b)] == [4, 5, 10, 11]


def ag_01(_entry: dict[str, Any]) -> None:
    chart = liuren.liuren_chart(
        "甲子", "卯", "亥", birth="甲午", age_branch="辛丑", sex="male", month="寅"
    )
    again: Any = liuren.parse_notation(chart.notation)
    assert (again.birth_pillar, again.age_pillar) == (chart.birth_pillar, chart.age_pillar)
    assert again == chart


def ag_02(entry: dict[str, Any]) -> None:
    given, expected = entry["input"], entry["expected"]
    born, now = (liuren.moment(given[key], zone="Asia/Shanghai") for key in ("birth", "cast"))
    age = age_of(born, now)
    assert age == expected["nominal_age"]
    found = [P[annual_pillar(P[born.year], sex, age)] for sex in given["sex"]]
    assert found == expected["running_year"]


def ag_03(entry: dict[str, Any]) -> None:
    given, expected = entry["input"], entry["expected"]
    for i, case in enumerate(given["cases"]):
        rules = convention(case["options"])
        born, now = (
            liuren.moment(given[key], zone="Asia/Shanghai", convention=rules)
            for key in ("birth", "cast")
        )
        assert P[born.year] == expected["birth_year"][i]
        age = age_of(born, now)
        assert age == expected["nominal_age"][i]
        assert P[annual_pillar(P[born.year], given["sex"], age)] == expected["running_year"][i]


def jk(entry: dict[str, Any]) -> None:
    try_casts(entry)
    for facts in situations(entry):
        chart = cast(facts)
        pillar, name = entry["expected"]["jiang_shen"].split()
        assert stems.NAMES[chart.general_stem] + B[chart.general] == pillar
        assert parse.parse_branch(name) == chart.general


def jk_03(_entry: dict[str, Any]) -> None:
    chart = liuren.jinkoujue_chart("甲寅", "巳", "亥", seat_by="lot")
    assert chart.seat_from is not None
    assert chart.seat_from.startswith("lot:")
    assert liuren.parse_notation(chart.notation) == chart
    assert liuren.jinkoujue_chart("甲寅", "巳", "亥", seat=chart.seat_from, seat_by="any") == chart


def i18_02(entry: dict[str, Any]) -> None:
    found = [parse.parse_term(name) for name in entry["input"]["jieqi"]]
    assert found == [2, 2, 2, 5, 5, 5]


def mcp_01(entry: dict[str, Any]) -> None:
    chart = liuren.liuren_chart(moment=liuren.moment("2026-04-20 13:30", place="Beijing"))
    expected = entry["expected"]["tool_result"]
    assert {key: READ[key](chart) for key in expected} == expected


def mcp_02(entry: dict[str, Any]) -> None:
    chart = cast(situations(entry)[0] | {"method": "liuren"})
    data, text = chart.to_dict(), text_of(chart)
    short_names = {name: name[0] for name in generals.NAMES} | {
        "騰蛇": "蛇", "朱雀": "雀", "六合": "合", "勾陳": "勾", "青龍": "龍", "天空": "空",
        "白虎": "虎", "太常": "常", "玄武": "玄", "太陰": "陰", "天后": "后",
    }  # fmt: skip
    for earth in B:
        assert short_names[data["riders"][earth]] + data["plate"][earth] in text
    for row in data["transmissions"]:
        assert (row["stem"] or "") + row["branch"] in text
    for pillar in (v for v in data["pillars"].values() if v):
        assert pillar in text


def mcp_03(entry: dict[str, Any]) -> None:
    zulu, offset, bare = entry["input"]["inputs"]
    one, two = liuren.moment(zulu, zone="Asia/Shanghai"), liuren.moment(offset)
    three = moment(entry["input"] | {"datetime": bare})
    assert one.ut == two.ut == three.ut
    assert {B[m.hour_branch] for m in (one, two, three)} == {entry["expected"]["hour_branch"]}
    assert "zone_assumed" in [w["code"] for w in liuren.moment(bare).warnings]


def mcp_04(entry: dict[str, Any]) -> None:
    chart = cast(situations(entry)[0] | {"method": "liuren"})
    text = text_of(chart, "en")
    for option in ("change of day", "month general", "day or night", "Table of the noble", "涉害"):
        assert option in text
    assert "liuren 0.1.0" in text


def ex_01(entry: dict[str, Any]) -> None:
    chart = cast(situations(entry)[0] | {"method": "liuren"})
    text = text_of(chart)
    for part in ("年 乙巳", "月將 亥", "空亡 子丑", "三傳", "四課", "天地盤", "所用之法"):
        assert part in text
    for rider in ("太陰", "貴人"):
        assert rider in text
    assert "兄弟" in text


def sv_01(_entry: dict[str, Any], capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    for name, words in (("a", "失物"), ("b", "行人")):
        assert main(["cases", "add", words, "--notes", name, "--no-chart"]) == 0
    assert main(["cases", "export", str(folder / "all.jsonl")]) == 0
    for _ in range(2):
        assert main(["cases", "import", str(folder / "all.jsonl")]) == 0
    capsys.readouterr()
    assert main(["cases", "list", "--json"]) == 0
    assert sorted(case["question"] for case in json.loads(capsys.readouterr().out)) == [
        "失物",
        "行人",
    ]


def in_01(entry: dict[str, Any], capsys: pytest.CaptureFixture[str], _folder: Path) -> None:
    rest = ["--hour", "卯", "--general", "亥"]
    lines = [
        ["moment", "--zone", "Asia/Shanghai", "--at", text] for text in entry["input"]["inputs"][:3]
    ]
    lines += [
        ["shefu", "--day", "甲丑", *rest],
        ["shefu", "--day", "甲子", "--hour", "卯", "--general", "月"],
        ["moment", "--at", "2026-04-20", "--zone", "UTC", "--longitude", "200"],
    ]
    for words in lines:
        for language in ("zh-Hant", "zh-Hans", "ko", "en"):
            capsys.readouterr()
            assert main([*words, "--lang", language]) == 2
            told = capsys.readouterr()
            assert told.out == ""
            assert told.err


def enc_01(_entry: dict[str, Any], _capsys: object, folder: Path) -> None:
    import os
    import subprocess
    import sys

    words = ["chart", "--day", "甲子", "--hour", "卯", "--general", "亥"]
    for encoding in ("gbk", "cp949", "cp932"):
        for language in ("zh-Hant", "zh-Hans", "ko", "en"):
            ended = subprocess.run(
                [sys.executable, "-m", "liuren", *words, "--lang", language],
                env={**os.environ, "PYTHONIOENCODING": encoding, "LIUREN_CACHE": str(folder)},
                capture_output=True,
                check=False,
            )
            assert (ended.returncode, ended.stderr) == (0, b"")
            assert ended.stdout.decode(encoding)


def enc_02(_entry: dict[str, Any], _capsys: object, folder: Path) -> None:
    import os
    import subprocess
    import sys

    code = (
        "import liuren; c = liuren.liuren_chart(moment=liuren.moment('2026-01-01', zone='UTC'));"
        "liuren.read(c).to_dict()"
    )
    surroundings = {
        "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0",
        "PYTHONWARNDEFAULTENCODING": "1", "LIUREN_CACHE": str(folder),
    }  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-W", "error::EncodingWarning", "-c", code],
        env=os.environ | surroundings,
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


OWN: dict[str, Callable[..., None]] = {
    "MG-08": mg_08, "MG-09": mg_09, "DB-03": db_03, "DB-05": db_05, "DB-06": db_06, "TS-05": ts_05,
    "TZ-02": tz_02, "TZ-04": tz_04, "TZ-10": tz_10, "TZ-14": tz_14, "HD-01": hd_01, "HD-03": hd_03,
    "YB-05": yb_05, "VO-01": vo_01, "VO-02": vo_02, "TR-04": tr_04, "TR-07": tr_07, "TR-08": tr_08,
    "TR-13": tr_13, "SP-01": sp_01, "SP-02": sp_02, "AG-01": ag_01, "AG-02": ag_02, "AG-03": ag_03,
    "JK-01": jk, "JK-02": jk, "JK-03": jk_03, "I18-02": i18_02, "MCP-01": mcp_01, "MCP-02": mcp_02,
    "MCP-03": mcp_03, "MCP-04": mcp_04, "EX-01": ex_01,
}  # fmt: skip
#: Those that run the command.
COMMANDS: dict[str, Callable[..., None]] = {
    "SV-01": sv_01, "IN-01": in_01, "ENC-01": enc_01, "ENC-02": enc_02,
}  # fmt: skip


@pytest.mark.parametrize("name", [n for n in ENTRIES if n not in ELSEWHERE and n not in COMMANDS])
def test_report(name: str) -> None:
    trial: Callable[..., None] = OWN.get(name, try_casts)
    trial(ENTRIES[name])


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_report_on_the_command(
    name: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LIUREN_DATABASE", str(tmp_path / "cases.sqlite"))
    COMMANDS[name](ENTRIES[name], capsys, tmp_path)


def test_the_rest_is_tried_elsewhere() -> None:
    assert len(ENTRIES) == 85
    assert ELSEWHERE.keys() <= ENTRIES.keys()
    for path, reason in ELSEWHERE.values():
        assert (TESTS / path).is_file()
        assert reason
