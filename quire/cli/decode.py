"""`quire decode FILE -o ARRAY.npy`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from quire.cli.inputs import INPUT, Source, printable, readable
from quire.cli.output import as_json, bad_input, show_written
from quire.cli.target import known_format, record_class, spec_options
from quire.progress import Bar
from quire.runtime.walk import value_at
from quire.storage.atomic import atomic_file


@click.command("decode")
@click.argument("file", type=INPUT)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="The .npy file."
)
@click.option(
    "--field",
    metavar="PATH",
    help="The payload or array to decode, such as `chunks[0].payload`; goes with --spec.",
)
@spec_options
@as_json
def command(
    file: str, output: Path, field: str | None, spec: Path | None, as_json: bool, **compiling: Any
) -> None:
    """Decode FILE, or a field of it, to a .npy array; bfloat16 becomes float32.

    A whole file is decoded a block at a time. `-` is standard input.
    """
    if spec is not None and field is None:
        message = (
            "--spec needs --field, the payload or array to decode, such as `chunks[0].payload`"
        )
        raise click.UsageError(message)
    kind = record_class(spec, **compiling)
    with bad_input(printable(file), as_json=as_json), readable(file) as source:
        opened = _face(source) if field is None else _field(kind(source), source, field)
        with opened as reader, atomic_file(output) as target:
            dtype = _npy_dtype(reader.dtype)
            header = {"descr": dtype.str, "fortran_order": False, "shape": reader.shape}
            np.lib.format.write_array_header_2_0(target, header)
            rows = reader.shape[0] if reader.shape else 1
            with Bar(f"decoding {source.name}", rows) as progress:
                for block in reader.blocks():
                    stored = np.ascontiguousarray(block, dtype)
                    target.write(stored.reshape(-1).view(np.uint8).data)
                    progress.advance(len(block))
            shape = tuple(reader.shape)
    found = {"file": str(output), "shape": list(shape), "dtype": dtype.name}
    text = f"{printable(str(output))}: {dtype.name} {shape}"
    show_written(output, found, as_json=as_json, text=lambda: text)


@contextmanager
def _face(source: Source) -> Iterator[Any]:
    """The rows of a file of a known format."""
    known = known_format(source, "name its spec with --spec, and what to decode with --field")
    if not known.face:
        message = (
            f"{source.name} is of the format {known.name}, which is not decoded as a whole; "
            "name what to decode with --field"
        )
        raise click.UsageError(message)
    with known.api().open_file(source.path) as reader:
        if not hasattr(reader, "blocks"):
            package = known.api().__package__
            message = f"it holds several arrays; name one with --field, or read it with `{package}`"
            raise ValueError(message)
        yield reader


class _Whole:
    """An array as one block of rows."""

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype

    def __len__(self) -> int:
        return 1

    def blocks(self) -> Iterator[npt.NDArray[Any]]:
        """The array, which has an axis for it."""
        yield np.atleast_1d(self.array)


@contextmanager
def _field(kind: Any, source: Source, path: str) -> Iterator[_Whole]:
    """The array that stands at a path of a record."""
    with kind.from_file(source.path) as record:
        value = value_at(record, path)
        if not isinstance(value, np.ndarray) and not hasattr(value, "stored_size"):
            message = f"`{path}` is no payload or array, but of the type {type(value).__name__}"
            raise ValueError(message)
        yield _Whole(np.asarray(value))


def _npy_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The little-endian dtype of a .npy file that holds every value of another dtype."""
    return np.dtype("<f4") if dtype.name == "bfloat16" else dtype.newbyteorder("<")
