"""`quire gen SPEC… -o DIR`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from quire.cli.output import as_json, show_problems
from quire.cli.target import class_named, import_options
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options
from quire.generator.targets.python.format import code_of, formatted, formatter
from quire.generator.targets.table import TARGETS
from quire.storage.atomic import atomic_file


@click.command("gen")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the modules; required but with --columns.",
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
@click.option(
    "--columns",
    metavar="PATH",
    help="Print the scan that reads the list at PATH as columns, and write nothing.",
)
@as_json
def command(
    specs: tuple[Path, ...],
    output: Path | None,
    imports: tuple[Path, ...],
    overlays: tuple[Path, ...],
    opaque_types: bool,
    target: str,
    package: str,
    no_auto_read: bool,
    read_write: bool,
    check: bool,
    columns: str | None,
    as_json: bool,
) -> None:
    """Compile SPECS, and all that they import, to Python modules named after `meta/id`.

    When one cannot be compiled, the others are written all the same, and the exit status is 1.
    """
    if columns is not None:
        _print_scan(specs, columns, imports=imports, overlays=overlays, opaque_types=opaque_types)
        return
    if output is None:
        raise click.UsageError("Missing option '-o' / '--output'.")
    if target != "python" and (no_auto_read or read_write):
        raise click.UsageError("--no-auto-read and --read-write are for --target python alone")
    problems = Problems()
    options = Options(
        imports, overlays, opaque_types, auto_read=not no_auto_read, read_write=read_write
    )
    compiled = compile_texts(specs, problems, options, package, target)
    files = {output / each.file: each.text for each in compiled}
    named = _stale(files) if check else _written(files)
    if as_json:
        found = [problem.as_dict() for problem in problems.sorted()]
        key = "stale" if check else "written"
        click.echo(json.dumps({key: named, "problems": found}, indent=2))
    else:
        for name in named:
            click.echo(f"{name} is out of date: run `quire gen` again" if check else name)
        if problems.sorted():
            show_problems(problems)
        if formatter() is None and not check:
            click.echo("note: ruff is not there to format modules: `pip install ruff`", err=True)
    sys.exit(1 if problems.failed or (check and named) else 0)


def _print_scan(specs: tuple[Path, ...], path: str, **compiling: Any) -> None:
    """Print the scan of a list; exits with status 1 if it has no columns."""
    from quire.columns import NoColumnsError
    from quire.columns.outline import scan_text

    if len(specs) > 1:
        raise click.UsageError("--columns is for one spec")
    kind = class_named(str(specs[0]), **compiling)
    try:
        click.echo(scan_text(kind, path), nl=False)
    except NoColumnsError as error:
        click.echo(f"{specs[0]}: {error.place}: {error.reason}", err=True)
        sys.exit(1)


def _written(files: dict[Path, str]) -> list[str]:
    """Write files, each as a whole or not at all, and name them."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as file:
            file.write((formatted(text) if path.suffix == ".py" else text).encode())
    return [str(path) for path in files]


def _stale(files: dict[Path, str]) -> list[str]:
    """The files that are not there, or are not the same; the layout of code does not count."""
    return [
        str(path)
        for path, text in files.items()
        if _content(path) != (code_of(text) if path.suffix == ".py" else text)
    ]


def _content(path: Path) -> str | None:
    """What a file says that was written; None if there is none."""
    try:
        text = path.read_text(encoding="utf-8")
        return code_of(text) if path.suffix == ".py" else text
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
