"""Lists whose elements are made when somebody looks at them, and which then are lists like any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import chain
from operator import index as as_index
from threading import RLock
from typing import Any, Protocol, Self, SupportsIndex

from quire.runtime.collecting import not_collecting

FEW = 256
"""Elements that are made together, at least, for who goes from one to the next."""

AHEAD = 16
"""So many times what was looked at is made, for who goes on."""

SHARE = 8
"""When one of so many is made, the rest is made with it, which costs little more."""

_making = RLock()


def _turn(source: Any) -> AbstractContextManager[object]:
    """What is held while elements are made of a source: that of the file they are read of, if any.

    Who has the turn of a file may look at a list, so who waits for it may hold nothing else.
    """
    turn: AbstractContextManager[object] = getattr(source, "turn", _making)
    return turn


class Source(Protocol):
    """What elements are made of."""

    def make(self, start: int, stop: int) -> list[Any]:
        """Make the elements of a range, anew."""


class Made(list[Any]):
    """A list that was lazy and has all of its elements: one like any other."""

    __slots__ = ("_count", "_made", "_source", "where")

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        return list, (), None, iter(self)


class Lazy(Made):
    """A list that has not made all of its elements yet; when it has, it is one that is `Made`.

    An element that is asked for by its index is made, and stays; so are those of a slice, and
    those that iteration has come to. To put some in or take some out makes no others; whatever
    else is done to the list makes all.
    """

    __slots__ = ()

    def __init__(self, source: Source, count: int) -> None:
        super().__init__()
        self._source: Any = source
        self._count = count
        self._made: dict[int, Any] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._count)
            if step == 1 and id(self) not in _passed.get():
                return Lazy._look(self, start, max(start, stop))
            return [self[i] for i in range(start, stop, step)]
        i = as_index(index)
        if not -self._count <= i < self._count:
            raise IndexError("list index out of range")
        i %= self._count
        made = self._made  # another thread may let go of it
        if i in made:
            return made[i]
        there = _passed.get().get(id(self))
        return Lazy._look(self, i, i + 1)[0] if there is None else there[i]

    def __iter__(self) -> Iterator[Any]:
        there = _passed.get().get(id(self))
        return chain.from_iterable(self._runs()) if there is None else _passing(self, there)

    def _runs(self) -> Iterator[Iterator[Any]]:
        """All elements, which are made some at a time."""
        start = 0
        while is_lazy(self) and start < self._count:
            stop = min(max(AHEAD * start, FEW), self._count)
            Lazy._look(self, start, stop)
            if is_lazy(self):
                yield (self[i] for i in range(start, stop) if i < len(self))
                start = stop
        rest: Any = list.__iter__(self)
        rest.__setstate__(start)
        yield rest

    def _look(self, start: int, stop: int) -> list[Any]:
        """The elements of a range, of which those are made that are not there."""
        with _turn(self._source):
            if is_lazy(self) and (len(self._made) + stop - start) * SHARE > self._count:
                Lazy._fill(self)
            if not is_lazy(self):
                return list.__getitem__(self, slice(start, stop))
            made = self._source.make(start, stop)
            return [self._made.setdefault(i, each) for i, each in enumerate(made, start)]

    def hand_out(self, index: int) -> Any:
        """An element, which is made if it is not yet, and no other."""
        with _turn(self._source):
            if not is_lazy(self) or index in self._made:
                return self[index]
            made = self._made[index] = self._source.make(index, index + 1)[0]
            return made

    def keep(self, start: int, elements: list[Any]) -> None:
        """Have elements from one on be those that were made elsewhere, if none are there."""
        with _turn(self._source):
            for i, each in enumerate(elements, start):
                self._made.setdefault(i, each)

    def insert(self, index: SupportsIndex, value: Any) -> None:
        """Put an element in; the others need not be made."""
        i, count = as_index(index), len(self)
        i = max(i + count, 0) if i < 0 else min(i, count)
        if not Lazy._splice(self, i, i, [value]):
            list.insert(self, i, value)

    def append(self, value: Any) -> None:
        """Put an element behind all others, which need not be made."""
        if not Lazy._splice(self, len(self), len(self), [value]):
            list.append(self, value)

    def extend(self, values: Iterable[Any]) -> None:
        """Put elements behind all others, which need not be made."""
        new = [*values]
        if not Lazy._splice(self, len(self), len(self), new):
            list.extend(self, new)

    def __iadd__(self, values: Iterable[Any]) -> Self:  # type: ignore[misc]  # of a list
        Lazy.extend(self, values)
        return self

    def pop(self, index: SupportsIndex = -1) -> Any:
        """Take an element out; no other has to be made."""
        if Lazy._range(self, index) is None:
            raise IndexError("pop index out of range" if len(self) else "pop from empty list")
        found = self[index]
        del self[index]
        return found

    def __setitem__(self, index: Any, value: Any) -> None:
        new = [*value] if isinstance(index, slice) else [value]
        there = Lazy._range(self, index)
        if there is None or not Lazy._splice(self, *there, new):
            Lazy._fill(self)
            list.__setitem__(self, index, new if isinstance(index, slice) else value)

    def __delitem__(self, index: Any) -> None:
        there = Lazy._range(self, index)
        if there is None or not Lazy._splice(self, *there, []):
            Lazy._fill(self)
            list.__delitem__(self, index)

    def _range(self, index: Any) -> tuple[int, int] | None:
        """From where to where an index leads; None, if that is nowhere, or not one by one."""
        count = len(self)
        if isinstance(index, slice):
            start, stop, step = index.indices(count)
            return (start, max(start, stop)) if step == 1 else None
        i = as_index(index)
        return (i % count, i % count + 1) if -count <= i < count else None

    def _splice(self, start: int, stop: int, new: list[Any]) -> bool:
        """Replace the elements of a range; whether the others need not be made for it.

        Else they are there. For many elements it would take longer.
        """
        with _turn(self._source):
            spliced = getattr(self._source, "spliced", None) if is_lazy(self) else None
            if spliced is None or max(len(self._made), self._source.gaps) >= FEW:
                Lazy._fill(self)
                return False
            shift = len(new) - (stop - start)
            kept = ((i, each) for i, each in self._made.items() if not start <= i < stop)
            self._made = {i if i < start else i + shift: each for i, each in kept}
            self._made |= dict(enumerate(new, start))
            self._source, self._count = spliced(start, stop, len(new)), self._count + shift
            return True

    def _fill(self) -> None:
        """Make all elements that are not there."""
        with _turn(self._source):
            if not is_lazy(self):
                return  # another thread was faster
            first = next((i for i in range(self._count) if i not in self._made), self._count)
            with not_collecting():
                elements = [None] * first + self._source.make(first, self._count)
            for i, each in self._made.items():
                elements[i] = each
            list.extend(self, elements)
            self.__class__ = Made  # type: ignore[assignment]  # what it was made from
            self.where = getattr(self._source, "where", None)
            self._made, self._source = {}, getattr(self._source, "stood", None)


def as_now(elements: Lazy) -> Callable[[], None]:
    """What makes a list again what it is now, of which not all elements are made."""
    source = elements._source
    anew = getattr(source, "anew", lambda: source)
    return partial(unmake, elements, anew(), elements._count, {**elements._made})


def unmake(elements: Made, source: Source, count: int, made: dict[int, Any]) -> None:
    """Have a list be one of which not all elements are made.

    Args:
        elements: It.
        source: What the others are made of.
        count: How many it has.
        made: Those that are made, by their index, in this order.
    """
    with _turn(source):
        list.clear(elements)
        lazy: Any = elements
        lazy.__class__ = Lazy
        lazy._source, lazy._count, lazy._made = source, count, {**made}


def made_of(source: Source, elements: list[Any]) -> Made:
    """A list that has all of its elements, and still knows what they were made of."""
    made: Any = Made(elements)
    made._source = source
    found: Made = made
    return found


def is_lazy(elements: Any) -> bool:
    """Whether a list has not made all of its elements yet."""
    return isinstance(elements, Lazy)


def are_of_one_type(some: Any, other: Any) -> bool:
    """Whether two values are of one type, however many elements were made, if they are lists."""
    both = (list if isinstance(each, Made) else type(each) for each in (some, other))
    return next(both) is next(both)


_passed: ContextVar[dict[int, list[Any]]] = ContextVar("passed", default={})  # noqa: B039  # no one changes it


@contextmanager
def passed(some: dict[int, list[Any]]) -> Iterator[None]:
    """Have who goes through lists look at no elements: it is a writing that does, and sets none.

    Args:
        some: What it is given in the place of elements that are not made, by the `id` of the lists.
    """
    token = _passed.set(some)
    try:
        yield
    finally:
        _passed.reset(token)


def passing(elements: list[Any]) -> Iterator[Any]:
    """The elements of a list; those that are not made are made some at a time, and not kept."""
    if not isinstance(elements, Lazy):
        yield from elements
        return
    if (there := _passed.get().get(id(elements))) is not None:
        yield from _passing(elements, there)
        return
    source, made = elements._source, elements._made
    for start in range(0, len(elements), FEW):
        some = source.make(start, min(start + FEW, len(elements)))
        yield from (made.get(i, each) for i, each in enumerate(some, start))


def peeked(elements: Lazy, start: int, stop: int) -> list[Any]:
    """The elements of a range; if some are not made, these are made, and not kept."""
    made = elements._made
    if made and all(map(made.__contains__, range(start, stop))):
        return [made[i] for i in range(start, stop)]
    found = elements._source.make(start, stop)
    return [made.get(i, each) for i, each in enumerate(found, start)] if made else found


def first_of(elements: list[Any]) -> Any:
    """The first element of a list that has some; if it is not made, it is not kept."""
    return peeked(elements, 0, 1)[0] if isinstance(elements, Lazy) else elements[0]


def _passing(elements: Lazy, there: list[Any]) -> Iterator[Any]:
    """The same of one for which others are given in the place of those that are not made."""
    found = there[:]
    for i, each in elements._made.items():
        found[i] = each
    return iter(found)


def _after_filling(name: str) -> Callable[..., Any]:
    """A method of lists, for which all lists that it looks at are filled."""
    method = getattr(list, name)

    def with_filled(self: Lazy, *args: Any, **kwargs: Any) -> Any:
        for each in (self, *args):
            if isinstance(each, Lazy):
                Lazy._fill(each)
        return method(self, *args, **kwargs)

    with_filled.__name__, with_filled.__doc__ = name, method.__doc__
    return with_filled


for _name in (
    "__add__", "__contains__", "__eq__", "__ge__", "__gt__", "__imul__", "__le__", "__lt__",
    "__mul__", "__ne__", "__repr__", "__reversed__", "__rmul__", "clear", "copy", "count", "index",
    "remove", "reverse", "sort",
):  # fmt: skip  # laid out as a table
    setattr(Lazy, _name, _after_filling(_name))


def _joined(self: Lazy, before: list[Any]) -> list[Any]:
    return [*before, *self]


# `list + Lazy` would take what is in the list already, which may be nothing yet.
Lazy.__radd__ = _joined  # type: ignore[attr-defined]  # a list needs none
