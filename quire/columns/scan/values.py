"""What names of a spec stand for in a scan."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quire.runtime import structure as s

LEAST, MOST = -(1 << 63), (1 << 63) - 1
"""What numbers are in a scan: of 64 bits."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an expression, or of a field that was read.

    Attributes:
        kind: `int`, `bool`, `bytes`, `text` (bytes, too), `list`, or `none`.
        text: The expression in Python; where bytes begin; why there is none.
        low, high: What an integer is at least and at most.
        length: How many bytes or elements there are.
        encoding: Of a text.
        whole: Whether it is a field of 8 bytes without a sign, which may be more than fits.
        there: What holds where the field is there; "" if it always is.
    """

    kind: Literal["int", "bool", "bytes", "text", "list", "none"]
    text: str
    low: int = LEAST
    high: int = MOST
    length: str = ""
    encoding: str = ""
    whole: bool = False
    there: str = ""


@dataclass(frozen=True, slots=True)
class Constant:
    """Bytes, or a text, that the spec says itself."""

    data: bytes | str


@dataclass(slots=True)
class Stream:
    """A stream: where it begins and ends; how far it goes may be open while it is written."""

    start: str
    end: str
    is_open: bool = False


@dataclass(slots=True)
class Scope:
    """A record that is being read.

    Attributes:
        type: Its type.
        stream: Where it stands.
        parent: Of what `_parent` means; None where nobody can tell.
        root: Of what `_root` means.
        values: Its fields that were read, and its parameters.
        records: Its fields that are records.
        index: `_index`, in an element of a list.
        order: What holds where its numbers begin with the lowest byte, if the file chooses.
        there: What holds where the record is there.
    """

    type: s.Type
    stream: Stream
    parent: Scope | None
    root: Scope | None
    values: dict[str, Value] = field(default_factory=dict)
    records: dict[str, Scope] = field(default_factory=dict)
    index: str = ""
    order: str = ""
    there: str = ""
    busy: set[str] = field(default_factory=set)
