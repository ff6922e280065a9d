"""The linter of the editions: completeness, language, vocabulary, reachability, redundancy, contradictions.

``python -m liuren.rules.lint`` checks every work and prints findings as ``file:line:column: CODE message``; exit status 1 if
there are any. What is known and accepted stands with its reason in ``texts/<work>/accepted.toml``; an entry
that no longer applies is itself a finding.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from liuren.edition.works import works
from liuren.rules import vocabulary
from liuren.rules.lint.agreement import contradictions, redundancy
from liuren.rules.lint.editions import apparatus, completeness, texts, translated
from liuren.rules.lint.reach import examples_present, exceptions, reachability
from liuren.rules.lint.subject import Complaint, Subject
from liuren.rules.lint.wording import (
    concepts,
    decision_tables,
    definitions,
    language,
    methods,
    unread_options,
)

CHECKS: tuple[Callable[[Subject], Iterator[Complaint]], ...] = (
    completeness, language, methods, texts, translated, apparatus, decision_tables, definitions, reachability, exceptions,
    redundancy, contradictions, examples_present,
)  # fmt: skip


def lint(names: tuple[str, ...] | None = None) -> list[Complaint]:
    """All findings of the linter on the works named (default: all)."""
    words = vocabulary.load()
    found = list(concepts(words))
    for name in names or works():
        subject = Subject(name, words)
        for check in CHECKS:
            found.extend(check(subject))
    if names is None:
        found.extend(unread_options())
    return found


def main(arguments: list[str] | None = None) -> int:
    """Entry point; see the module."""
    given = sys.argv[1:] if arguments is None else arguments
    found = lint(tuple(given) or None)
    for complaint in found:
        print(complaint)
    return int(bool(found))
