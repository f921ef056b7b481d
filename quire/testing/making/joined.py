"""Payloads in several records of a list: `chunks.where(_.kind == "IDAT").map(_.body).joined`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from quire.testing.choices import Choices
from quire.testing.plan.expressions import Frame, Unknown
from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.stored.payloads import Payload
from quire.testing.stored.stream import Refused

MOST_PIECES = 3
"""Records that a payload is cut into."""

_NO_PAYLOAD = (Refused, Unknown, LookupError, TypeError, ArithmeticError)


class Joined:
    """A payload whose pieces stand in records of a list, one after another.

    Args:
        instance: What joins them.
        items: The list.
        tag: The field that tells which records have a piece,
        value: and what it is in these.
        piece: The field that has it.
        payload: Makes the whole.
    """

    def __init__(
        self, instance: str, items: str, tag: str, value: Any, piece: str, payload: Payload
    ) -> None:
        self.items, self._tag, self._value, self.name = items, tag, value, piece
        self._key = f"pieces of {instance}"
        self._payload = payload

    def piece(self, draw: Choices, record: Frame) -> bytes | None:
        """What the field of a record that is being made has; None if it is not of these."""
        holder = record.get("_parent")
        if holder is None or self.items not in holder or record.get(self._tag) != self._value:
            return None
        if self._key not in holder:
            holder[self._key] = self._cut(draw, holder)
        pieces, number = holder[self._key], self._made(holder)
        return pieces[number] if number < len(pieces) else b""

    def wanted(self, holder: Frame) -> Mapping[str, Any]:
        """What the next record of the list has to be, since pieces are left."""
        is_left = self._key in holder and len(holder[self._key]) > self._made(holder)
        return {self._tag: self._value} if is_left else {}

    def _made(self, holder: Frame) -> int:
        return [each[self._tag] for each in holder[self.items]].count(self._value)

    def _cut(self, draw: Choices, holder: Frame) -> list[bytes]:
        try:
            stored = self._payload.make(draw, holder)[1]
        except _NO_PAYLOAD:
            return []
        size = -(-len(stored) // (1 + draw.below(MOST_PIECES))) or 1
        return [stored[at : at + size] for at in range(0, len(stored), size)]


def joined(plan: SpecPlan) -> Iterator[Joined]:
    """The payloads of a spec that stand in several records."""
    for type_ in plan.spec.types:
        for instance in type_.instances:
            match instance.value:
                case (
                    "joined",
                    (
                        "map",
                        ("where", str(items), ("eq", ("get", "_", str(tag)), value)),
                        ("get", "_", str(piece)),
                    ),
                ) if instance.codec is not None:
                    constant = plan.compiler.function(value)(Frame())
                    payload = Payload(instance, instance.codec, plan.compiler)
                    yield Joined(instance.id, items, tag, constant, piece, payload)
