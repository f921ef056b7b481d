"""How the program ends: by a signal, or when nobody takes its output, without a traceback."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

import click

from quire.cli.inputs import printable

STOPPED = 128
"""Exit status of a program that a signal ended, without the number of the signal."""

PIPE = 13
"""The signal of those who write where nobody reads."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let signals end the program as an exception does, so that no draft of a file is left.

    The exit status tells of the signal even if that exception was lost on its way: Python drops
    one that is raised within a finalizer, and libraries turn some into their own.
    """
    received: list[int] = []

    def end(number: int, _frame: FrameType | None) -> NoReturn:
        received.append(number)
        sys.exit(STOPPED + number)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # One that is ignored, as under `nohup`, stays so.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)
    try:
        yield
    finally:
        if received:
            sys.exit(STOPPED + received[0])


@contextmanager
def ended_by_output() -> Iterator[None]:
    """Exit where output cannot be written: as others do where nobody reads, else with a line."""
    try:
        yield
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        unwritten(error)


def unwritten(error: OSError, status: int = 1) -> NoReturn:
    """Exit, since output cannot be written: without a word where nobody reads it.

    Args:
        error: Why.
        status: The exit status, if somebody reads it.
    """
    if isinstance(error, BrokenPipeError):
        _drop_output()
        sys.exit(STOPPED + PIPE)
    name = "standard output" if error.filename is None else os.fsdecode(error.filename)
    with suppress(OSError):
        click.echo(f"{printable(name)}: {error.strerror or error}", err=True)
    _drop_output()
    sys.exit(status)


def _drop_output() -> None:
    """Forget what is not written yet: the interpreter would try it once more at its end."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
