"""Programs: reading a file in parts, of which each can be read again when more of it is there."""

from __future__ import annotations

from quire.generator.plan.program.classes import Constant
from quire.generator.plan.program.nodes import Body, Made, Method, Slot, Statement, Value


class FieldsPart(Value):
    """Fields that are read together; the parts of a type are numbered."""

    number: int


class RecordPart(Value):
    """A field that may be a record with parts of its own."""

    field: str


class ListPart(Value):
    """A list whose elements are read one by one.

    `repeat` tells how many there are: as `counted`, each of `least` bytes, `until` the last, or to
    the `end`. What is kept of each element beside it is in `lists`. After what is wrong, those go
    on that begin with `sync`.
    """

    field: str
    repeat: str
    lists: tuple[Slot, ...]
    least: int
    limit: int | None
    sync: bytes | None


class ReadSynced(Statement):
    """Read the elements of a list; after what is wrong, those go on that begin with some bytes."""

    field: str
    lists: tuple[Slot, ...]
    literal: bytes
    limit: int | None


class PutGap(Statement):
    """Write what stands before an element of a list, and was wrong."""

    field: str
    number: Made


class PartsOf(Constant):
    """The parts of a record, in their order."""

    parts: tuple[FieldsPart | RecordPart | ListPart, ...]


class ReadPart(Method):
    """Reads the fields of a part by position; gives back where it ends."""

    number: int
    body: Body
    end: Made


class ReadElement(Method):
    """Reads one more element of a list by position; gives back where it ends."""

    field: str
    body: Body
    end: Made


class OpenRecord(Method):
    """Begins the record that a field is, or its next element, and gives it back without reading it.

    What is no record is read, unless it is `always` one.
    """

    field: str
    body: Body
    always: bool


class GiveChild(Statement):
    """Give back the record that was begun, in this stream, or `apart`, in one up to `stop`."""

    apart: bool


class CountElements(Method):
    """Tells how many elements a list has."""

    field: str
    body: Body


class IsLast(Method):
    """Tells whether the element was the last one that was read last."""

    field: str
    body: Body
