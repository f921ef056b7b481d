"""Programs: deriving."""

from __future__ import annotations

from quire.generator.plan.program.nodes import ClassOf, Made, Slot, Statement, Value
from quire.generator.plan.program.write import Belonging


class Quotient(Value):
    """A whole number of times that an operand fits into a value; anything else is refused."""

    value: Made
    operand: Made
    field: str


class Exponent(Value):
    """By how much a factor is shifted to be a value; anything else is refused."""

    value: Made
    factor: Made
    field: str


class WithBits(Value):
    """A number with a value as some of its bits, if these are enough.

    They are those of a mask, from the bit `shift` on; `of` is the field that tells of another one.
    """

    number: Made
    value: Made
    mask: Made
    shift: int
    of: str
    field: str


class Dividend(Value):
    """A number that divided is a value: as it is now, or another if it has no remainder now."""

    number: Made
    value: Made
    divisor: Made
    of: str
    field: str


class IfThere(Value):
    """A number that is computed from a field of a record; 0 if that is not there yet."""

    number: Made
    record: Made
    field: str


class Spelled(Value):
    """A number as a text of so many digits, or more, which is a field of a record."""

    value: Made
    base: int
    width: int
    wider: bool
    record: Made
    field: str


class CommonLength(Value):
    """The length that all elements have."""

    elements: Slot
    field: str


class AxisOf(Value):
    """The size of an array along one of its first axes, of which there are `rank`."""

    array: Slot
    axis: int
    rank: int
    field: str


class ArraySize(Value):
    """The bytes of an array as some dtype."""

    array: Slot
    dtype: Made
    field: str


class DigestOf(Value):
    """The digest of a payload, of so many bytes if it is a hash."""

    payload: Slot
    algorithm: str
    size: int | None
    decoded: Made | None


class MeasuredSize(Value):
    """The size of a field that is written so many bytes ahead."""

    ahead: int
    field: str


class IsGiven(Value):
    """Whether an instance was given, or somebody has looked at it."""

    name: str


class SetDerived(Statement):
    """Give a field what another one tells, unless it was given, and contradicts.

    The field is of this record, or of `holder`.
    """

    field: str
    value: Made
    source: str
    holder: Made | None


class SetRoom(SetDerived):
    """The same, where more may have been given: there may be padding."""


class SetEnded(SetDerived):
    """The same, where what was read shows whether there was padding: `value` is a method."""


class SetWindow(SetDerived):
    """The same, where more may have been given: the stream of a record may be larger."""


class SetDefault(Statement):
    """Give a field a value where none was given."""

    field: str
    value: Made
    holder: Made | None


class SetFlag(Statement):
    """Tell whether one of some fields is there; `values` are what stands for that and for not."""

    field: str
    there: Made
    values: tuple[Made, ...]
    holder: Made | None


class TypeCase(Value):
    """A type that is chosen by a key; without a key, by any other value."""

    type: ClassOf
    key: Made | None


class SetTag(Statement):
    """Tell the key of the type that a value has."""

    source: str
    field: str
    cases: tuple[TypeCase, ...]
    holder: Made | None


class Choose(Statement):
    """Make a record, where a dict was given, of the type that a value tells."""

    source: str
    value: Made | None
    cases: tuple[TypeCase, ...]


class MakeRecord(Statement):
    """An empty record, where none was given."""

    field: str
    type: ClassOf


class MakePayload(Statement):
    """A payload, of what was given."""

    to: Slot
    field: str


class MakeTable(Statement):
    """A table, of what was given."""

    to: Slot
    record: Made
    field: str


class DumpDocument(Statement):
    """The text of a document, of what was given."""

    to: Slot
    type: ClassOf
    field: str
    compact: Made | None
    sort_keys: Made | None
    limit: int | None


class DeriveChild(Statement):
    """Derive the fields of a nested record."""

    record: Made
    field: str
    belonging: Belonging
