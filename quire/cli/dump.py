"""`quire dump FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quire.cli.output import as_json, bad_input, show
from quire.cli.target import record_class, spec_options
from quire.runtime.dump import dump, outline


@click.command("dump")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@spec_options
@as_json
def command(file: Path, spec: Path | None, as_json: bool, **compiling: Any) -> None:
    """Print the tree of FILE: every field with its value; payloads by shape and size."""
    with (
        bad_input(str(file), as_json=as_json),
        record_class(file, spec, **compiling).from_file(file) as record,
    ):
        tree = dump(record)
        show(tree, as_json=as_json, text=lambda: outline(tree))
