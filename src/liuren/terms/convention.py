"""Conventions: every difference between schools is a named option with a source.

The registry of options is ``conventions/options/*.toml``, one table per option::

    [shehai]
    values = ["mengzhong", "depth", "depth_with_seat"]
    default = "mengzhong"
    room = "charts"
    source = { zh-Hant = "…", … }  # or ids of clauses, the same in every language
    [shehai.label]
    zh-Hant = "涉害"
    [shehai.value.mengzhong]
    zh-Hant = "…"
    [shehai.brief.mengzhong]
    zh-Hant = "…"

An option may have ``outside``: values that no school uses. They can be chosen, but no chart lists them
among its disputes. ``arts`` are the arts it bears on (``liuren``, ``jinkoujue``; without it, both),
``compared`` those whose schools differ in it: the atlas tries its values there.

Schools are ``conventions/<name>.toml``: ``[label]``, ``source`` and ``[options]``. A convention is
a frozen value that holds the value of every option; it travels inside every chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from liuren.terms.datafiles import (
    added_languages,
    fingerprint,
    load_compiled,
    read_toml,
    save_compiled,
)
from liuren.terms.errors import ConventionError, DataError
from liuren.terms.resources import data_files, data_paths


class Convention:
    """A frozen set of options: ``convention["shehai"]``, equal and hashable by its options.

    Build one with :func:`load_convention` or :meth:`replace`.
    """

    __slots__ = ("_hash", "_options", "name")

    name: str

    def __init__(self, name: str, options: Mapping[str, str]) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_options", dict(options))
        object.__setattr__(self, "_hash", hash(frozenset(options.items())))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a convention is frozen; use replace({name}=…)")

    def __getitem__(self, option: str) -> str:
        try:
            return self._options[option]  # type: ignore[attr-defined,no-any-return]
        except (KeyError, TypeError):
            raise _unknown_option(option) from None

    def get(self, option: str, default: str) -> str:
        """Value of an option, or ``default`` where the registry does not have it."""
        value: str = self._options.get(option, default)  # type: ignore[attr-defined]
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)  # type: ignore[attr-defined]

    def __contains__(self, option: object) -> bool:
        return option in self._options  # type: ignore[attr-defined]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Convention):
            return NotImplemented
        return self is other or self._options == other._options  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined,no-any-return]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Convention, (self.name, self._options))  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        changed = " ".join(f"{k}={v}" for k, v in self.differences().items())
        return f"<Convention {self.name}{': ' if changed else ''}{changed}>"

    def to_dict(self) -> dict[str, str]:
        """``{"name": …, option: value, …}`` with every option."""
        return {"name": self.name, **self._options}  # type: ignore[attr-defined]

    def differences(self, base: Convention | None = None) -> dict[str, str]:
        """The options whose value is not that of ``base`` (the default convention)."""
        reference = default_convention() if base is None else base
        return {
            option: value
            for option, value in self._options.items()  # type: ignore[attr-defined]
            if reference.get(option, "") != value
        }

    def replace(self, **options: str) -> Convention:
        """The same convention with some options changed.

        Raises ConventionError for an unknown option or value, naming the nearest valid one.
        """
        changed = dict(self._options)  # type: ignore[attr-defined]
        for option, value in options.items():
            changed[option] = _checked(option, value)
        if changed == self._options:  # type: ignore[attr-defined]
            return self
        name = self.name if self.name.endswith("+") else self.name + "+"
        return Convention(name, changed)


def load_convention(spec: Convention | str | Mapping[str, str] | None = None) -> Convention:
    """The convention that ``spec`` names.

    None is the default; a string names a school of ``conventions/`` or is a path to a TOML file; a
    mapping is laid over the default (over the school under its key ``name``, if there is one).

    Examples:
        >>> import liuren
        >>> convention = liuren.load_convention({"shehai": "depth"})
        >>> convention.name, convention.differences()
        ('default+', {'shehai': 'depth'})
    """
    if spec is None:
        return default_convention()
    if isinstance(spec, Convention):
        return spec
    if isinstance(spec, str):
        return _school(spec)
    if isinstance(spec, Mapping):
        options = {str(key): value for key, value in spec.items()}
        name = options.pop("name", "default")
        base = _school(str(name).removesuffix("+"))
        return base.replace(**options) if options else base
    raise ConventionError(
        f"A convention is a name or a mapping of options, not {type(spec).__name__}.",
        hint=f"Names: {', '.join(convention_names())}.",
        details={"read": type(spec).__name__, "nearest": "default"},
    )


def parse_settings(settings: list[str] | tuple[str, ...]) -> dict[str, str]:
    """Options written ``shehai=depth`` as a mapping, checked."""
    found = {}
    for setting in settings:
        option, sign, value = setting.partition("=")
        if not sign:
            raise ConventionError(
                f"“{setting[:40]}” is not a setting; expected OPTION=VALUE.",
                hint="For example shehai=depth.",
                details={"read": setting[:40], "nearest": "shehai=depth"},
            )
        found[option.strip()] = _checked(option.strip(), value.strip())
    return found


@cache
def default_convention() -> Convention:
    """The convention with every option at its default."""
    return Convention("default", {name: option["default"] for name, option in registry().items()})


def convention_names() -> tuple[str, ...]:
    """Names of the shipped conventions, ``default`` first."""
    names = [path.stem for path in data_files("conventions", "*.toml")]
    return ("default", *(name for name in names if name != "default"))


@cache
def registry() -> Mapping[str, Mapping[str, Any]]:
    """All options without their labels: name → ``values``, ``default``, ``room``, ``source``.

    Kept compiled without labels and sentences (:func:`option_texts`), which are most of the files
    and which only printers need.
    """
    paths = _option_files()
    key = fingerprint(paths)
    found: dict[str, Mapping[str, Any]] | None = load_compiled("options", key)
    if found is None:
        found = _assembled(paths)
        save_compiled("options", key, found)
    return found


@cache
def bearing_on(art: str) -> tuple[str, ...]:
    """The options that bear on an art (``liuren`` or ``jinkoujue``), in the order of the registry."""
    return tuple(key for key, row in registry().items() if art in row.get("arts", (art,)))


@cache
def compared_in(art: str) -> tuple[str, ...]:
    """The options in which the schools of an art place generals or choose transmissions differently."""
    return tuple(key for key, row in registry().items() if art in row.get("compared", ()))


_TEXTS = ("label", "value", "brief")


def _option_files() -> list[Path]:
    return data_files("conventions", "options/*.toml")


def _assembled(paths: list[Path]) -> dict[str, Mapping[str, Any]]:
    options: dict[str, Mapping[str, Any]] = {}
    for path in paths:
        for name, option in read_toml(path).items():
            if name in options:
                continue  # the first file wins; the tests refuse a second definition
            if option.get("default") not in option.get("values", ()):
                raise DataError(f"The default of option {name} in {path.name} is not a value.")
            options[name] = {k: v for k, v in option.items() if k not in _TEXTS}
    return options


@cache
def option_texts() -> Mapping[str, Mapping[str, Any]]:
    """Labels and sentences: option → ``label``, ``value`` and ``brief``, each in four languages."""
    texts: dict[str, Mapping[str, Any]] = {}
    for path in _option_files():
        texts.update(read_toml(path))
    return texts


def sources_of(option: str, value: str | None = None) -> Mapping[str, str]:
    """Where an option, or one value of it, comes from, in four languages."""
    known = registry()[option]
    found = known.get("sources", {}).get(value) or known["source"]
    return _in_every_language(found)


def school_sources(name: str) -> Mapping[str, str]:
    """Where a school comes from, in four languages; a file of a user's own may name no source."""
    return _in_every_language(school(name).get("source", ""))


