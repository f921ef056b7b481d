"""The garbage collector: when it has nothing to find, and when much that it does not know of."""

from __future__ import annotations

import gc
import weakref

LARGE = 1 << 20
"""Bytes from which on a file is worth a note."""

FEW = 10_000
"""Objects that may be garbage for a while, at most."""

ROOM = 256 << 20
"""Bytes of files that may wait for the collector, and as many again as are in use."""


class not_collecting:  # noqa: N801  # read as a statement; a generator would take three times as long
    """Make many objects that are no garbage: collections in between would find nothing."""

    __slots__ = ("_collecting",)

    def __enter__(self) -> None:
        self._collecting = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._collecting:
            gc.enable()


class letting_go(not_collecting):  # noqa: N801  # read as a statement
    """Make many objects that lead to each other, and are garbage afterwards: they go at once.

    They are younger than all that was there before, so only what is young has to be gone through.
    That may be all of a file that was just read: a few objects wait for others.
    """

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        super().__enter__()
        self._before = gc.get_count()[0]

    def __exit__(self, *error: object) -> None:
        are_many = gc.get_count()[0] - self._before > FEW
        super().__exit__(*error)
        if are_many and error == (None, None, None):  # an error would still show them
            gc.collect(0)


def pause() -> bool:
    """Stop collecting; whether it went on before.

    No object is made for it: the first that is made once a file was read sets off a collection,
    which goes through all that the file has, and finds nothing.
    """
    was_on = gc.isenabled()
    gc.disable()
    return was_on


def go_on(was_on: bool) -> None:  # what `pause` has said
    """Collect again, if that went on before."""
    if was_on:
        gc.enable()


class _Held:
    """The bytes of files that were read, for the collector, which counts objects alone.

    A record and those within it know each other: only the collector finds that nobody else does.
    A large file may have few records, so that many files would wait for it.
    """

    def __init__(self) -> None:
        self._size = 0
        self._in_use = 0

    def note(self, record: object, size: int) -> None:
        """Note that a record holds so many bytes; garbage is looked for if they are too many."""
        self._in_use = min(self._in_use, self._size)
        if self._size + size > ROOM + 2 * self._in_use and gc.isenabled():
            gc.collect()
            self._in_use = self._size
        self._size += size
        weakref.finalize(record, self._let_go, size).atexit = False

    def _let_go(self, size: int) -> None:
        self._size -= size


held = _Held()
