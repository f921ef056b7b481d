"""`quire verify FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quire.cli.output import as_json, bad_input, show
from quire.cli.target import known_format, record_class, spec_options
from quire.runtime.walk import Walk


@click.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@spec_options
@click.option("--repair", is_flag=True, help="Put right what an interrupted append left behind.")
@as_json
def command(file: Path, spec: Path | None, repair: bool, as_json: bool, **compiling: Any) -> None:
    """Check all that can be checked of FILE: its structure, its rules, its checksums."""
    with bad_input(str(file), as_json=as_json):
        notes = _repair(file) if repair else []
        notes += _verify(file, spec, compiling)
    found = {"file": str(file), "ok": True, "notes": notes}
    lines = [f"{file}: ok", *(f"note: {note}" for note in notes)]
    show(found, as_json=as_json, text=lambda: "\n".join(lines))


def _repair(file: Path) -> list[str]:
    """Repair a file of a format that can be appended to; notes on what was done."""
    known = known_format(file)
    if not hasattr(known.api() if known.face else None, "repair"):
        raise click.UsageError(f"--repair: nothing can be appended to {known.name}")
    done: list[str] = known.api().repair(file)
    return done


def _verify(file: Path, spec: Path | None, compiling: dict[str, Any]) -> list[str]:
    """Notes on what is odd but does no harm; a known format has checks of its own."""
    if spec is None and (known := known_format(file)).face:
        with known.api().open_file(file) as reader:
            notes: list[str] = reader.verify()
            return notes
    with record_class(file, spec, **compiling).from_file(file) as record:
        walk = Walk(record)
        walk.check()
        left = record._io.size() - max(record._io.pos(), walk.reach)
    return [f"{left} bytes at the end belong to nothing"] if left > 0 else []
