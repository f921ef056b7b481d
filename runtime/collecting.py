"""The garbage collector: when it has nothing to find, and when much that it does not know of."""

from __future__ import annotations

import gc
import weakref

LARGE = 1 << 20
"""Bytes from which on a file is worth a note."""

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
    """

    __slots__ = ()

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        if error == (None, None, None):  # an error would still show them
            gc.collect(0)


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
