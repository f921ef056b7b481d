"""Enums of generated classes, made when somebody asks for them: of most, nobody does."""

from __future__ import annotations

from enum import EnumType, IntEnum
from threading import RLock
from typing import TYPE_CHECKING, Any

__all__ = ["LateEnum"]

if TYPE_CHECKING:
    from enum import IntEnum as LateEnum
else:

    class _Late(type):
        """What makes of a class statement an enum that is still to be made."""

        def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
            return _Unmade(name, members) if bases else super().__new__(cls, name, bases, members)

    class LateEnum(metaclass=_Late):
        """An `IntEnum` inside of a class.

        Python takes 10 us to make a member, and there are specs with thousands.
        """


class _Unmade:
    """An enum in a class, until somebody asks the class for it."""

    def __init__(self, name: str, members: dict[str, Any]) -> None:
        self._name, self._members = name, members

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._owner, self._name = owner, name

    def __get__(self, record: Any, owner: type[Any]) -> type[IntEnum]:
        """Make it, and put it in its place; of several threads, one does."""
        with _making:
            made: Any = vars(self._owner)[self._name]
            if made is not self:
                return made  # type: ignore[no-any-return]  # what is put there below
            members: Any = EnumType.__prepare__(self._name, (IntEnum,))
            for name, value in self._members.items():
                members[name] = value
            made = EnumType.__new__(EnumType, self._name, (IntEnum,), members)
            setattr(self._owner, self._name, made)
            return made  # type: ignore[no-any-return]  # of mypy's, it is any metaclass's


_making = RLock()
