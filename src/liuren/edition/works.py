"""Works of the edition: where they are, what they hold, clause by clause."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liuren.terms.datafiles import read_toml
from liuren.terms.errors import InputError
from liuren.terms.resources import data_files, data_paths, files_in

#: The seeds first; every other folder with a work.toml follows.
_SEEDS = ("shefu", "jinkoujue")

if TYPE_CHECKING:
    from liuren.edition.chapters import Chapter


@cache
def works() -> tuple[str, ...]:
    """Ids of all works."""
    found = dict.fromkeys(path.parent.name for path in data_files("texts", "*/work.toml"))
    return (*_SEEDS, *(name for name in found if name not in _SEEDS))


def work_folder(work: str) -> Path:
    """The folder of a work.

    Raises:
        InputError: there is no such work.
    """
    if work not in works():
        raise InputError(
            f"{work[:40]!r} is no work of the edition.",
            hint=f"The works are {', '.join(works())}.",
            code="unknown_work",
        )
    folders = [folder / work for folder in data_paths("texts")]
    return next(folder for folder in folders if (folder / "work.toml").is_file())


@cache
def work_facts(work: str) -> dict[str, Any]:
    """The tables of ``work.toml``: title, method, count of clauses."""
    return read_toml(work_folder(work) / "work.toml")


def chapter_files(work: str) -> list[Path]:
    """The chapter files in the order of the book."""
    return files_in(work_folder(work) / "chapters", ".md")


def read_chapters(work: str) -> list[Chapter]:
    """All chapters of a work, read anew."""
    from liuren.edition.chapters import read_chapter

    folder = work_folder(work)
    return [
        read_chapter(path, f"{folder.parent.name}/{work}/chapters/{path.name}")
        for path in chapter_files(work)
    ]


def __getattr__(name: str) -> tuple[str, ...]:
    if name == "WORKS":
        return works()
    raise AttributeError(name)
