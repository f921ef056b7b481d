"""`quire decode FILE -o ARRAY.npy`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np

from quire.cli.output import Progress, as_json, bad_input, show
from quire.cli.target import known_format
from quire.runtime.atomic import atomic_file


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
    """Decode FILE to a .npy array, a block at a time; bfloat16 becomes float32."""
    known = known_format(file)
    if not known.face:
        message = f"{file} is of the format {known.name}, which is not decoded"
        raise click.UsageError(message)
    with (
        bad_input(str(file), as_json=as_json),
        known.api().open_file(file) as reader,
        atomic_file(output) as target,
    ):
        if not hasattr(reader, "blocks"):
            package = known.api().__package__
            raise ValueError(f"it holds several arrays, a .npy file one; `{package}` reads it")
        dtype = _npy_dtype(reader.dtype)
        header = {"descr": dtype.str, "fortran_order": False, "shape": reader.shape}
        np.lib.format.write_array_header_2_0(target, header)
        with Progress(f"decoding {file.name}", len(reader)) as progress:
            for block in reader.blocks():
                stored = np.ascontiguousarray(block, dtype)
                target.write(stored.reshape(-1).view(np.uint8).data)
                progress.advance(len(block))
        found = {"file": str(output), "shape": list(reader.shape), "dtype": dtype.name}
    show(found, as_json=as_json, text=lambda: f"{output}: {found['dtype']} {tuple(reader.shape)}")


def _npy_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The little-endian dtype of a .npy file that holds every value of another dtype."""
    return np.dtype("<f4") if dtype.name == "bfloat16" else dtype.newbyteorder("<")
