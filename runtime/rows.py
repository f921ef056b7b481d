"""Lists of simple records that are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

from quire.runtime.collecting import not_collecting
from quire.runtime.lazy import Lazy, filled

_filling = Lock()


class Rows(Lazy):
    """A list that is filled when it is first looked at, and then is a list like any other.

    Until then it is the bytes of the file that its records are read from, so a file that is
    written again without a look at them costs a copy.

    Args:
        stored: The bytes.
        count: The number of records.
        make: Makes all of them, of the bytes.

    Attributes:
        kind: Their type.
    """

    __slots__ = ("_count", "_make", "kind", "stored")

    kind: Any

    def __init__(
        self,
        stored: memoryview,
        count: int,
        make: Callable[[memoryview], Iterable[Any]],
    ) -> None:
        super().__init__()
        self.stored = stored
        self._count = count
        self._make = make

    def _fill(self) -> None:
        """Make the records, once."""
        with not_collecting():
            made = self._make(self.stored)
        with _filling:
            if not self.is_filled:  # no other thread was faster
                list.extend(self, made)
                self.__class__ = _Filled
                self._make, self.stored = list, memoryview(b"")  # let go of the file

    def first(self, number: int) -> list[Any]:
        """The first records: those alone, where it can be, which are not those of the list then."""
        if self.kind._instances:
            return self[:number]
        found = self.kind._find_rows(self.stored, 0, len(self.stored), min(number, self._count))
        return list(self._make(self.stored[: found[0]]))

    def __len__(self) -> int:
        return self._count

    def __bool__(self) -> bool:
        return self._count > 0


@filled
class _Filled(Rows):
    """The same list, filled."""

    __slots__ = ()
