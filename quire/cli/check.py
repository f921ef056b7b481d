"""`quire check SPEC…`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from quire.cli.output import as_json, show_problems
from quire.cli.target import import_options
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.generator.plan.operations import Record


@click.command("check")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@import_options
@as_json
def command(
    specs: tuple[Path, ...],
    imports: tuple[Path, ...],
    overlays: tuple[Path, ...],
    opaque_types: bool,
    as_json: bool,
) -> None:
    """Check SPECS, and say all that is wrong with them.

    A field that a size or a count depends on, and a writer cannot derive, is told as a note.
    """
    problems = Problems()
    plans = plan_specs(specs, problems, Options(imports, overlays, opaque_types))
    notes = [note for plan in plans for note in _notes(plan.root, plan.spec)]
    if as_json:
        click.echo(json.dumps([problem.as_dict() for problem in problems.sorted()], indent=2))
    else:
        if problems.sorted():
            show_problems(problems)
        for note in notes:
            click.echo(f"note: {note}")
    sys.exit(1 if problems.failed else 0)


def _notes(record: Record, spec: str) -> Iterator[str]:
    """What stays with the user of `build`, in a type and those nested in it."""
    for note in record.notes:
        about, _, text = note.partition(": ")
        if about == "write" or (about == "derive" and "does not tell it" in text):
            yield f"{spec}: type `{'::'.join(record.path)}`: {text}"
    for nested in record.records:
        yield from _notes(nested, spec)
