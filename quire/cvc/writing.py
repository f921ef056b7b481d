"""What files of all layouts are written by: how values are stored, and chunks in their turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.cvc.chunks import PLAIN
from quire.cvc.opening import COLUMNS
from quire.generated.cvc import Cvc
from quire.kernels.backends.arrays import exactly, refuse_overflow
from quire.kernels.codecs.dictionary_planes.codec import most_bytes
from quire.kernels.engine.pipeline import Precision, Stage, fit
from quire.kernels.services.bits.layout import packed_size
from quire.progress import InOrder, Tell
from quire.sources import PathLike

Array = npt.NDArray[Any]

CODECS = {
    "fp16": "fp16",
    "int8": "affine_u8",
    "lossless": "dictionary_planes",
    "bfloat16": "bf16",
    "int4": "affine_u4",
}
"""By the name of a compression: the codec of the spec."""

FITTED = ("int8", "int4")
"""Compressions that are fitted to each chunk."""

ROUNDED = ("fp16", "bfloat16")
"""Compressions that round each value by itself."""

BITS = {"int8": 8, "int4": 4, "fp16": 16, "bfloat16": 16}
"""Of a value; each row begins with a byte."""


def encodable(rows: Array, compression: str, version: int = 1) -> Array:
    """Rows in the dtype that the arithmetic of the encoder is done in."""
    if compression == PLAIN:
        return rows
    if compression == "lossless":
        return exactly(rows, "float32")
    if compression in FITTED and version != 0:
        refuse_overflow(rows, "float32")
        return rows.astype(np.float32, copy=False)
    wanted = np.float32 if rows.dtype in (np.float16, np.float32) else np.float64
    return rows.astype(wanted, copy=False)


def entry(rows: Array, compression: str, version: int = 1) -> dict[str, Any]:
    """What the header says of how rows are stored, their quantiser fitted."""
    told: dict[str, Any] = {"compression": compression}
    if compression in FITTED:
        # The first release computed in float64, later ones in float32: the bytes are theirs.
        values = encodable(rows, compression, version)
        precision: Precision = "float64" if version == 0 else "float32"
        told["min"], told["scale"] = fit(CODECS[compression], values, precision)
    return told


def stage(told: dict[str, Any], shape: tuple[int, ...]) -> Stage:
    """The codec of rows that are stored as their entry in the header says."""
    fitted = {"scale": told["scale"], "min": told["min"]} if told["compression"] in FITTED else {}
    return Stage(CODECS[told["compression"]], shape=shape, **fitted)


def most_stored(compression: str, rows: int, dimension: int) -> int:
    """The most bytes that rows can take; exactly these, where they do not depend on the values."""
    if compression == "lossless":
        return most_bytes(rows * dimension)
    return rows * packed_size(dimension, BITS[compression])


class InTurn(Sequence[Any]):
    """The records of a list, each made by its number when its turn comes: there may be many."""

    def __init__(self, count: int, make: Callable[[int], Any]) -> None:
        self._numbers, self._make = range(count), make

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Any]:
        return map(self._make, self._numbers)

    def __getitem__(self, index: Any) -> Any:
        return self._make(self._numbers[index])


def write_file(
    path: PathLike,
    version: int,
    header: dict[str, Any],
    make: Callable[[int], Any],
    tell: Tell = lambda _rows: None,
) -> None:
    """Write a file, whose chunks are made by their numbers; tell how many rows are written."""
    told = InOrder(tell, [chunk["rows"] for chunk in header["chunks"]])

    def record(index: int) -> Any:
        told.reached(index)
        return make(index)

    count = len(header["chunks"])
    field = "column_chunks" if version == COLUMNS else "chunks"
    records: dict[str, Any] = {field: InTurn(count, record)}
    Cvc.build(format_version=version, header=header, **records).to_file(path)
    told.reached(count)
