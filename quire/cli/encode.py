"""`quire encode ARRAY.npy -o FILE`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from quire.cli.output import Progress, as_json, bad_input, show
from quire.formats import FORMATS


@click.command("encode")
@click.argument("array", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file; its extension names the format.",
)
@click.option(
    "--compression", type=click.Choice(["fp16", "int8"]), default="fp16", show_default=True
)
@click.option(
    "--chunk-size",
    type=click.IntRange(min=1),
    default=100_000,
    show_default=True,
    help="Rows of a chunk.",
)
@click.option(
    "--format-version",
    type=click.Choice(["0", "1"]),
    default="0",
    show_default=True,
    help="1 has checksums.",
)
@as_json
def command(
    array: Path, output: Path, compression: str, chunk_size: int, format_version: str, as_json: bool
) -> None:  # the command line's own
    """Encode ARRAY (a .npy file of two dimensions) to a file."""
    packing = [known for known in FORMATS if known.packs]
    found = next((known for known in packing if known.extension == output.suffix), None)
    if found is None:
        listed = ", ".join(known.extension for known in packing)
        message = f"{output.suffix or output} names no format; known are {listed}"
        raise click.UsageError(message)
    with bad_input(str(array), as_json=as_json):
        values = _load(array)
        with Progress(f"encoding {array.name}", len(values)) as progress:
            found.api().pack_cvc(
                _pieces(values, progress),
                output,
                compression,
                chunk_size,
                format_version=int(format_version),
            )
    result = {"file": str(output), "shape": list(values.shape), "bytes": output.stat().st_size}
    show(
        result,
        as_json=as_json,
        text=lambda: f"{output}: {tuple(values.shape)} in {result['bytes']} bytes",
    )


def _load(path: Path) -> npt.NDArray[Any]:
    try:
        values: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError as error:
        raise OSError(str(error)) from error
    if values.ndim != 2:
        message = f"expected an array of 2 dimensions, found {values.ndim}"
        raise ValueError(message)
    return values


def _pieces(values: npt.NDArray[Any], progress: Progress) -> Iterator[npt.NDArray[Any]]:
    """The array a block at a time, so that progress can be shown."""
    step = max(1, (16 << 20) // max(values[:1].nbytes, 1))
    for start in range(0, max(len(values), 1), step):
        yield values[start : start + step]
        progress.advance(len(values[start : start + step]))
