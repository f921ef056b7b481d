"""One writer at a time: an advisory lock that other writers respect, and readers do not need."""

from __future__ import annotations

import errno
import io
import os
import weakref
from importlib.util import find_spec

FOREIGN = "opened for writing by the process that this one was forked from; open it anew here"
"""What is wrong with what this process may not write to, though its parent may."""


class StoreLocked(BlockingIOError):
    """Another writer has the store open."""


class WriterLock:
    """The lock on an open file or folder.

    It is let go of by `release`, when nobody has it any more, and when the process ends, however
    it does. It stays with the process that took it: one that is forked does not have it.

    Args:
        descriptor: Of the file or folder; it is closed with the lock.
        name: Of the store, for messages.

    Attributes:
        is_foreign: Whether this process was forked from the one that took it.

    Raises:
        StoreLocked: another writer has it.
        OSError: the file system has no locks.
    """

    def __init__(self, descriptor: int, name: str) -> None:
        import fcntl

        self._name = name
        self.is_foreign = False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if not isinstance(error, BlockingIOError):
                raise
            message = "another writer has this store open"
            raise StoreLocked(errno.EAGAIN, message, name) from error
        self._let_go = weakref.finalize(self, _unlock, descriptor)
        _HELD.add(self)

    def check(self) -> None:
        """Raise a ValueError in a process that was forked from the one that took the lock."""
        if self.is_foreign:
            raise ValueError(f"{self._name}: {FOREIGN}")

    def release(self) -> None:
        """Let other writers come; a second time does nothing."""
        _HELD.discard(self)
        self._let_go()

    def leave_to_parent(self) -> None:
        """Let go of the lock in a child that was forked: it would keep it when its parent ends."""
        if left := self._let_go.detach():
            os.close(left[2][0])
        self.is_foreign = True


def require_locks(name: str) -> None:
    """Raise an `io.UnsupportedOperation` where there are no such locks, before anything is made."""
    if find_spec("fcntl") is None:
        message = f"{name}: writing to a store in place needs a POSIX system, for its locks"
        raise io.UnsupportedOperation(message)


def check_process(process: int, name: str) -> None:
    """Raise a ValueError unless this is the process that opened a store for writing.

    A fork has a copy of what the writer knows of the store, which the next append makes wrong.
    """
    if os.getpid() != process:
        raise ValueError(f"{name}: {FOREIGN}")


def _unlock(descriptor: int) -> None:
    import fcntl

    # What shares the open file would keep the lock: a map, a child.
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)


_HELD: weakref.WeakSet[WriterLock] = weakref.WeakSet()
"""The locks of this process."""


def _leave_locks_to_parent() -> None:
    for lock in list(_HELD):
        lock.leave_to_parent()
    _HELD.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_locks_to_parent)
