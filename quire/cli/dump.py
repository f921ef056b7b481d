"""`quire dump FILE...`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quire.cli.inputs import INPUT, Source, files_argument
from quire.cli.output import Found, as_json, show_each
from quire.cli.target import record_class, spec_options
from quire.runtime.dump import Excerpt, outline


@click.command("dump")
@files_argument(INPUT)
@spec_options
@click.option("--all", "every", is_flag=True, help="Show lists and texts whole, however long.")
@as_json
def command(
    files: tuple[str, ...], spec: Path | None, every: bool, as_json: bool, **compiling: Any
) -> None:
    """Print the tree of FILE: every field and instance with its value; payloads by shape and size.

    Instances have an `@` before their name. `-` is standard input.
    """
    kind = record_class(spec, **compiling)

    def look(source: Source) -> Found:
        with kind(source).from_file(source.path) as record:
            excerpt = Excerpt(record, every=every)
        heading, data = "", excerpt.tree
        if len(files) > 1:
            heading, data = f"==> {source.name} <==\n", {"file": source.name, "tree": data}
        error = f"{source.name}: {_counted(excerpt.unreadable)}" if excerpt.unreadable else ""
        return Found(data, lambda: heading + outline(excerpt.tree), error)

    show_each(files, look, as_json=as_json)


def _counted(number: int) -> str:
    return "an instance cannot be read" if number == 1 else f"{number} instances cannot be read"
