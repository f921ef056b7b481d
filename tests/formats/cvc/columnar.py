"""Files with columns, put together with `struct`, and read by a reader of their own."""

from __future__ import annotations

import copy
import json
import struct
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.formats.cvc.layout import Header, v2

Arrays = dict[str, npt.NDArray[Any]]

VECTORS = np.array([[0.5, 1, -2], [3, 4, 5], [6, 7, 8]], "<f2")
CODES = np.array([[0, 1], [2, 3], [254, 255]], np.uint8)
IDS = np.array([2**53 + 1, -1, 7], "<i8")

COLUMNAR: Header = {
    "format_type": "columnar",
    "num_vectors": 3,
    "columns": [
        {"name": "vec", "dimension": 3, "dtype": "float32", "compression": "fp16"},
        {"name": "code", "dimension": 2, "dtype": "float32", "compression": "int8"},
        {"name": "id", "dimension": 1, "dtype": "int64", "compression": "none"},
    ],
    "chunks": [
        {
            "rows": 2,
            "columns": {
                "vec": {"offset": 0, "size": 12, "compression": "fp16"},
                "code": {
                    "offset": 12,
                    "size": 4,
                    "compression": "int8",
                    "min": -1.0,
                    "scale": 0.5,
                },
                "id": {"offset": 16, "size": 16, "compression": "none"},
            },
        },
        {
            "rows": 1,
            "columns": {
                "vec": {"offset": 8, "size": 6, "compression": "fp16"},
                "code": {
                    "offset": 14,
                    "size": 2,
                    "compression": "int8",
                    "min": 0.0,
                    "scale": 2.0,
                },
                "id": {"offset": 0, "size": 8, "compression": "none"},
            },
        },
    ],
}
"""Three rows in two chunks; the second has its columns in another order, as foreign files may."""

PAYLOADS = (
    VECTORS[:2].tobytes() + CODES[:2].tobytes() + IDS[:2].tobytes(),
    IDS[2:].tobytes() + VECTORS[2:].tobytes() + CODES[2:].tobytes(),
)

VALUES: Arrays = {
    "vec": VECTORS.astype(np.float32),
    "code": np.array([[-1, -0.5], [0, 0.5], [508, 510]], np.float32),
    "id": IDS,
}
"""What the columns decode to."""


def columnar(**changes: Any) -> bytes:
    """The file, with other values of top-level keys of the header."""
    return v2({**copy.deepcopy(COLUMNAR), **changes}, *PAYLOADS)


def with_part(chunk: int, column: str, **changes: Any) -> bytes:
    """The file, with other values in the header's entry of a column in a chunk."""
    header = copy.deepcopy(COLUMNAR)
    header["chunks"][chunk]["columns"][column] |= changes
    return v2(header, *PAYLOADS)


def with_column(column: int, **changes: Any) -> bytes:
    """The file, with other values in the schema of a column."""
    header = copy.deepcopy(COLUMNAR)
    header["columns"][column] |= changes
    return v2(header, *PAYLOADS)


def read_by_hand(data: bytes) -> tuple[Header, Arrays]:
    """The header and the columns of a good file; a reader that shares nothing with quire."""
    assert data[:8] == b"CVCF" + struct.pack("<HH", 2, 0)
    (length,) = struct.unpack_from("<I", data, 8)
    header, position = json.loads(data[12 : 12 + length]), 12 + length
    found: dict[str, list[Any]] = {info["name"]: [] for info in header["columns"]}
    for chunk in header["chunks"]:
        size, crc = struct.unpack_from("<II", data, position)
        payload = data[position + 8 : position + 8 + size]
        assert zlib.crc32(payload) == crc
        position += 8 + size
        for info in header["columns"]:
            part = chunk["columns"][info["name"]]
            stored = payload[part["offset"] : part["offset"] + part["size"]]
            shape = (chunk["rows"], info["dimension"])
            found[info["name"]].append(_decoded(stored, part, info["dtype"]).reshape(shape))
    assert position == len(data)
    return header, {name: np.concatenate(parts) for name, parts in found.items() if parts}


def _decoded(stored: bytes, part: Header, dtype: str) -> npt.NDArray[Any]:
    if part["compression"] == "none":
        return np.frombuffer(stored, np.dtype(dtype).newbyteorder("<"))
    if part["compression"] == "fp16":
        return np.frombuffer(stored, "<f2").astype(np.float32)
    assert part["compression"] == "int8"
    codes = np.frombuffer(stored, np.uint8).astype(np.float32)
    return codes * np.float32(part["scale"]) + np.float32(part["min"])


def assert_same_columns(found: Arrays, expected: Arrays) -> None:
    """The same names, shapes (but for a last axis of 1), dtypes and bits."""
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        flat = array.reshape(len(array)) if array.ndim == 2 and array.shape[1] == 1 else array
        assert found[name].dtype == array.dtype.newbyteorder("=")
        assert found[name].shape == flat.shape
        assert found[name].tobytes() == flat.astype(found[name].dtype).tobytes()
