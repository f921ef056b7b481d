"""Programs: many records of a simple type in one go."""

from __future__ import annotations

from quire.generator.plan.program.nodes import Body, Made, Method, Slot, Statement


class UnpackValues(Statement):
    """The numbers of a record of one block."""

    slots: tuple[Slot, ...]


class UnpackBlock(Statement):
    """The numbers of a block of a record."""

    block: str
    slots: tuple[Slot, ...]


class UnpackNumber(Statement):
    """A number of a record, of so many bytes."""

    slot: Slot
    scalar: str
    size: int


class UnpackBytes(Statement):
    """So many bytes of a record."""

    slot: Slot
    size: Made


class SkipBlock(Statement):
    """Go on behind a block."""

    block: str


class SkipNumber(Statement):
    """Go on behind a number, of so many bytes."""

    size: int


class SkipBytes(Statement):
    """Go on behind so many bytes."""

    size: Made


class SizesOfBlock(Statement):
    """The lengths that a block tells, among numbers that nothing asks for (`_`)."""

    block: str
    names: tuple[str, ...]


class SizeOfNumber(Statement):
    """The length that a number tells."""

    name: str
    scalar: str


class TellSize(Statement):
    """The length of stored bytes; a record that says otherwise is derived anew, or refused."""

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


class ReadFixedRows(Method):
    """Finds records of one block; what makes one is the body."""

    block: str
    body: Body


class ReadSizedRows(Method):
    """Finds records whose sizes they tell: how to go on to the next one, and what makes one."""

    blocks: tuple[str, ...]
    body: Body
    skip: Body


class PackFixedRows(Method):
    """Packs records of one block; `checks` come before each."""

    block: str
    checks: Body
    values: tuple[Made, ...]


class PackRows(Method):
    """Packs records part by part."""

    blocks: tuple[str, ...]
    body: Body
