"""`quire decode FILE -o ARRAY.npy`."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np

from quire.cli.output import Progress, as_json, bad_input, show
from quire.cli.target import known_format
from quire.runtime.writer import atomic_file


@click.command("decode")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The .npy file.",
)
@as_json
def command(file: Path, output: Path, as_json: bool) -> None:  # a command-line flag
    """Decode FILE to a .npy array, a block at a time."""
    known = known_format(file)
    if not known.face:
        message = f"{file} is of the format {known.name}, which is not decoded"
        raise click.UsageError(message)
    api = known.api()
    with (
        bad_input(str(file), as_json=as_json),
        api.open_file(file) as reader,
        atomic_file(output) as target,
    ):
        header = {
            "descr": reader.dtype.newbyteorder("<").str,
            "fortran_order": False,
            "shape": reader.shape,
        }
        np.lib.format.write_array_header_2_0(target, header)
        with Progress(f"decoding {file.name}", len(reader)) as progress:
            for block in reader:
                target.write(np.ascontiguousarray(block).reshape(-1).view(np.uint8).data)
                progress.advance(len(block))
        found = {"file": str(output), "shape": list(reader.shape), "dtype": str(reader.dtype)}
    show(found, as_json=as_json, text=lambda: f"{output}: {found['dtype']} {tuple(reader.shape)}")
