"""Records are frozen dataclasses in everything but the way they are made."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from functools import cached_property

import pytest

from liuren.terms.records import field, record, replace


@record
class Point:
    """A point."""

    x: int
    y: int = 2
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)
    tags: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.x + self.y


@record
class Line:
    start: Point
    end: Point

    @cached_property
    def length(self) -> int:
        return self.end.x - self.start.x


def test_making_and_defaults() -> None:
    one = Point(1)
    assert (one.x, one.y, one.names, one.tags, one.total) == (1, 2, (), [], 3)
    assert Point(1).tags is not one.tags
    assert Point(x=1, y=5) == Point(1, 5)
    assert repr(one) == "Point(x=1, y=2, tags=[])"
    assert Point.__doc__ == "A point."


@pytest.mark.parametrize(
    "given", [((), {}), ((1, 2, (), [], 5), {}), ((1,), {"x": 2}), ((1,), {"z": 2}), ((), {"y": 1})]
)
def test_what_does_not_fit_is_refused(given: tuple[tuple[int, ...], dict[str, int]]) -> None:
    with pytest.raises(TypeError):
        Point(*given[0], **given[1])  # type: ignore[arg-type]


def test_a_class_made_often_stays_the_same() -> None:
    @record
    class Often:
        x: int
        y: int = 2
        z: tuple[int, ...] = field(default=(), compare=False)

    for round_ in range(200):
        one = Often(round_) if round_ % 2 else Often(x=round_, z=(1,))
        assert (one.x, one.y) == (round_, 2)
        assert Often(round_, 5, (7,)) == replace(one, y=5)
        for bad in ({}, {"x": 1, "w": 2}):
            with pytest.raises(TypeError):
                Often(**bad)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            Often(1, 2, (), 4)  # type: ignore[call-arg]


def test_frozen_with_slots() -> None:
    one = Point(1)
    with pytest.raises(AttributeError, match="frozen"):
        one.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del one.x
    assert not hasattr(one, "__dict__")


def test_equality_and_hash_leave_out_what_is_not_compared() -> None:
    assert Point(1, names=("a",)) == Point(1, names=("b",))
    assert Point(1) != Point(2)
    assert Point(1) != object()
    line = Line(Point(1, tags=()), Point(3, tags=()))  # type: ignore[arg-type]
    assert hash(line) == hash(copy.copy(line))
    assert {line: 1}[Line(Point(1, tags=()), Point(3, tags=()))] == 1  # type: ignore[arg-type]


def test_cached_properties() -> None:
    line = Line(Point(1), Point(3))
    assert line.length == 2
    assert line.__dict__ == {"length": 2}


def test_copies_and_the_tools_of_dataclasses() -> None:
    one = Point(1, 5, ("a",))
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one
    assert replace(one, y=7) == Point(1, 7)
    assert dataclasses.is_dataclass(Point)
    assert dataclasses.replace(one, y=7).names == ("a",)
    assert [f.name for f in dataclasses.fields(Point)] == ["x", "y", "names", "tags"]
    assert dataclasses.asdict(one) == {"x": 1, "y": 5, "names": ("a",), "tags": []}
    assert Point.__match_args__ == ("x", "y", "names", "tags")  # type: ignore[attr-defined]
