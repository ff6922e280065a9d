"""Sealing: a value is fixed now and shown later.

A commitment is ``SHA-256("liuren seal 1" LF salt canonical-JSON)``. The salt (32 random bytes) keeps
anybody from guessing a short value such as the name of a target; the canonical form makes one value
have one text.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_DOMAIN = b"liuren seal 1\n"
SALT_BYTES = 32


def canonical(value: Any) -> bytes:
    """The one JSON text of ``value``: keys sorted, no spaces, UTF-8, no NaN or infinity.

    Raises ``TypeError`` or ``ValueError`` for what JSON cannot hold.
    """
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode("utf-8")


def digest(value: Any) -> str:
    """``sha256:`` and the hexadecimal SHA-256 of the canonical form (no salt: for public values)."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def commitment(value: Any, salt: str) -> str:
    """The commitment (64 hexadecimal digits) to ``value`` under ``salt`` (hexadecimal)."""
    return hashlib.sha256(_DOMAIN + bytes.fromhex(salt) + canonical(value)).hexdigest()


@dataclass(frozen=True, slots=True)
class Opening:
    """What has to be shown to open a commitment: the value and its salt."""

    value: Any
    salt: str

    @classmethod
    def of(cls, value: Any) -> Opening:
        """Seal ``value`` under a fresh random salt."""
        return cls(value, secrets.token_hex(SALT_BYTES))

    @property
    def commitment(self) -> str:
        return commitment(self.value, self.salt)

    def to_dict(self) -> dict[str, Any]:
        return {"value": self.value, "salt": self.salt}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Opening:
        return cls(data["value"], data["salt"])


def opens(sealed: str, opening: Opening) -> bool:
    """Whether ``opening`` is what was sealed."""
    return hmac.compare_digest(sealed, opening.commitment)
