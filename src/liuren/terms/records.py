"""Frozen values with slots: dataclasses to whoever asks, but quick to define.

``@dataclass(frozen=True, slots=True)`` writes and compiles five methods for each class and needs a
module that loads the inspector of Python; two dozen classes of that kind were a third of the start
of the program. The methods here are shared, and ``dataclasses.fields``, ``replace`` and ``asdict``
still work, since the fields are described when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, dataclass_transform

T = TypeVar("T")
_MISSING: Final = object()


class _Field:
    """What a class body says about one field beyond its type."""

    __slots__ = ("compare", "default", "factory", "repr")

    def __init__(
        self, default: object, factory: Callable[[], Any] | None, compare: bool, shown: bool
    ) -> None:
        self.default, self.factory, self.compare, self.repr = default, factory, compare, shown


def field(
    *,
    default: Any = _MISSING,
    default_factory: Callable[[], Any] | None = None,
    compare: bool = True,
    repr: bool = True,  # noqa: A002 - the name that dataclasses.field has
) -> Any:
    """A field with a default that may be left out of comparison and of the printed form."""
    return _Field(default, default_factory, compare, repr)


@dataclass_transform(frozen_default=True, eq_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make a class of annotated fields a frozen value; with slots unless it has cached properties."""
    names = tuple(cls.__annotations__)
    told = {name: _told(cls.__dict__[name]) for name in names if name in cls.__dict__}
    taken = {*told, "__dict__", "__weakref__"}
    namespace = {key: value for key, value in cls.__dict__.items() if key not in taken}
    with_cache = any(type(value).__name__ == "cached_property" for value in namespace.values())
    namespace.update(
        __slots__=(*names, "__dict__") if with_cache else names,
        __match_args__=names,
        __setattr__=_refuse,
        __delattr__=_refuse,
        __repr__=_repr,
        __reduce__=_reduce,
        __replace__=replace,
        __dataclass_fields__=_Description(names, told),
        _shown=tuple(n for n in names if n not in told or told[n].repr),
        _compared=tuple(n for n in names if n not in told or told[n].compare),
    )
    namespace.setdefault("__eq__", _equal)
    namespace.setdefault("__hash__", _hash)
    made: Any = type(cls.__name__, cls.__bases__, namespace)
    setters = {name: made.__dict__[name].__set__ for name in names}
    made.__init__ = _initialiser(made, setters, told)
    found: type[T] = made
    return found


def replace(item: T, /, **changes: object) -> T:
    """A copy of a record with some fields changed."""
    names: tuple[str, ...] = item.__match_args__  # type: ignore[attr-defined]
    return type(item)(**{name: getattr(item, name) for name in names} | changes)


def _told(value: object) -> _Field:
    return value if isinstance(value, _Field) else _Field(value, None, True, True)


def _initialiser(
    made: Any,
    setters: Mapping[str, Callable[[Any, Any], None]],
    told: Mapping[str, _Field],
) -> Callable[..., None]:
    """Writes the initialiser of a class when its first value is made: a start needs few of the classes."""

    def initialise(self: Any, *values: Any, **named: Any) -> None:
        made.__init__ = _written(setters, told)
        made.__init__(self, *values, **named)

    return initialise


def _written(
    setters: Mapping[str, Callable[[Any, Any], None]], told: Mapping[str, _Field]
) -> Callable[..., None]:
    """``__init__`` field by field, as fast as Python gets, with Python's own messages."""
    names: dict[str, Any] = {"_missing": _MISSING}
    given, lines = [], []
    for name, setter in setters.items():
        names[f"_set_{name}"] = setter
        value, one = name, told.get(name)
        if one is None:
            given.append(name)
        elif one.factory is None:
            names[f"_default_{name}"] = one.default
            given.append(f"{name}=_default_{name}")
        else:
            names[f"_make_{name}"] = one.factory
            given.append(f"{name}=_missing")
            value = f"_make_{name}() if {name} is _missing else {name}"
        lines.append(f"    _set_{name}(self, {value})")
    exec("\n".join((f"def __init__(self, {', '.join(given)}):", *lines)), names)
    written: Callable[..., None] = names["__init__"]
    return written


class _Description:
    """``__dataclass_fields__``, made when somebody looks at it."""

    __slots__ = ("names", "told")

    def __init__(self, names: tuple[str, ...], told: Mapping[str, _Field]) -> None:
        self.names, self.told = names, told

    def __get__(self, item: object, owner: type) -> dict[str, Any]:
        import dataclasses

        found = {}
        for name in self.names:
            options: dict[str, Any] = {}
            told = self.told.get(name)
            if told is not None:
                options = {"compare": told.compare, "repr": told.repr}
                if told.factory is not None:
                    options["default_factory"] = told.factory
                else:
                    options["default"] = told.default
            made: Any = dataclasses.field(**options)
            made.name, made.type = name, owner.__annotations__[name]
            made._field_type = dataclasses._FIELD  # type: ignore[attr-defined]  # noqa: SLF001 - or fields() would not see it
            found[name] = made
        return found


def _values(item: Any, names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple([getattr(item, name) for name in names])


def _equal(self: Any, other: Any) -> Any:
    if self is other:
        return True
    if type(self) is not type(other):
        return NotImplemented
    return _values(self, self._compared) == _values(other, self._compared)


def _hash(self: Any) -> int:
    return hash(_values(self, self._compared))


def _repr(self: Any) -> str:
    listed = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._shown)
    return f"{type(self).__qualname__}({listed})"


def _refuse(self: Any, name: str, *_value: object) -> None:
    raise AttributeError(f"{type(self).__name__} is frozen; {name} cannot be changed")


def _reduce(self: Any) -> tuple[Any, ...]:
    return (type(self), _values(self, self.__match_args__))
