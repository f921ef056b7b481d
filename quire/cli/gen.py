"""`quire gen SPEC… -o DIR`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from quire.cli.output import as_json
from quire.compiler import compile_text
from quire.generator.diagnostics import Problems
from quire.runtime.writer import atomic_file


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
@as_json
def command(specs: tuple[Path, ...], output: Path, as_json: bool) -> None:  # a command-line flag
    """Compile SPECS to Python modules, one each, named after `meta/id`.

    When one cannot be compiled, the others are written all the same, and the exit status is 1.
    """
    problems, written = Problems(), []
    output.mkdir(parents=True, exist_ok=True)
    for path in specs:
        compiled = compile_text(path, problems)
        if compiled is not None:
            target = output / f"{compiled.name}.py"
            with atomic_file(target) as file:
                file.write(compiled.text.encode())
            written.append(str(target))
    if as_json:
        found = [problem.as_dict() for problem in problems.sorted()]
        click.echo(json.dumps({"written": written, "problems": found}, indent=2))
    else:
        for name in written:
            click.echo(name)
        if problems.sorted():
            click.echo(problems.text(), err=True)
    sys.exit(1 if problems.failed else 0)
