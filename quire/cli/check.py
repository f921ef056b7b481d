"""`quire check SPEC…`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from quire.cli.output import as_json, show_problems
from quire.cli.target import import_options
from quire.cli.watching import again_and_again
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.generator.plan.operations import Record
from quire.generator.resolve.library import Library


@click.command("check")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@import_options
@click.option(
    "--watch", is_flag=True, help="Check again whenever a spec changes, or one that it imports."
)
@as_json
def command(
    specs: tuple[Path, ...],
    imports: tuple[Path, ...],
    overlays: tuple[Path, ...],
    opaque_types: bool,
    watch: bool,
    as_json: bool,
) -> None:
    """Check SPECS, and print all their errors.

    Notes name the fields for sizes and counts that a writer cannot derive.
    """
    options = Options(imports, overlays, opaque_types)
    if watch:
        again_and_again(
            lambda: _check_anew(specs, options, as_json=as_json), lambda: _files(specs, options)
        )
    sys.exit(1 if _check(specs, options, as_json=as_json) else 0)


def _check_anew(specs: tuple[Path, ...], options: Options, *, as_json: bool) -> None:
    """Check, and say when, since what was said before stays there."""
    failed = _check(specs, options, as_json=as_json)
    if not as_json:
        what = "there are errors" if failed else "all is well"
        click.echo(f"{time.strftime('%H:%M:%S')} {what}; waiting for a change", err=True)


def _files(specs: tuple[Path, ...], options: Options) -> set[Path]:
    """What is read: specs, overlays, and all that they import."""
    library = Library(options.imports, options.overlays)
    return {*options.overlays, *(file for spec in specs for file in library.closure(spec))}


def _check(specs: tuple[Path, ...], options: Options, *, as_json: bool) -> bool:
    """Print what is wrong; whether that is an error."""
    problems = Problems()
    plans = plan_specs(specs, problems, options)
    notes = [note for plan in plans for note in _notes(plan.root, plan.spec)]
    if as_json:
        click.echo(json.dumps([problem.as_dict() for problem in problems.sorted()], indent=2))
    else:
        if problems.sorted():
            show_problems(problems)
        for note in notes:
            click.echo(f"note: {note}")
    return problems.failed


def _notes(record: Record, spec: str) -> Iterator[str]:
    """What stays with the user of `build`, in a type and those nested in it."""
    for note in record.notes:
        about, _, text = note.partition(": ")
        if about == "write" or (about == "derive" and "does not tell it" in text):
            yield f"{spec}: type `{'::'.join(record.path)}`: {text}"
    for nested in record.records:
        yield from _notes(nested, spec)
