"""How the records of a list are read of which it is known who looked at which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Elsewhere(NamedTuple):
    """Where the records of an instance stand.

    Attributes:
        outer: The record in whose stream they do.
        name: The instance.
    """

    outer: Any
    name: str

    def tell(self, record: Any) -> None:
        """Tell one of them."""
        record._outer, record._name = self


class Form(NamedTuple):
    """How the records of a list are read, and where they may stand.

    Attributes:
        is_apart: Whether they are the same bytes, whatever is around them.
        by_ways: Whether they are as long as what they look up there is the same.
        size: How many bytes the stream of each has, if each has one of its own.
        until: Tells of the last one, and where it ends, whether it is the last of the list.
        elsewhere: Where they stand, if the list is an instance in another stream than its record's.
    """

    is_apart: bool = False
    by_ways: bool = False
    size: int | None = None
    until: Callable[[int], bool] | None = None
    elsewhere: Elsewhere | None = None

    @property
    def may_stay(self) -> bool:
        """Whether they may stay unread while others of the file are made anew."""
        return self.is_apart or self.by_ways

    def stream_of(self, holder: Any) -> Any:
        """The record in whose stream they stand, of the one that has the list."""
        return holder if self.elsewhere is None else self.elsewhere.outer

    def looked_at_in(self, holder: Any) -> Any:
        """The record of which the list is an instance; None, if it is a field, and read with it."""
        return None if self.elsewhere is None else holder
