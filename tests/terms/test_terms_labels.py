"""Every name that a chart can carry has a label in four languages."""

from __future__ import annotations

from liuren.charts.jinkoujue import jinkoujue_chart
from liuren.charts.liuren import liuren_chart
from liuren.charts.moves import _MOVES, _STEM_UNIONS
from liuren.terms import spirits
from liuren.terms.datafiles import read_toml
from liuren.terms.resources import data_path

TERMS = read_toml(data_path("vocabulary") / "terms.toml")
LANGUAGES = {"zh-Hant", "zh-Hans", "ko", "en"}


def test_forms_and_patterns() -> None:
    found: set[str] = set()
    for convention in ("default", "daquan", "zhanshi"):
        for day in range(60):
            for offset in range(12):
                for light in (True, False):
                    chart = liuren_chart(
                        day, 0, offset, daytime=light, month=2, convention=convention
                    )
                    found |= chart.forms
    assert found <= set(TERMS["form"])


def test_spirits_moves_and_combinations() -> None:
    chart = jinkoujue_chart("甲寅", "巳", "亥", "酉", month="卯", year="子", birth="甲午")
    found = set(chart.to_dict()["spirits"]) | set(spirits.MONTHLY_NAMES)
    found |= set(spirits.daily(0)) | set(spirits.yearly(0))
    assert found <= set(TERMS["star"])
    assert {name for name, *_ in _MOVES} <= set(TERMS["move"])
    assert {name for name, *_ in _STEM_UNIONS} <= set(TERMS["union"])


def test_all_labels_are_there_in_four_languages() -> None:
    for kind in ("form", "star", "move", "union"):
        for name, labels in TERMS[kind].items():
            assert set(labels) >= LANGUAGES
            assert all(labels[language].strip() for language in LANGUAGES), name
