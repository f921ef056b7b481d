"""Programs: many records of a simple type in one go."""

from __future__ import annotations

from quire.generator.plan.program.classes import Constant
from quire.generator.plan.program.nodes import Body, ClassOf, Made, Method, Slot, Statement, Value


class StrideOf(Constant):
    """How to get from one record to the next; see `quire.runtime.lists.stride`."""

    steps: tuple[tuple[str, int | str], ...]
    is_sure: bool


class UnpackBlock(Statement):
    """The numbers of a block of a record, of so many bytes."""

    block: str
    size: int
    slots: tuple[Slot, ...]


class UnpackNumber(Statement):
    """A number of a record, of so many bytes; `told` is it, too, if it is a length."""

    slot: Slot
    told: Made | None
    scalar: str
    size: int


class PartEnds(Statement):
    """Where a part of a record ends, of so many bytes."""

    size: Made


class RowPart(Value):
    """The bytes of a part."""


class UnpackBytes(Statement):
    """The bytes of a part, as they are or trimmed."""

    slot: Slot
    stored: Made


class UnpackText(Statement):
    """The text of these; without an encoding it is UTF-8, which Python finds sooner unnamed."""

    slot: Slot
    stored: Made
    encoding: str | None


class TellSize(Statement):
    """The length of stored bytes; one that says otherwise is derived anew first."""

    size: Made
    stored: Made
    given: Slot


class KeepFixed(Statement):
    """Bytes of a block, which have to be so many."""

    stored: Made
    value: Slot
    size: int


class AddNumber(Statement):
    """A number among the parts that are written."""

    scalar: str
    value: Made


class AddBytes(Statement):
    """Bytes among the parts that are written."""

    value: Made


class AddBlock(Statement):
    """A block among the parts that are written."""

    block: str
    values: tuple[Made, ...]


class MakeFixedRows(Method):
    """Makes records of one run of so many bytes; the body is what is left to do with each.

    `names` are those of the record and of all in it, which are of some `classes`.
    """

    of: ClassOf
    block: str
    size: int
    names: tuple[str, ...]
    classes: tuple[ClassOf, ...]
    slots: tuple[Slot, ...]
    body: Body


class MakeRows(Method):
    """Makes records part by part."""

    blocks: tuple[str, ...]
    body: Body


class PackFixedRows(Method):
    """Packs records of one block; `checks` come before each."""

    block: str
    checks: Body
    values: tuple[Made, ...]


class PackRows(Method):
    """Packs records part by part."""

    blocks: tuple[str, ...]
    body: Body
