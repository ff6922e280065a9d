"""Compiling a work: its typed rules as plain data that loads fast, kept in the user's cache folder.

The data are tuples, numbers and strings (``marshal``). Nodes of the tree are stored once each, in an order
in which every node comes after the nodes inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from liuren.edition.works import chapter_files, work_facts, work_folder
from liuren.rules import lexicon, tree
from liuren.rules.nodes import fields
from liuren.terms.datafiles import fingerprint, load_compiled, read_toml, save_compiled
from liuren.terms.resources import data_files, data_path

Data = dict[str, Any]

_CLASSES: tuple[type[Any], ...] = (
    tree.Literal,
    tree.Quantity,
    tree.Parameter,
    tree.Always,
    tree.Not,
    tree.And,
    tree.Or,
    tree.Within,
    tree.AtLeast,
    tree.Over,
    tree.Carries,
    tree.Stands,
    tree.Relation,
    tree.Predicate,
    tree.Call,
    tree.LookUp,
    tree.Conclusion,
    tree.Reading,
    tree.Refinement,
    tree.Exemption,
    tree.Rule,
    tree.Definition,
    tree.Table,
)
_CODES = {cls: code for code, cls in enumerate(_CLASSES)}
#: How each class stores its fields: v a plain value, n a node, m a node or None, s a tuple of nodes,
#: t a tuple of nodes or None, x a node or a plain value.
_FIELDS = (
    "vvv", "vvs", "vv", "", "n", "s", "s", "nn", "nv", "nn", "nn", "nn", "vnn", "vs", "vsm",
    "vs", "vvx", "vvmt", "ns", "ns", "nssssv", "vss", "vvvvvv",
)  # fmt: skip


class _Writer:
    def __init__(self) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.known: dict[Any, int] = {}

    def node(self, node: Any) -> int:
        found = self.known.get(node)
        if found is None:
            code = _CODES[type(node)]
            values = fields(node)
            stored = (self._field(how, f) for how, f in zip(_FIELDS[code], values, strict=True))
            row = (code, *stored)
            found = self.known[node] = len(self.rows)
            self.rows.append(row)
        return found

    def _field(self, how: str, value: Any) -> Any:
        match how:
            case "n":
                return self.node(value)
            case "m":
                return None if value is None else self.node(value)
            case "s":
                return tuple(self.node(item) for item in value)
            case "t":
                return None if value is None else tuple(self.node(item) for item in value)
            case "x":
                return value if isinstance(value, str) else (self.node(value),)
        return value


def read_nodes(rows: list[tuple[Any, ...]]) -> list[Any]:
    """The nodes of a compiled work."""
    nodes: list[Any] = []
    add, at = nodes.append, nodes.__getitem__
    makers = [cls.make for cls in _CLASSES]
    for row in rows:
        code = row[0]
        plan = _FIELDS[code]
        make = makers[code]
        match plan:
            case "vvv":
                add(make(row[1], row[2], row[3]))
            case "nn":
                add(make(nodes[row[1]], nodes[row[2]]))
            case "s":
                add(make(tuple(map(at, row[1]))))
            case "vs":
                add(make(row[1], tuple(map(at, row[2]))))
            case "vvs":
                add(make(row[1], row[2], tuple(map(at, row[3]))))
            case "vvx":
                value = row[3]
                add(make(row[1], row[2], value if type(value) is str else nodes[value[0]]))
            case "vnn":
                add(make(row[1], nodes[row[2]], nodes[row[3]]))
            case "nssssv":
                parts = [tuple(map(at, row[i])) if row[i] else () for i in (2, 3, 4, 5)]
                add(make(nodes[row[1]], *parts, row[6]))
            case _:
                add(make(*map(_reader(nodes), plan, row[1:])))
    return nodes


def _reader(nodes: list[Any]) -> Callable[[str, Any], Any]:
    def read(how: str, value: Any) -> Any:
        if how == "v" or value is None:
            return value
        if how in ("s", "t"):
            return tuple([nodes[item] for item in value])
        return nodes[value]

    return read


# ------------------------------------------------------------------ sources and their fingerprints


@cache
def source_files(work: str) -> tuple[Path, ...]:
    """Everything a compiled work depends on."""
    from liuren.rules import vocabulary

    here = Path(__file__).parent
    return (
        *chapter_files(work),
        *(path for path in _beside(work) if path.exists()),
        *vocabulary.files(),
        data_path("vocabulary") / "facets.toml",
        *data_files("conventions", "options/*.toml"),
        *(here / name for name in ("lexicon.toml", "grammar.lark", "tree.py", "compile.py")),
        *(here / name for name in ("parse.py", "resolve.py", "source.py")),
    )


def _beside(work: str) -> tuple[Path, ...]:
    folder = work_folder(work)
    names = ("work.toml", "phrases.toml", "accepted.toml", "census.json")
    return tuple(folder / name for name in names)


def _optional_toml(path: Path) -> dict[str, Any]:
    return read_toml(path) if path.exists() else {}


def _census(work: str) -> dict[str, Any]:
    """How many states each clause fires in under the default convention, as counted before."""
    import json

    path = work_folder(work) / "census.json"
    if not path.exists():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def digest(paths: Iterable[Path]) -> str:
    """sha256 over the contents of files, by name, independent of where they lie."""
    import hashlib  # loads OpenSSL, and is not needed while the sources are as they were

    found = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)}\n".encode())
        found.update(content)
    return f"sha256:{found.hexdigest()}"


def compiled(work: str) -> Data:
    """The compiled work, from the cache where its sources have not changed."""
    paths = source_files(work)
    key = fingerprint(paths)
    kept = load_compiled(f"{work}.rules", key)
    if isinstance(kept, dict):
        return kept
    census = work_folder(work) / "census.json"
    data = compile_work(work, digest([path for path in paths if path != census]))
    save_compiled(f"{work}.rules", key, data)
    return data


def compile_work(work: str, version: str) -> Data:
    """The compiled form of a work, read from its chapters."""
    from liuren.rules import vocabulary
    from liuren.rules.source import read_source

    words = vocabulary.load()
    source = read_source(work, words=words)
    writer = _Writer()
    definitions = [(name, writer.node(d)) for name, d in source.definitions.items()]
    rules = [
        (item.clauses, item.kind, writer.node(item.rule), str(item.place)) for item in source.rules
    ]
    tables = [
        (name, writer.node(table), source.table_clauses[name])
        for name, table in source.tables.items()
    ]
    gates = [(section, writer.node(reading)) for section, reading in source.gates.items()]
    concluded = _concepts_of(source)
    concepts = {
        name: (concept.facet, concept.labels)
        for name, concept in words.concepts.items()
        if name in concluded
    }
    return {
        "work": work,
        "method": str(work_facts(work)["method"]),
        "digest": version,
        "nodes": writer.rows,
        "definitions": definitions,
        "rules": rules,
        "gates": gates,
        "tables": tables,
        "concepts": concepts,
        "methods": source.methods,
        "phrases": _optional_toml(work_folder(work) / "phrases.toml"),
        "census": _census(work),
        "unreachable": _optional_toml(work_folder(work) / "accepted.toml").get("unreachable", {}),
        "examples": {
            clause: item.example.chart
            for item in reversed(source.examples)
            if item.example.holds
            for clause in item.clauses
        },
        "problems": [str(problem) for problem in source.problems],
        "topics": {
            form: value
            for column in ("names", "zh-Hans", "en-names")
            for value, form in enumerate(lexicon.tables()["values"]["topic"][column])
        },
        "forms": lexicon.kinds()["form"],
    }


def _concepts_of(source: Any) -> set[str]:
    """Ids of the concepts that rules and tables of a work conclude."""
    found: set[str] = set()
    for table in source.tables.values():
        found.update(concept for _, concept in table.rows)
    for item in source.rules:
        rule = item.rule
        parts = [rule.conclusions]
        parts += [r.conclusions for r in rule.refinements]
        parts += [e.conclusions for e in rule.exemptions]
        parts += [r.conclusions for r in rule.readings if r.conclusions is not None]
        for conclusions in parts:
            found.update(c.value for c in conclusions if isinstance(c.value, str))
    return found
