"""Drawing lots that anybody can draw again.

The program draws from a secret seed. When the seed is shown after the reveal, the same draw can be
repeated, so a target that was picked by hand is found out. The numbers come from HMAC-SHA256 in
counter mode with rejection (no modulo bias), so the draw does not depend on a Python version.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
_WORD = 1 << 64


def fresh_seed() -> str:
    """32 bytes from the operating system's generator, in hexadecimal."""
    return secrets.token_hex(32)


class Lots:
    """A stream of fair lots named by ``seed`` (hexadecimal) and ``purpose``."""

    __slots__ = ("_count", "_key")

    def __init__(self, seed: str, purpose: str) -> None:
        self._key = hmac.digest(bytes.fromhex(seed), purpose.encode(), "sha256")
        self._count = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``, each equally likely."""
        if limit < 1:
            raise ValueError("a lot needs at least one outcome")
        ceiling = _WORD - _WORD % limit
        while True:
            block = hmac.digest(self._key, self._count.to_bytes(8, "big"), "sha256")
            self._count += 1
            word = int.from_bytes(block[:8], "big")
            if word < ceiling:
                return word % limit

    def sample(self, items: Sequence[_T], count: int) -> list[_T]:
        """``count`` different items in random order (Fisher-Yates, stopped early)."""
        if count > len(items):
            raise ValueError("the sample is larger than what it is drawn from")
        rest = list(items)
        for place in range(count):
            other = place + self.below(len(rest) - place)
            rest[place], rest[other] = rest[other], rest[place]
        return rest[:count]
