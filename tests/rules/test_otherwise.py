"""The options that decide about a clause, and its own lines for them."""

from __future__ import annotations

import pytest

from liuren.rules.otherwise import options_read, other_readings

LANGUAGES = {"zh-Hant", "zh-Hans", "ko", "en"}


@pytest.mark.parametrize(
    ("clause", "options"),
    [
        ("shefu:zi.5", ("A01",)),
        ("shefu:zi.7", ()),
        ("shefu:zi.1", ()),
        ("shefu:wei.28", ("A02", "A06", "A09")),
        ("jinkoujue:259", ("J15", "J22")),
        # through 白虎傷, which asks 虎將 and 受剋
        ("jinkoujue:197", ("J13", "J14")),
    ],
)
def test_options_of_a_clause(clause: str, options: tuple[str, ...]) -> None:
    assert options_read(clause) == options


def test_other_lines_of_a_clause() -> None:
    silent, off = other_readings("shefu:jishi.3")
    assert (silent["options"], silent["silent"]) == ({"text": "printed"}, True)
    assert (off["options"], off["condition"], off["concludes"]) == ({"A30": "off"}, None, [])
    (printed,) = other_readings("shefu:tianjiang.24")
    assert not printed["silent"]
    assert [labels["en"] for labels in printed["concludes"]] == ["grain"]
    for reading in other_readings("shefu:wstable.6"):
        assert reading["condition"].keys() >= LANGUAGES
    # J04=undefined is the default
    assert {"J04": "undefined"} not in [line["options"] for line in other_readings("jinkoujue:151")]
