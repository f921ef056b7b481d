"""What can go wrong at a system call: it fails, it writes in part, the process ends in it."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]

TAKES_ROOM = ("open", "write", "mkdir")


class Fault:
    """Makes all calls as they are, and counts them.

    Attributes:
        calls: How many there were.
    """

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, step: str, call: Call, args: tuple[Any, ...]) -> Any:
        """Make a call, or spoil it."""
        number, self.calls = self.calls, self.calls + 1
        return self.make(number, step, call, args)

    def make(self, number: int, step: str, call: Call, args: tuple[Any, ...]) -> Any:  # noqa: ARG002  # others look at it
        """Make a call; to wait for the disk changes nothing that a test can see."""
        return None if step == "fsync" else call(*args)


class Full(Fault):
    """From the n-th call on there is no room: the write that meets it writes a half."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def make(self, number: int, step: str, call: Call, args: tuple[Any, ...]) -> Any:
        """Fail if it takes room."""
        if number < self.n or step not in TAKES_ROOM:
            return super().make(number, step, call, args)
        if number == self.n and step == "write" and (half := _half(args)):
            return call(*half)
        raise _error(errno.ENOSPC, args)


class Broken(Fault):
    """The n-th call alone fails, whatever it is; a write after a half of its bytes."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def make(self, number: int, step: str, call: Call, args: tuple[Any, ...]) -> Any:
        """Fail once."""
        if number != self.n:
            return super().make(number, step, call, args)
        if step == "write" and (half := _half(args)):
            call(*half)
        raise _error(errno.EIO, args)


class Short(Fault):
    """Each write takes a half of its bytes at most, as that to a pipe or a network may."""

    def make(self, number: int, step: str, call: Call, args: tuple[Any, ...]) -> Any:
        """Write in part."""
        half = _half(args) if step == "write" else None
        return super().make(number, step, call, half or args)


class Killed(Fault):
    """The process ends in the n-th call, after a half of what it writes."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n

    def make(self, number: int, step: str, call: Call, args: tuple[Any, ...]) -> Any:
        """End it."""
        if number == self.n:
            if step == "write" and (half := _half(args)):
                call(*half)
            os.kill(os.getpid(), signal.SIGKILL)
        return super().make(number, step, call, args)


class Looked(Fault):
    """Something looks on before each call."""

    def __init__(self, look: Callable[[int], None]) -> None:
        super().__init__()
        self.look = look

    def make(self, number: int, step: str, call: Call, args: tuple[Any, ...]) -> Any:
        """Look, and make it."""
        self.look(number)
        return super().make(number, step, call, args)


def _error(number: int, args: tuple[Any, ...]) -> OSError:
    """As the system raises it: with the path, if the call is given one."""
    path = args[0] if args and isinstance(args[0], str | os.PathLike) else None
    return OSError(number, os.strerror(number), *([] if path is None else [os.fspath(path)]))


def _half(args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """The arguments of a write of a half; None if there is no half."""
    place = next(i for i, arg in enumerate(args) if not isinstance(arg, int))
    data = memoryview(args[place]).cast("B")
    if len(data) < 2:
        return None
    return (*args[:place], data[: len(data) // 2], *args[place + 1 :])
