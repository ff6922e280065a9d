"""The four positions (四位) of a 金口訣 chart from top to bottom: 人元 貴神 將神 地分 = 0…3."""

from __future__ import annotations

from typing import Final

NAMES: Final = ("人元", "貴神", "將神", "地分")

#: As data has them.
IDS: Final = ("stem", "noble", "general", "seat")
