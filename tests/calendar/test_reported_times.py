"""Every calendar fault reported against other programs, cast here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from liuren.calendar import Moment, UncertainTimeError, moment, nominal_age, zones
from liuren.calendar.days import DAY, day_number
from liuren.terms import branches, pillars
from liuren.terms.errors import InputError

_FILE = Path(__file__).parent.parent / "cases" / "bug_reports.json"
_AREAS = ("MG", "DB", "TS", "TZ", "HD", "YB", "VO", "AG")
ENTRIES: dict[str, dict[str, Any]] = {
    entry["id"]: entry
    for entry in json.loads(_FILE.read_text(encoding="utf-8"))["entries"]
    if entry["id"].split("-")[0] in _AREAS
}
_DAY_BOUNDARY = {"23:00": "23:00", "00:00": "00:00_next_hour_stem"}
_SOLAR = {"mean_solar": "mean", "true_solar": "true", "korea_half_hour": "half_hour"}
_MONTH_GENERAL = {"zhongqi": "zhongqi_instant", "jie": "jie"}


def cast(text: str, place: dict[str, Any], options: dict[str, str]) -> Moment:
    clock = options.get("clock", "standard")
    convention = {
        "day_boundary": _DAY_BOUNDARY[options.get("day_boundary", "23:00")],
        "month_general": _MONTH_GENERAL[options.get("month_general", "zhongqi")],
        "summer_time": "kept" if clock.endswith("ignored") else "removed",
        "year_start": "lunar_new_year"
        if options.get("year_boundary") == "lunar_new_year"
        else "lichun",
    }
    return moment(
        text,
        zone=place["tz"],
        longitude=place["lon"],
        latitude=place["lat"],
        solar_time=_SOLAR.get(clock, "clock"),
        convention=convention,
    )


def casts(entry: dict[str, Any]) -> list[Moment]:
    """The moments of an entry in the order of its expected lists."""
    given = entry["input"]
    shared = {"options": given.get("options", {}), "place": given.get("place")}
    variants = given.get("cases") or [{}]
    times = given.get("datetimes") or [given.get("datetime")]
    found = []
    for variant in variants:
        for time in times:
            merged = {**shared, **variant}
            text = variant.get("datetime") or time
            found.append(cast(text, merged["place"], merged["options"]))
    return found


def listed(value: Any, count: int) -> list[Any]:
    return value if isinstance(value, list) else [value] * count


_READ = {
    "month_general": lambda m: branches.NAMES[m.general],
    "hour_branch": lambda m: branches.NAMES[m.hour_branch],
    "month_build": lambda m: branches.NAMES[m.month_branch],
    "tai_sui": lambda m: branches.NAMES[m.year_branch],
    "day": lambda m: pillars.NAMES[m.day],
    "hour": lambda m: pillars.NAMES[m.hour],
    "month": lambda m: pillars.NAMES[m.month],
    "year": lambda m: pillars.NAMES[m.year],
    "utc_offset": lambda m: zones.offset_text(m.offset),
    "utc": lambda m: m.instant[:-1].replace("T", " ")[: len("2026-01-01 00:00")],
    "local_time": lambda m: m.text_of(round(m.local / 60) * 60)[11:16],
    "standard_time": lambda m: m.text_of(m.ut + m.standard)[11:16],
}
_PLAIN = [
    "MG-01", "MG-02", "MG-03", "MG-04", "MG-06", "MG-09", "MG-10", "DB-02", "DB-03", "DB-04",
    "TS-01", "TS-03", "TS-04", "TS-06", "TZ-01", "TZ-05", "TZ-06", "TZ-08", "TZ-09", "TZ-10",
    "TZ-11", "TZ-12", "TZ-13", "TZ-16", "YB-01", "YB-02", "YB-04",
]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in _PLAIN if name in ENTRIES])
def test_reported_case(name: str) -> None:
    entry = ENTRIES[name]
    moments = casts(entry)
    checked = 0
    for key, read in _READ.items():
        if key not in entry["expected"]:
            continue
        expected = listed(entry["expected"][key], len(moments))
        shown = [read(m) for m in moments]
        if key == "utc":
            expected = [e[:16] for e in expected]
        if key == "local_time":
            assert all(_minutes(a, b) <= 1 for a, b in zip(shown, expected, strict=True))
        else:
            assert shown == expected, key
        checked += 1
    assert checked


def _minutes(a: str, b: str) -> int:
    one, two = (int(t[:2]) * 60 + int(t[3:]) for t in (a, b))
    return abs(one - two)


def test_both_methods_are_warned_within_a_minute_of_the_general() -> None:
    m = moment("2026-09-23T08:05:30", zone="Asia/Shanghai")
    (warning,) = [w for w in m.warnings if w["code"] == "near_term"]
    assert [c["general"] for c in warning["candidates"]] == ["巳", "辰"]
    assert set(warning["labels"]) == {"zh-Hant", "zh-Hans", "ko", "en"}


def test_mg_08_one_table_and_a_warning_over_the_disputed_half_minute() -> None:
    """The thread's ports say 17:20:19 and 17:20:32; DE431 and the Hong Kong minute say 17:20:34."""
    for second in (0, 19, 32, 40):
        m = moment(f"2024-12-21T17:20:{second:02d}", zone="Asia/Shanghai")
        (warning,) = [w for w in m.warnings if w["code"] == "near_term"]
        assert warning["term"] == "冬至"
        assert [c["general"] for c in warning["candidates"]] == ["寅", "丑"]
    assert m.to_dict()["term"]["instant"] == "2024-12-21T09:20:34Z"


