"""A chart as text in the layout of the old pages.

Every function takes the data form of a chart (``chart.to_dict()``) and a language. The grid is set in Chinese
characters, which readers of every language know from the books; headings and the key are in the language asked for.
"""

from __future__ import annotations

from typing import Any

from liuren.drawing.marks import PLACES, VOID_MARK, WIDE_SPACE, Data, is_chinese
from liuren.terms.labels import message, term

# One character for a general, as the old pages print it.
SHORT_GENERALS = {
    "貴人": "貴",
    "騰蛇": "蛇",
    "朱雀": "雀",
    "六合": "合",
    "勾陳": "勾",
    "青龍": "龍",
    "天空": "空",
    "白虎": "虎",
    "太常": "常",
    "玄武": "玄",
    "太陰": "陰",
    "天后": "后",
}
_SIMPLIFIED = str.maketrans("貴勾龍陰陳騰", "贵勾龙阴陈腾")

# The ring of earth positions, row by row, 巳 at the upper left.
PLATE_ROWS = (("巳", "午", "未", "申"), ("辰", "酉"), ("卯", "戌"), ("寅", "丑", "子", "亥"))


def _short(general: str, language: str) -> str:
    character = SHORT_GENERALS[general]
    return character.translate(_SIMPLIFIED) if language == "zh-Hans" else character


def _titled(key: str, language: str, *notes: str) -> str:
    """A heading with notes in brackets, in the punctuation of the language."""
    words = [message(note, language) for note in notes]
    if is_chinese(language):
        return f"{message(key, language)}（{'，'.join(words)}）"
    return f"{message(key, language)} ({', '.join(words)})"


def heading_lines(chart: Data, language: str) -> list[str]:
    """Moment, pillars, void and month general: what every chart of either method begins with."""
    lines = []
    moment = chart.get("moment") or {}
    pillars = moment.get("pillars")
    clock = moment.get("clock")
    if clock:
        written = clock["time"].replace("T", " ").removesuffix(":00")
        shown = f"{written}  {clock['zone']}".rstrip()
        lines.append(f"{message('chart.moment', language)}  {shown}")
    lines += place_lines(moment, language)
    if pillars:
        names = ("year", "month", "day", "hour")
        gap = WIDE_SPACE if is_chinese(language) else "  "
        lines.append(
            gap.join(f"{message('chart.' + name, language)} {pillars[name]}" for name in names)
        )
    elif cast := _cast_line(chart, language):
        lines.append(cast)
    return lines


def place_lines(moment: Data, language: str) -> list[str]:
    """The town that was named, its zone and longitude, so that nobody is left with a namesake."""
    place = moment.get("place") or {}
    if not place.get("labels"):
        return []
    return [f"{message('moment.place', language)}  {place_words(place, language)}"]


def place_words(place: Data, language: str) -> str:
    """A named place with its zone and longitude."""
    side = "east" if place["longitude"] >= 0 else "west"
    degrees = message(f"moment.{side}", language, degrees=f"{abs(place['longitude']):.2f}")
    return f"{place['labels'][language]} · {place['zone']} · {degrees}"


def _cast_line(chart: Data, language: str) -> str:
    parts = [("day", chart["day"]), ("hour", chart.get("hour")), ("month", chart.get("month"))]
    if not chart.get("month") and (season := chart.get("season")):
        parts.append(("season", term("season", season, language)))
    parts += [("year", chart.get("year"))]
    gap = WIDE_SPACE if is_chinese(language) else "  "
    return gap.join(
        f"{message('chart.' + name, language)} {value}" for name, value in parts if value
    )


def _general_line(chart: Data, language: str) -> str:
    general = chart["general_of_month" if chart["method"] == "jinkoujue" else "general"]
    gap = WIDE_SPACE * 2 if is_chinese(language) else "   "
    parts = []
    if chart.get("void"):
        parts.append(f"{message('chart.void', language)} {''.join(chart['void'])}")
    if chart.get("great_void"):
        parts.append(f"{message('chart.great_void', language)} {chart['great_void']}")
    if general:
        spirit = term("spirit", general, language)
        parts.append(f"{message('chart.general', language)} {general} {spirit}")
    parts.append(message("chart.daytime" if chart["daytime"] else "chart.night", language))
    parts += [f"{label} {value}".strip() for label, value in person_words(chart, language)]
    return gap.join(parts)


