"""Output that is written while a file is read."""

from __future__ import annotations

import errno
import select
import sys
import time
from collections.abc import Iterable
from typing import Self

import click

from quire.cli.ending import unwritten
from quire.progress import Bar

WAIT = 0.05
"""Seconds that something is kept before it is written."""


class Printer:
    """Writes to standard output piece by piece, and notices when nobody reads it any more.

    While nothing is written for long, a bar on the terminal tells how far reading has come.

    Args:
        status: Exit status where it cannot be written.

    Raises:
        OSError: there is no standard output.
    """

    def __init__(self, status: int = 1) -> None:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "closed")
        self._status = status
        self._next, self._bar, self._pos = 0.0, Bar("reading", 0), 0

    def write(self, pieces: Iterable[str]) -> None:
        """Write what comes; what has waited for long is written at once."""
        for piece in pieces:
            self._bar.erase()
            try:
                sys.stdout.write(piece)
            except OSError as error:
                unwritten(error, self._status)
            if time.monotonic() > self._next:
                self._flush()

    def say(self, line: str) -> None:
        """Write a line to standard error, behind what was written before."""
        self._bar.erase()
        self._flush()
        click.echo(line, err=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.erase()  # which has hidden the cursor

    def begin(self, size: int) -> None:
        """Say that a file of so many bytes is read."""
        self._bar, self._pos = Bar("reading", size), 0

    def passed(self, pos: int) -> None:
        """Say up to where the file was read; where nobody reads the output, this ends it."""
        self._bar.advance(pos - self._pos)
        self._pos = pos
        if time.monotonic() > self._next:
            self._flush()
            if not _has_reader():
                unwritten(BrokenPipeError())

    def _flush(self) -> None:
        try:
            sys.stdout.flush()
        except OSError as error:
            unwritten(error, self._status)
        self._next = time.monotonic() + WAIT


def _has_reader() -> bool:
    """Whether somebody reads standard output, as far as the system tells."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(1, 0)
    return not any(event & select.POLLERR for _, event in poll.poll(0))