def test_mg_09_day_pillars_under_both_customs() -> None:
    entry = ENTRIES["MG-09"]
    late = [pillars.NAMES[m.day] for m in casts(entry)]
    midnight = [pillars.NAMES[m.replace(day_boundary="00:00").day] for m in casts(entry)]
    assert late == entry["expected"]["day_pillar_23h"]
    assert midnight == entry["expected"]["day_pillar_0h"]


def test_db_05_the_day_goes_with_true_solar_time() -> None:
    entry = ENTRIES["DB-05"]
    (m,) = casts(entry)
    assert m.pillars["day"] == entry["expected"]["day"]
    assert m.pillars["hour"] == entry["expected"]["hour"]
    assert m.text_of(m.local)[:15] == "2026-11-03T23:3"
    plain = moment("2026-11-03T22:30", zone="Asia/Shanghai")
    assert {k: plain.pillars[k] for k in ("day", "hour")} == entry["expected"]["clock_only"]


def test_db_06_the_choice_is_visible() -> None:
    text, zone = "2024-04-07T23:30", "Asia/Shanghai"
    late = moment(text, zone=zone)
    midnight = moment(text, zone=zone, convention={"day_boundary": "00:00"})
    assert (late.pillars["day"], midnight.pillars["day"]) == ("壬寅", "辛丑")
    assert midnight.to_dict()["convention"]["day_boundary"] == "00:00"


def test_ts_05_every_step_to_solar_time_is_shown() -> None:
    m = moment("1988-06-15T08:10", zone="Asia/Seoul", longitude=126.98, solar_time="true")
    data = m.to_dict()
    assert data["clock"]["offset"] == "+10:00"
    assert data["clock"]["summer_time"] is True
    assert data["clock"]["standard"] == "1988-06-15T07:10:00"
    assert data["local"]["longitude_minutes"] == pytest.approx(-32.08)
    assert data["local"]["equation_of_time_minutes"] == pytest.approx(-0.3, abs=0.2)
    assert data["local"]["time"].startswith("1988-06-15T06:37")
    assert data["local"]["date_changed"] is False


def test_tz_02_a_repeated_hour_is_refused_with_both_readings() -> None:
    entry = ENTRIES["TZ-02"]
    with pytest.raises(UncertainTimeError) as caught:
        casts(entry)
    error = caught.value
    assert error.code == "repeated_time"
    shown = [
        {"utc": m.instant[:16].replace("T", " "), "hour": m.pillars["hour"]}
        for m in error.candidates
    ]
    assert shown == entry["expected"]["candidates"]
    assert {m.pillars["day"] for m in error.candidates} == {entry["expected"]["day"]}
    for fold, candidate in enumerate(error.candidates):
        chosen = moment("1989-09-17T01:30", zone="Asia/Shanghai", fold=fold)
        written = moment(f"1989-09-17T01:30{'+09:00' if fold == 0 else '+08:00'}")
        assert chosen.ut == candidate.ut == written.ut


def test_a_skipped_hour_is_refused_with_both_readings() -> None:
    with pytest.raises(UncertainTimeError) as caught:
        moment("1986-05-04T02:30", zone="Asia/Shanghai")
    assert caught.value.code == "missing_time"
    data = caught.value.to_dict()
    assert [c["offset"] for c in data["candidates"]] == ["+08:00", "+09:00"]
    assert "1986-05-04T03:00:00" in data["hint"]


