"""Where the bytes of a record say the position of an instance, so that they can say another one."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, NamedTuple

from quire.runtime import structure as s
from quire.runtime.editing.moving.own_places import is_told
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec


class Stored(NamedTuple):
    """A number that says a position.

    Attributes:
        field: The field of the record.
        offset: Where that begins in the record.
        number: How it is stored.
    """

    field: str
    offset: int
    number: s.Number

    def of(self, record: Any) -> bytes:
        """What is stored of a record.

        Raises:
            OverflowError: the number has no room for it.
        """
        order: Literal["big", "little"] = "big" if self.number.endian == "be" else "little"
        value: int = getattr(record, self.field)
        return value.to_bytes(self.number.size, order, signed=self.number.kind == "signed")


@cache
def stored_position(kind: Any, name: str) -> Stored | None:
    """The number of a type that says where an instance stands, which is always there.

    The first mark of a record is where it begins.

    Returns:
        None, if it is stored in another way, or more depends on it that is known by its bytes.
    """
    if not hasattr(kind, "_marks") or kind._has_sums or not is_told(kind, name):
        return None
    type_, _ = type_and_spec(kind)
    placed = {attribute(each.id): each for each in type_.instances}[name]
    edges = [each for each in type_.edges if isinstance(each, s.Position) and each.of == placed.id]
    fields = [each for each in type_.fields if edges and each.id == edges[0].field]
    if placed.condition is not None or len(edges) != 1 or edges[0].condition is not None:
        return None
    if not fields or not _is_always_there(fields[0]):
        return None
    number, offset = fields[0].stored, fields[0].offset
    if not isinstance(number, s.Number) or offset is None:
        return None
    if number.kind == "float" or number.endian == "chosen":
        return None
    return Stored(attribute(fields[0].id), offset, number)


def _is_always_there(field: s.Field) -> bool:
    """Whether a field is one whole value, in every record."""
    return field.condition is None and field.repeat is None and not field.bit
