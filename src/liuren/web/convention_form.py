"""Conventions as a form and as words."""

from __future__ import annotations

from typing import Any

from liuren.terms.convention import (
    convention_names,
    default_convention,
    load_convention,
    option_texts,
)
from liuren.terms.labels import message


def convention_options(language: str, method: str) -> list[dict[str, Any]]:
    """Every option that matters to a method: label, values with a sentence each, grouped by room."""
    rooms = ("charts", "calendar", "reading", "rules")
    rows = []
    for name, option in option_texts().items():
        if option["room"] in ("rules", "reading") and name.startswith("J") != (
            method == "jinkoujue"
        ):
            continue
        rows.append(
            {
                "name": name,
                "room": option["room"],
                "label": option["label"][language],
                "default": option["default"],
                "values": [(value, option["value"][value][language]) for value in option["values"]],
                "source": option.get("source", ""),
            }
        )
    return sorted(rows, key=lambda row: rooms.index(row["room"]))


def schools(language: str) -> list[tuple[str, str]]:
    """Named conventions with their labels."""
    from liuren.terms.datafiles import read_toml
    from liuren.terms.resources import data_path

    rows = []
    for name in convention_names():
        label = read_toml(data_path("conventions") / f"{name}.toml").get("label", {})
        rows.append((name, label.get(language, name)))
    return rows


def convention_words(convention: dict[str, str], language: str) -> list[str]:
    """A convention in words: its name, then a sentence for every option that is not the default."""
    changed = load_convention(convention).differences(default_convention())
    options = option_texts()
    sentences = [
        f"{options[name]['label'][language]}：{options[name]['value'][value][language]}"
        if language.startswith("zh")
        else f"{options[name]['label'][language]}: {options[name]['value'][value][language]}"
        for name, value in changed.items()
    ]
    return sentences or [message("web.convention.default", language)]
