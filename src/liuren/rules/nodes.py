"""Frozen classes for the tree: like frozen, slotted dataclasses, but quick to define and to hash.

A node remembers its hash, since conditions are looked up again and again; defining two dozen of them costs
a fraction of a millisecond, which matters for the start of the program.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=True)
def node(cls: type[T]) -> type[T]:
    """Make a class of annotated fields a frozen, hashable value with slots."""
    names = tuple(cls.__annotations__)
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    namespace = {
        key: value
        for key, value in cls.__dict__.items()
        if key not in defaults and key not in ("__dict__", "__weakref__")
    }
    namespace.update(
        __slots__=(*names, "_hash"),
        __match_args__=names,
        __eq__=_equal,
        __hash__=_hash,
        __repr__=_repr,
        __setattr__=_frozen,
        __delattr__=_frozen,
        __reduce__=_reduce,
    )
    made: Any = type(cls.__name__, (), namespace)
    setters = tuple(made.__dict__[name].__set__ for name in names)
    clear = made.__dict__["_hash"].__set__

    def initialise(self: Any, *values: Any, **named: Any) -> None:
        if len(values) != len(names) or named:
            values = _complete(cls.__name__, names, defaults, values, named)
        for setter, value in zip(setters, values, strict=True):
            setter(self, value)
        clear(self, None)

    made.__init__ = initialise
    made.remember = staticmethod(clear)
    made.make = staticmethod(_maker(made, setters, clear))
    found: type[T] = made
    return found


def _maker(cls: Any, setters: tuple[Any, ...], clear: Any) -> Any:
    """The constructor for exactly all fields in order, without the checks: for reading compiled trees."""
    new = object.__new__
    if len(setters) == 2:
        first, second = setters

        def make_two(a: Any, b: Any) -> Any:
            made = new(cls)
            first(made, a)
            second(made, b)
            clear(made, None)
            return made

        return make_two
    if len(setters) == 3:
        one, two, three = setters

        def make_three(a: Any, b: Any, c: Any) -> Any:
            made = new(cls)
            one(made, a)
            two(made, b)
            three(made, c)
            clear(made, None)
            return made

        return make_three

    if len(setters) == 6:
        set_1, set_2, set_3, set_4, set_5, set_6 = setters

        def make_six(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Any:
            made = new(cls)
            set_1(made, a)
            set_2(made, b)
            set_3(made, c)
            set_4(made, d)
            set_5(made, e)
            set_6(made, f)
            clear(made, None)
            return made

        return make_six

    def make(*values: Any) -> Any:
        made = new(cls)
        for setter, value in zip(setters, values, strict=True):
            setter(made, value)
        clear(made, None)
        return made

    return make


def fields(item: Any) -> tuple[Any, ...]:
    """The values of a node's fields in order."""
    return tuple([getattr(item, name) for name in item.__match_args__])


def _complete(
    cls: str,
    names: tuple[str, ...],
    defaults: dict[str, Any],
    values: tuple[Any, ...],
    named: dict[str, Any],
) -> tuple[Any, ...]:
    given = {**defaults, **dict(zip(names, values, strict=False)), **named}
    if len(values) > len(names) or given.keys() != set(names):
        raise TypeError(f"{cls} takes {', '.join(names)}; read {values} {named}")
    return tuple([given[name] for name in names])


def _equal(self: Any, other: object) -> bool:
    if self is other:
        return True
    return type(self) is type(other) and hash(self) == hash(other) and fields(self) == fields(other)


def _hash(self: Any) -> int:
    found: int | None = self._hash
    if found is None:
        found = hash((type(self).__name__, *fields(self)))
        self.remember(self, found)
    return found


def _repr(self: Any) -> str:
    listed = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__name__}({listed})"


def _frozen(self: Any, name: str, *_value: object) -> None:
    raise AttributeError(f"{type(self).__name__} is frozen; {name} cannot be changed")


def _reduce(self: Any) -> tuple[Any, ...]:
    return (type(self), fields(self))
