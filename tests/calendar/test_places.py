"""Places by name, offline."""

from __future__ import annotations

import pytest

from liuren.calendar import moment
from liuren.calendar.places import find_place, find_places
from liuren.terms.errors import InputError


@pytest.mark.parametrize(
    ("text", "zone", "longitude"),
    [
        ("Seoul", "Asia/Seoul", 126.98),
        ("서울", "Asia/Seoul", 126.98),
        ("서울특별시", "Asia/Seoul", 126.98),
        ("首爾", "Asia/Seoul", 126.98),
        ("首尔", "Asia/Seoul", 126.98),
        ("ソウル", "Asia/Seoul", 126.98),
        ("부산", "Asia/Seoul", 129.03),
        ("강릉", "Asia/Seoul", 128.87),
        ("北京", "Asia/Shanghai", 116.40),
        ("베이징", "Asia/Shanghai", 116.40),
        ("長安", "Asia/Shanghai", 108.93),
        ("衢州", "Asia/Shanghai", 118.87),
        ("Jixi", "Asia/Shanghai", 130.96),
        ("臺北", "Asia/Taipei", 121.53),
        ("東京", "Asia/Tokyo", 139.69),
        ("鎌倉", "Asia/Tokyo", 139.55),
        ("ZURICH", "Europe/Zurich", 8.55),
        ("Anyang, KR", "Asia/Seoul", 126.93),
    ],
)
def test_names_in_many_scripts(text: str, zone: str, longitude: float) -> None:
    place = find_place(text)
    assert place.zone == zone
    assert place.longitude == pytest.approx(longitude, abs=0.05)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("Anyang", "ambiguous_place", "Anyang, CN"),
        ("Kashgar", "which_clock", "Asia/Urumqi"),
        ("烏魯木齊", "which_clock", "Asia/Shanghai"),
        ("Seuol", "unknown_place", "Seoul"),
        ("", "empty", ""),
        ("x" * 10_000_000, "unknown_place", "longitude="),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        find_place(text)
    assert caught.value.code == code
    assert said in caught.value.message + caught.value.hint


def test_xinjiang_has_two_clocks() -> None:
    beijing = moment("2026-02-11T02:30", place="喀什", zone="Asia/Shanghai", solar_time="true")
    local = moment("2026-02-11T00:30", place="喀什", zone="Asia/Urumqi", solar_time="true")
    assert beijing.ut == local.ut
    assert beijing.pillars["hour"][1] == "子"
    assert "date_changed" in [w["code"] for w in beijing.warnings]


def test_a_place_gives_zone_and_coordinates() -> None:
    m = moment("1995-08-15T15:00", place="서울", solar_time="mean")
    assert m.zone == "Asia/Seoul"
    assert m.text_of(m.local)[:16] == "1995-08-15T14:27"


def test_without_the_gazetteer_the_large_cities_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert find_places("Seoul")
    with pytest.raises(InputError) as caught:
        find_place("Jixi")
    assert "[geo]'" in caught.value.hint


def test_coordinates_without_a_zone_suggest_one() -> None:
    with pytest.raises(InputError, match="which zone") as caught:
        moment("2026-11-30T10:00", longitude=126.9, latitude=37.4)
    assert "Asia/Seoul" in caught.value.hint


def test_the_town_that_was_meant_is_told_in_four_languages() -> None:
    place = moment("2026-11-30T10:00", place="서울").to_dict()["place"]
    assert (place["name"], place["country"], place["zone"]) == ("Seoul", "KR", "Asia/Seoul")
    assert place["labels"] == {
        "zh-Hant": "首爾（韓國）",
        "zh-Hans": "首尔（韩国）",
        "ko": "서울, 대한민국",
        "en": "Seoul, South Korea",
    }
    labels = moment("2026-11-30T10:00", place="苏州").to_dict()["place"]["labels"]
    assert labels["zh-Hans"] == "苏州（中国）"  # no other name of it is known: as it was asked for
    assert labels["ko"] == "Suzhou, 중국"
    assert "labels" not in moment("2026-11-30T10:00Z", longitude=127.0).to_dict()["place"]


def test_every_name_of_a_place_is_one_of_the_built_in_cities() -> None:
    from liuren.calendar.delta_t import rows
    from liuren.terms.datafiles import read_toml
    from liuren.terms.resources import data_path

    names = [f"{row[0]}, {row[1]}" for row in rows("cities.tsv")]
    known = read_toml(data_path("vocabulary") / "places.toml")
    assert all(names.count(name) == 1 for name in known["city"])
    assert {name.rpartition(", ")[2] for name in known["city"]} <= set(known["country"])
