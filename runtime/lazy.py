"""Lists whose elements are made when somebody looks at them, and which then are lists like any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, SupportsIndex, TypeVar


class Lazy(list[Any]):
    """A list that has not made all of its elements yet.

    A class of such lists makes them in `_fill`, and the list is one of a class that is `filled`
    from then on.
    """

    __slots__ = ()

    is_filled: ClassVar[bool] = False

    def _fill(self) -> None:
        """Make all elements that are not there yet."""
        raise NotImplementedError  # every kind of such lists has its own

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        if not self.is_filled:
            self._fill()
        return list, (), None, iter(self)


L = TypeVar("L", bound=Lazy)


def is_lazy(value: Any) -> bool:
    """Whether a value is a list that has not made all of its elements yet."""
    return isinstance(value, Lazy) and not value.is_filled


def _after_filling(name: str) -> Callable[..., Any]:
    """A method of lists, for which all lists that it looks at are filled."""
    method = getattr(list, name)

    def with_filled(self: Lazy, *args: Any, **kwargs: Any) -> Any:
        for each in (self, *args):
            if is_lazy(each):
                each._fill()
        return method(self, *args, **kwargs)

    with_filled.__name__, with_filled.__doc__ = name, method.__doc__
    return with_filled


_WITH_OTHERS = ("__add__", "__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__")
_ALONE = (
    "__contains__", "__delitem__", "__getitem__", "__iadd__", "__imul__", "__iter__", "__mul__",
    "__repr__", "__reversed__", "__rmul__", "__setitem__", "append", "clear", "copy", "count",
    "extend", "index", "insert", "pop", "remove", "reverse", "sort",
)  # fmt: skip  # laid out as a table
for _name in (*_WITH_OTHERS, *_ALONE):
    setattr(Lazy, _name, _after_filling(_name))


def filled(kind: type[L]) -> type[L]:
    """Make a class one of lists that have all elements, whose methods are those of any list."""
    kind.is_filled = True
    for name in (*_ALONE, "__len__"):
        setattr(kind, name, getattr(list, name))
    kind.__bool__ = lambda self: list.__len__(self) > 0  # type: ignore[attr-defined]  # of its base
    return kind


def _joined(self: Lazy, before: list[Any]) -> list[Any]:
    return [*before, *self]


# `list + Lazy` would take what is in the list already, which may be nothing yet.
Lazy.__radd__ = _joined  # type: ignore[attr-defined]  # a list needs none
