"""`quire gen SPEC… -o DIR`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from quire.cli.output import as_json, show_problems
from quire.cli.target import import_options
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options
from quire.generator.targets.python.format import formatted
from quire.runtime.atomic import atomic_file


@click.command("gen")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the modules.",
)
@import_options
@click.option("--package", default="", help="The package that the modules will stand in.")
@click.option(
    "--no-auto-read", is_flag=True, help="Objects are read by `_read()`, not when they are made."
)
@click.option(
    "--read-write",
    is_flag=True,
    help="Objects are written as those of Kaitai's compiler; no auto-read.",
)
@as_json
def command(
    specs: tuple[Path, ...],
    output: Path,
    imports: tuple[Path, ...],
    opaque_types: bool,
    package: str,
    no_auto_read: bool,
    read_write: bool,
    as_json: bool,
) -> None:
    """Compile SPECS, and all that they import, to Python modules named after `meta/id`.

    When one cannot be compiled, the others are written all the same, and the exit status is 1.
    """
    problems, written = Problems(), []
    options = Options(imports, opaque_types, auto_read=not no_auto_read, read_write=read_write)
    output.mkdir(parents=True, exist_ok=True)
    for compiled in compile_texts(specs, problems, options, package):
        target = output / f"{compiled.name}.py"
        with atomic_file(target) as file:
            file.write(formatted(compiled.text).encode())
        written.append(str(target))
    if as_json:
        found = [problem.as_dict() for problem in problems.sorted()]
        click.echo(json.dumps({"written": written, "problems": found}, indent=2))
    else:
        for name in written:
            click.echo(name)
        if problems.sorted():
            show_problems(problems)
    sys.exit(1 if problems.failed else 0)
