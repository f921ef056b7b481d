"""Lazily computed members of a record: Kaitai's instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

from quire.runtime.errors import FAILURES, FormatError, impossible

T = TypeVar("T")


class instance(Generic[T]):  # noqa: N801  # a decorator, like `property`
    """A property that is computed once and kept in the record's `_m_…` slot.

    A cached value can be replaced by assignment, and forgotten by `del`.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name
        self._slot = f"_m_{name}"

    @overload
    def __get__(self, record: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, record: object, owner: type[Any]) -> T: ...
    def __get__(self, record: Any, owner: type[Any]) -> Self | T:
        """The cached value, or the computed one; errors get the record's path."""
        if record is None:
            return self
        try:
            value: T = getattr(record, self._slot)
        except AttributeError:
            pass
        else:
            return value
        try:
            value = self._compute(record)
        except FormatError as error:
            error.locate(record._root._format_name(), record._path())
            raise
        except FAILURES as error:
            found = impossible(error, None)
            found.path = self._name
            raise found.locate(record._root._format_name(), record._path()) from error
        setattr(record, self._slot, value)
        return value

    def __set__(self, record: Any, value: T) -> None:
        setattr(record, self._slot, value)

    def __delete__(self, record: Any) -> None:
        delattr(record, self._slot)