def _in_every_language(source: str | Mapping[str, str]) -> Mapping[str, str]:
    """A source that is the same in every language (ids of clauses) is written once."""
    languages = ("zh-Hant", "zh-Hans", "ko", "en", *added_languages())
    if isinstance(source, str):
        return dict.fromkeys(languages, source)
    return {language: source.get(language, source["en"]) for language in languages}


def brief(option: str, value: str, language: str) -> str:
    """A value of an option in a few words: its short name, else its sentence without the full stop."""
    row = option_texts().get(option, {})
    named = row.get("brief", {}).get(value) or row.get("value", {}).get(value)
    return str(named[language]).rstrip("。.") if named else value


@cache
def school(name: str) -> Mapping[str, Any]:
    """The file of a school: ``label`` in four languages, ``source``, ``options``."""
    path = _school_file(name) if _is_name(name) else None
    if path is None:
        near = _nearest(name, convention_names())
        raise ConventionError(
            f"There is no convention “{name[:40]}”.",
            hint=f"{near}Conventions: {', '.join(convention_names())}.",
            code="unknown_convention",
            details={"read": name[:40], "expected": ", ".join(convention_names())},
        )
    return read_toml(path)


def _school_file(name: str) -> Path | None:
    """The file of a school, or the file named, if there is one."""
    if name.endswith(".toml"):
        paths = [Path(name)]
    else:
        paths = [folder / f"{name}.toml" for folder in data_paths("conventions")]
    try:
        return next((path for path in paths if path.is_file()), None)
    except (OSError, ValueError):  # no name that a file could have
        return None


@cache
def _school(name: str) -> Convention:
    if name == "default":
        return default_convention()
    options = dict(school(name).get("options", {}))
    changed = default_convention().replace(**options) if options else default_convention()
    return Convention(
        Path(name).stem if name.endswith(".toml") else name,
        {option: changed[option] for option in changed},
    )


def _is_name(name: str) -> bool:
    if name.endswith(".toml"):
        return len(name) < 1000
    return 0 < len(name) < 60 and name.replace("-", "").replace("_", "").isalnum()


def _checked(option: str, value: object) -> str:
    known = registry().get(option)
    if known is None:
        raise _unknown_option(option)
    if isinstance(value, str) and value in known["values"]:
        return value
    shown = str(value)[:40]
    raise ConventionError(
        f"“{shown}” is not a value of the option {option}.",
        hint=f"{_nearest(shown, known['values'])}Values: {', '.join(known['values'])}.",
        code="unknown_value",
        details={"read": shown, "what": option, "expected": ", ".join(known["values"])},
    )


def _unknown_option(option: str) -> ConventionError:
    names = tuple(registry())
    near = _nearest(str(option)[:40], names)
    return ConventionError(
        f"There is no option “{str(option)[:40]}”.",
        hint=near or f"Options: {', '.join(names)}.",
        code="unknown_option",
        details={"read": str(option)[:40], "nearest": near.removeprefix("Did you mean ")[:-2]},
    )


def _nearest(text: str, names: tuple[str, ...] | list[str]) -> str:
    import difflib

    close = difflib.get_close_matches(text[:60], names, n=1, cutoff=0.5)
    return f"Did you mean {close[0]}? " if close else ""
