"""`quire encode ARRAY.npy -o FILE`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import numpy.typing as npt

from quire.cli.output import as_json, bad_input, show_written
from quire.formats import FORMATS

Array = npt.NDArray[Any]

COMPRESSIONS = ["fp16", "int8", "lossless", "bfloat16", "int4"]

TWO_LEVEL = {"auto": "auto", "always": True, "never": False}


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
    "--compression", type=click.Choice(COMPRESSIONS), help=".cvc: fp16 unless it is given."
)
@click.option(
    "--chunk-size", type=click.IntRange(min=1), help=".cvc: rows of a chunk, 100,000 by default."
)
@click.option(
    "--format-version",
    type=click.Choice(["0", "1"]),
    help=".cvc: 1, which has checksums, unless it is given.",
)
@click.option(
    "--bits",
    type=click.Choice(["8", "7", "5", "3"]),
    help=".qtr, .tqtc: bits of a code, 8 unless it is given.",
)
@click.option(
    "--block-size", type=click.IntRange(min=1), help=".qtr: values of a block, 64 by default."
)
@click.option(
    "--two-level",
    type=click.Choice(list(TWO_LEVEL)),
    help=".qtr: which blocks of 3 bits have two scales; auto by default: heavy-tailed ones.",
)
@click.option(
    "--group-len",
    type=click.IntRange(min=1),
    help=".tqtc: values that share a scale, 64 by default.",
)
@click.option(
    "--store-topk",
    type=click.FloatRange(0, 1),
    help=".hpdv: this part of the values, those of largest magnitude, without the rest.",
)
@click.option("--compress", is_flag=True, default=None, help=".hpdv: the values as a zlib stream.")
@as_json
def command(array: Path, output: Path, as_json: bool, **options: Any) -> None:
    """Encode ARRAY (a .npy file) to a file; options are for the formats they name."""
    write = _writer(output, {name: value for name, value in options.items() if value is not None})
    with bad_input(str(array), as_json=as_json):
        values = _load(array)
        write(values)
    result = {"file": str(output), "shape": list(values.shape), "bytes": output.stat().st_size}
    show_written(
        output,
        result,
        as_json=as_json,
        text=lambda: f"{output}: {tuple(values.shape)} in {result['bytes']} bytes",
    )


def _writer(output: Path, options: dict[str, Any]) -> Callable[[Array], None]:
    """What writes to a file of that name, with options that are for its format."""
    packing = [known for known in FORMATS if known.packs]
    found = next((known for known in packing if output.suffix in known.extensions), None)
    if found is None:
        listed = ", ".join(known.extensions[0] for known in packing)
        message = f"{output.suffix or output} is not the extension of a format; use one of {listed}"
        raise click.UsageError(message)
    writer = _WRITERS[found.name]
    for name in options:
        if name not in writer.options:
            message = f"--{name.replace('_', '-')} is not for {found.extensions[0]}"
            raise click.UsageError(message)
    return lambda values: writer.write(values, output, **options)


def _load(path: Path) -> Array:
    try:
        values: Array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise OSError(str(error)) from error
    return values


def _write_cvc(
    values: Array,
    output: Path,
    *,
    compression: str = "fp16",
    chunk_size: int = 100_000,
    format_version: str = "1",
) -> None:
    from quire.cvc import pack_cvc

    if values.ndim != 2:
        message = f"expected an array of 2 dimensions, found {values.ndim}"
        raise ValueError(message)
    options: dict[str, Any] = {"format_version": int(format_version), "progress": True}
    pack_cvc(values, output, compression, chunk_size, **options)


def _write_tiers(
    values: Array,
    output: Path,
    *,
    bits: str = "8",
    block_size: int = 64,
    two_level: str = "auto",
) -> None:
    from quire.tiers import save_tensor

    chosen: Any = TWO_LEVEL[two_level]
    save_tensor(output, values, int(bits), block_size=block_size, two_level=chosen)


def _write_segment(values: Array, output: Path, *, bits: str = "8", group_len: int = 64) -> None:
    from quire.tiers import save_segment

    save_segment(output, values, int(bits), group_len)


def _write_store(values: Array, output: Path) -> None:
    from quire.cdd import save_rows

    save_rows(output, values, progress=True)


def _write_matrix(values: Array, output: Path) -> None:
    from quire.finalfusion import save_matrix

    save_matrix(output, values)


def _write_residuals(
    values: Array,
    output: Path,
    *,
    store_topk: float | None = None,
    compress: bool = False,
) -> None:
    from quire.hpdkv import save_residuals

    save_residuals(output, values, store_topk=store_topk, compress=compress)


class _Writer(NamedTuple):
    """How a format is written, and which options are for it."""

    write: Callable[..., None]
    options: frozenset[str]


_WRITERS = {
    "cdd": _Writer(_write_store, frozenset()),
    "cvc": _Writer(_write_cvc, frozenset(("compression", "chunk_size", "format_version"))),
    "finalfusion": _Writer(_write_matrix, frozenset()),
    "hpdkv": _Writer(_write_residuals, frozenset(("store_topk", "compress"))),
    "tqtc": _Writer(_write_segment, frozenset(("bits", "group_len"))),
    "tiers": _Writer(_write_tiers, frozenset(("bits", "block_size", "two_level"))),
}
