"""The census: in how many states each clause fires under the default convention.

``python -m liuren.rules.census`` compares the files ``texts/<work>/census.json`` with a new count and names every
clause whose number changed; with ``--write`` it writes them. A change belongs in the change list.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from liuren.edition.works import work_folder, works

Counts = dict[str, list[int]]


def census_file(work: str) -> Path:
    return work_folder(work) / "census.json"


def read_census(work: str) -> Counts:
    """The counts in the file, empty if there is none."""
    path = census_file(work)
    if not path.exists():
        return {}
    found: Counts = json.loads(path.read_text(encoding="utf-8"))["clauses"]
    return found


def count(work: str) -> Counts:
    """A new count: clause → [fires, states]."""
    from liuren.rules.tables import tables

    return {clause: list(row) for clause, row in tables(work).census().items()}


def differences(work: str) -> dict[str, tuple[list[int] | None, list[int] | None]]:
    """Clause → (in the file, counted now) where they differ."""
    before, now = read_census(work), count(work)
    return {
        clause: (before.get(clause), now.get(clause))
        for clause in {**before, **now}
        if before.get(clause) != now.get(clause)
    }


def write_census(work: str) -> None:
    """Write the file anew, one clause a line."""
    rows = ",\n".join(f'  "{clause}": {json.dumps(row)}' for clause, row in count(work).items())
    text = f'{{"convention": "default", "clauses": {{\n{rows}\n}}}}\n'
    census_file(work).write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Entry point; exit status 1 if a file is out of date."""
    given = sys.argv[1:] if arguments is None else arguments
    stale = False
    for work in works():
        changed = differences(work)
        for clause, (before, now) in changed.items():
            print(f"{clause}: {before} → {now}")
        if changed and "--write" in given:
            write_census(work)
        stale = stale or bool(changed)
    return int(stale and "--write" not in given)


if __name__ == "__main__":
    sys.exit(main())
