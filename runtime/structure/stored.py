"""How a field, or each element of it, is stored."""

from __future__ import annotations

from typing import TypeAlias

from quire.runtime.structure.expressions import Expr
from quire.runtime.structure.node import Node


class Process(Node):
    """A routine that makes the bytes of a value of the stored ones: `xor`, `zlib`, `my.own`."""

    routine: str
    args: tuple[Expr, ...] = ()


class Extent(Node):
    """Where stored bytes end.

    Attributes:
        size: How many there are.
        to_end: Whether they are all that is left.
        terminator: What ends them; where there is a size, too, they are cut at it.
        include: Whether the terminator belongs to the value.
        consume: Whether the terminator is read.
        eos_error: Whether it has to be there.
        pad: What fills them up after the value, and is stripped.
        fill: What they all are, where nothing is given.
        limit: How many there may be.
        process: What makes others of them.
    """

    size: Expr | None = None
    to_end: bool = False
    terminator: bytes | None = None
    include: bool = False
    consume: bool = True
    eos_error: bool = True
    pad: int | None = None
    fill: int | None = None
    limit: int | None = None
    process: Process | None = None


class Number(Node):
    """A number: `kind` is `unsigned`, `signed` or `float`, and `size` in bytes.

    `endian` is `le`, `be`, `chosen` (as its type says) or "" (of one byte).
    """

    kind: str
    size: int
    endian: str = ""
    enum: str = ""


class Bits(Node):
    """So many bits, the first of a byte being the highest (`be`) or the lowest (`le`).

    A `flag` is a boolean.
    """

    width: int
    endian: str
    enum: str = ""
    flag: bool = False


class Bytes(Node):
    """Bytes."""

    extent: Extent


class Text(Node):
    """Text in an encoding, by the name that Python's codecs have for it."""

    encoding: str
    extent: Extent


class Record(Node):
    """A record of the type at `path`, in a stream of its own if it has an `extent`.

    Attributes:
        path: The type.
        args: Its parameters, by their names.
        extent: Where the bytes of its stream end.
        parent: Who its parent is, if not the record that holds it.
        orphan: Whether it has no parent.
        foreign: Whether it is of another spec, and its own root.
        opaque: Whether its class is somebody else's, of which nothing is known.
    """

    path: str
    args: tuple[tuple[str, Expr], ...] = ()
    extent: Extent | None = None
    parent: Expr | None = None
    orphan: bool = False
    foreign: bool = False
    opaque: bool = False


class Case(Node):
    """What is stored where the value is `key`; without one, where no other case holds."""

    key: Expr | None = None
    stored: Stored


class Switch(Node):
    """One of several, by the value of `on`. Where no case holds, nothing is stored."""

    on: Expr
    cases: tuple[Case, ...]


Stored: TypeAlias = Number | Bits | Bytes | Text | Record | Switch
