"""Conventions: values, names, files and errors."""

from __future__ import annotations

import pickle
import re
import tomllib
from pathlib import Path

import pytest

from liuren.terms.convention import (
    Convention,
    bearing_on,
    compared_in,
    convention_names,
    default_convention,
    load_convention,
    option_texts,
    parse_settings,
    registry,
    school,
    school_sources,
    sources_of,
)
from liuren.terms.errors import ConventionError
from liuren.terms.resources import data_path

LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")

#: The options that others rely on, with their values, the default first.
DOCUMENTED = {
    "shehai": ["mengzhong", "depth", "depth_with_seat"],
    "fuyin_mao": ["maoziwu", "maozimao"],
    "fanyin_fudeng": ["haisihai", "sihaisi"],
    "noble_table": ["jia_ox", "jia_sheep"],
    "day_night": ["mao_shen", "sunrise", "yin_you"],
    "month_general": ["zhongqi_instant", "zhongqi_day", "jie"],
    "day_boundary": ["23:00", "00:00", "00:00_next_hour_stem"],
    "life_stages": ["element_earth_water", "element_earth_fire", "yin_reversed"],
    "earth_season": ["whole_months", "last_18_days", "wei_only"],
    "shefu_strength": ["season", "day_stem"],
    "noble_plate": ["earth", "heaven"],
    "xuanwu_branch": ["zi", "hai"],
}


@pytest.mark.parametrize("option", DOCUMENTED)
def test_documented_options(option: str) -> None:
    known = registry()[option]
    assert set(DOCUMENTED[option]) <= set(known["values"])
    assert default_convention()[option] == DOCUMENTED[option][0]


@pytest.mark.parametrize("option", sorted(registry()))
def test_every_option_has_a_source_and_words_in_four_languages(option: str) -> None:
    known, words = registry()[option], option_texts()[option]
    assert known["room"]
    for value in (None, *known["values"]):
        sources = sources_of(option, value)
        assert set(sources) == set(LANGUAGES)
        is_clauses = re.fullmatch(r"[a-z-]+:[\w.]+(, [a-z-]+:[\w.]+)*", sources["en"])
        assert is_clauses or re.search("[가-힣]|Horosa|http", sources["ko"])
        assert is_clauses or re.search("[一-鿿]", sources["zh-Hans"])
        assert len({*sources.values()}) == 1 if is_clauses else len({*sources.values()}) > 2
    assert set(known.get("sources", ())) <= set(known["values"])
    assert known["default"] in known["values"]
    assert set(known.get("outside", ())) <= set(known["values"])
    for language in LANGUAGES:
        assert words["label"][language].strip()
        for value in known["values"]:
            assert words["value"][value][language].strip()


def test_options_bear_on_the_arts_they_name() -> None:
    liuren, jinkoujue = bearing_on("liuren"), bearing_on("jinkoujue")
    assert {*liuren, *jinkoujue} == set(registry())
    numbered = [key for key in registry() if re.fullmatch(r"[AJ]\d\d", key)]
    assert all((key in liuren) == key.startswith("A") for key in numbered)
    assert all((key in jinkoujue) == key.startswith("J") for key in numbered)
    assert {"noble_table", "day_night", "text"} <= {*liuren} & {*jinkoujue}
    assert set(compared_in("liuren")) < set(liuren)
    assert set(compared_in("jinkoujue")) < set(jinkoujue)


def test_no_option_is_defined_twice() -> None:
    seen: dict[str, Path] = {}
    for path in sorted((data_path("conventions") / "options").glob("*.toml")):
        for name in tomllib.loads(path.read_text(encoding="utf-8")):
            assert name not in seen, f"{name} in {path.name} and {seen[name].name}"
            seen[name] = path
    assert len(seen) == len(registry())


@pytest.mark.parametrize("name", convention_names())
def test_schools_have_words_sources_and_valid_options(name: str) -> None:
    data = school(name)
    assert all(school_sources(name)[language].strip() for language in LANGUAGES)
    assert all(data["label"][language].strip() for language in LANGUAGES)
    convention = load_convention(name)
    assert convention.name == name
    for option, value in data.get("options", {}).items():
        assert convention[option] == value


def test_a_convention_is_a_frozen_hashable_value() -> None:
    depth = load_convention({"shehai": "depth"})
    assert depth == load_convention(None).replace(shehai="depth")
    assert hash(depth) == hash(load_convention({"shehai": "depth"}))
    assert depth != default_convention()
    assert depth.differences() == {"shehai": "depth"}
    assert pickle.loads(pickle.dumps(depth)) == depth
    with pytest.raises(AttributeError, match="frozen"):
        depth.name = "other"
    assert depth["shehai"] == "depth"
    assert "shehai" in depth
    assert set(depth) == set(registry())


def test_to_dict_reads_back() -> None:
    for name in convention_names():
        convention = load_convention(name)
        assert load_convention(convention.to_dict()) == convention
    laid_over = load_convention({"name": "daquan", "noble_table": "jia_sheep"})
    assert laid_over["shehai"] == "depth"
    assert laid_over["noble_table"] == "jia_sheep"


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[options]\nshehai = "depth"\n', encoding="utf-8")
    convention = load_convention(str(path))
    assert convention.name == "mine"
    assert convention["shehai"] == "depth"


@pytest.mark.parametrize(
    ("spec", "code", "hint"),
    [
        ("daquann", "unknown_convention", "daquan"),
        ("../etc/passwd", "unknown_convention", "default"),
        ("", "unknown_convention", "default"),
        ({"shehi": "depth"}, "unknown_option", "shehai"),
        ({"shehai": "dept"}, "unknown_value", "depth"),
        ({"shehai": 3}, "unknown_value", "mengzhong"),
        (7, "bad_convention", "default"),
    ],
)
def test_errors_name_the_nearest(spec: object, code: str, hint: str) -> None:
    with pytest.raises(ConventionError) as caught:
        load_convention(spec)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert hint in caught.value.hint


def test_settings() -> None:
    assert parse_settings(["shehai=depth", "A01 = either"]) == {"shehai": "depth", "A01": "either"}
    with pytest.raises(ConventionError, match="OPTION=VALUE"):
        parse_settings(["shehai"])
    with pytest.raises(ConventionError, match="no option"):
        Convention("x", {})["shehai"]
