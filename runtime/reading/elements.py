"""Elements of a repeat that come from an iterator, and are written as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from quire.runtime.errors import LimitError

_RAISED = "raised by what was given for"


def is_raised_by_given(error: BaseException) -> bool:
    """Whether an error has come out of an iterator that was given for a list."""
    return any(note.startswith(_RAISED) for note in getattr(error, "__notes__", ()))


class Elements:
    """An iterator in the place of a list: its elements are not kept.

    Args:
        source: The iterator.
        convert: Makes an element of what comes from it.
        name: Of the field.
    """

    def __init__(
        self, source: Iterator[Any], convert: Callable[[Any], Any], name: str = ""
    ) -> None:
        self._source = map(convert, source)
        self._name = name
        self._count = 0
        self._used = False
        self.limit: int | None = None
        """The most that there may be."""
        self.latest: tuple[int, list[Any]] = (0, [])
        """The elements that are written just now, and the number of the first."""
        self._draft: tuple[int, Callable[[], int]] | None = None
        self.places: list[int] = []
        """Where the elements would have been, in a draft."""

    def __len__(self) -> int:
        return self._count if self._draft is None else self._draft[0]

    def __iter__(self) -> Iterator[Any]:
        if self._draft is not None:
            self.places.append(self._draft[1]())
            return
        self.expect_unused()
        self._used = True
        for element in self._given():
            if self._count == self.limit:
                raise LimitError(self._name, f"at most {self.limit} elements", "more")
            self.latest = self._count, [element]
            self._count += 1
            yield element

    def _given(self) -> Iterator[Any]:
        try:
            yield from self._source
        except Exception as error:  # it passes as it is, which tells its author more
            error.add_note(f"{_RAISED} {self._name}[{self._count}]")
            raise

    def expect_unused(self) -> None:
        """Refuse to give elements a second time: those that came before are gone.

        Raises:
            ValueError: some have been taken.
        """
        if self._used:
            message = "the iterator was used up before: build the record anew, or give a list"
            raise ValueError(message)

    def draft(self, count: int | None = None, position: Callable[[], int] = int) -> None:
        """Pretend, for a draft, that there are so many, but give none; or stop it."""
        self._draft = None if count is None else (count, position)
        self.places = []

    def batches(self, size: int) -> Iterator[list[Any]]:
        """The elements, so many at a time."""
        elements = iter(self)
        while some := list(islice(elements, size)):
            self.latest = self._count - len(some), some
            yield some

    def index_of(self, element: Any) -> int | None:
        """The number of an element, if it is among the latest."""
        first, some = self.latest
        return next((i for i, each in enumerate(some, first) if each is element), None)
