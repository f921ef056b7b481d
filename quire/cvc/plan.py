"""How a collection is to be packed: the scheme of each chunk, and what the header tells of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quire.cvc.arguments import CODECS, Array, kept_by_json
from quire.kernels.backends.arrays import exactly, refuse_overflow
from quire.kernels.codecs.dictionary_planes.codec import most_bytes
from quire.kernels.engine.pipeline import Stage, fit
from quire.kernels.services.bits.layout import packed_size

FITTED = ("int8", "int4")
"""Compressions that are fitted to each chunk."""

ROUNDED = ("fp16", "bfloat16")
"""Compressions that round each value by itself."""

BITS = {"int8": 8, "int4": 4, "fp16": 16, "bfloat16": 16}
"""Of a value; each row begins with a byte."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the caller asked for."""

    compression: str | Sequence[str]
    chunk_size: int
    metadata: Sequence[Any] | None
    version: int
    aligned: bool
    sections: list[dict[str, Any]] | None = None

    @property
    def names(self) -> Sequence[str]:
        """The compressions that were asked for."""
        return [self.compression] if isinstance(self.compression, str) else self.compression

    def compression_of(self, index: int) -> str:
        """The compression of a chunk."""
        if isinstance(self.compression, str):
            return self.compression
        if index >= len(self.compression):
            message = f"compression: expected one for each chunk, found {len(self.compression)}"
            raise ValueError(message)
        return self.compression[index]

    def check_counts(self, chunks: int) -> None:
        """Refuse lists that do not have one item for each of the chunks."""
        lists = {"chunk_metadata": self.metadata, "compression": self.compression}
        for name, given in lists.items():
            if given is not None and not isinstance(given, str) and len(given) != chunks:
                message = f"{name}: expected one for each of {chunks} chunks, found {len(given)}"
                raise ValueError(message)

    def info(self, index: int, values: Array) -> dict[str, Any]:
        """The header's entry of a chunk, its quantiser fitted."""
        name = self.compression_of(index)
        info: dict[str, Any] = {"rows": len(values), "compression": name}
        if name in FITTED:
            # The first release computed in float64, later ones in float32: the bytes are theirs.
            info["min"], info["scale"] = fit(
                CODECS[name], values, "float64" if self.version == 0 else "float32"
            )
        if self.metadata is not None and index < len(self.metadata):
            info["metadata"] = kept_by_json(self.metadata[index])
        return info

    def values(self, index: int, part: Array) -> Array:
        """Rows in the dtype that the arithmetic of the encoder is done in."""
        name = self.compression_of(index)
        if name == "lossless":
            return exactly(part, "float32")
        if self.version != 0 and name in FITTED:
            refuse_overflow(part, "float32")
            return part.astype(np.float32, copy=False)
        wanted = np.float32 if part.dtype in (np.float16, np.float32) else np.float64
        return part.astype(wanted, copy=False)


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


def stage(info: dict[str, Any], shape: tuple[int, int]) -> Stage:
    """The codec of rows that are stored as their entry in the header says."""
    fitted = {"scale": info["scale"], "min": info["min"]} if info["compression"] in FITTED else {}
    return Stage(CODECS[info["compression"]], shape=shape, **fitted)


def most_stored(compression: str, rows: int, dimension: int) -> int:
    """The most bytes that rows can take; exactly these, where they do not depend on the values."""
    if compression == "lossless":
        return most_bytes(rows * dimension)
    return rows * packed_size(dimension, BITS[compression])
