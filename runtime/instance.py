"""Lazily computed members of a record: Kaitai's instances."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload

from kaitaistruct import KaitaiStream

from quire.runtime.errors import EXPLAINED
from quire.runtime.numbers import bounded

T = TypeVar("T")

GROWING = "_now_"
"""What the slots begin with in which instances grow that are read in several steps."""

_STREAMS = frozenset(("_at", "_io"))
"""What the method of an instance names that looks at a stream; others can do without a turn."""

_NONE: Any = object()


class Extent(NamedTuple):
    """Where an instance stands that was read.

    Attributes:
        io: The stream.
        start: Its first byte there.
        end: The byte behind it.
        changed: Whether it has another value now.
    """

    io: KaitaiStream
    start: int
    end: int
    changed: bool = False


class instance(property, Generic[T]):  # noqa: N801  # a decorator, like `property`
    """A property that is computed once and kept in the record's `_m_…` slot.

    None is not kept: an instance without a value may have one later. What is cached is forgotten by
    `del`, and replaced by assignment where that can have an effect.

    Of all instances of a file that are read, one thread reads at a time, since that moves the
    position of its streams; the others wait. What is read in several steps (a list) grows in a
    slot of its own, where no other thread looks for it.

    Attributes:
        fixed: Why it cannot be set, or "".
    """

    fixed = ""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        super().__init__(compute)
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name
        self._owner = owner
        self._slot = f"_m_{name}"
        names = self._compute.__code__.co_names
        # Those of `--read-write` have no other slot, as Kaitai's.
        self._grows = self._slot if self._slot in names else f"{GROWING}{name}"
        self._is_stepwise, self._reads = self._grows in names, not _STREAMS.isdisjoint(names)

    @overload
    def __get__(self, record: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, record: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, record: Any, owner: type[Any] | None = None) -> Self | T:
        """The cached value, or the computed one; errors get the record's path."""
        if record is None:
            return self._of_class(owner)
        # Quicker than `try`, where it is not there yet.
        value: T = getattr(record, self._slot, _NONE)
        if value is not _NONE:
            return value
        return self._in_turn(record) if self._reads else self._computed(record)

    def _in_turn(self, record: Any) -> T:
        try:
            turn: AbstractContextManager[object] = record._io.budget.turn
        except AttributeError:  # it has no stream
            return self._computed(record)
        with turn:
            # Somebody was here before; or it is this very thread that reads it, step by step.
            value: T = getattr(record, self._slot, _NONE)
            if value is _NONE and self._is_stepwise:
                value = getattr(record, self._grows, _NONE)
            return self._computed(record) if value is _NONE else value

    def _computed(self, record: Any) -> T:
        try:
            value = self._compute(record)
            if type(value) is int:
                bounded(value)
        except EXPLAINED as error:
            self._forget(record)
            record._explain(error, None, self._name)
        if self._is_stepwise:
            self._forget(record)
        if value is not None:
            setattr(record, self._slot, value)
        return value

    def _of_class(self, owner: type[Any] | None) -> Self:
        """What the class has of this name: a method of its base, such as `from_bytes`, stays."""
        inherited: Self = getattr(super(self._owner, owner), self._name, self)
        return inherited

    def _forget(self, record: Any) -> None:
        """Forget what has grown: if a check has failed, it must fail again the next time."""
        if hasattr(record, self._grows):
            delattr(record, self._grows)

    def __set__(self, record: Any, value: T) -> None:
        if self.fixed:
            raise AttributeError(f"{self._name!r} {self.fixed}", name=self._name, obj=record)
        setattr(record, self._slot, value)
        if (extent := record._extent(self._name)) is not None:
            record._extents[self._name] = extent._replace(changed=True)

    def __delete__(self, record: Any) -> None:
        delattr(record, self._slot)
