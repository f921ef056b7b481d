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
from quire.generator.targets.python.format import code_of, formatted, formatter
from quire.generator.targets.table import TARGETS
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
@click.option(
    "--target",
    type=click.Choice(TARGETS),
    default="python",
    show_default=True,
    help="What the modules are: classes of quire, or declarations of Construct.",
)
@click.option("--package", default="", help="The package that the modules will stand in.")
@click.option(
    "--no-auto-read", is_flag=True, help="Objects are read by `_read()`, not when they are made."
)
@click.option(
    "--read-write",
    is_flag=True,
    help="Objects are written as those of Kaitai's compiler; no auto-read.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing; fail if a module there is not what would be written.",
)
@as_json
def command(
    specs: tuple[Path, ...],
    output: Path,
    imports: tuple[Path, ...],
    opaque_types: bool,
    target: str,
    package: str,
    no_auto_read: bool,
    read_write: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Compile SPECS, and all that they import, to Python modules named after `meta/id`.

    When one cannot be compiled, the others are written all the same, and the exit status is 1.
    """
    if target != "python" and (no_auto_read or read_write):
        raise click.UsageError("--no-auto-read and --read-write are for --target python alone")
    problems = Problems()
    options = Options(imports, opaque_types, auto_read=not no_auto_read, read_write=read_write)
    compiled = compile_texts(specs, problems, options, package, target)
    modules = {output / f"{each.name}.py": each.text for each in compiled}
    named = _stale(modules) if check else _written(modules)
    if as_json:
        found = [problem.as_dict() for problem in problems.sorted()]
        key = "stale" if check else "written"
        click.echo(json.dumps({key: named, "problems": found}, indent=2))
    else:
        for name in named:
            click.echo(f"{name} is not what its spec says: make it anew" if check else name)
        if problems.sorted():
            show_problems(problems)
        if formatter() is None and not check:
            click.echo("note: ruff is not there to format modules: `pip install ruff`", err=True)
    sys.exit(1 if problems.failed or (check and named) else 0)


def _written(modules: dict[Path, str]) -> list[str]:
    """Write modules, each as a whole or not at all, and name them."""
    for target, text in modules.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(target) as file:
            file.write(formatted(text).encode())
    return [str(target) for target in modules]


def _stale(modules: dict[Path, str]) -> list[str]:
    """The modules that are not there, or are not the same code; layout does not count."""
    return [str(target) for target, text in modules.items() if _code(target) != code_of(text)]


def _code(target: Path) -> str | None:
    """The code of a module that was written; None if there is none."""
    try:
        return code_of(target.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