def person_words(chart: Data, language: str) -> list[tuple[str, str]]:
    """Birth, annual branch and great run of the person asked about, each with its label; in 金口訣, where it
    counts, the sex."""
    parts = [(message(key, language), chart[field]) for key, field in _PERSON if chart.get(field)]
    if chart["method"] == "jinkoujue" and chart["sex"]:
        parts.append((message(f"chart.sex.{chart['sex']}", language), ""))
    return parts


_PERSON = (
    ("chart.birth", "birth"),
    ("chart.age", "age_branch"),
    ("chart.age", "annual"),
    ("chart.great_run", "great_run"),
)


def _transmission_lines(chart: Data, language: str) -> list[str]:
    lines = [message("chart.transmissions", language)]
    kin = chart.get("kin") or ["", "", ""]
    names = ("initial", "middle", "final")
    for key, row, kind in zip(names, chart["transmissions"], kin, strict=True):
        stem = row["stem"] or VOID_MARK
        kin_text = f"{WIDE_SPACE}{term('kin', kind, language)}" if kind else ""
        rider = term("general", row["rider"], language)
        lines.append(
            f"{WIDE_SPACE}{message('chart.' + key, language)}{WIDE_SPACE}{stem}{row['branch']}"
            f"{WIDE_SPACE}{rider}{kin_text}"
        )
    return lines


def _lesson_lines(chart: Data, language: str) -> list[str]:
    lessons = list(reversed(chart["lessons"]))
    title = _titled("chart.lessons", language, "chart.lessons_order")
    rows = (
        [_short(lesson["rider"], language) for lesson in lessons],
        [lesson["upper"] for lesson in lessons],
        [lesson["lower"] for lesson in lessons],
    )
    return [title, *(WIDE_SPACE + (WIDE_SPACE * 2).join(row) for row in rows)]


def plate_lines(chart: Data, language: str) -> list[str]:
    """The plate ring: in each cell the general and the heaven branch; a void branch carries ○."""
    void = set(chart["void"])

    def cell(earth: str) -> str:
        heaven = chart["plate"][earth]
        mark = VOID_MARK if heaven in void else WIDE_SPACE
        return f"{_short(chart['riders'][earth], language)}{heaven}{mark}"

    lines = []
    for row in PLATE_ROWS:
        cells = [cell(earth) for earth in row]
        middle = WIDE_SPACE * (1 if len(cells) == 4 else 9)
        lines.append((WIDE_SPACE + middle.join(cells)).rstrip())
    return lines


def _form_line(chart: Data, language: str) -> str:
    names = [chart["lesson_form"], *chart["patterns"]]
    shown = [term("form", name, language) for name in dict.fromkeys(names)]
    return f"{message('chart.form', language)}  {' · '.join(shown)}"


def _dispute_lines(chart: Data, language: str) -> list[str]:
    lines = [
        f"{WIDE_SPACE}{_dispute_words(dispute, language)}"
        for dispute in chart.get("disputes") or []
    ]
    return [message("chart.disputes", language), *lines] if lines else []


def _dispute_words(dispute: Data, language: str) -> str:
    """One school's answer: what it chooses, what follows, and the first of its sources."""
    from liuren.terms.convention import brief, option_texts

    # What one text prints for one chart is no option, though there is one of the name ``text``.
    single = dispute["option"] == "text"
    option = None if single else option_texts().get(dispute["option"])
    name = option["label"][language] if option else message("dispute.text", language)
    value = (
        brief(dispute["option"], dispute["value"], language)
        if option
        else message("dispute.printed", language)
    )
    comma = message("comma", language)
    colon = message("colon", language)
    riders = [term("general", rider, language) for rider in dispute.get("generals") or []]
    answer = "".join(dispute.get("transmissions") or []) or comma.join(riders)
    answer = answer or comma.join(_other_positions(dispute, language))
    source = (dispute.get("sources") or {}).get(language) or dispute.get("source")
    cited = f"（{source}）" if is_chinese(language) else f"  ({source})"
    return f"{name}{colon}{value}  →  {answer}{cited if source else ''}"


