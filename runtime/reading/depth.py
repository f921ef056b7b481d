"""How deep records may be in others: what can be read can be written, which goes deeper."""

from __future__ import annotations

import sys
from threading import Lock

TIMES = 10
"""Calls in calls that writing a record may take, for one that reading it takes."""

_LOCK = Lock()


class going_deeper:  # noqa: N801  # read as a statement
    """Have the interpreter allow more calls in calls, until all threads are done that ask for it.

    They take less than 100 bytes each of the stack that threads have.
    """

    _asked = _before = 0

    def __enter__(self) -> None:
        cls = type(self)
        with _LOCK:
            if not cls._asked:
                cls._before = sys.getrecursionlimit()
                sys.setrecursionlimit(TIMES * cls._before)
            cls._asked += 1

    def __exit__(self, *_: object) -> None:
        cls = type(self)
        with _LOCK:
            cls._asked -= 1
            if not cls._asked:
                sys.setrecursionlimit(cls._before)
