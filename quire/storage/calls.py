"""The system calls that change files: all of them go through here, so that tests can spoil them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

Step: TypeAlias = Literal["open", "write", "truncate", "fsync", "rename", "link", "unlink", "mkdir"]
"""What a call does."""

Fault: TypeAlias = Callable[[Step, Callable[..., Any], tuple[Any, ...]], Any]
"""Takes a step, the call and its arguments; makes the call, or does something else instead."""

_fault: Fault | None = None


def change(step: Step, call: Callable[..., Any], *args: Any) -> Any:
    """Make a system call that changes something."""
    return call(*args) if _fault is None else _fault(step, call, args)


@contextmanager
def injected(fault: Fault) -> Iterator[None]:
    """Let a fault make the calls of all threads, in tests."""
    global _fault  # noqa: PLW0603  # one for all threads: waiting for the disk is done in several
    before, _fault = _fault, fault
    try:
        yield
    finally:
        _fault = before


def write_all(descriptor: int, data: memoryview) -> None:
    """Write all of some bytes, where the system takes less at once, too."""
    while data:
        data = data[change("write", os.write, descriptor, data) :]


def write_all_at(descriptor: int, data: memoryview, offset: int) -> None:
    """Write all of some bytes at an offset."""
    while data:
        written = change("write", os.pwrite, descriptor, data, offset)
        data, offset = data[written:], offset + written
