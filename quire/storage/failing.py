"""What is undone when something fails."""

from __future__ import annotations

from collections.abc import Callable


class if_it_fails:  # noqa: N801  # a context manager, used as those of contextlib are
    """Undo something, whatever the error of a block is; the error is raised on.

    A class, as files are opened within one: a generator would take 2 µs.
    """

    __slots__ = ("_undo",)

    def __init__(self, undo: Callable[[], object]) -> None:
        self._undo = undo

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._undo()
