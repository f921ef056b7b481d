"""Elements that expressions look for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def first_of(found: Iterable[T]) -> T:
    """The first element of those that are found one by one; none is asked that is behind it.

    Raises:
        IndexError: there is none.
    """
    for each in found:
        return each
    raise IndexError("no element is what is looked for")
