"""The bytes of payloads, which are unpacked when somebody asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PayloadBytes:
    """The bytes of an array that a record has, as they are stored, or decoded.

    Attributes:
        record: The record.
        name: The field.
        decoded: Whether they are those of the decoded array.
    """

    record: Any
    name: str
    decoded: bool

    @property
    def value(self) -> Any:
        """The payload; None if there is none."""
        return getattr(self.record, self.name, None)

    def take(self) -> bytes | memoryview:
        """The bytes; of a payload that is not there, none."""
        value = self.value
        if value is None:
            return b""
        if not self.decoded:
            stored: memoryview = value.stored
            return stored
        decoded: memoryview = value.decode().reshape(-1).view("u1").data
        return decoded


def payload_bytes(record: Any, name: str, decoded: bool) -> PayloadBytes:
    """The bytes of a payload."""
    return PayloadBytes(record, name, decoded)
