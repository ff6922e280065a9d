"""The parts of the documents that the program writes itself; cog puts them into the pages.

``python docs/written.py`` brings all pages and pictures up to date; a test fails when one is behind.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

#: Pages with parts written by cog.
PAGES = (
    "reference/cli.md",
    "reference/conventions.md",
    "reference/http-api.md",
    "reference/mcp.md",
    "reference/json.md",
    "reference/glossary.md",
    "ko/glossary.md",
    "zh-Hant/glossary.md",
    "zh-Hans/glossary.md",
)
LANGUAGES = ("zh-Hant", "zh-Hans", "ko", "en")
#: Kinds of terms in the glossary, with their headings.
KINDS: dict[str, dict[str, str]] = {
    "word": {"zh-Hant": "術語", "zh-Hans": "术语", "ko": "용어", "en": "Terms of the art"},
    "stem": {"zh-Hant": "天干", "zh-Hans": "天干", "ko": "천간(天干)", "en": "Stems"},
    "branch": {"zh-Hant": "地支", "zh-Hans": "地支", "ko": "지지(地支)", "en": "Branches"},
    "spirit": {
        "zh-Hant": "十二神（地支之名）", "zh-Hans": "十二神（地支之名）", "ko": "십이신(十二神): 지지의 다른 이름",
        "en": "The twelve spirits (names of branches)",
    },
    "general": {"zh-Hant": "十二天將", "zh-Hans": "十二天将", "ko": "십이천장(十二天將)", "en": "The twelve generals"},
    "element": {"zh-Hant": "五行", "zh-Hans": "五行", "ko": "오행(五行)", "en": "Elements"},
    "state": {"zh-Hant": "旺相休囚死", "zh-Hans": "旺相休囚死", "ko": "왕상휴수사(旺相休囚死)", "en": "States by the season"},
    "stage": {"zh-Hant": "十二長生", "zh-Hans": "十二长生", "ko": "십이장생(十二長生)", "en": "Twelve life stages"},
    "kin": {"zh-Hant": "六親", "zh-Hans": "六亲", "ko": "육친(六親)", "en": "Kin"},
    "form": {"zh-Hant": "課體", "zh-Hans": "课体", "ko": "과체(課體)", "en": "Lesson forms"},
    "star": {"zh-Hant": "神煞", "zh-Hans": "神煞", "ko": "신살(神煞)", "en": "Spirits by year, month and day"},
    "move": {"zh-Hant": "金口訣五動三動", "zh-Hans": "金口诀五动三动", "ko": "금구결의 오동·삼동", "en": "Moves of 金口訣"},
    "union": {"zh-Hant": "合沖刑害", "zh-Hans": "合冲刑害", "ko": "합·충·형·해", "en": "Unions and clashes"},
    "solar_term": {"zh-Hant": "節氣", "zh-Hans": "节气", "ko": "절기(節氣)", "en": "Solar terms"},
}  # fmt: skip
_HEADS = {
    "zh-Hant": ("繁體", "簡體", "韓文", "英文"),
    "zh-Hans": ("繁体", "简体", "韩文", "英文"),
    "ko": ("번체", "간체", "한국어", "영어"),
    "en": ("zh-Hant", "zh-Hans", "Korean", "English"),
}


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table; bars inside cells are escaped."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(_cell(one) for one in line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def glossary(language: str) -> str:
    """All terms of ``vocabulary/terms.toml`` in four languages, the reader's own first."""
    from liuren.terms.datafiles import read_toml
    from liuren.terms.resources import data_path

    terms = read_toml(data_path("vocabulary") / "terms.toml")
    order = (language, *(one for one in LANGUAGES if one != language))
    head = tuple(_HEADS[language][LANGUAGES.index(one)] for one in order)
    parts = []
    for kind, heading in KINDS.items():
        rows = [tuple(row[one] for one in order) for row in terms[kind].values()]
        parts.append(f"## {heading[language]}\n\n{table(head, rows)}\n")
    return "\n".join(parts)


def command_line() -> str:
    """Help of every command and subcommand, as the program prints it."""
    import click

    from liuren.cli.group import program

    parts: list[str] = []

    def describe(command: click.Command, context: click.Context, level: int) -> None:
        parts.append(f"{'#' * level} `{context.command_path}`\n")
        parts.append(f"```text\n{_help(command, context)}\n```\n")
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                if inner is not None:
                    describe(
                        inner, inner.context_class(inner, info_name=name, parent=context), level + 1
                    )

    settings: Any = {**program.context_settings, "max_content_width": 100, "obj": "en"}
    describe(program, program.context_class(program, info_name="liuren", **settings), 2)
    return "\n".join(parts)


def _help(command: Any, context: Any) -> str:
    context.terminal_width = context.max_content_width = 100
    return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


