"""Files that commands read: several, from standard input, through pipes."""

from __future__ import annotations

import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import click

INPUT = click.Path(exists=True, dir_okay=False, allow_dash=True)
"""The type of arguments that are files to read; `-` is standard input."""

FOLDER_TOO = click.Path(exists=True, allow_dash=True)
"""The type of those that may be folders, too."""


def files_argument(kind: click.Path) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The files of a command that takes several."""
    return click.argument("files", metavar="FILE...", nargs=-1, required=True, type=kind)


class Source(NamedTuple):
    """A file that is read.

    Attributes:
        name: What it is called in messages, in characters that can be printed.
        path: Where its bytes are.
        is_copy: Whether that is a copy of what came through a pipe.
    """

    name: str
    path: Path
    is_copy: bool = False


@contextmanager
def readable(name: str) -> Iterator[Source]:
    """A file that can be mapped and opened again; what comes through a pipe is copied to one.

    Raises:
        click.UsageError: it is a device, which never ends, or standard input is closed.
    """
    if name == "-":
        if sys.stdin is None:
            message = "standard input is closed"
            raise click.UsageError(message)
        with _copied(sys.stdin.buffer, "") as path:
            yield Source("-", path, is_copy=True)
        return
    path, shown = Path(name), printable(name)
    mode = path.stat().st_mode
    if stat.S_ISCHR(mode):
        message = f"{shown} is a device, not a file"
        raise click.UsageError(message)
    if not stat.S_ISFIFO(mode):
        yield Source(shown, path)
        return
    with path.open("rb") as pipe, _copied(pipe, path.suffix) as copy:
        yield Source(shown, copy, is_copy=True)


@contextmanager
def _copied(pipe: BinaryIO, suffix: str) -> Iterator[Path]:
    with tempfile.NamedTemporaryFile(prefix="quire-", suffix=suffix) as file:
        shutil.copyfileobj(pipe, file)
        file.flush()
        yield Path(file.name)


def printable(name: str) -> str:
    """The name of a file for messages: in quotes, if not all of it can be printed."""
    return name if name.isprintable() else ascii(name)
