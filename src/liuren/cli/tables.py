"""The calendar's report on a moment as a table."""

from __future__ import annotations

from typing import Any

from liuren.cli.columns import padded, width
from liuren.cli.language import brackets
from liuren.drawing.text import place_words, warning_lines
from liuren.terms.convention import brief
from liuren.terms.labels import message, term

Data = dict[str, Any]


def moment_table(moment: Data, language: str) -> str:
    """One fact a line: name, value."""
    rows = [
        ("moment.clock", _clock(moment)),
        ("moment.instant", moment["instant"]),
        ("moment.local", _local(moment, language)),
        ("chart.pillars", "  ".join(moment["pillars"].values())),
        ("chart.void", "".join(moment["void"])),
        ("chart.general", _generals(moment, language)),
        (
            "moment.light",
            message("chart.daytime" if moment["daytime"] else "chart.night", language),
        ),
        ("moment.term", _term(moment["term"], language)),
        ("moment.next_term", _term(moment["next_term"], language)),
        ("moment.lunar", _lunar(moment["lunar"], language)),
    ]
    place = moment.get("place") or {}
    if place.get("labels"):
        rows.insert(3, ("moment.place", place_words(place, language)))
    sun = moment.get("sun")
    if sun and sun.get("rise"):
        rows.append(("moment.sun", f"{sun['rise']} – {sun['set']}"))
    rows.append(
        ("moment.delta_t", f"{moment['delta_t']['seconds']} ± {moment['delta_t']['error']} s")
    )
    names = [message(key, language) for key, _ in rows]
    columns = max(width(name) for name in names) + 2
    lines = [
        f"{padded(name, columns)}{value}" for name, (_, value) in zip(names, rows, strict=True)
    ]
    return "\n".join([*lines, *warning_lines(moment, language)])


def _clock(moment: Data) -> str:
    clock = moment["clock"]
    return f"{clock['time']}  {clock['zone']}  {clock['offset']}"


def _local(moment: Data, language: str) -> str:
    local = moment["local"]
    kind = message("moment.solar." + local["solar_time"], language)
    return f"{local['time']}{brackets(kind, language)}"


def _generals(moment: Data, language: str) -> str:
    """The general in force, and what other rules would give where they differ."""
    chosen = moment["general"]
    others = {
        value: rule for rule, value in (moment.get("generals") or {}).items() if value != chosen
    }
    shown = f"{chosen} {term('spirit', chosen, language)}"
    colon = message("colon", language)
    return shown + "".join(
        f"  [{brief('month_general', rule, language)}{colon}{value}]"
        for value, rule in others.items()
    )


def _term(found: Data, language: str) -> str:
    name = term("solar_term", found["name"], language)
    return f"{name}  {found.get('local') or found.get('time') or found.get('instant')}"


def _lunar(lunar: Data | None, language: str) -> str:
    if not lunar:
        return "—"
    leap = message("moment.leap", language) if lunar.get("leap") else ""
    if language.startswith("zh"):  # 十月廿二, as Chinese calendars have it
        return f"{lunar['year_pillar']}年{leap}{lunar['text'].removeprefix('閏')}"
    return message(
        "moment.lunar_date",
        language,
        year=lunar["year_pillar"],
        leap=leap,
        month=lunar["month"],
        day=lunar["day"],
    )
