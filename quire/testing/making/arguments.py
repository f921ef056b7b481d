"""Values of parameters, out of choices."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making import values
from quire.testing.stored.stream import Refused


def argument(
    draw: Choices,
    param: s.Param,
    constants: AbstractSet[Any],
    members: AbstractSet[int],
    *,
    is_measure: bool,
) -> Any:
    """What a type may be given for a parameter.

    Args:
        draw: What decides.
        param: The parameter.
        constants: What the spec compares it with.
        members: The numbers of its enum.
        is_measure: Whether a size, a count or a position depends on it.

    Raises:
        Refused: it is a record, or a list.
    """
    if param.type == "bool":
        return draw.byte() >= 0x80
    if param.type == "int" or members:
        if is_measure and draw.byte() < 0xC0:
            return draw.few(64)
        known = sorted(members or {each for each in constants if isinstance(each, int)})
        return values.integer(draw, 0, 255, known)
    if param.type == "float":
        return values.fraction(draw, 8)
    if param.type == "str":
        return values.some_text(draw, draw.few(16), "ascii").decode()
    if param.type == "bytes":
        return draw.take(draw.few(16))
    raise Refused(f"the parameter `{param.id}` is of type {param.type}")
