"""Telling how far long work has come: to a function of the caller, or on a terminal."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from threading import Event, Thread
from typing import Any, Self

Progress = Callable[[int, int], object] | bool | None
"""What is told (done, in all) as work goes on; True shows a bar on a terminal.

Where nobody knows how much there will be, as of what an iterator gives, "in all" is 0."""

Tell = Callable[[int], object]
"""Told how many units of work are done, each time."""


PATIENCE = 1.0
"""Seconds after which somebody wants to know."""

EVERY = 0.25
"""Seconds between two times that it is told."""


class Bar:
    """A bar on the terminal, from the first second on.

    Args:
        label: What is going on.
        total: Units of work; 0 if nobody knows.
    """

    def __init__(self, label: str, total: int) -> None:
        self._label = label
        self._total = total
        self._done = 0
        self._start = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.render_finish()

    def erase(self) -> None:
        """Take it away, since something else is printed there; it may come again after a second."""
        if self._bar is not None:
            self._bar.render_finish()
            sys.stderr.write("\x1b[1A\x1b[2K")
            sys.stderr.flush()
            self._bar = None
        self._start = time.monotonic()

    def advance(self, units: int) -> None:
        """Note that some units are done."""
        self._done += units
        if self._bar is not None:
            self._bar.update(units)
        elif _is_told() and time.monotonic() - self._start > PATIENCE:
            click = importlib.import_module("click")  # it takes time
            known: Any = {"length": self._total} if self._total else {"iterable": count()}
            self._bar = click.progressbar(**known, label=self._label, file=sys.stderr)
            self._bar.update(self._done)


@contextmanager
def telling(progress: Progress, label: str, total: int) -> Iterator[Tell]:
    """What is told how many units of work are done, each time.

    Args:
        progress: Who wants to know; None or False for nobody.
        label: What is going on, for a terminal.
        total: Units of work; 0 if nobody knows. Of 1 a terminal is told the seconds.

    Raises:
        TypeError: `progress` is none of these.
    """
    if progress is True and total == 1:
        with waiting(label):
            yield lambda _units: None
    elif progress is True:
        with Bar(label, total) as bar:
            yield bar.advance
    elif callable(progress):
        done = 0

        def advance(units: int) -> None:
            nonlocal done
            done += units
            progress(done, total)

        yield advance
    elif progress is None or progress is False:
        yield lambda _units: None
    else:
        found = type(progress).__name__
        raise TypeError(f"progress: expected a function of (done, total), or True, found {found}")


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Tell what is being done, and for how many seconds by now, if that takes longer than one.

    Only a terminal is told, on standard error, and nothing is left there at the end. Within it
    nothing else may be printed.
    """
    if not _is_told():
        yield
        return
    done = Event()
    teller = Thread(target=_tell, args=(doing, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        try:
            teller.join()
        finally:  # once more, if Ctrl-C came while it was waited for
            teller.join()


def _tell(doing: str, done: Event) -> None:
    start = time.monotonic()
    if done.wait(PATIENCE):
        return
    while not done.wait(EVERY):
        sys.stderr.write(f"\r{doing}, {time.monotonic() - start:.0f} s \x1b[K")
        sys.stderr.flush()
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def _is_told() -> bool:
    """Whether somebody looks at a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


class InOrder:
    """Tells of parts that are written in order, each when the next one is asked for.

    Args:
        tell: Who is told.
        sizes: Units of work of each part.
    """

    def __init__(self, tell: Tell, sizes: Sequence[int]) -> None:
        self._tell, self._sizes, self._done = tell, sizes, 0

    def reached(self, index: int) -> None:
        """Note that all parts before one are done; it may have been asked for before."""
        if index > self._done:
            self._tell(sum(self._sizes[self._done : index]))
            self._done = index