def _other_positions(dispute: Data, language: str) -> list[str]:
    """What another school has instead in a 金口訣 chart: stem, noble, use line."""
    found = {
        "chart.stem": dispute.get("stem"),
        "chart.noble": dispute.get("noble") and term("general", dispute["noble"], language),
        "chart.use": dispute.get("use") and message(PLACES[dispute["use"]], language),
    }
    return [f"{message(key, language)} {value}" for key, value in found.items() if value]


#: Options that decide a chart of each method; those of the calendar only where there was a moment.
_OF_CALENDAR = ("day_boundary", "month_general", "summer_time")
_OF_METHOD = {
    "liuren": ("day_night", "noble_table", "shehai"),
    "jinkoujue": ("day_night", "noble_table", "noble_plate", "stem_count", "use_line"),
}


def rule_lines(chart: Data, language: str) -> list[str]:
    """The convention in words, so that nobody has to guess it from the chart: the options that decide
    every chart, any other that is not as usual, and the program."""
    from liuren.terms.convention import brief, option_texts, registry

    chosen = chart["convention"]
    always = (*(_OF_CALENDAR if chart.get("moment") else ()), *_OF_METHOD[chart["method"]])
    unusual = (name for name in chosen if name in registry() and not _is_usual(name, chosen))
    colon = message("colon", language)
    lines = [
        f"{WIDE_SPACE}{option_texts()[name]['label'][language]}{colon}"
        f"{brief(name, chosen[name], language)}"
        for name in dict.fromkeys((*always, *unusual))
        if name in chosen
    ]
    title = message("chart.rules", language)
    return [
        f"{title}  {school_words(chosen.get('name', ''), language)} · {chart['engine']}",
        *lines,
    ]


def school_words(name: str, language: str) -> str:
    """A school by its label; one that is changed in some options says so."""
    from liuren.terms.convention import convention_names, school

    base = name.removesuffix("+")
    label = school(base)["label"][language] if base in convention_names() else base
    return label + (f" ({name})" if not is_chinese(language) else f"（{name}）")


def _is_usual(name: str, chosen: Data) -> bool:
    from liuren.terms.convention import registry

    return bool(registry()[name]["default"] == chosen[name])


def warning_lines(chart: Data, language: str) -> list[str]:
    """One line for each warning of the chart, and below it one for each candidate it gives."""
    lines = []
    for warning in chart.get("warnings") or []:
        lines.append(f"{message('chart.warnings', language)}  {_warning_text(warning, language)}")
        lines += [f"{WIDE_SPACE}{_candidate(candidate, language)}" for candidate in _sides(warning)]
    return lines


def _sides(warning: Any) -> list[Data]:
    """The candidates of a warning that differ from each other, on sides that have a name."""
    found = (warning.get("candidates") or []) if isinstance(warning, dict) else []
    named = [one for one in found if f"chart.side.{one.get('side')}" in _SIDES]
    same = all({**one, "side": ""} == {**named[0], "side": ""} for one in named)
    return [] if same else named


_SIDES = tuple(
    f"chart.side.{side}"
    for side in (
        "before", "after", "clock", "standard", "23:00", "00:00", "00:00_next_hour_stem",
    )
)  # fmt: skip


