"""What commands have in common: JSON or text, errors with exit status 1, progress."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from quire.cli.colour import in_colour
from quire.cli.ending import unwritten
from quire.cli.inputs import Source, printable, readable
from quire.listing.json_text import text_of
from quire.progress import waiting
from quire.runtime import BackendUnavailable, FormatError

if TYPE_CHECKING:
    from quire.generator.diagnostics import Problems  # the compiler takes time to import

as_json = click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
"""The option that every command with output has."""

BAD = (FormatError, ValueError, BackendUnavailable, ImportError, OSError, MemoryError)
"""What is wrong with a file, or with what it takes to read it."""


class Found(NamedTuple):
    """What a command has found in a file.

    Attributes:
        data: For programs.
        text: For people, made when it is printed; None if there is none.
        error: What is wrong with the file, in a line; "" if nothing is.
    """

    data: Any
    text: Callable[[], str] | None = None
    error: str = ""


def show(data: Any, *, as_json: bool, text: Callable[[], str], err: bool = False) -> None:
    """Print data as JSON, or its text for people."""
    if not err and sys.stdout is None:
        raise OSError(errno.EBADF, "closed")
    shown = text_of(data) if as_json else text()
    try:
        click.echo(shown, err=err, color=True)  # else values that look like colours lose them
    except OSError as error:  # which is none of the file that is looked at
        unwritten(error)


def show_written(target: Path, data: Any, *, as_json: bool, text: Callable[[], str]) -> None:
    """Say what was written; not among it, where standard output was written to."""
    show(data, as_json=as_json, text=text, err=_is_standard_output(target))


def _is_standard_output(target: Path) -> bool:
    try:
        return os.path.samestat(target.stat(), os.fstat(1))
    except OSError:
        return False


def show_each(
    names: Sequence[str],
    look: Callable[[Source], Found],
    *,
    as_json: bool,
    tells: bool = False,
) -> None:
    """Look at files, print what is found in each, and exit with status 1 if one is bad.

    Args:
        names: The files.
        look: What is done with each.
        as_json: Whether data is printed: of several files, as a list.
        tells: Whether `look` itself tells a terminal how far it has come.
    """
    several, status, data = len(names) > 1, 0, []
    for name in names:
        try:
            found = _found(name, look, tells=tells)
        except click.UsageError as error:
            if not several:
                raise
            found = Found({"file": printable(name), "error": error.message}, error=error.message)
            status = 2
        data.append(found.data)
        if not as_json:
            _print(found)
        status = max(status, 1 if found.error else 0)
    if as_json:
        show(data if several else data[0], as_json=True, text=str)
    sys.exit(status)


def _found(name: str, look: Callable[[Source], Found], *, tells: bool) -> Found:
    shown = printable(name)
    try:
        with (
            readable(name) as source,
            nullcontext() if tells else waiting(f"reading {source.name}"),
        ):
            return look(source)
    except BrokenPipeError:
        raise
    except BAD as error:
        return Found(as_data(error, shown), error=line_of(error, shown))


def _print(found: Found) -> None:
    if found.text is not None:
        show(found.data, as_json=False, text=found.text)
    if found.error:
        click.echo(found.error, err=True)


@contextmanager
def bad_input(path: str, *, as_json: bool) -> Iterator[None]:
    """Turn what is wrong with a file into a message and exit status 1."""
    try:
        yield
    except BrokenPipeError:
        raise
    except BAD as error:
        if as_json:
            show(as_data(error, path), as_json=True, text=str)
        else:
            click.echo(line_of(error, path), err=True)
        sys.exit(1)


def as_data(error: Exception, path: str) -> dict[str, Any]:
    """What is wrong with a file, for programs."""
    if isinstance(error, FormatError):
        return {"file": path, **error.as_dict()}
    return {"file": _culprit(error, path), "error": type(error).__name__, "message": _said(error)}


def line_of(error: Exception, path: str) -> str:
    """What is wrong with a file, in a line."""
    if isinstance(error, FormatError):
        return f"{path}: {type(error).__name__}: {error}"
    return f"{_culprit(error, path)}: {_said(error)}"


def _culprit(error: Exception, path: str) -> str:
    """The file that an error is about, which may be the output."""
    name = error.filename if isinstance(error, OSError) else None
    return path if name is None else printable(os.fsdecode(name))


def _said(error: Exception) -> str:
    """What an error says, in one line."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(said.split()) or type(error).__name__


def show_problems(problems: Problems) -> None:
    """Print what is wrong with specs: in colour on a terminal, unless NO_COLOR is set."""
    colour = in_colour("auto", sys.stderr)
    click.echo(problems.text(colour=colour), err=True, color=colour)
