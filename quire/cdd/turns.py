"""Who may write to a store: one thread at a time, in the process that opened it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from quire.storage.locks import check_process


class Turns:
    """The turns of threads that share a writer."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._process = os.getpid()
        self._lock = RLock()
        self._taken = self._closed = False

    def check(self) -> None:
        """Raise a ValueError if the writer is closed, or that of another process."""
        check_process(self._process, self._name)
        if self._closed:
            raise ValueError(f"{self._name}: closed")

    @contextmanager
    def take(self) -> Iterator[None]:
        """The turn of this thread, as soon as others have had theirs.

        A ValueError as of `check`; or if what is appended makes an append itself.
        """
        self.check()  # a fork has the lock as it was: nobody will ever release it there
        with self._lock:
            self.check()
            if self._taken:
                message = "an append cannot begin before the one that asks for its arrays ends"
                raise ValueError(f"{self._name}: {message}")
            self._taken = True
            try:
                yield
            finally:
                self._taken = False

    def close(self) -> bool:
        """End all turns, once those that were taken are over; whether there was anything to end."""
        if os.getpid() != self._process:
            return False  # they are the parent's
        with self._lock:
            was_open, self._closed = not self._closed, True
        return was_open
