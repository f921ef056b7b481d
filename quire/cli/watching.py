"""Doing something again whenever files change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

_PAUSE = 0.2
"""Seconds between two looks."""

Stamps = dict[Path, tuple[int, int] | None]


def again_and_again(act: Callable[[], None], files: Callable[[], Iterable[Path]]) -> NoReturn:
    """Do something now, and whenever one of some files has changed since; a signal ends it.

    Args:
        act: What is done.
        files: The files, asked for anew each time.
    """
    while True:
        seen = _stamps(files())
        act()
        while _stamps(seen) == seen:
            time.sleep(_PAUSE)


def _stamps(files: Iterable[Path]) -> Stamps:
    return {file: _stamp(file) for file in files}


def _stamp(file: Path) -> tuple[int, int] | None:
    """What changes with a file; None while it is not there."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
