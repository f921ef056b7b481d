"""Step 1, checksums: which edges of fields are marked, and what is added up between them."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.plan.program import NOWHERE
from quire.generator.types import model as m


class Marking:
    """The marks of one type: where it begins, and the edges that its checksums go by.

    Args:
        typed: The type.
    """

    def __init__(self, typed: m.TypedType) -> None:
        self._fields = tuple(each for each in typed.seq if _over(each))
        self._numbers: dict[m.FieldEdge, int] = {}
        wanted = {edge for field in self._fields for edge in _edges(field)}
        for field in typed.seq:  # in the order in which they are come by
            for is_end in (False, True):
                edge = m.FieldEdge(field.id, is_end)
                if edge in wanted:
                    self._numbers[edge] = len(self._numbers) + 1

    def start(self) -> tuple[p.Op, ...]:
        """The mark before all fields."""
        return (p.Mark(0),) if self._numbers else ()

    def around(self, field: m.TypedField, ops: tuple[p.Op, ...]) -> tuple[p.Op, ...]:
        """The operations of a field, with the marks before and after it."""
        before, behind = (
            tuple(p.Mark(n) for edge, n in self._numbers.items() if edge == asked)
            for asked in (m.FieldEdge(field.id, is_end=False), m.FieldEdge(field.id, is_end=True))
        )
        return (*before, *ops, *behind)

    def end(self) -> tuple[p.Op, ...]:
        """What keeps the marks."""
        return (p.Keep(len(self._numbers) + 1),) if self._numbers else ()

    def sums(self) -> tuple[p.Sum, ...]:
        """What the fields hold."""
        return tuple(map(self._sum, self._fields))

    def _sum(self, field: m.TypedField) -> p.Sum:
        key = _over(field)
        assert key is not None
        scalar = field.storage.scalar if isinstance(field.storage, m.Number) else ""
        at = self._numbers[m.FieldEdge(field.id, is_end=False)]
        return p.Sum(field.id, scalar, at, tuple(map(self._part, key.parts)), field.condition, key)

    def _part(self, part: m.Covered) -> p.Marks | m.InstanceBytes | m.Expr:
        if not isinstance(part, m.StretchOf):
            return part
        start, end = (None if e is None else self._numbers[e] for e in (part.start, part.end))
        return start, end


def told(field: m.TypedField) -> tuple[p.Derive, ...]:
    """A field that holds a checksum has some value until it is known."""
    key = _over(field)
    if key is None:
        return ()
    zero: m.Const = m.Const(m.INT, NOWHERE, 0)
    if key.size is not None and key.base is None:
        zero = m.Const(m.BYTES, NOWHERE, bytes(key.size))
    elif key.size is not None:
        zero = m.Const(m.STR, NOWHERE, "0" * key.size)
    return (p.Summed(field.id, zero, condition=field.condition),)


def _over(field: m.TypedField) -> m.TypedChecksum | None:
    """The checksum of a field, unless it is that of a payload, which is verified by itself."""
    key = field.checksum
    return None if key is None or key.over else key


def _edges(field: m.TypedField) -> tuple[m.FieldEdge, ...]:
    key = _over(field)
    parts = () if key is None else key.parts
    edges = [
        edge for part in parts if isinstance(part, m.StretchOf) for edge in (part.start, part.end)
    ]
    return (m.FieldEdge(field.id, is_end=False), *(edge for edge in edges if edge is not None))
