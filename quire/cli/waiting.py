"""Telling on a terminal that a command still works, where nobody knows how far it has come."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

PATIENCE = 1.0
"""Seconds after which somebody wants to know."""

EVERY = 0.25
"""Seconds between two times that it is told."""


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Tell what is being done, and for how many seconds by now, if that takes longer than one.

    Only a terminal is told, on standard error, and nothing is left there at the end. Within it
    nothing else may be printed.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = Event()
    teller = Thread(target=_tell, args=(doing, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
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
