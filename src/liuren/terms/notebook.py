"""How charts and readings show themselves in a notebook.

What draws them stands above them in the house, so it is called by name, and only when a notebook asks.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class ShownInNotebooks:
    """Gives a value with ``to_dict()`` its picture (``_repr_svg_``) and its page (``_repr_html_``).

    Labels are in the language of the environment variable LIUREN_LANG, else English.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(_drawing().picture(self))

    def _repr_html_(self) -> str:
        return str(_drawing().page(self))


def _drawing() -> Any:
    return import_module("liuren.drawing.notebook")
