"""`quire plan SPEC`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from quire.cli.output import show_problems
from quire.cli.target import import_options
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_spec
from quire.generator.plan.finish.classes import finish
from quire.generator.plan.program_text import program_text
from quire.generator.plan.text import plan_text


@click.command("plan")
@click.argument("spec", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@import_options
@click.option(
    "--structural",
    is_flag=True,
    help="What is there, and how fields depend on each other, instead.",
)
@click.option(
    "--finished", is_flag=True, help="The programs of all methods, every choice made, instead."
)
def command(
    spec: Path,
    imports: tuple[Path, ...],
    overlays: tuple[Path, ...],
    opaque_types: bool,
    structural: bool,
    finished: bool,
) -> None:
    """Print the plan of SPEC: what is read, written and derived, in which order, and how."""
    problems = Problems()
    plan = plan_spec(spec, problems, Options(imports, overlays, opaque_types))
    if plan is None:
        show_problems(problems)
        sys.exit(1)
    if structural:
        click.echo(str(plan.structure))
    else:
        click.echo(program_text(finish(plan)) if finished else plan_text(plan))
