"""`quire doc SPEC`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from quire.cli.output import show_problems
from quire.cli.target import import_options
from quire.doc.render import FORMATS, render
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_spec
from quire.storage.atomic import atomic_file


@click.command("doc")
@click.argument("spec", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--format",
    type=click.Choice(FORMATS),
    help="What is written; else what the extension of the output says, or html.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file; else standard output.",
)
@import_options
def command(
    spec: Path,
    format: str | None,
    output: Path | None,
    imports: tuple[Path, ...],
    overlays: tuple[Path, ...],
    opaque_types: bool,
) -> None:
    """Write the documentation of SPEC: the layout of its types, and a diagram of them.

    Tables say where each field is, how it is stored, what it means, and what a writer makes it of.
    """
    problems = Problems()
    plan = plan_spec(spec, problems, Options(imports, overlays, opaque_types))
    if plan is None or plan.structure is None:
        show_problems(problems)
        sys.exit(1)
    extension = "" if output is None else output.suffix[1:]
    text = render(plan.structure, format or (extension if extension in FORMATS else "html"))
    if output is None:
        click.echo(text, nl=False)
        return
    with atomic_file(output) as file:
        file.write(text.encode())
