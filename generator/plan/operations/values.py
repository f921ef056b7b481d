"""Operations: what is read or written in one go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.generator.resolve.scopes import Path
from quire.generator.types.model import Expr
from quire.runtime.frozen import Frozen

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class Number(Frozen):
    """A fixed-size number, perhaps a member of an enum."""

    scalar: str
    enum: Path | None


class Bits(Frozen):
    """So many bits, perhaps a member of an enum; a `flag` is a boolean."""

    width: int
    order: str
    enum: Path | None
    flag: bool


class Process(Frozen):
    """A routine that makes a value's bytes of the stored ones."""

    args: tuple[Expr, ...]


class Xor(Process):
    """Each byte with those of a key."""


class Rotate(Process):
    """Each byte, to the left by so many bits."""


class Resizing(Process):
    """A routine that makes more bytes of what is stored, or fewer."""


class Zlib(Resizing):
    """zlib."""


class Tagged(Resizing):
    """How a value is written: its parts, each after a byte that tells what it is, or its number.

    Attributes:
        notation: One of those of the language: `json`, `vlq`.
    """

    notation: str


class Custom(Resizing):
    """Somebody else's class, by its path."""

    path: tuple[str, ...]


class Trim(Frozen):
    """What a value is without: padding, and what begins with a terminator inside of its bytes."""

    pad: int | None
    terminator: bytes | None
    include: bool


class Bytes(Frozen):
    """Some bytes.

    Attributes:
        limit: How many there may be.
        trim: What is not part of the value, if anything.
        fill: What a writer fills them up with.
        process: The routine that makes the value of them.
    """

    _: KW_ONLY
    limit: int | None = None
    trim: Trim | None = None
    fill: int | None = None
    process: Process | None = None


class Sized(Bytes):
    """So many bytes."""

    size: Expr


class Rest(Bytes):
    """All bytes that are left; of those that tell where they end, a writer has no more."""

    ended: bool = False


class Terminated(Bytes):
    """Bytes up to a terminator."""

    terminator: bytes
    include: bool
    consume: bool
    eos_error: bool


class Contents(Frozen):
    """Bytes that are always the same; `place` is where the spec says so."""

    value: bytes
    place: str


class Text(Frozen):
    """Encoded text."""

    raw: Bytes
    encoding: str


class Nested(Frozen):
    """A nested record with its arguments by name; in a stream of its own if there is a `window`.

    Attributes:
        parent: Who its parent is, if not the record that holds it.
        orphan: Whether it has no parent.
        foreign: Whether its class is of another spec, so that it is its own root.
        ordered: Whether its class is told a byte order.
        chosen: Whether that is the one that was chosen for its holder.
        opaque: Whether its class is somebody else's, which knows its arguments and its stream.
        ragged: Whether it is a type of another spec that may end within a byte.
        apart: Whether it is read only after it is in its place: it does not read itself.
    """

    path: Path
    args: tuple[tuple[str, Expr], ...]
    window: Bytes | None
    parent: Expr | None = None
    orphan: bool = False
    foreign: bool = False
    ordered: bool = False
    chosen: bool = False
    opaque: bool = False
    ragged: bool = False
    apart: bool = False


class Array(Frozen):
    """A view of the file as an array; its dtype and order may be told by expressions."""

    dtype: str | Expr
    shape: Expr
    order: str | Expr
    raw: Bytes


class Payload(Frozen):
    """Stored bytes with a pipeline of codecs; `verify` names the digests that guard them."""

    raw: Bytes


class Document(Frozen):
    """A document in text."""

    path: Path
    raw: Bytes
    compact: Expr | None
    sort_keys: Expr | None


Value = Number | Bits | Bytes | Contents | Text | Nested | Array | Payload | Document


def raw_of(value: Value) -> Bytes | None:
    """The bytes that a value is made of, if it is made of any but its own."""
    if isinstance(value, (Number, Bits, Contents)):
        return None
    if isinstance(value, Nested):
        return value.window
    return value if isinstance(value, Bytes) else value.raw


def size_of(value: Value) -> Expr | None:
    """How many bytes a value is made of, if that is told."""
    raw = raw_of(value)
    return raw.size if isinstance(raw, Sized) else None
