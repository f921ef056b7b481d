"""How fields depend on each other: what a field says of another one.

A `field` that is told is the record's own (`"len_body"`), or one of a record around it or in it
(`("get", "_parent", "count")`). `of` is the name of an own field, or of an instance at a position.
"""

from __future__ import annotations

from typing import TypeAlias

from quire.runtime.structure.expressions import Expr
from quire.runtime.structure.node import Node

Steps: TypeAlias = tuple[tuple[str, Expr], ...]
"""What leads from a number to the field that tells it, in this order: (`add`, `subtract`,
`multiply`, `divide`, `from` or `exponent`, operand). `divide` leaves no remainder; `from` takes the
number from the operand; `exponent` is by how much the operand is shifted to be the number.

Others have a list (`("list", ...)`):

- `part`: the bits of the number from `low` on, up to `above`, or all of these if that is -1;
- `bits`, with `mask`, `shift`, `now`: what is there now, with the number as those of its bits that
  the shifted mask has;
- `whole`, with `divisor`, `now`: what divided and rounded down is the number, if what is there now
  is not;
- `digits`, at last: the field is a text, of digits of a `base`, a `width`, or more where `wider`
  is 1."""


class Edge(Node):
    """`field` tells something of the field `of`, where `condition` holds, or always."""

    field: Expr
    of: str
    condition: Expr | None = None


class Length(Edge):
    """The stored bytes of `of`: so many, or `at_least` so many, since there may be padding."""

    steps: Steps = ()
    at_least: bool = False


class ElementLength(Edge):
    """The stored bytes of each element of the list `of`."""

    steps: Steps = ()


class Count(Edge):
    """The elements of the list `of`."""

    steps: Steps = ()


class Axis(Edge):
    """How long the array `of` is along an axis."""

    axis: int
    steps: Steps = ()


class Position(Edge):
    """Where the instance `of` begins."""

    steps: Steps = ()


class Tag(Edge):
    """The type of the record in `of`: the path of each type, and the value that stands for it."""

    cases: tuple[tuple[str, Expr | None], ...]


class Flag(Edge):
    """Whether `of` is there: the value for yes and, if only one means no, that for no."""

    yes: Expr
    no: Expr | None = None


class Digest(Edge):
    """The checksum of the payload `of`, by an algorithm."""

    algorithm: str
