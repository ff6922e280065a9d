"""What can go wrong in a casebook, said so that the user knows the next step."""

from __future__ import annotations

from liuren.terms.errors import LiurenError


class CasebookError(LiurenError):
    """Base of the casebook's errors."""

    code = "casebook"


class ForeignDatabaseError(CasebookError):
    """The file or database belongs to something else. It was not touched."""

    code = "foreign_database"


class DamagedDatabaseError(CasebookError):
    """The file is a casebook but its content cannot be trusted. It was not touched."""

    code = "damaged_database"


class NewerDatabaseError(CasebookError):
    """The casebook was written by a newer Liuren. It was not touched."""

    code = "newer_database"


class UnreachableDatabaseError(CasebookError):
    """The database cannot be opened: no such server, no permission, a missing driver."""

    code = "unreachable_database"


class BusyDatabaseError(CasebookError):
    """Another process kept the casebook locked for too long. Nothing was written."""

    code = "busy_database"


class NotFoundError(CasebookError):
    """No case, series, trial or reader of that name."""

    code = "not_found"


class FixedError(CasebookError):
    """A chart or finding that was stored cannot be changed afterwards."""

    code = "fixed"


class ImportFileError(CasebookError):
    """A file to import cannot be read as what it claims to be. Nothing was imported."""

    code = "bad_import"


class TrialError(CasebookError):
    """A step of a trial that its rules do not allow."""

    code = "trial"


class ForecastError(TrialError):
    """A forecast that is not a set of probabilities over what was asked."""

    code = "bad_forecast"


def not_json(what: str, error: ValueError | RecursionError) -> ImportFileError:
    """The error for a text that is not JSON: where it stops being so."""
    line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
    return ImportFileError(f"{what} is not JSON (line {line}, column {column}).")
