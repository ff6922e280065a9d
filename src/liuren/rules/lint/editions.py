"""Every clause is there, unchanged, in every language, with its apparatus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from liuren.edition.library import Work
from liuren.edition.works import work_facts, work_folder
from liuren.rules.lint.subject import Complaint, Subject
from liuren.rules.source import options
from liuren.rules.translated import TRANSLATIONS, digest, read_notes


def completeness(subject: Subject) -> Iterator[Complaint]:
    """Every clause of the edition, in order, with its text unchanged, and no other."""
    folder = work_folder(subject.work)
    listed = folder / "clauses.txt"
    found = [clause.id for clause in subject.edition]
    if listed.exists():
        expected = listed.read_text(encoding="utf-8").split()
        for clause in expected:
            if clause not in subject.edition:
                yield Complaint(f"{listed.name}", "missing-clause", f"{clause} is in no chapter")
        for clause in sorted(set(found) - set(expected)):
            yield Complaint(subject.place(clause), "unknown-clause", f"{clause} is not in the list")
        if sorted(found) == sorted(expected) and found != expected:
            yield Complaint(subject.work, "order", "the clauses are not in the order of the book")
    count = work_facts(subject.work)["clauses"]
    if len(found) != count:
        yield Complaint(subject.work, "count", f"{len(found)} clauses, expected {count}")
    twice = {clause for clause in found if found.count(clause) > 1}
    for clause in sorted(twice):
        yield Complaint(subject.place(clause), "repeated-clause", f"{clause} is quoted twice")
    digest = work_facts(subject.work).get("text_digest")
    if digest and digest != text_digest(subject.edition):
        yield Complaint(subject.work, "text", "the text of the clauses differs from the edition")


def text_digest(edition: Work) -> str:
    """sha256 over the traditional text of all clauses, as ``text_digest`` in work.toml."""
    import hashlib

    lines = [f"{clause.id} {clause.text['zh-Hant'].strip()}" for clause in edition]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def texts(subject: Subject) -> Iterator[Complaint]:
    """Each clause in both scripts, with our translation into Korean and English."""
    simplified = work_folder(subject.work) / "scripts" / "zh-Hans.json"
    import json

    scripts = json.loads(simplified.read_text(encoding="utf-8")) if simplified.exists() else {}
    for clause in subject.edition:
        if clause.id not in scripts:
            yield Complaint(subject.place(clause.id), "script", f"{clause.id} has no zh-Hans text")
        for tongue in TRANSLATIONS:
            if not clause.translations.get(tongue, "").strip():
                yield Complaint(
                    subject.place(clause.id),
                    "translation",
                    f"{clause.id} is not translated into {tongue}",
                )
    known = {clause.id for clause in subject.edition}
    for path in sorted(work_folder(subject.work).glob("*/**/*.json")):
        if path.parent.name in ("apparatus",):
            continue
        for name in json.loads(path.read_text(encoding="utf-8")):
            if name not in known:
                yield Complaint(path.name, "retired-id", f"{name} is no clause of {subject.work}")


def translated(subject: Subject) -> Iterator[Complaint]:
    """Translations of a text that has been amended since, or of which nobody noted what they translate."""
    notes = read_notes(subject.work)
    for clause in subject.edition if notes else ():
        for tongue in TRANSLATIONS:
            noted = notes.get(tongue, {}).get(clause.id)
            if not clause.translations.get(tongue) or noted == digest(clause):
                continue
            was = "of a text not noted" if noted is None else "behind the text of the clause"
            message = f"the {tongue} translation of {clause.id} is {was}"
            yield Complaint(subject.place(clause.id), "translation-behind", message)


def apparatus(subject: Subject) -> Iterator[Complaint]:
    """Emendations quote the text they mend; contradictions name clauses; options exist."""
    known = options()
    for clause in subject.edition:
        for entry in clause.apparatus:
            seed = clause.id in subject.accepted.get("emendation", {})
            if entry["printed"] not in clause.text["zh-Hant"] and not seed:
                printed = entry["printed"]
                yield Complaint(
                    subject.place(clause.id), "emendation", f"{printed} is not in {clause.id}"
                )
            option = (entry.get("option") or "").split("=")[0]
            if option and option not in known:
                yield Complaint(subject.place(clause.id), "option", f"{option} is no option")
    for row in subject.edition.contradictions:
        for name in row.get("clauses", ()):
            if name.split(":")[0] == subject.work and name not in subject.edition:
                yield Complaint(row["id"], "retired-id", f"{name} is no clause of {subject.work}")
    for row in _lists(subject):
        name = row.get("clause", "")
        if name and name not in subject.edition:
            yield Complaint("apparatus", "retired-id", f"{name} is no clause of {subject.work}")


def _lists(subject: Subject) -> list[dict[str, Any]]:
    import json

    found: list[dict[str, Any]] = []
    for path in sorted((work_folder(subject.work) / "apparatus").glob("*emendations.json")):
        found.extend(json.loads(path.read_text(encoding="utf-8")))
    return found
