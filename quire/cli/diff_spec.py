"""`quire diff-spec A B`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from quire.cli.target import class_named, import_options
from quire.storage.atomic import write_files


@click.command("diff-spec")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "-n", "number", type=click.IntRange(min=1), default=1000, show_default=True,
    help="How many files are looked at.",
)  # fmt: skip  # laid out as a table
@click.option("--seed", type=int, default=0, show_default=True, help="What decides which ones.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files; it must be empty, or not be there yet.",
)  # fmt: skip  # laid out as a table
@import_options
def command(
    first: str, second: str, number: int, seed: int, output: Path | None, **compiling: Any
) -> None:
    """Search for files that A accepts and B refuses, or the other way round.

    Both are specs, or names of formats. Of several files with the same error at the same path, the
    smallest is printed. Exit status 1: a file was found.
    """
    from quire.testing import Refused
    from quire.testing.differing import differences

    if output is not None and output.exists() and any(output.iterdir()):
        message = f"{output} is not empty: name another folder"
        raise click.UsageError(message)
    kinds = [class_named(name, **compiling) for name in (first, second)]
    try:
        found = differences(*kinds, number=number, seed=seed)
    except (Refused, TypeError) as error:
        click.echo(f"no files can be made of {first} or {second}: {error}", err=True)
        sys.exit(2)
    files = {f"{i:05}.bin": each.data for i, each in enumerate(found)}
    if output is not None and found:
        write_files(output, files)
    for name, each in zip(files, found, strict=True):
        file = "" if output is None else f"{output / name}: "
        names = (second, first) if each.refused_by else (first, second)
        size = f"{len(each.data)} bytes"
        click.echo(f"{file}{size}, refused by {names[0]}, taken by {names[1]}: {each.error}")
    if found:
        sys.exit(1)
    click.echo(f"no difference in {number} files")
