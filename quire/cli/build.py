"""`quire build SPEC DATA`."""

from __future__ import annotations

from typing import Any

import click

from quire.cli.export import OUTPUT, written
from quire.cli.inputs import INPUT, readable
from quire.cli.output import bad_input
from quire.cli.target import class_named, import_options
from quire.progress import waiting


@click.command("build")
@click.argument("spec")
@click.argument("data", type=INPUT)
@OUTPUT
@import_options
@click.option(
    "--allow",
    multiple=True,
    metavar="NAME",
    help="Routine or opaque type of the spec that may be imported and run; may be given several "
    "times.",
)
def command(spec: str, data: str, output: str, **compiling: Any) -> None:
    """Make a file of SPEC from DATA, which is JSON as `quire export` writes it.

    SPEC is a spec, or the name of a format. You may leave out derived values: lengths, counts,
    positions, tags, checksums. `-` is standard input.
    """
    kind = class_named(spec, **compiling)
    with bad_input(data, as_json=False), readable(data) as source:
        with waiting("building"):
            made = _built(kind, source.path.read_bytes())
        with written(output) as target:
            target.write(made)


def _built(kind: Any, text: bytes) -> bytes:
    """The bytes of a file that JSON tells.

    Raises:
        FormatError: it tells none.
        ValueError: it has a name that no field has, a value of another type, or too little.
    """
    from quire.exchange import from_json
    from quire.runtime.struct import Struct

    try:
        return Struct.to_bytes(from_json(kind, text))
    except (TypeError, AttributeError) as error:  # the last, of what was not given
        raise ValueError(str(error)) from error
