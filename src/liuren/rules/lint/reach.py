"""Clauses, refinements and exceptions that can never apply, or always do."""

from __future__ import annotations

from collections.abc import Iterator

from liuren.rules import lexicon, tree
from liuren.rules.lint.subject import LANGUAGES, Complaint, Subject


def reachability(subject: Subject) -> Iterator[Complaint]:
    """Clauses that fire nowhere or everywhere, against what is accepted with a reason."""
    from liuren.rules.revivals import revivals

    tables = subject.tables
    dead = {c for c in tables.clauses if tables[c].fires == 0}
    always = {c for c in tables.clauses if tables[c].fires == tables[c].states}
    yield from _against(subject, "unreachable", dead, "can never fire")
    yield from _against(subject, "always", always, "fires on every chart")
    accepted = subject.accepted.get("unreachable", {})
    revived = revivals(subject.book, [clause for clause in accepted if clause in dead])
    for clause, found in revived.items():
        row = accepted[clause]
        claimed = {key: tuple(values) for key, values in row.get("revived_by", {}).items()}
        if claimed != found:
            said = ", ".join(f"{k}={'/'.join(v)}" for k, v in found.items()) or "nothing"
            message = f"{clause} is revived by {said}, not as accepted.toml says"
            yield Complaint(subject.place(clause), "revival", message)


def _against(subject: Subject, kind: str, found: set[str], what: str) -> Iterator[Complaint]:
    accepted = subject.accepted.get(kind, {})
    for clause in sorted(found - accepted.keys()):
        near = f"; nearest: {', '.join(edits)}" if (edits := nearest_edits(subject, clause)) else ""
        text = subject.edition[clause].text["zh-Hant"]
        yield Complaint(subject.place(clause), kind, f"{clause} {text} {what}{near}")
    for clause in sorted(accepted.keys() - found):
        yield Complaint(
            subject.place(clause), f"{kind}-not", f"{clause} is accepted, but does fire"
        )
    for clause, row in accepted.items():
        for tongue in LANGUAGES:
            if not str(row.get("reason", {}).get(tongue, "")).strip():
                yield Complaint(
                    subject.place(clause), "reason", f"{clause} has no reason in {tongue}"
                )


def nearest_edits(subject: Subject, clause: str) -> list[str]:
    """Small changes that would let a clause fire: another branch or general in its place."""
    from liuren.rules.tables import condition_table, fires

    rules = subject.book.by_clause.get(clause, [])
    if not rules:
        return []
    condition = fires(rules, subject.book)
    found = []
    for old, new, said in _look_alikes(condition):
        if condition_table(subject.book, _with(new, old, condition)).fires:
            found.append(said)
    return found[:3]


_ALIKE = ("己巳", "戊戌", "未午", "酉申", "子午", "天空 太常", "天后 天空", "白虎 青龍")


def _with(new: tree.Literal, old: tree.Literal, condition: tree.Condition) -> tree.Condition:
    return tree.with_operands(condition, lambda o: new if o == old else None)


def _look_alikes(condition: tree.Condition) -> Iterator[tuple[tree.Literal, tree.Literal, str]]:
    """Each single branch or general of the condition with what a scribe may have taken it for."""
    seen: set[tree.Literal] = set()
    for node in tree.walk(condition):
        for operand in tree.operands(node):
            if not isinstance(operand, tree.Literal) or operand in seen or len(operand.values) > 1:
                continue
            seen.add(operand)
            if operand.kind not in ("branch", "general"):
                continue
            names = lexicon.kinds()[operand.kind]
            for value in range(12):
                if value != operand.values[0] and _alike(names[value], names[operand.values[0]]):
                    other = tree.Literal(operand.kind, (value,))
                    yield operand, other, f"{names[operand.values[0]]} → {names[value]}"


def _alike(a: str, b: str) -> bool:
    for pair in _ALIKE:
        words = pair.split() if " " in pair else list(pair)
        if a in words and b in words:
            return True
    return False


def exceptions(subject: Subject) -> Iterator[Complaint]:
    """Exceptions and refinements that never apply where their rule holds."""
    from liuren.rules.phrases import unfold
    from liuren.rules.tables import condition_table

    for rule in subject.book.rules:
        base = unfold(rule.condition, subject.book.bodies)
        for what, parts in (("refinement", rule.refinements), ("exception", rule.exemptions)):
            for part in parts:
                both = tree.conjunction([base, unfold(part.condition, subject.book.bodies)])
                if not condition_table(subject.book, both).fires:
                    yield Complaint(rule.place, f"idle-{what}", f"this {what} never applies")


def examples_present(subject: Subject) -> Iterator[Complaint]:
    """Every clause that can fire has a worked example."""
    shown = {
        clause for item in subject.source.examples if item.example.holds for clause in item.clauses
    }
    for clause in subject.tables.clauses:
        if clause not in shown and subject.tables[clause].fires:
            yield Complaint(subject.place(clause), "no-example", f"{clause} has no worked example")
