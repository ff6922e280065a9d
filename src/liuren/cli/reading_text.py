"""A reading and a trace as text for the terminal."""

from __future__ import annotations

from typing import Any

from liuren.cli.language import brackets
from liuren.cli.remarks import remarks
from liuren.drawing.text import chart_text
from liuren.terms.labels import message

Data = dict[str, Any]


def _script(language: str) -> str:
    return "zh-Hans" if language == "zh-Hans" else "zh-Hant"


def reading_text(reading: Any, language: str, *, everything: bool = False) -> str:
    """Chart, profile, candidates and findings of a reading, each finding with its clause.

    What the hidden thing is like is told when it is asked for, or with everything.
    """
    data = reading.to_dict(traces=False)
    hidden = everything or reading.topic == "object"
    blocks = [
        chart_text(data["chart"], language),
        reading.paragraph(language),
        profile_text(data["profile"], language) if hidden else "",
        candidates_text(data, language, empty=reading.empty)
        if hidden and data["chart"]["method"] == "liuren"
        else "",
        findings_text(data["findings"], language, everything=everything),
        data["chart"]["notation"],
        message("reading.honest", language),
    ]
    return "\n\n".join(block for block in blocks if block)


def profile_text(profile: Data, language: str) -> str:
    """One line for each facet that the clauses speak of, strongest value first."""
    between = message("semicolon", language)
    lines = []
    for facet, entry in profile.items():
        values = entry.get("values") or []
        if not values:
            continue
        both = facet == "surface_and_inside"
        shown = [
            (
                message("facet." + value["facet"], language) + message("colon", language)
                if both
                else ""
            )
            + _profile_value(value, language)
            for value in values[:4]
        ]
        lines.append(f"  {message('facet.' + facet, language)}  " + between.join(shown))
    return "\n".join([f"【{message('reading.profile', language)}】", *lines]) if lines else ""


def _profile_value(value: Data, language: str) -> str:
    label = str(value["labels"][language])
    # The book's own priorities set it aside; it is shown, and said so.
    if value["set_aside"]:
        label += brackets(message("reading.overruled", language), language)
    if not value["clauses"]:
        return label
    if value.get("custom"):  # clauses of the other book, which says the same of a stem or spirit
        return f"{label} [{' '.join(value['clauses'])}]"
    return f"{label} [{' '.join(name.split(':', 1)[1] for name in value['clauses'])}]"


def candidates_text(data: Data, language: str, *, empty: bool) -> str:
    """The objects that agree best with the profile; where the cover is said to be empty or nothing
    fits well, that is the answer, and the nearest objects are named after it."""
    weight = brackets(message("reading.weight", language), language)
    lines = [f"【{message('reading.candidates', language)}】{weight}"]
    rows = data["candidates"][:8]
    if not rows:
        answer = "reading.empty" if empty else "reading.nothing_fits"
        lines.append(f"  {message(answer, language)}")
        rows = data["nearest"]
        if rows:
            lines.append(f"  {message('reading.nearest', language)}")
    lines += [
        f"  {number}. {row['labels'][language]}" + brackets(f"×{row['times']:.1f}", language)
        for number, row in enumerate(rows, 1)
    ]
    return "\n".join(lines)


def findings_text(findings: list[Data], language: str, *, everything: bool) -> str:
    """Findings by facet; each with the source's words and their meaning in the language."""
    from liuren.rules import rows_of

    if not findings:
        return message("reading.no_findings", language)
    shown = [finding for finding in findings if everything or finding.get("on_topic", True)]
    clauses = rows_of({finding["clause"] for finding in shown})
    rest = len(findings) - len(shown)
    by_facet: dict[str, list[Data]] = {}
    for finding in shown:
        by_facet.setdefault(finding["facet"], []).append(finding)
    share = brackets(message("reading.share", language), language) if shown else ""
    lines = [f"【{message('reading.findings', language)}】{share}"]
    for facet, group in by_facet.items():
        lines.append(f"\n{message('facet.' + facet, language)}")
        by_clause: dict[str, list[Data]] = {}
        for finding in group:
            by_clause.setdefault(finding["clause"], []).append(finding)
        for clause, said in by_clause.items():
            lines.extend(_clause_lines(said, clauses[clause], language))
    if rest:
        lines.append(f"\n{message('reading.more', language, count=rest)}")
    return "\n".join(lines)


