"""``liuren coverage``: how many clauses are encoded, by status."""

from __future__ import annotations

from liuren.cli.columns import padded, width
from liuren.cli.language import echo_json
from liuren.cli.options import PRINTING, Option
from liuren.terms.labels import message

OPTIONS = (
    Option("--work", "shefu|jinkoujue", "One work only."),
    Option("--list", "STATUS", "List the clauses of one status, with reasons.", name="listed"),
    *PRINTING,
)


def coverage(work: str | None, listed: str | None, language: str, as_json: bool) -> None:
    """Every clause of the sources, counted by what the program does with it."""
    from liuren.rules import coverage as count
    from liuren.rules import works

    names = [work] if work else works()
    counts = {name: count(name) for name in names}
    if listed is not None:
        _check_status(listed, counts)
    if as_json:
        echo_json(counts)
        return
    for name, by_status in counts.items():
        total = message("coverage.title", language) + f" {sum(by_status.values())}"
        print(f"{name} · {_title(name, language)}{message('colon', language)}{total}")
        names = [message("text.status." + status, language) for status in by_status]
        columns = max(map(width, names))
        for shown, number in zip(names, by_status.values(), strict=True):
            print(f"  {padded(shown, columns)} {number:>4}")
        if listed:
            _list(name, listed, language)


def _title(work: str, language: str) -> str:
    from liuren.edition.works import work_facts

    return str(work_facts(work).get("title", {}).get(language, work))


def _check_status(status: str, counts: dict[str, dict[str, int]]) -> None:
    known = tuple(dict.fromkeys(name for row in counts.values() for name in row))
    if status not in known:
        from liuren.terms.errors import InputError
        from liuren.terms.parse import excerpt

        raise InputError(
            f"“{excerpt(status)}” is not a status of clauses.",
            hint=f"Statuses: {', '.join(known)}.",
            code="unknown_status",
        )


def _list(work: str, status: str, language: str) -> None:
    import liuren

    script = "zh-Hans" if language == "zh-Hans" else "zh-Hant"
    for clause in liuren.clauses(work):
        if clause["status"] == status:
            reason = f"  — {clause['reasons'][language]}" if clause["reasons"] else ""
            print(f"  {clause['id']}  {clause['text'][script]}{reason}")
            meaning = clause["translations"].get(language)
            if meaning:
                print(f"      {meaning}")
