"""`quire get FILE PATH...`."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import click
import numpy as np

from quire.cli.colour import colour_option, in_colour
from quire.cli.inputs import INPUT, Source
from quire.cli.output import Found, as_json, show_each
from quire.cli.target import Spec, record_class, spec_options
from quire.listing.finding import find_in_parts
from quire.listing.style import Style
from quire.nowhere import nothing_at
from quire.query import Match, find
from quire.runtime.record import Record
from quire.runtime.showing.dump import dump, outline


@click.command("get")
@click.argument("file", type=INPUT)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@spec_options
@colour_option
@as_json
def command(
    file: str,
    paths: tuple[str, ...],
    spec: Spec,
    colour: str,
    as_json: bool,
    **compiling: Any,
) -> None:
    """Print the values in FILE at each PATH.

    A PATH is a name such as `header.rate` or `chunks[1].name`, or JSONPath: `chunks[*].kind`,
    `$..width`, `records[?@.kind == 3].ident`, `samples[:10]`. `-` is standard input. Exit status 1
    if a path matches nothing.
    """
    kind = record_class(spec, **compiling)
    style = Style(colour=in_colour(colour, sys.stdout))

    def look(source: Source) -> Found:
        with _Asked(kind(source), source.path) as asked:
            found = [(path, asked.find(path)) for path in paths]
            alone = len(paths) == 1 and len(found[0][1]) == 1
            matches = [match for _, some in found for match in some]
            data = [{"path": match.path, "value": plain(match.value)} for match in matches]
            lines = [_line(match, style, alone=alone) for match in matches]
        error = f"{source.name}: {'; '.join(asked.nowhere)}" if asked.nowhere else ""
        return Found(data, (lambda: "\n".join(lines)) if lines else None, error)

    show_each((file,), look, as_json=as_json)


class _Asked(ExitStack):
    """A file that is asked for values, and read as far as they are.

    Attributes:
        nowhere: What is said of paths that lead nowhere.
    """

    def __init__(self, kind: Any, path: Path) -> None:
        super().__init__()
        self._kind, self._path = kind, path
        self.nowhere: list[str] = []

    def find(self, path: str) -> list[Match]:
        """What a path leads to."""
        found = find_in_parts(self._kind, self._path, path)
        if found is None:
            found = find(self._record, path)
            self.nowhere += [] if found else [nothing_at(self._record, path)]
        elif not found:  # what is there was not read
            self.nowhere.append(f"nothing is at {path}")
        return found

    @cached_property
    def _record(self) -> Any:
        return self.enter_context(self._kind.from_file(self._path))


def plain(value: Any) -> Any:
    """A value as data for JSON; bytes as hexadecimal digits, arrays as lists of numbers."""
    if isinstance(value, bytes):
        return value.hex()
    if hasattr(value, "stored_size"):
        value = np.asarray(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    return dump(value)


def _line(match: Match, style: Style, *, alone: bool) -> str:
    """A match for people: the value, after its path if there are others."""
    value, path = match.value, "" if alone else f"{style.name(match.path)}:"
    if isinstance(value, Record | list):
        text = outline(dump(value))
        return text if alone else f"{path}\n{_indented(text)}"
    shown = value if _is_shown(value) else json.dumps(plain(value), ensure_ascii=False)
    return f"{path}{'' if alone else ' '}{style.value(shown, plain(value))}"


def _is_shown(value: Any) -> bool:
    """Whether a value is a text that is printed as it is: on a terminal, not if it commands it."""
    if not isinstance(value, str) or sys.stdout is None or not sys.stdout.isatty():
        return isinstance(value, str)
    return value.replace("\n", "").replace("\t", "").isprintable()


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
