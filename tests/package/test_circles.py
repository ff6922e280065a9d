"""Within a room, as between rooms, imports go one way; those inside functions count too.

What only names a type does not count, and neither does the ``__init__`` of a room, its door.
"""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

ROOMS = (
    "atlas", "calendar", "casebook", "charts", "cli", "drawing", "edition", "mcp", "reading", "rules",
    "schemas", "terms", "web",
)  # fmt: skip

#: Imports that close a circle, each inside a function, and why they stay.
CLOSING: Mapping[tuple[str, str], str] = {
    ("terms.errors", "terms.sentences"): "an error tells itself in the language it is asked in",
    ("terms.errors", "terms.datafiles"): "and reads its sentence from a file, which may itself be at fault",
    ("calendar.zones", "calendar.places"): "a town given for a zone: the error names the zone of the town",
    ("calendar.reckoning", "calendar.boundaries"): "a moment gives its warnings as a property",
    ("calendar.reckoning", "calendar.report"): "a moment gives itself as plain data",
    ("charts.disputes", "charts.jinkoujue"): "a chart gives its disputes, which are found by casting it again",
}  # fmt: skip


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Module → modules of its own room that it imports, without ``liuren.``."""
    graph = grimp.build_graph("liuren", exclude_type_checking_imports=True, cache_dir=None)
    found: dict[str, set[str]] = {}
    for module in graph.modules:
        room = ".".join(module.split(".")[:2])
        targets = graph.find_modules_directly_imported_by(module)
        if module != room:
            found[module.removeprefix("liuren.")] = {
                target.removeprefix("liuren.")
                for target in targets
                if target.startswith(f"{room}.")
            }
    return found


def circle(imports: Mapping[str, set[str]], left_out: set[tuple[str, str]]) -> list[str]:
    """The modules of a circle that is there without some imports, or nothing."""
    rest = {
        module: {target for target in targets if (module, target) not in left_out}
        for module, targets in imports.items()
    }
    try:
        TopologicalSorter(rest).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_room_is_looked_at(imports: dict[str, set[str]]) -> None:
    assert {name.split(".")[0] for name in imports if "." in name} == set(ROOMS)


def test_rooms_are_free_of_circles(imports: dict[str, set[str]]) -> None:
    assert circle(imports, set(CLOSING)) == []


@pytest.mark.parametrize("closing", CLOSING)
def test_what_is_excused_closes_a_circle(
    closing: tuple[str, str], imports: dict[str, set[str]]
) -> None:
    assert closing[1] in imports[closing[0]]
    assert circle(imports, set(CLOSING) - {closing})
