"""`quire export FILE`."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

import click

from quire.cli.ending import unwritten
from quire.cli.inputs import INPUT, Source, readable
from quire.cli.output import bad_input
from quire.cli.target import Spec, record_class, spec_options
from quire.progress import waiting
from quire.runtime.errors import FileChangedError
from quire.storage.atomic import atomic_file

FORMATS = ("json", "ndjson", "csv", "parquet", "npy")

BINARY = ("parquet", "npy")

STANDARD_OUTPUT = "standard output"
"""What errors call it."""

OUTPUT = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    default="-",
    help="The file that is written, whole or not at all; standard output by default.",
)
"""The option of commands that write a file, or to standard output."""


@click.command("export")
@click.argument("file", type=INPUT)
@click.option("--path", metavar="PATH", help="What is exported, as of `quire get`.")
@click.option(
    "--format",
    "format",
    type=click.Choice(FORMATS),
    help="By default what the name of the output says, else json.",
)
@click.option(
    "--column", "columns", multiple=True, metavar="NAME", help="A column that is wanted, of all."
)
@click.option(
    "--exact/--no-exact",
    default=True,
    help="Whether JSON of a whole file has to say every byte of it.",
)
@OUTPUT
@spec_options
def command(
    file: str,
    path: str | None,
    format: str | None,
    columns: tuple[str, ...],
    exact: bool,
    output: str,
    spec: Spec,
    **compiling: Any,
) -> None:
    """Write the data of FILE in another format.

    Without --path, write the whole file as JSON, from which `quire build` makes the same file. With
    --path, a list of records becomes rows: JSON, one line of JSON each (ndjson), CSV, Parquet, or a
    numpy array (npy). `-` is standard input.
    """
    chosen = format or _format_of(output)
    if path is None and (chosen != "json" or columns):
        message = f"name what becomes {chosen} with --path, as of `quire get`: --path chunks"
        raise click.UsageError(message)
    if chosen in BINARY and output == "-" and sys.stdout is not None and sys.stdout.isatty():
        message = f"{chosen} is not for terminals: name a file with -o"
        raise click.UsageError(message)
    kind = record_class(spec, **compiling)
    with bad_input(file, as_json=False), readable(file) as source:
        if path is None:
            _export_whole(kind(source), source, output, exact=exact)
        else:
            _export_part(kind(source), source, path, chosen, columns, output)


def _format_of(output: str) -> str:
    ending = Path(output).suffix.removeprefix(".").replace("jsonl", "ndjson")
    return ending if ending in FORMATS else "json"


def _export_whole(kind: Any, source: Source, output: str, *, exact: bool) -> None:
    from quire.exchange import InexactError, to_json

    with waiting(f"reading {source.name}"), kind.from_file(source.path) as record:
        if isinstance(record, dict) and exact:
            message = "files of this format are several records: name a part with --path"
            raise ValueError(f"{message}, or export without them with --no-exact")
        try:
            text = to_json(record, exact=exact, indent=2)
        except InexactError as error:
            message = f"{error.said}; --no-exact exports the rest"
            raise ValueError(message) from error
    with written(output) as target:
        target.write(f"{text}\n".encode())


def _export_part(
    kind: Any, source: Source, path: str, format: str, columns: tuple[str, ...], output: str
) -> None:
    from quire.columns import NoColumnsError
    from quire.exchange.rows import Selection
    from quire.exchange.writing import WRITERS

    shows = output == "-" and sys.stdout is not None and sys.stdout.isatty()
    telling = nullcontext() if shows else waiting(f"exporting {source.name}")
    with telling, Selection(kind, source.path, path) as selection, written(output) as target:
        try:
            WRITERS[format](selection, columns, target)
        except NoColumnsError as error:
            raise ValueError(f"{error.place}: {error.reason}; export ndjson") from error


@contextmanager
def written(output: str) -> Iterator[BinaryIO]:
    """What a command writes to: a file that appears whole or not at all, or standard output."""
    if output != "-":
        with atomic_file(output) as file:
            yield file
        return
    if sys.stdout is None:
        raise OSError(errno.EBADF, "closed", STANDARD_OUTPUT)
    try:
        yield sys.stdout.buffer
        sys.stdout.flush()
    except OSError as error:
        if error.filename is not None or isinstance(error, FileChangedError):
            raise  # of the file that is read
        unwritten(error)
