"""Tables that generated readers look into, made when somebody first does."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

MOST = 4096
"""Numbers that are kept of those that a file may have, which stand for members, or for none."""

E = TypeVar("E", bound=IntEnum)


class Members(dict[int, "E | int"]):
    """The members of an enum by their numbers; a number that none has stands for itself.

    Args:
        enum: Gives the enum, which may not be made yet.
    """

    __slots__ = ("_enum",)

    def __init__(self, enum: Callable[[], type[E]]) -> None:
        super().__init__()
        self._enum = enum

    def __missing__(self, number: int) -> E | int:
        """The member, the first time; or the number itself, as in Kaitai."""
        if not self:
            members: dict[Any, Any] = self._enum()._value2member_map_
            self.update(members)
        return self.get(number, number)


class WithTypes(dict[int, tuple["E | int", type[Any] | None]]):
    """The members of an enum by their numbers, with the types of a field by the members.

    Args:
        members: The members.
        types: The types.
    """

    __slots__ = ("_members", "_types")

    def __init__(self, members: Members[E], types: Types) -> None:
        super().__init__()
        self._members, self._types = members, types

    def __missing__(self, number: int) -> tuple[E | int, type[Any] | None]:
        """Both, the first time; or each time, if a file has too many numbers to keep."""
        member = self._members[number]
        found = member, self._types[member]
        if len(self) < MOST:
            self[number] = found
        return found


class Types(dict[object, type[Any]]):
    """The types of a field by what tells them; None where nothing does.

    Args:
        types: Gives them, of classes that may not be there yet.
    """

    __slots__ = ("_types",)

    def __init__(self, types: Callable[[], dict[object, type[Any]]]) -> None:
        super().__init__()
        self._types = types

    def __missing__(self, on: object) -> type[Any] | None:
        """The type, the first time; or None."""
        if not self:
            self.update(self._types())
        return self.get(on)
