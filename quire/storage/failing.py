"""What is undone when something fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def if_it_fails(undo: Callable[[], object]) -> Iterator[None]:
    """Undo something, whatever the error of a block is, and raise that again."""
    try:
        yield
    except BaseException:  # raised again
        undo()
        raise
