"""A reading and a trace as text for the terminal."""

from __future__ import annotations

from typing import Any

from liuren.drawing.text import chart_text
from liuren.terms.labels import message

Data = dict[str, Any]


def _script(language: str) -> str:
    return "zh-Hans" if language == "zh-Hans" else "zh-Hant"


def reading_text(reading: Any, language: str, *, everything: bool = False) -> str:
    """Chart, profile, candidates and findings of a reading, each finding with its clause."""
    data = reading.to_dict(traces=False)
    blocks = [
        chart_text(data["chart"], language),
        reading.paragraph(language),
        profile_text(data["profile"], language),
        candidates_text(data, language, empty=reading.empty)
        if data["chart"]["method"] == "liuren"
        else "",
        findings_text(data["findings"], language, everything=everything),
        data["chart"]["notation"],
        message("reading.honest", language),
    ]
    return "\n\n".join(block for block in blocks if block)


def profile_text(profile: Data, language: str) -> str:
    """One line for each facet that the clauses speak of, strongest value first."""
    lines = []
    for facet, entry in profile.items():
        values = entry.get("values") or []
        if not values:
            continue
        shown = [_profile_value(value, language) for value in values[:4]]
        lines.append(f"  {message('facet.' + facet, language)}  " + "；".join(shown))
    return "\n".join([f"【{message('reading.profile', language)}】", *lines]) if lines else ""


def _profile_value(value: Data, language: str) -> str:
    clauses = " ".join(name.split(":", 1)[1] for name in value["clauses"])
    return f"{value['labels'][language]} [{clauses}]"


def candidates_text(data: Data, language: str, *, empty: bool) -> str:
    """The objects that agree best with the profile; where the cover is said to be empty or nothing
    fits well, that is the answer, and the nearest objects are named after it."""
    lines = [f"【{message('reading.candidates', language)}】"]
    rows = data["candidates"][:8]
    if not rows:
        answer = "reading.empty" if empty else "reading.nothing_fits"
        lines.append(f"  {message(answer, language)}")
        rows = data["nearest"]
        if rows:
            lines.append(f"  {message('reading.nearest', language)}")
    lines += [
        f"  {number}. {row['labels'][language]} ({row['weight']:.2f})"
        for number, row in enumerate(rows, 1)
    ]
    return "\n".join(lines)


def findings_text(findings: list[Data], language: str, *, everything: bool) -> str:
    """Findings by facet; each with the source's words and their meaning in the language."""
    import liuren

    if not findings:
        return message("reading.no_findings", language)
    works = {finding["clause"].split(":", 1)[0] for finding in findings}
    clauses = {clause["id"]: clause for work in works for clause in liuren.clauses(work)}
    shown = [finding for finding in findings if everything or finding.get("on_topic", True)]
    rest = len(findings) - len(shown)
    by_facet: dict[str, list[Data]] = {}
    for finding in shown:
        by_facet.setdefault(finding["facet"], []).append(finding)
    lines = [f"【{message('reading.findings', language)}】"]
    for facet, group in by_facet.items():
        lines.append(f"\n{message('facet.' + facet, language)}")
        for finding in group:
            lines.extend(_finding_lines(finding, clauses[finding["clause"]], language))
    if rest:
        lines.append(f"\n{message('reading.more', language, count=rest)}")
    return "\n".join(lines)


def _finding_lines(finding: Data, clause: Data, language: str) -> list[str]:
    label = finding["labels"][language]
    attribute = finding.get("attribute")
    if attribute:
        label = f"{message('facet.' + attribute, language)}: {label}"
    mode = f" ({message('reading.leans', language)})" if finding["mode"] == "leans" else ""
    variant = f" ({message('reading.variant', language)})" if finding["variant"] else ""
    rarity = finding.get("rarity")
    share = f"  {rarity['fires']}/{rarity['states']}" if rarity else ""
    lines = [
        f"  {label}{mode}{variant}",
        f"      {clause['text'][_script(language)]}  [{finding['clause']}]{share}",
    ]
    meaning = clause["translations"].get(language)
    if meaning:
        lines.append(f"      {meaning}")
    return lines


def trace_text(trace: Data, language: str) -> str:
    """The trace of one clause as a tree: what was asked, what the chart has, where that comes from."""
    holds = message("reading.holds" if trace["holds"] else "reading.fails", language)
    clause = trace["clause_text"]
    lines = [f"{trace['clause']}  {clause['text'][_script(language)]}"]
    meaning = clause["translations"].get(language)
    if meaning:
        lines.append(f"  {meaning}")
    lines.append(f"  {holds}: {_localised(trace['condition'], language)}")
    for node in trace["leaves"]:
        lines.extend(_node_lines(node, language, 1))
    rarity = trace.get("rarity")
    if rarity:
        lines.append("  " + message("reading.rarity", language, **rarity))
    return "\n".join(lines)


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