def conventions() -> str:
    """Schools, then every option with its values, default and source."""
    from liuren.terms.convention import (
        convention_names,
        option_texts,
        registry,
        school,
        school_sources,
    )

    rows = []
    for name in convention_names():
        facts = school(name) if name != "default" else {}
        label = facts.get("label", {}).get("en", "Default") if facts else "Default"
        changed = (
            ", ".join(f"`{k}={v}`" for k, v in facts.get("options", {}).items()) if facts else ""
        )
        rows.append(
            (f"`{name}`", label, changed or "–", school_sources(name)["en"] if facts else "")
        )
    parts = [
        "## Schools\n",
        table(("name", "label", "differs in", "source"), rows),
        "",
        "## Options\n",
    ]
    texts = option_texts()
    by_room: dict[str, list[tuple[str, ...]]] = {}
    for name, option in registry().items():
        values = "; ".join(
            f"`{value}`{' (default)' if value == option['default'] else ''}: {words['en']}"
            for value, words in texts[name].get("value", {}).items()
        )
        label = texts[name]["label"]["en"]
        row = (f"`{name}`", label, values or ", ".join(f"`{v}`" for v in option["values"]))
        by_room.setdefault(option["room"], []).append(row)
    for room, listed in by_room.items():
        parts += [f"### {room}\n", table(("option", "what differs", "values"), listed), ""]
    return "\n".join(parts)


def http_operations() -> str:
    """Operations of the API with their parameters, from the OpenAPI description."""
    from liuren.web import create_app

    paths = create_app().openapi()["paths"]
    rows = []
    for path, methods in paths.items():
        for method, operation in methods.items():
            names = ", ".join(f"`{one['name']}`" for one in operation.get("parameters", ()))
            body = operation.get("requestBody")
            if body:
                reference = body["content"]["application/json"]["schema"].get("$ref", "")
                names = ", ".join(filter(None, (names, f"body `{reference.rpartition('/')[2]}`")))
            first = operation["description"].split("\n\n")[0]
            rows.append((f"`{method.upper()} {path}`", first, names or "–"))
    return table(("operation", "what it does", "takes"), rows)


def mcp_tools() -> str:
    """Tools of the MCP server with their parameters."""
    import asyncio

    from liuren.mcp import create_server

    rows = []
    for tool in asyncio.run(create_server().list_tools()):
        required = set(tool.input_schema.get("required", ()))
        names = ", ".join(
            f"**`{name}`**" if name in required else f"`{name}`"
            for name in tool.input_schema["properties"]
        )
        rows.append((f"`{tool.name}`", (tool.description or "").split("\n\n")[0], names))
    return table(("tool", "what it does", "takes (**required**)"), rows)


def documents() -> str:
    """Every document with its fields."""
    from liuren.schemas import DOCUMENTS

    parts = []
    for name, model in DOCUMENTS.items():
        parts.append(f"## `{name}`\n\n{(model.__doc__ or '').strip()}\n")
        rows = [
            (f"`{field.alias or key}`", _type(field.annotation), field.description or "")
            for key, field in model.model_fields.items()
        ]
        parts.append(table(("field", "type", ""), rows) + "\n")
    return "\n".join(parts)


def _type(annotation: Any) -> str:
    import re

    text = getattr(annotation, "__name__", "") if isinstance(annotation, type) else str(annotation)
    text = text or str(annotation)
    return (
        "`" + re.sub(r"(liuren\.schemas\.\w+|typing)\.", "", text).replace("NoneType", "None") + "`"
    )


def pictures() -> dict[str, str]:
    """The pictures of the documents by file name."""
    import liuren
    from liuren.drawing.svg import chart_svg

    chart = liuren.parse_notation(EXAMPLE).to_dict()
    other = liuren.parse_notation("甲寅日 亥將 巳時 酉位").to_dict()
    found = {}
    for language in LANGUAGES:
        found[f"liuren-chart.{language}.svg"] = chart_svg(chart, language, standalone=True)
        found[f"jinkoujue-chart.{language}.svg"] = chart_svg(other, language, standalone=True)
    return found


#: The chart that the README and the tutorials show.
EXAMPLE = "壬申日 申將 午時 巳月"


def write() -> None:
    """Bring pages and pictures up to date."""
    from cogapp import Cog

    sys.path.insert(0, str(HERE))
    for name, svg in pictures().items():
        (HERE / "pictures" / name).write_text(svg, encoding="utf-8")
    for page in PAGES:
        status = Cog().main(["cog", "-r", "-e", "-n", "utf-8", "-I", str(HERE), str(HERE / page)])
        if status:
            raise SystemExit(f"cog failed on {page}")


if __name__ == "__main__":
    write()
