"""Lazily computed members of a record: Kaitai's instances."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload

from kaitaistruct import KaitaiStream

from quire.runtime.errors import EXPLAINED
from quire.runtime.numbers import bounded

T = TypeVar("T")


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

    @overload
    def __get__(self, record: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, record: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, record: Any, owner: type[Any] | None = None) -> Self | T:
        """The cached value, or the computed one; errors get the record's path."""
        if record is None:
            return self._of_class(owner)
        try:
            value: T = object.__getattribute__(record, self._slot)
        except AttributeError:
            pass
        else:
            return value
        try:
            value = self._compute(record)
            if type(value) is int:
                bounded(value)
        except EXPLAINED as error:
            self._forget(record)
            record._explain(error, None, self._name)
        if value is not None:
            setattr(record, self._slot, value)
        return value

    def _of_class(self, owner: type[Any] | None) -> Self:
        """What the class has of this name: a method of its base, such as `from_bytes`, stays."""
        inherited: Self = getattr(super(self._owner, owner), self._name, self)
        return inherited

    def _forget(self, record: Any) -> None:
        """Forget what was read before a check failed: it must fail again the next time."""
        with suppress(AttributeError):
            delattr(record, self._slot)

    def __set__(self, record: Any, value: T) -> None:
        if self.fixed:
            raise AttributeError(f"{self._name!r} {self.fixed}", name=self._name, obj=record)
        setattr(record, self._slot, value)
        if (extent := record._extent(self._name)) is not None:
            record._extents[self._name] = extent._replace(changed=True)

    def __delete__(self, record: Any) -> None:
        delattr(record, self._slot)
