"""Where the bytes of a record say the position of an instance, so that they can say another one."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import Any, Literal, NamedTuple

from quire.runtime import structure as s
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.instances.reachable import expressions
from quire.runtime.editing.moving.own_places import is_told
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec


class Stored(NamedTuple):
    """A number that says a position.

    Attributes:
        field: The field of the record.
        offset: Where that begins in the record.
        number: How it is stored.
        is_alone: Whether it is the position, and nothing else goes by it.
    """

    field: str
    offset: int
    number: s.Number
    is_alone: bool

    def of(self, record: Any) -> bytes:
        """What is stored of a record.

        Raises:
            OverflowError: the number has no room for it.
        """
        value: int = getattr(record, self.field)
        return self.stored(value)

    def stored(self, value: int) -> bytes:
        """The same of a value."""
        order: Literal["big", "little"] = "big" if self.number.endian == "be" else "little"
        return value.to_bytes(self.number.size, order, signed=self.number.kind == "signed")


@cache
def stored_position(kind: Any, name: str, top: Any) -> Stored | None:
    """The number of a type that says where an instance stands, which is always there.

    The first mark of a record is where it begins.

    Args:
        kind: The type.
        name: The instance.
        top: The type of the record of the file.

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
    if not fields or not is_always_there(fields[0]):
        return None
    number, offset = fields[0].stored, fields[0].offset
    if not isinstance(number, s.Number) or offset is None:
        return None
    if number.kind == "float" or number.endian == "chosen":
        return None
    is_alone = placed.pos == fields[0].id and _is_alone(fields[0], type_, top)
    return Stored(attribute(fields[0].id), offset, number, is_alone)


def _is_alone(field: s.Field, type_: s.Type, top: Any) -> bool:
    """Whether nothing goes by a field but the one instance that stands where it says."""
    told = sum(each.field == field.id for each in type_.edges)
    is_free = not field.valid and field.derive is None and told == 1
    return is_free and _times_named(top)[field.id] == 1


@cache
def _times_named(top: Any) -> Counter[str]:
    """How often expressions name what is in the records of a file of a type, by the names."""
    types = (type_and_spec(kind)[0] for kind in kinds_below(top))
    members = (each for type_ in types for each in (*type_.fields, *type_.instances))
    told = ((*expressions(each), each.derive, each.usual, each.default) for each in members)
    paths = chain.from_iterable(map(s.names_in, chain.from_iterable(told)))
    return Counter(chain.from_iterable(paths))


def is_always_there(field: s.Field) -> bool:
    """Whether a field is one whole value, in every record."""
    return field.condition is None and field.repeat is None and not field.bit
