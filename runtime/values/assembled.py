"""Arrays that are made of the bytes of several fields, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.members import own_members
from quire.runtime.reading.instance import computed, forget

T = TypeVar("T")


class assembled(computed[T]):  # noqa: N801  # a decorator, like `property`
    """An instance whose value is made of fields, and which gives them theirs when it is set.

    Python asks it before the dict of the record, since it can be set.
    """

    def __get__(self, record: Any, owner: type[Any] | None = None) -> Any:
        """What was made, or is made now."""
        if record is None:
            return self._of_class(owner)
        there = own_members(record)
        if self._name in there:
            return there[self._name]
        try:
            value = self.fget(record)
        except EXPLAINED as error:
            record._explain(error, None, self._name)
        setattr(record, self._slot, value)
        there[self._name] = value
        return value

    if not TYPE_CHECKING:  # where it takes an array, as the generated method says

        def __set__(self, record: Any, value: Any) -> None:
            """Put a value into the fields; errors get the record's path."""
            forget(record, self._name)
            if record._io is None:
                record.to_bytes()  # so that all is there which follows from other fields
            try:
                getattr(record, f"_put_{self._name}")(value)
            except EXPLAINED as error:
                record._explain(error, None, self._name)

    else:

        def __set__(self, record: Any, value: Any) -> None:
            """Put a value into the fields."""


def put_pieces(records: Sequence[Any], field: str, data: memoryview, name: str) -> None:
    """Give bytes to a field of some records, to each as many as it had; the rest to the last.

    Args:
        records: The records, at least one.
        field: The name of the field.
        data: The bytes.
        name: What they are called.

    Raises:
        FormatError: there is no record.
    """
    if not records:
        raise FormatError(name, "at least one record that takes these bytes", "none")
    for record in records[:-1]:
        size = len(getattr(record, field, b""))
        _put(record, field, bytes(data[:size]))
        data = data[size:]
    _put(records[-1], field, bytes(data))


def _put(record: Any, field: str, data: bytes) -> None:
    """Set a field, unless it is that already."""
    if getattr(record, field, None) != data:
        setattr(record, field, data)
