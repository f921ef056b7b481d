"""`_raw_x`: the bytes of records in streams of their own, as Kaitai's classes keep them."""

from __future__ import annotations

from typing import Any

from kaitaistruct import KaitaiStruct

from quire.runtime.members import own_members


class Raw:
    """`_raw_x`: the bytes of the record `x`, or of each in a list, made when somebody asks.

    It is there when the record is, and was read. What it is set to stays, and is not written.

    Args:
        of: The attribute that holds the record.
    """

    def __init__(self, of: str) -> None:
        self._of = of

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def is_in(self, record: Any) -> bool:
        """Whether a record has it."""
        value = getattr(record, self._of, None)
        return self._name in own_members(record) or isinstance(value, list) or _is_read(value)

    def __get__(self, record: Any, owner: type[Any] | None = None) -> Any:
        if record is None:
            return self
        if not self.is_in(record):
            message = f"{type(record).__qualname__!r} object has no attribute {self._name!r}"
            raise AttributeError(message, name=self._name, obj=record)
        members = own_members(record)
        if self._name in members:
            return members[self._name]
        value = getattr(record, self._of)
        if isinstance(value, list):
            return [each._io.to_byte_array() for each in value if _is_read(each)]
        return value._io.to_byte_array()

    def __set__(self, record: Any, value: Any) -> None:
        own_members(record)[self._name] = value

    def __delete__(self, record: Any) -> None:
        if self._name not in own_members(record):
            raise AttributeError(self._name)
        del own_members(record)[self._name]


def _is_read(value: Any) -> bool:
    return isinstance(value, KaitaiStruct) and getattr(value, "_io", None) is not None
