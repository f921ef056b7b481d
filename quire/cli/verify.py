"""`quire verify FILE`."""

from __future__ import annotations

from pathlib import Path

import click

from quire.cli.output import as_json, bad_input, show
from quire.cli.target import record_class, spec_option


@click.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@spec_option
@as_json
def command(file: Path, spec: Path | None, as_json: bool) -> None:  # a command-line flag
    """Check all that can be checked of FILE: its structure, its rules, its checksums."""
    kind = record_class(file, spec)
    with bad_input(str(file), as_json=as_json), kind.from_file(file) as record:
        record.validate()
        left = record._io.left()
        notes = [f"{left} bytes behind the last field belong to nothing"] if left else []
        found = {"file": str(file), "ok": True, "notes": notes}
        show(
            found,
            as_json=as_json,
            text=lambda: "\n".join([f"{file}: ok", *(f"note: {note}" for note in notes)]),
        )
