"""The version of the program, for rooms that must not ask the public face."""

from __future__ import annotations

from typing import Final

#: The same as ``liuren.__version__``; a test holds them together.
VERSION: Final = "0.1.0"
ENGINE: Final = f"liuren {VERSION}"
