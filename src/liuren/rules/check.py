"""Checking chapters while writing them.

``python -m liuren.rules.check texts/shefu/chapters/01-zi.md`` reads the files, types every fence against the
language and the vocabulary, runs the examples and prints what is wrong as ``file:line:column: message``.
Without files every chapter of every work is checked. Exit status 1 if anything is wrong.
"""

from __future__ import annotations

import sys
from pathlib import Path

from liuren.edition.works import works
from liuren.rules.errors import RuleError
from liuren.rules.source import Source, chapter_problems, read_source
from liuren.terms.errors import LiurenError


def check_work(work: str, only: list[str] | None = None) -> tuple[Source, list[RuleError]]:
    """The source of a work and everything wrong with the chapters asked for, in order of place."""
    source = read_source(work, only)
    wanted = set(only) if only is not None else None
    problems = list(source.problems)
    for chapter in source.chapters:
        if wanted is None or chapter.file.rsplit("/", 1)[-1] in wanted:
            problems.extend(chapter_problems(chapter))
    from liuren.rules.examples import failing
    from liuren.rules.worked import failing_statements

    problems.extend(failing(source))
    problems.extend(failing_statements(source))
    if wanted is not None:
        problems = [p for p in problems if _concerns(p, wanted)]
    problems.sort(key=lambda problem: (problem.place.file, problem.place.line))
    return source, problems


def _concerns(problem: RuleError, wanted: set[str]) -> bool:
    name = problem.place.file.rsplit("/", 1)[-1]
    return name in wanted or name == "00-reading.md"


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module."""
    given = [Path(a) for a in (sys.argv[1:] if arguments is None else arguments)]
    status = 0
    for work in works():
        only = [path.name for path in given if work in path.parts] if given else None
        if only == []:
            continue
        try:
            source, problems = check_work(work, only)
        except LiurenError as error:
            print(error)
            status = 1
            continue
        for problem in problems:
            print(f"{problem.place}: {problem.bare} {problem.hint}".rstrip())
        chapters = only if only is not None else source.chapters
        print(
            f"{work}: {len(chapters)} chapters, {len(source.rules)} rules,"
            f" {len(source.examples)} examples, {len(problems)} problems"
        )
        status = status or int(bool(problems))
    return status


if __name__ == "__main__":
    sys.exit(main())
