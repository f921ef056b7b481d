"""`quire check SPEC…`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from quire.cli.output import as_json
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec


@click.command("check")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@as_json
def command(specs: tuple[Path, ...], as_json: bool) -> None:  # a command-line flag
    """Check SPECS, and say all that is wrong with them."""
    problems = Problems()
    for path in specs:
        plan_spec(path, problems)
    if as_json:
        click.echo(json.dumps([problem.as_dict() for problem in problems.sorted()], indent=2))
    elif problems.sorted():
        click.echo(problems.text(), err=True)
    sys.exit(1 if problems.failed else 0)
