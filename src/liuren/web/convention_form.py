"""Conventions as a form and as words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from liuren.terms.convention import (
    bearing_on,
    convention_names,
    default_convention,
    load_convention,
    option_texts,
    school,
    sources_of,
)
from liuren.terms.labels import message

# The files of the registry that have options of each method, in the order shown.
_FILES = {
    "liuren": ("chart", "calendar", "shefu"),
    "jinkoujue": ("jinkoujue", "calendar", "chart"),
}


@cache
def _options(file: str) -> dict[str, Any]:
    from liuren.terms.datafiles import read_toml
    from liuren.terms.resources import data_path

    return read_toml(data_path("conventions") / "options" / f"{file}.toml")


def convention_groups(language: str, method: str, form: Mapping[str, str]) -> list[dict[str, Any]]:
    """The options that matter to a method in three groups; each option has its values with a sentence."""
    groups, bearing = [], bearing_on(method)
    for file in _FILES[method]:
        rows = [
            _row(name, option, language, form.get(f"set.{name}", ""))
            for name, option in _options(file).items()
            if name in bearing
        ]
        chosen = any(row["chosen"] for row in rows)
        groups.append({"name": file, "options": rows, "chosen": chosen})
    return groups


def _row(name: str, option: Mapping[str, Any], language: str, chosen: str) -> dict[str, Any]:
    return {
        "name": name,
        "label": option["label"][language],
        "default": option["default"],
        "values": [(value, option["value"][value][language]) for value in option["values"]],
        "source": sources_of(name)[language],
        "chosen": chosen,
    }


def schools(language: str) -> list[tuple[str, str]]:
    """Named conventions with their labels."""
    return [(name, _school_label(name, language)) for name in convention_names()]


def _school_label(name: str, language: str) -> str:
    found: str = school(name).get("label", {}).get(language, name)
    return found


def option_words(option: str, value: str, language: str) -> str:
    """One option of a convention as a sentence: what it decides, and how."""
    known = option_texts()[option]
    colon = message("colon", language)
    return f"{known['label'][language]}{colon}{known['value'][value][language]}"


def convention_words(convention: dict[str, str], language: str) -> list[str]:
    """A convention in words: the school, then a sentence for every option that differs from it."""
    name, changed = _apart(convention)
    first = _school_label(name, language) if name else message("web.convention.default", language)
    return [first, *(option_words(option, value, language) for option, value in changed.items())]


def convention_query(convention: dict[str, str]) -> dict[str, str]:
    """A convention as it stands in an address: the school, and every option that differs from it."""
    name, changed = _apart(convention)
    options = {f"set.{option}": value for option, value in changed.items()}
    return {"convention": name, **options} if name else options


def _apart(convention: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The school that a convention goes by ("" for the default), and the options that differ from it."""
    name = convention.get("name", "default").removesuffix("+")
    known = name in convention_names()
    base = load_convention(name) if known else default_convention()
    changed = load_convention(convention).differences(base)
    return (name if known and name != "default" else ""), changed
