"""`quire diff A B`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from quire.cli.colour import colour_option, in_colour
from quire.cli.get import plain
from quire.cli.inputs import INPUT, readable
from quire.cli.output import as_json, bad_input, show
from quire.cli.target import Spec, record_class, spec_options
from quire.comparing import Difference, Missing, differences
from quire.listing.style import Style
from quire.progress import waiting
from quire.runtime.errors import FormatError
from quire.runtime.showing.dump import dump

SHOWN = 60
"""Characters of a value that are shown."""


@click.command("diff")
@click.argument("first", metavar="A", type=INPUT)
@click.argument("second", metavar="B", type=INPUT)
@spec_options
@colour_option
@as_json
def command(
    first: str, second: str, spec: Spec, colour: str, as_json: bool, **compiling: Any
) -> None:
    """Print what is different in two files of one format: path, old and new value, offset.

    Exit status: 0 if nothing is, 1 if something is, or if a file cannot be read.
    """
    kind = record_class(spec, **compiling)
    with ExitStack() as stack:
        old, new = (stack.enter_context(_opened(name, kind, as_json)) for name in (first, second))
        with bad_input(second, as_json=as_json), waiting("comparing"):
            found = [_described(each) for each in differences(old, new)]
    if found or as_json:
        style = Style(colour=in_colour(colour, sys.stdout))
        show(found, as_json=as_json, text=lambda: "\n".join(_line(each, style) for each in found))
    if found:
        sys.exit(1)


@contextmanager
def _opened(name: str, kind: Any, as_json: bool) -> Iterator[Any]:
    """A file as a record; what is wrong with it ends the program."""
    with bad_input(name, as_json=as_json), readable(name) as source:
        with waiting(f"reading {source.name}"):
            record = kind(source).from_file(source.path)
        with record:
            yield record


def _described(difference: Difference) -> dict[str, Any]:
    return {
        "path": difference.path,
        "old": _data(difference.old),
        "new": _data(difference.new),
        "offset": difference.offset,
    }


def _data(value: Any) -> Any:
    if isinstance(value, Missing):
        return None
    if isinstance(value, FormatError):
        return {"!": str(value)}
    return dump(value) if hasattr(value, "stored_size") else plain(value)


def _line(found: dict[str, Any], style: Style) -> str:
    place = "" if found["offset"] is None else style.note(f" at byte {found['offset']}")
    old, new = (_shown(found[which], style) for which in ("old", "new"))
    return f"{style.name(found['path'])}{place}: {old} -> {new}"


def _shown(value: Any, style: Style) -> str:
    if value is None:
        return style.note("nothing")
    text = json.dumps(value, ensure_ascii=False)
    return style.value(text if len(text) <= SHOWN else f"{text[:SHOWN]}...", value)
