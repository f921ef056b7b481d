"""How values are stored, in the words of a spec: `u4le`, `b3`, `str utf-8`."""

from __future__ import annotations

from quire.runtime.structure import stored as k

_LETTERS = {"unsigned": "u", "signed": "s", "float": "f"}


def stored_words(stored: k.Stored) -> str:
    """How a value is stored; "" if that depends on another value.

    Enums and types are called by their last names.
    """
    if isinstance(stored, k.Number):
        endian = "" if stored.endian == "chosen" else stored.endian
        return f"{_LETTERS[stored.kind]}{stored.size}{endian}{_of(stored.enum)}"
    if isinstance(stored, k.Bits):
        return f"b{stored.width}{_of(stored.enum)}"
    if isinstance(stored, k.Bytes):
        return "bytes"
    if isinstance(stored, k.Text):
        return f"str {stored.encoding}"
    return last_name(stored.path) if isinstance(stored, k.Record) else ""


def last_name(path: str) -> str:
    """The name of a type or an enum, without those of the types around it."""
    return path.rpartition("::")[2]


def _of(enum: str) -> str:
    return f" {last_name(enum)}" if enum else ""
