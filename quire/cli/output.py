"""What commands have in common: JSON or text, errors with exit status 1, progress."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self

import click

from quire.runtime import BackendUnavailable, FormatError

as_json = click.option("--json", "as_json", is_flag=True, help="Print data for programs.")
"""The option that every command with output has."""


def show(data: Any, *, as_json: bool, text: Callable[[], str]) -> None:
    """Print data as JSON, or its text for people."""
    click.echo(json.dumps(_finite(data), indent=2) if as_json else text())


def _finite(data: Any) -> Any:
    """Data with texts for the numbers that JSON does not have."""
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    if isinstance(data, dict):
        return {name: _finite(value) for name, value in data.items()}
    return [_finite(value) for value in data] if isinstance(data, list) else data


@contextmanager
def bad_input(path: str, *, as_json: bool) -> Iterator[None]:
    """Turn what is wrong with a file into a message and exit status 1."""
    try:
        yield
    except FormatError as error:
        if as_json:
            click.echo(json.dumps({"file": path, **error.as_dict()}, indent=2))
        else:
            click.echo(f"{path}: {type(error).__name__}: {error}", err=True)
        sys.exit(1)
    except (ValueError, BackendUnavailable, ImportError, OSError) as error:
        click.echo(f"{path}: {error}", err=True)
        sys.exit(1)


class Progress:
    """A bar on the terminal, from the first second on.

    Args:
        label: What is going on.
        total: Units of work.
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

    def advance(self, units: int) -> None:
        """Note that some units are done."""
        self._done += units
        if self._bar is not None:
            self._bar.update(units)
        elif sys.stderr.isatty() and time.monotonic() - self._start > 1:
            self._bar = click.progressbar(length=self._total, label=self._label, file=sys.stderr)
            self._bar.update(self._done)
