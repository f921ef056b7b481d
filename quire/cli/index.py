"""`quire index FILE... PATH`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from quire.cli.inputs import printable
from quire.cli.output import bad_input, show_problems
from quire.cli.target import Spec, spec_of, spec_option
from quire.columns import NoColumnsError
from quire.datasets.planning import INDEX_ROWS, index
from quire.formats import Format
from quire.generator.diagnostics import SpecError


@click.command("index")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("path", metavar="PATH")
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    default=INDEX_ROWS,
    show_default=True,
    help="Records between two places.",
)
@spec_option
@click.option(
    "-I",
    "--import-path",
    "imports",
    multiple=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the imports that begin with `/`; may be given several times.",
)
@click.option(
    "--raw",
    multiple=True,
    metavar="NAME",
    help="A field that is left as bytes, as of `quire.parts`.",
)
def command(file: str, path: str, spec: Spec, **options: Any) -> None:
    """Store in FILE.parts.json where parts of the list at PATH can begin.

    `quire.parts` then need not scan FILE. If FILE has changed since, or the spec is another one,
    the index is ignored.
    """
    named = spec_of(spec) if isinstance(spec, Format) else spec
    try:
        with bad_input(file, as_json=False):
            (name,) = index(file, path, spec=named, **options)
    except SpecError as error:
        show_problems(error.problems)
        sys.exit(1)
    except NoColumnsError as error:
        raise click.UsageError(str(error)) from None
    click.echo(printable(name))
