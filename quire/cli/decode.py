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
from quire.cli.several import arrays_of, named, write_npy, write_npz
from quire.cli.target import Spec, known_format, record_class, spec_options
from quire.formats import Format
from quire.progress import Bar
from quire.runtime.showing.walk import value_at
from quire.storage.atomic import atomic_file


@click.command("decode")
@click.argument("file", type=INPUT)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="The .npy file; a .npz file for all arrays of FILE.",
)
@click.option("--name", help="Which array, of a file that holds several: columns, groups, tensors.")
@click.option(
    "--field",
    metavar="PATH",
    help="The payload or array to decode, such as `chunks[0].payload`; goes with --spec.",
)
@spec_options
@as_json
def command(
    file: str,
    output: Path,
    name: str | None,
    field: str | None,
    spec: Spec,
    as_json: bool,
    **compiling: Any,
) -> None:
    """Decode FILE, or a field of it, to a .npy array; bfloat16 becomes float32.

    A whole file is decoded a block at a time. `-` is standard input.
    """
    if isinstance(spec, Path) and field is None:
        message = (
            "--spec needs --field, the payload or array to decode, such as `chunks[0].payload`"
        )
        raise click.UsageError(message)
    if field is not None and name is not None:
        raise click.UsageError("--name: not together with --field")
    kind = record_class(spec, **compiling)
    with bad_input(printable(file), as_json=as_json), readable(file) as source:
        opened = _face(source, spec) if field is None else _field(kind(source), source, field)
        with opened as reader, atomic_file(output) as target:
            if output.suffix == ".npz":
                found = _write_all(reader, target, source.name)
            else:
                found = _write_one(reader, name, target, source.name)
    found = {"file": str(output), **found}
    text = f"{printable(str(output))}: {_told(found)}"
    show_written(output, found, as_json=as_json, text=lambda: text)


def _write_one(reader: Any, name: str | None, target: Any, label: str) -> dict[str, Any]:
    """Write one array as a .npy file; what it is."""
    arrays = arrays_of(reader)
    if name is None and arrays:
        known = ", ".join(arrays)
        raise ValueError(
            f"it holds several arrays: name one with --name ({known}), or all with -o FILE.npz"
        )
    array = reader if name is None else named(arrays, name)
    rows = array.shape[0] if array.shape else 1
    with Bar(f"decoding {label}", rows) as progress:
        dtype = write_npy(target, array, progress.advance)
    return {"shape": list(array.shape), "dtype": dtype.name}


def _write_all(reader: Any, target: Any, label: str) -> dict[str, Any]:
    """Write all arrays as a .npz file; which they are."""
    arrays = arrays_of(reader)
    if not arrays:
        raise ValueError("it holds one array: name a .npy file with -o")
    with Bar(f"decoding {label}", len(arrays)) as progress:
        write_npz(target, arrays, progress.advance)
    return {"names": list(arrays)}


def _told(found: dict[str, Any]) -> str:
    if "names" in found:
        return printable(", ".join(found["names"]))
    return f"{found['dtype']} {tuple(found['shape'])}"


@contextmanager
def _face(source: Source, spec: Spec) -> Iterator[Any]:
    """The rows of a file of a known format."""
    advice = "name its spec with --spec, and what to decode with --field"
    known = spec if isinstance(spec, Format) else known_format(source, advice)
    if not known.face:
        message = (
            f"{source.name} is of the format {known.name}, which is not decoded as a whole; "
            "name what to decode with --field"
        )
        raise click.UsageError(message)
    with known.open(source.path) as reader:
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
            message = f"`{path}` is not an array, but of the type {type(value).__name__}"
            raise ValueError(message)
        yield _Whole(np.asarray(value))