def _candidate(candidate: Data, language: str) -> str:
    """What the moment would be on one side of a boundary."""
    parts = [message(f"chart.side.{candidate['side']}", language)]
    parts += [
        f"{message('chart.' + name, language)} {pillar}"
        for name, pillar in (candidate.get("pillars") or {}).items()
    ]
    if candidate.get("general"):
        parts.append(f"{message('chart.general', language)} {candidate['general']}")
    if "daytime" in candidate:
        parts.append(message("chart.daytime" if candidate["daytime"] else "chart.night", language))
    return (WIDE_SPACE if is_chinese(language) else "  ").join(parts)


def _warning_text(warning: Any, language: str) -> str:
    if isinstance(warning, dict):
        text = warning.get("labels") or warning.get("text")
        if isinstance(text, dict):
            return str(text.get(language) or text["en"])
        return str(text or warning.get("message") or warning.get("code"))
    return str(warning)


def liuren_text(chart: Data, language: str = "zh-Hant") -> str:
    """A 大六壬 chart as text: heading, transmissions, lessons right to left, plate ring, form, disputes,
    rules used."""
    blocks = [
        [*heading_lines(chart, language), _general_line(chart, language)],
        _transmission_lines(chart, language),
        _lesson_lines(chart, language),
        [
            _titled("chart.plate", language, "chart.plate_order", "chart.void_mark"),
            *plate_lines(chart, language),
        ],
        [_form_line(chart, language)],
        _dispute_lines(chart, language),
        rule_lines(chart, language),
        warning_lines(chart, language),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def jinkoujue_text(chart: Data, language: str = "zh-Hant") -> str:
    """A 金口訣 chart as text: the four positions from top to bottom with element and strength, then what
    follows from them: moves, combinations, timing, spirits."""
    from liuren.drawing.facts import jinkoujue_facts

    title = (
        _titled("chart.positions", language, "chart.void_mark")
        if any(_is_void(chart, position) for position in PLACES)
        else message("chart.positions", language)
    )
    guest = chart.get("guest", 1)
    blocks = [
        [*heading_lines(chart, language), _general_line(chart, language)],
        [message("chart.guest_laid", language, number=guest, general=chart["general_laid"])]
        if guest != 1
        else [],
        [title, *(_position_line(chart, position, language) for position in PLACES)],
        *(_fact_lines(title, lines) for title, lines in jinkoujue_facts(chart, language)),
        _dispute_lines(chart, language),
        rule_lines(chart, language),
        warning_lines(chart, language),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def characters_of(chart: Data, position: str) -> str:
    """Stem and branch of a position; a stem that is not known is left out."""
    if position == "noble":
        return f"{chart['noble_stem'] or ''}{chart['noble_branch']}"
    if position == "general":
        return f"{chart['general_stem'] or ''}{chart['general']}"
    return str(chart[position])


def _is_void(chart: Data, position: str) -> bool:
    return characters_of(chart, position)[-1] in (chart["void"] or ())


def _position_line(chart: Data, position: str, language: str) -> str:
    value = characters_of(chart, position)
    names = {
        "noble": term("general", chart["noble"], language),
        "general": term("spirit", chart["general"], language),
    }
    state = term("state", chart["chart_strength"][position], language)
    if chart["season_strength"]:
        by_month = term("state", chart["season_strength"][position], language)
        state = message("chart.seasonal", language, state=state, month=by_month)
    parts = [
        message(PLACES[position], language),
        value
        + WIDE_SPACE * (2 - len(value))
        + (VOID_MARK if _is_void(chart, position) else WIDE_SPACE),
        chart["elements"][position],
        state,
        names.get(position, ""),
        f"← {message('chart.use', language)}" if position == chart["use"] else "",
    ]
    return WIDE_SPACE + WIDE_SPACE.join(part for part in parts if part)


def _fact_lines(title: str, lines: list[str]) -> list[str]:
    if len(lines) == 1:
        return [f"{title}  {lines[0]}"]
    return [title, *(WIDE_SPACE + line for line in lines)]


def chart_text(chart: Data, language: str = "zh-Hant") -> str:
    """The text of a chart of either method."""
    draw = liuren_text if chart["method"] == "liuren" else jinkoujue_text
    return draw(chart, language)
