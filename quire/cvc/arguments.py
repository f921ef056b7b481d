"""What callers give to be packed: checked, as arrays of numpy, and the scheme of each chunk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any

import numpy as np

from quire.cvc.writing import CODECS, Array, encodable, entry
from quire.generated.cvc import Cvc
from quire.kernels.backends.arrays import given_numbers
from quire.kernels.engine.given import expect_one_of, given_pairs, whole_number
from quire.runtime import FormatError
from quire.runtime.values.json_text import parse_json
from quire.runtime.values.number_at import largest

MAX_PAYLOAD = largest(Cvc.Chunk, "len_payload")
"""Bytes."""


def kept_by_json(value: Any, argument: str = "chunk_metadata") -> Any:
    """A value as JSON gives it back; what it cannot keep is refused."""
    try:
        return parse_json(json.dumps(value).encode(), argument, 0)
    except (TypeError, ValueError, RecursionError, FormatError) as error:
        message = f"{argument}: JSON cannot keep {short(value)} ({error})"
        raise ValueError(message) from error


def is_array(vectors: object) -> bool:
    """Whether there is an array; lists of numbers are, lists of arrays are pieces of one."""
    if hasattr(vectors, "__array__") or isinstance(vectors, memoryview):
        return True
    return isinstance(vectors, list | tuple) and not any(
        hasattr(part, "__array__") for part in vectors
    )


def given_list(given: Iterable[Any], argument: str) -> list[Any]:
    """One item for each chunk; a TypeError if there is no list, or a text, or a dict."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        found = type(given).__name__
        raise TypeError(f"{argument}: expected a list with an item for each chunk, found {found}")
    return list(given)


def section_pairs(sections: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """(array or columns, metadata) of every section; there has to be one."""
    found = list(given_pairs(sections, "sections", "data and metadata"))
    if not found:
        raise ValueError("sections: expected one or more, found none")
    return found


def matrix(vectors: Any) -> Array:
    """An array of real numbers in 2 dimensions."""
    array = given_numbers(vectors, "vectors")
    if array.ndim != 2:
        message = f"vectors: expected (rows, dimension), found an array of shape {array.shape}"
        raise ValueError(message)
    return array


def rows_of(piece: Any) -> Array:
    """A piece of a collection: rows, or one vector."""
    array = given_numbers(piece, "vectors")
    return matrix(array[np.newaxis] if array.ndim == 1 else array)


def check_payload(size: int) -> None:
    """Refuse a chunk of more bytes than the format allows."""
    if size > MAX_PAYLOAD:
        message = f"chunk_size: a chunk would take {size} bytes, the format allows {MAX_PAYLOAD}"
        raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the caller asked for."""

    compression: str | Sequence[str]
    chunk_size: int
    version: int
    metadata: Sequence[Any] | None = None
    aligned: bool = False
    sections: Sequence[Any] | None = None

    def __post_init__(self) -> None:
        for name in self.names:
            expect_one_of(name, CODECS, "compression")
        whole_number(self.chunk_size, "chunk_size", least=1)
        if whole_number(self.version, "format_version") not in (0, 1):
            raise ValueError(f"format_version: expected 0 or 1, found {self.version}")
        if self.version == 0 and "lossless" in self.names:
            raise ValueError("compression: only format_version=1 has lossless")
        if self.aligned and self.version != 1:
            raise ValueError("mmap_optimized: only format_version=1 has it")

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

    def info(self, index: int, rows: Array) -> dict[str, Any]:
        """The header's entry of a chunk, its quantiser fitted."""
        info = {"rows": len(rows), **entry(rows, self.compression_of(index), self.version)}
        if self.metadata is not None and index < len(self.metadata):
            info["metadata"] = kept_by_json(self.metadata[index])
        return info

    def values(self, index: int, rows: Array) -> Array:
        """The rows of a chunk as they are encoded."""
        return encodable(rows, self.compression_of(index), self.version)