def test_tz_04_a_date_alone_keeps_its_day() -> None:
    m = moment("1991-08-01", zone="Asia/Shanghai")
    assert m.pillars["day"] == ENTRIES["TZ-04"]["expected"]["day"]
    assert "no_time" in [w["code"] for w in m.warnings]


def test_tz_14_before_zones_the_town_has_its_own_time() -> None:
    (m,) = casts(ENTRIES["TZ-14"])
    assert branches.NAMES[m.hour_branch] == "午"
    assert zones.offset_text(m.offset) == "+06:56:17"


def test_hd_01_days_that_never_were() -> None:
    before, after = day_number(1582, 10, 4), day_number(1582, 10, 15)
    assert after == before + 1
    days = [moment(t, zone="UTC").pillars["day"] for t in ("1582-10-04", "1582-10-15")]
    assert days == ["癸酉", "甲戌"]
    with pytest.raises(InputError, match="never was"):
        moment("1582-10-10", zone="UTC")
    proleptic = moment("1582-10-10T12:00", zone="UTC", calendar="gregorian")
    assert proleptic.jdn == after - 5


def test_before_zones_an_instant_is_read_by_the_clock_of_the_town_too() -> None:
    where = {"zone": "Asia/Shanghai", "longitude": 114.31}
    by_clock = moment("1062-04-28T12:45", **where)
    by_instant = moment(by_clock.to_dict()["instant"], **where)
    assert by_instant.pillars == by_clock.pillars
    assert by_instant.to_dict()["clock"] == by_clock.to_dict()["clock"]
    # After the zone began, its clock alone counts.
    modern = moment("1950-02-01T12:45", **where)
    assert modern.to_dict()["clock"]["offset"] == "+08:00"


def test_hd_03_a_song_case_by_local_mean_time() -> None:
    place = ENTRIES["HD-03"]["input"]["place"]
    m = moment("1128-06-30T20:00", longitude=place["lon"], latitude=place["lat"])
    expected = ENTRIES["HD-03"]["expected"]
    assert m.pillars["day"] == expected["day"]
    assert branches.NAMES[m.general] == expected["month_general"]
    assert branches.NAMES[m.hour_branch] == expected["hour_branch"]


def test_yb_05_three_seconds_before_a_node() -> None:
    entry = ENTRIES["YB-05"]
    (m,) = casts(entry)
    (warning,) = [w for w in m.warnings if w["code"] == "near_term"]
    assert warning["term"] == "大雪"
    months = [c["pillars"]["month"] for c in warning["candidates"]]
    assert months == [c[:2] for c in entry["expected"]["candidates"]]


def test_vo_every_day_has_its_void_pair() -> None:
    entry = ENTRIES["VO-01"]
    pairs = [pillars.void(pillars.NAMES.index(day)) for day in entry["input"]["days"]]
    assert ["".join(branches.NAMES[b] for b in pair) for pair in pairs] == entry["expected"]["void"]
    (m,) = casts(ENTRIES["VO-02"])
    data, expected = m.to_dict(), ENTRIES["VO-02"]["expected"]
    assert " ".join(data["pillars"].values()) == expected["pillars"]
    for name in ("year", "month", "day", "hour"):
        assert "".join(data["voids"][name]) == expected[f"void_{name}"]
    assert "".join(data["void"]) == expected["used"]


def test_noon_is_taken_for_a_date_alone() -> None:
    assert moment("2026-11-30", zone="UTC").local % DAY == DAY / 2


def test_ag_02_nominal_age() -> None:
    given = ENTRIES["AG-02"]["input"]
    birth, at = (moment(given[k], zone="Asia/Shanghai") for k in ("birth", "cast"))
    assert nominal_age(birth, at) == ENTRIES["AG-02"]["expected"]["nominal_age"]
    with pytest.raises(InputError, match="after the moment"):
        nominal_age(at, birth)


def test_ag_03_two_customs_for_the_year_of_birth() -> None:
    given, expected = ENTRIES["AG-03"]["input"], ENTRIES["AG-03"]["expected"]
    for i, start in enumerate(("lichun", "lunar_new_year")):
        birth, at = (
            moment(given[k], zone="Asia/Shanghai", convention={"year_start": start})
            for k in ("birth", "cast")
        )
        assert birth.pillars["year"] == expected["birth_year"][i]
        assert nominal_age(birth, at) == expected["nominal_age"][i]
