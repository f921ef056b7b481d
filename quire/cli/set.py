"""`quire set FILE PATH=VALUE...`."""

from __future__ import annotations

import json
import re
from enum import IntEnum
from pathlib import Path
from typing import Any

import click
import numpy as np

from quire.cli.inputs import readable
from quire.cli.output import as_json, bad_input, show_written
from quire.cli.target import Spec, record_class, spec_options
from quire.nowhere import nothing_at
from quire.progress import waiting
from quire.query import Match, find, holder

CHANGE = re.compile(r"""((?:[^\[="']|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])+)=(.*)""", re.DOTALL)
"""A path, in whose brackets there may be anything, and a value."""


@click.command("set")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.argument("changes", metavar="PATH=VALUE...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The changed file; FILE itself by default.",
)
@spec_options
@as_json
def command(
    file: str,
    changes: tuple[str, ...],
    output: Path | None,
    spec: Spec,
    as_json: bool,
    **compiling: Any,
) -> None:
    """Change values in FILE; lengths, counts and checksums follow.

    A PATH is as in `quire get`, and may match several values. A VALUE is a number (also 0x1f), a
    text, the name of an enum's member, hexadecimal digits or a text in double quotes for bytes, or
    JSON for lists and records; `@NAME` takes the content of the file NAME: bytes, a text, or a .npy
    array. If a change is impossible, nothing is written.
    """
    kind = record_class(spec, **compiling)
    with bad_input(file, as_json=as_json), readable(file) as source:
        if output is None and source.is_copy:
            raise click.UsageError(f"-o: {source.name} is not a file that can be written to")
        with waiting(f"changing {source.name}"), kind(source).from_file(source.path) as record:
            count = sum([_change(record, change) for change in changes])
            record.to_file(output or source.path)
    target = output or Path(file)
    found = {"file": str(target), "changed": count, "bytes": target.stat().st_size}
    text = f"{target}: {count} {'value' if count == 1 else 'values'} changed"
    show_written(target, found, as_json=as_json, text=lambda: text)


def _change(record: Any, change: str) -> int:
    """Make a change; how many values it is of."""
    found = CHANGE.fullmatch(change)
    if found is None:
        raise click.UsageError(f"expected PATH=VALUE, found {change!r}")
    path, text = found.groups()
    matches = find(record, path)
    if not matches:
        raise ValueError(nothing_at(record, path))
    for match in matches:
        if not match.steps:
            raise ValueError("the whole file cannot be set")
        _set(record, match, text)
    return len(matches)


def _set(record: Any, match: Match, text: str) -> None:
    owner, last = holder(record, match.steps), match.steps[-1]
    value = _value_like(match.value, text, match.path)
    if isinstance(last, str):
        setattr(owner, last, value)
    else:
        owner[last] = value


def _value_like(old: Any, text: str, path: str) -> Any:
    """A value of the kind that stands there.

    Raises:
        ValueError: the text is none.
    """
    try:
        if text.startswith("@"):
            return _from_file(old, Path(text[1:]))
        return _parsed(old, text)
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path}: expected {_wanted(old)}, found {text!r}") from error


def _parsed(old: Any, text: str) -> Any:
    if isinstance(old, bool):
        return {"true": True, "false": False}[text.lower()]
    if isinstance(old, IntEnum) and text.isidentifier():
        return type(old)[text]
    if isinstance(old, int):
        return int(text, 0)
    if isinstance(old, float):
        return float(text)
    if isinstance(old, str):
        return text
    if isinstance(old, bytes):
        if text.startswith('"'):
            return str(json.loads(text)).encode()
        return bytes.fromhex(text.removeprefix("0x"))
    value = json.loads(text)
    is_array = isinstance(old, np.ndarray) or hasattr(old, "stored_size")
    return np.array(value, old.dtype) if is_array else value


def _from_file(old: Any, path: Path) -> Any:
    if isinstance(old, str):
        return path.read_text(encoding="utf-8")
    if isinstance(old, bytes):
        return path.read_bytes()
    if isinstance(old, np.ndarray) or hasattr(old, "stored_size"):
        return np.load(path, allow_pickle=False)
    return _parsed(old, path.read_text(encoding="utf-8").strip())


def _wanted(old: Any) -> str:
    if isinstance(old, IntEnum):
        return f"a number or one of {', '.join(type(old).__members__)}"
    kinds = {
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        bytes: "hexadecimal digits, or a text in double quotes",
    }
    return next((word for kind, word in kinds.items() if isinstance(old, kind)), "JSON")