def _clause_lines(said: list[Data], clause: Data, language: str) -> list[str]:
    """What one clause says, its words with their meaning, and in how many charts it holds."""
    rarity = said[0].get("rarity")
    share = f"  {rarity['fires']}/{rarity['states']}" if rarity else ""
    words = clause["text"][_script(language)].strip()
    lines = [
        f"  {_labels(said, language)}",
        f"      {words}  [{clause['id']}]{share}",
    ]
    meaning = clause["translations"].get(language)
    if meaning:
        lines.append(f"      {meaning}")
    return lines


def _labels(said: list[Data], language: str) -> str:
    """The labels of the findings of one clause; those of one attribute together."""
    by_attribute: dict[str, list[str]] = {}
    marks = [_marks(finding, language) for finding in said]
    alike = len(set(marks)) == 1
    for finding, mark in zip(said, marks, strict=True):
        by_attribute.setdefault(finding.get("attribute") or "", []).append(
            finding["labels"][language] + ("" if alike else mark)
        )
    comma = message("comma", language)
    groups = [
        (message("facet." + attribute, language) + message("colon", language) if attribute else "")
        + comma.join(labels)
        for attribute, labels in by_attribute.items()
    ]
    joined = message("semicolon", language).join(groups)
    return joined + marks[0] if alike else joined


def _said(said: list[Data], language: str) -> str:
    """What a clause says, each facet by its name."""
    return _labels([{**one, "attribute": one["facet"], "variant": None} for one in said], language)


def _marks(finding: Data, language: str) -> str:
    kept = {"leans": finding["mode"] == "leans", "variant": finding["variant"]}
    words = [message(f"reading.{key}", language) for key, marked in kept.items() if marked]
    return "".join(brackets(word, language) for word in words)


def trace_text(trace: Data, language: str) -> str:
    """The trace of one clause as a tree: what was asked, what the chart has, where that comes from."""
    from liuren.rules.catalogue import rows_of

    clause = trace["clause_text"]
    lines = [f"{trace['clause']}  {clause['text'][_script(language)].strip()}"]
    meaning = clause["translations"].get(language)
    if meaning:
        lines.append(f"  {meaning}")
    lines.append(f"  {_verdict(trace, language)}")
    if trace["says"]:
        key = "reading.says" if trace["holds"] else "reading.would_say"
        lines.append("  " + message(key, language, said=_said(trace["says"], language)))
    for node in trace["leaves"]:
        lines.extend(_node_lines(node, language, 1))
    rarity = trace.get("rarity")
    if rarity:
        lines.append("  " + message("reading.rarity", language, **rarity))
    lines.extend(remarks(rows_of([trace["clause"]])[trace["clause"]], language))
    return "\n".join(lines)


def _verdict(trace: Data, language: str) -> str:
    """Whether the condition holds; or that there is none, or none under the convention in use."""
    if trace["condition"]:
        holds = message("reading.holds" if trace["holds"] else "reading.fails", language)
        return f"{holds}{message('colon', language)}{_localised(trace['condition'], language)}"
    if trace["status"] in ("rule", "variant"):
        return message("reading.silent", language)
    status = message("text.status." + trace["status"], language)
    reasons = trace["clause_text"]["reasons"]
    reason = reasons[language] if reasons else message("web.clause.no_condition", language)
    return f"{status}{message('colon', language)}{reason}"


def _localised(value: Any, language: str) -> str:
    return str(value.get(language) or value["en"]) if isinstance(value, dict) else str(value)


def _node_lines(node: Data, language: str, depth: int) -> list[str]:
    mark = "✓" if node["holds"] else "✗"
    pad = "  " * depth
    lines = [f"{pad}{mark} {_localised(node['text'], language)}"]
    lines += [
        f"{pad}    {_localised(evidence, language)}" for evidence in node.get("evidence") or []
    ]
    for child in node.get("children") or []:
        lines.extend(_node_lines(child, language, depth + 1))
    return lines
