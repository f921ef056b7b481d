"""What callers give to be packed: checked, and arrays as numpy has them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.generated.cvc import Cvc
from quire.kernels.backends.arrays import given_numbers
from quire.kernels.engine.given import expect_one_of, whole_number
from quire.runtime import FormatError
from quire.runtime.json_text import parse_json
from quire.runtime.number_at import largest

Array = npt.NDArray[Any]

CODECS = {
    "fp16": "fp16",
    "int8": "affine_u8",
    "lossless": "dictionary_planes",
    "bfloat16": "bf16",
    "int4": "affine_u4",
}
"""By the name of a compression: the codec of the spec."""

DEFAULT_VERSION = 1
"""Of the layout: what every release of the original program since 2.0 reads all of."""

MAX_PAYLOAD = largest(Cvc.Chunk, "len_payload")
"""Bytes."""


def check_arguments(
    compression: str | Sequence[str], chunk_size: int, version: int, *, aligned: bool
) -> None:
    """Refuse what no file can be packed with."""
    names = [compression] if isinstance(compression, str | None) else compression
    for name in names:
        expect_one_of(name, CODECS, "compression")
    check_chunk_size(chunk_size)
    if version not in (0, 1):
        raise ValueError(f"format_version: expected 0 or 1, found {version}")
    if version == 0 and "lossless" in names:
        raise ValueError("compression: only format_version=1 has lossless")
    if aligned and version != 1:
        raise ValueError("mmap_optimized: only format_version=1 has it")


def check_chunk_size(chunk_size: int) -> None:
    """Refuse a size of chunks that is no whole number, or below 1."""
    whole_number(chunk_size, "chunk_size", least=1)


def kept_by_json(value: Any, argument: str = "chunk_metadata") -> Any:
    """A value as JSON gives it back; what it cannot keep is refused."""
    try:
        return parse_json(json.dumps(value).encode(), argument, 0)
    except (TypeError, FormatError) as error:
        message = f"{argument}: JSON cannot keep {value!r} ({error})"
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
    found = []
    for number, section in enumerate(sections):
        try:
            data, metadata = section
        except (TypeError, ValueError):
            kind = type(section).__name__
            message = f"sections[{number}]: expected (data, metadata), found {kind}"
            raise TypeError(message) from None
        found.append((data, metadata))
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
