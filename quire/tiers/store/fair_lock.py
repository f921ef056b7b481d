"""A lock whose waiters take turns."""

from __future__ import annotations

from threading import Lock, get_ident


class FairLock:
    """A reentrant lock that a waiting thread gets before the one that has just had it.

    A plain lock goes to whoever is awake: who lets it go and takes it again in a loop keeps it.
    """

    def __init__(self) -> None:
        self._next, self._held = Lock(), Lock()
        self._owner: int | None = None
        self._depth = 0

    def __enter__(self) -> None:
        if self._owner != get_ident():
            with self._next:
                self._held.acquire()
            self._owner = get_ident()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self.release()

    def take_if_free(self) -> bool:
        """Take it unless another thread has it; whether it was taken."""
        if self._owner != get_ident():
            if not self._held.acquire(blocking=False):
                return False
            self._owner = get_ident()
        self._depth += 1
        return True

    def release(self) -> None:
        """Let go of it as often as it was taken."""
        self._depth -= 1
        if not self._depth:
            self._owner = None
            self._held.release()
