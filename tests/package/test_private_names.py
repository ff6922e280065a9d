"""A private name is used in its own module only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def private_imports(text: str) -> Iterator[str]:
    """``module.name`` of every private name or module that the text of a module imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                path = f"{node.module}.{one.name}"
                if path.startswith("liuren.") and any(
                    part.startswith("_") and not part.startswith("__") for part in path.split(".")
                ):
                    yield path


def test_no_module_imports_the_private_names_of_another() -> None:
    places = [p for folder in ("src", "benchmarks", "tools") for p in (ROOT / folder).rglob("*.py")]
    assert len(places) > 200
    found = [(path.name, name) for path in places for name in private_imports(path.read_text())]
    assert found == []


def test_a_private_import_is_seen() -> None:
    text = "def f():\n    from liuren.rules.facts import _month, topic\n"
    assert list(private_imports(text)) == ["liuren.rules.facts._month"]
