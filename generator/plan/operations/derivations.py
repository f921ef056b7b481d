"""Operations: how a writer gets the value of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.generator.plan.operations.actions import Digest
from quire.generator.plan.operations.values import Document, Nested, Value
from quire.generator.resolve.scopes import Path
from quire.generator.types.model import Expr
from quire.runtime.frozen import Frozen

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class Derive(Frozen):
    """How a writer gets the value of a field.

    Attributes:
        target: The field.
        condition: When it is derived, if not always.
        holder: The record that it is a field of, if it is another.
        placed: The instance that has to be there, if one tells the field.
        late: Whether the records below have to be derived before.
    """

    target: str
    _: KW_ONLY
    condition: Expr | None = None
    holder: Expr | None = None
    placed: str = ""
    late: bool = False


class Default(Derive):
    """What stands where nothing was given."""

    value: Expr


class Make(Derive):
    """An empty record where none was given."""

    path: Path


class Told(Derive):
    """A field that follows from others, so that it can be contradicted."""


class ValueOf(Told):
    """It is always the value of an expression, by what is valid or, if `said`, by `-derive`."""

    value: Expr
    _: KW_ONLY
    said: bool = False


class Flag(Told):
    """Whether any of `fields` is there: `yes` or `no`, which need not be known."""

    fields: tuple[str, ...]
    yes: Expr
    no: Expr | None


class ToldBy(Told):
    """It follows from another field, or from an instance."""

    source: str


class Tag(ToldBy):
    """The key of the case that the type of `source` belongs to."""

    cases: Cases


class DigestOf(ToldBy):
    """The digest of a payload."""

    digest: Digest


class Summed(Told):
    """The digest of bytes that are known when the stream is whole; until then, 0 or zeros."""

    value: Expr


class Measured(ToldBy):
    """The size of `source` where it stands, which is `ahead` bytes from here."""

    ahead: int


class Quantity(ToldBy):
    """A number of `source`, led back to the field by the steps of `undo`.

    Each step is a word of `Solution`, with an operand. `partly` are those that
    tell nothing where something else has the number.
    """

    _: KW_ONLY
    undo: tuple[tuple[str, Expr], ...] = ()
    partly: bool = False


class Length(Quantity):
    """The length of the stored bytes of a value."""

    value: Value


class Room(Length):
    """That length at least, since there may be padding."""


class Ended(Room):
    """The same, of what ends in a terminator, or padding: what was read shows whether it did."""


class Window(Length):
    """That length, or more if told so."""


class LengthOfEach(Quantity):
    """The one length that all elements have."""


class Count(Quantity):
    """The number of elements."""


class Axis(Quantity):
    """The size of an array along one of so many axes."""

    axis: int
    axes: int


class Position(Quantity):
    """Where an instance is written."""


class Prepare(Derive):
    """What a field that is given is made into; it tells no field."""


class Encode(Prepare):
    """A payload, encoded."""


class Tabulate(Prepare):
    """The records of a table."""

    record: Nested


class Dump(Prepare):
    """A document as text."""

    document: Document


class Choose(Prepare):
    """The record of a case, where a dict was given: by a value, if that is known by then."""

    on: Expr | None
    cases: Cases


Cases = tuple[tuple[Path, Expr | None], ...]
"""The keys of the records that a switch may hold."""


def value_of(step: Derive) -> Expr | None:
    """The expression that a step evaluates, if it does."""
    match step:
        case Default(value=value) | ValueOf(value=value) | Choose(on=value):
            return value
        case _:
            return None


def keeps_bits(step: Derive) -> bool:
    """Whether a step tells some bits of a field, and the others have to be there."""
    return isinstance(step, Quantity) and any(word == "bits" for word, _ in step.undo)
