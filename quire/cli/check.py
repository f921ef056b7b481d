"""`quire check SPEC…`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from quire.cli.output import as_json
from quire.cli.target import import_options
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs


@click.command("check")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@import_options
@as_json
def command(
    specs: tuple[Path, ...], imports: tuple[Path, ...], opaque_types: bool, as_json: bool
) -> None:
    """Check SPECS, and say all that is wrong with them."""
    problems = Problems()
    plan_specs(specs, problems, Options(imports, opaque_types))
    if as_json:
        click.echo(json.dumps([problem.as_dict() for problem in problems.sorted()], indent=2))
    elif problems.sorted():
        click.echo(problems.text(), err=True)
    sys.exit(1 if problems.failed else 0)
