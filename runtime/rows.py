"""Lists of simple records that are made when somebody looks at them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, SupportsIndex

_filling = Lock()


class Rows(list[Any]):
    """A list that is filled when it is first looked at, and then is a list like any other.

    Until then it is the bytes of the file that its records are read from, so a file that is
    written again without a look at them costs a copy.

    Args:
        stored: The bytes.
        count: The number of records.
        make: Makes all of them, of the bytes.
        size: Of each in bytes, if all are of one size.

    Attributes:
        kind: Their type.
    """

    __slots__ = ("_count", "_make", "_size", "kind", "stored")

    kind: Any

    def __init__(
        self,
        stored: memoryview,
        count: int,
        make: Callable[[memoryview], Iterable[Any]],
        size: int | None = None,
    ) -> None:
        super().__init__()
        self.stored = stored
        self._count = count
        self._make = make
        self._size = size

    def _fill(self) -> None:
        """Make the records, once."""
        # They are no garbage: collections in between would find nothing.
        collecting = gc.isenabled()
        gc.disable()
        try:
            made = self._make(self.stored)
        finally:
            if collecting:
                gc.enable()
        with _filling:
            if type(self) is Rows:  # no other thread was faster
                list.extend(self, made)
                self.__class__ = _Filled
                self._make, self.stored = list, memoryview(b"")  # let go of the file

    def first(self, number: int) -> list[Any]:
        """The first records: those alone, where it can be, which are not those of the list then."""
        if self._size is None or self.kind._instances:
            return self[:number]
        return list(self._make(self.stored[: number * self._size]))

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return self._count > 0

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        self._fill()
        return self.__reduce_ex__(protocol)


class _Filled(Rows):
    """The same list, filled."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return list, (), None, iter(self)


def _after_filling(name: str) -> Callable[..., Any]:
    """A method of lists, for which all lists that it looks at are filled."""
    method = getattr(list, name)

    def filled(self: Rows, *args: Any, **kwargs: Any) -> Any:
        for rows in (self, *args):
            if type(rows) is Rows:
                rows._fill()
        return method(self, *args, **kwargs)

    filled.__name__, filled.__doc__ = name, method.__doc__
    return filled


_WITH_OTHERS = ("__add__", "__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__")
_ALONE = (
    "__contains__", "__delitem__", "__getitem__", "__iadd__", "__imul__", "__iter__", "__mul__",
    "__repr__", "__reversed__", "__rmul__", "__setitem__", "append", "clear", "copy", "count",
    "extend", "index", "insert", "pop", "remove", "reverse", "sort",
)  # fmt: skip  # laid out as a table
for _name in _WITH_OTHERS:
    setattr(Rows, _name, _after_filling(_name))
for _name in _ALONE:
    setattr(Rows, _name, _after_filling(_name))
    setattr(_Filled, _name, getattr(list, _name))
setattr(_Filled, "__len__", list.__len__)  # noqa: B010  # mypy knows no assignment to a method
setattr(_Filled, "__bool__", lambda self: list.__len__(self) > 0)  # noqa: B010  # the same


def _joined(self: Rows, before: list[Any]) -> list[Any]:
    return [*before, *self]


# `list + Rows` would take what is in the list already, which may be nothing yet.
Rows.__radd__ = _joined  # type: ignore[attr-defined]  # a list needs none
