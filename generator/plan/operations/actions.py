"""Operations: what is done, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.generator.plan.operations.values import Bits, Nested, Value
from quire.generator.resolve.scopes import Path
from quire.generator.types.model import Expr
from quire.runtime.frozen import Frozen, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from quire.generator.plan.operations.derivations import Length


class Fixed(Frozen):
    """A field of a block: its type as blocks call it (`u4le`, `16s` for bytes), perhaps an enum."""

    name: str
    kind: str
    enum: Path | None = None


class Block(Frozen):
    """A run of fixed-size fields of one byte order, read and written in one call."""

    name: str
    fields: tuple[Fixed, ...]


class BitField(Frozen):
    """A field of a run of bits: `shift` bits of the run stand below it."""

    name: str
    bits: Bits
    shift: int


class BitRun(Frozen):
    """A run of fields of bits, all of one order, read and written as one number."""

    name: str
    order: str
    fields: tuple[BitField, ...]


class Store(Frozen):
    """One field, or one element of a repeated field.

    It is `marked` if its start has to be known, and `cached` if what is written was made ready by
    a derivation. The sizes that are `measured` are kept for a writer: `inner`, that of a record's
    own stream, and `outer`, up to the terminator. A record that is derived `early` tells fields
    of those around it. The size of an array that is `compared` has to be what its field says.
    """

    target: str
    value: Value
    element: bool = False
    marked: bool = False
    cached: bool = False
    measured: tuple[str, ...] = ()
    early: bool = False
    compared: bool = False


class Guard(Frozen):
    """A rule of `valid`; the field began `back` bytes before the position, or was marked.

    `place` is where the field stands in the spec, "" for a key of a document. Elements of a list
    that nobody has looked at may be left out, if it is one of those that are `once` read.
    """

    target: str
    rule: str
    args: tuple[Expr, ...]
    place: str = ""
    text: str = ""
    enum: Path | None = None
    back: int | None = None
    element: bool = False
    marked: bool = False
    once: bool = False


class Fits(Frozen):
    """Whether a value is one that can be read back from where it is written to.

    A nested record has the arguments that are listed, and `belongs` where it stands.
    """

    target: str
    value: Value
    element: bool = False
    belongs: bool = True


class Digest(Frozen):
    """A checksum: `target` holds the digest of the payload `over`.

    It is that of the array where `decoded` holds. `size` is the number of bytes of a hash. It is
    verified where `condition` holds, or always.
    """

    target: str
    over: str
    algorithm: str
    size: int | None = None
    decoded: Expr | None = None
    condition: Expr | None = None


class Mark(Frozen):
    """Where the stream stands, or stood `back` bytes before; the marks of a record are numbered."""

    number: int
    back: int = 0


class Keep(Frozen):
    """The marks of a record are kept, of which there are so many."""

    count: int


class Compound(Frozen):
    """An operation that is made of others."""


class When(Compound):
    """Operations under a condition."""

    condition: Expr
    body: tuple[Op, ...]


class Times(Frozen):
    """A repeat of so many elements, of which each takes at least `least` bytes.

    So the count can be checked against what is left; a `partial` one begins all the same.
    """

    count: Expr
    limit: int | None
    least: int = 0
    partial: bool = False


class Until(Frozen):
    """A repeat until a condition holds, of elements of which each takes at least `least` bytes."""

    condition: Expr
    limit: int | None
    least: int = 0


class ToEnd(Frozen):
    """A repeat to the end of the stream, of elements of which each takes at least `least` bytes."""

    limit: int | None
    least: int = 0


class Each(Compound):
    """Operations for each element of a list; `indexed` tells that they name `_index`."""

    target: str
    body: tuple[Op, ...]
    indexed: bool


class Loop(Each):
    """A repeated field.

    After an element that is wrong, reading goes on where the bytes `sync` are next.
    """

    repeat: Times | Until | ToEnd
    sync: bytes | None = None


class Table(Loop):
    """Records that are found by a compiled scan, and looked at column by column."""


class Rows(Loop):
    """Records that are found in one go, and made when they are looked at."""


class Found(Loop):
    """Records that are read one by one, and kept as columns until they are looked at."""


class ReadOnce(Loop):
    """Records that are read one by one; it is known which of them somebody has looked at.

    Those `apart` are the same bytes, whatever is around them; those that go `by_ways` as long as
    what they look up there is the same. Of lists that are `nested` in records, or not always there,
    that is known of long ones.
    """

    apart: bool = False
    by_ways: bool = False
    nested: bool = False

    @property
    def may_stay(self) -> bool:
        """Whether records may stay unread while others of the file are made anew."""
        return self.apart or self.by_ways


class Packed(Loop):
    """Records that are written many at a time."""


class Branch(Compound):
    """A choice by value; a case without keys is the rest."""

    on: Expr
    cases: tuple[tuple[Expr | None, tuple[Op, ...]], ...]
    target: str


class Ordered(Compound):
    """Operations in a byte order that is chosen when the record is read."""

    le: tuple[Op, ...]
    be: tuple[Op, ...]


class Trace(Frozen):
    """Where a field or an element `start`s or `end`s in the stream, for debuggers.

    A repeated field starts with `list`.
    """

    target: str
    edge: str
    element: bool = False


class Ready(Frozen):
    """The bytes that a value is stored as, made before it is written, and what they tell.

    `lengths` say which fields are their number, and how.
    """

    target: str
    value: Value
    lengths: tuple[Length, ...]


class Measure(Frozen):
    """The size of the field `of`, which is written `ahead` bytes behind this, as `target`."""

    target: str
    of: str
    ahead: int


class Apart(Compound):
    """Operations that write a field, in a method of their own: they are done several times."""

    target: str
    body: tuple[Op, ...]


Op = (
    Block | BitRun | Store | Guard | Fits | Ready | Digest | When | Each | Branch | Ordered
    | Trace | Measure | Apart | Mark | Keep
)  # fmt: skip  # as it is counted


def bodies(op: Op) -> tuple[tuple[Op, ...], ...]:
    """The operations that an operation is made of, in groups of which each may be done."""
    if isinstance(op, Ordered):
        return (op.le, op.be)
    if isinstance(op, Branch):
        return tuple([body for _, body in op.cases])
    return (op.body,) if isinstance(op, Compound) else ()


def with_bodies(op: Op, found: tuple[tuple[Op, ...], ...]) -> Op:
    """The same operation, made of others."""
    if isinstance(op, Ordered):
        return Ordered(*found)
    if isinstance(op, Branch):
        cases = zip(op.cases, found, strict=True)
        return replace(op, cases=tuple([(key, body) for (key, _), body in cases]))
    return replace(op, body=found[0]) if isinstance(op, Compound) else op


def changed(op: Op, change: Callable[[Op], Op]) -> Op:
    """The same operation, those that it is made of changed."""
    if not isinstance(op, Compound):
        return op
    return with_bodies(op, tuple([tuple(map(change, body)) for body in bodies(op)]))


def walk(ops: Iterable[Op]) -> Iterator[Op]:
    """Operations, each with those that it is made of after it."""
    for op in ops:
        yield op
        if isinstance(op, Compound):
            for body in bodies(op):
                yield from walk(body)


def record_of(op: Each) -> Nested | None:
    """The record that all elements of a list are, if nothing is done with it but to store it."""
    match op.body:
        case (Store(value=Nested() as record, marked=False),):
            return record
    return None
