"""CVC files put together with `struct`, so that no test takes the writer's word for the layout."""

from __future__ import annotations

import copy
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Header = dict[str, Any]
Place = tuple[str | int, ...]
"""Keys and indices that lead to a value of a header."""

Layout = Callable[..., bytes]
"""`v0` or `v1`: the bytes of a file with a header (an object, or its JSON) and payloads."""

HALVES = struct.pack(
    "<12e", *[0.0, -0.0, 0.5, 1.0, -2.0, 65504.0, 2.0**-24, 3.0, 4.0, 5.0, 6.0, 7.0]
)
CODES = bytes([0, 1, 2, 3, 128, 253, 254, 255])

SMALL: Header = {
    "num_vectors": 5,
    "dimension": 4,
    "compression": "fp16",
    "chunks": [
        {"rows": 3, "compression": "fp16"},
        {"rows": 2, "compression": "int8", "min": -1.0, "scale": 0.5},
    ],
}
"""The header of a file with the payloads `HALVES` and `CODES`."""

SMALL_VALUES = np.concatenate(
    [
        np.frombuffer(HALVES, "<f2").astype(np.float32),
        np.array([-1.0 + 0.5 * code for code in CODES], np.float32),  # exact
    ]
).reshape(5, 4)
"""What that file decodes to."""

PAGE = 512
"""Where `paged_small` puts its first record, and how far the next one is; any number will do."""


def json_of(header: Header | bytes) -> bytes:
    """The JSON of a header, as Python writes it; bytes are taken to be JSON already."""
    return header if isinstance(header, bytes) else json.dumps(header).encode()


def record_v0(payload: bytes) -> bytes:
    """A chunk: length, payload."""
    return struct.pack("<I", len(payload)) + payload


def record_v1(payload: bytes) -> bytes:
    """A chunk: length, CRC-32, payload."""
    return struct.pack("<II", len(payload), zlib.crc32(payload)) + payload


def v0(header: Header | bytes, *payloads: bytes) -> bytes:
    """A file of the layout without version: magic, length, JSON, records."""
    text = json_of(header)
    return b"CVCF" + struct.pack("<I", len(text)) + text + b"".join(map(record_v0, payloads))


def v1(header: Header | bytes, *payloads: bytes) -> bytes:
    """A file of version 1.0: magic, version, length, JSON, records with checksums."""
    text = json_of(header)
    start = b"CVCF" + struct.pack("<HHI", 1, 0, len(text))
    return start + text + b"".join(map(record_v1, payloads))


def header_start(layout: Layout) -> int:
    """Where the JSON begins."""
    return 8 if layout is v0 else 12


def v2(header: Header | bytes, *payloads: bytes) -> bytes:
    """A file of version 2.0: as one of version 1.0, its payloads made of columns."""
    return b"CVCF" + struct.pack("<HH", 2, 0) + v1(header, *payloads)[8:]


def paged(header: Header | bytes, records: dict[int, bytes]) -> bytes:
    """A file of version 1.0 with its records at given offsets, and zeros between."""
    file = bytearray(v1(header))
    for offset, payload in records.items():
        record = record_v1(payload)
        file.extend(bytes(max(offset + len(record) - len(file), 0)))
        file[offset : offset + len(record)] = record
    return bytes(file)


def paged_header(*offsets: object) -> Header:
    """The header `SMALL` that says where the records are; None leaves that out."""
    header = {**copy.deepcopy(SMALL), "mmap_optimized": True}
    for chunk, offset in zip(header["chunks"], offsets, strict=True):
        if offset is not None:
            chunk["file_offset"] = offset
    return header


def paged_small(*offsets: object) -> bytes:
    """The small file with its records at 512 and 1024, wherever the header says they are."""
    header = paged_header(*(offsets or (PAGE, 2 * PAGE)))
    return paged(header, {PAGE: HALVES, 2 * PAGE: CODES})


def without(header: Header, place: Place) -> Header:
    """A copy of a header that lacks one key."""
    changed = copy.deepcopy(header)
    del _holder(changed, place)[place[-1]]
    return changed


def with_json(header: Header, place: Place, text: str) -> bytes:
    """The JSON of a header with some text as one value, whether it is good JSON or not."""
    changed = copy.deepcopy(header)
    _holder(changed, place)[place[-1]] = "@@"
    return json_of(changed).replace(b'"@@"', text.encode())


def dotted(place: Place) -> str:
    """The path of a value as errors spell it: `header.chunks[1].rows`."""
    keys = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)
    return "header" + "".join(keys)


def assert_same_values(found: npt.NDArray[Any], expected: npt.NDArray[np.float32]) -> None:
    """Equal bit for bit, float32; a NaN is like any other NaN."""
    assert found.dtype == np.float32
    assert found.shape == expected.shape
    number = ~np.isnan(expected)
    assert np.array_equal(np.isnan(found), ~number)
    same = found.view(np.uint32) == np.ascontiguousarray(expected).view(np.uint32)
    assert same[number].all()


def _holder(header: Header, place: Place) -> Any:
    value: Any = header
    for key in place[:-1]:
        value = value[key]
    return value
